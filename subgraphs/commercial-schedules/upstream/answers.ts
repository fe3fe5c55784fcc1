import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '#platform/access/entitlement.ts';
import type { CursorCache } from '#platform/cache/cursor-cache.ts';
import type { Logger } from '#platform/logger.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import type { OnBusy } from '#platform/upstream/attempt.ts';
import type { CallPayer } from '#platform/upstream/call-quota.ts';
import { createSharedRequests, reportOfUnanswered, type SoftTimeout, type Unanswered } from '#platform/upstream/shared-requests.ts';
import { isLasting } from '#platform/upstream/source-status.ts';
import type { SourceReport, SourceStatus } from '#platform/upstream/sources.ts';
import { feedback } from '#platform/wire/dcsa.ts';
import type { Answer, ScheduleQuery } from '../model.ts';
import type { ScheduleRequester } from './client.ts';
import { type Collect, reportOf } from './collect.ts';

/** How long snapshots, and so cursors, are good for. */
export const snapshotMs = 15 * 60 * 1_000;
/** Oldest answer that is used again, however great `maxAgeSeconds` is. */
const maxAnswerMs = 60 * 60 * 1_000;
/** A snapshot may be taken of an answer at the end of its time. */
const keptMs = maxAnswerMs + snapshotMs;
/** After these an older answer is better than none. Not after a refusal: what was taken from us is not shown on. */
const outages: ReadonlySet<SourceStatus> = new Set(['FAILED', 'TIMED_OUT', 'RATE_LIMITED', 'PARTNER_BUSY', 'PENDING']);

/** For whom a question is asked, and how old an answer may be. */
export interface AnswerTerms {
  /** Answers under one entitlement are no good for another; calls count to the tenant. */
  readonly caller: Pick<Caller, 'key' | 'tenant' | 'partnerCallsPerMinute'>;
  readonly maxAgeMs: number;
  /** Whether an older answer, of up to an hour, will do while the Producer is asked anew. @default false */
  readonly mayBeStale?: boolean;
  /** How long the Producer is waited for. What it answers later is kept for the next question. */
  readonly wait: SoftTimeout;
}

/** The answers of Producers, asked for and kept for a while. */
export interface Answers {
  /** The last answer to a question, if it is held and not older than the terms allow. Nobody is asked. */
  findHeld(partner: Partner, question: ScheduleQuery, terms: Omit<AnswerTerms, 'wait'>): Promise<Answer | undefined>;
  /**
   * A Producer's answer to a question, not older than the terms allow. Equal questions of a tenant in flight are asked
   * once. Of a Producer that fails without a single page, or is not waited for any longer, the rows of its last
   * answer, of up to an hour, with the status of the failure and a remark.
   */
  fetch(partner: Partner, question: ScheduleQuery, terms: AnswerTerms): Promise<Answer>;
  /** An answer that was given before; undefined when it is gone. */
  find(id: string): Promise<Answer | undefined>;
}

export interface AnswersParts {
  readonly collect: Collect;
  /** May lose any of them. */
  readonly cache: CursorCache;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** What is kept under the id of an answer: the answer, or its report and the id of the one whose rows it repeats. */
type Kept = Answer | { readonly id: string; readonly report: SourceReport; readonly rowsOf: string };

/** Opens the answers. */
export function createAnswers({ collect, cache, logger, clock = systemClock }: AnswersParts): Answers {
  const requests = createSharedRequests<Answer>(clock);
  const keep = (kept: Kept) => cache.put(`schedules-answer:${kept.id}`, kept, keptMs);

  const find = async (id: string): Promise<Answer | undefined> => {
    const kept = (await cache.find(`schedules-answer:${id}`)) as Kept | undefined;
    if (kept === undefined || 'rows' in kept) return kept;
    const older = await find(kept.rowsOf);
    return older && { id, report: kept.report, rows: older.rows };
  };

  const findLatest = async (key: string, maxAgeMs: number): Promise<{ answer: Answer; ageMs: number } | undefined> => {
    if (maxAgeMs === 0) return undefined;
    const latest = (await cache.find(key)) as { readonly id: string; readonly at: number } | undefined;
    const ageMs = latest === undefined ? Number.POSITIVE_INFINITY : clock.now() - latest.at;
    const answer = latest === undefined || ageMs > Math.min(maxAgeMs, maxAnswerMs) ? undefined : await find(latest.id);
    return answer && { answer, ageMs };
  };

  const ask = async (
    partner: Partner,
    question: ScheduleQuery,
    { key, ...by }: ScheduleRequester & { readonly key: string },
  ): Promise<Answer> => {
    const answer: Answer = { id: randomUUID(), ...(await collect(partner, question, by)) };
    await keep(answer);
    // A failure does not take the place of an answer, whose rows stand in for it.
    const isKept = isLasting(answer.report) && (answer.report.status !== 'FAILED' || (await findLatest(key, maxAnswerMs)) === undefined);
    if (isKept) await cache.put(key, { id: answer.id, at: clock.now() }, maxAnswerMs);
    return answer;
  };

  /** Equal ones have one id: cursors into them are the same, and however many wait, one is kept. */
  const unanswered = async ({ id: partner }: Partner, outcome: Unanswered): Promise<Answer> => {
    const report = reportOf(partner, reportOfUnanswered(outcome));
    const answer = { id: createHash('sha256').update(JSON.stringify(report)).digest('base64url').slice(0, 22), rows: [], report };
    await keep(answer);
    return answer;
  };

  /** Fills an answer that brought nothing with the rows of the one before. */
  const withOlderRows = async (failed: Answer, key: string): Promise<Answer> => {
    const { report } = failed;
    if (!outages.has(report.status) || report.retrievedAt !== undefined) return failed;
    const older = await findLatest(key, maxAnswerMs);
    if (older === undefined || older.answer.report.status === 'FAILED') return failed;
    const { retrievedAt, apiVersion } = older.answer.report;
    const seconds = Math.round(older.ageMs / 1_000);
    const remark = feedback('WARN', `The partner did not answer; these rows are from its answer ${seconds} seconds ago.`);
    const stale = { ...report, retrievedAt, apiVersion, feedback: [...report.feedback, remark] };
    // All that waited for the same answer show the same one, so their cursors are the same, too.
    const id = `${failed.id}+${older.answer.id}`;
    await keep({ id, report: stale, rowsOf: older.answer.id });
    return { id, report: stale, rows: older.answer.rows };
  };

  return {
    find,
    findHeld: async (partner, question, terms) => (await findLatest(keyOf(partner, question, terms), terms.maxAgeMs))?.answer,
    fetch: async (partner, question, terms) => {
      const { maxAgeMs, mayBeStale = false, wait, caller } = terms;
      const key = keyOf(partner, question, terms);
      // Who has used up its calls gets no answer; others, of the same rights, still do.
      const askOnce = (payer: CallPayer | undefined, waits: SoftTimeout) =>
        requests(`${caller.tenant}\n${key}`, (onBusy: OnBusy) => ask(partner, question, { key, payer, onBusy }), waits);
      const held = await findLatest(key, mayBeStale ? maxAnswerMs : maxAgeMs);
      if (held === undefined) {
        const outcome = await askOnce(caller, wait);
        return withOlderRows(outcome.kind === 'ANSWERED' ? outcome.answer : await unanswered(partner, outcome), key);
      }
      if (held.ageMs > maxAgeMs) {
        askOnce(undefined, { waitUntil: 0 }).catch((err: unknown) =>
          logger.warn({ err, partner: partner.id }, 'a stored answer could not be refreshed'),
        );
      }
      return held.answer;
    },
  };
}

function keyOf({ id, commercialSchedules }: Partner, question: ScheduleQuery, { caller }: Pick<AnswerTerms, 'caller'>): string {
  return `schedules-latest:${JSON.stringify([id, commercialSchedules, question, caller.key])}`;
}
