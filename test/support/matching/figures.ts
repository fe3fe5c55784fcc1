import { textAt } from '@landfall/dcsa/wire-values.ts';
import type { CallClaim } from '@landfall/matching/claims/call-claim.ts';
import type { WorldCall } from '../world/sailing.ts';
import type { EventRow, EventSet, NoticeRow, RecordRow } from './answers.ts';
import { attributableIn } from './attributable.ts';
import { knowableIn } from './knowable.ts';
import { type AllRecordsVerdict, matchAllRecords, matchKeyOfTrueNotice } from './match-all-records.ts';
import type { TrueNotice, Truth } from './truth.ts';
import {
  hiddenContradictionsOf,
  type Verdict,
  verdictOfCall,
  verdictOfEvents,
  verdictOfNotices,
  wronglyOfferedOf,
} from './verify-answers.ts';
import type { WorldRecords } from './world-records.ts';

/** How many of the answers that name one record name the right one. */
export interface Precision {
  right: number;
  wrong: number;
  /** Number of wrong answers that no matcher could avoid, see {@link Knowable}. */
  unknowable: number;
}

/** How many of the matches that can be found are found. */
export interface Recall {
  found: number;
  of: number;
  /** Number of missing matches that the rules find with all records of all partners. */
  fromOtherPartners: number;
  /** Number of the other missing matches that no matcher could find. */
  unknowable: number;
  /**
   * Number of the other matches that are missing because only port call events or routes state ship and voyage of the
   * call. Routes are not requested for calls: a request has to name the place of receipt and that of delivery.
   */
  fromOtherRecords: number;
}

/**
 * Returns how many missing matches an ideal matcher would find that has all schedules of all partners, or for events
 * everything.
 */
export function knowableMissesOf({ found, of, unknowable, fromOtherRecords }: Recall): number {
  return of - found - unknowable - fromOtherRecords;
}

/** The totals for the matches of a world. */
export interface Figures {
  readonly calls: Precision;
  readonly eventsOfNotices: Precision;
  readonly eventsOfCalls: Precision;
  readonly noticesOfEvents: Precision;
  readonly callsOfEvents: Precision;
  readonly noticesOfCalls: Precision;
  hidden: number;
  readonly callRecall: Recall;
  readonly eventsOfCallRecall: Recall;
  readonly eventsOfNoticeRecall: Recall;
}

export type PrecisionName = 'calls' | 'eventsOfNotices' | 'eventsOfCalls' | 'noticesOfEvents' | 'callsOfEvents' | 'noticesOfCalls';

type MissedName = 'missedCall' | 'missedEventsOfCall' | 'missedEventsOfNotice';

/** A row that is wrong or missing. */
export type Finding =
  | {
      readonly what: PrecisionName | MissedName | 'hidden';
      readonly row: NoticeRow;
      readonly notice: TrueNotice;
    }
  | { readonly what: 'noticesOfEvents' | 'callsOfEvents'; readonly row: EventRow };

/** Creates totals of zero. */
export function noFigures(): Figures {
  const precision = (): Precision => ({ right: 0, wrong: 0, unknowable: 0 });
  const recall = (): Recall => ({ found: 0, of: 0, fromOtherPartners: 0, unknowable: 0, fromOtherRecords: 0 });
  return {
    calls: precision(),
    eventsOfNotices: precision(),
    eventsOfCalls: precision(),
    noticesOfEvents: precision(),
    callsOfEvents: precision(),
    noticesOfCalls: precision(),
    hidden: 0,
    callRecall: recall(),
    eventsOfCallRecall: recall(),
    eventsOfNoticeRecall: recall(),
  };
}

/** Adds the totals of one world to others. */
export function addFigures(total: Figures, { hidden, ...more }: Figures): void {
  total.hidden += hidden;
  for (const [name, figure] of Object.entries(more) as [keyof typeof more, Precision | Recall][]) {
    const sum = total[name] as unknown as Record<string, number>;
    for (const [part, count] of Object.entries(figure)) sum[part] = (sum[part] ?? 0) + count;
  }
}

/** Compares the match sets of notices with the truth. */
export function countNotices(rows: readonly NoticeRow[], truth: Truth, reported: WorldRecords): { figures: Figures; findings: Finding[] } {
  const figures = noFigures();
  const findings: Finding[] = [];
  const isAttributable = attributableIn(truth);
  const knowable = knowableIn(reported);
  const countMissing = missCounter(reported);
  const everything = matchAllRecords(reported);
  for (const row of rows) {
    const notice = truth.noticeOf(row);
    const { call } = notice;
    const { arrivalCall, portCallEvents } = row.current;
    const verdicts = {
      calls: verdictOfCall(arrivalCall.unique, call, truth),
      eventsOfNotices: verdictOfEvents(portCallEvents, call, truth),
      eventsOfCalls: verdictOfEvents(arrivalCall.unique?.call.portCallEvents, call, truth),
      noticesOfCalls: verdictOfNotices(arrivalCall.unique?.call.arrivalNotices, call, truth),
    };
    for (const [what, verdict] of Object.entries(verdicts) as [NoticeJoin, Verdict][]) {
      const isUnknowable = () => {
        const wrong = wrongCallsOf(what, row, notice, truth);
        if (what === 'noticesOfCalls') return wrong.every(({ stated, from }) => knowable.asGoodAs(stated, from)(call));
        return wrong.every(({ stated, from }) => knowable.asGoodAs(stated, call)(from));
      };
      countVerdict(figures[what], verdict, isUnknowable);
      if (verdict === 'WRONG') findings.push({ what, row, notice });
    }
    if (hiddenContradictionsOf(row.current, notice, truth).length > 0) {
      figures.hidden += 1;
      findings.push({ what: 'hidden', row, notice });
    }
    if (!notice.isFaultless || call.isOmitted || !truth.isPublished(call)) continue;
    const miss = (what: MissedName, recall: Recall, verdict: Verdict, join: keyof AllRecordsVerdict) => {
      recall.of += 1;
      if (verdict === 'RIGHT') recall.found += 1;
      else countMissing(recall, notice, { isByCall: join !== 'eventsOfNotices', isFoundByAll: everything(notice)[join] === 'RIGHT' });
      if (verdict === 'OPEN') findings.push({ what, row, notice });
    };
    miss('missedCall', figures.callRecall, verdicts.calls, 'calls');
    if (!isAttributable(call)) continue;
    miss('missedEventsOfCall', figures.eventsOfCallRecall, verdicts.eventsOfCalls, 'eventsOfCalls');
    miss('missedEventsOfNotice', figures.eventsOfNoticeRecall, verdicts.eventsOfNotices, 'eventsOfNotices');
  }
  return { figures, findings };
}

/** Compares the match sets of events with the truth, and adds the result to existing totals. */
export function countEvents(
  rows: readonly EventRow[],
  { truth, reported }: { truth: Truth; reported: WorldRecords },
  figures: Figures,
): Finding[] {
  const findings: Finding[] = [];
  const knowable = knowableIn(reported);
  const claims = new Map(reported.events.map(({ claim, wire }) => [textAt(wire, 'eventID'), claim]));
  for (const row of rows) {
    const call = truth.callOfEvent(row.eventID);
    const stated = [claims.get(row.eventID) ?? []].flat();
    const unknowable = {
      noticesOfEvents: () =>
        wronglyOfferedOf(row.arrivalNotices, call, truth).every(
          (notice) => call !== undefined && knowable.asGoodAs(matchKeyOfTrueNotice(notice).claims, notice.call)(call),
        ),
      callsOfEvents: () =>
        callsOf(row.call.unique?.call.records ?? [], truth).every(
          (wrong) => wrong !== undefined && call !== undefined && (wrong === call || knowable.asGoodAs(stated, call)(wrong)),
        ),
    };
    const verdicts = {
      noticesOfEvents: verdictOfNotices(row.arrivalNotices, call, truth),
      callsOfEvents: verdictOfCall(row.call.unique, call, truth),
    };
    for (const [what, verdict] of Object.entries(verdicts) as [keyof typeof verdicts, Verdict][]) {
      countVerdict(figures[what], verdict, unknowable[what]);
      if (verdict === 'WRONG') findings.push({ what, row });
    }
  }
  return findings;
}

/** Creates a function that counts a missing match by its cause. */
export function missCounter(reported: WorldRecords) {
  const ofEverything = knowableIn(reported);
  const ofSchedules = knowableIn({ ...reported, events: [], routes: [] });
  return (
    recall: Recall,
    notice: TrueNotice,
    { isByCall, isFoundByAll }: { readonly isByCall: boolean; readonly isFoundByAll: boolean },
  ): void => {
    const { claims } = matchKeyOfTrueNotice(notice);
    if (isFoundByAll) recall.fromOtherPartners += 1;
    else if (ofEverything.isUnknowable(claims, notice.call)) recall.unknowable += 1;
    else if (isByCall && ofSchedules.isUnknowable(claims, notice.call)) recall.fromOtherRecords += 1;
  };
}

/** Counts a verdict. */
export function countVerdict(precision: Precision, verdict: Verdict, isUnknowable: () => boolean): void {
  if (verdict === 'RIGHT') precision.right += 1;
  if (verdict !== 'WRONG') return;
  precision.wrong += 1;
  if (isUnknowable()) precision.unknowable += 1;
}

/** A statement, and the call with which it was matched or, for a notice among the candidates, its own call. */
interface WrongCall {
  readonly stated: readonly CallClaim[];
  readonly from: WorldCall;
}

function wrongCallsOf(what: NoticeJoin, { current }: NoticeRow, notice: TrueNotice, truth: Truth): readonly WrongCall[] {
  const { unique } = current.arrivalCall;
  const stated = matchKeyOfTrueNotice(notice).claims;
  const others = (calls: readonly (WorldCall | undefined)[]) =>
    [...new Set(calls)].flatMap((from) => (from === undefined || from === notice.call ? [] : [{ stated, from }]));
  const ofEvents = (set: EventSet | undefined) => others((set?.events ?? []).map(({ event }) => truth.callOfEvent(event.eventID)));
  switch (what) {
    case 'calls':
      return others(callsOf(unique?.call.records ?? [], truth));
    case 'eventsOfNotices':
      return ofEvents(current.portCallEvents);
    case 'eventsOfCalls':
      return ofEvents(unique?.call.portCallEvents);
    case 'noticesOfCalls':
      return wronglyOfferedOf(unique?.call.arrivalNotices ?? { outcome: '', notices: [] }, notice.call, truth).map((offered) => ({
        stated: matchKeyOfTrueNotice(offered).claims,
        from: offered.call,
      }));
  }
}

type NoticeJoin = Exclude<PrecisionName, 'noticesOfEvents' | 'callsOfEvents'>;

function callsOf(records: readonly RecordRow[], truth: Truth): readonly (WorldCall | undefined)[] {
  return [...new Set(records.flatMap((record) => [...truth.callsOfRecord(record)]))];
}
