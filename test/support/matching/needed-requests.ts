import type { MatchKey } from '@landfall/matching/keys/match-key.ts';
import type { MatchedCall } from '../../../subgraphs/commercial-schedules/matching/match-page.ts';
import type { CallRequest } from '../../../subgraphs/commercial-schedules/matching/match-requests.ts';
import type { World } from '../world/world.ts';
import { type InProcessPage, matchPageInProcess } from './in-process-producers.ts';
import { type PossibleRows, possibleRowsFor } from './possible-answers.ts';
import type { Verdict } from './verify-answers.ts';
import type { WorldRecords } from './world-records.ts';

/** How many requests of a cold page a planner would have to send if it knew all answers in advance, and if it knew none. */
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
  /** Those that could have changed a result, as far as their answers can be known in advance. */
  readonly possible: number;
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
    const page = await matchPageInProcess(world, matchKeys, reported.rules, { isSent: ({ subject }) => left.has(subject) });
    return page.matched.every((call) => isNotWorse(verdictsOf(call), before.get(call.matchKey) ?? []));
  };
  const further = new Map<RequestKind, { sent: number; possible: number; needed: number }>();
  for (const { request, pageCount, isFirst } of sent) {
    if (isFirst) continue;
    const isPartOfFirst = firstSubjects.has(request.subject);
    const kind = isPartOfFirst ? 'separate days' : kindOf(request);
    const count = further.get(kind) ?? { sent: 0, possible: 0, needed: 0 };
    further.set(kind, count);
    count.sent += pageCount;
    if (isPartOfFirst || (await couldChangeResult({ request, sent, world, reported }))) count.possible += pageCount;
    if (!isPartOfFirst) left.delete(request.subject);
    if (!isPartOfFirst && (await remainRight([...request.requestedBy]))) continue;
    left.add(request.subject);
    count.needed += pageCount;
  }
  return { first: first.reduce((sum, { pageCount }) => sum + pageCount, 0), further };
}

/**
 * Returns whether an answer to a request could change the result of one of the notices that require it, if no other
 * request takes its place. Each notice is matched with and without the request: with the answers of the world, and with
 * those in which its partner confirms the notice, in this answer only, in later ones as well, or together with the
 * carrier that it names.
 */
async function couldChangeResult({ request, sent, world, reported }: SentFurther): Promise<boolean> {
  const { subject, partner } = request;
  const subjects = new Set(sent.map((each) => each.request.subject));
  for (const matchKey of request.requestedBy) {
    const queried = new Set<string>();
    const match = async ({ possible, isAdded = false, later = [] }: Confirmation, isSentToo: boolean) => {
      let isBefore = true;
      const { matched } = await matchPageInProcess(world, [matchKey], reported.rules, {
        isSent: (each) => {
          isBefore &&= each.subject !== subject;
          if (isBefore) queried.add(each.partner);
          return isSentToo || (each.subject !== subject && subjects.has(each.subject));
        },
        rowsOf: (each, rows) => {
          const isConfirming = each.subject === subject || (!isBefore && later.includes(each.partner));
          const confirmed = isConfirming ? (possible?.(each) ?? []) : [];
          return confirmed.length === 0 ? rows : [...(isAdded ? rows : []), ...confirmed];
        },
      });
      return matched[0] as MatchedCall;
    };
    const isChangedBy = async (confirmation: Confirmation) =>
      resultOf(await match(confirmation, true)) !== resultOf(await match(confirmation, false));
    if (await isChangedBy({})) return true;
    const call = await match({}, false);
    const next = world.carriers.find(({ id }) => id !== partner && !queried.has(id));
    for (const possible of possibleRowsFor({ matchKey, call, carriers: world.carriers, next })) {
      for (const later of [[], [partner], [partner, next?.id ?? partner]]) {
        if (await isChangedBy({ possible, later })) return true;
        if (await isChangedBy({ possible, later, isAdded: true })) return true;
      }
    }
  }
  return false;
}

/** A request that depends on earlier answers, among all that were sent. */
interface SentFurther extends Pick<NeededParts, 'world' | 'reported'>, Pick<InProcessPage, 'sent'> {
  readonly request: CallRequest;
}

/** How partners may confirm a notice. */
interface Confirmation {
  readonly possible?: PossibleRows;
  /** Whether these rows are in addition to the answers of the world, not in their place. */
  readonly isAdded?: boolean;
  /** The partners that confirm the notice in later answers as well. */
  readonly later?: readonly string[];
}

/** Returns the ships and the day of the unique call; undefined if there is none. */
function resultOf({ found: { unique } }: MatchedCall): string | undefined {
  if (unique === undefined) return undefined;
  const ships = unique.visit.records.flatMap(({ claim: { vesselIMONumber, vesselName } }) => vesselIMONumber ?? vesselName ?? []);
  return JSON.stringify([unique.dayDistance, ...new Set(ships.toSorted())]);
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
