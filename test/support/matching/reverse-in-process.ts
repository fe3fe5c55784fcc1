import type { CallClaim } from '@landfall/matching/claims/call-claim.ts';
import { type EventRecord, noticeRecordOf } from '@landfall/matching/claims/records.ts';
import { type MatchKey, matchKeyOfCall, matchKeyOfEvent } from '@landfall/matching/keys/match-key.ts';
import { createNoticeIndex, matchNotices, type NoticeMatchSet } from '@landfall/matching/match-notices.ts';
import { openEventClaims } from '@landfall/matching/rules/visit-rules.ts';
import type { MatchedCall } from '../../../subgraphs/commercial-schedules/matching/match-page.ts';
import type { WorldCall } from '../world/sailing.ts';
import { countVerdict, type Figures } from './figures.ts';
import { matchPageInProcess } from './in-process-producers.ts';
import type { Knowable } from './knowable.ts';
import { matchKeyOfTrueNotice } from './match-all-records.ts';
import type { TrueNotice, Truth } from './truth.ts';
import type { WorldRecords } from './world-records.ts';

const eventsPerPage = 100;

/** What is needed to judge the joins that do not begin with a notice. */
export interface ReverseParts {
  readonly truth: Truth;
  readonly reported: WorldRecords;
  readonly knowable: Knowable;
}

/** Adds to `figures` how often the call and the notices of each event, and the notices of each found call, are wrong. */
export async function countReverseJoins(calls: readonly MatchedCall[], parts: ReverseParts, figures: Figures): Promise<void> {
  const { truth, reported, knowable } = parts;
  const noticesOf = noticeMatcher(parts);
  for (const { found } of calls) {
    if (found.unique === undefined) continue;
    const { records, otherClaims } = found.unique.visit;
    const trueCalls = new Set(records.map(reported.callOf));
    const [call] = trueCalls;
    if (trueCalls.size === 1 && call !== undefined) noticesOf(matchKeyOfCall(records, otherClaims), call, figures.noticesOfCalls);
  }
  const claimOf = openEventClaims(reported.events);
  const keyOf = (event: EventRecord) => matchKeyOfEvent({ ...event, claim: claimOf(event) });
  for (let first = 0; first < reported.events.length; first += eventsPerPage) {
    const events = reported.events.slice(first, first + eventsPerPage);
    const { matched } = await matchPageInProcess(truth.world, events.map(keyOf), reported.rules);
    for (const [place, { found }] of matched.entries()) {
      const event = events[place];
      const call = event && reported.callOf(event);
      if (event === undefined || call === undefined) continue;
      const wrong = [...new Set(found.unique?.visit.records.map(reported.callOf))].filter((other) => other !== call);
      const verdict = found.unique === undefined ? 'OPEN' : wrong.length === 0 ? 'RIGHT' : 'WRONG';
      countVerdict(figures.callsOfEvents, verdict, () =>
        wrong.every((other) => other !== undefined && knowable.asGoodAs([event.claim], call)(other)),
      );
      noticesOf(keyOf(event), call, figures.noticesOfEvents);
    }
  }
}

/** Creates a function that matches a call or an event with the notices of the world, and counts the verdict. */
function noticeMatcher({ truth, reported, knowable }: ReverseParts) {
  const records = new Map(
    [...truth.notices.values()].map(
      (notice) => [noticeRecordOf(notice.notice, { partner: notice.partner }, { earlier: notice.earlier }), notice] as const,
    ),
  );
  const index = createNoticeIndex([...records.keys()], reported.rules);
  return (matchKey: MatchKey, call: WorldCall, precision: Figures['noticesOfCalls']): void => {
    const found = matchNotices(matchKey, index, { rules: reported.rules, sources: ['ANSWERED'] });
    const wrong = uncontradictedOf(found)
      .map(({ notice }) => records.get(notice) as TrueNotice)
      .filter((notice) => notice.call !== call);
    const verdict = found.outcome !== 'UNIQUE' ? 'OPEN' : wrong.length === 0 ? 'RIGHT' : 'WRONG';
    const claimsOf = (notice: TrueNotice): readonly CallClaim[] => matchKeyOfTrueNotice(notice).claims;
    countVerdict(precision, verdict, () => wrong.every((notice) => knowable.asGoodAs(claimsOf(notice), notice.call)(call)));
  };
}

function uncontradictedOf({ notices }: NoticeMatchSet): NoticeMatchSet['notices'] {
  return notices.filter(({ isContradicted }) => !isContradicted);
}
