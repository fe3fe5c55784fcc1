import { instantOf } from '@landfall/dcsa/instant.ts';
import type { CallClaim, StatedTime } from './call-claim.ts';
import { normalClassifier } from './normal-values.ts';
import { offsetMsAt, zoneOf } from './zones.ts';

/** Maximum differences between times of one call, in days unless named otherwise. */
export const windows = {
  /** By classifier; the larger one of the two sides applies. A time without a classifier counts as planned. */
  PLN: 7,
  EST: 3,
  ACT: 1,
  /** Between arrivals of which one states the voyage without its direction. */
  directionDays: 3,
  /** Difference above which a candidate is discarded. */
  maxDays: 30,
  /** By which a record may have moved and is still found by its earlier days (EARLIER_DAYS). */
  movedDays: 60,
  /** Between records with one visit reference, which ports use again, unless the ship and the voyage agree. */
  visitReferenceDays: 7,
  /** Maximum time between the arrival of a ship and its other times at a port. */
  stayDays: 4,
  /** Maximum difference between times of the same kind from two sources that may describe one call. */
  mergeHours: 36,
} as const;

/** Returns the most certain time of a kind: actual before estimated before planned before requested. */
export function bestTimeOf(claim: CallClaim, kind: StatedTime['kind']): StatedTime | undefined {
  let best: StatedTime | undefined;
  for (const time of claim.times) {
    if (time.kind !== kind) continue;
    if (best === undefined || certaintyOf(time) < certaintyOf(best)) best = time;
  }
  return best;
}

/** Returns the rank of a time's classifier; 0 is the most certain one. */
export function certaintyOf({ classifier }: StatedTime): number {
  return certainties[classifier ?? ''] ?? 3;
}

/** A request is not agreed, so any other time counts before it. */
const certainties: Readonly<Record<string, number>> = { ACT: 0, EST: 1, PLN: 2, REQ: 4 };

/** Returns whether a time is planned; a time without a classifier counts as planned. */
export function isPlan({ classifier = '' }: StatedTime): boolean {
  return !['ACT', 'EST', 'REQ'].includes(classifier);
}

/** Returns milliseconds since 1970; a day without a time counts as its noon in UTC. */
export function millisecondsOf(time: StatedTime): number {
  const held = parsed.get(time);
  if (held !== undefined) return held;
  const milliseconds = instantMsOf(time.text) ?? dayNumberOf(time.text) * dayMs + dayMs / 2;
  parsed.set(time, milliseconds);
  return milliseconds;
}

/** Returns milliseconds since 1970 of a date-time; undefined for any other text. */
function instantMsOf(text: string): number | undefined {
  const instant = instantOf(text);
  // A leap second has no timestamp.
  return instant === undefined ? undefined : Date.parse(`${instant.slice(0, 19).replace(/:60$/, ':59')}Z`);
}

/** A time span in milliseconds since 1970. */
export interface TimeSpan {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Returns the span of all times of some claims, the earlier ones included; undefined if they have none. */
export function spanOfClaims(claims: readonly CallClaim[]): TimeSpan | undefined {
  const all = claims.flatMap(statedTimesOf);
  return all.length === 0 ? undefined : { firstMs: Math.min(...all), lastMs: Math.max(...all) };
}

/** Returns the time between two spans, which is negative if they overlap. */
export function gapMsOf(left: TimeSpan, right: TimeSpan): number {
  return Math.max(left.firstMs - right.lastMs, right.firstMs - left.lastMs);
}

/** Returns the time between the nearest times that two records have stated; undefined if one has stated none. */
export function statedGapMsOf(left: CallClaim, right: CallClaim): number | undefined {
  const gaps = statedTimesOf(left).flatMap((one) => statedTimesOf(right).map((other) => Math.abs(one - other)));
  return gaps.length === 0 ? undefined : Math.min(...gaps);
}

function statedTimesOf({ times, earlierTimes = [] }: CallClaim): readonly number[] {
  return [...times, ...earlierTimes].map(millisecondsOf);
}

/** Returns the day `YYYY-MM-DD` of a number of days since 1970, limited to years with four digits. */
export function dayTextOf(day: number): string {
  return new Date(Math.min(Math.max(day, firstDay), lastDay) * dayMs).toISOString().slice(0, 10);
}

/** Returns the days since 1970 of the date part of a string. */
export function dayNumberOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / dayMs;
}

/** A calendar day at the port, counted from 1970, with a tolerance of `slack` days if the port's zone is unknown. */
export interface LocalDay {
  readonly day: number;
  readonly slack: 0 | 1;
}

/**
 * LOCAL_DAY: finds the day of a time at its port. A notice's day is used as written; an instant of a schedule or an event
 * is converted to the zone of the port. If that is unknown, the date part of a schedule's time is used, which most
 * Producers write in local time.
 */
export function localDayOf(time: StatedTime, claim: CallClaim): LocalDay {
  const held = knownDays.get(time);
  if (held !== undefined) return held;
  const day = findLocalDay(time, claim);
  knownDays.set(time, day);
  return day;
}

/** Cached, because one time of a record is compared with those of a whole page. */
const knownDays = new WeakMap<StatedTime, LocalDay>();

function findLocalDay(time: StatedTime, { kind, UNLocationCode }: CallClaim): LocalDay {
  if (kind === 'NOTICE' || time.text.length === 10) return { day: dayNumberOf(time.text), slack: 0 };
  const isZoneKnown = UNLocationCode !== undefined && zoneOf(UNLocationCode) !== undefined;
  if (kind === 'EVENT' && !isZoneKnown) return { day: Math.floor(millisecondsOf(time) / dayMs), slack: 1 };
  return { day: dayNumberOf(localDayTextOf(time.text, UNLocationCode)), slack: 0 };
}

/**
 * Returns the day `YYYY-MM-DD` of a date-time at a port, which follows from the instant and the zone of the port. The text
 * counts only if the zone is unknown.
 */
export function localDayTextOf(dateTime: string, UNLocationCode: string | undefined): string {
  const zone = UNLocationCode === undefined ? undefined : zoneOf(UNLocationCode);
  const milliseconds = zone === undefined ? undefined : instantMsOf(dateTime);
  if (zone === undefined || milliseconds === undefined) return dateTime.slice(0, 10);
  return dayTextOf(Math.floor((milliseconds + offsetMsAt(milliseconds, zone)) / dayMs));
}

/**
 * EXPECTED_ACTUAL: returns the classifier by which a time counts: an actual time after the day at the port on which it was
 * stated is an estimate. A day more is tolerated, because clocks and zones differ. A statement that is older than any candidate may
 * be has a time that its sender does not renew, and says nothing about when it was stated.
 *
 * @param statedAt when it was stated; if that cannot be read, the classifier counts as it is
 */
function countedClassifierOf(
  { classifier, text }: Pick<StatedTime, 'classifier' | 'text'>,
  statedAt: string | undefined,
  UNLocationCode: string | undefined,
): string | undefined {
  if (normalClassifier(classifier) !== 'ACT' || statedAt === undefined || instantOf(statedAt) === undefined) return classifier;
  const days = dayNumberOf(localDayTextOf(text, UNLocationCode)) - dayNumberOf(localDayTextOf(statedAt, UNLocationCode));
  return days > 1 && days <= windows.maxDays ? 'EST' : classifier;
}

/**
 * EXPECTED_ACTUAL: returns a claim in which such times are estimates. The day on which an arrival was stated counts like one
 * that was stated before: the ship may have arrived by then, and the date be wrong.
 */
export function withExpectedActuals(claim: CallClaim, statedAt: string | undefined): CallClaim {
  const { UNLocationCode, earlierTimes = [] } = claim;
  const times = claim.times.map((time) => {
    const classifier = countedClassifierOf(time, statedAt, UNLocationCode);
    return classifier === time.classifier ? time : { ...time, classifier };
  });
  const expected = times.filter((time) => !claim.times.includes(time));
  if (statedAt === undefined || expected.length === 0) return claim;
  const text = localDayTextOf(statedAt, UNLocationCode);
  const before = expected.flatMap((time) => (time.kind === 'ARRIVAL' ? [{ ...time, text }] : []));
  return { ...claim, times, ...(before.length === 0 ? {} : { earlierTimes: [...before, ...earlierTimes] }) };
}

/** A day in milliseconds. */
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;
const parsed = new WeakMap<StatedTime, number>();
const [firstDay, lastDay] = [dayNumberOf('0000-01-01'), dayNumberOf('9999-12-31')];
