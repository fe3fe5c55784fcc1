import { selectingConditions } from '@landfall/dcsa/filters.ts';
import type { MatchKey } from '@landfall/matching/keys/match-key.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { matchCallPage } from '../../../subgraphs/commercial-schedules/matching/call-matches.ts';
import type { MatchedCall } from '../../../subgraphs/commercial-schedules/matching/match-page.ts';
import type { CallRequest, HasFilter, MatchRequest } from '../../../subgraphs/commercial-schedules/matching/match-requests.ts';
import { createPartnerRequests } from '../../../subgraphs/commercial-schedules/matching/matches.ts';
import type { Answer, ScheduleQuery, ScheduleRow } from '../../../subgraphs/commercial-schedules/model.ts';
import { reportOf } from '../../../subgraphs/commercial-schedules/upstream/collect.ts';
import { postFilter } from '../../../subgraphs/commercial-schedules/upstream/post-filter.ts';
import { parseRow } from '../../../subgraphs/commercial-schedules/wire/parse.ts';
import { answerOf, type Schedules } from '../producer-answers.ts';
import type { ProducerHabits } from '../producer-habits.ts';
import type { World } from '../world/world.ts';
import { schedulesOf } from '../world-partners.ts';

/** The carriers of a world as Producers that are requested by a function call. */
export interface InProcessProducers {
  fetch(request: MatchRequest): Promise<Answer>;
  /** Returns how many pages all Producers have returned so far, which is the number of requests over HTTP. */
  requestCount(): number;
}

/**
 * Opens the Producers of a world. They answer as over HTTP, page by page and with their habits, and the answers are
 * parsed and filtered in the same way. The parts of the answers are the objects for which the world knows the calls.
 */
export function openInProcessProducers(world: World): InProcessProducers {
  const answerTo = producersOf(world);
  let requestCount = 0;
  return {
    requestCount: () => requestCount,
    fetch: async (request) => {
      const { answer, pageCount } = answerTo(request);
      requestCount += pageCount;
      return answer;
    },
  };
}

/** An answer, and the number of pages in which a Producer sends it. */
interface CountedAnswer {
  readonly answer: Answer;
  readonly pageCount: number;
}

type AnswerTo = (request: MatchRequest) => CountedAnswer;

/** Equal requests have equal answers, and a measurement requests those of one world again for each single notice. */
const producersOfWorlds = new WeakMap<World, AnswerTo>();

function producersOf(world: World): AnswerTo {
  const held = producersOfWorlds.get(world);
  if (held !== undefined) return held;
  const producers = new Map(
    world.carriers.map((carrier) => [carrier.id, { schedules: schedulesOf(world, carrier), habits: world.habitsOf(carrier).producer }]),
  );
  const answers = new Map<string, CountedAnswer>();
  const answerTo: AnswerTo = ({ partner, query }) => {
    const producer = producers.get(partner);
    if (producer === undefined) throw new Error(`${partner} is not in this world`);
    const key = JSON.stringify([partner, query]);
    const counted = answers.get(key) ?? fetchPages(producer, { partner, query }, world.day);
    answers.set(key, counted);
    return counted;
  };
  producersOfWorlds.set(world, answerTo);
  return answerTo;
}

interface Producer {
  readonly schedules: Schedules;
  readonly habits: ProducerHabits;
}

function fetchPages({ schedules, habits }: Producer, { partner, query }: Pick<MatchRequest, 'partner' | 'query'>, retrievedAt: string) {
  const first = parametersOf(query);
  const rows: ScheduleRow[] = [];
  let pageCount = 0;
  for (let parameters: URLSearchParams | undefined = first; parameters !== undefined; ) {
    pageCount += 1;
    const url = `/v1/${query.endpoint}?${parameters}`;
    const page = answerOf(schedules, { url, query: parameters }, habits);
    if (typeof page.body === 'string') return { answer: rejectedBy(partner), pageCount };
    if (Array.isArray(page.body)) rows.push(...page.body.flatMap((element) => rowOf(element, query)));
    parameters = nextOf(page.headers?.['next-page-cursor'], { first, isAlone: habits.apiVersion === '1.0.1' });
  }
  return { answer: { id: '', rows, report: reportOf(partner, { status: rows.length === 0 ? 'EMPTY' : 'OK', retrievedAt }) }, pageCount };
}

/** A request that was sent for a page. */
export interface SentRequest {
  readonly request: CallRequest;
  /** Number of pages in which it was answered, each of which is a request over HTTP. */
  readonly pageCount: number;
  /** Whether it was among the first requests, which depend on no answer. */
  readonly isFirst: boolean;
}

/** A matched page, and what it cost. */
export interface InProcessPage {
  readonly matched: readonly MatchedCall[];
  readonly requestCount: number;
  readonly sent: readonly SentRequest[];
}

/** What differs from what the Producers of a world answer. */
export interface OtherAnswers {
  /** Requests for which it returns false are not sent, and have an empty answer. */
  readonly isSent?: (request: CallRequest) => boolean;
  /** Returns the rows of an answer in place of those of the Producer. */
  readonly rowsOf?: (request: CallRequest, rows: readonly ScheduleRow[]) => readonly ScheduleRow[];
  /** Which filters the partners' files name. @default all */
  readonly hasFilter?: HasFilter;
}

/** Matches a cold page of match keys with the schedules of the Producers of a world. */
export async function matchPageInProcess(
  world: World,
  matchKeys: readonly MatchKey[],
  rules: ComparisonRules,
  { isSent = () => true, rowsOf = (_, rows) => rows, hasFilter = () => true }: OtherAnswers = {},
): Promise<InProcessPage> {
  const producers = openInProcessProducers(world);
  const pageCounts = new Map<MatchRequest, number>();
  const fetch = async (request: MatchRequest) => {
    const before = producers.requestCount();
    const sent = processedPartOf(request, hasFilter);
    if (sent === undefined) return { id: '', rows: [], report: reportOf(request.partner, { status: 'REFUSED_FILTER' }) };
    const answered = producers.fetch(sent);
    // Read before other requests of the page are answered.
    pageCounts.set(request, producers.requestCount() - before);
    const answer = await answered;
    return sent === request ? answer : { ...answer, rows: answer.rows.flatMap(({ document }) => rowOf(document, request.query)) };
  };
  const send = createPartnerRequests({ findCached: async () => undefined, fetch });
  const sent: SentRequest[] = [];
  let isFirst = true;
  const { matched } = await matchCallPage(matchKeys, {
    producers: world.carriers.map(({ id }) => id),
    rules,
    hasFilter,
    unseen: world.hidesPartners ? ['HIDDEN'] : [],
    request: async (requests, before) => {
      const wanted = requests.filter(isSent);
      const answers = await send(wanted, { maxAgeMs: 0, waitUntil: Number.POSITIVE_INFINITY }, before);
      sent.push(...wanted.flatMap((request) => ({ request, isFirst, pageCount: pageCounts.get(request) ?? 0 })));
      isFirst = false;
      return [
        ...answers.map(({ request, answer }) => ({ request, answer: withRows(answer, rowsOf(request, answer.rows)) })),
        ...requests.filter((request) => !isSent(request)).map((request) => ({ request, answer: emptyAnswerOf(request, world.day) })),
      ];
    },
  });
  return { matched, requestCount: producers.requestCount(), sent };
}

/** Returns a request with the conditions that the partner processes; undefined if none of them selects calls. */
function processedPartOf(request: MatchRequest, hasFilter: HasFilter): MatchRequest | undefined {
  const { query, partner } = request;
  if (query.endpoint !== 'vessel-schedules') return request;
  const left = Object.entries(query.conditions).filter(
    ([name]) => !selectingConditions.some((filter) => filter === name && !hasFilter(partner, filter)),
  );
  if (left.length === Object.keys(query.conditions).length) return request;
  if (!left.some(([name]) => selectingConditions.some((filter) => filter === name))) return undefined;
  return { ...request, query: { ...query, conditions: Object.fromEntries(left) } };
}

function withRows(answer: Answer, rows: readonly ScheduleRow[]): Answer {
  const { partner, retrievedAt } = answer.report;
  return rows === answer.rows ? answer : { id: '', rows, report: reportOf(partner, { status: 'OK', retrievedAt }) };
}

function emptyAnswerOf({ partner }: CallRequest, retrievedAt: string): Answer {
  return { id: '', rows: [], report: reportOf(partner, { status: 'EMPTY', retrievedAt }) };
}

function parametersOf({ conditions }: ScheduleQuery): URLSearchParams {
  const given = Object.entries(conditions).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return new URLSearchParams([...given, ['limit', '100']]);
}

/** Up to 1.0.1 a cursor is sent alone. */
function nextOf(cursor: string | undefined, { first, isAlone }: { first: URLSearchParams; isAlone: boolean }): URLSearchParams | undefined {
  if (cursor === undefined) return undefined;
  return isAlone ? new URLSearchParams({ cursor }) : new URLSearchParams([...first, ['cursor', cursor]]);
}

function rejectedBy(partner: string): Answer {
  return { id: '', rows: [], report: reportOf(partner, { status: 'FAILED', code: 'UPSTREAM_REJECTED' }) };
}

function rowOf(element: unknown, query: ScheduleQuery): ScheduleRow[] {
  const parsed = parseRow(query.endpoint, element);
  const wanted = parsed && postFilter(parsed.record, query);
  if (parsed === undefined || wanted === undefined) return [];
  const { document } = parsed;
  return [{ document, violations: [], byteLength: 0, ...(wanted === document ? {} : { record: wanted }) }];
}
