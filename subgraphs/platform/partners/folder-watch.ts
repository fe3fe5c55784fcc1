import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Calls `onChange` when a file of interest in a folder may have changed, some changes in one call and perhaps once too
 * often. A folder that does not exist yet, or is put in place of the old one, is found too. Does not keep the process alive.
 *
 * @param onError changes are no longer noticed, for instance because the system's watches are used up
 */
export function watchFolder(
  folder: string,
  options: { isOfInterest: (fileName: string) => boolean; onChange: () => void; onError: (error: unknown) => void },
): Disposable {
  const { isOfInterest, onChange, onError } = options;
  let watched: { path: string; inode: bigint; watcher: FSWatcher } | undefined;
  const attach = () => {
    const target = nearestExisting(folder);
    if (watched?.path === target.path && watched.inode === target.inode) return;
    watched?.watcher.close();
    watched = undefined;
    const watcher = watch(target.path, { persistent: false });
    watched = { ...target, watcher };
    watcher.on('change', (_event, fileName) => {
      attachOrTell();
      // While the folder is missing, its neighbours' changes are nobody's business.
      if (watched?.path === folder && (fileName === null || isOfInterest(String(fileName)))) onChange();
    });
    watcher.on('error', onError);
    // What happened between the last look and the new watch.
    onChange();
  };
  const attachOrTell = () => {
    try {
      attach();
    } catch (error) {
      onError(error);
    }
  };
  attachOrTell();
  return { [Symbol.dispose]: () => watched?.watcher.close() };
}

/** The folder, or as long as it is missing the nearest one above it. */
function nearestExisting(folder: string): { path: string; inode: bigint } {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found?.isDirectory() ? { path: folder, inode: found.ino } : nearestExisting(dirname(folder));
}
