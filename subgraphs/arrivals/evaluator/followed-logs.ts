import { partyTermOf } from '#platform/access/visibility.ts';
import type { Variables } from '#platform/graphql/engine.ts';
import { cursorsIn } from '#platform/log/log-page.ts';
import type { StoredArrival } from '#platform/store/arrival-store.ts';
import type { Store } from '#platform/store/store.ts';
import { type ArrivalState, shownViews } from '../arrival-state.ts';
import {
  AllNoticesDocument,
  type AllNoticesQuery,
  EventLogDocument,
  type EventLogQuery,
  type NoticeFieldsFragment,
  NoticeLogDocument,
  type NoticeLogQuery,
} from '../generated/queries.ts';
import { arrivalIdOf } from '../model.ts';
import { callKeyOf, noticeEvidenceOf } from '../statements/notice.ts';
import { portEventOf } from '../statements/port.ts';
import { dayMs } from '../statements/port-time.ts';
import { evaluatorCaller } from '../tenant-views.ts';
import { codeTerms, nameTerms, termsOfEvent } from '../terms.ts';
import { beginMoment, type EvaluationRequest, type EvaluatorContext, evaluateArrivals, newestOf, pageSize } from './evaluate-arrivals.ts';
import { evaluateSharing } from './evaluate-sharing.ts';
import type { ReadNotice } from './evaluate-step.ts';
import { intervalMsOf, intervalOf, sharedMaxAgeSeconds } from './plan.ts';
import { findArrivals, readArrivals } from './update-arrivals.ts';

/** The logs that the evaluator follows, from the positions that the store keeps. */
export const followedLogs = ['arrival-notice-versions', 'port-call-events'] as const;
export type FollowedLogName = (typeof followedLogs)[number];

/** Maximum number of entries that are read at a time. */
const maxEntries = 100;
/** Days since an arrival, by its notice, after which partners are no longer queried about it. */
const pastDays = 45;
/** Set when the notices that existed at the first start have been evaluated. */
const baselinePosition = 'arrivals-baseline';

/** Evaluates the arrivals of the next page of notice versions. @returns whether there are more */
export async function followNotices(context: EvaluatorContext, signal: AbortSignal): Promise<boolean> {
  const page = await readPage<NoticeLogQuery>(context, { log: 'arrival-notice-versions', document: NoticeLogDocument, signal });
  if (page === undefined) return false;
  if (page.hasGap) await evaluateAllNotices(context, signal);
  await evaluateNotices(context, page.entries, { signal });
  await context.store.arrivals.advance('arrival-notice-versions', page.scannedThrough);
  return page.hasMore;
}

/** Evaluates the arrivals that the next page of port call events may concern. @returns whether there are more */
export async function followEvents(context: EvaluatorContext, signal: AbortSignal): Promise<boolean> {
  const { arrivals } = context.store;
  const page = await readPage<EventLogQuery>(context, { log: 'port-call-events', document: EventLogDocument, signal });
  if (page === undefined) return false;
  const entries = page.entries.map(({ sequence, content: { vessel, ...event } }) => {
    const references = { portCallID: event.portCall?.portCallID, terminalCallReference: event.terminalCall?.terminalCallReference };
    const visit = { vesselIMONumber: vessel?.vesselIMONumber, UNLocationCode: event.portCall?.UNLocationCode, ...references };
    return { terms: termsOfEvent(visit), logged: { sequence, event: portEventOf(event) } };
  });
  const terms = [...new Set(entries.flatMap((entry) => entry.terms))];
  const requestOf = ({ arrivalId, terms: own }: StoredArrival, state: ArrivalState | undefined): EvaluationRequest | undefined => {
    if (state === undefined || !shownViews(state).some(({ ends }) => ends.isOpen)) return undefined;
    const concerning = entries.filter((entry) => entry.terms.some((term) => own.includes(term)));
    const events = concerning.flatMap(({ logged }) => (logged.sequence > state.positions.events ? [logged] : []));
    const stating = [...new Set(events.map(({ event }) => event.partner))];
    // In other views nothing was stated.
    const queriedViews = context
      .views()
      .flatMap(({ id, caller, includes }) => (caller.entitlement.portCalls && stating.some(includes) ? [id as string] : []));
    return queriedViews.length === 0 ? undefined : { arrivalId, events, maxAgeSeconds: maxAgeOf(context, state), queriedViews };
  };
  const moment = beginMoment();
  const notShared = await evaluateSharing(context, { terms, requestOf, signal, moment });
  let after: string | undefined;
  for (let hasMore = terms.length > 0; hasMore; ) {
    const found = await arrivals.findByTerms({ terms, notShared, after, limit: pageSize });
    const read = readArrivals(found);
    const requests = found.flatMap((row) => requestOf(row, read.get(row.arrivalId)?.state) ?? []);
    await evaluateArrivals(context, requests, { read, signal, moment });
    after = found.at(-1)?.arrivalId;
    hasMore = found.length === pageSize;
  }
  await arrivals.advance('port-call-events', page.scannedThrough);
  return page.hasMore;
}

/** Evaluates all existing notices and starts following at the end of the logs, unless this has been done before. */
export async function beginFollowing(context: EvaluatorContext, signal: AbortSignal): Promise<void> {
  const { store } = context;
  if ((await store.arrivals.position(baselinePosition)) > 0) return;
  const heads = await Promise.all(followedLogs.map(async (log) => [log, await headOf(store, log)] as const));
  await evaluateAllNotices(context, signal);
  for (const [log, head] of heads) await store.arrivals.advance(log, head);
  await store.arrivals.advance(baselinePosition, 1);
}

/**
 * Returns whether all data of the followed subgraphs is evaluated, including what was stored most recently and has no
 * sequence number yet.
 */
export async function isCaughtUp(store: Store): Promise<boolean> {
  for (const log of followedLogs) {
    await store.versions(log).assignSequences();
    if ((await lagOf(store, log)) > 0) return false;
  }
  return true;
}

/** Returns how many entries of a log have not been evaluated. */
export async function lagOf(store: Store, log: FollowedLogName): Promise<number> {
  const [head, position] = await Promise.all([headOf(store, log), store.arrivals.position(log)]);
  return Math.max(0, head - position);
}

/** Returns the maximum age of schedules that are queried because of news about an arrival. */
export function maxAgeOf({ clock, scheduleSeconds }: EvaluatorContext, state: ArrivalState): number {
  return sharedMaxAgeSeconds(intervalOf(state, { nowMs: clock.now(), scheduleSeconds }));
}

/**
 * Evaluates all notices whose current version has not been evaluated: at the first start, in a rebuild, and for versions
 * that were removed from the log before they were followed.
 */
export async function evaluateAllNotices(context: EvaluatorContext, signal: AbortSignal): Promise<void> {
  let after: string | null | undefined;
  do {
    const variables = { after, first: pageSize };
    const { arrivalNotices: page } = await queryAll<AllNoticesQuery>(context, { document: AllNoticesDocument, variables, signal });
    const versions = (page?.nodes ?? []).flatMap((node) => node?.current ?? []);
    const entries = versions.map((content) => ({ sequence: 0, content }));
    await evaluateNotices(context, entries, { signal, isAll: true });
    after = page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : undefined;
  } while (after != null && (await context.lease.holds()));
}

async function headOf(store: Store, log: FollowedLogName): Promise<number> {
  return (await store.versions(log).bounds()).head;
}

/** One entry of a followed log. */
interface Entry<Content> {
  readonly sequence: number;
  readonly content: Content;
}

/** Reads the page after the position of a log. @returns undefined at the end of the log */
async function readPage<Query extends NoticeLogQuery | EventLogQuery>(
  context: EvaluatorContext,
  { log, document, signal }: { readonly log: FollowedLogName; readonly document: string; readonly signal: AbortSignal },
) {
  type Content = NonNullable<NonNullable<Query['log']>['events'][number]['content']>;
  const { store, signer } = context;
  const position = await store.arrivals.position(log);
  if ((await headOf(store, log)) <= position) return undefined;
  const { cursorOf, sequenceOf } = cursorsIn(log, signer);
  const variables = { after: cursorOf(position), first: maxEntries };
  const { log: page } = await queryAll<NoticeLogQuery | EventLogQuery>(context, { document, variables, signal });
  if (page === null) return undefined;
  const entries = page.events.flatMap(({ cursor, content, missed }): Entry<Content>[] => {
    // An event whose content failed is not skipped; the page is read again.
    if (content === null && missed === null) throw new Error(`an event of ${log} has no content`);
    return content === null ? [] : [{ sequence: sequenceOf(cursor), content: content as Content }];
  });
  return {
    entries,
    /** The last sequence number that was scanned. */
    scannedThrough: sequenceOf(page.cursor),
    hasMore: page.hasMore,
    /** Whether entries before the page can no longer be replayed. */
    hasGap: page.events.some(({ missed }) => missed !== null),
  };
}

/** Queries one field with access to all data. @throws {Error} if its subgraph did not answer */
async function queryAll<Data extends object>(
  { executeQuery }: EvaluatorContext,
  request: { readonly document: string; readonly variables: Variables; readonly signal: AbortSignal },
): Promise<Data> {
  const { data, errors } = await executeQuery({ ...request, caller: evaluatorCaller });
  const [field, answer] = Object.entries(data ?? {})[0] ?? ['the subgraph'];
  if (answer == null) throw new Error(`${field} was not answered: ${errors[0]?.message}`);
  return data as Data;
}

/**
 * Evaluates the arrivals of versions. The sides are queried for a new arrival, for a view in which it was not visible
 * before, and if a version changes the values on which its matches depend.
 *
 * @param of.isAll whether the versions are the current ones of all notices, most of which have been evaluated
 */
async function evaluateNotices(
  context: EvaluatorContext,
  entries: readonly Entry<NoticeFieldsFragment>[],
  { signal, isAll = false }: { readonly signal: AbortSignal; readonly isAll?: boolean },
): Promise<void> {
  const byArrival = new Map<string, (ReadNotice & { readonly sequence: number })[]>();
  for (const { sequence, content } of entries) {
    const notice = { ...readNotice(content), sequence };
    const id = arrivalIdOf(notice.evidence);
    byArrival.set(id, [...(byArrival.get(id) ?? []), notice]);
  }
  const read = await findArrivals(context.store, [...byArrival.keys()]);
  const requests = [...byArrival].flatMap(([arrivalId, notices]): EvaluationRequest[] => {
    const state = read.get(arrivalId)?.state;
    // A version that was read by an earlier Landfall may lack what is read now.
    if (isAll && notices.every(({ evidence }) => JSON.stringify(evidence) === JSON.stringify(state?.notice))) return [];
    return [{ arrivalId, notices, ...queriedOf(context, notices, state), startsAgain: isAll && state === undefined }];
  });
  await evaluateArrivals(context, requests, { read, signal });
}

function queriedOf(
  context: EvaluatorContext,
  notices: readonly ReadNotice[],
  state: ArrivalState | undefined,
): Pick<EvaluationRequest, 'maxAgeSeconds' | 'queriedViews'> {
  const newest = newestOf(notices);
  if (newest === undefined) return {};
  const { evidence, partyTerms } = newest;
  const callKey = callKeyOf(evidence);
  const showing = context.views().filter(({ shows }) => shows([`partner:${evidence.partner}`, ...partyTerms]));
  const changed = showing.flatMap(({ id }) => (state?.views[id]?.schedule.callKey === callKey ? [] : [id]));
  const queriedViews = state === undefined ? undefined : changed;
  const { clock, scheduleSeconds } = context;
  const nowMs = clock.now();
  const date = evidence.portOfDischargeArrivalDate;
  const dateMs = date && Date.parse(date.value);
  // At a first start most notices are about arrivals in the distant past.
  if (changed.length === 0 || (dateMs !== undefined && dateMs < nowMs - pastDays * dayMs)) return { queriedViews };
  const ofNew = () => sharedMaxAgeSeconds(intervalMsOf(dateMs, { nowMs, scheduleSeconds }));
  return { queriedViews, maxAgeSeconds: state === undefined ? ofNew() : maxAgeOf(context, state) };
}

/** Reduces a version to what the rules read, with the terms and words of its parties. */
function readNotice(version: NoticeFieldsFragment): ReadNotice {
  const parties = version.documentParties ?? [];
  const codes = parties.flatMap(({ identifyingCodes }) => identifyingCodes ?? []);
  const partyTerms = codes.flatMap(({ codeListProvider, partyCode }) =>
    codeListProvider == null || partyCode == null ? [] : [partyTermOf({ codeListProvider, partyCode })],
  );
  const partyWords = [
    ...parties.flatMap(({ partyName }) => nameTerms('partyWord', partyName ?? undefined)),
    ...codes.flatMap(({ partyCode }) => codeTerms('partyWord', partyCode ?? undefined)),
  ];
  return {
    evidence: noticeEvidenceOf(version),
    partyTerms: [...new Set(partyTerms)],
    partyWords: [...new Set(partyWords)],
    matchKey: version.arrivalMatchKey ?? undefined,
  };
}
