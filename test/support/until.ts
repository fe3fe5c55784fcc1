import { setTimeout as pause } from 'node:timers/promises';

/** Maximum wait of a test for an event: longer than a busy machine takes, shorter than the time limit of a test. */
export const patienceMs = 60_000;
const [firstPauseMs, longestPauseMs] = [20, 200];

type Falsy = false | 0 | '' | null | undefined;

/**
 * Resolves with the first truthy result of the condition, for states without an event. The pauses grow with the time
 * that has passed, because frequent queries of a server take the CPU time that it needs to reach the state.
 *
 * @throws {Error} if that takes longer than {@link patienceMs}
 */
export async function until<T>(condition: () => T | Promise<T>): Promise<Exclude<T, Falsy>> {
  const late = new Error(`The condition was not met within ${patienceMs} ms.`);
  const startedAt = performance.now();
  for (;;) {
    const result = await condition();
    if (result) return result as Exclude<T, Falsy>;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > patienceMs) throw late;
    await pause(Math.min(Math.max(firstPauseMs, waitedMs / 10), longestPauseMs));
  }
}
