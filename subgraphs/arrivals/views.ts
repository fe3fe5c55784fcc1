import { hash } from 'node:crypto';
import type { Entitlement } from '#platform/access/entitlement.ts';

/** Identifies a view: the partners and kinds of data that its callers see. Part of index terms, so it has no colon. */
export type ViewId = string & { readonly __brand: 'ViewId' };

/** The part of the sources that some callers share. What an arrival is and which facts hold is evaluated for each view. */
export interface View {
  readonly id: ViewId;
  /** The rights to ask the sides with. Parties and charges are checked when a caller reads, not when a view is evaluated. */
  readonly entitlement: Entitlement;
  /** Whether arrivals of this partner's notices are visible in the view. */
  includes(partner: string): boolean;
}

/** Returns the id of the view of a caller. Callers with the same partners and the same right to port calls share one. */
export function viewOf({ partners, portCalls }: Entitlement): ViewId {
  if (partners === '*' && portCalls) return 'all' as ViewId;
  const sources = JSON.stringify([partners === '*' ? partners : [...new Set(partners)].toSorted(), portCalls]);
  return `v${hash('sha256', sources, 'hex').slice(0, 12)}` as ViewId;
}

/** Returns the distinct views of some rights, sorted by id: those of all tenants, or the one of open access. */
export function viewsOf(entitlements: readonly Entitlement[]): View[] {
  const views = new Map(entitlements.map((entitlement) => [viewOf(entitlement), entitlement]));
  return [...views]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, { partners, portCalls }]) => ({
      id,
      entitlement: { partners, parties: '*', charges: true, portCalls, operator: false },
      includes: (partner) => partners === '*' || partners.includes(partner),
    }));
}
