import { setTimeout as pause } from 'node:timers/promises';

/** What `/readyz` says. */
export interface Readiness {
  readonly code: number;
  readonly status: string;
  /** Without these nothing can be served, by name. */
  readonly missing?: Readonly<Record<string, string>>;
  /** Without these something is served: more slowly, or not all of it. */
  readonly degraded: Readonly<Record<string, string>>;
}

const pauseMs = 100;
const patienceMs = 60_000;

/**
 * Asks `/readyz` until it says what is waited for; there is no event for that.
 *
 * @throws {Error} with the last answer, when it takes too long
 */
export async function readinessThat(url: string, satisfies: (readiness: Readiness) => boolean): Promise<Readiness> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    const readiness: Readiness = { code: answer.status, ...((await answer.json()) as Omit<Readiness, 'code'>) };
    if (satisfies(readiness)) return readiness;
    if (performance.now() > deadline) throw new Error(`/readyz still says ${JSON.stringify(readiness)}`);
    await pause(pauseMs);
  }
}
