import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../logger.ts';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';
import type { FileIssue } from './yaml-file.ts';

const stayInForce = 'the last valid versions stay in force';

/** Maximum time until a change is noticed, and time without further changes after which it is read. */
const [checkMs, settleMs] = [1_000, 100];

/**
 * Reloads files of a folder whenever they change, until disposal. It compares the states of the files every
 * {@link checkMs}, because events do not tell of every mount, link or network share. Does not keep the process alive.
 *
 * @param options.what names the files in the log
 * @param options.read reads and applies the files; its errors are logged
 * @param options.hasIssues whether files that were read before have issues. @default false
 */
export function reloadFolder(
  folder: string,
  options: {
    what: string;
    isOfInterest: (fileName: string) => boolean;
    read: () => Promise<readonly FileIssue[]>;
    logger: Logger;
    hasIssues?: boolean;
  },
) {
  const { what, isOfInterest, read, logger, hasIssues = false } = options;
  const named = `the log names issues of ${what}; ${stayInForce}`;
  // Reloads run one after the other, so that an older state of the folder never replaces a newer one.
  let running: Promise<unknown> = Promise.resolve();
  let problem = hasIssues ? named : undefined;
  const listeners = new Set<() => void>();
  const reload = (): Promise<readonly FileIssue[]> => {
    const result = running.then(read);
    running = result.then(
      (issues) => {
        problem = issues.length === 0 ? undefined : named;
      },
      (error: unknown) => {
        problem = `${what} cannot be read; ${stayInForce}`;
        logger.error({ err: error }, problem);
      },
    );
    return result;
  };
  let [known, seen]: (string | undefined)[] = [];
  const checking = startWakeUpLoop({
    round: async () => {
      const found = await stateOf(folder, isOfInterest);
      // Files are written and removed in several steps.
      const isSettled = found === seen;
      seen = found;
      if (!isSettled) return settleMs;
      // The errors are in the log.
      if (found !== known) await reload().catch(() => undefined);
      known = found;
      return checkMs;
    },
    onError: (error) => logger.warn({ err: error }, `changes of ${what} are not detected now`),
  });
  return {
    /** Reloads the files now, after a reload in progress. @returns the issues of the files */
    reload,
    /** Why the last reload did not take effect completely, for `/readyz`; undefined if it did. */
    problem: () => problem,
    /** Calls `listener` after each change until the returned function is called. */
    onChange: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Calls the listeners; `read` says so when what it read differs from what was in force. */
    changed: (): void => {
      for (const listener of listeners) listener();
    },
    [Symbol.asyncDispose]: async () => {
      await checking.stop();
      await running;
    },
  };
}

/** Identifies a state of a folder and of its files, through links. Another folder at the same path is another state. */
async function stateOf(folder: string, isOfInterest: (fileName: string) => boolean): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const paths = [folder, ...names.filter(isOfInterest).map((name) => join(folder, name))];
  const states = paths.map(async (path, place) => {
    const found = await stat(path, { bigint: true }).catch(() => undefined);
    // Other files of the folder change it, too.
    return found && (place === 0 ? [path, found.dev, found.ino] : [path, found.dev, found.ino, found.size, found.mtimeNs]).join();
  });
  return (await Promise.all(states)).join('\n');
}
