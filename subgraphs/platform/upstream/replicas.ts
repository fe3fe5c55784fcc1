import { randomUUID } from 'node:crypto';
import type { Logger } from '../logger.ts';
import { type MongoDatabase, openCollection } from '../store/mongodb/collections.ts';
import type { MongoCall } from '../store/mongodb/failure.ts';
import { startWakeUpLoop } from '../time/wake-up-loop.ts';
import type { ShareOf } from './partner-share.ts';
import type { RedisLimits } from './redis-limits.ts';

/**
 * How this replica counts its requests to partners: in Redis together with the others, or by its share of the limits.
 */
export type Counting = { readonly kind: 'REDIS'; readonly runId: string } | ({ readonly kind: 'SHARES' } & ShareOf);

/** The registration of the processes that send requests to partners. */
export interface Replicas extends AsyncDisposable {
  /** The same object as long as nothing changes; undefined while this replica must not send. */
  readonly counting: Counting | undefined;
  /** Number of registered replicas, including this one; undefined while it is unknown. */
  readonly count: number | undefined;
  /**
   * Keeps the registration active, because a caller is about to send. @returns a promise when the registration is idle
   * and is renewed first
   */
  renew(): Promise<void> | undefined;
  /** Counts a request that begins. Each call needs an `end`. */
  begin(): void;
  end(): void;
}

export interface ReplicasOptions {
  readonly db: MongoDatabase;
  /** Runs a step against MongoDB within a time limit below the lease. */
  readonly call: MongoCall;
  readonly limits: Pick<RedisLimits, 'runId' | 'isConfirmed'>;
  readonly logger: Logger;
  /** Returns the longest duration of a request to any partner. */
  readonly longestCallMs: () => number;
  /** @default 1_000 */
  readonly tickMs?: number;
  /** How long a registration permits requests. @default 5_000 */
  readonly leaseMs?: number;
}

interface ReplicaRow {
  readonly _id: string;
  /** After this time no request of the replica can be in flight. */
  readonly expiresAt: Date;
  /** Run id of the Redis that the replica reaches. */
  readonly sees: string | null;
  /** What counts its requests: the run id of a Redis, or {@link byShares}. */
  readonly countsBy: string;
  /** Number of the write. A write that arrives after a later one changes nothing. */
  readonly tick: number;
}

const byShares = 'SHARES';
const defaultTickMs = 1_000;
const defaultLeaseMs = 5_000;
/** Time between two ticks of a dormant replica, in MongoDB. It still checks Redis every tick. */
const dormantTickMs = 30_000;
/** Limits hold in every second, so a request counts for one second after its end. */
const rateWindowMs = 1_000;
/**
 * Number of consecutive ticks without a response of Redis that are reported to the others. A shorter interruption
 * changes nothing.
 */
const silentTicks = 2;

/**
 * Registers this process, and keeps it registered until disposal. Every tick it writes its row, then reads the rows of
 * all replicas.
 *
 * All replicas count in the same way at a time: by the Redis that all of them reach, otherwise by shares. A replica
 * changes its way of counting only while it has no request in flight. It writes the change to its row, and begins no
 * request before it has read that all others count in the same way. When two replicas change in different directions at
 * the same time, at least one sees the change of the other, because both write before they read. A row remains until no
 * request of its process can be in flight, so a killed process delays a change by its lease and the longest request.
 *
 * A replica that counts by Redis and has sent nothing for two leases becomes dormant: its row remains, and it may not send
 * before it has renewed its registration. A dormant replica delays a change of the others by at most {@link dormantTickMs}, and
 * only when they have lost Redis and it has not. A new replica takes no share until all others must have seen it, and
 * their requests under the larger shares have ended.
 *
 * @returns after the first attempt to register, whether it succeeded or not
 */
export async function registerReplica(options: ReplicasOptions): Promise<Replicas> {
  const { db, call, limits, logger, longestCallMs, tickMs = defaultTickMs, leaseMs = defaultLeaseMs } = options;
  const rows = openReplicaRows(db, call);
  const id = randomUUID();
  const findReachedRedis = createRedisWatch(limits);
  let countsBy: string | undefined;
  let agreed: Counting | undefined;
  let seen: readonly SeenReplica[] = [];
  let [registeredAt, freshUntil, knownUntil] = [0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [inFlight, lastEnd] = [0, Number.NEGATIVE_INFINITY];
  let [usedAt, isDormant, dormantUntil] = [performance.now(), false, 0];
  const isIdle = (now: number) => inFlight === 0 && now - lastEnd >= rateWindowMs;
  const remainingMs = () => leaseMs + longestCallMs() + rateWindowMs;

  /** Changes the way of counting once no request is in flight. */
  const choose = (wanted: string, now: number): string => {
    if (countsBy === undefined || wanted === countsBy) return wanted;
    agreed = undefined;
    return isIdle(now) ? wanted : countsBy;
  };
  const mayBeDormant = (sees: string | null, now: number) =>
    agreed?.kind === 'REDIS' && agreed.runId === sees && inFlight === 0 && now - Math.max(usedAt, lastEnd) >= 2 * leaseMs;
  const register = async (sees: string | null): Promise<void> => {
    const begun = performance.now();
    const extraMs = mayBeDormant(sees, begun) ? dormantTickMs : 0;
    if (begun >= knownUntil) registeredAt = begun;
    countsBy = choose(wantedCounting(id, { sees, seen }), begun);
    await rows.write({ _id: id, sees, countsBy }, remainingMs() + extraMs);
    seen = await rows.readAll();
    freshUntil = begun + leaseMs;
    knownUntil = freshUntil + extraMs;
    [isDormant, dormantUntil] = [extraMs > 0, begun + extraMs];
    const before = agreed;
    const counting = agreementOf(id, { sees, seen, maySharesChange: begun < registeredAt + remainingMs() });
    // Callers compare the object, so it stays the same as long as nothing changes.
    agreed = isSame(counting, before) ? before : counting;
    if (agreed !== before)
      logger.info({ counting: agreed ?? null, replicas: seen.length }, 'the method of counting partners’ limits has changed');
  };

  let registering: Promise<void> | undefined;
  const tick = (): Promise<void> => {
    registering ??= findReachedRedis()
      .then(async (sees) => {
        const now = performance.now();
        if (!isDormant || now >= dormantUntil || !mayBeDormant(sees, now)) await register(sees);
      })
      .catch((error: unknown) => {
        isDormant = false;
        throw error;
      })
      .finally(() => {
        registering = undefined;
      });
    return registering;
  };
  /** Renews the registration. Concurrent calls share one renewal. */
  const renewNow = async (): Promise<void> => {
    // The current tick may have decided to become dormant.
    await registering?.catch(() => undefined);
    if (freshUntil - performance.now() < leaseMs / 2) await tick().catch(() => undefined);
  };

  await rows.deleteExpired().catch(() => undefined);
  const loop = startWakeUpLoop({
    round: async () => {
      const begun = performance.now();
      await tick();
      return Math.max(1, tickMs - (performance.now() - begun));
    },
    // Without MongoDB the registration expires and no request is sent. The store reports the cause to the operator.
    onError: (error) => logger.debug({ err: error }, 'this replica could not register'),
    backoff: { firstRetryMs: tickMs, maxRetryMs: tickMs },
  });
  await loop.firstRound;

  return {
    get counting() {
      if (agreed === undefined || performance.now() >= freshUntil) return undefined;
      return agreed.kind === 'SHARES' || limits.isConfirmed(agreed.runId) ? agreed : undefined;
    },
    get count() {
      return performance.now() >= knownUntil ? undefined : seen.length;
    },
    renew: () => {
      usedAt = performance.now();
      // Half a lease is left for the time between renewal and permission. A replica that is not dormant renews by itself.
      return isDormant && freshUntil - usedAt < leaseMs / 2 ? renewNow() : undefined;
    },
    begin: () => {
      inFlight += 1;
    },
    end: () => {
      inFlight -= 1;
      lastEnd = performance.now();
    },
    [Symbol.asyncDispose]: async () => {
      await loop.stop();
      agreed = undefined;
      // While requests are in flight the row has to stay. It expires by itself.
      if (isIdle(performance.now())) await rows.delete(id).catch(() => undefined);
    },
  };
}

type SeenReplica = Pick<ReplicaRow, '_id' | 'sees' | 'countsBy'>;

/** Opens the rows of all replicas. Their times are those of MongoDB's clock. */
function openReplicaRows(db: MongoDatabase, call: MongoCall) {
  const rows = openCollection<ReplicaRow>(db, 'replicas');
  let tick = 0;
  return {
    /** @param remainingMs how long the row stays, from now */
    write: async ({ _id, sees, countsBy }: SeenReplica, remainingMs: number): Promise<void> => {
      const fields = { sees: { $literal: sees }, countsBy: { $literal: countsBy } };
      tick += 1;
      const row = { ...fields, expiresAt: { $add: ['$$NOW', remainingMs] }, tick };
      const earlier = { _id, tick: { $lt: tick } };
      await call(() => rows.updateOne(earlier, [{ $set: row }], { upsert: true }));
    },
    readAll: (): Promise<readonly SeenReplica[]> =>
      call(() =>
        rows
          .find({ $expr: { $gt: ['$expiresAt', '$$NOW'] } })
          .sort({ _id: 1 })
          .toArray(),
      ),
    delete: (_id: string) => call(() => rows.deleteOne({ _id })),
    deleteExpired: () => call(() => rows.deleteMany({ $expr: { $lt: ['$expiresAt', '$$NOW'] } })),
  };
}

/** Returns the run id of the Redis in reach; null after {@link silentTicks} without a response. */
function createRedisWatch(limits: Pick<RedisLimits, 'runId'>): () => Promise<string | null> {
  let [lastRunId, silences]: [string | null, number] = [null, 0];
  return async () => {
    const runId = await limits.runId();
    silences = runId === undefined ? silences + 1 : 0;
    if (runId !== undefined) lastRunId = runId;
    else if (silences >= silentTicks) lastRunId = null;
    return lastRunId;
  };
}

interface ReplicaView {
  readonly sees: string | null;
  readonly seen: readonly SeenReplica[];
}

/** Returns the Redis that all replicas reach, otherwise {@link byShares}. */
function wantedCounting(id: string, { sees, seen }: ReplicaView): string {
  const others = seen.filter(({ _id }) => _id !== id);
  return sees !== null && others.every((other) => other.sees === sees) ? sees : byShares;
}

/** Returns the way in which all replicas count; undefined while they differ or are about to change. */
function agreementOf(id: string, view: ReplicaView & { readonly maySharesChange: boolean }): Counting | undefined {
  const { seen, maySharesChange } = view;
  const own = seen.find(({ _id }) => _id === id);
  // A replica that is about to change begins no request. Otherwise it would never be without one.
  if (own === undefined || own.countsBy !== wantedCounting(id, view) || seen.some((row) => row.countsBy !== own.countsBy)) return undefined;
  if (own.countsBy !== byShares) return { kind: 'REDIS', runId: own.countsBy };
  return maySharesChange && seen.length > 1 ? undefined : { kind: 'SHARES', rank: seen.indexOf(own), count: seen.length };
}

function isSame(one: Counting | undefined, other: Counting | undefined): boolean {
  if (one?.kind === 'REDIS') return other?.kind === 'REDIS' && one.runId === other.runId;
  return one?.kind === 'SHARES' && other?.kind === 'SHARES' && one.rank === other.rank && one.count === other.count;
}
