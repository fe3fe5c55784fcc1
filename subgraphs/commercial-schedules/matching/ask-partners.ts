import type { SoftTimeout } from '#platform/upstream/shared-requests.ts';
import type { SourceStatus } from '#platform/upstream/sources.ts';
import { feedback } from '#platform/wire/dcsa.ts';
import type { Answer } from '../model.ts';
import { reportOf } from '../upstream/collect.ts';
import type { MatchRequest } from './match-requests.ts';

/** Most requests to partners for the match sets of one GraphQL request; what is beyond is not asked, and the sources say so. */
const maxRequests = 150;

/** How old answers may be, and how long they are waited for. */
export type RequestTerms = SoftTimeout & { readonly maxAgeMs: number };

/** A question with what the partner said to it. */
export interface RequestedAnswer<Q extends MatchRequest = MatchRequest> {
  readonly question: Q;
  readonly answer: Answer;
}

/** How partners are asked. */
export interface PartnerRequestParts {
  /** The answer of the partner that is held and young enough. */
  readonly findHeld: (asked: MatchRequest, maxAgeMs: number) => Promise<Answer | undefined>;
  /** Asks the partner, or takes its answer that is young enough. */
  readonly ask: (asked: MatchRequest, terms: RequestTerms) => Promise<Answer>;
}

/**
 * Puts questions to their partners. What is not held costs a request; beyond the budget nobody is asked. Who did not
 * answer one of the questions `before` in time is not asked once more.
 */
export type PartnerRequests = <Q extends MatchRequest>(
  questions: readonly Q[],
  terms: RequestTerms,
  before?: readonly RequestedAnswer[],
) => Promise<RequestedAnswer<Q>[]>;

/** Opens the budget of one GraphQL request. */
export function createPartnerRequests({ findHeld, ask }: PartnerRequestParts): PartnerRequests {
  let requests = 0;
  const endpoints = new Map<string, EndpointState>();
  const askOne = async (question: MatchRequest, terms: RequestTerms): Promise<Answer> => {
    const endpoint = stateOf(endpoints, question);
    const [rejection] = endpoint.rejections;
    if (rejection !== undefined && isMissing(endpoint)) return rejection;
    if (requests >= maxRequests) return notAsked(question.partner);
    requests += 1;
    const answer = await ask(question, terms);
    if (answer.report.code === 'UPSTREAM_REJECTED') endpoint.rejections.push(answer);
    else endpoint.hasAnswered = true;
    return answer;
  };
  /** Asks an endpoint that has not answered yet a few questions first. */
  const askEndpoint = async (questions: readonly MatchRequest[], terms: RequestTerms): Promise<Map<MatchRequest, Answer>> => {
    const [first] = questions;
    const trials = first === undefined || stateOf(endpoints, first).hasAnswered ? questions.length : maxRejections;
    const answers = new Map<MatchRequest, Answer>();
    for (const part of [questions.slice(0, trials), questions.slice(trials)]) {
      await Promise.all(part.map(async (question) => answers.set(question, await askOne(question, terms))));
    }
    return answers;
  };
  return async (questions, terms, before = []) => {
    const silent = new Map(
      before.flatMap(({ answer }) =>
        unansweredStatuses.has(answer.report.status) ? [[answer.report.partner, { ...answer, rows: [] }]] : [],
      ),
    );
    const held = await Promise.all(questions.map(async (question) => silent.get(question.partner) ?? findHeld(question, terms.maxAgeMs)));
    const open = new Map<string, MatchRequest[]>();
    for (const question of questions.filter((_, place) => held[place] === undefined)) {
      const name = endpointNameOf(question);
      open.set(name, [...(open.get(name) ?? []), question]);
    }
    const asked = await Promise.all([...open.values()].map((ofEndpoint) => askEndpoint(ofEndpoint, terms)));
    const answers = new Map(asked.flatMap((ofEndpoint) => [...ofEndpoint]));
    return questions.map((question, place) => ({ question, answer: (held[place] ?? answers.get(question)) as Answer }));
  };
}

/** An endpoint that rejects so many questions and has answered none is missing, and is not asked again for this request. */
const maxRejections = 2;

/** What an endpoint of a partner has said to one GraphQL request. */
interface EndpointState {
  hasAnswered: boolean;
  readonly rejections: Answer[];
}

function isMissing({ hasAnswered, rejections }: EndpointState): boolean {
  return !hasAnswered && rejections.length >= maxRejections;
}

function stateOf(endpoints: Map<string, EndpointState>, question: MatchRequest): EndpointState {
  const name = endpointNameOf(question);
  const state = endpoints.get(name) ?? { hasAnswered: false, rejections: [] };
  endpoints.set(name, state);
  return state;
}

function endpointNameOf({ partner, question: { endpoint } }: MatchRequest): string {
  return `${partner} ${endpoint}`;
}

/** Statuses of one that gave no answer in time: another question would not get one either. */
const unansweredStatuses: ReadonlySet<SourceStatus> = new Set(['TIMED_OUT', 'PENDING', 'PARTNER_BUSY']);

function notAsked(partner: string): Answer {
  const remark = feedback('WARN', `More than ${maxRequests} requests would have been needed; this partner was not queried.`);
  return { id: '', rows: [], report: reportOf(partner, { status: 'BUDGET_EXHAUSTED', feedback: [remark] }) };
}
