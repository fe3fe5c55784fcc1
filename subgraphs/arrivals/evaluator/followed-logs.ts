import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { wholeLogCursors } from '#platform/log/log-page.ts';
import type { EvaluateAllNotices } from './all-notices.ts';
import { eventLogQuery, noticeLogQuery } from './evaluator-queries.ts';
import { type ReadEvent, requestsOfEvents, termsOfReadEvent } from './follow-events.ts';
import { arrivalIdsOf, type ReadNoticeVersion, requestsOfNotices } from './follow-notices.ts';
import { type FollowedLog, type FollowedPage, readFollowedPage } from './log-pages.ts';
import { pageSize, type RoundParts, type RoundStep, readFound } from './round-step.ts';
import { readArrivals } from './update-arrivals.ts';

/** The logs that the evaluator follows. */
export const followedLogs = ['arrival-notice-versions', 'port-call-events'] as const;
export type FollowedLogName = (typeof followedLogs)[number];

/** Follows the logs of notices and port call events from the positions that the store keeps. */
export interface FollowedLogs {
  /** Evaluates the arrivals of the next page of notice versions. */
  readonly followNotices: RoundStep;
  /** Evaluates the arrivals that the next page of port call events may concern. */
  readonly followEvents: RoundStep;
  /** Evaluates all existing notices and starts following at the end of the logs, unless this has been done before. */
  begin(signal: AbortSignal): Promise<void>;
  /**
   * Returns whether all data of the followed subgraphs is evaluated, including what was stored most recently and has no
   * sequence number yet.
   */
  isCaughtUp(): Promise<boolean>;
  /** Returns how many entries of each log have not been evaluated. */
  lag(): Promise<Readonly<Record<FollowedLogName, number>>>;
}

/** Set when the notices that existed at the first start have been evaluated. */
const baselinePosition = 'arrivals-baseline';

export function createFollowedLogs(parts: RoundParts, signer: CursorSigner, evaluateAll: EvaluateAllNotices): FollowedLogs {
  const { store, executeQuery, evaluate, rows, views, plan, clock } = parts;
  const { arrivals } = store;
  const logs: Readonly<Record<FollowedLogName, FollowedLog>> = {
    'arrival-notice-versions': {
      document: noticeLogQuery,
      field: 'arrivalNoticeVersionLog',
      member: 'version',
      cursors: wholeLogCursors('arrival-notice-versions', signer),
    },
    'port-call-events': {
      document: eventLogQuery,
      field: 'portCallEventLog',
      member: 'event',
      cursors: wholeLogCursors('port-call-events', signer),
    },
  };
  /** Never reset, so it is read only until it is true. */
  let hasBegun = false;
  const headOf = async (log: FollowedLogName) => (await store.versions(log).bounds()).head;
  /** @returns undefined at the end of the log */
  const nextPage = async <Content>(log: FollowedLogName, signal: AbortSignal): Promise<FollowedPage<Content> | undefined> => {
    const position = await arrivals.position(log);
    return (await headOf(log)) <= position ? undefined : readFollowedPage<Content>(executeQuery, logs[log], { after: position, signal });
  };

  return {
    followNotices: async (signal) => {
      const page = await nextPage<ReadNoticeVersion>('arrival-notice-versions', signal);
      if (page === undefined) return false;
      if (page.hasGap) await evaluateAll(signal);
      const ids = arrivalIdsOf(page.entries.map(({ content }) => content));
      const read = readArrivals(ids, await arrivals.find(ids), rows);
      await evaluate(requestsOfNotices(page.entries, { read, views: views(), plan, nowMs: clock.now() }), { read, signal });
      await arrivals.advance('arrival-notice-versions', page.scannedThrough);
      return page.hasMore;
    },
    followEvents: async (signal) => {
      const page = await nextPage<ReadEvent>('port-call-events', signal);
      if (page === undefined) return false;
      await evaluateEvents(parts, page.entries, signal);
      await arrivals.advance('port-call-events', page.scannedThrough);
      return page.hasMore;
    },
    begin: async (signal) => {
      if (hasBegun || (await arrivals.position(baselinePosition)) > 0) {
        hasBegun = true;
        return;
      }
      const heads = await Promise.all(followedLogs.map(async (log) => [log, await headOf(log)] as const));
      await evaluateAll(signal);
      for (const [log, head] of heads) await arrivals.advance(log, head);
      await arrivals.advance(baselinePosition, 1);
    },
    isCaughtUp: async () => {
      for (const log of followedLogs) {
        await store.versions(log).assignSequences();
        if ((await headOf(log)) > (await arrivals.position(log))) return false;
      }
      return true;
    },
    lag: async () => {
      const behind = async (log: FollowedLogName) => {
        const [head, position] = await Promise.all([headOf(log), arrivals.position(log)]);
        return [log, Math.max(0, head - position)] as const;
      };
      return Object.fromEntries(await Promise.all(followedLogs.map(behind))) as Record<FollowedLogName, number>;
    },
  };
}

/** Evaluates the arrivals that the events may concern, page by page. */
async function evaluateEvents(
  { store: { arrivals }, evaluate, rows, plan, clock }: RoundParts,
  entries: FollowedPage<ReadEvent>['entries'],
  signal: AbortSignal,
): Promise<void> {
  const terms = [...new Set(entries.flatMap(({ content }) => termsOfReadEvent(content)))];
  let after: string | undefined;
  while (terms.length > 0) {
    const found = await arrivals.findByTerms({ terms, after, limit: pageSize });
    const read = readFound(found, rows);
    const known = found.flatMap(({ arrivalId, terms: own }) => {
      const state = read.get(arrivalId)?.state;
      return state === undefined ? [] : [{ state, terms: own }];
    });
    await evaluate(requestsOfEvents(entries, known, { plan, nowMs: clock.now() }), { read, signal });
    after = found.at(-1)?.arrivalId;
    if (found.length < pageSize) return;
  }
}
