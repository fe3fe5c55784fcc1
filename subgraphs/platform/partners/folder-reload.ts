import type { Logger } from '../logger.ts';
import { watchFolder } from './folder-watch.ts';

/** Reads files again whenever they change, until it is disposed of. */
export interface FolderReload<Result> extends AsyncDisposable {
  /** Reads them now, after what is being read. */
  reload(): Promise<Result>;
}

/** Editors write a file in several steps; they are read together. */
const debounceMs = 100;

/**
 * Follows files of a folder while running.
 *
 * @param options.what the files, in words for the log
 * @param options.read reads them and puts them in force; what it throws on its own account is logged
 */
export function reloadFolder<Result>(
  folder: string,
  options: { what: string; isOfInterest: (fileName: string) => boolean; read: () => Promise<Result>; logger: Logger },
): FolderReload<Result> {
  const { what, isOfInterest, read, logger } = options;
  // One after the other, or an older look at the folder could win over a newer one.
  let running: Promise<unknown> = Promise.resolve();
  const reload = () => {
    const result = running.then(read);
    running = result.catch((error: unknown) =>
      logger.error({ err: error }, `${what} cannot be read; the last valid versions stay in force`),
    );
    return result;
  };
  let timer: NodeJS.Timeout | undefined;
  const watcher = watchFolder(folder, {
    // Mounted configuration is exchanged as a whole, behind a link named `..data`.
    isOfInterest: (name) => isOfInterest(name) || name.startsWith('..'),
    onChange: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reload().catch(() => undefined);
      }, debounceMs).unref();
    },
    onError: (error) => logger.warn({ err: error }, `changes of ${what} are no longer noticed`),
  });
  return {
    reload,
    [Symbol.asyncDispose]: async () => {
      watcher[Symbol.dispose]();
      clearTimeout(timer);
      await running;
    },
  };
}
