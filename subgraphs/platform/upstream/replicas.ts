import { randomUUID } from 'node:crypto';
import type { Logger } from '../logger.ts';
import { type MongoDatabase, openCollection } from '../store/mongodb/collections.ts';
import type { MongoCall } from '../store/mongodb/failure.ts';
import type { ShareOf } from './partner-share.ts';
import type { RedisLimits } from './redis-limits.ts';

/** How this replica counts its calls to partners: in Redis together with the others, or by its share of the limits. */
export type Counting = { readonly kind: 'REDIS'; readonly runId: string } | ({ readonly kind: 'SHARES' } & ShareOf);

/** Registration of the processes that ask partners. */
export interface Replicas extends AsyncDisposable {
  /** The same object as long as nothing changes; undefined while this replica may ask nothing. */
  readonly counting: Counting | undefined;
  /** How many are registered, this one included; undefined while that is not known. */
  readonly count: number | undefined;
  /** Counts a call that begins; it has to `end`. */
  begin(): void;
  end(): void;
}

export interface ReplicasOptions {
  readonly db: MongoDatabase;
  /** Runs a step against MongoDB within a time limit below the lease. */
  readonly call: MongoCall;
  readonly limits: Pick<RedisLimits, 'runId' | 'isConfirmed'>;
  readonly logger: Logger;
  /** The longest time that a call to any partner may take. */
  readonly longestCallMs: () => number;
  /** @default 1_000 */
  readonly tickMs?: number;
  /** How long a registration allows to ask. @default 5_000 */
  readonly leaseMs?: number;
}

interface ReplicaRow {
  readonly _id: string;
  /** From then on none of its calls is under way. */
  readonly expiresAt: Date;
  /** Run id of the Redis that it can ask. */
  readonly sees: string | null;
  /** What counts its calls: the run id of a Redis, or {@link byShares}. */
  readonly countsBy: string;
  /** Number of the write, so that one that was given up on and is made late changes nothing. */
  readonly tick: number;
}

const byShares = 'SHARES';
const defaultTickMs = 1_000;
const defaultLeaseMs = 5_000;
/** A limit is kept over each second, so a call counts for one second after its end. */
const rateWindowMs = 1_000;
/** Ticks in a row without an answer of Redis after which the replicas are told: a short interruption changes nothing. */
const silentTicks = 2;

/**
 * Registers this process, and keeps it registered until disposal. Every tick it writes its row, then reads those of all.
 *
 * All replicas count in one way at a time: by the Redis that all of them see, else by shares. A replica changes its way
 * only while it has no call under way, writes that down, and begins no call before it has read that all others count in
 * the same way. Of two that change in different directions at the same time at least one sees the other, as both write
 * before they read. A row remains until no call of its process can be under way, so a killed process delays a change by
 * its lease and the longest call. A replica that has just registered takes no share until all others must have seen it,
 * and their calls under the larger shares have ended.
 *
 * @returns once it has registered, or has failed to for the first time
 */
export async function registerReplica(options: ReplicasOptions): Promise<Replicas> {
  const { db, call, limits, logger, longestCallMs, tickMs = defaultTickMs, leaseMs = defaultLeaseMs } = options;
  const rows = openCollection<ReplicaRow>(db, 'replicas');
  const id = randomUUID();
  let countsBy: string | undefined;
  let agreed: Counting | undefined;
  let seen: readonly Pick<ReplicaRow, '_id' | 'sees' | 'countsBy'>[] = [];
  let [registeredAt, freshUntil] = [0, Number.NEGATIVE_INFINITY];
  let ticks = 0;
  let [underWay, lastEnd] = [0, Number.NEGATIVE_INFINITY];
  let [lastRunId, silences]: [string | null, number] = [null, 0];

  const lookForRedis = async (): Promise<string | null> => {
    const runId = await limits.runId();
    silences = runId === undefined ? silences + 1 : 0;
    if (runId !== undefined) lastRunId = runId;
    else if (silences >= silentTicks) lastRunId = null;
    return lastRunId;
  };

  /** The Redis that all see, else shares. */
  const wanted = (sees: string | null): string => {
    const others = seen.filter(({ _id }) => _id !== id);
    return sees !== null && others.every((other) => other.sees === sees) ? sees : byShares;
  };

  /** Changes the way of counting once no call is under way any more. */
  const choose = (sees: string | null, now: number): string => {
    const wish = wanted(sees);
    if (countsBy === undefined || wish === countsBy) return wish;
    agreed = undefined;
    return underWay === 0 && now - lastEnd >= rateWindowMs ? wish : countsBy;
  };

  const agree = (sees: string | null, now: number): Counting | undefined => {
    const mine = seen.find(({ _id }) => _id === id);
    // A replica that is about to change begins no call, else it would never be without one.
    if (mine === undefined || mine.countsBy !== wanted(sees) || seen.some((row) => row.countsBy !== mine.countsBy)) return undefined;
    if (mine.countsBy !== byShares) {
      return agreed?.kind === 'REDIS' && agreed.runId === mine.countsBy ? agreed : { kind: 'REDIS', runId: mine.countsBy };
    }
    if (now < registeredAt + leaseMs + longestCallMs() + rateWindowMs && seen.length > 1) return undefined;
    const [rank, count] = [seen.indexOf(mine), seen.length];
    return agreed?.kind === 'SHARES' && agreed.rank === rank && agreed.count === count ? agreed : { kind: 'SHARES', rank, count };
  };

  const tick = async (): Promise<void> => {
    const sees = await lookForRedis();
    const begun = performance.now();
    if (begun >= freshUntil) registeredAt = begun;
    countsBy = choose(sees, begun);
    const expiresAt = { $add: ['$$NOW', leaseMs + longestCallMs() + rateWindowMs] };
    const row = { expiresAt, sees: { $literal: sees }, countsBy: { $literal: countsBy } };
    ticks += 1;
    const number = ticks;
    await call(() => rows.updateOne({ _id: id, tick: { $lt: number } }, [{ $set: { ...row, tick: number } }], { upsert: true }));
    seen = await call(() =>
      rows
        .find({ $expr: { $gt: ['$expiresAt', '$$NOW'] } })
        .sort({ _id: 1 })
        .toArray(),
    );
    freshUntil = begun + leaseMs;
    const before = agreed;
    agreed = agree(sees, begun);
    if (agreed !== before)
      logger.info({ counting: agreed ?? null, replicas: seen.length }, 'the method of counting partners’ limits has changed');
  };

  let isDisposed = false;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void>;
  const go = async (): Promise<void> => {
    const begun = performance.now();
    // Without MongoDB the registration ends, and nothing is asked; the store tells the operator.
    await tick().catch((error: unknown) => logger.debug({ err: error }, 'this replica could not register'));
    if (isDisposed) return;
    timer = setTimeout(
      () => {
        ticking = go();
      },
      Math.max(0, tickMs - (performance.now() - begun)),
    );
    timer.unref();
  };
  await call(() => rows.deleteMany({ $expr: { $lt: ['$expiresAt', '$$NOW'] } })).catch(() => undefined);
  ticking = go();
  await ticking;

  return {
    get counting() {
      if (agreed === undefined || performance.now() >= freshUntil) return undefined;
      return agreed.kind === 'SHARES' || limits.isConfirmed(agreed.runId) ? agreed : undefined;
    },
    get count() {
      return performance.now() >= freshUntil ? undefined : seen.length;
    },
    begin: () => {
      underWay += 1;
    },
    end: () => {
      underWay -= 1;
      lastEnd = performance.now();
    },
    [Symbol.asyncDispose]: async () => {
      isDisposed = true;
      agreed = undefined;
      clearTimeout(timer);
      await ticking;
      // The row of a replica with calls under way expires by itself.
      if (underWay === 0 && performance.now() - lastEnd >= rateWindowMs)
        await call(() => rows.deleteOne({ _id: id })).catch(() => undefined);
    },
  };
}
