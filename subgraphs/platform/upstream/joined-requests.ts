import { feedback } from '@landfall/dcsa/feedback.ts';
import type { Clock } from '../time/clock.ts';
import type { BusyPartner, OnBusy } from './limiter.ts';
import type { SourceReport } from './sources.ts';

/** How long a query waits for an answer of a partner. */
export interface SoftTimeout {
  /** Time at which the query continues without the answer, see {@link Clock.now}. */
  readonly waitUntil: number;
  /** Whether the query also waits for a partner that requested a pause. @default false */
  readonly waitsForBusy?: boolean | undefined;
}

/** Outcome of waiting for an answer. */
export type WaitOutcome<T> = { readonly kind: 'ANSWERED'; readonly answer: T } | Unanswered;

/** Why there is no answer yet. The request continues. */
export type Unanswered = { readonly kind: 'PARTNER_BUSY'; readonly busy: BusyPartner } | { readonly kind: 'PENDING' };

/**
 * Sends a request, or waits for the answer to an equal request in flight.
 *
 * @param send called with a listener for waits; it continues even when no query waits any more
 * @throws the error of `send`, if the query was still waiting
 */
export type JoinedRequests<T> = (key: string, send: (onBusy: OnBusy) => Promise<T>, wait: SoftTimeout) => Promise<WaitOutcome<T>>;

interface JoinedRequest<T> {
  readonly answer: Promise<T>;
  readonly busy: BusyPartner | undefined;
  /** One check for each waiting query, which decides whether the query continues to wait. */
  readonly checks: Set<() => void>;
}

/** Longest timeout that Node supports. */
const maxTimerMs = 2_147_483_647;

/**
 * Creates requests that equal queries share. They continue when no query waits any more, because a late answer is
 * stored for the next query. A query does not wait for a partner that requested a pause, nor for a turn that is
 * expected too late. A failure is passed to the queries that waited, and then forgotten.
 */
export function joinEqualRequests<T>(clock: Pick<Clock, 'now'>): JoinedRequests<T> {
  const inFlight = new Map<string, JoinedRequest<T>>();

  const begin = (key: string, send: (onBusy: OnBusy) => Promise<T>): JoinedRequest<T> => {
    const checks = new Set<() => void>();
    let busy: BusyPartner | undefined;
    const onBusy: OnBusy = (next) => {
      busy = next;
      for (const check of [...checks]) check();
    };
    const answer = send(onBusy).finally(() => inFlight.delete(key));
    // The request may fail when no query waits for it any more.
    answer.catch(() => undefined);
    const request: JoinedRequest<T> = {
      answer,
      checks,
      get busy() {
        return busy !== undefined && busy.until > clock.now() ? busy : undefined;
      },
    };
    inFlight.set(key, request);
    return request;
  };

  return (key, send, { waitUntil, waitsForBusy = false }) => {
    const request = inFlight.get(key) ?? begin(key, send);
    return new Promise((resolve, reject) => {
      const leave = (end: () => void) => {
        clearTimeout(timer);
        request.checks.delete(check);
        end();
      };
      const check = () => {
        const { busy } = request;
        if (busy === undefined) return;
        const isTooLate = busy.until > waitUntil;
        if (isTooLate || !(busy.isOwnLimit || waitsForBusy)) leave(() => resolve({ kind: 'PARTNER_BUSY', busy }));
      };
      const giveUp = () => {
        const { busy } = request;
        leave(() => resolve(busy === undefined ? { kind: 'PENDING' } : { kind: 'PARTNER_BUSY', busy }));
      };
      const timer = setTimeout(giveUp, Math.min(maxTimerMs, Math.max(0, waitUntil - clock.now())));
      request.answer.then(
        (answer) => leave(() => resolve({ kind: 'ANSWERED', answer })),
        (error: unknown) => leave(() => reject(error)),
      );
      request.checks.add(check);
      check();
    });
  };
}

/** Returns the fields of a report on a partner whose answer is still awaited. */
export function reportOfUnanswered(outcome: Unanswered): Pick<SourceReport, 'status' | 'retryAt' | 'code' | 'feedback'> {
  if (outcome.kind === 'PENDING') {
    const remark = feedback('WARN', 'The partner has not answered yet. Its answer will be stored for the next query.');
    return { status: 'PENDING', feedback: [remark] };
  }
  const retryAt = new Date(outcome.busy.until).toISOString();
  const why = outcome.busy.isOwnLimit ? 'Its limits permit no request' : 'It accepts no requests';
  return { status: 'PARTNER_BUSY', code: 'UPSTREAM_BUSY', retryAt, feedback: [feedback('WARN', `${why} before ${retryAt}.`)] };
}
