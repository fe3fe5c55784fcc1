import type { AlertKind, AlertValue, SteppedKind } from '../alerts.ts';
import type { ArrivalEvidence, ArrivalPicture, Side, SideOutcome, StatedArrivalTime } from '../model.ts';
import type { AlertChanges } from './alert-changes.ts';
import type { FactDraft, FactMemory } from './fact-memory.ts';

/** What the rules of one evaluation read, and where they write. */
export interface FactContext extends NoticeContext {
  readonly picture: ArrivalPicture;
}

/** What is known before there is a picture. */
export interface NoticeContext {
  readonly evidence: ArrivalEvidence;
  /** Undefined for a baseline. */
  readonly former: FactMemory | undefined;
  readonly next: FactDraft;
  readonly changes: AlertChanges;
  /** The steps of each kind that has some, ascending. */
  readonly steps: Readonly<Record<SteppedKind, readonly number[]>>;
  readonly nowMs: number;
  readonly isCollected: boolean;
  /** The time zone of the port of discharge. */
  readonly zone: string | undefined;
  /** Explains a kind that is not raised. @param isChecked false if what the kind needs is missing */
  explain(kind: AlertKind, reason: string, isChecked?: boolean): void;
  /** Asks for an evaluation at a moment; one that has passed is ignored. */
  wakeAt(milliseconds: number | undefined): void;
}

/** A value of a side as the value of an alert. */
export function sideValue(source: Side, text: string, name?: string): AlertValue {
  return { text, ...(name !== undefined && { name }), source };
}

/** A stated time as the value of an alert. */
export function timeValueOf(time: StatedArrivalTime): AlertValue {
  return { text: textOfTime(time), time, source: time.source };
}

/** How a reason names the sides. */
export const sideNames: Readonly<Record<Side, string>> = { NOTICE: 'notice', SCHEDULE: 'schedule', PORT: 'port' };

/** Why a side without a `UNIQUE` match states nothing. */
export const outcomeTexts: Readonly<Record<SideOutcome, string>> = {
  UNIQUE: 'has one match, which states no arrival time',
  AMBIGUOUS: 'has several possible matches (AMBIGUOUS)',
  CONFLICTING: 'has matches that contradict each other (CONFLICTING)',
  NONE: 'has no match (NONE)',
  UNKNOWN: 'could not be matched (UNKNOWN)',
  NOT_ASKED: 'was not queried, or is not visible',
};

/** Formats a stated time for people: the local day, and the local time where one is stated. */
export function textOfTime({ localDate, localTime }: StatedArrivalTime): string {
  return localTime === undefined ? localDate : `${localDate} ${localTime}`;
}
