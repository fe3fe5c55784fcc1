import { feedback } from '@landfall/dcsa/feedback.ts';
import type { CallRecord } from '@landfall/matching/claims/records.ts';
import { matchRoutes, type RouteMatch } from '@landfall/matching/match-routes.ts';
import type { VisitMatch } from '@landfall/matching/match-visits.ts';
import type { SourceAnswer } from '@landfall/matching/outcome.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import type { Visit } from '@landfall/matching/visits/visits.ts';
import DataLoader from 'dataloader';
import type { Caller } from '#platform/access/entitlement.ts';
import { heapBytesOf } from '#platform/cache/bounded-cache.ts';
import { inOrderOf } from '#platform/cache/in-order-of.ts';
import { asLandfallError } from '#platform/errors.ts';
import type { Assessed } from '#platform/graphql/shared-types.ts';
import {
  answerOfStatus,
  type MatchCache,
  type MatchedPage,
  type MatchQueryReference,
  type MatchTerms,
  matchKeyIn,
  matchTermsIn,
  readableOf,
  readMatchKey,
  readMatchTerms,
} from '#platform/matching/match-sets.ts';
import type { Clock } from '#platform/time/clock.ts';
import { isLasting, type SourceReport, type SourceStatus } from '#platform/upstream/sources.ts';
import { type Answer, type RouteView, viewOf } from '../model.ts';
import { reportOf } from '../upstream/collect.ts';
import { matchCallPage } from './call-matches.ts';
import type { CallMatching, MatchedCall } from './match-page.ts';
import { routeRecordOf } from './match-records.ts';
import { type HasFilter, type MatchRequest, type RequestedAnswer, type RequestTerms, routeRequestOf } from './match-requests.ts';

/** A call, merged from schedules. */
export type Call = Visit<CallRecord>;

/** The result for one requested call, as the schema shows it. */
export interface CallMatchSetView extends MatchQueryReference, MatchedCall {
  readonly unique: CallMatchView | undefined;
  readonly candidates: readonly CallMatchView[];
}

/** A match set, or why its key is invalid. */
export type CallMatchResult = CallMatchSetView | Error;

/** One candidate of the result. */
export interface CallMatchView extends Assessed {
  readonly call: Call;
}

/** The result of one request for routes. */
export interface RouteMatchSetView extends MatchQueryReference {
  readonly routes: readonly RouteMatchView[];
  readonly sources: readonly SourceReport[];
}

/** One route on the trade lane. */
export interface RouteMatchView {
  readonly route: RouteView;
  readonly match: RouteMatch;
}

export interface MatchParts extends PartnerRequestParts {
  /** Ids of the partners that offer schedules and are visible to the caller. */
  readonly producers: () => readonly string[];
  readonly hasFilter: HasFilter;
  /** Returns the rules of matching, by the current partner files. */
  readonly rules: () => ComparisonRules;
  /** Only partners that the caller may see are requested. Answers and cursors are valid for its entitlement only. */
  readonly caller: Caller;
  /** Match sets of pages, shared by all requests. */
  readonly matchCache: MatchCache<CallMatchResult>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the loaders of match sets, which load a page at a time. */
export function createMatches({ producers, hasFilter, rules, caller, matchCache, clock, ...requestParts }: MatchParts) {
  const requestAll = createPartnerRequests(requestParts);
  /**
   * A caller that may not see all partners gets `UNKNOWN` instead of `NONE`, so that hidden and missing records look
   * the same.
   */
  const unseen: readonly SourceAnswer[] = caller.entitlement.partners === '*' ? [] : ['HIDDEN'];

  /** All requests of the page share one soft timeout. A forged key does not affect the others: it has its error. */
  const matchPage = async (
    texts: readonly string[],
    terms: RequestTerms,
    comparisonRules: ComparisonRules,
  ): Promise<MatchedPage<CallMatchResult>> => {
    const keyTexts = texts.map(keyTextIn);
    const { readable, refused } = readableOf(keyTexts, readMatchKey);
    const request: CallMatching['request'] = (requests, before) => requestAll(requests, terms, before);
    const { matched, requested } = await matchCallPage([...readable.values()], {
      producers: producers(),
      hasFilter,
      rules: comparisonRules,
      unseen,
      request,
    });
    const calls = new Map<string, MatchedCall | Error>(refused);
    for (const [place, keyText] of [...readable.keys()].entries()) {
      const call = matched[place];
      if (call !== undefined) calls.set(keyText, call);
    }
    const sets = inOrderOf(keyTexts, calls).map((call, place) => (call instanceof Error ? call : setViewOf(texts[place] ?? '', call)));
    return {
      sets,
      bytes: heapBytesOf(sets),
      validUntil: Math.min(...requested.map(({ answer }) => validUntilOf(answer))),
      retrievedAt: Math.min(...requested.map(({ answer }) => retrievedAtOf(answer))),
    };
  };

  const termsOf = ({ maxAgeSeconds, maxWaitMs }: MatchTerms): RequestTerms => ({
    maxAgeMs: maxAgeSeconds * 1_000,
    waitUntil: clock.now() + maxWaitMs,
  });

  const matchTradeLane = async (text: string): Promise<RouteMatchSetView> => {
    const wished = readMatchTerms(matchTermsIn(text));
    const matchKey = readMatchKey(matchKeyIn(text) ?? '');
    const request = routeRequestOf(matchKey);
    const isKnown = request !== undefined && producers().includes(request.partner);
    const requested = isKnown ? await requestAll([request], termsOf(wished)) : [];
    const sources = requested.map(({ answer }) => answer.report);
    const own = matchKey.claims[0].partner;
    if (sources.length === 0) sources.push(reportOf(own, { status: producers().includes(own) ? 'REFUSED_FILTER' : 'NOT_CONNECTED' }));
    const rows = requested.flatMap(({ answer }) => answer.rows.map((row) => ({ row, answer })));
    const views = new Map(rows.map(({ row, answer }) => [row.record ?? row.document, viewOf(row, answer) as RouteView]));
    const records = rows.map(({ row, answer }) => routeRecordOf(row, answer));
    const routes = matchRoutes(matchKey, records, { rules: rules() }).flatMap((match): RouteMatchView[] => {
      const route = views.get(match.route as object);
      return route === undefined ? [] : [{ route, match }];
    });
    return { matchQuery: text, routes, sources };
  };

  /** Queries with different maximum ages and timeouts are separate pages, and none waits for another. */
  const loaders = new Map<string, DataLoader<string, CallMatchSetView>>();
  const callsWith = (termsText: string): DataLoader<string, CallMatchSetView> => {
    const wished = readMatchTerms(termsText);
    const loader =
      loaders.get(termsText) ??
      new DataLoader(async (texts) => {
        const terms = termsOf(wished);
        const page = { rules: rules(), callerKey: caller.key, state: '', queries: texts.map(keyTextIn), maxAgeMs: terms.maxAgeMs };
        const sets = await matchCache(page, () => matchPage(texts, terms, page.rules));
        return texts.map((text, place) => setFor(text, sets[place]));
      });
    loaders.set(termsText, loader);
    return loader;
  };

  return {
    calls: { load: async (text: string) => callsWith(matchTermsIn(text)).load(text) },
    // A forged key does not affect the others.
    routes: new DataLoader<string, RouteMatchSetView>((texts) =>
      Promise.all(texts.map((text) => matchTradeLane(text).catch(asLandfallError))),
    ),
  };
}

/** Creates the view once, so that a page that is requested again has the same objects. */
function setViewOf(matchQuery: string, call: MatchedCall): CallMatchSetView {
  const { unique, candidates } = call.found;
  return { matchQuery, ...call, unique: unique && matchViewOf(unique), candidates: candidates.map(matchViewOf) };
}

function matchViewOf(match: VisitMatch<CallRecord>): CallMatchView {
  return { call: match.visit, assessment: match };
}

/** Returns a set for a query, which may have been matched for one with another maximum age or timeout. */
function setFor(matchQuery: string, set: CallMatchResult | undefined): CallMatchResult {
  if (set === undefined) throw new Error('a page has a set for each of its queries');
  return set instanceof Error || set.matchQuery === matchQuery ? set : { ...set, matchQuery };
}

/** Returns the time until which a page may use an answer of any age. A failed request is repeated soon, but not by every page. */
function validUntilOf({ report }: Answer): number {
  const { status, retryAt } = report;
  // The limit applies to one tenant, and other tenants share the page.
  if (status === 'RATE_LIMITED') return 0;
  // The answer will be available for the next page.
  if (status === 'PENDING') return 0;
  if (!isFailure(report)) return Number.POSITIVE_INFINITY;
  const until = Date.now() + requestAgainMs;
  return retryAt === undefined ? until : Math.min(until, Date.parse(retryAt));
}

function retrievedAtOf({ report }: Answer): number {
  return isFailure(report) || report.retrievedAt === undefined ? Date.now() : Date.parse(report.retrievedAt);
}

function isFailure(report: SourceReport): boolean {
  return answerOfStatus[report.status] !== 'ANSWERED' && !isLasting(report);
}

const requestAgainMs = 1_000;

function keyTextIn(matchQuery: string): string {
  return matchKeyIn(matchQuery) ?? '';
}

/**
 * Maximum number of different requests to partners for the match sets of one GraphQL request; further ones are not sent,
 * and the sources report it.
 */
const maxRequests = 150;

/** How answers of partners are fetched. */
export interface PartnerRequestParts {
  /** Returns the cached answer of the partner if it is recent enough. */
  readonly findCached: (request: MatchRequest, maxAgeMs: number) => Promise<Answer | undefined>;
  /** Sends a request to the partner, or returns its answer if that is recent enough. */
  readonly fetch: (request: MatchRequest, terms: RequestTerms) => Promise<Answer>;
}

/**
 * Creates the budget of one GraphQL request, by which answers to requests are fetched. An answer that is not cached costs a
 * request of the budget; when the budget is used up, none is sent. A partner that did not answer one of the requests
 * `before` in time gets no further ones.
 */
export function createPartnerRequests({ findCached, fetch }: PartnerRequestParts) {
  // Fields with different maximum ages or timeouts send equal requests, which are one for the partner.
  const sent = new Set<string>();
  const requestOne = async (request: MatchRequest, terms: RequestTerms): Promise<Answer> => {
    const name = JSON.stringify([request.partner, request.query]);
    if (sent.size >= maxRequests && !sent.has(name)) return notRequested(request.partner);
    sent.add(name);
    return fetch(request, terms);
  };
  return async <Q extends MatchRequest>(
    requests: readonly Q[],
    terms: RequestTerms,
    before: readonly RequestedAnswer[] = [],
  ): Promise<RequestedAnswer<Q>[]> => {
    const silent = new Map(
      before.flatMap(({ answer }) =>
        unansweredStatuses.has(answer.report.status) ? [[answer.report.partner, { ...answer, rows: [] }]] : [],
      ),
    );
    const cached = await Promise.all(requests.map(async (request) => silent.get(request.partner) ?? findCached(request, terms.maxAgeMs)));
    return Promise.all(requests.map(async (request, place) => ({ request, answer: cached[place] ?? (await requestOne(request, terms)) })));
  };
}

/** Statuses of a partner that did not answer in time, so that another request would not be answered either. */
const unansweredStatuses: ReadonlySet<SourceStatus> = new Set(['TIMED_OUT', 'PENDING', 'PARTNER_BUSY']);

function notRequested(partner: string): Answer {
  const remark = feedback('WARN', `More than ${maxRequests} requests would have been needed; this partner was not queried.`);
  return { id: '', rows: [], report: reportOf(partner, { status: 'BUDGET_EXHAUSTED', feedback: [remark] }) };
}
