import { Gauge, type Registry } from 'prom-client';
import { createIdlePoll, createLease, idlePollMs } from '#platform/log/background-task.ts';
import type { EventBus } from '#platform/log/event-bus.ts';
import type { StoredArrival } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import { isStoreError } from '#platform/store/store-failure.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { startWakeUpLoop } from '#platform/time/wake-up-loop.ts';
import type { ArrivalState } from '../arrival-state.ts';
import { isVisitTerm } from '../terms.ts';
import { createFindActualTimes } from './actual-times.ts';
import { beginMoment, type EvaluationRequest, type EvaluatorContext, evaluateArrivals, pageSize } from './evaluate-arrivals.ts';
import { evaluateSharing } from './evaluate-sharing.ts';
import { beginFollowing, followEvents, followedLogs, followNotices, isCaughtUp, lagOf } from './followed-logs.ts';
import { createRebuild, createRefresh, isRebuildRequested } from './passes.ts';
import { intervalOf, plannedMaxAgeSeconds } from './plan.ts';
import { readArrivals } from './update-arrivals.ts';

/** Evaluates arrivals in the background. */
export type Evaluator = ReturnType<typeof startEvaluator>;

export interface EvaluatorOptions extends Omit<EvaluatorContext, 'clock' | 'lease' | 'findActualTimes'> {
  readonly bus: Pick<EventBus, 'subscribe' | 'connected' | 'isLossless'>;
  readonly clock?: Clock | undefined;
  /** Under load, the changes of this interval share a round with its statements and transactions. @default 250 */
  readonly minIntervalMs?: number | undefined;
}

/** Interval at which arrivals are checked for being due, and the store is polled after a wake-up. */
const pollMs = 500;
const leaseMs = 4_000;
/** Maximum number of attempts at a page of a rebuild until nothing is pushed in the meantime. */
const maxRebuildTries = 20;
/** Maximum number of times that sides are queried until nothing is pushed in the meantime. */
const maxQueryTries = 3;

/** A step of a round, which can be repeated after a kill. @returns whether it has more to do immediately */
type RoundStep = (signal: AbortSignal) => Promise<boolean>;

/**
 * Starts the evaluator. Of the processes that share a store, the holder of the lease evaluates. If two processes
 * believe that they hold it, the revisions of the rows ensure that only one of them writes, and the other evaluates
 * again with what it then reads. Every step can be repeated after a kill: rows contain the numbers up to which the logs
 * have been evaluated.
 */
export function startEvaluator({ bus, minIntervalMs = 250, ...options }: EvaluatorOptions) {
  const { store, logger, clock = systemClock } = options;
  const lease = createLease(store, { name: 'arrivals', leaseMs });
  const poll = createIdlePoll({ bus, clock, activeMs: 2 * leaseMs });
  const context: EvaluatorContext = { ...options, clock, lease, findActualTimes: createFindActualTimes(store, clock) };
  const evaluateDue = createQuietEvaluate(maxQueryTries);
  const rebuild = createRebuild(context, createQuietEvaluate(maxRebuildTries));
  const refresh = createRefresh(context);
  const backlogPause = createBacklogPause(clock);
  let hasBegun = false;
  /** When the next arrival is due without new evidence, as far as an idle round has looked ahead. */
  let nextDueMs = Number.POSITIVE_INFINITY;

  /** Returns how long an idle evaluator sleeps. While messages may be lost, each round checks whether the bus is connected. */
  const idleMs = () => (bus.isLossless ? Math.max(1, Math.min(idlePollMs, nextDueMs - clock.now())) : undefined);

  /** Runs one round. It resolves to 0 if there is more to do. */
  const round = async (signal: AbortSignal): Promise<number | undefined> => {
    if (!poll.isDue() && clock.now() < nextDueMs) return idleMs();
    nextDueMs = Number.POSITIVE_INFINITY;
    if (!(await lease.holds())) return undefined;
    if (!hasBegun) await beginFollowing(context, signal);
    hasBegun = true;
    const failures: unknown[] = [];
    /** Runs a step. A step that fails, because its subgraph is unavailable, does not stop the others. */
    const run = async (step: RoundStep): Promise<boolean> => {
      if (signal.aborted || !(await lease.holds())) return false;
      return step(signal).catch((error: unknown) => {
        failures.push(error);
        return false;
      });
    };
    const hasMoreNotices = await run((of) => followNotices(context, of));
    const hasMoreEvents = await run((of) => followEvents(context, of));
    const hasMoreWoken = await run((of) => evaluateWoken(context, of));
    // Events are evaluated in the order of their log: an answer that contains all of them would come too early.
    const hasMoreQueryDue = !hasMoreEvents && (await run((of) => evaluateQueryDue(context, evaluateDue, of)));
    const hasMoreViews = await run(refresh.evaluatePage);
    const hasMore = hasMoreNotices || hasMoreEvents || hasMoreWoken || hasMoreQueryDue || hasMoreViews;
    // What was pushed before is first evaluated as a change, also if that has failed for now.
    const hasMoreToRebuild = !hasMore && failures.length === 0 && (await run(rebuild));
    if (failures.length > 0) throw failures[0];
    if (hasMore || hasMoreToRebuild) {
      poll.wake();
      return 0;
    }
    if (!poll.isIdle) return undefined;
    nextDueMs = await findNextDueMs(store, clock.now() + idlePollMs);
    return idleMs();
  };

  const loop = startWakeUpLoop({
    round: (signal) =>
      backlogPause.run(round, signal).catch((error: unknown) => {
        // An interruption by a stop is not a failure.
        if (signal.aborted) return undefined;
        throw error;
      }),
    onError: (error) => {
      lease.distrust();
      poll.wake();
      if (!isStoreError(error)) logger.warn({ err: error }, 'arrivals could not be evaluated; retrying');
    },
    pollMs,
    minIntervalMs,
    backoff: { firstRetryMs: 100, maxRetryMs: 5_000 },
    clock,
  });
  const wake = (): void => {
    poll.wake();
    loop.wake();
  };
  const unsubscribe = bus.subscribe('sequenced', ({ log }) => {
    if (!followedLogs.some((followed) => followed === log)) return;
    backlogPause.logGrew();
    wake();
  });

  return {
    /** Requests a round after a change that is in no log. */
    wake,
    /** Updates every arrival after the tenants' views or thresholds have changed. */
    refresh: (): void => {
      refresh.request();
      wake();
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      unsubscribe();
      await loop.stop();
      await lease.release();
    },
  };
}

/** Evaluates arrivals that are due by the clock, without querying their sides. */
async function evaluateWoken(context: EvaluatorContext, signal: AbortSignal): Promise<boolean> {
  const due = await context.store.arrivals.dueBy('wake', context.clock.now(), pageSize);
  await evaluateArrivals(context, due, { read: readArrivals(due), signal });
  return due.length === pageSize;
}

/** Evaluates arrivals whose schedules are queried as planned. */
async function evaluateQueryDue(context: EvaluatorContext, evaluate: typeof evaluateArrivals, signal: AbortSignal): Promise<boolean> {
  const { store, clock, scheduleSeconds } = context;
  const nowMs = clock.now();
  const findDue = () => store.arrivals.dueBy('query', nowMs, pageSize);
  const requestOf = ({ arrivalId, queryAtMs }: StoredArrival, state: ArrivalState | undefined): EvaluationRequest | undefined => {
    if (state === undefined || queryAtMs === undefined || queryAtMs > nowMs) return undefined;
    return { arrivalId, maxAgeSeconds: plannedMaxAgeSeconds(intervalOf(state, { nowMs, scheduleSeconds })) };
  };
  let due = await findDue();
  const terms = termsOfManyAlike(due);
  if (terms !== undefined && (await isCaughtUp(store))) {
    const moment = beginMoment();
    await evaluateSharing(context, { terms, requestOf, signal, moment, confirm: () => isCaughtUp(store) });
    due = await findDue();
  }
  const read = readArrivals(due);
  const requests = due.flatMap((row) => requestOf(row, read.get(row.arrivalId)?.state) ?? []);
  return !(await evaluate(context, requests, { read, signal })) || due.length === pageSize;
}

/** With fewer arrivals of a group on a page, querying them together with the others costs less. */
const minAlike = 10;

/** Returns the terms of the visit of which many arrivals are alike; undefined if there is none. */
function termsOfManyAlike(due: readonly StoredArrival[]): readonly string[] | undefined {
  const counts = new Map<string, number>();
  for (const { group } of due) if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1);
  const [largest] = [...counts].toSorted(([, left], [, right]) => right - left);
  if (largest === undefined || largest[1] < minAlike) return undefined;
  return due.find(({ group }) => group === largest[0])?.terms.filter(isVisitTerm);
}

/** Returns when the next arrival is due; infinite if none is due before `throughMs`. */
async function findNextDueMs({ arrivals }: Store, throughMs: number): Promise<number> {
  const [[woken], [dueQuery]] = await Promise.all([arrivals.dueBy('wake', throughMs, 1), arrivals.dueBy('query', throughMs, 1)]);
  return Math.min(woken?.wakeAtMs ?? Number.POSITIVE_INFINITY, dueQuery?.queryAtMs ?? Number.POSITIVE_INFINITY);
}

/**
 * Creates an evaluation that discards its results if something was pushed while sides were queried: the answer may
 * already contain it, and it would no longer be a change when its log is followed. If pushes never pause, the results
 * are used after the maximum number of tries.
 */
function createQuietEvaluate(maxTries: number): typeof evaluateArrivals {
  let tries = 0;
  return async (context, requests, parts) => {
    const confirm = async () => tries === maxTries || isCaughtUp(context.store);
    const isEvaluated = await evaluateArrivals(context, requests, { ...parts, confirm });
    tries = isEvaluated ? 0 : tries + 1;
    return isEvaluated;
  };
}

/** A pause is this many times as long as the round before it. */
const pauseRatio = 3;
/** Maximum pause. A round that waits for partners is long and does not take the time from pushes. */
const maxPauseMs = 300;
/** After this time in a backlog the evaluator pauses no more, so that it cannot fall behind without limit. */
const maxYieldMs = 10_000;

/**
 * Creates the pauses of an evaluator, which give priority to pushes. It pauses only if it has a backlog and a log has
 * grown during the round: then objects are pushed faster than it evaluates them, and pushes and evaluation compete for
 * the same processor and store. When the pushes end, it catches up without pauses.
 */
export function createBacklogPause(clock: Clock) {
  let backlogSinceMs: number | undefined;
  let hasGrown = false;
  return {
    /** Reports that a followed log has grown. */
    logGrew: (): void => {
      hasGrown = true;
    },
    /** Runs a round, which resolves to 0 if there is more to do, and then pauses if necessary. */
    run: async (round: (signal: AbortSignal) => Promise<number | undefined>, signal: AbortSignal): Promise<number | undefined> => {
      const beganMs = clock.now();
      hasGrown = false;
      const waitMs = await round(signal);
      const nowMs = clock.now();
      backlogSinceMs = waitMs === 0 ? (backlogSinceMs ?? nowMs) : undefined;
      const mayPause = backlogSinceMs !== undefined && nowMs - backlogSinceMs < maxYieldMs;
      const pauseMs = Math.min(maxPauseMs, pauseRatio * (nowMs - beganMs));
      // Part of the round, because a wake-up would end a pause between two rounds.
      if (hasGrown && mayPause && pauseMs > 0) await clock.wait(pauseMs, signal, { ref: false });
      return waitMs;
    },
  };
}

/** Registers the metrics of the evaluation. */
export function registerEvaluatorMetrics(registry: Registry, { store, clock }: Pick<EvaluatorContext, 'store' | 'clock'>): void {
  const registers = [registry];
  const unknown = () => Number.NaN;
  new Gauge({
    name: 'landfall_arrival_schedule_age_seconds',
    help: 'Age of the oldest schedules among all open arrivals.',
    registers,
    async collect() {
      const earliestMs = await store.arrivals.earliestQueriedMs().catch(unknown);
      this.set(earliestMs === undefined ? 0 : Math.max(0, clock.now() - earliestMs) / 1_000);
    },
  });
  new Gauge({
    name: 'landfall_arrival_rebuild_pending',
    help: '1 while a requested rebuild of all arrivals is not complete.',
    registers,
    async collect() {
      this.set(await isRebuildRequested(store).then(Number, unknown));
    },
  });
  new Gauge({
    name: 'landfall_arrival_evaluator_lag',
    help: 'Entries of a followed log that are not evaluated yet.',
    labelNames: ['log'],
    registers,
    async collect() {
      for (const log of followedLogs) this.set({ log }, await lagOf(store, log).catch(unknown));
    },
  });
}
