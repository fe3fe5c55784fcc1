import { type LandfallError, UpstreamBusyError } from '../errors.ts';
import type { Standard } from '../partners/standard.ts';
import type { Clock } from '../time/clock.ts';
import { createLimiter, type Entrant, type Limiter, type LimiterLimits, type Permission } from './limiter.ts';
import { shareOf } from './partner-share.ts';
import type { RedisLimits } from './redis-limits.ts';
import type { Counting, Replicas } from './replicas.ts';

/** What the replicas of a deployment keep partners' limits by. */
export interface SharedLimits {
  readonly redis: RedisLimits;
  readonly replicas: Pick<Replicas, 'counting' | 'begin' | 'end'>;
}

/** The limiter of one partner that several replicas ask. */
export interface SharedLimiter extends Limiter {
  /** Ends a probe of this replica for all of them, where there is one. @param coolDownMs how long the partner is left alone; undefined: it answers */
  endProbe(standard: Standard, coolDownMs: number | undefined): void;
  /** Lets no replica ask for this standard until then. */
  coolDown(standard: Standard, until: number): void;
}

/** Another replica has found the partner failing, or probes it. */
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

/** After so long a replica that may not ask may look again. */
const retryMs = 1_000;

/**
 * Opens the limiter of a partner that several replicas ask. A call whose turn it is in this process is also granted by
 * Redis. While Redis is away this process keeps to its share, and leaves alone whom it knows to want that. A replica that
 * is not registered, or whose way of counting changes, refuses all calls.
 */
export function createSharedLimiter(
  partner: string,
  options: { readonly limits: LimiterLimits; readonly clock: Clock; readonly shared: SharedLimits },
): SharedLimiter {
  const { clock } = options;
  const { redis, replicas } = options.shared;
  let { limits } = options;
  let applied: Counting | undefined;
  /** Of calls under way, by whether their requests have arrived. Which lease belongs to which of these does not matter. */
  const leases = { travelling: [] as string[], arrived: [] as string[] };
  const probed = new Set<Standard>();

  /** Has the gate keep to what the replicas agreed on. */
  const apply = (counting: Counting): void => {
    const kept = counting.kind === 'SHARES' ? shareOf(limits, counting) : limits;
    if (kept === undefined) throw noShare(partner);
    if (counting === applied) return;
    applied = counting;
    gate.adjust(kept);
  };

  const giveBack = (hasArrived = false): void => {
    const lease = (hasArrived ? leases.arrived : leases.travelling).shift();
    if (lease !== undefined) redis.release(partner, { lease, limits });
    replicas.end();
  };
  const endProbe: SharedLimiter['endProbe'] = (standard, coolDownMs) => {
    if (!probed.delete(standard)) return;
    if (coolDownMs === undefined) redis.endCoolDown(partner, standard);
    else redis.coolDown(partner, { standard, ms: coolDownMs });
  };
  const granted = (withdraw: () => void = giveBack): Permission => {
    replicas.begin();
    return { kind: 'GRANTED', withdraw };
  };
  const coolingDown = (ms: number): Permission => ({ kind: 'REFUSED', error: new CoolingDownError(partner, clock.now() + ms) });

  const permitByShare = ({ standard }: Entrant): Permission => {
    const { pausedMs, coolingMs } = redis.restOf(partner, standard);
    if (pausedMs > 0) return { kind: 'LATER', until: clock.now() + pausedMs, reason: 'PAUSE' };
    return coolingMs > 0 ? coolingDown(coolingMs) : granted();
  };

  const permitByRedis = async ({ standard }: Entrant, counting: Counting): Promise<Permission> => {
    const answer = await redis.acquire(partner, { limits, standard });
    if (answer.kind === 'AWAY') return notAgreed(partner, clock);
    if (answer.kind === 'COOLING_DOWN') return coolingDown(answer.ms);
    if (answer.kind !== 'GRANTED') {
      return { kind: 'LATER', until: clock.now() + answer.ms, reason: answer.kind === 'PAUSED' ? 'PAUSE' : answer.kind };
    }
    const { lease, isProbe } = answer;
    if (replicas.counting !== counting) {
      redis.release(partner, { lease, limits });
      return notAgreed(partner, clock);
    }
    leases.travelling.push(lease);
    if (!isProbe || standard === undefined) return granted();
    probed.add(standard);
    return granted(() => {
      // The next call is the probe instead.
      endProbe(standard, 0);
      giveBack();
    });
  };

  const gate = createLimiter(partner, {
    limits,
    clock,
    permit: async (entrant) => {
      const { counting } = replicas;
      if (counting === undefined || counting !== applied) return notAgreed(partner, clock);
      return counting.kind === 'SHARES' ? permitByShare(entrant) : permitByRedis(entrant, counting);
    },
  });
  redis.onSlot(partner, () => gate.askNow());

  return {
    ...gate,
    enter: async (entrant) => {
      const { counting } = replicas;
      if (counting === undefined) throw notAgreed(partner, clock).error;
      apply(counting);
      await gate.enter(entrant);
    },
    arrived: () => {
      const lease = leases.travelling.shift();
      if (lease !== undefined) {
        leases.arrived.push(lease);
        redis.arrived(partner, { lease, limits });
      }
      gate.arrived();
    },
    leave: (hasArrived) => {
      giveBack(hasArrived);
      gate.leave(hasArrived);
    },
    hold: (until) => {
      redis.pause(partner, until - clock.now());
      gate.hold(until);
    },
    adjust: (changed) => {
      limits = changed;
      const { counting } = replicas;
      const kept = counting?.kind === 'SHARES' ? shareOf(changed, counting) : changed;
      if (kept === undefined) gate.refuse(noShare(partner));
      else gate.adjust(kept);
    },
    endProbe,
    coolDown: (standard, until) => redis.coolDown(partner, { standard, ms: until - clock.now() }),
  };
}

function notAgreed(partner: string, clock: Clock): Extract<Permission, { kind: 'REFUSED' }> {
  const message = `Partner ${partner} was not queried: the processes of this deployment use different ways to count its limits.`;
  return { kind: 'REFUSED', error: new UpstreamBusyError(message, { retryAt: clock.now() + retryMs }) };
}

function noShare(partner: string): LandfallError {
  const message = `Partner ${partner} was not queried: without Redis its limits are divided among processes, and this process has no share left.`;
  return new UpstreamBusyError(message);
}
