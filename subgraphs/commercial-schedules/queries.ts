import { instantOf } from '@landfall/dcsa/instant.ts';
import DataLoader from 'dataloader';
import { maySeePartner } from '#platform/access/visibility.ts';
import { asLandfallError } from '#platform/errors.ts';
import type { Edge } from '#platform/graphql/shared-types.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { maxPageBytes, type Page, type PageArguments, readPage, turnOfPage } from '#platform/log/page.ts';
import type { MatchKeyReference } from '#platform/matching/match-sets.ts';
import type { Partner } from '#platform/partners/partner.ts';
import type { PartnerRegistry } from '#platform/partners/registry.ts';
import { type PageQuery, positionNumber } from '#platform/store/version-store.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { eventMatchKeyStringOfSet } from './matching/match-keys.ts';
import { createMatches, type MatchParts, type PartnerRequestParts } from './matching/matches.ts';
import { type Answer, type PortScheduleRecord, recordsIn, type ScheduleQuery, type ScheduleRow } from './model.ts';
import type { Answers, Snapshot, Snapshots } from './upstream/answers.ts';
import { reportOf } from './upstream/collect.ts';

/** The parts that the queries of one request need. */
interface QueryParts extends Pick<MatchParts, 'rules' | 'caller' | 'matchCache' | 'clock'> {
  readonly answers: Answers;
  readonly snapshots: Snapshots;
  readonly partners: PartnerRegistry;
  readonly signer: CursorSigner;
}

/** A query for the schedules of several Producers. */
export interface ScheduleRequestOptions {
  readonly query: ScheduleQuery;
  /** Ids of partners; absent for every partner that offers schedules. */
  readonly partners?: readonly string[] | undefined;
  /**
   * Id of the partner that sent the query. It is not requested, because two partners that query each other would wait
   * for each other.
   */
  readonly except?: string | undefined;
  readonly maxAgeMs: number;
  /** Whether an older answer is returned while a new one is requested. */
  readonly mayBeStale: boolean;
  /** A partner that takes longer is missing from the result. */
  readonly maxWaitMs: number;
  /** Whether to wait also for a partner that accepts no requests now. @default false */
  readonly waitsForBusy?: boolean | undefined;
  /** By partner, then in its own order; or port schedules as {@link sortedByTerminal}. @default 'PARTNER' */
  readonly order?: 'PARTNER' | 'TERMINAL' | undefined;
  readonly page: PageArguments;
}

/** A row and its position in a snapshot. */
export interface PlacedRow {
  readonly position: string;
  readonly row: ScheduleRow;
  readonly answer: Answer;
}

/** A page and the reports on its Producers. */
export interface SchedulePage extends Page<PlacedRow> {
  readonly sources: readonly SourceReport[];
}

export type ScheduleEdge = Edge<SchedulePage>;

/** The queries of one request. Equal queries cause one request to a partner, even if each requires a fresh answer. */
export type Queries = ReturnType<typeof createQueries>;

/** Creates the queries of one request, under the rights of its caller. */
export function createQueries(parts: QueryParts) {
  const { snapshots, signer, caller } = parts;
  const producers = () => producersOf(parts);
  const snapshotRequests = createSnapshotRequests(parts, producers);
  const matches = createMatches({
    ...parts,
    ...partnerRequestsOf(parts),
    producers: () => producers().map(({ id }) => id),
    hasFilter: (id, filter) => parts.partners.find(id)?.commercialSchedules?.filters.includes(filter) === true,
  });

  return {
    /**
     * Returns the calls that a notice, an event or another call may refer to. @throws {LandfallError} BAD_USER_INPUT
     * for a foreign key
     */
    callsOf: (matchQuery: string) => matches.calls.load(matchQuery),
    /**
     * Returns the key of the call for the other standards: from everything that schedules state if the call is unique,
     * otherwise that of the query, without the events of calls that contradict it. @throws {LandfallError} BAD_USER_INPUT for a foreign key
     */
    keyOfCall: (matchQuery: string): Promise<MatchKeyReference> =>
      matches.calls.load(matchQuery).then((set) => ({ matchKey: eventMatchKeyStringOfSet(set) })),
    /** Returns the routes on the trade lane of a notice. */
    routesOf: (matchQuery: string) => matches.routes.load(matchQuery),

    /**
     * Returns a page of the Producers' schedules.
     *
     * @throws {LandfallError} BAD_USER_INPUT, CURSOR_INVALID, CURSOR_EXPIRED
     */
    schedules: async ({ order, page: wanted, ...schedules }: ScheduleRequestOptions): Promise<SchedulePage> => {
      let snapshot: Snapshot | undefined;
      const page = await readPage<PlacedRow>({
        arguments: wanted,
        scope: JSON.stringify([schedules.query, schedules.partners, caller.key, order]),
        signer,
        bound: { maxBytes: maxPageBytes, bytesOf: ({ row }) => row.byteLength },
        read: async (query) => {
          snapshot = query.from === undefined ? await snapshotRequests.load(schedules) : await snapshots.get(placeOf(query.from).snapshot);
          return rowsIn(snapshot, order, query);
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

/** Creates the loader of snapshots. Equal requests, whatever page and order they are for, are sent once. */
function createSnapshotRequests({ answers, snapshots, caller, clock }: QueryParts, producers: () => readonly Partner[]) {
  const fetch = async (schedules: SnapshotRequest): Promise<Snapshot> => {
    const { query, partners: named, except, maxAgeMs, mayBeStale, maxWaitMs, waitsForBusy } = schedules;
    const wait = { waitUntil: clock.now() + maxWaitMs, waitsForBusy };
    const requested = producers().filter(({ id }) => id !== except && (named === undefined || named.includes(id)));
    const terms = { caller, maxAgeMs, mayBeStale, wait };
    return snapshots.store(await Promise.all(requested.map((partner) => answers.fetch(partner, query, terms))));
  };
  return new DataLoader<SnapshotRequest, Snapshot, string>(
    (requests) => Promise.all(requests.map((request) => fetch(request).catch(asLandfallError))),
    { cacheKeyFn: JSON.stringify },
  );
}

type SnapshotRequest = Omit<ScheduleRequestOptions, 'order' | 'page'>;

/** Returns the functions by which matching requests partners. */
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
    .map(({ row, answer }, offset) => ({ row, answer, position: `${snapshot.id} ${positionNumber(start + offset)}` }));
}

function placeOf(position: string): { snapshot: string; index: number } {
  const blank = position.indexOf(' ');
  return { snapshot: position.slice(0, blank), index: Number(position.slice(blank)) };
}

/**
 * Sorts port schedules by the SMDG code of the terminal, then by their earliest timestamp, as an instant; those without
 * one come last. The sort is stable, so equal rows keep their order. Commercial Schedules requires a sorted list and
 * does not define the sort key.
 */
function sortedByTerminal<R extends { readonly row: ScheduleRow }>(rows: readonly R[]): R[] {
  const keyed = rows.map((placed) => ({ placed, ...keysOf(recordsIn(placed.row) as PortScheduleRecord) }));
  keyed.sort((left, right) => compare(left.terminal, right.terminal) || compare(left.first, right.first));
  return keyed.map(({ placed }) => placed);
}

function keysOf({ location, vesselSchedules }: PortScheduleRecord): { terminal: string | undefined; first: string | undefined } {
  const instants = (vesselSchedules ?? []).flatMap(({ timestamps }) =>
    (timestamps ?? []).flatMap(({ eventDateTime }) => instantOf(eventDateTime ?? '') ?? []),
  );
  return { terminal: location?.facilitySMDGCode ?? undefined, first: instants.toSorted()[0] };
}

function compare(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0;
  if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
  return left < right ? -1 : 1;
}
