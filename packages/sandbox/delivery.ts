import { type FeedbackElement, readFeedback } from '@landfall/dcsa/feedback.ts';
import type { Clock } from './clock.ts';

/** The content of one request to one endpoint of the standards. */
export interface Push {
  /** Path below `/dcsa/`. */
  readonly path: string;
  /** The value of `API-Version`. */
  readonly version: string;
  readonly body: object;
}

/** The final result of a push. */
export interface Delivered {
  readonly status: number;
  readonly feedback: readonly FeedbackElement[];
}

export interface DeliveryParts {
  readonly pushCredential: { readonly header: string; readonly value: string };
  readonly clock: Clock;
  /** Root URL of Landfall, to which `/dcsa/...` is appended. */
  readonly landfallUrl: string;
  /** Called when Landfall stops accepting messages, and when it accepts them again. */
  readonly onAway: (isAway: boolean, reason: string) => void;
}

const [firstPauseMs, maxPauseMs] = [100, 2_000];
const timeoutMs = 10_000;

/**
 * Creates the function that pushes a message and resolves with the response. Lost connections, 408, 429 and 5xx are
 * retried indefinitely, with pauses that grow to two seconds or follow `Retry-After`; other statuses are final.
 */
export function createDelivery(parts: DeliveryParts): (push: Push, signal: AbortSignal) => Promise<Delivered> {
  const { clock, onAway } = parts;
  const root = `${parts.landfallUrl.replace(/\/+$/, '')}/dcsa`;
  const { header, value } = parts.pushCredential;

  return async ({ path, version, body: content }, signal) => {
    const headers = { 'content-type': 'application/json', 'api-version': version, [header]: value };
    const [url, body] = [`${root}/${path}`, JSON.stringify(content)];
    for (let attempt = 0, isAway = false; ; attempt += 1) {
      const answer = await post(url, { headers, body, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) }).catch(
        (error: Error) => {
          signal.throwIfAborted();
          return error;
        },
      );
      if (!(answer instanceof Error) && !mayPass(answer.status)) {
        if (isAway) onAway(false, 'it answers again');
        return { status: answer.status, feedback: feedbackOf(answer.body) };
      }
      if (!isAway) onAway(true, answer instanceof Error ? reasonOf(answer) : `it answers ${answer.status}`);
      isAway = true;
      const wantedMs = answer instanceof Error ? undefined : Number(answer.headers.get('retry-after') ?? Number.NaN) * 1_000;
      const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(attempt, 10), maxPauseMs);
      await clock.wait(wantedMs !== undefined && wantedMs > 0 ? Math.min(wantedMs, 5 * maxPauseMs) : pauseMs, signal);
    }
  };
}

async function post(url: string, init: RequestInit) {
  const response = await fetch(url, { method: 'POST', redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** The message of `fetch` itself is always the same. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** A 200 may still reject single objects, which only the feedback shows. */
function feedbackOf(body: string): FeedbackElement[] {
  try {
    return readFeedback(JSON.parse(body).feedbackElements);
  } catch {
    return [];
  }
}
