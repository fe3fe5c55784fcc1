import { hourMs } from '@landfall/sandbox/fleet/times.ts';
import { openSandbox } from '@landfall/sandbox/sandbox.ts';
import type { SandboxEvent } from '@landfall/sandbox/scenario-runner.ts';
import { expect, test } from 'vitest';

const start = Date.UTC(2026, 2, 2, 13, 5);
const calmPaceMs = 30_000;

test('over twelve hours of a faster clock, about sixty arrivals are served, and no ship turns back but the unsteady one', async () => {
  const steps: SandboxEvent[] = [];
  const clock = createFastClock(start + 12 * hourMs);
  await using sandbox = await openSandbox({ clock, onEvent: (event) => steps.push(event) });
  sandbox.run({ landfallUrl: undefined, calmPaceMs });
  await clock.ended;

  const retired = new Set(sandbox.takeRetired().map(({ notice }) => notice));
  const issued = steps.filter(({ kind }) => kind === 'FIRST_NOTICE' || kind === 'SECOND_LABEL');
  const served = issued.filter(({ reference }) => !retired.has(reference ?? ''));
  expect(retired.size).toBeGreaterThan(300);
  expect(served.length + sandbox.earlier.length).toBeGreaterThan(45);
  expect(served.length + sandbox.earlier.length).toBeLessThan(75);

  const moves = new Map<string, number>();
  for (const { kind, reference = '' } of steps) if (kind === 'ESTIMATE_CHANGED') moves.set(reference, (moves.get(reference) ?? 0) + 1);
  expect(Math.max(...moves.values())).toBeLessThanOrEqual(3);
  const turns = steps.filter(({ kind }) => kind === 'BERTH_MOVED');
  expect(turns.length).toBeGreaterThan(6);
  expect(turns.length).toBeLessThan(60);
  expect(new Set(turns.map(({ reference }) => reference)).size).toBe(1);
  // Events are kept for twelve hours, so each call is announced again before.
  expect(steps.filter(({ kind }) => kind === 'CALLS_ANNOUNCED').length).toBeGreaterThan(3 * 6);
}, 60_000);

/** Creates a clock that advances to the next end of a wait as soon as all parties wait, until its own end. */
function createFastClock(endMs: number) {
  const waits: { readonly untilMs: number; readonly end: () => void }[] = [];
  let nowMs = start;
  const advance = async (): Promise<void> => {
    for (; nowMs < endMs; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = waits.sort((left, right) => left.untilMs - right.untilMs).splice(0, 1);
      nowMs = next?.untilMs ?? nowMs;
      next?.end();
    }
  };
  return {
    ended: advance(),
    now: () => nowMs,
    wait: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((end, reject) => {
        signal?.throwIfAborted();
        const abort = () => reject(signal?.reason);
        signal?.addEventListener('abort', abort, { once: true });
        const endWait = () => {
          signal?.removeEventListener('abort', abort);
          end();
        };
        waits.push({ untilMs: nowMs + ms, end: endWait });
      }),
  };
}
