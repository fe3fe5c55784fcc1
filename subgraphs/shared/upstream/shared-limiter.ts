import { createAlarm } from '../alarm.ts';
import type { Clock } from '../clock.ts';
import { type LandfallError, UpstreamBusyError } from '../errors.ts';
import type { Standard } from '../sources.ts';
import { createGate, type Entrant, type Gate, type GateLimits, leftAlone, noTurn } from './gate.ts';
import { shareOf } from './partner-share.ts';
import type { LimitAnswer, RedisLimits } from './redis-limits.ts';
import type { Counting, Replicas } from './replicas.ts';

/** What the replicas of a deployment keep partners' limits by. */
export interface SharedLimits {
  readonly redis: RedisLimits;
  readonly replicas: Pick<Replicas, 'counting' | 'begin' | 'end'>;
}

/** The limiter of one partner that several replicas ask. */
export interface SharedLimiter extends Gate {
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
    super(`Partner ${partner} is not asked, because it failed several times in a row: next try ${new Date(until).toISOString()}.`, {
      retryAt: until,
    });
    this.name = 'CoolingDownError';
    this.until = until;
  }
}

/** A call that waits for its grant by Redis. */
interface Asking {
  readonly entrant: Entrant;
  grant(answer: Extract<LimitAnswer, { kind: 'GRANTED' }>): void;
  fail(error: unknown): void;
}

/** After so long a replica that may not ask may look again. */
const retryMs = 1_000;

/**
 * Opens the limiter of a partner that several replicas ask. A call that the limiter of this process lets through is also
 * granted by Redis; one call at a time asks for that, in the order in which they came. While Redis is away the limiter of
 * this process keeps to its share. A replica that is not registered, or whose way of counting changes, refuses all calls.
 */
export function createSharedLimiter(
  partner: string,
  options: { readonly limits: GateLimits; readonly clock: Clock; readonly shared: SharedLimits },
): SharedLimiter {
  const { clock } = options;
  const { redis, replicas } = options.shared;
  let { limits } = options;
  let applied: Counting | undefined;
  const gate = createGate(partner, { limits, clock });
  /** Of calls under way. Which lease belongs to which call does not matter. */
  const leases: string[] = [];
  const probed = new Set<Standard>();
  const asking: Asking[] = [];
  let isAsking = false;
  const alarm = createAlarm(clock, () => askNext());

  /** Has the limiter of this process keep to what the replicas agreed on. */
  const apply = (counting: Counting): void => {
    const kept = counting.kind === 'SHARES' ? shareOf(limits, counting) : limits;
    if (kept === undefined) throw noShare(partner);
    if (counting === applied) return;
    applied = counting;
    gate.adjust(kept);
  };

  const askNext = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    for (let first = asking[0]; first !== undefined; first = asking[0]) {
      const { standard } = first.entrant;
      const answer = await redis.acquire(partner, { limits, standard });
      const isWaiting = asking.includes(first);
      if (answer.kind === 'GRANTED') {
        if (isWaiting) first.grant(answer);
        else redis.release(partner, { lease: answer.lease, limits });
      } else if (answer.kind === 'AWAY') {
        for (const each of [...asking]) each.fail(notAgreed(partner, clock.now() + retryMs));
      } else {
        const until = clock.now() + answer.ms;
        if (answer.kind === 'COOLING_DOWN') first.fail(new CoolingDownError(partner, until));
        else {
          tell(answer, until);
          if (asking.length > 0) alarm.setFor(until);
          break;
        }
      }
    }
    isAsking = false;
  };

  const tell = (answer: Extract<LimitAnswer, { kind: 'PAUSED' | 'FULL' }>, until: number): void => {
    if (answer.kind === 'PAUSED') gate.hold(until);
    const isForeseen = answer.kind === 'PAUSED' || answer.isForeseen;
    for (const { entrant, fail } of [...asking]) {
      if (isForeseen) entrant.onBusy?.({ until, isOwnLimit: answer.kind === 'FULL' });
      if (answer.kind === 'PAUSED' && until >= entrant.deadline) fail(leftAlone(partner, until));
    }
  };

  const granted = (entrant: Entrant) =>
    new Promise<Extract<LimitAnswer, { kind: 'GRANTED' }>>((resolve, reject) => {
      const { signal, deadline } = entrant;
      const settle = () => {
        asking.splice(asking.indexOf(own), 1);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        if (asking.length === 0) alarm.silence();
      };
      const own: Asking = {
        entrant,
        grant: (answer) => {
          settle();
          resolve(answer);
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      };
      const onAbort = () => own.fail(signal?.reason);
      const timer = setTimeout(() => own.fail(noTurn(partner)), deadline - clock.now());
      signal?.addEventListener('abort', onAbort, { once: true });
      asking.push(own);
      if (asking.length === 1) void askNext();
    });

  const enterRedis = async (entrant: Entrant, counting: Counting): Promise<void> => {
    const { lease, isProbe } = await granted(entrant);
    if (replicas.counting !== counting) {
      redis.release(partner, { lease, limits });
      throw notAgreed(partner, clock.now() + retryMs);
    }
    leases.push(lease);
    if (isProbe && entrant.standard !== undefined) probed.add(entrant.standard);
  };

  return {
    enter: async (entrant) => {
      const { counting } = replicas;
      if (counting === undefined) throw notAgreed(partner, clock.now() + retryMs);
      apply(counting);
      await gate.enter(entrant);
      try {
        if (replicas.counting !== counting) throw notAgreed(partner, clock.now() + retryMs);
        if (counting.kind === 'REDIS') await enterRedis(entrant, counting);
        replicas.begin();
      } catch (error) {
        gate.leave();
        throw error;
      }
    },
    leave: () => {
      const lease = leases.shift();
      if (lease !== undefined) redis.release(partner, { lease, limits });
      replicas.end();
      gate.leave();
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
    refuse: (error, standard) => {
      for (const each of [...asking]) if (standard === undefined || each.entrant.standard === standard) each.fail(error);
      gate.refuse(error, standard);
    },
    endProbe: (standard, coolDownMs) => {
      if (!probed.delete(standard)) return;
      if (coolDownMs === undefined) redis.endCoolDown(partner, standard);
      else redis.coolDown(partner, { standard, ms: coolDownMs });
    },
    coolDown: (standard, until) => redis.coolDown(partner, { standard, ms: until - clock.now() }),
  };
}

function notAgreed(partner: string, retryAt: number): LandfallError {
  const message = `Partner ${partner} was not asked: the processes of this deployment have not agreed on how they count its limits.`;
  return new UpstreamBusyError(message, { retryAt });
}

function noShare(partner: string): LandfallError {
  const message = `Partner ${partner} was not asked: without Redis its limits are divided, and nothing is left for this process.`;
  return new UpstreamBusyError(message);
}
