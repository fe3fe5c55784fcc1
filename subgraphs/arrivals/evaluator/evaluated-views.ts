import { type Caller, callerOf, type Entitlement, openCaller } from '#platform/access/entitlement.ts';
import type { ArrivalMark } from '#platform/store/arrival-store.ts';
import { type View, viewOf, viewsOf } from '../views.ts';
import type { EvaluatedView } from './evaluate-step.ts';

/** The part of a tenant that determines its view. */
export interface ViewTenant {
  readonly name: string;
  readonly entitlement: Entitlement;
}

/** A view with its tenants. */
export interface EvaluatorView extends Pick<View, 'id' | 'sourcesId' | 'includes' | 'shows'> {
  /** Queries with the rights of the view. Its requests to partners do not count against the quota of any tenant. */
  readonly caller: Caller;
  /** Names of the tenants; the empty name while access is open. */
  readonly tenants: readonly string[];
}

/** The caller with access to all data. It is subject to the limits of partners, but not to the quota of a tenant. */
export const evaluatorCaller: Caller = callerOf({ ...openCaller.entitlement, operator: false }, '', { partnerCallsPerMinute: 0 });

/** Returns the views that are evaluated. @param tenants tenants of the access file; empty while access is open */
export function evaluatorViewsOf(tenants: readonly ViewTenant[]): EvaluatorView[] {
  const known = tenants.length === 0 ? [{ name: '', entitlement: openCaller.entitlement }] : tenants;
  const byView = new Map<string, string[]>();
  for (const { name, entitlement } of known) {
    const id = viewOf(entitlement);
    byView.set(id, [...(byView.get(id) ?? []), name]);
  }
  return viewsOf(known.map(({ entitlement }) => entitlement)).map(({ entitlement, ...view }) => ({
    ...view,
    caller: callerOf(entitlement, '', { partnerCallsPerMinute: 0 }),
    tenants: byView.get(view.id) ?? [],
  }));
}

/**
 * Returns the views in which an arrival may be visible: those that include the partner of its notice. @param marks of
 * all tenants
 */
export function viewsOfArrival(views: readonly EvaluatorView[], partner: string, marks: readonly ArrivalMark[]): EvaluatedView[] {
  const collectedBy = new Set(marks.filter(({ kind }) => kind === 'COLLECTED').map(({ tenant }) => tenant));
  return views
    .filter((view) => view.includes(partner))
    .map(({ id, shows, tenants }) => ({ id, shows, isCollected: tenants.every((tenant) => collectedBy.has(tenant)) }));
}
