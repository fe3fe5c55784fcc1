import { hash } from 'node:crypto';
import { normalEquipmentReference } from '@landfall/dcsa/wire-values.ts';
import { normalIMONumber } from '@landfall/matching/claims/normal-values.ts';
import { defaultAlertThresholds } from '#platform/access/access-file.ts';
import { heapBytesOf } from '#platform/cache/bounded-cache.ts';
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import { deadlineRank } from '#platform/store/arrival-lists.ts';
import { type ArrivalEntry, type ArrivalMark, type ArrivalRow, arrivalTermOf, tenantScopes } from '#platform/store/arrival-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import {
  type AlertIdentity,
  type AlertReader,
  type AlertView,
  alertTermEndsOf,
  deadlineOf,
  type OpenAlert,
  openAlertView,
  urgentFromMs,
  type ViewMemory,
} from '../alerts.ts';
import { documentKeyOf, endsOf, listedTimeOf, spanOf } from '../arrival/arrival.ts';
import { freeTimesIn } from '../arrival/free-time.ts';
import { type ArrivalState, shownIn, shownViews, type ViewState, type VisitState } from '../arrival-state.ts';
import { areAllCollected, collectedOf, isContainerCollected } from '../collected.ts';
import { type EarlierView, likenessOf, ownMemoryOf, versionIdOf, versionsOf, viewOfEarlier, wholeMemoryOf } from '../facts/known-memory.ts';
import { withShown } from '../facts/shown.ts';
import type { AlertSeverity } from '../generated/schema.ts';
import type { NoticeEvidence } from '../model.ts';
import { callKeyOf, terminalOf } from '../statements/notice.ts';
import { portNotAsked } from '../statements/port.ts';
import { dayMs } from '../statements/port-time.ts';
import { scheduleNotAsked } from '../statements/schedule.ts';
import { actualTimeTermOf, codeTerms, documentKeyTermOf, type NamedVisit, nameTerms, termsOfVisits } from '../terms.ts';
import { statsOf, visitOf } from '../visits.ts';
import { compactJson, parseCompactJson } from './compact-json.ts';

/** A tenant. Those that read the same view with equal thresholds and the same right to charges have equal lists of arrivals. */
export interface AudienceTenant extends AlertReader {
  /** Empty while access is open. */
  readonly name: string;
}

/** Returns the scope of the lists of an audience. */
export function scopeOf({ view, thresholds, charges }: AlertReader): string {
  const { etaChangedHours, disagreementHours, lastFreeDayNearDays, noNewsHours, overdueHours } = thresholds;
  // Entries that were stored before there was the last threshold are those of its default.
  const added = overdueHours === defaultAlertThresholds.overdueHours ? [] : [overdueHours];
  const steps = [etaChangedHours, disagreementHours, lastFreeDayNearDays, noNewsHours, ...added].join('-');
  return `${view}/${steps}${charges ? '' : '/no-charges'}`;
}

/** Returns the scope of a tenant's entries for arrivals that it has marked. */
export function scopeOfTenant(tenant: string): string {
  return `${tenantScopes}${tenant}`;
}

const severitiesByRank = [undefined, 'INFO', 'LOOK', 'ACT_NOW'] as const satisfies readonly (AlertSeverity | undefined)[];

/** The first line of a row: what is about the document only. The memories are by the ids of the views. */
interface OwnLine extends Pick<ArrivalState, 'arrivalId' | 'notice' | 'partyTerms' | 'partyWords' | 'matchKey' | 'markedAtMs'> {
  readonly memories: Readonly<Record<string, ViewMemory>>;
  readonly notices: number;
}

/** The second line of a row: the first one that other documents of the ship may have too. */
interface SharedLine {
  readonly events: number;
  /** A view that equals another one has the id of that one instead. */
  readonly views: Readonly<Record<string, StoredView | string>>;
}

/** A view apart from its memory. */
interface StoredView extends Pick<ViewState, 'changedAtMs' | 'ends' | 'alertsOf'> {
  /** Place of its {@link VisitState} among the following lines. */
  readonly visit: number;
}

/** A state of version 0.2.0, on one line. */
interface EarlierState extends Omit<ArrivalState, 'views' | 'pending'>, Partial<Pick<ArrivalState, 'pending'>> {
  readonly views: Readonly<Record<string, EarlierView | string>>;
}

/** Formats a state as lines of JSON, of which all but the first one may be the same in other rows. */
function documentOf(state: Omit<ArrivalState, 'pending'>): string {
  const { arrivalId, notice, partyTerms, partyWords, matchKey, markedAtMs, positions, views } = state;
  const visits: string[] = [];
  const memories: Record<string, ViewMemory> = {};
  const ids = new Map<string, string>();
  const stored: Record<string, StoredView | string> = {};
  // Equal views that were evaluated together are one object.
  const known = new Map<ViewState, string>();
  for (const [id, view] of Object.entries(views)) {
    const { visit, memory, changedAtMs, ends, alertsOf } = view;
    const equal = known.get(view);
    if (equal !== undefined) {
      stored[id] = equal;
      continue;
    }
    const text = textOfVisit(visit);
    const place = visits.includes(text) ? visits.indexOf(text) : visits.push(text) - 1;
    const [line, own] = [{ visit: place, changedAtMs, ends, alertsOf }, ownMemoryOf(memory, notice)];
    const whole = JSON.stringify([line, own]);
    const same = ids.get(whole);
    ids.set(whole, same ?? id);
    known.set(view, same ?? id);
    stored[id] = same ?? line;
    if (same === undefined) memories[id] = own;
  }
  const lines: [OwnLine, SharedLine] = [
    { arrivalId, notice, partyTerms, partyWords, matchKey, markedAtMs, notices: positions.notices, memories },
    { events: positions.events, views: stored },
  ];
  return [...lines.map((line) => JSON.stringify(line)), ...visits].join('\n');
}

/**
 * Returns the group of an arrival: the arrivals for which each statement of the sides means the same, as long as neither their
 * notices nor their marks change.
 *
 * @returns undefined if it is not known what the sides state about others
 */
function groupOf(state: ArrivalState, marks: readonly ArrivalMark[]): string | undefined {
  const { notice, matchKey, views } = state;
  if (matchKey === undefined || marks.some(({ kind }) => kind === 'COLLECTED')) return undefined;
  const shown = Object.entries(views).filter(([id]) => shownIn(state, id) !== undefined);
  // Equal views are one object.
  const likenesses = new Map<ViewState, string>();
  for (const [, view] of shown) {
    if (likenesses.has(view)) continue;
    const likeness = likenessOf(view.memory);
    if (likeness === undefined) return undefined;
    likenesses.set(view, JSON.stringify(likeness));
  }
  const distinct = [...new Set(likenesses.values())];
  const ids = shown.map(([id, view]) => [id, distinct.indexOf(likenesses.get(view) ?? '')]);
  const UNLocationCode = notice.portOfDischarge?.UNLocationCode;
  const ends = endsOf({ freeTimes: freeTimesIn(notice), UNLocationCode }, []);
  // Of the visit without a match.
  const { key: visit } = visitOf({ notice, schedule: scheduleNotAsked, port: portNotAsked });
  const ofNotice = [notice.partner, notice.containers.length, callKeyOf(notice), terminalOf(notice), visit];
  // When a tenant has set marks is part of its entries.
  const alike = [matchKey, ofNotice, ends, ids, distinct, state.markedAtMs === undefined, marksLikenessOf(state, marks)];
  return hash('sha256', JSON.stringify(alike), 'base64url').slice(0, 22);
}

/** Returns what marks on alerts have in common with those of other arrivals. */
function marksLikenessOf(state: ArrivalState, marks: readonly ArrivalMark[]): readonly unknown[] {
  if (marks.length === 0) return [];
  const names = new Map(
    shownViews(state).flatMap(({ openAlerts }) =>
      openAlerts.map(({ alertId, kind, subject, steps }) => [alertId, [kind, subject, steps.map(({ raisedAt }) => raisedAt)]] as const),
    ),
  );
  return marks.map(({ tenant, kind, until, target }) => [tenant, kind, until, names.get(target) ?? null]);
}

/** The texts of visits, which many documents share. */
const visitTexts = new WeakMap<VisitState, string>();
const storedVisits = sharedCachePool.open<string, VisitState>();

function textOfVisit(visit: VisitState): string {
  const text = visitTexts.get(visit) ?? compactJson(visit);
  visitTexts.set(visit, text);
  return text;
}

/** Returns the visit with this text. Equal texts are one object. */
function visitWith(text: string): VisitState {
  const held = storedVisits.get(text);
  if (held !== undefined) return held;
  const visit = parseCompactJson(text) as VisitState;
  // A copy, because a part of a string keeps the whole string in memory.
  const copy = Buffer.from(text).toString();
  visitTexts.set(visit, copy);
  storedVisits.set(copy, visit, heapBytesOf(visit));
  return visit;
}

/** Returns the state that is stored in a row. Views that were stored once are one object. */
export function stateOf({
  document,
  hasPending,
  wakeAtMs,
  queryAtMs,
}: Pick<ArrivalRow, 'document' | 'hasPending' | 'wakeAtMs' | 'queryAtMs'>): ArrivalState {
  const [first = '', second, ...visits] = document.split('\n');
  if (second === undefined) return earlierStateOf(parseCompactJson(first) as EarlierState, { hasPending, wakeAtMs, queryAtMs });
  const { memories, notices, ...own }: OwnLine = JSON.parse(first);
  const { views: stored, events }: SharedLine = JSON.parse(second);
  const views = viewsOf(stored, ({ visit: place, ends, changedAtMs, alertsOf }, id): ViewState => {
    const visit = visitWith(visits[place] ?? '');
    const { schedule, port } = visit;
    const memory = wholeMemoryOf(memories[id], visit, own.notice);
    const noticeVersionId = versionIdOf(memory);
    const shown = { arrivalId: own.arrivalId, memory, visit, ends };
    return withShown({ schedule, port, visit, memory, noticeVersionId, ends, changedAtMs, alertsOf }, shown);
  });
  return { ...own, positions: { notices, events }, views, pending: [], wakeAtMs, queryAtMs };
}

function earlierStateOf(
  { pending = [], ...state }: EarlierState,
  { hasPending, ...times }: Pick<ArrivalRow, 'hasPending' | 'wakeAtMs' | 'queryAtMs'>,
): ArrivalState {
  const { wakeAtMs, queryAtMs } = times;
  const views = viewsOf(state.views, (view) => viewOfEarlier(state.arrivalId, view, state.notice));
  return { ...state, views, pending: hasPending === true ? pending : [], wakeAtMs, queryAtMs };
}

/** Returns the views that share their memories with another one, by the lines that arrivals share. */
export function sharedViewsOf(document: string): SharedLine['views'] {
  return (JSON.parse(document.split('\n', 2)[1] ?? '') as SharedLine).views;
}

/** Returns what the first line of a row tells of its document, and to which versions of the notice each view refers. */
export function ownPartOf(line: string, shared: SharedLine['views']) {
  const { arrivalId, notice, partyTerms, memories }: OwnLine = JSON.parse(line);
  const versionsIn = (id: string) => {
    const view = shared[id];
    return versionsOf(memories[typeof view === 'string' ? view : id]);
  };
  return { arrivalId, notice, partyTerms, versionsIn };
}

/** Reads stored views. Those that equal another one are the same object. */
function viewsOf<View extends object>(
  stored: Readonly<Record<string, View | string>>,
  read: (view: View, id: string) => ViewState,
): ArrivalState['views'] {
  const views: Record<string, ViewState> = {};
  for (const [id, view] of Object.entries(stored)) if (typeof view !== 'string') views[id] = read(view, id);
  for (const [id, view] of Object.entries(stored)) {
    const same = typeof view === 'string' ? views[view] : undefined;
    if (same !== undefined) views[id] = same;
  }
  return views;
}

export type RowOf = ReturnType<typeof createRowOf>;

/**
 * Creates the conversion of states to rows.
 *
 * @param tenants all tenants; while access is open, one without a name
 */
export function createRowOf(
  tenants: () => readonly AudienceTenant[],
  clock: Pick<Clock, 'now'>,
): (state: ArrivalState, marks: readonly ArrivalMark[]) => ArrivalRow {
  return (state, marks) => {
    const nowMs = clock.now();
    const { pending: _, wakeAtMs, queryAtMs, ...kept } = state;
    const { arrivalId, notice } = kept;
    const audiences = audiencesOf(state, tenants());
    const snoozeEnds = marks.flatMap(({ kind, until }) => (kind === 'SNOOZED' && until !== undefined ? Date.parse(until) : []));
    const entryChanges = [...snoozeEnds, ...urgentTimesOf(state, audiences), ...closingTimesOf(state, tenants(), marks)].filter(
      (atMs) => atMs > nowMs && Number.isFinite(atMs),
    );
    const wakes = [...(wakeAtMs === undefined ? [] : [wakeAtMs]), ...entryChanges];
    const viewTerms = viewTermsOf(state);
    return {
      arrivalId,
      partner: notice.partner,
      document: documentOf(kept),
      group: groupOf(state, marks),
      ...(wakes.length === 0 ? {} : { wakeAtMs: Math.min(...wakes) }),
      ...(queryAtMs === undefined ? {} : { queryAtMs, queriedAtMs: queriedAtOf(state) }),
      terms: ownTermsOf(state),
      sharedTerms: sharedTermsOf(state, viewTerms),
      entries: entriesOf(state, { audiences, marks, nowMs, viewTerms }),
    };
  };
}

/**
 * Returns when the schedules were last answered, in the view in which that is longest ago, or the last change if they
 * never were.
 */
export function queriedAtOf(state: ArrivalState): number | undefined {
  const times = shownViews(state).map(({ schedule, changedAtMs }) =>
    schedule.queriedAt === undefined ? changedAtMs : Date.parse(schedule.queriedAt),
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Returns the scopes in which the row of a state has entries. */
export function scopesOf(state: ArrivalState, tenants: readonly AudienceTenant[], marks: readonly ArrivalMark[]): string[] {
  const audiences = audiencesOf(state, tenants);
  return entriesOf(state, { audiences, marks, nowMs: 0, viewTerms: new Map() }).flatMap(({ scopes }) => scopes);
}

function entriesOf(
  state: ArrivalState,
  of: {
    readonly audiences: ReturnType<typeof audiencesOf>;
    readonly marks: readonly ArrivalMark[];
    readonly nowMs: number;
    readonly viewTerms: ReturnType<typeof viewTermsOf>;
  },
): ArrivalEntry[] {
  const { audiences, marks, nowMs, viewTerms } = of;
  const lists = new Map<Audience, { readonly tenant: AudienceTenant; readonly scopes: Set<string>; readonly terms: Set<string> }>();
  const visits = new Map<ViewState, string>();
  const ofTenants: ArrivalEntry[] = [];
  const entryFor = (tenant: AudienceTenant, view: ViewState, of: Pick<EntryParts, 'marks' | 'markedAtMs'>) => {
    const visit = heldIn(visits, view, () => visitOf({ ...view, notice: state.notice }).key);
    return entryOf(view, { state, visit, audience: tenant, nowMs, ...of });
  };
  for (const [tenant, audience] of audiences) {
    const terms = viewTerms.get(tenant.view) ?? [];
    const { scope } = scopesOfTenant(tenant);
    const list = heldIn(lists, audience, () => ({ tenant, scopes: new Set<string>(), terms: new Set<string>() }));
    if (!list.scopes.has(scope)) for (const term of terms) list.terms.add(term);
    list.scopes.add(scope);
    const own = marks.filter((mark) => mark.tenant === tenant.name);
    const markedAtMs = markedAtOf(state, tenant.name);
    // After the last mark was removed, the entry is kept as long as that is the latest change for the tenant.
    if (own.length > 0 || markedAtMs > audience.view.changedAtMs)
      ofTenants.push({ scopes: [scopeOfTenant(tenant.name)], ...entryFor(tenant, audience.view, { marks: own, markedAtMs }), terms });
  }
  const shared = [...lists].map(([{ view }, { tenant, scopes, terms }]): ArrivalEntry => {
    const [scope = '', ...others] = scopes;
    const entry = entryFor(tenant, view, { marks: [], markedAtMs: 0 });
    return { scopes: [scope, ...others], ...entry, terms: [...terms] };
  });
  return [...shared, ...ofTenants];
}

/** What is shown of an arrival to tenants with equal views, thresholds and rights to charges. */
interface Audience extends Pick<AlertReader, 'thresholds'> {
  readonly view: ViewState;
}

/** Returns the audience of each tenant to which an arrival is shown. Equal views are one object, and so are equal audiences. */
function audiencesOf(state: ArrivalState, tenants: readonly AudienceTenant[]): ReadonlyMap<AudienceTenant, Audience> {
  const byView = new Map<ViewState, Map<string, Audience>>();
  const audiences = new Map<AudienceTenant, Audience>();
  for (const tenant of tenants) {
    const view = shownIn(state, tenant.view);
    if (view === undefined) continue;
    const ofView = heldIn(byView, view, () => new Map<string, Audience>());
    const { thresholds } = tenant;
    audiences.set(
      tenant,
      heldIn(ofView, scopesOfTenant(tenant).rest, () => ({ view, thresholds })),
    );
  }
  return audiences;
}

/** Returns the scope of a tenant's lists, and the part of it that does not depend on the view. Tenants are the same objects for long. */
function scopesOfTenant(tenant: AudienceTenant): { readonly scope: string; readonly rest: string } {
  return heldIn(scopesOfTenants, tenant, () => ({ scope: scopeOf(tenant), rest: scopeOf({ ...tenant, view: '' }) }));
}

const scopesOfTenants = new WeakMap<AudienceTenant, ReturnType<typeof scopesOfTenant>>();

/** Returns what a map holds for a key, computed when it is first needed. */
function heldIn<Key extends WeakKey | string, Value>(
  map: { readonly get: (key: Key) => Value | undefined; readonly set: (key: Key, value: Value) => unknown },
  key: Key,
  compute: () => Value,
): Value {
  const held = map.get(key) ?? compute();
  map.set(key, held);
  return held;
}

/** Returns when a tenant last set or removed a mark; 0 if it never has. */
export function markedAtOf({ markedAtMs }: ArrivalState, tenant: string): number {
  return markedAtMs?.[tenant] ?? 0;
}

interface EntryParts {
  readonly state: ArrivalState;
  /** Key of the visit in the view. */
  readonly visit: string;
  readonly audience: AlertReader;
  /** Marks of one tenant. */
  readonly marks: readonly ArrivalMark[];
  /** When the tenant last set or removed a mark; 0 if it never has. */
  readonly markedAtMs: number;
  readonly nowMs: number;
}

function entryOf(
  { snapshot, openAlerts, changedAtMs }: ViewState,
  { state, visit, audience, marks, markedAtMs, nowMs }: EntryParts,
): Omit<ArrivalEntry, 'scopes'> {
  const collected = collectedOf(marks);
  const isCollected = areAllCollected(collected, state.notice.containers);
  const needingAttention = isCollected
    ? []
    : openAlerts.flatMap((alert) => viewNeedingAttention(alert, { state, audience, marks, nowMs }) ?? []);
  const { lastFree, openUntilMs = Number.POSITIVE_INFINITY } = collected.length === 0 ? snapshot : endsOf(snapshot, collected);
  const listed = listedTimeOf(snapshot, audience.thresholds.etaChangedHours);
  const isUrgent = needingAttention.some((alert) => urgentFromMs(alert, snapshot) <= nowMs);
  return {
    rank: rankOf(needingAttention),
    ...(listed === undefined ? {} : { bestTimeMs: spanOf(listed).firstMs, bestDay: listed.localDate }),
    ...(lastFree === undefined ? {} : { lastFreeDay: lastFree.localDate }),
    changedAtMs: Math.max(changedAtMs, markedAtMs),
    isOpen: snapshot.isOpen && !isCollected && (collected.length === 0 || nowMs < openUntilMs),
    needsAttention: needingAttention.length > 0,
    isUrgent,
    visit,
    stats: statsOf(state.notice, { alerts: needingAttention, isUrgent }),
  };
}

/** The day number of 1970-01-01 from which days are counted backwards, so that an earlier day has a greater rank. */
const lastDayNumber = 10_000_000;

/**
 * Returns the rank of an arrival by the alerts that need attention: the earliest deadline, the one that has passed by most
 * days, then the greatest severity.
 */
function rankOf(alerts: readonly AlertView[]): number {
  const severity = Math.max(0, ...alerts.map((alert) => severitiesByRank.indexOf(alert.severity)));
  const days = alerts.flatMap((alert) => deadlineOf(alert) ?? []).map((day) => Date.parse(day) / dayMs);
  return severity + (days.length === 0 ? 0 : (lastDayNumber - Math.min(...days)) * deadlineRank);
}

/** Returns the greatest severity and the earliest deadline in ranks. */
export function attentionOf(ranks: readonly number[]): { readonly severity?: AlertSeverity; readonly deadline?: string } {
  const severity = severitiesByRank[Math.max(...ranks.map((rank) => rank % deadlineRank))];
  const last = Math.max(...ranks);
  const deadline = new Date((lastDayNumber - Math.floor(last / deadlineRank)) * dayMs);
  return { ...(severity && { severity }), ...(last >= deadlineRank && { deadline: deadline.toISOString().slice(0, 10) }) };
}

/** Returns what a tenant sees of an open alert that needs its attention; undefined if the alert does not. */
function viewNeedingAttention(
  alert: OpenAlert,
  { state, audience, marks, nowMs }: Omit<EntryParts, 'visit' | 'markedAtMs'>,
): AlertView | undefined {
  if (alert.kind === 'CHARGES_CHANGED' && !audience.charges) return undefined;
  if (isSilenced(alert, marks, nowMs)) return undefined;
  return openAlertView(state.arrivalId, alert, audience.thresholds);
}

/** Returns when open alerts become urgent because the arrival is near. */
function urgentTimesOf(state: ArrivalState, audiences: ReturnType<typeof audiencesOf>): number[] {
  return [...new Set(audiences.values())].flatMap(({ view: { snapshot, openAlerts }, thresholds }) => {
    const views = openAlerts.flatMap((alert) => openAlertView(state.arrivalId, alert, thresholds) ?? []);
    return views.map((view) => urgentFromMs(view, snapshot));
  });
}

/** Returns when the arrival ends for tenants that have marked some of its containers as collected. */
function closingTimesOf(state: ArrivalState, tenants: readonly AudienceTenant[], marks: readonly ArrivalMark[]): number[] {
  if (!marks.some(({ kind }) => kind === 'COLLECTED')) return [];
  return tenants.flatMap(({ name, view }) => {
    const shown = shownIn(state, view);
    const collected = collectedOf(marks.filter(({ tenant }) => tenant === name));
    return shown === undefined || collected.length === 0 ? [] : (endsOf(shown.snapshot, collected).openUntilMs ?? []);
  });
}

/** Returns whether marks of a tenant state that an alert needs no attention now: its own, or those on all of its containers. */
export function isSilenced(
  { alertId, equipmentReferences = [] }: Pick<AlertIdentity, 'alertId' | 'equipmentReferences'>,
  marks: readonly ArrivalMark[],
  nowMs: number,
): boolean {
  if (marks.some((mark) => mark.target === alertId && isSilencing(mark, nowMs))) return true;
  const collected = collectedOf(marks);
  return equipmentReferences.length > 0 && equipmentReferences.every((container) => isContainerCollected(collected, container));
}

/** Returns whether a mark on an alert states that it needs no attention now. */
export function isSilencing({ kind, until }: Pick<ArrivalMark, 'kind' | 'until'>, nowMs: number): boolean {
  return kind === 'ACKNOWLEDGED' || (kind === 'SNOOZED' && until !== undefined && Date.parse(until) > nowMs);
}

/** Returns the terms of what the notice states. Clients filter by these, never by a match, which only another view may show. */
function ownTermsOf({ arrivalId, notice, partyTerms, partyWords }: ArrivalState): string[] {
  const { partner, transportDocumentReference, carrierCode, containers, portOfDischarge, arrivalLeg } = notice;
  const terms = new Set([
    `partner:${partner}`,
    ...partyTerms,
    `document:${transportDocumentReference}`.toWellFormed(),
    documentKeyTermOf(documentKeyOf(notice)),
    arrivalTermOf(arrivalId),
    ...wordsOf(notice),
    ...partyWords,
  ]);
  const vesselIMONumber = normalIMONumber(arrivalLeg?.vesselIMONumber);
  if (vesselIMONumber !== undefined) terms.add(`vessel:${vesselIMONumber}`);
  if (portOfDischarge?.UNLocationCode !== undefined) terms.add(`discharge:${portOfDischarge.UNLocationCode}`);
  if (carrierCode !== undefined) terms.add(`carrier:${carrierCode}`.toWellFormed());
  for (const { equipmentReference } of containers) terms.add(`container:${normalEquipmentReference(equipmentReference)}`.toWellFormed());
  return [...terms];
}

/** Returns the terms of what each view shows, by which only its callers filter. */
function viewTermsOf(state: ArrivalState): ReadonlyMap<string, readonly string[]> {
  // Equal views are one object.
  const ends = new Map<ViewState, ReadonlySet<string>>();
  const endsOf = ({ openAlerts }: ViewState) =>
    new Set(
      openAlerts.flatMap(({ steps, ...alert }) =>
        alertTermEndsOf({ ...alert, steps: steps.filter(({ closedAt }) => closedAt === undefined) }),
      ),
    );
  return new Map(
    Object.keys(state.views).flatMap((id) => {
      const view = shownIn(state, id);
      if (view === undefined) return [];
      const open = [...heldIn(ends, view, () => endsOf(view))].map((end) => `open:${id}:${end}`);
      const { state: reached, release } = view.snapshot;
      return [[id, [...open, `state:${id}:${reached}`, `release:${id}:${release.isReleased}`]]];
    }),
  );
}

/** Returns the terms of the visit: what the views show of it, and the messages that concern it. */
function sharedTermsOf(state: ArrivalState, viewTerms: ReturnType<typeof viewTermsOf>): string[] {
  const { partner, portOfDischarge, arrivalLeg } = state.notice;
  const ship = arrivalLeg?.vesselIMONumber;
  const visits: NamedVisit[] = [{ vesselIMONumber: ship, UNLocationCode: portOfDischarge?.UNLocationCode }];
  const terms = new Set([...viewTerms.values()].flat());
  const named = new Set<ViewState>();
  for (const id of Object.keys(state.views)) {
    const view = shownIn(state, id);
    if (view === undefined) continue;
    const { snapshot, schedule, port } = view;
    if (snapshot.statements.notice.arrival?.classifier === 'ACT') terms.add(actualTimeTermOf(id, partner));
    if (named.has(view)) continue;
    named.add(view);
    const { call } = schedule;
    if (call !== undefined) visits.push({ vesselIMONumber: call.vesselIMONumber ?? ship, UNLocationCode: call.UNLocationCode });
    for (const { portCallID, terminalCallReference } of port.events) visits.push({ portCallID, terminalCallReference });
    if (port.UNLocationCode !== undefined) visits.push({ vesselIMONumber: ship, UNLocationCode: port.UNLocationCode });
  }
  for (const term of termsOfVisits(visits)) terms.add(term);
  return [...terms];
}

/** Returns the words by which a text search finds an arrival. */
function wordsOf({ transportDocumentReference, containers, arrivalLeg, portOfDischarge, cargo }: NoticeEvidence): string[] {
  const vesselIMONumber = normalIMONumber(arrivalLeg?.vesselIMONumber);
  const codes = [
    transportDocumentReference,
    ...containers.map(({ equipmentReference }) => equipmentReference),
    vesselIMONumber,
    portOfDischarge?.UNLocationCode,
    arrivalLeg?.carrierImportVoyageNumber,
    arrivalLeg?.universalImportVoyageReference,
    ...(cargo?.carrierBookingReferences ?? []),
    ...(cargo?.purchaseOrderReferences ?? []),
    ...(cargo?.houseBillOfLadingReferences ?? []),
    ...(cargo?.customerReferences ?? []),
    ...(cargo?.parties ?? []).map(({ reference }) => reference),
    ...[cargo, ...containers].map((part) => part?.pickup?.pickupNumber),
  ];
  const names = [arrivalLeg?.vesselName, portOfDischarge?.locationName];
  return [...codes.flatMap((code) => codeTerms('word', code)), ...names.flatMap((name) => nameTerms('word', name))];
}
