import type { CursorCache } from '../cache/cursor-cache.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { LandfallError } from '../errors.ts';
import { createOutbound } from '../http/outbound.ts';
import type { Logger } from '../logger.ts';
import type { Partner } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { Standard } from '../partners/standard.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { createAttempt } from './attempt.ts';
import type { BreakerCoolDown } from './breaker.ts';
import { createCallQuota } from './call-quota.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import { type Endpoint, healthOf, openEndpoints } from './endpoints.ts';
import type { Observation, ObservedCapabilities } from './observed-capabilities.ts';
import { createRetryingClient, type RetryingClient } from './retrying-client.ts';
import { createSendRequest } from './send.ts';
import type { SharedLimits } from './shared-limiter.ts';
import { createUpstreamPush, type UpstreamPush } from './signed-push.ts';
import { openSigner } from './signer.ts';

/** How a process asks partners and sends to them: one for all standards, so that what a partner bears is counted in one place. */
export interface Upstream extends AsyncDisposable {
  readonly call: RetryingClient;
  readonly push: UpstreamPush;
  /** What answers have shown so far. */
  learntOf(partner: Partner, standard: Standard): ObservedCapabilities;
  /** Tells what an answer shows that only its reader can see. */
  note(partner: Partner, standard: Standard, observation: Observation): void;
  /** Tells that an answer with status 200 turned out to be unusable. */
  noteFailure(partner: Partner, standard: Standard, error: LandfallError): void;
  /** How a partner fares; undefined where it does not offer the standard. */
  healthOf(partner: string, standard: Standard): EndpointHealth | undefined;
  /** Everything that is held of partners, for the metrics. */
  endpoints(): readonly Endpoint[];
}

/** What readers of answers use of it. */
export type UpstreamReading = Pick<Upstream, 'call' | 'learntOf' | 'note' | 'noteFailure'>;

export interface UpstreamOptions {
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
  /** The partners as their files say now. Default: as the first call to each says. */
  readonly partners?: Pick<PartnerRegistry, 'find' | 'onChange'> | undefined;
  /** Remembers what was learnt beyond this process. Default: nothing does. */
  readonly cursorCache?: CursorCache | undefined;
  /** How long a partner that fails is left alone. */
  readonly breakerRests?: BreakerCoolDown | undefined;
  /** What all replicas of a deployment keep the partners' limits by. Default: this process is alone. */
  readonly shared?: SharedLimits | undefined;
  /** What all processes count together of what tenants use up. Default: this process is alone. */
  readonly counts?: SharedCounts | undefined;
}

/** Opens the way to all partners. Nobody is asked by that. */
export function openUpstream(options: UpstreamOptions): Upstream {
  const { logger, clock = systemClock, partners, cursorCache, breakerRests, shared, counts } = options;
  const outbound = createOutbound({ logger });
  const endpoints = openEndpoints({ clock, partners, cursorCache, rests: breakerRests, shared });
  const exchange = createSendRequest({ outbound, logger, clock });
  const signer = openSigner({ logger });
  const attempt = createAttempt({ exchange, logger, clock });
  return {
    call: createRetryingClient({ attempt, endpoints, allowance: createCallQuota(clock, counts), logger, clock }),
    push: createUpstreamPush({ exchange, endpoints, signer, clock }),
    learntOf: (partner, standard) => endpoints.of(partner, standard).book.learnt,
    note: (partner, standard, observation) => endpoints.of(partner, standard).book.add(observation),
    noteFailure: (partner, standard, error) => endpoints.of(partner, standard).tally.failed(error),
    healthOf: (partner, standard) => {
      const endpoint = endpoints.find(partner, standard);
      return endpoint && healthOf(endpoint);
    },
    endpoints: () => endpoints.all(),
    [Symbol.asyncDispose]: async () => {
      endpoints[Symbol.dispose]();
      await outbound[Symbol.asyncDispose]();
      await signer[Symbol.asyncDispose]();
    },
  };
}
