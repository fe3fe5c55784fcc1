import DataLoader from 'dataloader';
import type { Caller } from '#platform/access/entitlement.ts';
import { heapBytesOf } from '#platform/cache/heap-bytes.ts';
import { asLandfallError } from '#platform/errors.ts';
import type { Assessed } from '#platform/matching/assessment-view.ts';
import type { CallRecord } from '#platform/matching/claims/records.ts';
import type { MatchKey } from '#platform/matching/keys/match-key.ts';
import { type MatchQuery, readableOf, readMatchQuery } from '#platform/matching/keys/match-query.ts';
import type { MatchQueryReference } from '#platform/matching/keys/match-references.ts';
import type { MatchCache, MatchedPage } from '#platform/matching/match-cache.ts';
import { matchRoutes, type RouteMatch } from '#platform/matching/match-routes.ts';
import type { VisitMatch } from '#platform/matching/match-visits.ts';
import { answerOfStatus, type SourceAnswer } from '#platform/matching/outcome.ts';
import type { MatchRules } from '#platform/matching/rules/comparison.ts';
import type { Visit } from '#platform/matching/visits/visits.ts';
import type { Clock } from '#platform/time/clock.ts';
import { isLasting } from '#platform/upstream/source-status.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { type Answer, type RouteView, viewOf } from '../model.ts';
import { reportOf } from '../upstream/collect.ts';
import { createPartnerRequests, type PartnerRequestParts, type RequestTerms } from './ask-partners.ts';
import { matchCallPage } from './call-matches.ts';
import type { CallMatching, MatchedCall } from './match-page.ts';
import { routeRecordOf } from './match-records.ts';
import { routeRequestOf } from './match-requests.ts';

/** A call as its schedules tell it. */
export type Call = Visit<CallRecord>;

/** The answer to one question for a call, as the schema shows it. */
export interface CallMatchSetView extends MatchQueryReference, MatchedCall {
  readonly unique: CallMatchView | undefined;
  readonly candidates: readonly CallMatchView[];
}

/** One candidate of the answer. */
export interface CallMatchView extends Assessed {
  readonly call: Call;
}

/** The answer to one question for routes. */
export interface RouteMatchSetView extends MatchQueryReference {
  readonly routes: readonly RouteMatchView[];
  readonly sources: readonly SourceReport[];
}

/** One route on the lane. */
export interface RouteMatchView {
  readonly route: RouteView;
  readonly match: RouteMatch;
}

export interface MatchParts extends PartnerRequestParts {
  /** Ids of the partners that offer schedules and that the caller may see. */
  readonly producers: () => readonly string[];
  /** As the partners stand now. */
  readonly rules: () => MatchRules;
  readonly caller: Caller;
  /** Pages that were matched before, of all requests. */
  readonly remember: MatchCache<CallMatchSetView>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The joins of one request whose right side are schedules. */
export interface Matches {
  readonly calls: DataLoader<string, CallMatchSetView>;
  readonly routes: DataLoader<string, RouteMatchSetView>;
}

/** Answers pages of match sets. */
export function createMatches({ producers, rules, caller, remember, clock, ...asking }: MatchParts): Matches {
  const askAll = createPartnerRequests(asking);
  /** Where some may not be asked, nobody can say no: what is hidden and what nobody knows look the same. */
  const unseen: readonly SourceAnswer[] = caller.entitlement.partners === '*' ? [] : ['NOT_ASKED'];

  /** All its requests to partners share one time to wait. */
  const matchPage = async ({ matchKeys, ...wished }: PagePart, joinRules: MatchRules): Promise<MatchedPage<CallMatchSetView>> => {
    const terms = termsOf(wished);
    const ask: CallMatching['ask'] = (questions, before) => askAll(questions, terms, before);
    const { matched, asked } = await matchCallPage([...matchKeys.values()], { producers: producers(), rules: joinRules, unseen, ask });
    const texts = [...matchKeys.keys()];
    const sets = matched.map((call, place) => setViewOf(texts[place] ?? '', call));
    return {
      sets,
      bytes: heapBytesOf(sets),
      validUntil: Math.min(...asked.map(({ answer }) => goodUntil(answer, terms.maxAgeMs))),
    };
  };

  const termsOf = ({ maxAgeSeconds, maxWaitMs }: Omit<MatchQuery, 'matchKey'>): RequestTerms => ({
    maxAgeMs: maxAgeSeconds * 1_000,
    waitUntil: clock.now() + maxWaitMs,
  });

  const matchLane = async (text: string): Promise<RouteMatchSetView> => {
    const { matchKey, ...wished } = readMatchQuery(text);
    const question = routeRequestOf(matchKey);
    const isKnown = question !== undefined && producers().includes(question.partner);
    const asked = isKnown ? await askAll([question], termsOf(wished)) : [];
    const sources = asked.map(({ answer }) => answer.report);
    const own = matchKey.claims[0].partner;
    if (sources.length === 0) sources.push(reportOf(own, { status: producers().includes(own) ? 'REFUSED_FILTER' : 'NOT_CONNECTED' }));
    const rows = asked.flatMap(({ answer }) => answer.rows.map((row) => ({ row, answer })));
    const views = new Map(rows.map(({ row, answer }) => [row.statement ?? row.document, viewOf(row, answer) as RouteView]));
    const records = rows.map(({ row, answer }) => routeRecordOf(row, answer));
    const routes = matchRoutes(matchKey, records, { rules: rules() }).flatMap((match): RouteMatchView[] => {
      const route = views.get(match.route as object);
      return route === undefined ? [] : [{ route, match }];
    });
    return { question: text, routes, sources };
  };

  return {
    calls: new DataLoader<string, CallMatchSetView>(async (texts) => {
      const { readable, refused } = readableOf(texts, readMatchQuery);
      const views = new Map<string, CallMatchSetView | Error>(refused);
      // Parts of a page that are asked on different terms are pages of their own, and none waits for another.
      await Promise.all(
        partsOf(readable).map(async (part) => {
          const page = { rules: rules(), asker: caller.key, state: '', questions: [...part.matchKeys.keys()] };
          const sets = await remember(page, () => matchPage(part, page.rules));
          for (const set of sets) views.set(set.question, set);
        }),
      );
      return texts.map((text) => views.get(text) as CallMatchSetView | Error);
    }),
    // One forged key fails alone.
    routes: new DataLoader<string, RouteMatchSetView>((texts) => Promise.all(texts.map((text) => matchLane(text).catch(asLandfallError)))),
  };
}

/** The same objects every time a page is shown, so that what they come to in an answer can be kept. */
function setViewOf(question: string, call: MatchedCall): CallMatchSetView {
  const { unique, candidates } = call.found;
  return { question, ...call, unique: unique && matchViewOf(unique), candidates: candidates.map(matchViewOf) };
}

function matchViewOf(match: VisitMatch<CallRecord>): CallMatchView {
  return { call: match.visit, assessment: match };
}

/** How long a page may rest on an answer. One that is no answer is asked for again soon, but not by every request. */
function goodUntil({ report }: Answer, maxAgeMs: number): number {
  const { status, retrievedAt, retryAt } = report;
  // That is one tenant's affair, and others see the same page.
  if (status === 'RATE_LIMITED') return 0;
  // The answer that is on its way is there for the next question.
  if (status === 'PENDING') return 0;
  if (answerOfStatus(status) !== 'ANSWERED' && !isLasting(report)) {
    const until = Date.now() + Math.min(maxAgeMs, askAgainMs);
    return retryAt === undefined ? until : Math.min(until, Date.parse(retryAt));
  }
  return (retrievedAt === undefined ? Date.now() : Date.parse(retrievedAt)) + maxAgeMs;
}

const askAgainMs = 1_000;

/** Questions of a page that are asked on the same terms. */
interface PagePart extends Omit<MatchQuery, 'matchKey'> {
  /** By their texts. */
  readonly matchKeys: Map<string, MatchKey>;
}

function partsOf(questions: ReadonlyMap<string, MatchQuery>): PagePart[] {
  const parts = new Map<string, PagePart>();
  for (const [text, { matchKey, maxAgeSeconds, maxWaitMs }] of questions) {
    const terms = `${maxAgeSeconds} ${maxWaitMs}`;
    const part = parts.get(terms) ?? { maxAgeSeconds, maxWaitMs, matchKeys: new Map() };
    parts.set(terms, part);
    part.matchKeys.set(text, matchKey);
  }
  return [...parts.values()];
}
