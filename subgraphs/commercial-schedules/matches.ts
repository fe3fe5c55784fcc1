import DataLoader from 'dataloader';
import type { Caller } from '../shared/access/entitlement.ts';
import type { Clock } from '../shared/clock.ts';
import { asLandfallError } from '../shared/errors.ts';
import { heapBytesOf } from '../shared/heap-bytes.ts';
import type { JoinRules } from '../shared/joins/evidence.ts';
import type { Judged } from '../shared/joins/judgement-view.ts';
import type { KeySet } from '../shared/joins/key-set.ts';
import { matchRoutes, type RouteMatch } from '../shared/joins/match-routes.ts';
import { type MatchContext, matchCalls, type VisitMatch, type VisitMatchSet } from '../shared/joins/match-visits.ts';
import { answerOfStatus, type SourceAnswer } from '../shared/joins/outcome.ts';
import type { MatchedPage, PageMemory } from '../shared/joins/page-memory.ts';
import { type JoinQuestion, readableOf, readQuestion } from '../shared/joins/question.ts';
import type { CallRecord } from '../shared/joins/records.ts';
import type { QuestionReference } from '../shared/joins/references.ts';
import { createVisitPool } from '../shared/joins/visit-pool.ts';
import type { Visit } from '../shared/joins/visits.ts';
import { feedback } from '../shared/partners/dcsa.ts';
import type { SourceReport, SourceStatus } from '../shared/sources.ts';
import type { SoftTimeout } from '../shared/upstream/shared-requests.ts';
import { callQuestionsOf, dictionaryQuestionsOf, type MatchQuestion, routeQuestionOf } from './match-questions.ts';
import { callRecordsOf, routeRecordOf } from './match-records.ts';
import { type Answer, type RouteView, viewOf } from './model.ts';
import { reportOf } from './upstream/collect.ts';

/** Most requests to partners for one page of match sets; what is beyond is not asked, and the sources say so. */
const maxRequests = 150;

/** A call as its schedules tell it. */
export type Call = Visit<CallRecord>;

/** The answer to one question for a call, as the schema shows it. */
export interface CallMatchSetView extends QuestionReference {
  readonly keySet: KeySet;
  readonly found: VisitMatchSet<CallRecord>;
  readonly sources: readonly SourceReport[];
}

/** One candidate of the answer. */
export interface CallMatchView extends Judged {
  readonly call: Call;
}

/** The answer to one question for routes. */
export interface RouteMatchSetView extends QuestionReference {
  readonly routes: readonly RouteMatchView[];
  readonly sources: readonly SourceReport[];
}

/** One route on the lane. */
export interface RouteMatchView {
  readonly route: RouteView;
  readonly match: RouteMatch;
}

/** How old answers may be, and how long they are waited for. */
export type AskTerms = SoftTimeout & { readonly maxAgeMs: number };

export interface MatchParts {
  /** The answer of one partner that is held and young enough. */
  readonly findHeld: (partner: string, asked: MatchQuestion, maxAgeMs: number) => Promise<Answer | undefined>;
  /** Asks one partner, or takes its answer that is young enough. */
  readonly ask: (partner: string, asked: MatchQuestion, terms: AskTerms) => Promise<Answer>;
  /** Ids of the partners that offer schedules and that the caller may see. */
  readonly producers: () => readonly string[];
  /** As the partners stand now. */
  readonly rules: () => JoinRules;
  readonly caller: Caller;
  /** Pages that were matched before, of all requests. */
  readonly remember: PageMemory<MatchedCall>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A question with what it came to. */
export type MatchedCall = Omit<CallMatchSetView, 'question'>;

/** The joins of one request whose right side are schedules. */
export interface Matches {
  readonly calls: DataLoader<string, CallMatchSetView>;
  readonly routes: DataLoader<string, RouteMatchSetView>;
}

/**
 * Answers a page of match sets by few requests: vessel schedules of each port in question, then, for what they leave
 * open, port schedules, which translate between carriers' numbers.
 */
export function createMatches({ findHeld, ask, producers, rules, caller, remember, clock }: MatchParts): Matches {
  let requests = 0;
  /** Where some may not be asked, nobody can say no: what is hidden and what nobody knows look the same. */
  const unseen: readonly SourceAnswer[] = caller.entitlement.partners === '*' ? [] : ['NOT_ASKED'];

  /**
   * Puts each question to each partner that may know. What is not held costs a request; beyond the budget nobody is
   * asked, those last whose own statements are in question. Who did not answer a question of the page in time is not
   * asked once more for it.
   */
  const askAll = async (
    questions: readonly MatchQuestion[],
    terms: AskTerms,
    before: readonly AskedAnswer[] = [],
  ): Promise<AskedAnswer[]> => {
    const silent = new Map(
      before.flatMap(({ answer }) =>
        unansweredStatuses.has(answer.report.status) ? [[answer.report.partner, { ...answer, rows: [] }]] : [],
      ),
    );
    const known = producers();
    const pairs = questions.flatMap((question) => {
      const partners = question.partner === undefined ? known : known.filter((partner) => partner === question.partner);
      return partners.map((partner) => ({ question, partner }));
    });
    const held = await Promise.all(
      pairs.map(async ({ question, partner }) => silent.get(partner) ?? findHeld(partner, question, terms.maxAgeMs)),
    );
    const missing = pairs.filter((_, place) => held[place] === undefined);
    const inOrder = [...missing.filter(isOwn), ...missing.filter((pair) => !isOwn(pair))];
    const granted = new Set(inOrder.slice(0, maxRequests - requests));
    requests += granted.size;
    return Promise.all(
      pairs.map(async (pair, place) => {
        const { question, partner } = pair;
        const answer = held[place] ?? (granted.has(pair) ? await ask(partner, question, terms) : notAsked(partner));
        return { question, answer };
      }),
    );
  };

  /** All its requests to partners share one time to wait. */
  const matchPage = async (keySets: readonly KeySet[], terms: AskTerms, joinRules: JoinRules): Promise<MatchedPage<MatchedCall>> => {
    const first = await askAll(callQuestionsOf(keySets), terms);
    const settled = matchAll(keySets, first, joinRules);
    const open = keySets.filter((_, index) => settled[index]?.found.outcome !== 'UNIQUE');
    const dictionary = await askAll(dictionaryQuestionsOf(open), terms, first);
    const asked = [...first, ...dictionary];
    // What is settled stays, so that no answer depends on what else is on its page.
    const aboutOpen = asked.filter(({ question }) => open.some((keySet) => question.askedFor.has(keySet)));
    const translated = new Map(matchAll(open, aboutOpen, joinRules).map((set) => [set.keySet, set]));
    const sets = settled.map((set) => translated.get(set.keySet) ?? set);
    return {
      sets,
      bytes: heapBytesOf(sets),
      validUntil: Math.min(...asked.map(({ answer }) => goodUntil(answer, terms.maxAgeMs))),
    };
  };

  /** One pool for everybody: what answers were found for a port serves all that ask about it. */
  const matchAll = (keySets: readonly KeySet[], asked: readonly AskedAnswer[], joinRules: JoinRules): MatchedCall[] => {
    const pool = createVisitPool(
      asked.flatMap(({ question, answer }) => callRecordsOf(question, answer)),
      joinRules,
    );
    return keySets.map((keySet) => {
      const sources = sourcesOf(keySet, asked, producers());
      const context: MatchContext = { rules: joinRules, sources: [...sources.map(({ status }) => answerOfStatus(status)), ...unseen] };
      return { keySet, found: matchCalls(keySet, pool, context), sources };
    });
  };

  const termsOf = ({ maxAge, maxWaitMs }: Omit<JoinQuestion, 'keySet'>): AskTerms => ({
    maxAgeMs: maxAge * 1_000,
    waitUntil: clock.now() + maxWaitMs,
  });

  const matchLane = async (text: string): Promise<RouteMatchSetView> => {
    const { keySet, ...wished } = readQuestion(text);
    const question = routeQuestionOf(keySet);
    const asked = question === undefined ? [] : await askAll([question], termsOf(wished));
    const sources = asked.map(({ answer }) => answer.report);
    const own = keySet.statements[0].partner;
    if (sources.length === 0) sources.push(reportOf(own, { status: producers().includes(own) ? 'REFUSED_FILTER' : 'NOT_CONNECTED' }));
    const rows = asked.flatMap(({ answer }) => answer.rows.map((row) => ({ row, answer })));
    const views = new Map(rows.map(({ row, answer }) => [row.statement ?? row.document, viewOf(row, answer) as RouteView]));
    const records = rows.map(({ row, answer }) => routeRecordOf(row, answer));
    const routes = matchRoutes(keySet, records, { rules: rules() }).flatMap((match): RouteMatchView[] => {
      const route = views.get(match.route as object);
      return route === undefined ? [] : [{ route, match }];
    });
    return { question: text, routes, sources };
  };

  return {
    calls: new DataLoader<string, CallMatchSetView>(async (texts) => {
      const { readable, refused } = readableOf(texts, readQuestion);
      const views = new Map<string, CallMatchSetView | Error>(refused);
      // Parts of a page that are asked on different terms are pages of their own, and none waits for another.
      await Promise.all(
        partsOf(readable).map(async (part) => {
          const page = { rules: rules(), asker: caller.key, state: '', questions: [...part.keySets.keys()] };
          const sets = await remember(page, () => matchPage([...part.keySets.values()], termsOf(part), page.rules));
          for (const [index, set] of sets.entries()) {
            const question = page.questions[index] ?? '';
            views.set(question, { question, ...set });
          }
        }),
      );
      return texts.map((text) => views.get(text) as CallMatchSetView | Error);
    }),
    // One forged key fails alone.
    routes: new DataLoader<string, RouteMatchSetView>((texts) => Promise.all(texts.map((text) => matchLane(text).catch(asLandfallError)))),
  };
}

/** Candidates as the schema shows them. */
export function matchViewOf(match: VisitMatch<CallRecord>): CallMatchView {
  return { call: match.visit, judgement: match };
}

/** How long a page may rest on an answer. One that is no answer is asked for again soon, but not by every request. */
function goodUntil({ report: { status, retrievedAt, retryAt } }: Answer, maxAgeMs: number): number {
  // That is one tenant's affair, and others see the same page.
  if (status === 'RATE_LIMITED') return 0;
  // The answer that is on its way is there for the next question.
  if (status === 'PENDING') return 0;
  if (answerOfStatus(status) !== 'ANSWERED') {
    const until = Date.now() + Math.min(maxAgeMs, askAgainMs);
    return retryAt === undefined ? until : Math.min(until, Date.parse(retryAt));
  }
  return (retrievedAt === undefined ? Date.now() : Date.parse(retrievedAt)) + maxAgeMs;
}

const askAgainMs = 1_000;

/** Statuses of one that gave no answer in time: another question would not get one either. */
const unansweredStatuses: ReadonlySet<SourceStatus> = new Set(['TIMED_OUT', 'PENDING', 'PARTNER_BUSY']);

/** Questions of a page that are asked on the same terms. */
interface PagePart extends Omit<JoinQuestion, 'keySet'> {
  /** By their texts. */
  readonly keySets: Map<string, KeySet>;
}

function partsOf(questions: ReadonlyMap<string, JoinQuestion>): PagePart[] {
  const parts = new Map<string, PagePart>();
  for (const [text, { keySet, maxAge, maxWaitMs }] of questions) {
    const terms = `${maxAge} ${maxWaitMs}`;
    const part = parts.get(terms) ?? { maxAge, maxWaitMs, keySets: new Map() };
    parts.set(terms, part);
    part.keySets.set(text, keySet);
  }
  return [...parts.values()];
}

interface AskedAnswer {
  readonly question: MatchQuestion;
  readonly answer: Answer;
}

/** Whether a partner is asked about what it said itself, of which it knows most. */
function isOwn({ question, partner }: { readonly question: MatchQuestion; readonly partner: string }): boolean {
  return [...question.askedFor].some(({ statements }) => statements.some((statement) => statement.partner === partner));
}

function notAsked(partner: string): Answer {
  const remark = feedback('WARN', `More than ${maxRequests} requests would have been needed; this partner was not asked.`);
  return { id: '', rows: [], report: reportOf(partner, { status: 'TRUNCATED', feedback: [remark] }) };
}

/**
 * One report per partner that was asked for a key set: the answer that fell short, if any did, or else one with rows. A
 * carrier that would know and was not asked has one, too.
 */
function sourcesOf(keySet: KeySet, asked: readonly AskedAnswer[], producers: readonly string[]): SourceReport[] {
  const reports = new Map<string, SourceReport>();
  for (const { question, answer } of asked) {
    if (!question.askedFor.has(keySet)) continue;
    const held = reports.get(answer.report.partner);
    if (held === undefined || weightOf(held) < weightOf(answer.report)) reports.set(answer.report.partner, answer.report);
  }
  const { kind, partner: own } = keySet.statements[0];
  // A carrier that issues notices knows its schedules; who reports on port calls need not have any.
  const wouldKnow = kind === 'NOTICE' || reports.size === 0;
  if (wouldKnow && !reports.has(own)) {
    reports.set(own, reportOf(own, { status: producers.includes(own) ? 'REFUSED_FILTER' : 'NOT_CONNECTED' }));
  }
  return [...reports.values()];
}

function weightOf({ status }: SourceReport): number {
  if (answerOfStatus(status) !== 'ANSWERED') return 2;
  return status === 'EMPTY' ? 0 : 1;
}
