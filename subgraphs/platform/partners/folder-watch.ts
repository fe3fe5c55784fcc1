import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';

/** Time between two checks whether the folder is still the one that is watched. */
const checkMs = 10_000;

/**
 * Calls `onChange` when a file of interest in a folder may have changed. One call may represent several changes, or
 * none. Detects a folder that is created later or replaced; a mount over it, of which no event tells, within
 * {@link checkMs}. Does not keep the process alive.
 *
 * @param onError called when changes can no longer be detected, for instance because the system has no watches left
 */
export function watchFolder(
  folder: string,
  options: { isOfInterest: (fileName: string) => boolean; onChange: () => void; onError: (error: unknown) => void },
): Disposable {
  const { isOfInterest, onChange, onError } = options;
  // An event names a file in the watched folder, or the watched folder itself if that was moved or deleted.
  const folderNames = new Set(resolve(folder).split(sep));
  let watched: { path: string; identity: string; watcher: FSWatcher } | undefined;
  const attach = () => {
    const target = nearestExisting(folder);
    if (watched?.path === target.path && watched.identity === target.identity) return;
    watched?.watcher.close();
    watched = undefined;
    const watcher = watch(target.path, { persistent: false });
    watched = { ...target, watcher };
    watcher.on('change', (_event, name) => {
      const fileName = name === null ? null : String(name);
      // The folder may also contain a database, whose files change with every write.
      if (fileName !== null && !folderNames.has(fileName) && !isOfInterest(fileName)) return;
      tryAttach();
      // While the folder is missing, its parent is watched, where changes of other files are of no interest.
      if (watched?.path === folder && (fileName === null || isOfInterest(fileName))) onChange();
    });
    watcher.on('error', onError);
    // Covers changes between the last read and the new watch.
    onChange();
  };
  const tryAttach = () => {
    try {
      attach();
    } catch (error) {
      onError(error);
    }
  };
  tryAttach();
  const checking = setInterval(tryAttach, checkMs).unref();
  return {
    [Symbol.dispose]: () => {
      clearInterval(checking);
      watched?.watcher.close();
    },
  };
}

/** Returns the folder, or its nearest existing ancestor. */
function nearestExisting(folder: string): { path: string; identity: string } {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found?.isDirectory() ? { path: folder, identity: `${found.dev} ${found.ino}` } : nearestExisting(dirname(folder));
}
