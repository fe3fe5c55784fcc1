import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** What the servers and all tests that run at a time write, several times over. Containers often have 64 MB there. */
const enoughBytes = 4 * 1024 ** 3;

/**
 * Lets everything that this test run writes to a temporary folder stay in memory, where there is enough of it. A test kills
 * processes and never the machine, so what a write to the disk adds is only time. That durable settings are asked
 * for is asserted of the settings.
 */
export function setup(): (() => void) | undefined {
  if (process.env['TMPDIR'] !== undefined || freeBytes() < enoughBytes) return undefined;
  const folder = mkdtempSync(join(memory, 'landfall-tests-'));
  process.env['TMPDIR'] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // For a run that is broken off.
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
