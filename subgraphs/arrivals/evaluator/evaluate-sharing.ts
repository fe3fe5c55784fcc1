import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AlikeChange,
  type ArrivalMark,
  type ArrivalRow,
  allTermsOf,
  linesOf,
  marksOn,
  type SharingArrivals,
  type StoredArrival,
  storedEntriesOf,
} from '#platform/store/arrival-store.ts';
import { batchesOf } from '#platform/store/batches.ts';
import type { NewVersion } from '#platform/store/version-store.ts';
import type { ArrivalState, PendingTransition } from '../arrival-state.ts';
import { alertIdIn } from '../facts/alert-collector.ts';
import { createVisitEvaluations } from '../facts/evaluate-visit.ts';
import { visitOrderOf } from '../facts/known-memory.ts';
import { hasRecentNews } from '../facts/news-facts.ts';
import { createResolve } from '../facts/version-numbers.ts';
import { visitAlertsOf } from '../store/alert-entries.ts';
import { ownPartOf, sharedViewsOf } from '../store/state-rows.ts';
import {
  answeredMoment,
  type CommonMoment,
  type EvaluationRequest,
  type EvaluatorContext,
  pageSize,
  stateAfter,
} from './evaluate-arrivals.ts';
import { readArrivals } from './update-arrivals.ts';

/**
 * Number of arrivals and alerts of a group that are written in one transaction: the more there are, the fewer times a page of an index
 * is written, and the longer other writers wait. And the number of arrivals between which other requests are answered.
 */
const [writtenAtOnce, preparedAtOnce] = [2_000, 25];

/** What an evaluation of arrivals that share their lines needs. */
interface SharingParts {
  /** Selects the arrivals. */
  readonly terms: readonly string[];
  /** Returns what to evaluate of an arrival; undefined if nothing. */
  readonly requestOf: (row: StoredArrival, state: ArrivalState | undefined) => EvaluationRequest | undefined;
  readonly signal: AbortSignal;
  readonly moment: CommonMoment;
  /** See `evaluateArrivals`. */
  readonly confirm?: () => Promise<boolean>;
}

/**
 * Evaluates arrivals that share their lines: one of each group, because the sides state the same about the others. If that changes
 * nothing but the lines, these are replaced for all. Otherwise each arrival gets the alerts and the entries of lists that the first
 * one has got.
 *
 * @returns the groups that have nothing left to evaluate
 */
export async function evaluateSharing(context: EvaluatorContext, parts: SharingParts): Promise<string[]> {
  if (parts.terms.length === 0) return [];
  const { done, hasMoved } = await evaluateGroups(context, parts);
  // Arrivals that were changed share other lines now.
  return hasMoved ? (await evaluateGroups(context, parts)).done : done;
}

async function evaluateGroups(context: EvaluatorContext, parts: SharingParts) {
  const { arrivals } = context.store;
  const { terms, requestOf, signal, moment, confirm } = parts;
  const done: string[] = [];
  let hasMoved = false;
  for (const page of batchesOf(await arrivals.sharingByTerms(terms), pageSize)) {
    const ids = page.map(({ arrivalId }) => arrivalId);
    const marks = await arrivals.findMarks(ids);
    const rows = await arrivals.find(ids);
    const read = readArrivals(rows.filter((row) => row !== undefined));
    const found: (Omit<GroupMember, 'marks'> & { readonly sharing: SharingArrivals; readonly request: EvaluationRequest })[] = [];
    for (const [index, sharing] of page.entries()) {
      const [row, state] = [rows[index], read.get(sharing.arrivalId)?.state];
      if (row?.group === undefined || state === undefined) continue;
      // Otherwise another writer has changed it, and perhaps its marks, since the groups were read.
      if (row.revision !== sharing.revision) continue;
      const request = requestOf(row, state);
      if (request === undefined) done.push(sharing.shared);
      else found.push({ sharing, row, state, request });
    }
    const requests = found.map(({ request }) => request);
    const answered = await answeredMoment(context, requests, { read, signal, moment });
    if ((await confirm?.()) === false) break;
    for (const { sharing, row, state, request } of found) {
      signal.throwIfAborted();
      const { shared } = sharing;
      const change = changeOf({ row, state, marks: marksOn(row.arrivalId, marks) }, { context, sharing, request, answered });
      if (change === undefined) continue;
      if (change.alerts === undefined) {
        if (await arrivals.replaceShared(row, change.lines)) done.push(shared);
      } else {
        hasMoved = true;
        const ids = await arrivals.idsSharing(shared, terms);
        await changeAlike(context, { shared, ids }, { from: row, change, signal });
      }
    }
  }
  return { done, hasMoved };
}

/** What the evaluation of one arrival changes in each arrival that shares its lines. */
interface SharedChange {
  readonly lines: string;
  readonly group: string;
  readonly row: ArrivalRow;
  /** Undefined if they stay as they are. */
  readonly entries: ArrivalRow['entries'] | undefined;
  /** The alerts that are raised and closed. Undefined if only the lines change. */
  readonly alerts?: readonly PendingTransition[] | undefined;
}

/** One of the arrivals that share their lines. */
interface GroupMember {
  readonly row: StoredArrival;
  readonly state: ArrivalState;
  readonly marks: readonly ArrivalMark[];
}

/** Evaluates an arrival. @returns undefined if the result depends on what is not the same for others */
function changeOf(
  { row, state, marks }: GroupMember,
  of: {
    readonly context: EvaluatorContext;
    readonly sharing: SharingArrivals;
    readonly request: EvaluationRequest;
    readonly answered: Awaited<ReturnType<typeof answeredMoment>>;
  },
): SharedChange | undefined {
  const { context, sharing, request, answered } = of;
  const asked = answered.views.filter(({ id, includes }) => includes(row.partner) && (request.queriedViews?.includes(id) ?? true));
  const isOfGroup = asked.every(({ sourcesId }) => answered.answers.get(sourcesId)?.get(row.arrivalId)?.matchKey === state.matchKey);
  // Otherwise its notice has changed since it was evaluated, or the sides did not answer.
  if (state.matchKey === undefined || !isOfGroup) return undefined;
  let next: ArrivalState | undefined;
  try {
    next = stateAfter(state, request, { ...answered, marks, visits: createVisitEvaluations() });
  } catch {
    // It is evaluated with the other arrivals, and logged there.
  }
  if (next === undefined || next.dependsOnDocument) return undefined;
  // A new view shows only some of the others, and when the others were received decides how long there has been no news of them.
  if (idsOf(next.views) !== idsOf(state.views) || dependsOnReceipt(state, next, answered.nowMs)) return undefined;
  const after = context.rowOf(next, marks);
  const { group } = after;
  if (group === undefined) return undefined;
  const { own, lines = '' } = linesOf(after.document);
  if (linesOf(row.document).own !== own || next.pending.some(({ ofVisit }) => ofVisit === undefined)) return undefined;
  const hasSameEntries = JSON.stringify(row.entries) === JSON.stringify(storedEntriesOf(after.entries));
  if (hasSameEntries && changesLinesOnly(row, after, { sharing, nowMs: answered.nowMs }) && !changesOrder(state, next))
    return { lines, group, row: after, entries: undefined };
  // Tenants may have marked the others at other times.
  const isForAll =
    hasSameEntries || state.markedAtMs === undefined || after.entries.every(({ changedAtMs }) => changedAtMs === answered.nowMs);
  const entries = hasSameEntries ? undefined : after.entries;
  return isForAll ? { lines, group, row: after, entries, alerts: next.pending } : undefined;
}

/** The order of views is that of storing: equal ones follow the others. */
function idsOf(views: ArrivalState['views']): string {
  return Object.keys(views).toSorted().join();
}

function changesLinesOnly(
  before: StoredArrival,
  after: ArrivalRow,
  { sharing, nowMs }: { readonly sharing: SharingArrivals; readonly nowMs: number },
): boolean {
  return (
    before.group === after.group &&
    before.terms.toSorted().join('\n') === allTermsOf(after).toSorted().join('\n') &&
    // Waking or asking too early changes nothing, but what was asked is not asked again.
    isNotAfter(sharing.wakeAtMs, after.wakeAtMs) &&
    isNotAfter(sharing.queryAtMs, after.queryAtMs) &&
    !isNotAfter(before.queryAtMs, nowMs)
  );
}

function isNotAfter(leftMs: number | undefined, rightMs: number | undefined): boolean {
  return (leftMs ?? Number.POSITIVE_INFINITY) <= (rightMs ?? Number.POSITIVE_INFINITY);
}

/** Returns whether the times at which notices were received decide when something is raised that one evaluation does not show. */
function dependsOnReceipt(before: ArrivalState, after: ArrivalState, nowMs: number): boolean {
  return Object.entries(after.views).some(([id, { visit }]) => {
    const [{ state, bestTimeMs }, held] = [visit.snapshot, before.views[id]?.visit.snapshot];
    return (state !== held?.state || bestTimeMs !== held.bestTimeMs) && !hasRecentNews(visit, nowMs);
  });
}

/** Returns whether an evaluation has raised or closed alerts, or changed what decides the order of other arrivals of the visit. */
function changesOrder(before: ArrivalState, after: ArrivalState): boolean {
  return (
    after.pending.length > 0 ||
    Object.keys({ ...before.views, ...after.views }).some((id) => {
      const [left, right] = [before.views[id], after.views[id]];
      return left?.changedAtMs !== right?.changedAtMs || visitOrderOf(left?.visit) !== visitOrderOf(right?.visit);
    })
  );
}

/** Changes arrivals that share their lines as the first of them. Those that another writer changes meanwhile are left out. */
async function changeAlike(
  { store: { arrivals }, onAppended }: EvaluatorContext,
  { shared, ids }: { readonly shared: string; readonly ids: readonly string[] },
  of: { readonly from: StoredArrival; readonly change: SharedChange; readonly signal: AbortSignal },
): Promise<void> {
  const { from, change, signal } = of;
  const { row: to, lines, group, entries, alerts = [] } = change;
  const { lines: before } = linesOf(from.document);
  const { queryAtMs, queriedAtMs } = to;
  const termsAfter = allTermsOf(to);
  const alike = {
    ...{ group, lines, entries, queryAtMs, queriedAtMs },
    addedTerms: termsAfter.filter((term) => !from.terms.includes(term)),
    removedTerms: from.terms.filter((term) => !termsAfter.includes(term)),
  };
  const sharedViews = sharedViewsOf(from.document);
  const ofDocument = alertsOf(alerts);
  /** @returns undefined if they share other lines now */
  const prepare = async (page: readonly string[]): Promise<AlikeChange['arrivals'] | undefined> => {
    if (page.length === 0) return [];
    const found = await arrivals.findSharing(shared, page);
    if (found.lines !== before) return undefined;
    const changed: AlikeChange['arrivals'][number][] = [];
    for (const [index, { arrivalId, revision, own, wakeAtMs = Number.POSITIVE_INFINITY }] of found.arrivals.entries()) {
      if (index > 0 && index % preparedAtOnce === 0) await nextTurn();
      const wakesMs = Math.min(wakeAtMs, to.wakeAtMs ?? Number.POSITIVE_INFINITY);
      const wakes = Number.isFinite(wakesMs) ? { wakeAtMs: wakesMs } : {};
      changed.push({ arrivalId, revision, ...wakes, alerts: ofDocument(ownPartOf(own, sharedViews)) });
    }
    return changed;
  };
  const write = async (changed: AlikeChange['arrivals']): Promise<void> => {
    if (changed.length === 0) return;
    const isChanged = await arrivals.changeAlike({ ...alike, arrivals: changed });
    if (isChanged.includes(true) && alerts.length > 0) onAppended();
  };
  const pages = batchesOf(ids, Math.max(1, Math.floor(writtenAtOnce / (1 + alerts.length))));
  let changed = await prepare(pages[0] ?? []);
  for (let next = 1; changed !== undefined && next <= pages.length; next += 1) {
    signal.throwIfAborted();
    // The next arrivals are read while these are written.
    [changed] = await Promise.all([prepare(pages[next] ?? []), write(changed)]);
  }
}

/** Returns the function that creates the entries of alerts about a visit for each of its documents. */
function alertsOf(pending: readonly PendingTransition[]): (own: ReturnType<typeof ownPartOf>) => NewVersion[] {
  const alerts = pending.flatMap(({ view, views, ofVisit }) => {
    if (ofVisit === undefined) return [];
    const { transition } = ofVisit;
    return [{ view: views?.[0] ?? view, transition, entryOf: visitAlertsOf({ view, views }, transition) }];
  });
  return ({ arrivalId, notice, partyTerms, versionsIn }) =>
    alerts.map(({ view, transition, entryOf }) => {
      const versions = versionsIn(view);
      const alertId = alertIdIn(arrivalId, transition, createResolve(versions)(transition.evidence));
      return entryOf({ arrivalId, notice }, { partyTerms, alertId, versions });
    });
}
