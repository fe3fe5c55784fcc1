import { hash } from 'node:crypto';
import { type Caller, callerOf, type Entitlement, openCaller } from '#platform/access/entitlement.ts';
import { partyTermOf, visibilityOf } from '#platform/access/visibility.ts';
import { heapBytesOf } from '#platform/cache/bounded-cache.ts';
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import type { ArrivalMark } from '#platform/store/arrival-store.ts';
import { type Collected, collectedByAll, collectedOf } from './collected.ts';

/**
 * Identifies a view: the notices and kinds of data that its callers see. It is part of index terms, so it has no colon.
 */
export type ViewId = string & { readonly __brand: 'ViewId' };

/** Length of the ids of all views but that of all partners. */
export const viewIdLength = 13;

/** Returns the id of the view of a caller. Callers with the same partners, parties and right to port calls share one. */
export function viewOf(entitlement: Entitlement): ViewId {
  const known = made.get(entitlement);
  if (known !== undefined) return known;
  const { partners, parties, portCalls } = entitlement;
  const sources = [partners === '*' ? partners : [...new Set(partners)].toSorted(), portCalls];
  const ofParties = parties === '*' ? [] : [[...new Set(parties.map(partyTermOf))].toSorted()];
  const isAll = partners === '*' && portCalls && parties === '*';
  const id = isAll ? 'all' : `v${hash('sha256', JSON.stringify([...sources, ...ofParties]), 'hex').slice(0, viewIdLength - 1)}`;
  made.set(entitlement, id as ViewId);
  return id as ViewId;
}

const made = new WeakMap<Entitlement, ViewId>();

/** The caller with access to all data. It is subject to the limits of partners, but not to the quota of a tenant. */
export const evaluatorCaller = callerWith({ ...openCaller.entitlement, operator: false });

function callerWith(entitlement: Entitlement): Caller {
  return callerOf(entitlement, '', { partnerCallsPerMinute: 0 });
}

/** Returns the caller with all data of these partners, as {@link evaluatorCaller} has it of all. */
export function callerOfPartners(partners: readonly string[], portCalls: boolean): Caller {
  const name = JSON.stringify([portCalls, [...partners].toSorted()]);
  const known = callers.get(name);
  if (known !== undefined) return known;
  const caller = callerWith({ partners, parties: '*', charges: true, portCalls, operator: false });
  callers.set(name, caller, heapBytesOf(caller));
  return caller;
}

const callers = sharedCachePool.open<string, Caller>();

/** The part of the sources that some tenants share. Arrivals and their facts are evaluated for each view separately. */
export type View = ReturnType<typeof viewsOf>[number];

/**
 * Returns the distinct views of tenants, sorted by id.
 *
 * @param tenants tenants of the access file; empty while access is open, which is one view of a tenant without a name
 */
export function viewsOf(tenants: readonly { readonly name: string; readonly entitlement: Entitlement }[]) {
  const known = tenants.length === 0 ? [{ name: '', entitlement: openCaller.entitlement }] : tenants;
  const views = new Map(known.map(({ entitlement }) => [viewOf(entitlement), entitlement]));
  return [...views]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, ofTenants]) => {
      const { partners, portCalls } = ofTenants;
      // Parties are checked for each version of a notice, and charges when a caller reads.
      const entitlement: Entitlement = { partners, parties: '*', charges: true, portCalls, operator: false };
      const { shows } = visibilityOf('arrival-notice-versions', ofTenants);
      return {
        id,
        /** Id of the view of the same partners and port calls with all parties. Views with the same one get the same answers. */
        sourcesId: viewOf(entitlement),
        /** Queries the sides. Its requests to partners do not count against the quota of any tenant. */
        caller: callerWith(entitlement),
        tenants: known.flatMap((tenant) => (viewOf(tenant.entitlement) === id ? [tenant.name] : [])),
        /** Returns whether a notice of this partner may be visible in the view. */
        includes: (partner: string): boolean => partners === '*' || partners.includes(partner),
        /** Returns whether a version of a notice is visible, by the terms of its partner and of the parties that it names. */
        shows: (terms: readonly string[]): boolean => shows({ terms }),
      };
    });
}

/** A view in which an arrival is evaluated. */
export interface EvaluatedView extends Pick<View, 'shows'> {
  readonly id: string;
  /** What every tenant of the view has marked as collected. */
  readonly collected: Collected;
  /** Whether the partner of the notice has stated an actual time in a notice that the view shows. Default: false. */
  readonly statesActualTimes?: boolean | undefined;
}

/**
 * Returns the views in which an arrival may be visible: those that include the partner of its notice. @param marks of
 * all tenants
 */
export function viewsOfArrival(views: readonly View[], partner: string, marks: readonly ArrivalMark[]): (View & EvaluatedView)[] {
  const collectedBy = (name: string) => (marks.length === 0 ? [] : collectedOf(marks.filter(({ tenant }) => tenant === name)));
  return views
    .filter((view) => view.includes(partner))
    .map((view) => ({ ...view, collected: collectedByAll(view.tenants.map(collectedBy)) }));
}
