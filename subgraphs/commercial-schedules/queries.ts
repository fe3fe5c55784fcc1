import type { Caller } from '#platform/access/entitlement.ts';
import { maySeePartner } from '#platform/access/visibility.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { type Page, type PageArguments, readPage } from '#platform/log/page.ts';
import { matchKeyIn } from '#platform/matching/keys/match-query.ts';
import type { MatchCache } from '#platform/matching/match-cache.ts';
import type { MatchRules } from '#platform/matching/rules/comparison.ts';
import type { PartnerRegistry } from '#platform/partners/registry.ts';
import { maxPageBytes, turnOfPage } from '#platform/store/document-budget.ts';
import type { PageQuery } from '#platform/store/version-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { matchKeyStringOf } from './matching/match-keys.ts';
import { type CallMatchSetView, createMatches } from './matching/matches.ts';
import type { Answer, ScheduleQuery, ScheduleRow } from './model.ts';
import { sortedByTerminal } from './terminal-order.ts';
import type { Answers } from './upstream/answers.ts';
import { reportOf } from './upstream/collect.ts';
import type { Snapshot, Snapshots } from './upstream/snapshots.ts';

/** What the questions of one request are answered from. */
export interface QueryParts {
  readonly answers: Answers;
  readonly snapshots: Snapshots;
  readonly partners: PartnerRegistry;
  readonly signer: CursorSigner;
  /** Only partners that it may see are asked; answers and cursors under one entitlement are no good under another. */
  readonly caller: Caller;
  /** Rules of joins as the partners stand now. */
  readonly rules: () => MatchRules;
  /** Match sets of pages that were asked for before. */
  readonly remember: MatchCache<CallMatchSetView>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A question to several Producers. */
export interface ScheduleRequestOptions {
  readonly question: ScheduleQuery;
  /** Ids; absent means every partner that offers schedules. */
  readonly partners?: readonly string[] | undefined;
  /** Id of a partner that is not asked: the one whose own question it is, or two who ask each other would wait in a ring. */
  readonly except?: string | undefined;
  readonly maxAgeMs: number;
  /** Whether somewhat older answers will do while they are asked for anew. */
  readonly mayBeStale: boolean;
  /** Whoever takes longer is missing from the answer. */
  readonly maxWaitMs: number;
  /** Whether one that has to be left alone is waited for as well. @default false */
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

/** A page that knows which Producers it is about. */
export interface SchedulePage extends Page<PlacedRow> {
  readonly sources: readonly SourceReport[];
}

/** A row with the page that can make its cursor. */
export interface ScheduleEdge {
  readonly row: PlacedRow;
  readonly page: SchedulePage;
}

/** The questions of one request. The same question of one request is asked once, also when each wants it asked anew. */
export type Queries = ReturnType<typeof createQueries>;

/** Opens the questions of one request, all under the caller's entitlement. */
export function createQueries(parts: QueryParts) {
  const { answers, snapshots, partners, signer, caller, rules, remember, clock } = parts;
  /** Partners that offer schedules, as far as the caller may see them. */
  const producers = () =>
    partners.partners().filter(({ id, commercialSchedules }) => commercialSchedules !== undefined && maySeePartner(caller.entitlement, id));
  const asked = new Map<string, Promise<Snapshot>>();

  const ask = async ({ question, partners: named, except, maxAgeMs, mayBeStale, ...wished }: ScheduleRequestOptions): Promise<Snapshot> => {
    const wait = { waitUntil: clock.now() + wished.maxWaitMs, waitsForBusy: wished.waitsForBusy };
    const inQuestion = producers().filter(({ id }) => id !== except && (named === undefined || named.includes(id)));
    const terms = { caller, maxAgeMs, mayBeStale, wait };
    return snapshots.store(await Promise.all(inQuestion.map((partner) => answers.fetch(partner, question, terms))));
  };
  const askOnce = (schedules: ScheduleRequestOptions): Promise<Snapshot> => {
    const { question, partners: named, except, maxAgeMs, mayBeStale, maxWaitMs, waitsForBusy } = schedules;
    const key = JSON.stringify([question, named, except, maxAgeMs, mayBeStale, maxWaitMs, waitsForBusy]);
    const before = asked.get(key);
    if (before !== undefined) return before;
    const asking = ask(schedules);
    asked.set(key, asking);
    return asking;
  };

  const matches = createMatches({
    producers: () => producers().map(({ id }) => id),
    findHeld: async ({ partner: id, question }, maxAgeMs) => {
      const partner = partners.find(id);
      return partner && answers.findCached(partner, question, { caller, maxAgeMs });
    },
    ask: async ({ partner: id, question }, { maxAgeMs, ...wait }) => {
      const partner = partners.find(id);
      if (partner !== undefined) return answers.fetch(partner, question, { caller, maxAgeMs, wait });
      return { id: '', rows: [], report: reportOf(id, { status: 'NOT_CONNECTED' }) };
    },
    rules,
    caller,
    remember,
    clock,
  });

  return {
    /** The calls that a notice, an event or another call may mean. @throws {LandfallError} BAD_USER_INPUT for a foreign key */
    callsOf: (question: string) => matches.calls.load(question),
    /**
     * What the call of a question is known by to other standards, as text: all that schedules say of it where it is
     * unique, or else what the question says itself. @throws {LandfallError} BAD_USER_INPUT for a foreign key
     */
    matchKeyOfCall: async (question: string): Promise<string> => {
      const { found } = await matches.calls.load(question);
      return found.unique === undefined ? (matchKeyIn(question) ?? '') : matchKeyStringOf(found.unique.visit);
    },
    /** Offers on the lane of a notice. */
    routesOf: (question: string) => matches.routes.load(question),

    /**
     * A page of what Producers say, in the order that is asked for.
     *
     * @throws {LandfallError} BAD_USER_INPUT, CURSOR_INVALID, CURSOR_EXPIRED
     */
    schedules: async (schedules: ScheduleRequestOptions): Promise<SchedulePage> => {
      let snapshot: Snapshot | undefined;
      const page = await readPage<PlacedRow>({
        arguments: schedules.page,
        scope: JSON.stringify([schedules.question, schedules.partners, caller.key, schedules.order]),
        signer,
        bound: { maxBytes: maxPageBytes, bytesOf: ({ row }) => row.byteLength },
        read: async (query) => {
          snapshot = query.from === undefined ? await askOnce(schedules) : await snapshots.get(placeOf(query.from).snapshot);
          return rowsIn(snapshot, schedules.order, query);
        },
      });
      await turnOfPage(
        caller.key,
        page.rows.reduce((sum, { row }) => sum + row.byteLength, 0),
      );
      const reports = new Map(snapshot?.answers.map(({ report }) => [report.partner, report]));
      const inQuestion = new Set(schedules.partners ?? reports.keys());
      const sources = [...inQuestion].map((id) => reports.get(id) ?? reportOf(id, { status: 'NOT_CONNECTED' }));
      return { ...page, sources };
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
