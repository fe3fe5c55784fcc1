import type { AlertKind, AlertSteps, AlertValue, AlertView } from '../alerts.ts';
import type { ArrivalSnapshot, Statements } from '../arrival/arrival.ts';
import type { Collected } from '../collected.ts';
import type { ArrivalRelease, ArrivalSide, ArrivalState, CheckReasonCode, SideOutcome } from '../generated/schema.ts';
import type { ArrivalEvidence, EvidenceRef, StatedArrivalTime } from '../model.ts';
import { isOtherCall, noticeRef } from '../statements/notice.ts';
import { inStatementOrder, portRef } from '../statements/port.ts';
import { scheduleRef } from '../statements/schedule.ts';
import type { AlertCollector } from './alert-collector.ts';
import type { FactDraft, FactMemory } from './fact-memory.ts';

/** Why a kind is raised or not: a code and what was compared, which are written as text only when they are read. */
export interface CheckReason {
  readonly code: CheckReasonCode;
  readonly time?: StatedArrivalTime | undefined;
  readonly comparedTime?: StatedArrivalTime | undefined;
  readonly hours?: number | undefined;
  readonly day?: string | undefined;
  readonly daysLeft?: number | undefined;
  readonly value?: string | undefined;
  readonly since?: string | undefined;
  readonly record?: EvidenceRef | undefined;
  readonly side?: ArrivalSide | undefined;
  readonly sideOutcome?: SideOutcome | undefined;
  readonly state?: ArrivalState | undefined;
  readonly isOpen?: boolean | undefined;
  readonly release?: ArrivalRelease | undefined;
  readonly alert?: AlertView | undefined;
}

/** Explains why a kind is not raised. @param isChecked false if the data for checking the kind is missing; default true */
export type Explain = (kind: AlertKind, reason: CheckReason, isChecked?: boolean) => void;

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
  readonly explain: Explain | undefined;
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

/** Explains why a kind that concerns a ship that is expected is not checked. */
export function unexpected({ state, bestTime, isOpen }: ArrivalSnapshot): CheckReason {
  return { code: 'NOT_EXPECTED', state, time: bestTime, isOpen };
}
