import type { CursorCache } from '../cache/cursor-cache.ts';
import { LandfallError } from '../errors.ts';
import { endpointOf } from '../partners/endpoint-of.ts';
import type { Partner } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { Standard } from '../partners/standard.ts';
import type { Clock } from '../time/clock.ts';
import type { Attempted } from './attempt.ts';
import { type Breaker, type BreakerCoolDown, createBreaker } from './breaker.ts';
import { type CallStats, createCallStats, type EndpointHealth } from './endpoint-health.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { type CapabilityRecord, openCapabilityRecord } from './observed-capabilities.ts';
import { createSharedBreaker } from './shared-breaker.ts';
import { createSharedLimiter, type SharedLimiter, type SharedLimits } from './shared-limiter.ts';

/** What is held of one partner and one standard. */
export interface Endpoint {
  readonly partner: string;
  readonly standard: Standard;
  /** Base URL. */
  readonly address: string | undefined;
  /** The one of the partner, over all standards. */
  readonly gate: Limiter;
  readonly breaker: Breaker<Attempted>;
  readonly tally: CallStats;
  readonly book: CapabilityRecord;
}

/** What is held of all partners. */
export interface Endpoints extends Disposable {
  of(partner: Partner, standard: Standard): Endpoint;
  /** The gate of a partner, also of one that offers no standard. */
  gateOf(partner: Partner): Limiter;
  /** Undefined where the partner does not offer the standard. */
  find(partner: string, standard: Standard): Endpoint | undefined;
  all(): readonly Endpoint[];
}

export interface EndpointsOptions {
  readonly clock: Clock;
  /** The partners as their files say now. Default: as the first call to each says, and none is ever dropped. */
  readonly partners?: Pick<PartnerRegistry, 'find' | 'onChange'> | undefined;
  readonly cursorCache?: CursorCache | undefined;
  readonly rests?: BreakerCoolDown | undefined;
  /** What all replicas keep the partners' limits by. Default: this process is alone. */
  readonly shared?: SharedLimits | undefined;
}

interface HeldPartner {
  readonly gate: Limiter;
  /** The gate, where other replicas ask the partner too. */
  readonly limiter: SharedLimiter | undefined;
  readonly endpoints: Map<Standard, Endpoint>;
}

/** Opens an empty memory of partners. It is bounded by the registry: what is held of a partner goes when its file does. */
export function openEndpoints({ clock, partners, cursorCache, rests, shared }: EndpointsOptions): Endpoints {
  const held = new Map<string, HeldPartner>();
  const currentOf = (partner: Partner) => (partners === undefined ? partner : partners.find(partner.id));

  const follow = partners?.onChange(() => {
    for (const [id, { gate, endpoints }] of held) {
      const partner = partners.find(id);
      // Calls that are under way keep what they need of a partner that is gone until they are done.
      if (partner === undefined) held.delete(id);
      else {
        gate.adjust(partner.limits);
        for (const { standard, address } of endpoints.values()) {
          if (addressOf(partner, standard) !== address) endpoints.delete(standard);
        }
      }
    }
  });

  const partnerOf = (partner: Partner): HeldPartner => {
    const known = held.get(partner.id);
    if (known !== undefined) return known;
    const current = currentOf(partner);
    const { limits } = current ?? partner;
    const limiter = shared && createSharedLimiter(partner.id, { limits, clock, shared });
    const opened = { gate: limiter ?? createLimiter(partner.id, { limits, clock }), limiter, endpoints: new Map() };
    if (current !== undefined) held.set(partner.id, opened);
    return opened;
  };
  const open = (partner: Partner, standard: Standard, cache: CursorCache | undefined): Endpoint => {
    const address = addressOf(partner, standard);
    const { gate, limiter } = partnerOf(partner);
    const isFailure = (outcome: Attempted) => 'error' in outcome && outcome.isOutage;
    const breakerOptions = { partner: partner.id, clock, rests, isFailure };
    const onOpen = (error: LandfallError) => gate.refuse(error, standard);
    return {
      partner: partner.id,
      standard,
      address,
      gate,
      breaker:
        limiter === undefined
          ? createBreaker({ ...breakerOptions, onOpen })
          : createSharedBreaker({ ...breakerOptions, onOpen, limiter, standard }),
      tally: createCallStats(clock),
      book: openCapabilityRecord({ partner: partner.id, standard, address: address ?? '', cache }),
    };
  };
  const of = (partner: Partner, standard: Standard): Endpoint => {
    const { endpoints } = partnerOf(partner);
    const known = endpoints.get(standard);
    const address = addressOf(partner, standard);
    if (known !== undefined && known.address === address) return known;
    const current = currentOf(partner);
    const isCurrent = current !== undefined && addressOf(current, standard) === address;
    // Of a call that began before its partner's file was changed nothing is kept.
    const opened = open(partner, standard, isCurrent ? cursorCache : undefined);
    if (isCurrent) endpoints.set(standard, opened);
    return opened;
  };
  return {
    of,
    gateOf: (partner) => partnerOf(partner).gate,
    find: (id, standard) => {
      if (partners === undefined) return held.get(id)?.endpoints.get(standard);
      const partner = partners.find(id);
      return partner === undefined || addressOf(partner, standard) === undefined ? undefined : of(partner, standard);
    },
    all: () => [...held.values()].flatMap(({ endpoints }) => [...endpoints.values()]),
    [Symbol.dispose]: () => {
      follow?.();
      const error = new LandfallError('SHUTTING_DOWN', 'The server is shutting down.');
      for (const { gate } of held.values()) gate.refuse(error);
    },
  };
}

/** Shows what is held as it is now. */
export function healthOf({ partner, standard, breaker, tally, book }: Endpoint): EndpointHealth {
  const { OK: answers = 0, GIVEN_UP: _, ...failures } = Object.fromEntries(tally.outcomes);
  return {
    partner,
    standard,
    breaker: breaker.state,
    restsUntil: breaker.restsUntil === undefined ? undefined : new Date(breaker.restsUntil).toISOString(),
    answers,
    failures: Object.values(failures).reduce((sum, count) => sum + count, 0),
    lastAnswer: tally.lastAnswer,
    lastFailure: tally.lastFailure,
    underWay: tally.underWay,
    waiting: tally.waiting,
    learnt: book.learnt,
  };
}

function addressOf(partner: Partner, standard: Standard): string | undefined {
  return endpointOf(partner, standard)?.baseUrl;
}
