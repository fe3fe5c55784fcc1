import { type Caller, callerOf } from '../access/entitlement.ts';
import { deliveryLimits } from '../partners/delivery-limits.ts';
import type { Partner } from '../partners/partner.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import { isWebhookID, type Recipient, type Recipients } from './recipient.ts';

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
