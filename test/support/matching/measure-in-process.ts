import type { CallRecord, EventRecord } from '@landfall/matching/claims/records.ts';
import type { MatchKey } from '@landfall/matching/keys/match-key.ts';
import { matchEvents } from '@landfall/matching/match-events.ts';
import type { VisitMatchSet } from '@landfall/matching/match-visits.ts';
import { eventMatchKeyOf } from '@landfall/matching/match-visits.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import type { MatchedCall } from '../../../subgraphs/commercial-schedules/matching/match-page.ts';
import type { WorldOptions } from '../world/options.ts';
import type { WorldCall } from '../world/sailing.ts';
import { createWorld, type World } from '../world/world.ts';
import { attributableIn } from './attributable.ts';
import { countVerdict, type Figures, missCounter, noFigures, type Recall } from './figures.ts';
import { matchPageInProcess } from './in-process-producers.ts';
import { type Knowable, knowableIn } from './knowable.ts';
import { leastRequestsFor } from './least-requests.ts';
import { type AllRecordsVerdict, matchAllRecords, matchKeyOfTrueNotice } from './match-all-records.ts';
import { type NeededRequests, neededRequestsOf } from './needed-requests.ts';
import { countReverseJoins } from './reverse-in-process.ts';
import { type TrueNotice, truthOf } from './truth.ts';
import type { Verdict } from './verify-answers.ts';
import { recordsOfWorld, type WorldRecords } from './world-records.ts';

/** The result for the notices of a world, on one cold page. */
export interface MeasuredInProcess {
  readonly day: string;
  /** The totals of all matches; contradictions that answers hide are not counted. */
  readonly figures: Figures;
  /** Number of notices that have another result by themselves than on the page. */
  readonly differentAlone: number;
  readonly requests: number;
  /** See {@link leastRequestsFor}. */
  readonly leastRequests: number;
  /** Undefined for a quick measurement. */
  readonly neededRequests: NeededRequests | undefined;
}

/**
 * Matches the notices of a world with schedules and events within this process. It uses the same code as over HTTP and
 * is about twenty times faster, for developers who change rules. Stores and GraphQL are not involved.
 */
export async function measureInProcess(seed: number, options: WorldOptions, isQuick = false): Promise<MeasuredInProcess> {
  const world = createWorld(seed, options);
  const truth = truthOf(world);
  const reported = recordsOfWorld(world);
  const notices = [...truth.notices.values()];
  const page = await matchPageInProcess(world, notices.map(matchKeyOfTrueNotice), reported.rules);
  const { matched, requestCount } = page;
  const index = createVisitIndex(reported.events, reported.rules);
  const eventsOf = (matchKey: MatchKey) => matchEvents(matchKey, index, { rules: reported.rules, sources: ['ANSWERED'] });
  const counter = openCounter(reported);
  const isAttributable = attributableIn(truth);
  const noticeOf = new Map(matched.map(({ matchKey }, place) => [matchKey, notices[place]]));
  const setsOf = (call: MatchedCall) => {
    const events = eventsOf(eventMatchKeyOf(call));
    return { calls: call.found, eventsOfCalls: call.found.unique && events, eventsOfNotices: events };
  };
  for (const call of matched) {
    const notice = noticeOf.get(call.matchKey);
    if (notice === undefined) continue;
    const isFindable = notice.isFaultless && !notice.call.isOmitted && truth.isPublished(notice.call);
    counter.count(notice, setsOf(call), [
      ...(isFindable ? (['calls'] as const) : []),
      ...(isFindable && isAttributable(notice.call) ? (['eventsOfCalls', 'eventsOfNotices'] as const) : []),
    ]);
  }
  if (!isQuick) await countReverseJoins(matched, { truth, reported, knowable: counter.knowable }, counter.figures);
  const differentAlone = isQuick ? 0 : await countDifferentAlone(matched, world, reported);
  const verdictsOf = (call: MatchedCall) => {
    const trueCall = noticeOf.get(call.matchKey)?.call;
    return trueCall === undefined ? [] : Object.values(setsOf(call)).map((set) => verdictOf(set, trueCall, reported));
  };
  return {
    day: world.day,
    figures: counter.figures,
    differentAlone,
    requests: requestCount,
    leastRequests: leastRequestsFor(truth),
    neededRequests: isQuick ? undefined : await neededRequestsOf(page, { world, reported, verdictsOf }),
  };
}

/** Returns how many notices have another result by themselves than on the page. */
async function countDifferentAlone(page: readonly MatchedCall[], world: World, { rules }: WorldRecords): Promise<number> {
  let count = 0;
  for (const call of page) {
    const [alone] = (await matchPageInProcess(world, [call.matchKey], rules)).matched;
    if (alone === undefined || contentOf(alone) !== contentOf(call)) count += 1;
  }
  return count;
}

function contentOf({ found: { outcome, terminalOutcome, candidates } }: MatchedCall): string {
  const described = candidates.map(({ rule, confidence, dayDistance, reasons, visit }) => {
    const records = visit.records.map(({ partner, claim: { at: _, ...claim } }) => JSON.stringify([partner, claim])).toSorted();
    return [rule, confidence, dayDistance, reasons, records];
  });
  return JSON.stringify([outcome, terminalOutcome, described]);
}

type Join = keyof AllRecordsVerdict;

type MatchSet = VisitMatchSet<CallRecord> | VisitMatchSet<EventRecord>;

interface Counter {
  readonly figures: Figures;
  readonly knowable: Knowable;
  /** @param findable the matches that an ideal matcher would find */
  count(notice: TrueNotice, sets: Readonly<Record<Join, MatchSet | undefined>>, findable: readonly Join[]): void;
}

function openCounter(reported: WorldRecords): Counter {
  const figures = noFigures();
  const knowable = knowableIn(reported);
  const countMissing = missCounter(reported);
  let everything: ReturnType<typeof matchAllRecords> | undefined;
  const verdictOfAll = (notice: TrueNotice, join: Join) => {
    everything ??= matchAllRecords(reported);
    return everything(notice)[join];
  };
  const addTo = (recall: Recall, { notice, join, verdict }: { notice: TrueNotice; join: Join; verdict: Verdict }) => {
    recall.of += 1;
    if (verdict === 'RIGHT') recall.found += 1;
    else countMissing(recall, notice, { isByCall: join !== 'eventsOfNotices', isFoundByAll: verdictOfAll(notice, join) === 'RIGHT' });
  };
  return {
    figures,
    knowable,
    count: (notice, sets, findable) => {
      for (const [join, set] of Object.entries(sets) as [Join, MatchSet | undefined][]) {
        const verdict = verdictOf(set, notice.call, reported);
        countVerdict(figures[join], verdict, () =>
          wrongCallsOf(set, notice.call, reported).every((wrong) =>
            knowable.asGoodAs(matchKeyOfTrueNotice(notice).claims, notice.call)(wrong),
          ),
        );
        if (findable.includes(join)) addTo(figures[recalls[join]], { notice, join, verdict });
      }
    },
  };
}

const recalls = { calls: 'callRecall', eventsOfCalls: 'eventsOfCallRecall', eventsOfNotices: 'eventsOfNoticeRecall' } as const;

function verdictOf(set: MatchSet | undefined, call: WorldCall, { areOf }: WorldRecords): Verdict {
  if (set?.unique === undefined) return 'OPEN';
  return areOf(set.unique.visit.records, call) ? 'RIGHT' : 'WRONG';
}

function wrongCallsOf(set: MatchSet | undefined, call: WorldCall, { callOf }: WorldRecords): readonly WorldCall[] {
  const calls = new Set((set?.unique?.visit.records ?? []).map(callOf));
  return [...calls].flatMap((wrong) => (wrong === undefined || wrong === call ? [] : [wrong]));
}
