import type { Ask } from '#platform/graphql/ask.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import type { EventBus } from '#platform/log/event-bus.ts';
import { createLease } from '#platform/log/lease.ts';
import { wholeLogCursors } from '#platform/log/log-page.ts';
import type { Logger } from '#platform/logger.ts';
import type { StoredArrival } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import { isStoreError } from '#platform/store/store-failure.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { startWakeUpLoop } from '#platform/time/wake-up-loop.ts';
import { type AudienceTenant, scopesOf } from '../store/state-rows.ts';
import { allNoticesQuery, eventLogQuery, noticeLogQuery } from './ask-queries.ts';
import { createEvaluateArrivals, type EvaluationRequest } from './evaluate-arrivals.ts';
import { type EvaluatorView, evaluatorCaller } from './evaluated-views.ts';
import { type ReadEvent, requestsOfEvents, termsOfReadEvent } from './follow-events.ts';
import { arrivalIdsOf, type ReadNoticeVersion, requestsOfNotices } from './follow-notices.ts';
import { type FollowedLog, readFollowedPage } from './log-pages.ts';
import { intervalOf, plannedMaxAgeSeconds, type SchedulePlan, sharedMaxAgeSeconds } from './plan.ts';
import { type ReadArrivals, readArrivals, type StateRows, type UpdateArrivals } from './update-arrivals.ts';

/** Evaluates arrivals in the background. */
export interface Evaluator extends AsyncDisposable {
  /** Requests a round, after a change that no log tells about. */
  wake(): void;
  /** Has every arrival brought in line with the tenants, whose views or thresholds have changed. */
  refresh(): void;
  /** Returns how many entries of each followed log are not evaluated yet. */
  lag(): Promise<Readonly<Record<FollowedLogName, number>>>;
  /** Whether a rebuild was requested and is not made yet. */
  isRebuilding(): Promise<boolean>;
  /** Returns the age in seconds of the oldest schedules of an open arrival; 0 without any. */
  scheduleAgeSeconds(): Promise<number>;
}

export interface EvaluatorOptions {
  readonly store: Store;
  readonly ask: Ask;
  readonly signer: CursorSigner;
  readonly update: UpdateArrivals;
  readonly rows: Pick<StateRows, 'stateOf'>;
  readonly tenants: () => readonly AudienceTenant[];
  readonly views: () => readonly EvaluatorView[];
  readonly plan: SchedulePlan;
  readonly bus: Pick<EventBus, 'subscribe'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Whether several processes share the store, so that a lease decides which of them evaluates. */
  readonly shared: boolean;
  readonly clock?: Clock | undefined;
  /** Time between rounds without a wake-up, for clock entries and lost wake-ups. @default 500 */
  readonly pollMs?: number | undefined;
  readonly leaseMs?: number | undefined;
  /** Under load the changes of so long share a round, with its statements and transactions. @default 100 */
  readonly minIntervalMs?: number | undefined;
}

const followedLogs = ['arrival-notice-versions', 'port-call-events'] as const;
export type FollowedLogName = (typeof followedLogs)[number];

/** Arrivals that are read or due at a time. */
const pageSize = 50;
/** Set once the notices that were there at the first start are evaluated. */
const baselinePosition = 'arrivals-baseline';
/** How often a page of a rebuild is tried until nothing is pushed meanwhile. */
const maxRebuildTries = 20;
/** How often sides are asked until nothing is pushed meanwhile. */
const maxAskTries = 3;
/** Numbers of the last rebuild that was requested, and of the last one that was made. */
const [rebuildRequested, rebuildDone] = ['arrivals-rebuild-requested', 'arrivals-rebuild-done'] as const;

/** Requests a rebuild of all arrivals, which the evaluator makes. @throws {StoreUnavailableError} */
export async function requestRebuild({ arrivals }: Pick<Store, 'arrivals'>): Promise<void> {
  await arrivals.advance(rebuildRequested, (await arrivals.position(rebuildRequested)) + 1);
}

/** Whether a rebuild was requested and is not made yet. */
export async function isRebuildRequested({ arrivals }: Pick<Store, 'arrivals'>): Promise<boolean> {
  return (await arrivals.position(rebuildDone)) < (await arrivals.position(rebuildRequested));
}

/**
 * Starts the evaluator. Of the processes that share a store the holder of the lease evaluates; if two ever believe to hold it,
 * the revisions of the rows let one of them write, and the other one evaluates what it reads then. Every step can be repeated
 * after a kill: rows know up to which numbers of the logs they are evaluated.
 */
export function startEvaluator(options: EvaluatorOptions): Evaluator {
  const { store, ask, signer, update, rows, tenants, views, plan, bus, logger, shared } = options;
  const { clock = systemClock, pollMs = 500, leaseMs = 4_000, minIntervalMs = 100 } = options;
  const { arrivals } = store;
  const evaluate = createEvaluateArrivals({
    ask,
    update,
    alerts: store.versions('arrival-alerts'),
    views,
    plan,
    clock,
    onError: (error, arrivalId) => logger.error({ err: error, arrivalId }, 'an arrival could not be evaluated'),
  });
  const lease = createLease(store, { name: 'arrivals', shared, leaseMs });
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

  /** Finishes what a killed process has left. */
  async function appendPending(): Promise<void> {
    for (;;) {
      const pending = await arrivals.pending(pageSize);
      if (pending.length === 0) return;
      await update(
        pending.map(({ arrivalId }) => arrivalId),
        () => undefined,
      );
    }
  }

  /** Reads the arrivals of versions. */
  async function arrivalsOf(versions: readonly ReadNoticeVersion[]): Promise<ReadArrivals> {
    const ids = arrivalIdsOf(versions);
    return readArrivals(ids, await arrivals.find(ids), rows);
  }

  /** Reads rows that were found otherwise. */
  function readRows(found: readonly StoredArrival[]): ReadArrivals {
    return readArrivals(
      found.map(({ arrivalId }) => arrivalId),
      found,
      rows,
    );
  }

  /** At the first start, or after a gap in the log: evaluates the notices whose current version was not evaluated. */
  async function evaluateAll(signal: AbortSignal): Promise<void> {
    let after: string | undefined;
    do {
      const { data, errors } = await ask({
        document: allNoticesQuery,
        variables: { after, first: pageSize },
        caller: evaluatorCaller,
        signal,
      });
      const page = data?.['arrivalNotices'] as NoticesData | null | undefined;
      if (page === null || page === undefined) throw new Error(`arrivalNotices was not answered: ${errors[0]?.message}`);
      const versions = page.nodes.flatMap((node) => node?.current ?? []);
      const read = await arrivalsOf(versions);
      const requests = requestsOfNotices(
        versions.map((content) => ({ sequence: 0, content })),
        { read, views: views(), plan, nowMs: clock.now() },
      );
      const isBehind = ({ arrivalId, notices = [] }: EvaluationRequest) =>
        notices.some(({ evidence }) => evidence.versionId !== read.get(arrivalId)?.state?.notice.versionId);
      const isLost = ({ arrivalId }: EvaluationRequest) => read.get(arrivalId)?.state === undefined;
      await evaluate(
        requests.filter(isBehind).map((request) => ({ ...request, isAnew: isLost(request) })),
        { read, signal },
      );
      after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
    } while (after !== undefined && (await lease.holds()));
  }

  async function begin(signal: AbortSignal): Promise<void> {
    if ((await arrivals.position(baselinePosition)) > 0) return;
    const heads = await Promise.all(followedLogs.map(async (log) => [log, (await store.versions(log).bounds()).head] as const));
    await evaluateAll(signal);
    for (const [log, head] of heads) await arrivals.advance(log, head);
    await arrivals.advance(baselinePosition, 1);
  }

  /** Reads the next page of a log. @returns undefined at its end */
  async function nextPage<Content>(log: FollowedLogName, signal: AbortSignal) {
    const position = await arrivals.position(log);
    const { head } = await store.versions(log).bounds();
    if (head <= position) return undefined;
    return readFollowedPage<Content>(ask, logs[log], { after: position, signal });
  }

  async function followNotices(signal: AbortSignal): Promise<boolean> {
    const page = await nextPage<ReadNoticeVersion>('arrival-notice-versions', signal);
    if (page === undefined) return false;
    if (page.hasGap) await evaluateAll(signal);
    const read = await arrivalsOf(page.entries.map(({ content }) => content));
    await evaluate(requestsOfNotices(page.entries, { read, views: views(), plan, nowMs: clock.now() }), { read, signal });
    await arrivals.advance('arrival-notice-versions', page.scannedThrough);
    return page.hasMore;
  }

  async function followEvents(signal: AbortSignal): Promise<boolean> {
    const page = await nextPage<ReadEvent>('port-call-events', signal);
    if (page === undefined) return false;
    const terms = [...new Set(page.entries.flatMap(({ content }) => termsOfReadEvent(content)))];
    let after: string | undefined;
    while (terms.length > 0) {
      const found = await arrivals.findByTerms({ terms, after, limit: pageSize });
      const read = readRows(found);
      const known = found.flatMap(({ arrivalId, terms: own }) => {
        const state = read.get(arrivalId)?.state;
        return state === undefined ? [] : [{ state, terms: own }];
      });
      await evaluate(requestsOfEvents(page.entries, known, { plan, nowMs: clock.now() }), { read, signal });
      after = found.at(-1)?.arrivalId;
      if (found.length < pageSize) break;
    }
    await arrivals.advance('port-call-events', page.scannedThrough);
    return page.hasMore;
  }

  /** Evaluates arrivals whose time has come. */
  async function followTime(kind: 'wake' | 'ask', signal: AbortSignal): Promise<boolean> {
    const nowMs = clock.now();
    const due = await arrivals.dueBy(kind, nowMs, pageSize);
    const read = readRows(due);
    const requests = due.flatMap(({ arrivalId }): EvaluationRequest[] => {
      const state = read.get(arrivalId)?.state;
      if (state === undefined) return [];
      const { partner, transportDocumentReference } = state.notice;
      const maxAgeSeconds = kind === 'ask' ? plannedMaxAgeSeconds(intervalOf(state, plan, nowMs)) : undefined;
      return [{ arrivalId, partner, transportDocumentReference, maxAgeSeconds }];
    });
    const isEvaluated = await (kind === 'ask' ? evaluateAsked : evaluate)(requests, { read, signal });
    return !isEvaluated || due.length === pageSize;
  }

  /** The next page of the arrivals that may lack a view or an audience; undefined: none may. */
  let refreshing: { readonly after?: string | undefined } | undefined = {};

  /** Brings a page of arrivals in line with the tenants. A view that is new begins with a baseline. */
  async function refreshPage(signal: AbortSignal): Promise<boolean> {
    if (refreshing === undefined) return false;
    const page = refreshing;
    const held = await arrivals.scan({ after: page.after, limit: pageSize });
    const nowMs = clock.now();
    const marks = await arrivals.findMarks(held.map(({ arrivalId }) => arrivalId));
    const read = readRows(held);
    const requests = held.flatMap((row): EvaluationRequest[] => {
      const state = read.get(row.arrivalId)?.state;
      if (state === undefined) return [];
      const { partner, transportDocumentReference } = state.notice;
      const terms = [`partner:${partner}`, ...state.partyTerms];
      const newViews = views().flatMap(({ id, shows }) => (shows(terms) && state.views[id] === undefined ? [id] : []));
      const own = marks.filter(({ arrivalId }) => arrivalId === row.arrivalId);
      const expected = new Set(scopesOf(state, tenants(), own));
      const isSame = row.entries.length === expected.size && row.entries.every(({ scope }) => expected.has(scope));
      if (isSame && newViews.length === 0) return [];
      const maxAgeSeconds = newViews.length > 0 ? sharedMaxAgeSeconds(intervalOf(state, plan, nowMs)) : undefined;
      return [{ arrivalId: row.arrivalId, partner, transportDocumentReference, maxAgeSeconds, askedViews: newViews }];
    });
    await evaluate(requests, { read, signal });
    // A change of the tenants meanwhile has begun another pass.
    if (refreshing === page) refreshing = held.length < pageSize ? undefined : { after: held.at(-1)?.arrivalId };
    return refreshing !== undefined;
  }

  /** Whether everything that the followed logs' subgraphs know is evaluated, also what was stored a moment ago and has no number yet. */
  async function isCaughtUp(): Promise<boolean> {
    for (const log of followedLogs) {
      const versions = store.versions(log);
      await versions.assignSequences();
      if ((await versions.bounds()).head > (await arrivals.position(log))) return false;
    }
    return true;
  }

  /**
   * Creates an evaluation that does nothing where something was pushed while sides were asked: an answer shows it, too, and it
   * would be no change any more once its log is followed. Where pushes never pause, it evaluates after so many tries all the same.
   */
  function createQuietEvaluate(maxTries: number): typeof evaluate {
    let tries = 0;
    return async (requests, parts) => {
      const isEvaluated = await evaluate(requests, { ...parts, confirm: async () => tries === maxTries || isCaughtUp() });
      tries = isEvaluated ? 0 : tries + 1;
      return isEvaluated;
    };
  }
  const [evaluateAsked, evaluateAnew] = [createQuietEvaluate(maxAskTries), createQuietEvaluate(maxRebuildTries)];

  /** The page of the rebuild under way; undefined: none is. */
  let rebuilding: { readonly request: number; readonly after?: string | undefined } | undefined;

  /**
   * Has a page of arrivals begin anew, as an operator has requested: with the version that each of them has, what its sides state
   * now, and what the log of alerts has of it. At the end, those that the store has lost. A rebuild that is interrupted starts again.
   * A page for which something was pushed meanwhile is tried again after that was evaluated: it would be no change any more.
   */
  async function rebuildPage(signal: AbortSignal): Promise<boolean> {
    const request = await arrivals.position(rebuildRequested);
    if (rebuilding?.request !== request) rebuilding = (await arrivals.position(rebuildDone)) < request ? { request } : undefined;
    if (rebuilding === undefined) return false;
    const held = await arrivals.scan({ after: rebuilding.after, limit: pageSize });
    const [read, nowMs] = [readRows(held), clock.now()];
    const requests = held.flatMap(({ arrivalId }): EvaluationRequest[] => {
      const state = read.get(arrivalId)?.state;
      if (state === undefined) return [];
      const { partner, transportDocumentReference } = state.notice;
      const maxAgeSeconds = sharedMaxAgeSeconds(intervalOf(state, plan, nowMs));
      return [{ arrivalId, partner, transportDocumentReference, maxAgeSeconds, isAnew: true }];
    });
    if (!(await evaluateAnew(requests, { read, signal }))) return true;
    rebuilding = { request, after: held.at(-1)?.arrivalId };
    if (held.length === pageSize) return true;
    await evaluateAll(signal);
    await arrivals.advance(rebuildDone, request);
    rebuilding = undefined;
    return false;
  }

  const runSteps = async (signal: AbortSignal): Promise<number | undefined> => {
    if (!(await lease.holds())) return undefined;
    await appendPending();
    await begin(signal);
    const failures: unknown[] = [];
    let hasMore = false;
    let areEventsBehind = false;
    // A subgraph that is away stops the step that needs it, and no other.
    for (const step of [
      followNotices,
      async (stop: AbortSignal) => {
        areEventsBehind = await followEvents(stop);
        return areEventsBehind;
      },
      (stop: AbortSignal) => followTime('wake', stop),
      // Events are evaluated in the order of their log: an answer that shows all of them would come too early.
      async (stop: AbortSignal) => !areEventsBehind && (await followTime('ask', stop)),
      refreshPage,
      // What was pushed before is evaluated as a change first.
      async (stop: AbortSignal) => !hasMore && (await rebuildPage(stop)),
    ]) {
      if (signal.aborted || !(await lease.holds())) return undefined;
      try {
        hasMore = (await step(signal)) || hasMore;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return hasMore ? 0 : undefined;
  };
  const round = (signal: AbortSignal): Promise<number | undefined> =>
    runSteps(signal).catch((error: unknown) => {
      // What a stop interrupts is no failure.
      if (signal.aborted) return undefined;
      throw error;
    });
  const loop = startWakeUpLoop({
    round,
    onError: (error) => {
      lease.distrust();
      if (!isStoreError(error)) logger.warn({ err: error }, 'arrivals could not be evaluated; trying again');
    },
    pollMs,
    minIntervalMs,
    backoff: { firstRetryMs: 100, maxRetryMs: 5_000 },
    clock,
  });
  const unsubscribe = bus.subscribe('sequenced', ({ log }) => {
    if (followedLogs.some((followed) => followed === log)) loop.wake();
  });

  return {
    wake: loop.wake,
    refresh: () => {
      refreshing = {};
      loop.wake();
    },
    lag: async () => {
      const behind = async (log: FollowedLogName) => {
        const [{ head }, position] = await Promise.all([store.versions(log).bounds(), arrivals.position(log)]);
        return [log, Math.max(0, head - position)] as const;
      };
      return Object.fromEntries(await Promise.all(followedLogs.map(behind))) as Record<FollowedLogName, number>;
    },
    isRebuilding: () => isRebuildRequested(store),
    scheduleAgeSeconds: async () => {
      const earliestMs = await arrivals.earliestAskedMs();
      return earliestMs === undefined ? 0 : Math.max(0, clock.now() - earliestMs) / 1_000;
    },
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      await loop.stop();
      await lease.release();
    },
  };
}

interface NoticesData {
  readonly nodes: readonly ({ readonly current: ReadNoticeVersion | null } | null)[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}
