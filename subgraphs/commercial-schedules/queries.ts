import type { Caller } from '#platform/access/entitlement.ts';
import { maySeePartner } from '#platform/access/visibility.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { type Page, type PageArguments, readPage } from '#platform/log/page.ts';
import { matchKeyIn } from '#platform/matching/keys/match-query.ts';
import type { MatchCache } from '#platform/matching/match-cache.ts';
import type { ComparisonRules } from '#platform/matching/rules/comparison.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { PartnerRegistry } from '#platform/partners/registry.ts';
import { maxPageBytes, turnOfPage } from '#platform/store/document-budget.ts';
import type { PageQuery } from '#platform/store/version-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { matchKeyStringOf } from './matching/match-keys.ts';
import { type CallMatchSetView, createMatches } from './matching/matches.ts';
import type { PartnerRequestParts } from './matching/partner-requests.ts';
import type { Answer, ScheduleQuery, ScheduleRow } from './model.ts';
import { sortedByTerminal } from './terminal-order.ts';
import type { Answers } from './upstream/answers.ts';
import { reportOf } from './upstream/collect.ts';
import type { Snapshot, Snapshots } from './upstream/snapshots.ts';

/** What the queries of one request need. */
export interface QueryParts {
  readonly answers: Answers;
  readonly snapshots: Snapshots;
  readonly partners: PartnerRegistry;
  readonly signer: CursorSigner;
  /** Only partners that it may see are requested; answers and cursors are valid for its entitlement only. */
  readonly caller: Caller;
  /** The rules of matching, by the current partners. */
  readonly rules: () => ComparisonRules;
  /** Match sets of pages, of all requests. */
  readonly matchCache: MatchCache<CallMatchSetView>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A query for the schedules of several Producers. */
export interface ScheduleRequestOptions {
  readonly query: ScheduleQuery;
  /** Ids; absent means every partner that offers schedules. */
  readonly partners?: readonly string[] | undefined;
  /** Id of the partner that sent the query: two partners that query each other would wait for each other. */
  readonly except?: string | undefined;
  readonly maxAgeMs: number;
  /** Whether older answers are returned while they are refreshed. */
  readonly mayBeStale: boolean;
  /** A partner that takes longer is missing from the result. */
  readonly maxWaitMs: number;
  /** Whether a partner that accepts no requests now is waited for as well. @default false */
  readonly waitsForBusy?: boolean | undefined;
  /** By partner, then in its own order; or port schedules as {@link sortedByTerminal}. @default 'PARTNER' */
  readonly order?: 'PARTNER' | 'TERMINAL' | undefined;
  readonly page: PageArguments;
}

/** A row with its place in a snapshot. */
export interface PlacedRow {
  readonly position: string;
  readonly row: ScheduleRow;
  readonly answer: Answer;
}

/** A page with the reports of its Producers. */
export interface SchedulePage extends Page<PlacedRow> {
  readonly sources: readonly SourceReport[];
}

/** A row with the page that can make its cursor. */
export interface ScheduleEdge {
  readonly row: PlacedRow;
  readonly page: SchedulePage;
}

/** The queries of one request. Equal queries cause one request to a partner, also if each wants a fresh answer. */
export type Queries = ReturnType<typeof createQueries>;

/** Creates the queries of one request, with the rights of its caller. */
export function createQueries(parts: QueryParts) {
  const { snapshots, signer, caller } = parts;
  const producers = () => producersOf(parts);
  const fetchOnce = createSnapshotRequests(parts, producers);
  const matches = createMatches({ ...parts, ...partnerRequestsOf(parts), producers: () => producers().map(({ id }) => id) });

  return {
    /** The calls that a notice, an event or another call may mean. @throws {LandfallError} BAD_USER_INPUT for a foreign key */
    callsOf: (matchQuery: string) => matches.calls.load(matchQuery),
    /**
     * The match key of the call for the other standards, as text: of all that schedules state if it is unique, otherwise the match
     * key of the query. @throws {LandfallError} BAD_USER_INPUT for a foreign key
     */
    matchKeyOfCall: async (matchQuery: string): Promise<string> => {
      const { found } = await matches.calls.load(matchQuery);
      return found.unique === undefined ? (matchKeyIn(matchQuery) ?? '') : matchKeyStringOf(found.unique.visit);
    },
    /** Routes on the trade lane of a notice. */
    routesOf: (matchQuery: string) => matches.routes.load(matchQuery),

    /**
     * A page of the Producers' schedules.
     *
     * @throws {LandfallError} BAD_USER_INPUT, CURSOR_INVALID, CURSOR_EXPIRED
     */
    schedules: async (schedules: ScheduleRequestOptions): Promise<SchedulePage> => {
      let snapshot: Snapshot | undefined;
      const page = await readPage<PlacedRow>({
        arguments: schedules.page,
        scope: JSON.stringify([schedules.query, schedules.partners, caller.key, schedules.order]),
        signer,
        bound: { maxBytes: maxPageBytes, bytesOf: ({ row }) => row.byteLength },
        read: async (query) => {
          snapshot = query.from === undefined ? await fetchOnce(schedules) : await snapshots.get(placeOf(query.from).snapshot);
          return rowsIn(snapshot, schedules.order, query);
        },
      });
      await turnOfPage(
        caller.key,
        page.rows.reduce((sum, { row }) => sum + row.byteLength, 0),
      );
      const reports = new Map(snapshot?.answers.map(({ report }) => [report.partner, report]));
      const partners = new Set(schedules.partners ?? reports.keys());
      const sources = [...partners].map((id) => reports.get(id) ?? reportOf(id, { status: 'NOT_CONNECTED' }));
      return { ...page, sources };
    },
  };
}

/** Returns the partners that offer schedules and that the caller may see. */
function producersOf({ partners, caller }: QueryParts): readonly Partner[] {
  return partners
    .partners()
    .filter(({ id, commercialSchedules }) => commercialSchedules !== undefined && maySeePartner(caller.entitlement, id));
}

/** Creates the requests for snapshots: equal ones are sent once. */
function createSnapshotRequests({ answers, snapshots, caller, clock }: QueryParts, producers: () => readonly Partner[]) {
  const fetch = async ({ query, partners: named, except, maxAgeMs, mayBeStale, ...wished }: ScheduleRequestOptions): Promise<Snapshot> => {
    const wait = { waitUntil: clock.now() + wished.maxWaitMs, waitsForBusy: wished.waitsForBusy };
    const requested = producers().filter(({ id }) => id !== except && (named === undefined || named.includes(id)));
    const terms = { caller, maxAgeMs, mayBeStale, wait };
    return snapshots.store(await Promise.all(requested.map((partner) => answers.fetch(partner, query, terms))));
  };
  const pending = new Map<string, Promise<Snapshot>>();
  return (schedules: ScheduleRequestOptions): Promise<Snapshot> => {
    const { query, partners: named, except, maxAgeMs, mayBeStale, maxWaitMs, waitsForBusy } = schedules;
    const key = JSON.stringify([query, named, except, maxAgeMs, mayBeStale, maxWaitMs, waitsForBusy]);
    const snapshot = pending.get(key) ?? fetch(schedules);
    pending.set(key, snapshot);
    return snapshot;
  };
}

/** How matches reach the partners: by their ids. */
function partnerRequestsOf({ answers, partners, caller }: QueryParts): PartnerRequestParts {
  return {
    findCached: async ({ partner: id, query }, maxAgeMs) => {
      const partner = partners.find(id);
      return partner && answers.findCached(partner, query, { caller, maxAgeMs });
    },
    fetch: async ({ partner: id, query }, { maxAgeMs, ...wait }) => {
      const partner = partners.find(id);
      if (partner !== undefined) return answers.fetch(partner, query, { caller, maxAgeMs, wait });
      return { id: '', rows: [], report: reportOf(id, { status: 'NOT_CONNECTED' }) };
    },
  };
}

function rowsIn(snapshot: Snapshot, order: ScheduleRequestOptions['order'], { limit, from, backwards = false }: PageQuery): PlacedRow[] {
  const all = snapshot.answers.flatMap((answer) => answer.rows.map((row) => ({ row, answer })));
  const rows = order === 'TERMINAL' ? sortedByTerminal(all) : all;
  const at = from === undefined ? undefined : placeOf(from).index;
  const [start, end] = backwards
    ? [Math.max(0, (at ?? rows.length) - limit), at ?? rows.length]
    : [at === undefined ? 0 : at + 1, undefined];
  return rows
    .slice(start, end ?? start + limit)
    .map(({ row, answer }, offset) => ({ row, answer, position: `${snapshot.id} ${start + offset}` }));
}

function placeOf(position: string): { snapshot: string; index: number } {
  const [snapshot = '', index] = position.split(' ');
  return { snapshot, index: Number(index) };
}
