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
  return async (questions, terms, before = []) => {
    const silent = new Map(
      before.flatMap(({ answer }) =>
        unansweredStatuses.has(answer.report.status) ? [[answer.report.partner, { ...answer, rows: [] }]] : [],
      ),
    );
    const held = await Promise.all(questions.map(async (question) => silent.get(question.partner) ?? findHeld(question, terms.maxAgeMs)));
    return Promise.all(
      questions.map(async (question, place) => {
        const found = held[place];
        if (found !== undefined) return { question, answer: found };
        if (requests >= maxRequests) return { question, answer: notAsked(question.partner) };
        requests += 1;
        return { question, answer: await ask(question, terms) };
      }),
    );
  };
}

/** Statuses of one that gave no answer in time: another question would not get one either. */
const unansweredStatuses: ReadonlySet<SourceStatus> = new Set(['TIMED_OUT', 'PENDING', 'PARTNER_BUSY']);

function notAsked(partner: string): Answer {
  const remark = feedback('WARN', `More than ${maxRequests} requests would have been needed; this partner was not queried.`);
  return { id: '', rows: [], report: reportOf(partner, { status: 'BUDGET_EXHAUSTED', feedback: [remark] }) };
}
