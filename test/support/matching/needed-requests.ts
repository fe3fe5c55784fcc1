import type { MatchKey } from '#platform/matching/keys/match-key.ts';
import type { MatchedCall } from '../../../subgraphs/commercial-schedules/matching/match-page.ts';
import type { CallRequest } from '../../../subgraphs/commercial-schedules/matching/match-requests.ts';
import type { World } from '../world/world.ts';
import { type InProcessPage, matchPageInProcess } from './in-process-producers.ts';
import type { Verdict } from './verify-answers.ts';
import type { WorldRecords } from './world-records.ts';

/** How many requests of a cold page even a planner that knows all answers in advance would have to send. */
export interface NeededRequests {
  /** Those that depend on no answer: a notice has the same result on any page, so its carrier is requested for each port. */
  readonly first: number;
  /** The other requests that were sent, by kind. */
  readonly further: ReadonlyMap<RequestKind, FurtherRequests>;
}

/** What is requested depending on the first answers. */
export type RequestKind = 'port schedules of the issuer' | 'port schedules of others' | 'vessel schedules of others' | 'separate days';

/** Requests of one kind. */
export interface FurtherRequests {
  readonly sent: number;
  /** Those for which a right result would be missing, or a wrong one added. */
  readonly needed: number;
}

/** What is needed to compare results. */
export interface NeededParts {
  readonly world: World;
  readonly reported: WorldRecords;
  verdictsOf(call: MatchedCall): Verdicts;
}

/**
 * Leaves out further requests, one after the other, as long as every right result remains right and none becomes wrong.
 * Notices have the same results on any page, so only those for which a request was sent are matched again.
 */
export async function neededRequestsOf(
  { sent, matched }: InProcessPage,
  { world, reported, verdictsOf }: NeededParts,
): Promise<NeededRequests> {
  const before = new Map(matched.map((call) => [call.matchKey, verdictsOf(call)]));
  const first = sent.filter(({ isFirst }) => isFirst);
  const firstSubjects = new Set(first.map(({ request }) => request.subject));
  const left = new Set(sent.map(({ request }) => request.subject));
  const remainRight = async (matchKeys: readonly MatchKey[]) => {
    const page = await matchPageInProcess(world, matchKeys, reported.rules, ({ subject }) => left.has(subject));
    return page.matched.every((call) => isNotWorse(verdictsOf(call), before.get(call.matchKey) ?? []));
  };
  const further = new Map<RequestKind, { sent: number; needed: number }>();
  for (const { request, pageCount, isFirst } of sent) {
    if (isFirst) continue;
    const isPartOfFirst = firstSubjects.has(request.subject);
    const kind = isPartOfFirst ? 'separate days' : kindOf(request);
    const count = further.get(kind) ?? { sent: 0, needed: 0 };
    further.set(kind, count);
    count.sent += pageCount;
    if (!isPartOfFirst) left.delete(request.subject);
    if (!isPartOfFirst && (await remainRight([...request.requestedBy]))) continue;
    left.add(request.subject);
    count.needed += pageCount;
  }
  return { first: first.reduce((sum, { pageCount }) => sum + pageCount, 0), further };
}

/** For each join: whether the result is right, wrong, or open. */
export type Verdicts = readonly Verdict[];

function isNotWorse(now: Verdicts, before: Verdicts): boolean {
  return now.every((verdict, place) => verdict === before[place] || (verdict !== 'WRONG' && before[place] !== 'RIGHT'));
}

function kindOf({ topic, partner, requestedBy }: CallRequest): RequestKind {
  if (topic.endpoint === 'vessel-schedules') return 'vessel schedules of others';
  const isOfIssuer = [...requestedBy].every(({ claims: [{ partner: issuer }] }) => issuer === partner);
  return isOfIssuer ? 'port schedules of the issuer' : 'port schedules of others';
}
