import DataLoader from 'dataloader';
import type { Caller } from '#platform/access/entitlement.ts';
import { heapBytesOf } from '#platform/cache/heap-bytes.ts';
import { asLandfallError } from '#platform/errors.ts';
import type { Assessed } from '#platform/matching/assessment-view.ts';
import type { CallRecord } from '#platform/matching/claims/records.ts';
import type { MatchKey } from '#platform/matching/keys/match-key.ts';
import type { MatchQueryReference } from '#platform/matching/keys/match-query.ts';
import { type MatchQuery, readableOf, readMatchQuery } from '#platform/matching/keys/match-query.ts';
import type { MatchCache, MatchedPage } from '#platform/matching/match-cache.ts';
import { matchRoutes, type RouteMatch } from '#platform/matching/match-routes.ts';
import type { VisitMatch } from '#platform/matching/match-visits.ts';
import { answerOfStatus, type SourceAnswer } from '#platform/matching/outcome.ts';
import type { ComparisonRules } from '#platform/matching/rules/comparison.ts';
import type { Visit } from '#platform/matching/visits/visits.ts';
import type { Clock } from '#platform/time/clock.ts';
import { isLasting } from '#platform/upstream/source-status.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { type Answer, type RouteView, viewOf } from '../model.ts';
import { reportOf } from '../upstream/collect.ts';
import { matchCallPage } from './call-matches.ts';
import type { CallMatching, MatchedCall } from './match-page.ts';
import { routeRecordOf } from './match-records.ts';
import { routeRequestOf } from './match-requests.ts';
import { createPartnerRequests, type PartnerRequestParts, type RequestTerms } from './partner-requests.ts';

/** A call, merged from schedules. */
export type Call = Visit<CallRecord>;

/** The result for one requested call, as the schema shows it. */
export interface CallMatchSetView extends MatchQueryReference, MatchedCall {
  readonly unique: CallMatchView | undefined;
  readonly candidates: readonly CallMatchView[];
}

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
  /** The rules for the current partners. */
  readonly rules: () => ComparisonRules;
  readonly caller: Caller;
  /** Match sets of pages, shared by all requests. */
  readonly matchCache: MatchCache<CallMatchSetView>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The matches of one request with schedules. */
export interface Matches {
  readonly calls: DataLoader<string, CallMatchSetView>;
  readonly routes: DataLoader<string, RouteMatchSetView>;
}

/** Creates the loaders of match sets, which load a page at a time. */
export function createMatches({ producers, rules, caller, matchCache, clock, ...requestParts }: MatchParts): Matches {
  const requestAll = createPartnerRequests(requestParts);
  /**
   * A caller that may not see all partners gets `UNKNOWN` instead of `NONE`, so that hidden and missing records look
   * the same.
   */
  const unseen: readonly SourceAnswer[] = caller.entitlement.partners === '*' ? [] : ['NOT_QUERIED'];

  /** All requests of the page share one soft timeout. */
  const matchPage = async (
    { matchKeys, ...wished }: PagePart,
    comparisonRules: ComparisonRules,
  ): Promise<MatchedPage<CallMatchSetView>> => {
    const terms = termsOf(wished);
    const request: CallMatching['request'] = (requests, before) => requestAll(requests, terms, before);
    const { matched, requested } = await matchCallPage([...matchKeys.values()], {
      producers: producers(),
      rules: comparisonRules,
      unseen,
      request,
    });
    const texts = [...matchKeys.keys()];
    const sets = matched.map((call, place) => setViewOf(texts[place] ?? '', call));
    return {
      sets,
      bytes: heapBytesOf(sets),
      validUntil: Math.min(...requested.map(({ answer }) => goodUntil(answer, terms.maxAgeMs))),
    };
  };

  const termsOf = ({ maxAgeSeconds, maxWaitMs }: Omit<MatchQuery, 'matchKey'>): RequestTerms => ({
    maxAgeMs: maxAgeSeconds * 1_000,
    waitUntil: clock.now() + maxWaitMs,
  });

  const matchTradeLane = async (text: string): Promise<RouteMatchSetView> => {
    const { matchKey, ...wished } = readMatchQuery(text);
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

  return {
    calls: new DataLoader<string, CallMatchSetView>(async (texts) => {
      const { readable, refused } = readableOf(texts, readMatchQuery);
      const views = new Map<string, CallMatchSetView | Error>(refused);
      // Queries with different maximum ages and timeouts are separate pages, and none waits for another.
      await Promise.all(
        partsOf(readable).map(async (part) => {
          const page = { rules: rules(), callerKey: caller.key, state: '', queries: [...part.matchKeys.keys()] };
          const sets = await matchCache(page, () => matchPage(part, page.rules));
          for (const set of sets) views.set(set.matchQuery, set);
        }),
      );
      return texts.map((text) => views.get(text) as CallMatchSetView | Error);
    }),
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

/** Returns the time until which a page may use an answer. A failed request is repeated soon, but not by every page. */
function goodUntil({ report }: Answer, maxAgeMs: number): number {
  const { status, retrievedAt, retryAt } = report;
  // The limit applies to one tenant, and other tenants share the page.
  if (status === 'RATE_LIMITED') return 0;
  // The answer will be available for the next page.
  if (status === 'PENDING') return 0;
  if (answerOfStatus(status) !== 'ANSWERED' && !isLasting(report)) {
    const until = Date.now() + Math.min(maxAgeMs, requestAgainMs);
    return retryAt === undefined ? until : Math.min(until, Date.parse(retryAt));
  }
  return (retrievedAt === undefined ? Date.now() : Date.parse(retrievedAt)) + maxAgeMs;
}

const requestAgainMs = 1_000;

/** Queries of a page with the same maximum age and timeout. */
interface PagePart extends Omit<MatchQuery, 'matchKey'> {
  /** Match keys by their texts. */
  readonly matchKeys: Map<string, MatchKey>;
}

function partsOf(queries: ReadonlyMap<string, MatchQuery>): PagePart[] {
  const parts = new Map<string, PagePart>();
  for (const [text, { matchKey, maxAgeSeconds, maxWaitMs }] of queries) {
    const terms = `${maxAgeSeconds} ${maxWaitMs}`;
    const part = parts.get(terms) ?? { maxAgeSeconds, maxWaitMs, matchKeys: new Map() };
    parts.set(terms, part);
    part.matchKeys.set(text, matchKey);
  }
  return [...parts.values()];
}
