import type { CursorCache } from '../cache/cursor-cache.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { LandfallError } from '../errors.ts';
import { createOutbound } from '../http/outbound.ts';
import type { Logger } from '../logger.ts';
import type { Partner } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { Standard } from '../partners/standard.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import type { BreakerCoolDown } from './breaker.ts';
import { createCallQuota } from './call-quota.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import { type Endpoint, healthOf, openEndpoints } from './endpoints.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import type { Observation, ObservedCapabilities } from './observed-capabilities.ts';
import { createRetryingClient, type RetryingClient, type UpstreamAttempt } from './retrying-client.ts';
import { createSendRequest } from './send.ts';
import type { SharedLimits } from './shared-limiter.ts';
import { createUpstreamPush, type PushTarget, type UpstreamPush } from './signed-push.ts';

/**
 * The requests of a process to partners. One object serves all standards, so that the limits of a partner are counted
 * once.
 */
export interface Upstream extends AsyncDisposable {
  readonly call: RetryingClient;
  readonly push: UpstreamPush;
  capabilitiesOf(partner: Partner, standard: Standard): ObservedCapabilities;
  /** Records what a reader of a response has observed. */
  record(partner: Partner, standard: Standard, observation: Observation): void;
  /** Records that a response with status 200 could not be used. */
  recordFailure(partner: Partner, standard: Standard, error: LandfallError): void;
  /** Returns the health; undefined when the partner does not offer the standard. */
  healthOf(partner: string, standard: Standard): EndpointHealth | undefined;
  /** Returns the state of all partners, for the metrics. */
  endpoints(): readonly Endpoint[];
}

/** The part of {@link Upstream} that readers of responses use. */
export type UpstreamReading = Pick<Upstream, 'call' | 'capabilitiesOf' | 'record' | 'recordFailure'>;

export interface UpstreamOptions {
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
  /** The current partner files. Default: each partner as given with the first request to it. */
  readonly partners?: Pick<PartnerRegistry, 'find' | 'onChange'> | undefined;
  /** Keeps observed capabilities when this process ends. Default: they are lost. */
  readonly cursorCache?: CursorCache | undefined;
  /** How long breakers stay open. */
  readonly breakerCoolDown?: BreakerCoolDown | undefined;
  /** Limits of partners that all replicas share. Default: this process counts by itself. */
  readonly shared?: SharedLimits | undefined;
  /** Quotas of tenants that all processes share. Default: this process counts by itself. */
  readonly counts?: SharedCounts | undefined;
  /** Called after each attempt of a request. */
  readonly onAttempt?: ((attempt: UpstreamAttempt) => void) | undefined;
}

/** Opens the requests to all partners. Does not send anything yet. */
export function openUpstream(options: UpstreamOptions): Upstream {
  const { logger, clock = systemClock, partners, cursorCache, breakerCoolDown, shared, counts, onAttempt } = options;
  const outbound = createOutbound({ logger });
  const endpoints = openEndpoints({ clock, partners, cursorCache, coolDown: breakerCoolDown, shared });
  const send = createSendRequest({ outbound, logger, clock });
  /** Limiters of targets that are no partners. A changed file is a new target. */
  const limiters = new WeakMap<PushTarget, Limiter>();
  const limiterOf = (target: PushTarget): Limiter => {
    if (target.partner !== undefined) return endpoints.limiterOf(target.partner);
    const limiter = limiters.get(target) ?? createLimiter(target.id, { limits: target.limits, clock });
    limiters.set(target, limiter);
    return limiter;
  };
  return {
    call: createRetryingClient({ send, endpoints, quota: createCallQuota(clock, counts), logger, clock, onAttempt }),
    push: createUpstreamPush({ send, limiterOf, clock }),
    capabilitiesOf: (partner, standard) => endpoints.of(partner, standard).capabilities.observed,
    record: (partner, standard, observation) => endpoints.of(partner, standard).capabilities.record(observation),
    recordFailure: (partner, standard, error) => endpoints.of(partner, standard).stats.recordFailure(error),
    healthOf: (partner, standard) => {
      const endpoint = endpoints.find(partner, standard);
      return endpoint && healthOf(endpoint);
    },
    endpoints: endpoints.all,
    [Symbol.asyncDispose]: async () => {
      endpoints[Symbol.dispose]();
      await outbound[Symbol.asyncDispose]();
    },
  };
}
