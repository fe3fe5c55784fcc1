import type { CursorCache } from '../cache/cursor-cache.ts';
import { LandfallError } from '../errors.ts';
import { endpointOf } from '../partners/endpoint-of.ts';
import type { Partner } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { Standard } from '../partners/standard.ts';
import type { Clock } from '../time/clock.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { type Breaker, type BreakerCoolDown, createBreaker } from './breaker.ts';
import { type CallStats, createCallStats, type EndpointHealth } from './endpoint-health.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { type CapabilityRecord, openCapabilityRecord } from './observed-capabilities.ts';
import { createSharedBreaker } from './shared-breaker.ts';
import { createSharedLimiter, type SharedLimiter, type SharedLimits } from './shared-limiter.ts';

/** The state of one partner at one standard. */
export interface Endpoint {
  readonly partner: string;
  readonly standard: Standard;
  readonly baseUrl: string | undefined;
  /** Shared by all standards of the partner. */
  readonly limiter: Limiter;
  readonly breaker: Breaker<AttemptOutcome>;
  readonly stats: CallStats;
  readonly capabilities: CapabilityRecord;
}

/** State of all partners. */
export interface Endpoints extends Disposable {
  of(partner: Partner, standard: Standard): Endpoint;
  /** Returns the limiter of a partner, including one that offers no standard. */
  limiterOf(partner: Partner): Limiter;
  /** Finds the state; undefined when the partner does not offer the standard. */
  find(partner: string, standard: Standard): Endpoint | undefined;
  all(): readonly Endpoint[];
}

export interface EndpointsOptions {
  readonly clock: Clock;
  /** The current partner files. Default: each partner as given with the first request to it; none is ever dropped. */
  readonly partners?: Pick<PartnerRegistry, 'find' | 'onChange'> | undefined;
  readonly cursorCache?: CursorCache | undefined;
  readonly coolDown?: BreakerCoolDown | undefined;
  /** Limits shared by all replicas. Default: this process counts by itself. */
  readonly shared?: SharedLimits | undefined;
}

interface PartnerState {
  readonly limiter: Limiter;
  /** The same limiter; undefined when no other replicas send to the partner. */
  readonly sharedLimiter: SharedLimiter | undefined;
  readonly endpoints: Map<Standard, Endpoint>;
}

/**
 * Opens the state of all partners, empty. The registry limits its size: the state of a partner is dropped together with
 * its file.
 */
export function openEndpoints({ clock, partners, cursorCache, coolDown, shared }: EndpointsOptions): Endpoints {
  const states = new Map<string, PartnerState>();
  const currentOf = (partner: Partner) => (partners === undefined ? partner : partners.find(partner.id));

  const stopWatching = partners?.onChange(() => {
    for (const [id, { limiter, endpoints }] of states) {
      const partner = partners.find(id);
      // Requests in flight keep the state of a removed partner until they end.
      if (partner === undefined) states.delete(id);
      else {
        limiter.adjust(partner.limits);
        for (const { standard, baseUrl } of endpoints.values()) {
          if (baseUrlOf(partner, standard) !== baseUrl) endpoints.delete(standard);
        }
      }
    }
  });

  const stateOf = (partner: Partner): PartnerState => {
    const known = states.get(partner.id);
    if (known !== undefined) return known;
    const current = currentOf(partner);
    const { limits } = current ?? partner;
    const sharedLimiter = shared && createSharedLimiter(partner.id, { limits, clock, shared });
    const opened = { limiter: sharedLimiter ?? createLimiter(partner.id, { limits, clock }), sharedLimiter, endpoints: new Map() };
    if (current !== undefined) states.set(partner.id, opened);
    return opened;
  };
  const open = (partner: Partner, standard: Standard, cache: CursorCache | undefined): Endpoint => {
    const baseUrl = baseUrlOf(partner, standard);
    const { limiter, sharedLimiter } = stateOf(partner);
    const isFailure = (outcome: AttemptOutcome) => 'error' in outcome && outcome.isOutage;
    const onOpen = (error: LandfallError) => limiter.rejectAll(error, standard);
    const breakerOptions = { partner: partner.id, clock, coolDown, isFailure, onOpen };
    return {
      partner: partner.id,
      standard,
      baseUrl,
      limiter,
      breaker:
        sharedLimiter === undefined
          ? createBreaker(breakerOptions)
          : createSharedBreaker({ ...breakerOptions, limiter: sharedLimiter, standard }),
      stats: createCallStats(clock),
      capabilities: openCapabilityRecord({ partner: partner.id, standard, address: baseUrl ?? '', cache }),
    };
  };
  const of = (partner: Partner, standard: Standard): Endpoint => {
    const { endpoints } = stateOf(partner);
    const known = endpoints.get(standard);
    const baseUrl = baseUrlOf(partner, standard);
    if (known !== undefined && known.baseUrl === baseUrl) return known;
    const current = currentOf(partner);
    const isCurrent = current !== undefined && baseUrlOf(current, standard) === baseUrl;
    // A request that began before its partner's file changed leaves no state behind.
    const opened = open(partner, standard, isCurrent ? cursorCache : undefined);
    if (isCurrent) endpoints.set(standard, opened);
    return opened;
  };
  return {
    of,
    limiterOf: (partner) => stateOf(partner).limiter,
    find: (id, standard) => {
      if (partners === undefined) return states.get(id)?.endpoints.get(standard);
      const partner = partners.find(id);
      return partner === undefined || baseUrlOf(partner, standard) === undefined ? undefined : of(partner, standard);
    },
    all: () => [...states.values()].flatMap(({ endpoints }) => [...endpoints.values()]),
    [Symbol.dispose]: () => {
      stopWatching?.();
      const error = new LandfallError('SHUTTING_DOWN', 'The server is shutting down.');
      for (const { limiter } of states.values()) limiter.rejectAll(error);
    },
  };
}

/** Returns the current health of an endpoint. */
export function healthOf({ partner, standard, breaker, stats, capabilities }: Endpoint): EndpointHealth {
  const { OK: answers = 0, GIVEN_UP: _, ...failures } = Object.fromEntries(stats.outcomes);
  return {
    partner,
    standard,
    breaker: breaker.state,
    coolDownUntil: breaker.coolDownUntil === undefined ? undefined : new Date(breaker.coolDownUntil).toISOString(),
    answers,
    failures: Object.values(failures).reduce((sum, count) => sum + count, 0),
    lastResponse: stats.lastResponse,
    lastFailure: stats.lastFailure,
    inFlight: stats.inFlight,
    waiting: stats.waiting,
    observed: capabilities.observed,
  };
}

function baseUrlOf(partner: Partner, standard: Standard): string | undefined {
  return endpointOf(partner, standard)?.baseUrl;
}
