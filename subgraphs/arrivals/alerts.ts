import type { ArrivalEvidence, ArrivalSnapshot, EvidenceRef, Side, StatedArrivalTime } from './model.ts';

/** The kinds of facts. */
export const alertKinds = [
  'ETA_CHANGED',
  'SOURCES_DISAGREE',
  'VESSEL_CHANGED',
  'VOYAGE_CHANGED',
  'PORT_CHANGED',
  'TERMINAL_CHANGED',
  'PORT_CALL_OMITTED',
  'ARRIVED',
  'BERTHED',
  'DISCHARGE_COMPLETED',
  'RELEASED',
  'RELEASE_WITHDRAWN',
  'FREE_TIME_CHANGED',
  'LAST_FREE_DAY_NEAR',
  'CHARGES_CHANGED',
  'MATCH_LOST',
  'NO_NEWS',
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** What an alert requires of its reader. */
export type Severity = 'ACT_NOW' | 'LOOK' | 'INFO';

/** Severity of each kind. */
export const severities: Readonly<Record<AlertKind, Severity>> = {
  ETA_CHANGED: 'LOOK',
  SOURCES_DISAGREE: 'LOOK',
  VESSEL_CHANGED: 'ACT_NOW',
  VOYAGE_CHANGED: 'INFO',
  PORT_CHANGED: 'ACT_NOW',
  TERMINAL_CHANGED: 'LOOK',
  PORT_CALL_OMITTED: 'ACT_NOW',
  ARRIVED: 'INFO',
  BERTHED: 'INFO',
  DISCHARGE_COMPLETED: 'INFO',
  RELEASED: 'INFO',
  RELEASE_WITHDRAWN: 'ACT_NOW',
  FREE_TIME_CHANGED: 'LOOK',
  LAST_FREE_DAY_NEAR: 'ACT_NOW',
  CHARGES_CHANGED: 'LOOK',
  MATCH_LOST: 'LOOK',
  NO_NEWS: 'LOOK',
};

/** Kinds whose alerts have steps. A caller chooses one step of each kind, and reads the alerts that reach it. */
export type SteppedKind = 'ETA_CHANGED' | 'SOURCES_DISAGREE' | 'LAST_FREE_DAY_NEAR' | 'NO_NEWS';

/** The steps of each kind, ascending: days for the last free day, hours for all others. */
export const alertSteps = {
  ETA_CHANGED: [1, 3, 6, 12, 24, 48],
  SOURCES_DISAGREE: [12, 24, 48, 72],
  LAST_FREE_DAY_NEAR: [1, 2, 3, 5],
  NO_NEWS: [24, 48, 72, 120],
} as const satisfies Readonly<Record<SteppedKind, readonly number[]>>;

/** The thresholds of a tenant, one step of each kind, named as in the access file. */
export interface AlertThresholds {
  readonly etaChangedHours: number;
  readonly disagreementHours: number;
  readonly lastFreeDayNearDays: number;
  readonly noNewsHours: number;
}

/** The thresholds of a tenant that configures none. */
export const defaultThresholds: AlertThresholds = {
  etaChangedHours: 6,
  disagreementHours: 24,
  lastFreeDayNearDays: 2,
  noNewsHours: 72,
};

/** The threshold of each kind with steps. */
export const thresholdNames = {
  ETA_CHANGED: 'etaChangedHours',
  SOURCES_DISAGREE: 'disagreementHours',
  LAST_FREE_DAY_NEAR: 'lastFreeDayNearDays',
  NO_NEWS: 'noNewsHours',
} as const satisfies Readonly<Record<SteppedKind, keyof AlertThresholds>>;

/** Returns whether alerts of a kind have steps. */
export function hasSteps(kind: AlertKind): kind is SteppedKind {
  return kind in alertSteps;
}

/** A value before or after a fact. */
export interface AlertValue {
  /** The value for people and programs, such as `2026-03-09`, `9321483` or `EUR 120.00`. */
  readonly text: string;
  /** The name of what the value identifies, a ship or a port, if its source states one. */
  readonly name?: string | undefined;
  /** The time, if the value is one. */
  readonly time?: StatedArrivalTime | undefined;
  /** The side that states the value. */
  readonly source: Side;
}

/** The reason why a step of an alert was closed. */
export type CloseReason =
  | 'SUPERSEDED'
  | 'ACTUAL_TIME'
  | 'MAX_AGE'
  | 'SIDES_AGREE'
  | 'STATEMENT_WITHDRAWN'
  | 'REVERTED'
  | 'OTHER_CALL'
  | 'OPPOSITE_STATED'
  | 'COLLECTED'
  | 'DAY_MOVED'
  | 'ARRIVAL_CLOSED'
  | 'MATCH_FOUND'
  | 'NEWS_RECEIVED';

/** An alert at one step. A kind without steps has one entry without `step`. */
export interface AlertStep {
  readonly step?: number | undefined;
  readonly before?: AlertValue | undefined;
  readonly after?: AlertValue | undefined;
  /**
   * `ETA_CHANGED`: signed, positive if later. `SOURCES_DISAGREE`: the distance. `LAST_FREE_DAY_NEAR`, `NO_NEWS`:
   * absent.
   */
  readonly hoursMoved?: number | undefined;
  /** RFC 3339 in UTC with milliseconds: the `now` of the evaluation that raised it. */
  readonly raisedAt: string;
  /** Undefined while the step is open. */
  readonly closedAt?: string | undefined;
  readonly closeReason?: CloseReason | undefined;
}

/**
 * One entry of the log of alerts, as one view sees it. An alert may have several entries of each transition, for different
 * steps; for one step there is one `RAISED` and at most one `CLOSED`.
 */
export interface Transition {
  readonly kind: AlertKind;
  readonly transition: 'RAISED' | 'CLOSED';
  /**
   * Hash of arrival, kind, subject, evidence and raised values. It is equal in every view with the same fact, different
   * if the facts differ, and the same for raising and closing.
   */
  readonly alertId: string;
  /** Number of the entry within its alert and view, from 0. */
  readonly ordinal: number;
  readonly severity: Severity;
  /** The steps that this entry raises or closes; never empty. */
  readonly steps: readonly AlertStep[];
  /** All steps that the alert has ever had, in their state after this entry. */
  readonly allSteps: readonly AlertStep[];
  /** The evidence of the alert; for a closing, the evidence that raised it. */
  readonly evidence: readonly EvidenceRef[];
  /** The evidence that closed it; empty when the clock closed it, and for a raising. */
  readonly closingEvidence: readonly EvidenceRef[];
  /**
   * The subject, for a kind with several simultaneous subjects: the two sides, the container, or the part of the
   * release.
   */
  readonly subject?: string | undefined;
  /** RFC 3339 in UTC with milliseconds. */
  readonly at: string;
  /** Position in the log of the entry that caused the evaluation, as given to it; absent for the clock. */
  readonly position?: string | undefined;
}

/** An open alert of a view, after the last evaluation. */
export interface OpenAlert {
  readonly kind: AlertKind;
  readonly alertId: string;
  readonly severity: Severity;
  readonly steps: readonly AlertStep[];
  readonly evidence: readonly EvidenceRef[];
  readonly subject?: string | undefined;
}

/** Explains why an alert of a kind is or is not raised. */
export interface Check {
  readonly kind: AlertKind;
  /** `RAISED`: an alert of the kind is open at some step, or at the step of the caller. `NOT_CHECKED`: required information is missing. */
  readonly outcome: 'RAISED' | 'NOT_RAISED' | 'NOT_CHECKED';
  /** What was checked, and why the fact holds or not, in one sentence. */
  readonly reason: string;
}

/** The state that the facts of one view keep between evaluations. JSON whose content only `facts/` knows. */
export interface ViewMemory {
  readonly format: number;
  readonly [part: string]: unknown;
}

/** The latest log entry of an alert, used for a view whose memory is lost. */
export type LoggedAlert = Pick<Transition, 'kind' | 'alertId' | 'ordinal' | 'severity' | 'evidence' | 'subject' | 'allSteps'>;

/** Input of `evaluate`. */
export interface EvaluationInput {
  /** Id of the arrival. It is part of every alert's id. */
  readonly arrivalId: string;
  readonly evidence: ArrivalEvidence;
  /**
   * Undefined, or of another format, for a baseline evaluation, which raises only alerts that hold now and require
   * action.
   */
  readonly memory: ViewMemory | undefined;
  /**
   * For a baseline: the alerts of the view in the log, in the order of raising. Open ones remain open until they close,
   * and none is raised twice. Default: none.
   */
  readonly history?: readonly LoggedAlert[] | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Opaque; copied to the transitions. */
  readonly position?: string | undefined;
  /** Whether every tenant of the view has marked the arrival as collected. Default: false. */
  readonly isCollected?: boolean | undefined;
}

/** Result of `evaluate`. */
export interface Evaluation {
  readonly snapshot: ArrivalSnapshot;
  readonly memory: ViewMemory;
  /** In the order in which they are appended to the log: an alert is closed after it is raised. */
  readonly transitions: readonly Transition[];
  /** Every alert that is open after the evaluation, by the time of raising. */
  readonly openAlerts: readonly OpenAlert[];
  /** One for each kind, in the order of `alertKinds`. */
  readonly checks: readonly Check[];
  /** The next time at which the clock alone may change something; undefined if there is none. */
  readonly wakeAtMs: number | undefined;
}

/**
 * Evaluates what one view shows of an arrival. A pure function: no clock, no I/O, and the same input gives the same
 * result.
 */
export type Evaluate = (input: EvaluationInput) => Evaluation;
