import type { Outbound, OutboundResponse } from '#platform/http/outbound.ts';
import type { Clock } from '#platform/time/clock.ts';
import { type FeedbackElement, readFeedback } from '#platform/wire/dcsa.ts';

/** What one request carries, by one endpoint of the standards. */
export interface Push {
  /** Below `/dcsa/`. */
  readonly path: string;
  /** What goes into `API-Version`. */
  readonly version: string;
  readonly body: object;
}

/** What became of a push in the end. */
export interface Delivered {
  readonly status: number;
  readonly feedback: readonly FeedbackElement[];
}

export interface DeliveryParts {
  readonly pushCredential: { readonly header: string; readonly value: string };
  readonly outbound: Outbound;
  readonly clock: Clock;
  /** Root of Landfall, `/dcsa/...` is appended. */
  readonly landfallUrl: string;
  /** Called once each time Landfall stops accepting messages, and once each time it accepts them again. */
  readonly onAway: (isAway: boolean, reason: string) => void;
}

const [firstPauseMs, maxPauseMs] = [100, 2_000];
const timeoutMs = 10_000;

/**
 * Makes the function that pushes and comes back when it has been answered. Lost connections, 408, 429 and 5xx
 * are tried again until that is so, with pauses that grow to two seconds or are as long as `Retry-After` says; other
 * statuses are answers, and what they refuse is not sent again.
 */
export function createDelivery(parts: DeliveryParts): (push: Push, signal: AbortSignal) => Promise<Delivered> {
  const { outbound, clock, onAway } = parts;
  const root = `${parts.landfallUrl.replace(/\/+$/, '')}/dcsa`;
  const { header, value } = parts.pushCredential;

  return async ({ path, version, body: content }, signal) => {
    const headers = { 'content-type': 'application/json', 'api-version': version, [header]: value };
    const [url, body] = [`${root}/${path}`, JSON.stringify(content)];
    for (let attempt = 0, isAway = false; ; attempt += 1) {
      const answer = await outbound
        .request({ url, method: 'POST', headers, body, timeoutMs, maxBodyBytes: 1024 * 1024, signal, allowPrivate: true })
        .catch((error: Error) => {
          signal.throwIfAborted();
          return error;
        });
      if (!(answer instanceof Error) && !mayPass(answer.status)) {
        if (isAway) onAway(false, 'it answers again');
        return { status: answer.status, feedback: feedbackOf(answer) };
      }
      if (!isAway) onAway(true, answer instanceof Error ? answer.message : `it answers ${answer.status}`);
      isAway = true;
      const wantedMs = answer instanceof Error ? undefined : Number(answer.headers['retry-after'] ?? Number.NaN) * 1_000;
      const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(attempt, 10), maxPauseMs);
      await clock.wait(wantedMs !== undefined && wantedMs > 0 ? Math.min(wantedMs, 5 * maxPauseMs) : pauseMs, signal);
    }
  };
}

function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** A 200 may still refuse single objects; only the feedback says so. */
function feedbackOf({ body }: OutboundResponse): FeedbackElement[] {
  try {
    return readFeedback(JSON.parse(body.toString('utf8')).feedbackElements);
  } catch {
    return [];
  }
}
