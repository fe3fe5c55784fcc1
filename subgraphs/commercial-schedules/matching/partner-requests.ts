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
 * Fetches the answers to requests. An answer that is not cached costs a request of the budget; when the budget is used
 * up, none is sent. A partner that did not answer one of the requests `before` in time gets no further ones.
 */
export type PartnerRequests = <Q extends MatchRequest>(
  requests: readonly Q[],
  terms: RequestTerms,
  before?: readonly RequestedAnswer[],
) => Promise<RequestedAnswer<Q>[]>;

/** Creates the budget of one GraphQL request. */
export function createPartnerRequests({ findCached, fetch }: PartnerRequestParts): PartnerRequests {
  // Fields with different maximum ages or timeouts send equal requests, which are one for the partner.
  const sent = new Set<string>();
  const endpoints = new Map<string, EndpointState>();
  const requestOne = async (request: MatchRequest, terms: RequestTerms): Promise<Answer> => {
    const endpoint = stateOf(endpoints, request);
    const [rejection] = endpoint.rejections.values();
    if (rejection !== undefined && isMissing(endpoint)) return rejection;
    const name = JSON.stringify([request.partner, request.query]);
    if (sent.size >= maxRequests && !sent.has(name)) return notRequested(request.partner);
    sent.add(name);
    const answer = await fetch(request, terms);
    if (answer.report.code === 'UPSTREAM_REJECTED') endpoint.rejections.set(name, answer);
    else endpoint.hasAnswered = true;
    return answer;
  };
  /** First sends only a few requests to an endpoint that has not answered yet. */
  const requestEndpoint = async (requests: readonly MatchRequest[], terms: RequestTerms): Promise<Map<MatchRequest, Answer>> => {
    const [first] = requests;
    const trials = first === undefined || stateOf(endpoints, first).hasAnswered ? requests.length : maxRejections;
    const answers = new Map<MatchRequest, Answer>();
    for (const part of [requests.slice(0, trials), requests.slice(trials)]) {
      await Promise.all(part.map(async (request) => answers.set(request, await requestOne(request, terms))));
    }
    return answers;
  };
  return async (requests, terms, before = []) => {
    const silent = new Map(
      before.flatMap(({ answer }) =>
        unansweredStatuses.has(answer.report.status) ? [[answer.report.partner, { ...answer, rows: [] }]] : [],
      ),
    );
    const cached = await Promise.all(requests.map(async (request) => silent.get(request.partner) ?? findCached(request, terms.maxAgeMs)));
    const open = new Map<string, MatchRequest[]>();
    for (const request of requests.filter((_, place) => cached[place] === undefined)) {
      const name = endpointNameOf(request);
      open.set(name, [...(open.get(name) ?? []), request]);
    }
    const requested = await Promise.all([...open.values()].map((ofEndpoint) => requestEndpoint(ofEndpoint, terms)));
    const answers = new Map(requested.flatMap((ofEndpoint) => [...ofEndpoint]));
    return requests.map((request, place) => ({ request, answer: (cached[place] ?? answers.get(request)) as Answer }));
  };
}

/**
 * An endpoint that rejects so many requests and has answered none is considered missing, and gets no further requests
 * of this GraphQL request.
 */
const maxRejections = 2;

/** How an endpoint of a partner has answered the requests of one GraphQL request. */
interface EndpointState {
  hasAnswered: boolean;
  /** By the requests that were rejected. */
  readonly rejections: Map<string, Answer>;
}

function isMissing({ hasAnswered, rejections }: EndpointState): boolean {
  return !hasAnswered && rejections.size >= maxRejections;
}

function stateOf(endpoints: Map<string, EndpointState>, request: MatchRequest): EndpointState {
  const name = endpointNameOf(request);
  const state = endpoints.get(name) ?? { hasAnswered: false, rejections: new Map() };
  endpoints.set(name, state);
  return state;
}

function endpointNameOf({ partner, query: { endpoint } }: MatchRequest): string {
  return `${partner} ${endpoint}`;
}

/** Statuses of a partner that did not answer in time, so that another request would not be answered either. */
const unansweredStatuses: ReadonlySet<SourceStatus> = new Set(['TIMED_OUT', 'PENDING', 'PARTNER_BUSY']);

function notRequested(partner: string): Answer {
  const remark = feedback('WARN', `More than ${maxRequests} requests would have been needed; this partner was not queried.`);
  return { id: '', rows: [], report: reportOf(partner, { status: 'BUDGET_EXHAUSTED', feedback: [remark] }) };
}
