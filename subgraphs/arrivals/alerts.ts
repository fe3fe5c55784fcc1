import { type AlertThresholds, alertThresholdSteps } from '#platform/access/access-file.ts';
import { globalIdOf } from '#platform/log/global-id.ts';
import { type ArrivalSnapshot, spanOf } from './arrival/arrival.ts';
import type { AlertCloseReason, AlertSeverity, ArrivalSide } from './generated/schema.ts';
import { type EvidenceRef, keyOfGlobalId, type StatedArrivalTime } from './model.ts';
import { dayMs } from './statements/port-time.ts';

/** The rule of a kind of fact. */
interface KindRule {
  readonly severity: AlertSeverity;
  /** The greater severity that an alert of the kind may have instead. */
  readonly raisedTo?: AlertSeverity;
  /** The name of the kind's threshold in the access file. A caller reads the alerts of such a kind that reach its step. */
  readonly threshold?: keyof AlertThresholds;
  /** Whether an alert ends by its age, 72 hours after it was raised. */
  readonly isAging?: true;
  /** Whether the first evaluation of a view raises the kind, because it applies then and requires action. */
  readonly isInBaseline?: true;
  /**
   * Whether the clock raises the kind. It may apply again after it was closed, as when a mark is undone or another time is
   * stated, and the same evidence then raises it.
   */
  readonly isByClock?: true;
  /** Whether the fact is about the visit of the ship, and not about the notice: it is the same for all documents of a visit. */
  readonly isOfVisit?: true;
}

/** The kinds of facts, in the order in which they are explained. */
export const alertRules = {
  ETA_CHANGED: { severity: 'LOOK', isOfVisit: true, threshold: 'etaChangedHours', isAging: true },
  ETA_UNSTEADY: { severity: 'LOOK', isOfVisit: true, threshold: 'etaChangedHours', isInBaseline: true },
  SOURCES_DISAGREE: { severity: 'LOOK', isOfVisit: true, threshold: 'disagreementHours', isInBaseline: true },
  VESSEL_CHANGED: { severity: 'ACT_NOW', isAging: true },
  VOYAGE_CHANGED: { severity: 'INFO', isAging: true },
  PORT_CHANGED: { severity: 'ACT_NOW', isAging: true },
  TERMINAL_CHANGED: { severity: 'LOOK', isAging: true },
  PORT_CALL_OMITTED: { severity: 'ACT_NOW', isOfVisit: true, isInBaseline: true },
  ARRIVED: { severity: 'INFO', isOfVisit: true, isAging: true },
  BERTHED: { severity: 'INFO', isOfVisit: true, isAging: true },
  DISCHARGE_COMPLETED: { severity: 'INFO', isOfVisit: true, isAging: true },
  RELEASED: { severity: 'INFO' },
  RELEASE_WITHDRAWN: { severity: 'ACT_NOW' },
  FREE_TIME_CHANGED: { severity: 'LOOK', isAging: true },
  LAST_FREE_DAY_NEAR: { severity: 'ACT_NOW', threshold: 'lastFreeDayNearDays', isInBaseline: true, isByClock: true },
  LAST_FREE_DAY_PASSED: { severity: 'ACT_NOW', isInBaseline: true, isByClock: true },
  CHARGES_CHANGED: { severity: 'LOOK', isAging: true },
  MATCH_LOST: { severity: 'LOOK', isOfVisit: true },
  OVERDUE: { severity: 'LOOK', isOfVisit: true, raisedTo: 'ACT_NOW', threshold: 'overdueHours', isInBaseline: true, isByClock: true },
  NO_NEWS: { severity: 'LOOK', threshold: 'noNewsHours', isInBaseline: true, isByClock: true },
} as const satisfies Readonly<Record<string, KindRule>>;

export type AlertKind = keyof typeof alertRules;

/** Kinds whose alerts have steps. */
export type SteppedKind = { [K in AlertKind]: (typeof alertRules)[K] extends { threshold: string } ? K : never }[AlertKind];

export function ruleOf(kind: AlertKind): KindRule {
  return alertRules[kind];
}

export const alertKinds = Object.keys(alertRules) as readonly AlertKind[];

/** Steps of each kind that has them, in ascending order: days for the last free day, hours for all others. */
export type AlertSteps = Readonly<Record<SteppedKind, readonly number[]>>;

/** Returns the steps of each kind that has them. @param stepsOf returns those of its threshold */
export function stepsByKind(stepsOf: (threshold: keyof AlertThresholds) => readonly number[]): AlertSteps {
  const steps = alertKinds.flatMap((kind) => {
    const { threshold } = ruleOf(kind);
    return threshold === undefined ? [] : [[kind, stepsOf(threshold)]];
  });
  return Object.fromEntries(steps);
}

/** The steps for which facts are stored. */
export const alertSteps = stepsByKind((threshold) => alertThresholdSteps[threshold]);

function stepsOfKind(kind: AlertKind): readonly number[] {
  return alertSteps[kind as SteppedKind] ?? [];
}

/** Returns the step of a kind that thresholds select; undefined for a kind without steps. */
export function stepOf(kind: AlertKind, thresholds: AlertThresholds): number | undefined {
  const { threshold } = ruleOf(kind);
  return threshold && thresholds[threshold];
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
  readonly source: ArrivalSide;
}

/** An alert at one step. A kind without steps has one entry without `step`. */
export interface AlertStep {
  readonly step?: number | undefined;
  readonly before?: AlertValue | undefined;
  readonly after?: AlertValue | undefined;
  /**
   * `ETA_CHANGED`: signed, positive if later. `SOURCES_DISAGREE`: the distance. `ETA_UNSTEADY`: the length of the range.
   * Other kinds: absent.
   */
  readonly hoursMoved?: number | undefined;
  /** `ETA_UNSTEADY`: how often the time has turned back. */
  readonly turns?: number | undefined;
  /** `LAST_FREE_DAY_NEAR`: at most so many days were left when it was raised: 5, 3, 2, 1 or 0. */
  readonly daysLeft?: number | undefined;
  /** RFC 3339 in UTC with milliseconds: the `now` of the evaluation that raised it. */
  readonly raisedAt: string;
  /** Undefined while the step is open. */
  readonly closedAt?: string | undefined;
  readonly closeReason?: AlertCloseReason | undefined;
}

/** What an alert is about, the same for raising and closing. */
export interface AlertIdentity {
  readonly kind: AlertKind;
  /**
   * Hash of arrival, kind, subject, evidence and raised values. It is equal in every view with the same fact, and
   * different if the facts differ.
   */
  readonly alertId: string;
  readonly severity: AlertSeverity;
  /** The evidence that raised it. */
  readonly evidence: readonly EvidenceRef[];
  /**
   * The subject, for a kind with several simultaneous subjects: the two sides, the container, or the part of the
   * release.
   */
  readonly subject?: string | undefined;
  /** `ETA_CHANGED`: the change of the notice that explains it. */
  readonly cause?: AlertKind | undefined;
  /** The containers that it is about; absent for a kind about the whole arrival, and if the notice names none. */
  readonly equipmentReferences?: readonly string[] | undefined;
}

/**
 * One entry of the log of alerts, as the views that share it see it. An alert may have several entries of each transition, for
 * different steps; for one step there is one `RAISED` and at most one `CLOSED`.
 */
export interface Transition extends AlertIdentity {
  readonly transition: 'RAISED' | 'CLOSED';
  /** Number of the entry within its alert and view, from 0. */
  readonly ordinal: number;
  /** The steps that this entry raises or closes. Empty if it only states which views share the alert from now on. */
  readonly steps: readonly AlertStep[];
  /** All steps that the alert has ever had, in their state after this entry. */
  readonly allSteps: readonly AlertStep[];
  /** The evidence that closed it; empty when the clock closed it, and for a raising. */
  readonly closingEvidence: readonly EvidenceRef[];
  /** RFC 3339 in UTC with milliseconds. */
  readonly at: string;
  /** Position in the log of the entry that caused the evaluation, as given to it; absent for the clock. */
  readonly position?: string | undefined;
}

/** An open alert of a view, after the last evaluation. */
export interface OpenAlert extends AlertIdentity {
  readonly steps: readonly AlertStep[];
}

/** The state that the facts of one view keep between evaluations. JSON whose content only `facts/` knows. */
export interface ViewMemory {
  readonly format: number;
  readonly [part: string]: unknown;
}

/** The latest log entry of an alert, used for a view whose memory is lost. */
export type LoggedAlert = AlertIdentity & Pick<Transition, 'ordinal' | 'allSteps'>;

/**
 * What an index term of an alert's entry in the log states about the alert in one view. `at`: the entry raises or
 * closes it at some steps. `open`, `closed`: it is open or closed at them after the entry.
 */
export type AlertTermKind = 'at' | 'open' | 'closed';

/** An alert at some of its steps. */
type AlertAtSteps = Pick<AlertIdentity, 'kind' | 'severity'> & { readonly steps: readonly AlertStep[] };

/** Returns the index terms of an alert in views. */
export function alertTermsOf(term: AlertTermKind, views: readonly string[], alert: AlertAtSteps): string[] {
  const ends = alertTermEndsOf(alert);
  return views.flatMap((view) => ends.map((end) => `${term}:${view}:${end}`));
}

/**
 * Returns what {@link alertTermsOf} has after the view. Steps that follow each other have one term, because most facts reach all
 * steps up to one; it has the severity for a kind with several.
 */
export function alertTermEndsOf({ kind, severity, steps }: AlertAtSteps): string[] {
  const all = stepsOfKind(kind);
  if (all.length === 0) return steps.length === 0 ? [] : [alertTermEndOf({ kind, severity })];
  const reached = all.map((step) => steps.some((one) => one.step === step));
  const endsOf = (next: -1 | 1) => all.filter((_, place) => reached[place] === true && reached[place + next] !== true);
  const lasts = endsOf(1);
  return endsOf(-1).map((first, number) => alertTermEndOf({ kind, severity, first, last: lasts[number] }));
}

/** Returns the views that an entry of the log is about, by its terms. */
export function viewsOfTerms(terms: readonly string[]): Set<string> {
  const parts = terms.map((term) => term.split(':', 2));
  return new Set(parts.flatMap(([term, view]) => (view !== undefined && (term === 'open' || term === 'closed') ? [view] : [])));
}

/** What a caller may read of the alerts. */
export interface AlertReader {
  readonly view: string;
  readonly thresholds: AlertThresholds;
  /** Whether the caller may see charges, and therefore alerts about them. */
  readonly charges: boolean;
}

/** Returns the terms of which an entry must have one to be read, for some kinds and severities of alerts. */
export function readTermsOf(
  term: AlertTermKind,
  reader: AlertReader,
  { kinds, severities }: { readonly kinds?: Maybe<readonly AlertKind[]>; readonly severities?: Maybe<readonly AlertSeverity[]> } = {},
): string[] {
  return (kinds ?? alertKinds)
    .filter((kind) => kind !== 'CHARGES_CHANGED' || reader.charges)
    .flatMap((kind) => {
      const spans = spansWith(kind, stepOf(kind, reader.thresholds));
      const read = severitiesOf(kind).filter((severity) => severities?.includes(severity) ?? true);
      return read.flatMap((severity) => spans.map((span) => `${term}:${reader.view}:${alertTermEndOf({ kind, severity, ...span })}`));
    });
}

/** The first and the last one of some steps that follow each other; empty for a kind without steps. */
interface StepSpan {
  readonly first?: number | undefined;
  readonly last?: number | undefined;
}

function alertTermEndOf({ kind, severity, first, last }: Pick<AlertIdentity, 'kind' | 'severity'> & StepSpan): string {
  const steps = first === last ? first : `${first}-${last}`;
  const ofSeverity = severitiesOf(kind).length > 1 ? severity : undefined;
  return [kind, steps, ofSeverity].filter((part) => part !== undefined).join(':');
}

/** Returns all spans of steps of a kind that contain a step. */
function spansWith(kind: AlertKind, step: number | undefined): readonly StepSpan[] {
  if (step === undefined) return [{}];
  const steps = stepsOfKind(kind);
  const lasts = steps.filter((last) => last >= step);
  return steps.filter((first) => first <= step).flatMap((first) => lasts.map((last) => ({ first, last })));
}

type Maybe<T> = T | null | undefined;

/** Returns the severities that alerts of a kind may have. */
export function severitiesOf(kind: AlertKind): AlertSeverity[] {
  const { severity, raisedTo } = ruleOf(kind);
  return raisedTo === undefined ? [severity] : [severity, raisedTo];
}

/** An alert as one caller sees it, at the step that the caller's thresholds select. */
export interface AlertView extends AlertIdentity, AlertStep {
  readonly arrivalId: string;
  readonly closingEvidence: readonly EvidenceRef[];
}

/** Returns an open alert as a caller sees it; undefined if it is not open at the caller's step. */
export function openAlertView(arrivalId: string, alert: OpenAlert, thresholds: AlertThresholds): AlertView | undefined {
  const view = alertViewOf(arrivalId, { ...alert, allSteps: alert.steps, closingEvidence: [] }, thresholds);
  return view?.closedAt === undefined ? view : undefined;
}

/** Returns the alert of an entry of the log as a caller sees it; undefined if it has no such step. */
export function alertViewOf(
  arrivalId: string,
  {
    alertId,
    kind,
    severity,
    evidence,
    closingEvidence,
    subject,
    cause,
    equipmentReferences,
    allSteps,
  }: AlertIdentity & Pick<Transition, 'allSteps' | 'closingEvidence'>,
  thresholds: AlertThresholds,
): AlertView | undefined {
  const selected = stepOf(kind, thresholds);
  const step = allSteps.find((one) => one.step === selected);
  const closing = step?.closedAt === undefined ? [] : closingEvidence;
  return step && { ...step, arrivalId, alertId, kind, severity, evidence, closingEvidence: closing, subject, cause, equipmentReferences };
}

/** Returns the global id of an alert. */
export function globalIdOfAlert({ arrivalId, alertId }: Pick<AlertView, 'arrivalId' | 'alertId'>): string {
  return globalIdOf('ArrivalAlert', JSON.stringify([arrivalId, alertId]));
}

/** Parses a global id created by {@link globalIdOfAlert}; undefined for any other string. */
export function parseAlertId(id: string): { readonly arrivalId: string; readonly alertId: string } | undefined {
  const key = keyOfGlobalId('ArrivalAlert', id);
  if (key === undefined) return undefined;
  try {
    const [arrivalId, alertId]: unknown[] = JSON.parse(key);
    return typeof arrivalId === 'string' && typeof alertId === 'string' ? { arrivalId, alertId } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the local day of the deadline that an alert is about: the last free day, or the day at which the ship was
 * expected; undefined for other kinds.
 */
export function deadlineOf({ kind, subject, after }: Pick<AlertView, 'kind' | 'subject' | 'after'>): string | undefined {
  return ruleOf(kind).isByClock === true && kind !== 'NO_NEWS' ? (after?.time?.localDate ?? subject) : undefined;
}

/** An arrival is near from this many days before it. */
export const nearDays = 5;

/**
 * Returns the time from which an alert that needs attention is urgent, in milliseconds since 1970: `ACT_NOW` from the
 * start, `INFO` never, and `LOOK` when the arrival is near, by its best known time or by the time before the change. An
 * arrival without a time counts as near.
 */
export function urgentFromMs(
  { severity, before }: Pick<AlertView, 'severity' | 'before'>,
  { bestTimeMs }: Pick<ArrivalSnapshot, 'bestTimeMs'>,
): number {
  if (severity === 'ACT_NOW') return Number.NEGATIVE_INFINITY;
  if (severity === 'INFO') return Number.POSITIVE_INFINITY;
  const times = [bestTimeMs ?? 0, ...(before?.time === undefined ? [] : [spanOf(before.time).firstMs])];
  return Math.min(...times) - nearDays * dayMs;
}
