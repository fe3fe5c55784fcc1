import { vi } from 'vitest';

/** Maximum wait of a test for an event: longer than a busy machine takes, shorter than the time limit of a test. */
export const patienceMs = 60_000;
const intervalMs = 20;

type Falsy = false | 0 | '' | null | undefined;

/**
 * Resolves with the first truthy result of the condition, for states without an event. Vitest's own wait gives up after
 * a second, which is too short for a busy machine.
 *
 * @throws {Error} if that takes longer than {@link patienceMs}
 */
export function until<T>(condition: () => T | Promise<T>): Promise<Exclude<T, Falsy>> {
  return vi.waitUntil(condition, { timeout: patienceMs, interval: intervalMs }) as Promise<Exclude<T, Falsy>>;
}
