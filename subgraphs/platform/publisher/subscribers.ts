import { type Caller, callerOf } from '../access/entitlement.ts';
import type { Partner } from '../partners/partner.ts';

/** A partner that may read what we publish, and what of it. */
export interface Subscriber {
  readonly partner: Partner;
  /** With the entitlement of its `publish.see`; a subscriber is never an operator. */
  readonly caller: Caller;
}

/** Partners never change: a new version of a file is another one. */
const subscribers = new WeakMap<Partner, Subscriber>();

/** The subscriber that a partner is by the `publish` section of its file; undefined without one. */
export function findSubscriber(partner: Partner): Subscriber | undefined {
  const held = subscribers.get(partner);
  if (held !== undefined || partner.publish === undefined) return held;
  const { partners, parties, charges, portCalls } = partner.publish.see;
  const entitlement = {
    partners: partners.includes('*') ? ('*' as const) : partners,
    parties: parties.includes('*') ? ('*' as const) : parties.filter((party) => party !== '*'),
    charges,
    portCalls,
    operator: false,
  };
  // No tenant's name has a colon, so its allowances are its own.
  const subscriber = { partner, caller: callerOf(entitlement, `partner:${partner.id}`) };
  subscribers.set(partner, subscriber);
  return subscriber;
}
