import type { AlertKind, AlertSteps, AlertValue, AlertView } from '../alerts.ts';
import type { ArrivalEnds, ArrivalSnapshot, Statements, VisitSnapshot } from '../arrival/arrival.ts';
import type { Collected } from '../collected.ts';
import type { ArrivalRelease, ArrivalSide, ArrivalState, CheckReasonCode, SideOutcome } from '../generated/schema.ts';
import type { EvidenceRef, NoticeEvidence, PortEvidence, ScheduleEvidence, StatedArrivalTime } from '../model.ts';
import { inStatementOrder, portRef } from '../statements/port.ts';
import { scheduleRef } from '../statements/schedule.ts';
import type { AlertCollector } from './alert-collector.ts';
import type { Draft, NoticeChange, NoticeMemory, VisitMemory } from './fact-memory.ts';

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

/** What all rules of one evaluation read, and where they report their results. */
interface RuleContext {
  readonly changes: AlertCollector;
  readonly steps: AlertSteps;
  readonly nowMs: number;
  /** Whether all containers are collected. */
  readonly isCollected: boolean;
  readonly explain: Explain | undefined;
  /** Requests an evaluation at a time; a time in the past is ignored. */
  wakeAt(milliseconds: number | undefined): void;
}

/** What the rules about the notice read. */
export interface NoticeContext extends RuleContext {
  readonly notice: NoticeEvidence;
  /** What the sides state about the visit, and until when the arrival is open. */
  readonly snapshot: VisitSnapshot & ArrivalEnds;
  /** Undefined in the first evaluation of a view. */
  readonly former: NoticeMemory | undefined;
  readonly next: Draft<NoticeMemory>;
  readonly collected: Collected;
  /** The time zone of the port of discharge. */
  readonly zone: string | undefined;
}

/** What the sides state about the visit of the ship. The notice is a version with a number, see {@link NoticeVersions}. */
export interface VisitEvidence {
  readonly notice: EvidenceRef;
  /** The port of discharge of the notice. */
  readonly UNLocationCode?: string | undefined;
  readonly schedule: ScheduleEvidence;
  readonly port: PortEvidence;
}

/** What the rules about the visit of the ship read: nothing that differs between documents about which all sides state the same. */
export interface VisitContext extends RuleContext {
  readonly evidence: VisitEvidence;
  readonly statements: Statements;
  readonly snapshot: VisitSnapshot & { readonly isOpen: boolean };
  /** Undefined in the first evaluation of a view. */
  readonly former: VisitMemory | undefined;
  readonly next: Draft<VisitMemory>;
  /** The change of ship, voyage or port of this version of the notice, or of one about which the sides have not answered yet. */
  readonly noticeChange: NoticeChange | undefined;
  /** Whether the schedules have answered about this version. */
  readonly isAnswered: boolean;
  /** Whether the partner of the notice has stated an actual time in this or another notice that the view shows. */
  readonly statesActualTimes: boolean;
  /** Returns when a time was stated. */
  statedMsOf(time: StatedArrivalTime): number;
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
 * Returns the record because of which a side no longer states a time: the version of the notice that withdrew it, the match
 * that is lost, the last event of the visit. If the match has become doubtful, it is what the side stated before.
 */
export function withdrawnBy({ notice, schedule, port }: VisitEvidence, side: ArrivalSide, before: readonly EvidenceRef[]): EvidenceRef[] {
  if (side === 'NOTICE') return [notice];
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
export function unexpected({ state, bestTime, isOpen }: Pick<ArrivalSnapshot, 'state' | 'bestTime' | 'isOpen'>): CheckReason {
  return { code: 'NOT_EXPECTED', state, time: bestTime, isOpen };
}
