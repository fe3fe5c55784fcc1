import type { SharedCounts } from '../cache/shared-counts.ts';
import { LandfallError } from '../errors.ts';
import { createOutbound } from '../http/outbound.ts';
import type { Logger } from '../logger.ts';
import type { Partner, Standard } from '../partners/partner.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { type EndpointOptions, healthOf, openEndpoints } from './endpoints.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import type { Observation } from './observed-capabilities.ts';
import { createRetryingClient, type UpstreamAttempt } from './retrying-client.ts';
import { createSendRequest } from './send.ts';
import { createUpstreamPush, type PushTarget } from './signed-push.ts';

/**
 * The requests of a process to partners. One object serves all standards, so that the limits of a partner are counted
 * once.
 */
export type Upstream = ReturnType<typeof openUpstream>;

/** The part of {@link Upstream} that readers of responses use. */
export type UpstreamReading = Pick<Upstream, 'call' | 'capabilitiesOf' | 'record' | 'recordFailure'>;

export interface UpstreamOptions extends Omit<EndpointOptions, 'clock'> {
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
  /** Quotas of tenants that all processes share. Default: this process counts by itself. */
  readonly counts?: SharedCounts | undefined;
  /** Called after each attempt of a request. */
  readonly onAttempt?: ((attempt: UpstreamAttempt) => void) | undefined;
}

/** Opens the requests to all partners. Does not send anything yet. */
export function openUpstream(options: UpstreamOptions) {
  const { logger, clock = systemClock, counts, onAttempt } = options;
  const outbound = createOutbound({ logger });
  const endpoints = openEndpoints({ ...options, clock });
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
    call: createRetryingClient({ send, endpointOf: endpoints.of, counts, logger, clock, onAttempt }),
    push: createUpstreamPush({ send, limiterOf, clock }),
    capabilitiesOf: (partner: Partner, standard: Standard) => endpoints.of(partner, standard).capabilities.observed,
    /** Records what a reader of a response has observed. */
    record: (partner: Partner, standard: Standard, observation: Observation) =>
      endpoints.of(partner, standard).capabilities.record(observation),
    /** Records that a response with status 200 could not be used. */
    recordFailure: (partner: Partner, standard: Standard, error: LandfallError) =>
      endpoints.of(partner, standard).stats.recordFailure(error),
    /** Returns the health; undefined when the partner does not offer the standard. */
    healthOf: (partner: string, standard: Standard) => {
      const endpoint = endpoints.find(partner, standard);
      return endpoint && healthOf(endpoint);
    },
    /** Returns the state of all partners, for the metrics. */
    endpoints: endpoints.all,
    [Symbol.asyncDispose]: async () => {
      endpoints.rejectAll(new LandfallError('SHUTTING_DOWN', 'The server is shutting down.'));
      await outbound[Symbol.asyncDispose]();
    },
  };
}
