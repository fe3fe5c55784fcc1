import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import type { PlanNode } from '@graphql-hive/router-query-planner';
import type { Registry } from 'prom-client';
import { createTenantRate } from '#platform/access/shared-rate.ts';
import { createBoundedCache } from '#platform/cache/bounded-cache.ts';
import { memoryBounds } from '#platform/cache/memory-bounds.ts';
import { LandfallError, RateLimitedError } from '#platform/errors.ts';
import type { Logger } from '#platform/logger.ts';
import { metricsIn } from '#platform/metrics.ts';
import { builtPathOf } from '#platform/package-root.ts';
import { systemClock } from '#platform/time/clock.ts';

/** The first message to the planner's process has the supergraph, each further one an operation. */
export type PlannerRequest = { readonly supergraphSdl: string } | { readonly operation: string };

/** A message of the planner's process. The node is missing if no subgraph is needed. */
export type PlannerReply = { readonly isReady: true } | { readonly node?: PlanNode | undefined } | { readonly error: string };

/** Plans operations in a process of its own, which is started for the first of them. */
export type Planner = ReturnType<typeof createPlanner>;

interface Job {
  readonly operation: string;
  readonly caller: string;
  readonly resolve: (node: PlanNode | undefined) => void;
  readonly reject: (error: Error) => void;
  /** How often another program ended the process meanwhile. */
  interruptions: number;
}

interface PlannerProcess {
  readonly child: ChildProcess;
  isReady: boolean;
  /** The end of what it wrote to its standard error. */
  output: string;
  /** The operation that it plans. It plans one at a time, so this is the one that ended it. */
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  isTooSlow: boolean;
}

/** Time for one plan, which usually takes less than a millisecond. */
const planLimitMs = 5_000;
/** How often operations of one caller may crash the process per minute, before no more of them are planned. */
const crashesPerMinute = 3;
/** How often another program may end the process before it is ready, or while it plans one operation. */
const maxInterruptions = 3;
const maxOutput = 4_000;
/** Signals by which other programs end a process, such as the kernel when memory is short. */
const foreignSignals: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * Creates a planner. If its process ends, the operation that it was planning is refused from then on, and all others are
 * planned by the next process. Operations of callers that have ended the process within the last minute are planned after
 * those of all others.
 */
export function createPlanner(supergraphSdl: string, logger: Pick<Logger, 'error'>) {
  const waiting: Job[] = [];
  const failed = createBoundedCache<string, string>(memoryBounds.failedPlans.bytes);
  const crashes = createTenantRate(systemClock);
  const help = 'Number of times that the process of the query planner ended and was replaced.';
  const restarts = metricsIn().counter('landfall_planner_restarts_total', help, 'cause');
  let current: PlannerProcess | undefined;
  let failedStarts = 0;
  let isDisposed = false;

  const spenderOf = ({ caller }: Job) => ({ tenant: caller, perMinute: crashesPerMinute });
  const isSuspect = (job: Job) => crashes.leftOf(spenderOf(job)) < crashesPerMinute;

  function refusalOf(job: Job): Error | undefined {
    const cause = failed.get(job.operation);
    if (cause !== undefined) return planFailed(cause);
    const seconds = crashes.waitOf(spenderOf(job));
    return seconds === undefined
      ? undefined
      : new RateLimitedError('Operations of this caller have ended the query planner too often.', seconds);
  }

  function planNext(): void {
    while (waiting.length > 0 && current?.job === undefined) {
      current ??= start();
      if (!current.isReady) break;
      const first = waiting.findIndex((job) => !isSuspect(job));
      const [job] = waiting.splice(Math.max(0, first), 1);
      if (job === undefined) break;
      const refusal = refusalOf(job);
      if (refusal === undefined) send(current, job);
      else job.reject(refusal);
    }
    if (current !== undefined) keepAliveFor(current, waiting.length > 0 || current.job !== undefined);
  }

  function send(to: PlannerProcess, job: Job): void {
    to.job = job;
    to.timer = setTimeout(() => {
      to.isTooSlow = true;
      to.child.kill('SIGKILL');
    }, planLimitMs);
    to.child.once('message', (reply: PlannerReply) => {
      clearTimeout(to.timer);
      to.job = undefined;
      if ('error' in reply) job.reject(planFailed(reply.error));
      else job.resolve('node' in reply ? reply.node : undefined);
      planNext();
    });
    write(to, { operation: job.operation });
  }

  function start(): PlannerProcess {
    const child = fork(builtPathOf('gateway/engines/planner-process'), [], {
      // It needs neither the secrets in the environment of this process nor its options, which may load further code.
      env: { RUST_BACKTRACE: '0' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const started: PlannerProcess = { child, isReady: false, output: '', job: undefined, timer: undefined, isTooSlow: false };
    (child.stderr as Socket | null)?.unref();
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      started.output = `${started.output}${text}`.slice(0, maxOutput);
      // Otherwise it would look up the names of its stack before it ends, which takes longer than its next start.
      if (hasPanicked(started)) child.kill('SIGKILL');
    });
    child.once('error', (error) => {
      started.output += error.message;
    });
    child.once('message', () => {
      started.isReady = true;
      failedStarts = 0;
      planNext();
    });
    child.once('close', (code, signal) => ended(started, { code, signal }));
    write(started, { supergraphSdl });
    return started;
  }

  function ended(process: PlannerProcess, end: { readonly code: number | null; readonly signal: NodeJS.Signals | null }): void {
    const { job, output, isReady, isTooSlow } = process;
    clearTimeout(process.timer);
    current = undefined;
    if (isDisposed) return;
    const isForeign = !isTooSlow && !hasPanicked(process) && foreignSignals.has(end.signal);
    const cause = isTooSlow ? `no plan within ${planLimitMs} ms` : output.trim() || `${end.signal ?? `exit code ${end.code}`}`;
    logger.error({ ...end, cause, operation: job?.operation }, 'the query planner ended, and is started again when it is needed');
    restarts.inc({ cause: !isReady ? 'start' : isTooSlow ? 'timeout' : isForeign ? 'signal' : 'panic' });
    if (!isReady && ++failedStarts >= maxInterruptions) {
      failedStarts = 0;
      for (const each of waiting.splice(0)) each.reject(new Error(`the query planner cannot be started: ${cause}`));
    }
    if (job !== undefined) {
      if (isForeign && ++job.interruptions < maxInterruptions) waiting.unshift(job);
      else {
        failed.set(job.operation, cause, cause.length);
        crashes.spend(spenderOf(job), 1);
        job.reject(planFailed(cause));
      }
    }
    planNext();
  }

  return {
    /**
     * @param operation text of a canonical operation
     * @param caller the tenant that sent it
     * @returns undefined if no subgraph is needed
     * @throws {LandfallError} PLAN_FAILED if the operation cannot be planned; RATE_LIMITED if operations of the caller have
     *   ended the process too often; SHUTTING_DOWN
     */
    plan: (operation: string, caller: string) =>
      new Promise<PlanNode | undefined>((resolve, reject) => {
        const job: Job = { operation, caller, resolve, reject, interruptions: 0 };
        const refusal = isDisposed ? shuttingDown() : refusalOf(job);
        if (refusal !== undefined) return reject(refusal);
        waiting.push(job);
        planNext();
      }),
    /** The process that plans at present. Its end does not end the planner. */
    get pid(): number | undefined {
      return current?.child.pid;
    },
    registerMetrics: (registry: Registry) => registry.registerMetric(restarts),
    [Symbol.asyncDispose]: async () => {
      isDisposed = true;
      const unplanned = waiting.splice(0);
      if (current?.job !== undefined) unplanned.push(current.job);
      for (const { reject } of unplanned) reject(shuttingDown());
      if (current === undefined) return;
      const { child } = current;
      child.ref();
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Returns whether the process has written the message with which it aborts. */
function hasPanicked({ output }: PlannerProcess): boolean {
  return output.includes('panicked at');
}

/** Keeps this process alive while an operation waits for its plan, and only then. */
function keepAliveFor({ child }: PlannerProcess, isNeeded: boolean): void {
  const method = isNeeded ? 'ref' : 'unref';
  child[method]();
  child.channel?.[method]();
}

/** An error while writing is followed by the end of the process, which is handled there. */
function write({ child }: PlannerProcess, request: PlannerRequest): void {
  child.send(request, () => {});
}

function planFailed(cause: string): LandfallError {
  return new LandfallError('PLAN_FAILED', 'The query planner cannot plan this operation.', { cause: new Error(cause) });
}

function shuttingDown(): LandfallError {
  return new LandfallError('SHUTTING_DOWN', 'The server is shutting down.');
}
