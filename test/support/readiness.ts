import { setTimeout as pause } from 'node:timers/promises';

/** The response of `/readyz`. */
export interface Readiness {
  readonly code: number;
  readonly status: string;
  /** Failed checks without which nothing can be served, by name. */
  readonly missing?: Readonly<Record<string, string>>;
  /** Failed checks without which the process is slower or partly unavailable, by name. */
  readonly degraded: Readonly<Record<string, string>>;
}

const pauseMs = 100;
const patienceMs = 60_000;

/**
 * Polls `/readyz` until its response satisfies a condition, because there is no event for it.
 *
 * @throws {Error} with the latest response, when it takes too long
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
