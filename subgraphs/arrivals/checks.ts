import {
  type AlertKind,
  type AlertReader,
  type AlertValue,
  type AlertView,
  alertKinds,
  openAlertView,
  stepOf,
  stepsByKind,
} from './alerts.ts';
import type { Collected } from './collected.ts';
import { evaluate } from './facts/evaluate.ts';
import { type CheckReason, textOfTime } from './facts/fact-context.ts';
import type { ArrivalSide, CheckOutcome, CheckReasonCode, SideOutcome } from './generated/schema.ts';
import type { StatedArrivalTime } from './model.ts';
import type { ArrivalView } from './queries.ts';

/** Why one kind of alert is raised or not. */
export interface Check {
  readonly kind: AlertKind;
  readonly outcome: CheckOutcome;
  readonly reasons: readonly CheckReason[];
  /** The caller's threshold; undefined for kinds without one. */
  readonly threshold: number | undefined;
}

/**
 * Explains to one caller, for each kind, why it is raised or not at this time. The arrival is evaluated again from its
 * memory, with only the caller's thresholds. Evaluating the same evidence again changes nothing, whereas a stored
 * explanation would have been given at another time.
 *
 * @param now.collected what the caller's tenant has marked as collected
 */
export function checksOf(
  { arrivalId, notice, shown, openDays }: ArrivalView,
  { thresholds, charges }: AlertReader,
  now: { readonly nowMs: number; readonly collected: Collected },
): Check[] {
  const { schedule, port, memory, openAlerts } = shown;
  const evidence = { notice, schedule, port };
  const explained = new Map<AlertKind, { readonly outcome: CheckOutcome; readonly reasons: readonly CheckReason[] }>();
  evaluate(
    { arrivalId, evidence, memory, openDays, ...now },
    stepsByKind((threshold) => [thresholds[threshold]]),
    (kind, reason, isChecked = true) => {
      const reasons = [...(explained.get(kind)?.reasons ?? []), reason];
      explained.set(kind, { outcome: isChecked ? 'NOT_RAISED' : 'NOT_CHECKED', reasons });
    },
  );
  const open = openAlerts.flatMap((alert) => openAlertView(arrivalId, alert, thresholds) ?? []);
  return alertKinds
    .filter((kind) => kind !== 'CHARGES_CHANGED' || charges)
    .map((kind) => {
      const threshold = stepOf(kind, thresholds);
      const raised = open.filter((alert) => alert.kind === kind);
      // A kind that became due by time and has not been evaluated yet, or was raised by another threshold, is not raised.
      if (raised.length === 0) return { kind, threshold, ...(explained.get(kind) ?? { outcome: 'NOT_CHECKED', reasons: [] }) };
      const reasons = raised.map((alert): CheckReason => ({ code: 'ALERT_OPEN', since: alert.raisedAt, alert }));
      return { kind, threshold, outcome: 'RAISED', reasons };
    });
}

/** Writes the reasons of a check as text. */
export function textOfCheck({ kind, reasons, threshold = 0 }: Check): string {
  const silent = reasons.filter(({ code }) => code === 'SIDE_WITHOUT_TIME');
  if (silent.length > 0) return `Fewer than two sides state an arrival time: ${silent.map(silenceOf).join('; ')}.`;
  const reported = reasons.some(hasThreshold) ? (reportedFrom[kind]?.(threshold) ?? []) : [];
  return [...reasons.map((reason) => sentences[reason.code](reason, kind, threshold)), reported].flat().join(' ');
}

function hasThreshold({ code, daysLeft = -1 }: CheckReason): boolean {
  return ['MOVED', 'DIFFERENCE', 'OUTDATED_DIFFERENCE', 'TIME_PASSED'].includes(code) || daysLeft >= 0;
}

const reportedFrom: Readonly<Partial<Record<AlertKind, (threshold: number) => string>>> = {
  ETA_CHANGED: (hours) => `Moves are reported from ${hours} h on.`,
  SOURCES_DISAGREE: (hours) => `Differences are reported from ${hours} h on.`,
  LAST_FREE_DAY_NEAR: (days) => `It is reported from ${daysText(days)} before.`,
  OVERDUE: (hours) => `It is reported from ${hours} h on.`,
};

const lastReported = 'when it was last reported or became the best known time';

const sentences: Readonly<Record<CheckReasonCode, (reason: CheckReason, kind: AlertKind, threshold: number) => string>> = {
  ALERT_OPEN: ({ alert, since }) => `An alert has been open since ${since}${alert === undefined ? '' : valuesOf(alert)}.`,
  NO_TIME: () => 'No side states an arrival time.',
  ACTUAL_TIME: ({ time }) => `The arrival has happened: the ${sideOf(time)} states ${textOf(time)} as its actual time.`,
  SAME_TIME: ({ time }) => `The best known time is ${textOf(time)}, from the ${sideOf(time)}, which stated the same ${lastReported}.`,
  MOVED: ({ time, comparedTime, hours = 0 }) =>
    `The best known time is ${textOf(time)}, from the ${sideOf(time)}: ${Math.abs(hours)} h ${hours > 0 ? 'later' : 'earlier'} than ${textOf(comparedTime)}, which it stated ${lastReported}.`,
  STEADY: (_, _kind, threshold) => `No side has turned back twice within 24 h, each time by ${threshold} h.`,
  TURNING: () => 'The time of a side turns back and forth.',
  DIFFERENCE: (reason) => `${differenceOf(reason)}.`,
  OUTDATED_DIFFERENCE: (reason) => `${differenceOf(reason)}, and at least one of them is not current.`,
  SIDE_WITHOUT_TIME: silenceOf,
  NOT_NAMED: (_, kind) => `No version of the notice names the ${subjects[kind]}.`,
  UNCHANGED: ({ value, since }, kind) =>
    value === undefined
      ? `The ${subjects[kind]} have not changed since the version of ${since}.`
      : `The ${subjects[kind]} is ${value} since the version of ${since}.`,
  OMITTED: ({ since }) => `The port call is omitted, as stated at ${since}.`,
  NOT_OMITTED: () => 'No event of the matched visit states that it is omitted.',
  NO_MATCH: (reason) => {
    const end = reason.side === 'PORT' ? '; only an event of the matched visit states an omission' : ', so no match can be lost';
    return `The ${withoutMatch(reason)}${end}.`;
  },
  NO_ACTUAL_TIME: (_, kind) => `No side states an actual time of ${subjects[kind]}.`,
  REACHED: ({ time }) => `The ${sideOf(time)} states ${textOf(time)}; it is reported once, for 72 h, unless it was known from the start.`,
  NOT_RELEASED: (reason) => `${partsOf(reason)}. Cargo is released when the freight is YES and neither customs nor the bill is NO.`,
  ALREADY_RELEASED: (reason) => `${partsOf(reason)}. The cargo is released; it is reported once, unless it was so in the first version.`,
  NO_PART_WITHDRAWN: (reason) => `${partsOf(reason)}. No part has become NO that was YES before.`,
  NO_LAST_FREE_DAY: (_, kind) => `The notice states no last free day${kind === 'FREE_TIME_CHANGED' ? '' : ' of pickup'}.`,
  DAYS_LEFT: (reason) => `${daysLeftOf(reason)}${reason.isOpen === false ? ', and the arrival is not open' : ''}.`,
  NO_CHARGES: () => 'The current version of the notice states no charges.',
  MATCH_LOST: (reason) => `${lostMatchOf(reason)}.`,
  MATCH_LOST_BY_OMISSION: (reason) => `${lostMatchOf(reason)}; the omission of the port call explains it.`,
  MATCH_STATED: ({ record, since }) => `The schedules of ${record?.partner} stated the matched call at ${since}.`,
  SCHEDULES_NOT_AVAILABLE: () => 'Schedules could not be queried, so the match may still be stated.',
  NOT_EXPECTED: ({ state, time, isOpen }) => {
    const reasons = [
      state !== 'EXPECTED' && `the state is ${state}`,
      time === undefined && 'no best known time is stated',
      isOpen === false && 'the arrival is not open',
    ];
    return `Not checked: ${reasons.filter(Boolean).join(', and ')}.`;
  },
  TIME_AHEAD: ({ time }) => `The best known time, ${textOf(time)}, from the ${sideOf(time)}, has not passed.`,
  TIME_PASSED: ({ time, hours }) => `The best known time, ${textOf(time)}, from the ${sideOf(time)}, passed ${hours} h ago.`,
  ACTUAL_TIMES_NOT_STATED: (reason, ...of) =>
    `${sentences.TIME_PASSED(reason, ...of)} Neither a schedule nor a port call is matched, and no notice of the partner has stated an actual time.`,
  RECENT_NEWS: (reason, _, threshold) => `${newsOf(reason)} is within 5 days: silence is reported from ${threshold} h on.`,
  NEWS_BEFORE_DISTANT_TIME: (reason) => `${newsOf(reason)} is more than 5 days from now: silence is not reported yet.`,
  NEWS_BEFORE_PASSED_TIME: (reason) => `${newsOf(reason)} has passed: silence is reported only before it.`,
};

/** What a kind is about, in the sentences that several kinds share. */
const subjects: Readonly<Partial<Record<AlertKind, string>>> = {
  PORT_CHANGED: 'port of discharge',
  TERMINAL_CHANGED: 'terminal in a code list',
  VESSEL_CHANGED: 'ship',
  VOYAGE_CHANGED: 'import voyage',
  FREE_TIME_CHANGED: 'last free days',
  CHARGES_CHANGED: 'sums of the charges',
  ARRIVED: 'arrival',
  BERTHED: 'arrival at the berth',
  DISCHARGE_COMPLETED: 'completion of the discharge',
};

const sideNames: Readonly<Record<ArrivalSide, string>> = { NOTICE: 'notice', SCHEDULE: 'schedule', PORT: 'port' };

/** Why a side without a `UNIQUE` match states nothing. */
const outcomes: Readonly<Record<SideOutcome, string>> = {
  UNIQUE: 'has one match, which states no arrival time',
  AMBIGUOUS: 'has no certain match (AMBIGUOUS)',
  CONFLICTING: 'has matches that contradict each other (CONFLICTING)',
  NONE: 'has no match (NONE)',
  UNKNOWN: 'could not be matched (UNKNOWN)',
  NOT_QUERIED: 'was not queried, or is not visible',
};

function sideOf(time: StatedArrivalTime | undefined): string {
  return time === undefined ? '' : sideNames[time.source];
}

function textOf(time: StatedArrivalTime | undefined): string {
  return time === undefined ? '' : textOfTime(time);
}

function withoutMatch({ side = 'PORT', sideOutcome = 'UNKNOWN' }: CheckReason): string {
  return `${sideNames[side]} ${outcomes[sideOutcome]}`;
}

function silenceOf(reason: CheckReason): string {
  return reason.side === 'NOTICE' ? 'the notice states no day' : `the ${withoutMatch(reason)}`;
}

function differenceOf({ time, comparedTime: other, hours }: CheckReason): string {
  return `The ${sideOf(other)} (${textOf(other)}) and the ${sideOf(time)} (${textOf(time)}) differ by ${hours} h`;
}

function partsOf({ release }: CheckReason): string {
  const parts = [`freight ${release?.freight}`, `customs ${release?.customs}`, `original bill of lading ${release?.originalBillOfLading}`];
  return `The notice states ${parts.join(', ')}`;
}

function lostMatchOf({ record, since }: CheckReason): string {
  return `The schedules of ${record?.partner} have not stated the call that was the match since ${since}`;
}

function newsOf({ time, since, record }: CheckReason): string {
  const last = `The last news is of ${since}, from the ${record === undefined ? '' : sideNames[record.source]}`;
  return `${last}. The best known time, ${textOf(time)},`;
}

function daysLeftOf({ day, daysLeft = 0 }: CheckReason): string {
  if (daysLeft < 0) return `The last free day of pickup, ${day}, passed ${daysText(-daysLeft)} ago`;
  if (daysLeft === 0) return `The last free day of pickup, ${day}, is today`;
  return `Until the last free day of pickup, ${day}, ${daysLeft === 1 ? '1 day is' : `${daysLeft} days are`} left`;
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

function valuesOf({ kind, before, after }: AlertView): string {
  if (after === undefined) return '';
  if (before === undefined) return `: ${nameOf(after)}`;
  if (kind !== 'SOURCES_DISAGREE') return `: ${nameOf(before)} became ${nameOf(after)}`;
  return `: ${[before, after].map(({ source, text }) => `the ${sideNames[source]} stated ${text}`).join(', ')}`;
}

function nameOf({ text, name }: AlertValue): string {
  return name === undefined ? text : `${name} (${text})`;
}
