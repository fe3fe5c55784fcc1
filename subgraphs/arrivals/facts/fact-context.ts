import type { AlertKind, AlertSteps, AlertValue } from '../alerts.ts';
import type { ArrivalSnapshot, Statements } from '../arrival/arrival.ts';
import type { Collected } from '../collected.ts';
import type { ArrivalSide, SideOutcome } from '../generated/schema.ts';
import type { ArrivalEvidence, EvidenceRef, StatedArrivalTime } from '../model.ts';
import { isOtherCall, noticeRef } from '../statements/notice.ts';
import { inStatementOrder, portRef } from '../statements/port.ts';
import { hourMs } from '../statements/port-time.ts';
import { scheduleRef } from '../statements/schedule.ts';
import type { AlertCollector } from './alert-collector.ts';
import type { FactDraft, FactMemory } from './fact-memory.ts';

/** What the rules of one evaluation read, and where they report their results. */
export interface FactContext {
  readonly evidence: ArrivalEvidence;
  readonly statements: Statements;
  readonly snapshot: ArrivalSnapshot;
  /** Undefined in the first evaluation of a view. */
  readonly former: FactMemory | undefined;
  readonly next: FactDraft;
  readonly changes: AlertCollector;
  readonly steps: AlertSteps;
  readonly nowMs: number;
  readonly collected: Collected;
  /** Whether all containers are collected. */
  readonly isCollected: boolean;
  /** Whether the partner of the notice has stated an actual time in this or another notice that the view shows. */
  readonly statesActualTimes: boolean;
  /** The time zone of the port of discharge. */
  readonly zone: string | undefined;
  /** Explains why a kind is not raised. @param isChecked false if the data for checking the kind is missing */
  explain(kind: AlertKind, reason: string, isChecked?: boolean): void;
  /** Requests an evaluation at a time; a time in the past is ignored. */
  wakeAt(milliseconds: number | undefined): void;
}

/** Converts a value of a side to the value of an alert. */
export function sideValue(source: ArrivalSide, text: string, name?: string): AlertValue {
  return { text, ...(name !== undefined && { name }), source };
}

/** Converts a stated time to the value of an alert. */
export function timeValueOf(time: StatedArrivalTime): AlertValue {
  return { text: textOfTime(time), time, source: time.source };
}

/** Formats a stated time for people: the local day, and the local time if one is stated. */
export function textOfTime({ localDate, localTime }: StatedArrivalTime): string {
  return localTime === undefined ? localDate : `${localDate} ${localTime}`;
}

/**
 * Returns the record because of which a side no longer states a time: the version of the notice that withdrew it or is
 * about another call, the match that is lost, the last event of the visit. If the match has become doubtful, it is what
 * the side stated before.
 */
export function withdrawnBy({ notice, schedule, port }: ArrivalEvidence, side: ArrivalSide, before: readonly EvidenceRef[]): EvidenceRef[] {
  if (side === 'NOTICE') return [noticeRef(notice)];
  const { callKey } = side === 'SCHEDULE' ? schedule : port;
  if (isOtherCall(callKey, notice)) return [noticeRef(notice)];
  const records =
    side === 'SCHEDULE'
      ? [schedule.lost ?? schedule.call ?? []].flat().map(scheduleRef)
      : inStatementOrder(port.events).slice(-1).map(portRef);
  return records.length > 0 ? records : before.filter(({ source }) => source === side).slice(0, 1);
}

/** Returns values without repetitions, compared as JSON. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Formats whole hours. */
export function hoursText(milliseconds: number): string {
  return `${Math.floor(milliseconds / hourMs)} h`;
}

/** Explains why a kind that concerns a ship that is expected is not checked. */
export function unexpectedText({ state, bestTime, isOpen }: ArrivalSnapshot): string {
  const reasons = [
    state !== 'EXPECTED' && `the state is ${state}`,
    bestTime === undefined && 'no best known time is stated',
    !isOpen && 'the arrival is not open',
  ];
  return `Not checked: ${reasons.filter(Boolean).join(', and ')}.`;
}

/** Names of the sides in reasons. */
export const sideNames: Readonly<Record<ArrivalSide, string>> = { NOTICE: 'notice', SCHEDULE: 'schedule', PORT: 'port' };

/** Reasons why a side without a `UNIQUE` match states nothing. */
export const outcomeTexts: Readonly<Record<SideOutcome, string>> = {
  UNIQUE: 'has one match, which states no arrival time',
  AMBIGUOUS: 'has no certain match (AMBIGUOUS)',
  CONFLICTING: 'has matches that contradict each other (CONFLICTING)',
  NONE: 'has no match (NONE)',
  UNKNOWN: 'could not be matched (UNKNOWN)',
  NOT_QUERIED: 'was not queried, or is not visible',
};
