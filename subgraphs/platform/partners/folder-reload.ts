import type { Logger } from '../logger.ts';
import { watchFolder } from './folder-watch.ts';

/** Reloads files whenever they change, until disposal. */
export interface FolderReload<Result> extends AsyncDisposable {
  /** Reloads the files now, after a reload in progress. */
  reload(): Promise<Result>;
}

/** Editors write a file in several steps, which then cause one reload. */
const debounceMs = 100;

/**
 * Watches files of a folder and reloads them.
 *
 * @param options.what names the files in the log
 * @param options.read reads and applies the files; its errors are logged
 */
export function reloadFolder<Result>(
  folder: string,
  options: { what: string; isOfInterest: (fileName: string) => boolean; read: () => Promise<Result>; logger: Logger },
): FolderReload<Result> {
  const { what, isOfInterest, read, logger } = options;
  // Reloads run one after the other, so that an older state of the folder never replaces a newer one.
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
    // Mounted configuration is replaced as a whole, through a link named `..data`.
    isOfInterest: (name) => isOfInterest(name) || name.startsWith('..'),
    onChange: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        reload().catch(() => undefined);
      }, debounceMs).unref();
    },
    onError: (error) => logger.warn({ err: error }, `changes of ${what} are no longer detected`),
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
