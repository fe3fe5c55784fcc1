import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { lockDataFolder, wakeServer } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'landfall-lock-'));
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

it('wakes the server when a command says so, and every half minute in case the command was killed before', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const woken = vi.fn();
  const lock = lockDataFolder(folder, woken);
  vi.advanceTimersByTime(30_000);
  expect(woken).toHaveBeenCalledTimes(1);
  wakeServer(folder);
  await vi.waitFor(() => expect(woken.mock.calls.length).toBeGreaterThan(1), { timeout: 60_000 });
  await lock[Symbol.asyncDispose]();
  const calls = woken.mock.calls.length;
  vi.advanceTimersByTime(60_000);
  expect(woken).toHaveBeenCalledTimes(calls);
});
