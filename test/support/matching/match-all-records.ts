import type { CallRecord, EventRecord } from '@landfall/matching/claims/records.ts';
import { type MatchKey, matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { matchEvents } from '@landfall/matching/match-events.ts';
import { eventMatchKeyOf, matchCalls, type VisitMatchSet } from '@landfall/matching/match-visits.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import type { TrueNotice } from './truth.ts';
import type { Verdict } from './verify-answers.ts';
import type { WorldRecords } from './world-records.ts';

/** The result of the rules for a notice, given the records of all partners. */
export interface AllRecordsVerdict {
  readonly calls: Verdict;
  readonly eventsOfCalls: Verdict;
  readonly eventsOfNotices: Verdict;
}

/** Creates a function that matches notices like Landfall, with all schedules and events of a world. */
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
    const ofNotice = judge(matchEvents(eventMatchKeyOf({ matchKey, found }), visits, context), notice);
    return { calls: judge(found, notice), eventsOfCalls: found.unique === undefined ? 'OPEN' : ofNotice, eventsOfNotices: ofNotice };
  };
}

/** Returns the match key from the notice's own claims. */
export function matchKeyOfTrueNotice({ notice, earlier, partner }: TrueNotice): MatchKey {
  return matchKeyOfNotice(notice, { partner, earlier });
}
