import { LandfallError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';
import { feedback } from '../wire/dcsa.ts';
import type { BusyPartner, OnBusy } from './attempt.ts';
import type { SourceReport } from './sources.ts';

/** How long a question waits for an answer that is asked for. */
export interface SoftTimeout {
  /** {@link Clock.now}; who asked goes on without the answer then. */
  readonly waitUntil: number;
  /** Whether it also waits while the partner has to be left alone. @default false */
  readonly waitsForBusy?: boolean | undefined;
}

/** What waiting for an answer came to. */
export type WaitOutcome<T> = { readonly kind: 'ANSWERED'; readonly answer: T } | Unanswered;

/** Why there is no answer yet. It is still on its way. */
export type Unanswered = { readonly kind: 'PARTNER_BUSY'; readonly busy: BusyPartner } | { readonly kind: 'PENDING' };

/**
 * Asks, or waits for the answer to an equal question that is under way already.
 *
 * @param ask is told where to say that the partner has to be left alone; it ends by itself, also when nobody waits any more
 * @throws what asking throws, as long as somebody waits
 */
export type SharedRequests<T> = (key: string, ask: (onBusy: OnBusy) => Promise<T>, wait: SoftTimeout) => Promise<WaitOutcome<T>>;

interface SharedRequest<T> {
  readonly answer: Promise<T>;
  readonly busy: BusyPartner | undefined;
  /** Of those who wait: looks whether to go on waiting. */
  readonly checks: Set<() => void>;
}

/** How long questions of clients wait for partners unless they say otherwise; the schema has the same number. */
const defaultMaxWaitMs = 2_000;

/** Reads the argument of the schema. @throws {LandfallError} BAD_USER_INPUT for a negative one */
export function maxWaitMsOf(maxWaitMs: number | null | undefined): number {
  if (maxWaitMs === null || maxWaitMs === undefined) return defaultMaxWaitMs;
  if (maxWaitMs < 0) throw new LandfallError('BAD_USER_INPUT', `Argument maxWaitMs: expected 0 or more milliseconds, got ${maxWaitMs}.`);
  return maxWaitMs;
}

/** Longest pause of a timer of Node. */
const maxTimerMs = 2_147_483_647;

/**
 * Opens requests that equal questions share, and that go on when those who asked do not wait any longer: a late answer is
 * there for the next question. A partner that wants a pause is not waited for, nor one whose turn is foreseen to come too
 * late. A failure is shared by those who waited, and forgotten.
 */
export function createSharedRequests<T>(clock: Pick<Clock, 'now'>): SharedRequests<T> {
  const underWay = new Map<string, SharedRequest<T>>();

  const begin = (key: string, ask: (onBusy: OnBusy) => Promise<T>): SharedRequest<T> => {
    const checks = new Set<() => void>();
    let busy: BusyPartner | undefined;
    const onBusy: OnBusy = (next) => {
      busy = next;
      for (const check of [...checks]) check();
    };
    const answer = ask(onBusy).finally(() => underWay.delete(key));
    // It may fail when nobody waits for it any more.
    answer.catch(() => undefined);
    const request: SharedRequest<T> = {
      answer,
      checks,
      get busy() {
        return busy !== undefined && busy.until > clock.now() ? busy : undefined;
      },
    };
    underWay.set(key, request);
    return request;
  };

  return (key, ask, { waitUntil, waitsForBusy = false }) => {
    const request = underWay.get(key) ?? begin(key, ask);
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

/** The part of a report that tells that an answer is not there yet. */
export function reportOfUnanswered(outcome: Unanswered): Pick<SourceReport, 'status' | 'retryAt' | 'code' | 'feedback'> {
  if (outcome.kind === 'PENDING') {
    const remark = feedback('WARN', 'The partner has not answered yet. Its answer will be stored for the next query.');
    return { status: 'PENDING', feedback: [remark] };
  }
  const retryAt = new Date(outcome.busy.until).toISOString();
  const why = outcome.busy.isOwnLimit ? 'Its limits permit no request' : 'It accepts no requests';
  return { status: 'PARTNER_BUSY', code: 'UPSTREAM_BUSY', retryAt, feedback: [feedback('WARN', `${why} before ${retryAt}.`)] };
}
