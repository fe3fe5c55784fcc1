import type { Logger } from '../logger.ts';
import { watchFolder } from './folder-watch.ts';
import type { FileIssue } from './yaml-issues.ts';

/** Reloads files whenever they change, until disposal. */
export interface FolderReload extends AsyncDisposable {
  /** Reloads the files now, after a reload in progress. @returns the issues of the files */
  reload(): Promise<readonly FileIssue[]>;
  /** Why the last reload did not take effect completely, for `/readyz`; undefined if it did. */
  problem(): string | undefined;
}

const stayInForce = 'the last valid versions stay in force';

/** Editors write a file in several steps, which then cause one reload. */
const debounceMs = 100;

/**
 * Watches files of a folder and reloads them.
 *
 * @param options.what names the files in the log
 * @param options.read reads and applies the files; its errors are logged
 */
export function reloadFolder(
  folder: string,
  options: { what: string; isOfInterest: (fileName: string) => boolean; read: () => Promise<readonly FileIssue[]>; logger: Logger },
): FolderReload {
  const { what, isOfInterest, read, logger } = options;
  // Reloads run one after the other, so that an older state of the folder never replaces a newer one.
  let running: Promise<unknown> = Promise.resolve();
  let problem: string | undefined;
  const reload = () => {
    const result = running.then(read);
    running = result.then(
      (issues) => {
        problem = issues.length === 0 ? undefined : `the log names issues of ${what}; ${stayInForce}`;
      },
      (error: unknown) => {
        problem = `${what} cannot be read; ${stayInForce}`;
        logger.error({ err: error }, problem);
      },
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
    problem: () => problem,
    [Symbol.asyncDispose]: async () => {
      watcher[Symbol.dispose]();
      clearTimeout(timer);
      await running;
    },
  };
}
