import { hash } from 'node:crypto';
import { normalKeys } from '#platform/matching/claims/normal-values.ts';
import type { ArrivalEntry, ArrivalMark, ArrivalRow, StoredArrival } from '#platform/store/arrival-store.ts';
import type { NewVersion } from '#platform/store/version-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import { alertTermOf } from '../alert-terms.ts';
import { openAlertView } from '../alert-view.ts';
import type { AlertThresholds, OpenAlert, Severity } from '../alerts.ts';
import { normalEquipmentReference } from '../arguments.ts';
import { alertEntityIdOf } from '../arrival-id.ts';
import type { ArrivalState, PendingTransition, ViewState } from '../arrival-state.ts';
import { termsOfVisits } from '../visit-terms.ts';

/** Callers with equal lists of arrivals: one view, equal thresholds, and the same right to charges. */
export interface Audience {
  readonly view: string;
  readonly thresholds: AlertThresholds;
  readonly charges: boolean;
}

/** A tenant with its audience. */
export interface AudienceTenant extends Audience {
  /** Empty where access is open. */
  readonly name: string;
}

/** Returns the scope of the lists of an audience. */
export function scopeOf({ view, thresholds, charges }: Audience): string {
  const { etaChangedHours, disagreementHours, lastFreeDayNearDays, noNewsHours } = thresholds;
  const steps = [etaChangedHours, disagreementHours, lastFreeDayNearDays, noNewsHours].join('-');
  return `${view}/${steps}${charges ? '' : '/no-charges'}`;
}

/** Returns the scope of a tenant's entries for arrivals that it has marked. */
export function scopeOfTenant(tenant: string): string {
  return `tenant:${tenant}`;
}

const ranks: Readonly<Record<Severity, number>> = { ACT_NOW: 3, LOOK: 2, INFO: 1 };

/** Returns the state in a row. */
export function stateOf({ document }: Pick<StoredArrival, 'document'>): ArrivalState {
  return JSON.parse(document) as ArrivalState;
}

/**
 * Creates the conversion of states to rows.
 *
 * @param tenants all tenants; where access is open the one without a name
 */
export function createRowOf(
  tenants: () => readonly AudienceTenant[],
  clock: Pick<Clock, 'now'>,
): (state: ArrivalState, marks: readonly ArrivalMark[]) => ArrivalRow {
  return (state, marks) => {
    const nowMs = clock.now();
    const { arrivalId, notice, pending, wakeAtMs, askAtMs } = state;
    const snoozeEnds = marks.flatMap(({ kind, until }) => (kind === 'SNOOZED' && until !== undefined ? Date.parse(until) : []));
    const wakes = [...(wakeAtMs === undefined ? [] : [wakeAtMs]), ...snoozeEnds.filter((endMs) => endMs > nowMs)];
    return {
      arrivalId,
      partner: notice.partner,
      document: documentOf(state),
      hasPending: pending.length > 0,
      ...(wakes.length === 0 ? {} : { wakeAtMs: Math.min(...wakes) }),
      ...(askAtMs === undefined ? {} : { askAtMs }),
      terms: termsOf(state),
      entries: entriesOf(state, { tenants: tenants(), marks, nowMs }),
    };
  };
}

/** Texts of the views of states, which are written twice: with the pending transitions, and without. */
const viewTexts = new WeakMap<ArrivalState['views'], string>();

/** Formats a state as JSON. */
function documentOf({ views, ...rest }: ArrivalState): string {
  const text = viewTexts.get(views) ?? JSON.stringify(views);
  viewTexts.set(views, text);
  return `${JSON.stringify(rest).slice(0, -1)},"views":${text}}`;
}

/** Returns the scopes that the row of a state has entries in. */
export function scopesOf(state: ArrivalState, tenants: readonly AudienceTenant[], marks: readonly ArrivalMark[]): string[] {
  return entriesOf(state, { tenants, marks, nowMs: 0 }).map(({ scope }) => scope);
}

function entriesOf(
  state: ArrivalState,
  {
    tenants,
    marks,
    nowMs,
  }: { readonly tenants: readonly AudienceTenant[]; readonly marks: readonly ArrivalMark[]; readonly nowMs: number },
): ArrivalEntry[] {
  const entries = new Map<string, ArrivalEntry>();
  for (const tenant of tenants) {
    const view = state.views[tenant.view];
    if (view === undefined) continue;
    const scope = scopeOf(tenant);
    if (!entries.has(scope)) entries.set(scope, entryOf(view, { scope, state, audience: tenant, marks: [], nowMs }));
    const own = marks.filter((mark) => mark.tenant === tenant.name);
    const ownScope = scopeOfTenant(tenant.name);
    if (own.length > 0) entries.set(ownScope, entryOf(view, { scope: ownScope, state, audience: tenant, marks: own, nowMs }));
  }
  return [...entries.values()];
}

interface EntryParts {
  readonly scope: string;
  readonly state: ArrivalState;
  readonly audience: Audience;
  /** Of one tenant. */
  readonly marks: readonly ArrivalMark[];
  readonly nowMs: number;
}

function entryOf({ picture, openAlerts }: ViewState, { scope, state, audience, marks, nowMs }: EntryParts): ArrivalEntry {
  const isCollected = marks.some(({ kind }) => kind === 'COLLECTED');
  const calling = isCollected ? [] : openAlerts.filter((alert) => isCalling(alert, { state, audience, marks, nowMs }));
  const { bestTimeMs } = picture;
  return {
    scope,
    rank: Math.max(0, ...calling.map(({ severity }) => ranks[severity])),
    ...(bestTimeMs === undefined ? {} : { bestTimeMs }),
    changedAtMs: state.changedAtMs,
    isOpen: picture.isOpen && !isCollected,
    needsAttention: calling.length > 0,
  };
}

/** Whether an open alert needs the attention of a tenant. */
function isCalling(alert: OpenAlert, { state, audience, marks, nowMs }: Omit<EntryParts, 'scope'>): boolean {
  if (alert.kind === 'CHARGES_CHANGED' && !audience.charges) return false;
  if (openAlertView(state.arrivalId, alert, audience.thresholds) === undefined) return false;
  return !marks.some((mark) => mark.target === alert.alertId && isQuieting(mark, nowMs));
}

/** Whether a mark on an alert says that it needs no attention now. */
export function isQuieting({ kind, until }: Pick<ArrivalMark, 'kind' | 'until'>, nowMs: number): boolean {
  return kind === 'ACKNOWLEDGED' || (kind === 'SNOOZED' && until !== undefined && Date.parse(until) > nowMs);
}

function termsOf({ notice, partyTerms, views }: ArrivalState): string[] {
  const { partner, transportDocumentReference, carrierCode, containers, portOfDischarge, arrivalLeg } = notice;
  const ship = arrivalLeg?.vesselIMONumber;
  const visits = [{ vesselIMONumber: ship, UNLocationCode: portOfDischarge?.UNLocationCode }];
  const terms = new Set([`partner:${partner}`, ...partyTerms, `document:${transportDocumentReference}`.toWellFormed()]);
  // What clients filter by is what the notice states: a match of one view must not be found in another.
  const { vesselIMONumber } = normalKeys({ vesselIMONumber: ship });
  if (vesselIMONumber !== undefined) terms.add(`vessel:${vesselIMONumber}`);
  if (portOfDischarge?.UNLocationCode !== undefined) terms.add(`discharge:${portOfDischarge.UNLocationCode}`);
  if (carrierCode !== undefined) terms.add(`carrier:${carrierCode}`.toWellFormed());
  for (const { equipmentReference } of containers) terms.add(`container:${normalEquipmentReference(equipmentReference)}`.toWellFormed());
  for (const [id, { picture, schedule, port }] of Object.entries(views)) {
    terms.add(`state:${id}:${picture.state}`);
    terms.add(`release:${id}:${picture.release.isReleased}`);
    const { call } = schedule;
    if (call !== undefined) visits.push({ vesselIMONumber: call.vesselIMONumber ?? ship, UNLocationCode: call.UNLocationCode });
    if (port.UNLocationCode !== undefined) visits.push({ vesselIMONumber: ship, UNLocationCode: port.UNLocationCode });
  }
  for (const term of termsOfVisits(visits)) terms.add(term);
  return [...terms];
}

/** What an entry of the log of alerts contains. */
export type AlertDocument = PendingTransition['transition'] & { readonly arrivalId: string; readonly view: string };

/** Returns the versions of the pending transitions, for the log of alerts. Each view has entries of its own. */
export function alertVersionsOf({ arrivalId, notice, partyTerms, pending }: ArrivalState): NewVersion[] {
  return pending.map(({ view, transition }) => {
    const content: AlertDocument = { arrivalId, view, ...transition };
    const document = Buffer.from(JSON.stringify(content));
    return {
      partner: notice.partner,
      entityId: alertEntityIdOf(arrivalId, view, transition.alertId),
      sortKey: String(transition.ordinal).padStart(6, '0'),
      receivedAt: transition.at,
      receivedBy: 'DERIVED',
      document,
      contentHash: hash('sha256', document, 'base64url'),
      violations: [],
      completeness: 0,
      index: {
        terms: [`partner:${notice.partner}`, ...partyTerms, `arrival:${arrivalId}`.toWellFormed(), ...alertTermsOf(view, transition)],
        groups: [],
      },
    };
  });
}

function alertTermsOf(view: string, { kind, steps, allSteps }: PendingTransition['transition']): string[] {
  return [
    ...steps.map(({ step }) => alertTermOf('at', view, { kind, step })),
    ...allSteps.flatMap(({ step, closedAt }) => [
      alertTermOf('has', view, { kind, step }),
      alertTermOf(closedAt === undefined ? 'open' : 'closed', view, { kind, step }),
    ]),
  ];
}
