import { assumedReplicas, type SharedCounts } from '../cache/shared-counts.ts';
import { type LandfallError, UpstreamBusyError } from '../errors.ts';
import type { Standard } from '../partners/standard.ts';
import type { Clock } from '../time/clock.ts';
import { createLimiter, type Limiter, type LimiterLimits, type Permission, type SlotRequest } from './limiter.ts';
import type { PartnerRate } from './partner-rates.ts';
import type { SharedPauses } from './shared-pauses.ts';

/** What the limiters of all partners share with other replicas. */
export interface SharedLimits {
  readonly counts: Pick<SharedCounts, 'replicas' | 'isFirst'>;
  readonly rateOf: (partner: string) => PartnerRate;
  readonly pauses: SharedPauses;
}

/** The limiter of one partner to which several replicas send. */
export interface SharedLimiter extends Limiter {
  /**
   * Ends the current trial of this replica, if there is one. @param coolDownMs new cool-down for all replicas;
   * undefined when the partner answers
   */
  endTrial(standard: Standard, coolDownMs: number | undefined): void;
  /** Stops the requests of all replicas for this standard until then. */
  coolDown(standard: Standard, until: number): void;
}

/** Thrown when another replica has found the partner failing, or is trying it. */
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

/** Pause before a replica asks again whether the trial of another one has ended. */
const trialMs = 1_000;

/**
 * Creates the limiter of a partner to which several replicas send. They share its rate, its pauses and its cool-downs;
 * each has an equal part of its concurrency, and at least one request.
 */
export function createSharedLimiter(
  partner: string,
  options: { readonly limits: LimiterLimits; readonly clock: Clock; readonly shared: SharedLimits },
): SharedLimiter {
  const { clock, shared } = options;
  const { counts, pauses } = shared;
  const rate = shared.rateOf(partner);
  const trials = new Set<Standard>();
  /** Times at which requests were counted that have not been sent yet. Which request it was makes no difference. */
  const granted: number[] = [];
  let sent = 0;
  let { limits } = options;
  let replicas = assumedReplicas;

  const waitOf = ({ standard }: SlotRequest): Permission | undefined => {
    const { pausedMs, coolingMs } = pauses.of(partner, standard);
    if (pausedMs > 0) return { kind: 'LATER', until: clock.now() + pausedMs, reason: 'PAUSE' };
    return coolingMs > 0 ? refused(new CoolingDownError(partner, clock.now() + coolingMs)) : undefined;
  };
  /** Lets one replica try a partner after its cool-down; each one while Redis is away. */
  const permitTrial = async (standard: Standard, coolDown: string): Promise<Permission> => {
    const isFirst = await counts.isFirst(`trial:${partner}:${standard}:${coolDown}`, limits.timeoutMs + trialMs);
    if (isFirst === false) return refused(new CoolingDownError(partner, clock.now() + trialMs));
    trials.add(standard);
    // Makes another request the trial.
    return { kind: 'GRANTED', withdraw: () => endTrial(standard, 0) };
  };
  const requestPermission = async (request: SlotRequest): Promise<Permission> => {
    const wait = waitOf(request);
    if (wait !== undefined) return wait;
    const waitMs = await rate.begin(limits.requestsPerSecond);
    if (waitMs > 0) return { kind: 'LATER', until: clock.now() + waitMs, reason: 'RATE' };
    const { standard } = request;
    const { untried } = pauses.of(partner, standard);
    if (standard !== undefined && untried !== undefined) return permitTrial(standard, untried);
    return waitOf(request) ?? { kind: 'GRANTED', withdraw: () => undefined };
  };
  const endTrial: SharedLimiter['endTrial'] = (standard, coolDownMs) => {
    if (!trials.delete(standard)) return;
    if (coolDownMs === undefined) pauses.endCoolDown(partner, standard);
    else pauses.coolDown(partner, standard, coolDownMs);
  };
  const effective = () => ({ ...limits, concurrency: Math.max(1, Math.floor(limits.concurrency / replicas)) });
  const limiter = createLimiter(partner, {
    limits: effective(),
    clock,
    requestPermission: async (request) => {
      const begun = performance.now();
      const permission = await requestPermission(request).catch(refused);
      if (permission.kind !== 'GRANTED') return permission;
      granted.push(begun);
      const withdraw = () => {
        granted.pop();
        permission.withdraw();
      };
      return { kind: 'GRANTED', withdraw };
    },
  });
  return {
    ...limiter,
    markSent: () => {
      const grantedAt = granted.shift();
      if (grantedAt === undefined) return;
      sent += 1;
      rate.markSent(performance.now() - grantedAt);
    },
    release: (hasArrived) => {
      if (sent > 0) sent -= 1;
      else granted.shift();
      limiter.release(hasArrived);
    },
    acquire: (request) => {
      const all = counts.replicas?.all ?? assumedReplicas;
      if (all !== replicas) {
        replicas = all;
        limiter.adjust(effective());
      }
      return limiter.acquire(request);
    },
    pauseUntil: (until) => {
      pauses.pause(partner, until - clock.now());
      limiter.pauseUntil(until);
    },
    adjust: (changed) => {
      limits = changed;
      limiter.adjust(effective());
    },
    endTrial,
    coolDown: (standard, until) => pauses.coolDown(partner, standard, until - clock.now()),
  };
}

function refused(error: LandfallError): Permission {
  return { kind: 'REFUSED', error };
}
