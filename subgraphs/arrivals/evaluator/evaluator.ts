import type { ExecuteQuery } from '#platform/graphql/execute-query.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import type { EventBus } from '#platform/log/event-bus.ts';
import { createIdlePoll, type IdlePoll, idlePollMs } from '#platform/log/idle-poll.ts';
import { createLease, type Lease } from '#platform/log/lease.ts';
import type { Logger } from '#platform/logger.ts';
import type { Store } from '#platform/store/store.ts';
import { isStoreError } from '#platform/store/store-failure.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { startWakeUpLoop } from '#platform/time/wake-up-loop.ts';
import type { AudienceTenant } from '../store/state-rows.ts';
import { createEvaluateAllNotices } from './all-notices.ts';
import { createBacklogPause } from './backlog-pause.ts';
import { createDueArrivals, type DueArrivals } from './due-arrivals.ts';
import { createEvaluateArrivals } from './evaluate-arrivals.ts';
import type { EvaluatorView } from './evaluated-views.ts';
import { createFollowedLogs, type FollowedLogName, type FollowedLogs, followedLogs } from './followed-logs.ts';
import type { SchedulePlan } from './plan.ts';
import { createQuietEvaluate } from './quiet-evaluate.ts';
import { createRebuildStep, isRebuildRequested } from './rebuild.ts';
import { createRefreshViews, type RefreshViews } from './refresh-views.ts';
import { pageSize, type RoundParts, type RoundStep } from './round-step.ts';
import type { StateRows, UpdateArrivals } from './update-arrivals.ts';

/** Evaluates arrivals in the background. */
export interface Evaluator extends AsyncDisposable {
  /** Requests a round after a change that is in no log. */
  wake(): void;
  /** Updates every arrival after the tenants' views or thresholds have changed. */
  refresh(): void;
  /** Returns how many entries of each followed log have not been evaluated. */
  lag(): Promise<Readonly<Record<FollowedLogName, number>>>;
  /** Returns whether a requested rebuild has not finished. */
  isRebuilding(): Promise<boolean>;
  /** Returns the age in seconds of the oldest schedules of an open arrival; 0 if there are none. */
  scheduleAgeSeconds(): Promise<number>;
}

export interface EvaluatorOptions {
  readonly store: Store;
  readonly executeQuery: ExecuteQuery;
  readonly signer: CursorSigner;
  readonly update: UpdateArrivals;
  readonly rows: Pick<StateRows, 'stateOf'>;
  readonly tenants: () => readonly AudienceTenant[];
  readonly views: () => readonly EvaluatorView[];
  readonly plan: SchedulePlan;
  readonly bus: Pick<EventBus, 'subscribe' | 'connected'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Whether several processes share the store, so that a lease determines which of them evaluates. */
  readonly shared: boolean;
  readonly clock?: Clock | undefined;
  /**
   * Interval at which arrivals are checked for being due, and the store is polled after a wake-up and while the bus is
   * disconnected. @default 500
   */
  readonly pollMs?: number | undefined;
  readonly leaseMs?: number | undefined;
  /** Under load, the changes of this interval share a round with its statements and transactions. @default 250 */
  readonly minIntervalMs?: number | undefined;
}

/** Maximum number of attempts at a page of a rebuild until nothing is pushed in the meantime. */
const maxRebuildTries = 20;
/** Maximum number of times that sides are queried until nothing is pushed in the meantime. */
const maxQueryTries = 3;

/**
 * Starts the evaluator. Of the processes that share a store, the holder of the lease evaluates. If two processes
 * believe that they hold it, the revisions of the rows ensure that only one of them writes, and the other evaluates
 * again with what it then reads. Every step can be repeated after a kill: rows contain the numbers up to which the logs
 * have been evaluated.
 */
export function startEvaluator(options: EvaluatorOptions): Evaluator {
  const { store, executeQuery, signer, update, rows, tenants, views, plan, bus, logger, shared } = options;
  const { clock = systemClock, pollMs = 500, leaseMs = 4_000, minIntervalMs = 250 } = options;
  const lease = createLease(store, { name: 'arrivals', shared, leaseMs });
  const poll = createIdlePoll({ bus, shared, clock, activeMs: 2 * leaseMs });
  const evaluate = createEvaluateArrivals({
    executeQuery,
    update,
    alerts: store.versions('arrival-alerts'),
    views,
    plan,
    clock,
    onError: (error, arrivalId) => logger.error({ err: error, arrivalId }, 'an arrival could not be evaluated'),
  });
  const parts: RoundParts = { store, executeQuery, evaluate, rows, views, plan, clock };
  const evaluateAll = createEvaluateAllNotices(parts, lease.holds);
  const logs = createFollowedLogs(parts, signer, evaluateAll);
  const due = createDueArrivals(parts, createQuietEvaluate(evaluate, logs.isCaughtUp, maxQueryTries));
  const rebuild = createRebuildStep(parts, createQuietEvaluate(evaluate, logs.isCaughtUp, maxRebuildTries), evaluateAll);
  const refresh = createRefreshViews(parts, tenants);

  const round = createRound({ store, update, clock, lease, poll, logs, due, rebuild, refresh });
  const backlogPause = createBacklogPause(clock);
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
    wake,
    refresh: () => {
      refresh.request();
      wake();
    },
    lag: logs.lag,
    isRebuilding: () => isRebuildRequested(store),
    scheduleAgeSeconds: async () => {
      const earliestMs = await store.arrivals.earliestQueriedMs();
      return earliestMs === undefined ? 0 : Math.max(0, clock.now() - earliestMs) / 1_000;
    },
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      await loop.stop();
      await lease.release();
    },
  };
}

interface RoundSteps extends Pick<EvaluatorOptions, 'store' | 'update'> {
  readonly clock: Clock;
  readonly lease: Pick<Lease, 'holds'>;
  readonly poll: IdlePoll;
  readonly logs: Pick<FollowedLogs, 'begin' | 'followNotices' | 'followEvents'>;
  readonly due: DueArrivals;
  readonly rebuild: RoundStep;
  readonly refresh: Pick<RefreshViews, 'record' | 'evaluatePage'>;
}

/** Creates the function that runs one round. It resolves to 0 if there is more to do. */
function createRound({ store, update, clock, lease, poll, logs, due, rebuild, refresh }: RoundSteps) {
  /** When the next arrival is due without new evidence, as far as an idle round has looked ahead. */
  let nextDueMs = Number.POSITIVE_INFINITY;
  return async (signal: AbortSignal): Promise<number | undefined> => {
    const isDue = poll.isDue();
    if (!isDue && clock.now() < nextDueMs) return undefined;
    nextDueMs = Number.POSITIVE_INFINITY;
    await refresh.record();
    if (!(await lease.holds())) return undefined;
    await appendPending(store, update);
    await logs.begin(signal);
    const failures: unknown[] = [];
    /**
     * Runs a step. A step that fails, because its subgraph is unavailable, does not stop the others. @returns whether
     * the step has more to do
     */
    const run = async (step: RoundStep): Promise<boolean> => {
      if (signal.aborted || !(await lease.holds())) return false;
      return step(signal).catch((error: unknown) => {
        failures.push(error);
        return false;
      });
    };
    const hasMoreNotices = await run(logs.followNotices);
    const hasMoreEvents = await run(logs.followEvents);
    const hasMoreWoken = await run(due.evaluateWoken);
    // Events are evaluated in the order of their log: an answer that contains all of them would come too early.
    const hasMoreQueryDue = !hasMoreEvents && (await run(due.evaluateQueryDue));
    const hasMoreViews = await run(refresh.evaluatePage);
    const hasMore = hasMoreNotices || hasMoreEvents || hasMoreWoken || hasMoreQueryDue || hasMoreViews;
    // What was pushed before is first evaluated as a change.
    const hasMoreToRebuild = !hasMore && (await run(rebuild));
    if (failures.length > 0) throw failures[0];
    if (hasMore || hasMoreToRebuild) {
      poll.wake();
      return 0;
    }
    if (poll.isIdle) nextDueMs = await findNextDueMs(store, clock.now() + idlePollMs);
    return undefined;
  };
}

/** Returns when the next arrival is due; infinite if none is due before `throughMs`. */
async function findNextDueMs({ arrivals }: Store, throughMs: number): Promise<number> {
  const [[woken], [dueQuery]] = await Promise.all([arrivals.dueBy('wake', throughMs, 1), arrivals.dueBy('query', throughMs, 1)]);
  return Math.min(woken?.wakeAtMs ?? Number.POSITIVE_INFINITY, dueQuery?.queryAtMs ?? Number.POSITIVE_INFINITY);
}

/** Completes what a killed process has left unfinished. */
async function appendPending({ arrivals }: Store, update: UpdateArrivals): Promise<void> {
  for (;;) {
    const pending = await arrivals.pending(pageSize);
    if (pending.length === 0) return;
    await update(
      pending.map(({ arrivalId }) => arrivalId),
      () => undefined,
    );
  }
}
