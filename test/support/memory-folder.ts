import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** Several times the size of what all concurrent servers and tests write. Containers often have only 64 MB there. */
const enoughBytes = 4 * 1024 ** 3;

/**
 * Keeps everything that this test run writes to temporary folders in memory, if there is enough. Tests kill processes
 * but never the machine, so writing to the disk would only take time. That durable settings are requested is asserted
 * on the settings.
 */
export function setup(): (() => void) | undefined {
  if (process.env['TMPDIR'] !== undefined || freeBytes() < enoughBytes) return undefined;
  const folder = mkdtempSync(join(memory, 'landfall-tests-'));
  process.env['TMPDIR'] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Needed when the run is aborted.
  process.once('exit', remove);
  return remove;
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
