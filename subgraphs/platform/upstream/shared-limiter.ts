import { type LandfallError, UpstreamBusyError } from '../errors.ts';
import type { Standard } from '../partners/standard.ts';
import type { Clock } from '../time/clock.ts';
import { createLimiter, type Limiter, type LimiterLimits, type Permission, type SlotRequest } from './limiter.ts';
import { shareOf } from './partner-share.ts';
import type { RedisLimits } from './redis-limits.ts';
import type { Counting, Replicas } from './replicas.ts';

/** Shared state of the limits of all partners. */
export interface SharedLimits {
  readonly redis: RedisLimits;
  readonly replicas: Pick<Replicas, 'counting' | 'renew' | 'begin' | 'end'>;
}

/** The limiter of one partner to which several replicas send. */
export interface SharedLimiter extends Limiter {
  /**
   * Ends the current probe of this replica, if there is one. @param coolDownMs new cool-down for all replicas;
   * undefined when the partner answers
   */
  endProbe(standard: Standard, coolDownMs: number | undefined): void;
  /** Stops the requests of all replicas for this standard until then. */
  coolDown(standard: Standard, until: number): void;
}

/** Thrown when another replica has found the partner failing, or is probing it. */
export class CoolingDownError extends UpstreamBusyError {
  /** Milliseconds since 1970. */
  readonly until: number;

  constructor(partner: string, until: number) {
    super(`Partner ${partner} is not queried, because it failed several times in a row: next try ${new Date(until).toISOString()}.`, {
      retryAt: until,
    });
    this.name = 'CoolingDownError';
    this.until = until;
  }
}

interface SharedLimiterOptions {
  readonly limits: LimiterLimits;
  readonly clock: Clock;
  readonly shared: SharedLimits;
}

/**
 * Creates the limiter of a partner to which several replicas send. A request needs a slot of this process and the
 * permission of Redis. While Redis is unavailable, this process keeps to its share of the limits and to the pauses it
 * knows. A replica that is not registered, or is changing its way of counting, rejects all requests.
 */
export function createSharedLimiter(partner: string, options: SharedLimiterOptions): SharedLimiter {
  const { clock, shared } = options;
  const { redis, replicas } = shared;
  let { limits } = options;
  let applied: Counting | undefined;
  const leases = createLeases(partner, shared);
  const permissions = createPermissions(partner, { clock, shared, leases, limits: () => limits });

  /** Applies the way of counting that the replicas have agreed on. */
  const apply = (counting: Counting): void => {
    const effective = effectiveLimits(limits, counting);
    if (effective === undefined) throw noShareError(partner);
    if (counting === applied) return;
    applied = counting;
    limiter.adjust(effective);
  };
  const limiter = createLimiter(partner, {
    limits,
    clock,
    requestPermission: async (request) => {
      const renewal = replicas.renew();
      if (renewal !== undefined) await renewal;
      const { counting } = replicas;
      if (counting === undefined || counting !== applied) return refused(notAgreedError(partner, clock));
      return counting.kind === 'SHARES' ? permissions.byShare(request) : permissions.byRedis(request, counting);
    },
  });
  redis.onSlot(partner, limiter.recheck);

  return {
    ...limiter,
    acquire: async (request) => {
      const renewal = replicas.renew();
      if (renewal !== undefined) await renewal;
      const { counting } = replicas;
      if (counting === undefined) throw notAgreedError(partner, clock);
      apply(counting);
      await limiter.acquire(request);
    },
    markArrived: () => {
      leases.markArrived(limits);
      limiter.markArrived();
    },
    release: (hasArrived) => {
      leases.release(limits, hasArrived);
      limiter.release(hasArrived);
    },
    pauseUntil: (until) => {
      redis.pause(partner, until - clock.now());
      limiter.pauseUntil(until);
    },
    adjust: (changed) => {
      limits = changed;
      const effective = replicas.counting === undefined ? changed : effectiveLimits(changed, replicas.counting);
      if (effective === undefined) limiter.rejectAll(noShareError(partner));
      else limiter.adjust(effective);
    },
    endProbe: leases.endProbe,
    coolDown: (standard, until) => redis.coolDown(partner, { standard, ms: until - clock.now() }),
  };
}

interface PermissionParts {
  readonly clock: Clock;
  readonly shared: SharedLimits;
  readonly leases: Leases;
  /** Returns the limits in the partner's current file. */
  readonly limits: () => LimiterLimits;
}

/** Creates the functions that grant permission to send one request, one for each way of counting. */
function createPermissions(partner: string, { clock, shared: { redis, replicas }, leases, limits }: PermissionParts) {
  const withdraw = () => leases.release(limits());
  return {
    byShare: ({ standard }: SlotRequest): Permission => {
      const { pausedMs, coolingMs } = redis.coolDownOf(partner, standard);
      if (pausedMs > 0) return { kind: 'LATER', until: clock.now() + pausedMs, reason: 'PAUSE' };
      if (coolingMs > 0) return refused(new CoolingDownError(partner, clock.now() + coolingMs));
      replicas.begin();
      return { kind: 'GRANTED', withdraw };
    },
    byRedis: async ({ standard }: SlotRequest, counting: Counting): Promise<Permission> => {
      const reply = await redis.acquire(partner, { limits: limits(), standard });
      if (reply.kind === 'AWAY') return refused(notAgreedError(partner, clock));
      if (reply.kind === 'COOLING_DOWN') return refused(new CoolingDownError(partner, clock.now() + reply.ms));
      if (reply.kind !== 'GRANTED') {
        return { kind: 'LATER', until: clock.now() + reply.ms, reason: reply.kind === 'PAUSED' ? 'PAUSE' : reply.kind };
      }
      const { lease, isProbe } = reply;
      if (replicas.counting !== counting) {
        redis.release(partner, { lease, limits: limits() });
        return refused(notAgreedError(partner, clock));
      }
      replicas.begin();
      const probedStandard = isProbe ? standard : undefined;
      leases.add(lease, probedStandard);
      const withdrawProbe = (probed: Standard) => {
        // Makes the next request the probe.
        leases.endProbe(probed, 0);
        withdraw();
      };
      return { kind: 'GRANTED', withdraw: probedStandard === undefined ? withdraw : () => withdrawProbe(probedStandard) };
    },
  };
}

/** The leases in Redis of the requests in flight to one partner. Any lease may be released for any request. */
interface Leases {
  add(lease: string, probedStandard: Standard | undefined): void;
  markArrived(limits: LimiterLimits): void;
  /** Releases one lease, if there is one, and reports the end of the request to the registration. */
  release(limits: LimiterLimits, hasArrived?: boolean): void;
  endProbe: SharedLimiter['endProbe'];
}

function createLeases(partner: string, { redis, replicas }: SharedLimits): Leases {
  const inTransit: string[] = [];
  const arrived: string[] = [];
  const probed = new Set<Standard>();
  return {
    add: (lease, probedStandard) => {
      inTransit.push(lease);
      if (probedStandard !== undefined) probed.add(probedStandard);
    },
    markArrived: (limits) => {
      const lease = inTransit.shift();
      if (lease === undefined) return;
      arrived.push(lease);
      redis.markArrived(partner, { lease, limits });
    },
    release: (limits, hasArrived = false) => {
      const lease = (hasArrived ? arrived : inTransit).shift();
      if (lease !== undefined) redis.release(partner, { lease, limits });
      replicas.end();
    },
    endProbe: (standard, coolDownMs) => {
      if (!probed.delete(standard)) return;
      if (coolDownMs === undefined) redis.endCoolDown(partner, standard);
      else redis.coolDown(partner, { standard, ms: coolDownMs });
    },
  };
}

function effectiveLimits(limits: LimiterLimits, counting: Counting): LimiterLimits | undefined {
  return counting.kind === 'SHARES' ? shareOf(limits, counting) : limits;
}

function refused(error: LandfallError): Permission {
  return { kind: 'REFUSED', error };
}

/** Pause before a replica that may not send checks again. */
const retryMs = 1_000;

function notAgreedError(partner: string, clock: Clock): LandfallError {
  const message = `Partner ${partner} was not queried: the processes of this deployment use different ways to count its limits.`;
  return new UpstreamBusyError(message, { retryAt: clock.now() + retryMs });
}

function noShareError(partner: string): LandfallError {
  const message = `Partner ${partner} was not queried: without Redis its limits are divided among processes, and this process has no share left.`;
  return new UpstreamBusyError(message);
}
