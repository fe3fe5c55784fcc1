import type { CallRecord, EventRecord } from '#platform/matching/claims/records.ts';
import { type MatchKey, matchKeyOfCall, matchKeyOfNotice } from '#platform/matching/keys/match-key.ts';
import { matchEvents } from '#platform/matching/match-events.ts';
import { matchCalls, type VisitMatchSet } from '#platform/matching/match-visits.ts';
import { createVisitIndex } from '#platform/matching/visits/candidate-index.ts';
import type { TrueNotice } from './truth.ts';
import type { Verdict } from './verify-answers.ts';
import type { WorldRecords } from './world-records.ts';

/** What the rules make of a notice when all partners have told everything. */
export interface AllRecordsVerdict {
  readonly calls: Verdict;
  readonly eventsOfCalls: Verdict;
  readonly eventsOfNotices: Verdict;
}

/** Matches notices as Landfall does, with all schedules and events of a world at hand. */
export function matchAllRecords({ rules, schedules, events, areOf }: WorldRecords): (notice: TrueNotice) => AllRecordsVerdict {
  const context = { rules, sources: ['ANSWERED'] } as const;
  const [calls, visits] = [createVisitIndex(schedules, rules), createVisitIndex(events, rules)];
  const judge = ({ unique }: VisitMatchSet<CallRecord> | VisitMatchSet<EventRecord>, { call }: TrueNotice): Verdict => {
    if (unique === undefined) return 'OPEN';
    return areOf(unique.visit.records, call) ? 'RIGHT' : 'WRONG';
  };
  return (notice) => {
    const matchKey = matchKeyOfTrueNotice(notice);
    const found = matchCalls(matchKey, calls, context);
    const eventsOf = (of: MatchKey) => judge(matchEvents(of, visits, context), notice);
    const ofCall = found.unique === undefined ? undefined : eventsOf(matchKeyOfCall(found.unique.visit.records));
    return { calls: judge(found, notice), eventsOfCalls: ofCall ?? 'OPEN', eventsOfNotices: ofCall ?? eventsOf(matchKey) };
  };
}

/** The notice's own claims. */
export function matchKeyOfTrueNotice({ notice, partner }: TrueNotice): MatchKey {
  return matchKeyOfNotice(notice, { partner });
}
