import { type Caller, callerOf } from '../access/entitlement.ts';
import { deliveryLimits } from '../partners/delivery-limits.ts';
import { endpointFields, endpointOf, type Partner, type Standard } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { LogName } from '../store/version-store.ts';
import type { RetryLimits } from '../time/wake-up-loop.ts';
import type { PushTarget } from '../upstream/signed-push.ts';

/**
 * A receiver of deliveries: a partner that subscribes, or a webhook of a tenant. Recipient objects never change: a
 * changed file creates a new object.
 */
export interface Recipient extends PushTarget {
  /** The caller with the rights by which versions are selected and written. */
  readonly caller: Caller;
  readonly retry: RetryLimits;
  /**
   * Returns what the recipient wants of a log, in addition to its rights: sets of index terms. A version must have a
   * term of each set. Absent when it wants everything that it may see.
   */
  readonly wantedOf?: (log: LogName) => readonly (readonly string[])[];
  /** Whether its file pauses the deliveries. New versions wait meanwhile. */
  readonly isPaused: boolean;
}

/** Prefix of the ids of webhooks. The tenant and the webhook's own id follow. Ids of partners have no colon. */
export const webhookPrefix = 'webhook:';

/** Returns whether the id of a recipient belongs to a webhook. */
export function isWebhookID(id: string): boolean {
  return id.startsWith(webhookPrefix);
}

/** The recipients of one deliverer, by the current files. */
export interface Recipients {
  /** Name of the lease. Deliverers of one log for different recipients have different names and run in parallel. */
  readonly leaseName: string;
  all(): readonly Recipient[];
  find(id: string): Recipient | undefined;
  /** Returns whether a stored delivery queue belongs to one of them or to a former one. */
  owns(subscriber: string): boolean;
  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** A partner that may read what we publish, with its rights. */
export interface Subscriber {
  readonly partner: Partner;
  /** The caller with the entitlement of `publish.see`. A subscriber is never an operator. */
  readonly caller: Caller;
}

/** A subscriber as the recipient of deliveries. */
export type SubscribingPartner = Subscriber & Recipient;

/** Keyed by the partner object, which never changes: a changed file creates a new one. */
const subscribers = new WeakMap<Partner, SubscribingPartner>();

/** Returns the subscriber of a partner's `publish` section; undefined when there is none. */
export function findSubscriber(partner: Partner): SubscribingPartner | undefined {
  const cached = subscribers.get(partner);
  if (cached !== undefined || partner.publish === undefined) return cached;
  const { id, limits, allowPrivate, outbound, publish } = partner;
  const { partners, parties, charges, portCalls } = publish.see;
  const entitlement = {
    partners: partners.includes('*') ? ('*' as const) : partners,
    parties: parties.includes('*') ? ('*' as const) : parties.filter((party) => party !== '*'),
    charges,
    portCalls,
    operator: false,
  };
  const subscriber: SubscribingPartner = {
    ...{ id, limits, allowPrivate, outbound, partner },
    // No tenant's name contains a colon, so the quotas of partners and tenants are separate.
    caller: callerOf(entitlement, `partner:${id}`),
    secrets: publish.push?.secrets ?? [],
    retry: publish.push?.retry ?? deliveryLimits,
    isPaused: false,
  };
  subscribers.set(partner, subscriber);
  return subscriber;
}

/** Returns the partners with a `publish` section as recipients of deliveries. */
export function subscribersOf(partners: Pick<PartnerRegistry, 'partners' | 'find' | 'onChange'>): Recipients {
  return {
    leaseName: 'deliverer',
    all: () => partners.partners().flatMap((partner) => findSubscriber(partner) ?? []),
    find: (id) => {
      const partner = partners.find(id);
      return partner && findSubscriber(partner);
    },
    owns: (id) => !isWebhookID(id),
    onChange: partners.onChange,
  };
}

/**
 * Returns the full version of a standard for responses and pushes to a subscriber, which is sent as `API-Version`: the
 * version in the `publish` section of its file, otherwise the version of our requests to it. The content is the same in
 * all supported versions.
 *
 * @returns undefined if the file has neither
 */
export function publishedVersionOf(partner: Partner | undefined, standard: Standard): string | undefined {
  return partner && (partner.publish?.versions[endpointFields[standard]] ?? endpointOf(partner, standard)?.version);
}
