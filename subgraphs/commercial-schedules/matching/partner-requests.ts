import { feedback } from '@landfall/dcsa/feedback.ts';
import type { SoftTimeout } from '#platform/upstream/joined-requests.ts';
import type { SourceStatus } from '#platform/upstream/sources.ts';
import type { Answer } from '../model.ts';
import { reportOf } from '../upstream/collect.ts';
import type { MatchRequest } from './match-requests.ts';

/**
 * Maximum number of different requests to partners for the match sets of one GraphQL request; further ones are not sent,
 * and the sources report it.
 */
const maxRequests = 150;

/** Maximum age of answers, and the time to wait for them. */
export type RequestTerms = SoftTimeout & { readonly maxAgeMs: number };

/** A request with the answer of its partner. */
export interface RequestedAnswer<Q extends MatchRequest = MatchRequest> {
  readonly request: Q;
  readonly answer: Answer;
}

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
