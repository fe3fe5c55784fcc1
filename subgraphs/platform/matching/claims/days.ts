import { instantOf } from '../../time/instant.ts';
import type { CallClaim, StatedTime } from './call-claim.ts';
import type { ZoneOf } from './zones.ts';

/** How far apart times of one call may lie, in days unless named otherwise. */
export interface Windows {
  /** By classifier; the wider one of the two sides counts. A time without classifier counts as planned. */
  readonly PLN: number;
  readonly EST: number;
  readonly ACT: number;
  /** Beyond it a candidate is dropped. */
  readonly maxDays: number;
  /** How long after its arrival a ship may be expected to still have times at a port. */
  readonly stayDays: number;
  /** Within it times of the same kind from two sources may be of one call. */
  readonly mergeHours: number;
}

export const defaultWindows: Windows = { PLN: 7, EST: 3, ACT: 1, maxDays: 30, stayDays: 4, mergeHours: 36 };

/** A calendar day at the port, counted from 1970. `slack` days more or less where the port's zone is not known. */
export interface LocalDay {
  readonly day: number;
  readonly slack: 0 | 1;
}

/** How two claims lie in time to each other. */
export interface Distance {
  readonly left: StatedTime;
  readonly right: StatedTime;
  /** Days from left to right. Undefined where one side has no arrival, so that only nearness can be told. */
  readonly days?: number | undefined;
  /** Days between them; of two kinds those from the earlier one in a stay to the later one, which may be fewer than none. */
  readonly apart: number;
  readonly isInWindow: boolean;
  readonly isTooFar: boolean;
  /** A port without known time zone made a day more or less possible. */
  readonly isZoneUnknown: boolean;
}

/** What is needed to compare times. */
export interface TimeRules {
  readonly windows: Windows;
  readonly zoneOf: ZoneOf;
}

/**
 * Finds the day of a time at its port. A notice's day is taken as it stands and so is the date part of a schedule's
 * time, which its Producer wrote in local time; an event's instant is put into the zone of the port.
 */
export function localDayOf(time: StatedTime, claim: CallClaim, zoneOf: ZoneOf): LocalDay {
  const known = knownDays.get(zoneOf) ?? new WeakMap<StatedTime, LocalDay>();
  const held = known.get(time);
  if (held !== undefined) return held;
  const day = findLocalDay(time, claim, zoneOf);
  knownDays.set(zoneOf, known.set(time, day));
  return day;
}

/** One time of a record is compared with those of a whole page. */
const knownDays = new WeakMap<ZoneOf, WeakMap<StatedTime, LocalDay>>();

function findLocalDay(time: StatedTime, claim: CallClaim, zoneOf: ZoneOf): LocalDay {
  if (claim.kind !== 'EVENT' || time.text.length === 10) return { day: dayNumberOf(time.text), slack: 0 };
  const zone = claim.UNLocationCode === undefined ? undefined : zoneOf(claim.UNLocationCode);
  const milliseconds = millisecondsOf(time);
  if (zone === undefined) return { day: Math.floor(milliseconds / dayMs), slack: 1 };
  return { day: dayNumberOf(formatterOf(zone).format(milliseconds)), slack: 0 };
}

/** Compares arrivals; without one on both sides, any times of the ship at the port. Undefined when a side has no time. */
export function distanceOf(left: CallClaim, right: CallClaim, rules: TimeRules): Distance | undefined {
  if (left.times.length === 0 || right.times.length === 0) return undefined;
  const kind = sharedKindOf(left, right);
  const leftTime = kind === undefined ? anyTimeOf(left) : bestTimeOf(left, kind);
  const rightTime = kind === undefined ? anyTimeOf(right) : bestTimeOf(right, kind);
  if (leftTime === undefined || rightTime === undefined) return undefined;
  const leftDay = localDayOf(leftTime, left, rules.zoneOf);
  const rightDay = localDayOf(rightTime, right, rules.zoneOf);
  const days = rightDay.day - leftDay.day;
  const slack = Math.max(leftDay.slack, rightDay.slack);
  const window = Math.max(windowDaysOf(leftTime, rules.windows), windowDaysOf(rightTime, rules.windows)) + slack;
  // Arrival, stay, departure follow one another: the later kind may lie as many days behind as a stay lasts.
  const order = kind === undefined ? kindOrder[rightTime.kind] - kindOrder[leftTime.kind] : 0;
  const isOpen = kind === undefined && order === 0;
  const before = order < 0 || isOpen ? rules.windows.stayDays : 0;
  const behind = order > 0 || isOpen ? rules.windows.stayDays : 0;
  const reach = rules.windows.maxDays + slack;
  return {
    left: leftTime,
    right: rightTime,
    days: kind === 'ARRIVAL' ? days : undefined,
    apart: order === 0 ? Math.abs(days) : days * order > 0 ? Math.abs(days) : -Math.abs(days),
    isInWindow: days >= -window - before && days <= window + behind,
    isTooFar: days < -reach - before || days > reach + behind,
    isZoneUnknown: slack > 0,
  };
}

/** The most certain time of a kind: actual before estimated before planned. The standards do not say more. */
export function bestTimeOf(claim: CallClaim, kind: StatedTime['kind']): StatedTime | undefined {
  let best: StatedTime | undefined;
  for (const time of claim.times) {
    if (time.kind !== kind) continue;
    if (best === undefined || certaintyOf(time) < certaintyOf(best)) best = time;
  }
  return best;
}

/** Place of a time's classifier among the classifiers, the most certain one being 0. */
export function certaintyOf(time: StatedTime): number {
  switch (time.classifier) {
    case 'ACT':
      return 0;
    case 'EST':
      return 1;
    case 'REQ':
      return 2;
    case 'PLN':
      return 3;
    default:
      return 4;
  }
}

/** Milliseconds since 1970; a bare day counts as its noon in UTC. */
export function millisecondsOf(time: StatedTime): number {
  const held = parsed.get(time);
  if (held !== undefined) return held;
  const instant = instantOf(time.text);
  // A leap second has no number of its own.
  const milliseconds =
    instant === undefined ? dayNumberOf(time.text) * dayMs + dayMs / 2 : Date.parse(`${instant.slice(0, 19).replace(/:60$/, ':59')}Z`);
  parsed.set(time, milliseconds);
  return milliseconds;
}

/** A stretch of time in milliseconds since 1970. */
export interface TimeSpan {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** The stretch that all times of some claims lie in; undefined without any. */
export function spanOfClaims(claims: readonly CallClaim[]): TimeSpan | undefined {
  const all = claims.flatMap(({ times }) => times.map(millisecondsOf));
  return all.length === 0 ? undefined : { firstMs: Math.min(...all), lastMs: Math.max(...all) };
}

/** Whether two stretches lie so far apart that no two days in them are near, whatever the zones. */
export function areFarApart(left: TimeSpan | undefined, right: TimeSpan | undefined, { maxDays, stayDays }: Windows): boolean {
  if (left === undefined || right === undefined) return false;
  return Math.max(left.firstMs - right.lastMs, right.firstMs - left.lastMs) > (maxDays + stayDays + 2) * dayMs;
}

/** The day `YYYY-MM-DD` of a number of days since 1970, kept within the years that have four digits. */
export function dayTextOf(day: number): string {
  return new Date(Math.min(Math.max(day, firstDay), lastDay) * dayMs).toISOString().slice(0, 10);
}

/** The number of days since 1970 of the date part of a text. */
export function dayNumberOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / dayMs;
}

const dayMs = 86_400_000;
const parsed = new WeakMap<StatedTime, number>();
const [firstDay, lastDay] = [dayNumberOf('0000-01-01'), dayNumberOf('9999-12-31')];
const kindOrder = { ARRIVAL: 0, STAY: 1, DEPARTURE: 2 } as const;

function sharedKindOf(left: CallClaim, right: CallClaim): 'ARRIVAL' | 'DEPARTURE' | undefined {
  if (states(left, 'ARRIVAL') && states(right, 'ARRIVAL')) return 'ARRIVAL';
  return states(left, 'DEPARTURE') && states(right, 'DEPARTURE') ? 'DEPARTURE' : undefined;
}

function states(claim: CallClaim, kind: StatedTime['kind']): boolean {
  return claim.times.some((time) => time.kind === kind);
}

function anyTimeOf(claim: CallClaim): StatedTime | undefined {
  return bestTimeOf(claim, 'ARRIVAL') ?? bestTimeOf(claim, 'STAY') ?? bestTimeOf(claim, 'DEPARTURE');
}

function windowDaysOf(time: StatedTime, windows: Windows): number {
  switch (time.classifier) {
    case 'ACT':
      return windows.ACT;
    case 'EST':
    case 'REQ':
      return windows.EST;
    default:
      return windows.PLN;
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One per zone for good: making one costs 200 microseconds, and there are a few hundred zones at most. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const held = formatters.get(timeZone);
  if (held !== undefined) return held;
  // Sweden writes dates as YYYY-MM-DD.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formatters.set(timeZone, made);
  return made;
}
