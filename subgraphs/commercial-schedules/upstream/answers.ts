import { createHash, randomUUID } from 'node:crypto';
import { feedback } from '@landfall/dcsa/feedback.ts';
import type { Caller } from '#platform/access/entitlement.ts';
import type { CursorCache } from '#platform/cache/cursor-cache.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Logger } from '#platform/logger.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { joinEqualRequests, reportOfUnanswered, type SoftTimeout, type Unanswered } from '#platform/upstream/joined-requests.ts';
import type { OnBusy } from '#platform/upstream/limiter.ts';
import type { CallPayer } from '#platform/upstream/retrying-client.ts';
import { isLasting, type SourceStatus } from '#platform/upstream/sources.ts';
import type { Answer, ScheduleQuery } from '../model.ts';
import { maxAnswerMs, snapshotMs } from '../profile.ts';
import { type Collect, reportOf, type ScheduleRequester } from './collect.ts';

/** A snapshot may be taken of an answer at the end of its lifetime. */
const storedMs = maxAnswerMs + snapshotMs;
/** A query that runs when a newer answer arrives may still take a snapshot of the replaced one. */
const replacedMs = snapshotMs + 60_000;
/**
 * Statuses after which an older answer is better than none. A refusal is not among them, because it may have withdrawn
 * our access.
 */
const outages: ReadonlySet<SourceStatus> = new Set(['FAILED', 'TIMED_OUT', 'RATE_LIMITED', 'PARTNER_BUSY', 'PENDING']);

/** The caller of a query, and the accepted age of answers. */
export interface AnswerTerms {
  /**
   * Answers are shared only between callers with the same entitlement; requests count towards the quota of the tenant.
   */
  readonly caller: Pick<Caller, 'key' | 'tenant' | 'partnerCallsPerMinute'>;
  readonly maxAgeMs: number;
  /** Whether an older answer, of up to an hour, is accepted while the Producer is requested again. @default false */
  readonly mayBeStale?: boolean;
  /** How long to wait for the Producer. A later answer is stored for the next query. */
  readonly wait: SoftTimeout;
}

/** Requests and caches the answers of Producers. */
export type Answers = ReturnType<typeof createAnswers>;

/** The last reusable answer to a query. */
interface LatestAnswer {
  readonly id: string;
  readonly at: number;
}

/** Creates the cache of answers. @param parts.cache may drop any answer */
export function createAnswers(parts: { collect: Collect; cache: CursorCache; logger: Logger; clock?: Clock }) {
  const { collect, cache, logger, clock = systemClock } = parts;
  const requests = joinEqualRequests<Answer>(clock);
  const store = (answer: Answer) => cache.put(`schedules-answer:${answer.id}`, answer, storedMs);
  const find = async (id: string) => (await cache.find(`schedules-answer:${id}`)) as Answer | undefined;

  const findLatest = async (key: string, maxAgeMs: number): Promise<{ answer: Answer; ageMs: number } | undefined> => {
    if (maxAgeMs === 0) return undefined;
    const latest = (await cache.find(key)) as LatestAnswer | undefined;
    const ageMs = latest === undefined ? Number.POSITIVE_INFINITY : clock.now() - latest.at;
    const answer = latest === undefined || ageMs > Math.min(maxAgeMs, maxAnswerMs) ? undefined : await find(latest.id);
    return answer && { answer, ageMs };
  };

  const request = async (
    partner: Partner,
    query: ScheduleQuery,
    { key, ...by }: ScheduleRequester & { readonly key: string },
  ): Promise<Answer> => {
    const answer: Answer = { id: randomUUID(), ...(await collect(partner, query, by)) };
    await store(answer);
    // A failure does not replace an answer, whose rows are shown with it.
    const isLatest = isLasting(answer.report) && (answer.report.status !== 'FAILED' || (await findLatest(key, maxAnswerMs)) === undefined);
    if (!isLatest) return answer;
    const replaced = (await cache.find(key)) as LatestAnswer | undefined;
    await cache.put(key, { id: answer.id, at: clock.now() } satisfies LatestAnswer, maxAnswerMs);
    if (replaced !== undefined) await cache.expire(`schedules-answer:${replaced.id}`, replacedMs);
    return answer;
  };

  /** Equal outcomes have one id, so that their cursors are equal and one is stored for all waiting queries. */
  const unanswered = async ({ id: partner }: Partner, outcome: Unanswered): Promise<Answer> => {
    const report = reportOf(partner, reportOfUnanswered(outcome));
    const answer = { id: createHash('sha256').update(JSON.stringify(report)).digest('base64url').slice(0, 22), rows: [], report };
    await store(answer);
    return answer;
  };

  /** Fills an answer without rows with the rows of the previous one. */
  const withOlderRows = async (failed: Answer, key: string): Promise<Answer> => {
    const { report } = failed;
    if (!outages.has(report.status) || report.retrievedAt !== undefined) return failed;
    const older = await findLatest(key, maxAnswerMs);
    if (older === undefined || older.answer.report.status === 'FAILED') return failed;
    const { retrievedAt, apiVersion } = older.answer.report;
    const seconds = Math.round(older.ageMs / 1_000);
    const remark = feedback('WARN', `The partner did not answer; these rows are from its answer ${seconds} seconds ago.`);
    const stale = { ...report, retrievedAt, apiVersion, feedback: [...report.feedback, remark] };
    // Queries that waited for the same answer get the same id, so their cursors are equal.
    const answer = { id: `${failed.id}+${older.answer.id}`, report: stale, rows: older.answer.rows };
    await store(answer);
    return answer;
  };

  return {
    /** Finds an earlier answer; undefined when it has expired. */
    find,
    /** Finds the cached answer to a query, if it is not older than the terms allow. Sends no request. */
    findCached: async (partner: Partner, query: ScheduleQuery, terms: Omit<AnswerTerms, 'wait'>): Promise<Answer | undefined> =>
      (await findLatest(keyOf(partner, query, terms), terms.maxAgeMs))?.answer,
    /**
     * Returns a Producer's answer to a query, not older than the terms allow. Equal concurrent requests of a tenant are
     * sent once. If a Producer fails before its first page, or is no longer waited for, returns the rows of its last
     * answer, if that is at most an hour old, with the status of the failure and a remark.
     */
    fetch: async (partner: Partner, query: ScheduleQuery, terms: AnswerTerms): Promise<Answer> => {
      const { maxAgeMs, mayBeStale = false, wait, caller } = terms;
      const key = keyOf(partner, query, terms);
      // Shared within one tenant only: a tenant whose quota is used up must not make the request fail for another
      // tenant with the same rights.
      const requestOnce = (payer: CallPayer | undefined, waits: SoftTimeout) =>
        requests(`${caller.tenant}\n${key}`, (onBusy: OnBusy) => request(partner, query, { key, payer, onBusy }), waits);
      const cached = await findLatest(key, mayBeStale ? maxAnswerMs : maxAgeMs);
      if (cached === undefined) {
        const outcome = await requestOnce(caller, wait);
        return withOlderRows(outcome.kind === 'ANSWERED' ? outcome.answer : await unanswered(partner, outcome), key);
      }
      if (cached.ageMs > maxAgeMs) {
        requestOnce(undefined, { waitUntil: 0 }).catch((err: unknown) =>
          logger.warn({ err, partner: partner.id }, 'a stored answer could not be refreshed'),
        );
      }
      return cached.answer;
    },
  };
}

function keyOf(
  { id, commercialSchedules, timesWithoutOffset }: Partner,
  query: ScheduleQuery,
  { caller }: Pick<AnswerTerms, 'caller'>,
): string {
  return `schedules-latest:${JSON.stringify([id, commercialSchedules, timesWithoutOffset, query, caller.key])}`;
}

/** The answers with the rows of a connection. A cursor names a snapshot, so later answers do not move its rows. */
export interface Snapshot {
  /** The same for equal answers, so that equal rows have equal cursors. */
  readonly id: string;
  /** In the order of their rows. */
  readonly answers: readonly Answer[];
}

export type Snapshots = ReturnType<typeof createSnapshots>;

/** Creates the snapshots, in the cache that also stores their answers. They are stored for {@link snapshotMs}. */
export function createSnapshots(cache: CursorCache, answers: Answers) {
  return {
    store: async (kept: readonly Answer[]): Promise<Snapshot> => {
      const ids = kept.map(({ id }) => id);
      const id = createHash('sha256').update(ids.join()).digest('base64url').slice(0, 22);
      await cache.put(`schedules-snapshot:${id}`, ids, snapshotMs);
      return { id, answers: kept };
    },
    /** Returns a snapshot. @throws {LandfallError} CURSOR_EXPIRED when any of its answers has expired */
    get: async (id: string): Promise<Snapshot> => {
      const ids = (await cache.find(`schedules-snapshot:${id}`)) as readonly string[] | undefined;
      const found = await Promise.all((ids ?? []).map(answers.find));
      const kept = found.filter((answer) => answer !== undefined);
      if (ids === undefined || kept.length < ids.length) {
        const interruption = cache.interruption?.(snapshotMs);
        const why = interruption === undefined ? '' : ` here: ${interruption}, so only the process that created the page may have them`;
        throw new LandfallError('CURSOR_EXPIRED', `The answers of this cursor are not stored${why}. Start again from the first page.`);
      }
      return { id, answers: kept };
    },
  };
}
