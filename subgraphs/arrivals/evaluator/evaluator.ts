import type { Ask } from '#platform/graphql/ask.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import type { EventBus } from '#platform/log/event-bus.ts';
import { createIdlePoll, idlePollMs } from '#platform/log/idle-poll.ts';
import { createLease } from '#platform/log/lease.ts';
import type { Logger } from '#platform/logger.ts';
import type { Store } from '#platform/store/store.ts';
import { isStoreError } from '#platform/store/store-failure.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { startWakeUpLoop } from '#platform/time/wake-up-loop.ts';
import type { AudienceTenant } from '../store/state-rows.ts';
import { createEvaluateAllNotices } from './all-notices.ts';
import { createDueArrivals } from './due-arrivals.ts';
import { createEvaluateArrivals } from './evaluate-arrivals.ts';
import type { EvaluatorView } from './evaluated-views.ts';
import { createFollowedLogs, type FollowedLogName, followedLogs } from './followed-logs.ts';
import type { SchedulePlan } from './plan.ts';
import { createQuietEvaluate } from './quiet-evaluate.ts';
import { createRebuildStep, isRebuildRequested } from './rebuild.ts';
import { createRefreshViews } from './refresh-views.ts';
import { pageSize, type RoundParts, type RoundStep } from './round-step.ts';
import type { StateRows, UpdateArrivals } from './update-arrivals.ts';

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
  readonly bus: Pick<EventBus, 'subscribe' | 'connected'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Whether several processes share the store, so that a lease decides which of them evaluates. */
  readonly shared: boolean;
  readonly clock?: Clock | undefined;
  /** Time between looks at the clock, and at the store after a wake-up and while the bus is disconnected. @default 500 */
  readonly pollMs?: number | undefined;
  readonly leaseMs?: number | undefined;
  /** Under load the changes of so long share a round, with its statements and transactions. @default 100 */
  readonly minIntervalMs?: number | undefined;
}

/** How often a page of a rebuild is tried until nothing is pushed meanwhile. */
const maxRebuildTries = 20;
/** How often sides are asked until nothing is pushed meanwhile. */
const maxAskTries = 3;

/**
 * Starts the evaluator. Of the processes that share a store the holder of the lease evaluates; if two ever believe to hold it,
 * the revisions of the rows let one of them write, and the other one evaluates what it reads then. Every step can be repeated
 * after a kill: rows know up to which numbers of the logs they are evaluated.
 */
export function startEvaluator(options: EvaluatorOptions): Evaluator {
  const { store, ask, signer, update, rows, tenants, views, plan, bus, logger, shared } = options;
  const { clock = systemClock, pollMs = 500, leaseMs = 4_000, minIntervalMs = 100 } = options;
  const lease = createLease(store, { name: 'arrivals', shared, leaseMs });
  const poll = createIdlePoll({ bus, shared, clock, activeMs: 2 * leaseMs });
  /** When the next arrival is due by the clock, as far as an idle round has looked ahead. */
  let nextDueMs = Number.POSITIVE_INFINITY;
  const evaluate = createEvaluateArrivals({
    ask,
    update,
    alerts: store.versions('arrival-alerts'),
    views,
    plan,
    clock,
    onError: (error, arrivalId) => logger.error({ err: error, arrivalId }, 'an arrival could not be evaluated'),
  });
  const parts: RoundParts = { store, ask, evaluate, rows, views, plan, clock };
  const evaluateAll = createEvaluateAllNotices(parts, lease.holds);
  const logs = createFollowedLogs(parts, signer, evaluateAll);
  const due = createDueArrivals(parts, createQuietEvaluate(evaluate, logs.isCaughtUp, maxAskTries));
  const rebuild = createRebuildStep(parts, createQuietEvaluate(evaluate, logs.isCaughtUp, maxRebuildTries), evaluateAll);
  const refresh = createRefreshViews(parts, tenants);

  const round = async (signal: AbortSignal): Promise<number | undefined> => {
    const isDue = poll.isDue();
    if (!isDue && clock.now() < nextDueMs) return undefined;
    nextDueMs = Number.POSITIVE_INFINITY;
    if (!(await lease.holds())) return undefined;
    await appendPending(store, update);
    await logs.begin(signal);
    const failures: unknown[] = [];
    /** Runs a step. One that fails, because its subgraph is away, stops no other. @returns whether it has more to do */
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
    // Events are evaluated in the order of their log: an answer that shows all of them would come too early.
    const hasMoreAsked = !hasMoreEvents && (await run(due.evaluateAsked));
    const hasMoreViews = await run(refresh.evaluatePage);
    const hasMore = hasMoreNotices || hasMoreEvents || hasMoreWoken || hasMoreAsked || hasMoreViews;
    // What was pushed before is evaluated as a change first.
    const hasMoreToRebuild = !hasMore && (await run(rebuild));
    if (failures.length > 0) throw failures[0];
    if (hasMore || hasMoreToRebuild) {
      poll.wake();
      return 0;
    }
    if (poll.isIdle) nextDueMs = await findNextDueMs(store, clock.now() + idlePollMs);
    return undefined;
  };
  const loop = startWakeUpLoop({
    round: (signal) =>
      round(signal).catch((error: unknown) => {
        // What a stop interrupts is no failure.
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
    if (followedLogs.some((followed) => followed === log)) wake();
  });

  return {
    wake,
    refresh: () => {
      refresh.begin();
      wake();
    },
    lag: logs.lag,
    isRebuilding: () => isRebuildRequested(store),
    scheduleAgeSeconds: async () => {
      const earliestMs = await store.arrivals.earliestAskedMs();
      return earliestMs === undefined ? 0 : Math.max(0, clock.now() - earliestMs) / 1_000;
    },
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      await loop.stop();
      await lease.release();
    },
  };
}

/** Returns when the next arrival is due; infinite: not before `throughMs`. */
async function findNextDueMs({ arrivals }: Store, throughMs: number): Promise<number> {
  const [[woken], [asked]] = await Promise.all([arrivals.dueBy('wake', throughMs, 1), arrivals.dueBy('ask', throughMs, 1)]);
  return Math.min(woken?.wakeAtMs ?? Number.POSITIVE_INFINITY, asked?.askAtMs ?? Number.POSITIVE_INFINITY);
}

/** Finishes what a killed process has left. */
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
