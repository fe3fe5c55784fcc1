import { hash } from 'node:crypto';
import type { Entitlement } from '#platform/access/entitlement.ts';
import { partyTermOf, visibilityOf } from '#platform/access/visibility.ts';

/**
 * Identifies a view: the notices and kinds of data that its callers see. It is part of index terms, so it has no colon.
 */
export type ViewId = string & { readonly __brand: 'ViewId' };

/** The part of the sources that some callers share. Arrivals and their facts are evaluated for each view separately. */
export interface View {
  readonly id: ViewId;
  /**
   * Id of the view of the same partners and port calls with all parties. Views with the same one get the same answers
   * from the sides.
   */
  readonly sourcesId: ViewId;
  /**
   * The rights under which the sides are queried. Parties are checked for each version of a notice, and charges when a
   * caller reads.
   */
  readonly entitlement: Entitlement;
  /** Returns whether a notice of this partner may be visible in the view. */
  includes(partner: string): boolean;
  /**
   * Returns whether a version of a notice is visible in the view. @param terms terms of its partner and of the parties
   * that it names
   */
  shows(terms: readonly string[]): boolean;
}

/** Returns the id of the view of a caller. Callers with the same partners, parties and right to port calls share one. */
export function viewOf(entitlement: Entitlement): ViewId {
  const known = made.get(entitlement);
  if (known !== undefined) return known;
  const { partners, parties, portCalls } = entitlement;
  const sources = [partners === '*' ? partners : [...new Set(partners)].toSorted(), portCalls];
  const ofParties = parties === '*' ? [] : [[...new Set(parties.map(partyTermOf))].toSorted()];
  const isAll = partners === '*' && portCalls && parties === '*';
  const id = isAll ? 'all' : `v${hash('sha256', JSON.stringify([...sources, ...ofParties]), 'hex').slice(0, 12)}`;
  made.set(entitlement, id as ViewId);
  return id as ViewId;
}

const made = new WeakMap<Entitlement, ViewId>();

/**
 * Returns the distinct views of several entitlements, sorted by id: those of all tenants, or the one of open access.
 */
export function viewsOf(entitlements: readonly Entitlement[]): View[] {
  const views = new Map(entitlements.map((entitlement) => [viewOf(entitlement), entitlement]));
  return [...views]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, ofCallers]) => {
      const { partners, portCalls } = ofCallers;
      const entitlement: Entitlement = { partners, parties: '*', charges: true, portCalls, operator: false };
      const { shows } = visibilityOf('arrival-notice-versions', ofCallers);
      return {
        id,
        sourcesId: viewOf(entitlement),
        entitlement,
        includes: (partner) => partners === '*' || partners.includes(partner),
        shows: (terms) => shows({ terms }),
      };
    });
}
