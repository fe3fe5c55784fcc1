import { type Caller, callerOf } from '../access/entitlement.ts';
import type { Partner } from '../partners/partner.ts';

/** A partner that may read what we publish, with its rights. */
export interface Subscriber {
  readonly partner: Partner;
  /** Has the entitlement of `publish.see`; a subscriber is never an operator. */
  readonly caller: Caller;
}

/** Partner objects never change: a changed file is a new object. */
const subscribers = new WeakMap<Partner, Subscriber>();

/** Returns the subscriber of a partner's `publish` section; undefined without one. */
export function findSubscriber(partner: Partner): Subscriber | undefined {
  const cached = subscribers.get(partner);
  if (cached !== undefined || partner.publish === undefined) return cached;
  const { partners, parties, charges, portCalls } = partner.publish.see;
  const entitlement = {
    partners: partners.includes('*') ? ('*' as const) : partners,
    parties: parties.includes('*') ? ('*' as const) : parties.filter((party) => party !== '*'),
    charges,
    portCalls,
    operator: false,
  };
  // No tenant's name has a colon, so the quotas are separate.
  const subscriber = { partner, caller: callerOf(entitlement, `partner:${partner.id}`) };
  subscribers.set(partner, subscriber);
  return subscriber;
}
