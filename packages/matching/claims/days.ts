import { instantOf } from '@landfall/dcsa/instant.ts';
import type { CallClaim, StatedTime } from './call-claim.ts';

/** Maximum differences between times of one call, in days unless named otherwise. */
export const windows = {
  /** By classifier; the larger one of the two sides applies. A time without a classifier counts as planned. */
  PLN: 7,
  EST: 3,
  ACT: 1,
  /** Difference above which a candidate is discarded. */
  maxDays: 30,
  /** Maximum time between the arrival of a ship and its other times at a port. */
  stayDays: 4,
  /** Maximum difference between times of the same kind from two sources that may describe one call. */
  mergeHours: 36,
} as const;

/** Returns the most certain time of a kind: actual before estimated before planned. */
export function bestTimeOf(claim: CallClaim, kind: StatedTime['kind']): StatedTime | undefined {
  let best: StatedTime | undefined;
  for (const time of claim.times) {
    if (time.kind !== kind) continue;
    if (best === undefined || certaintyOf(time) < certaintyOf(best)) best = time;
  }
  return best;
}

/** Returns the rank of a time's classifier; 0 is the most certain one. */
export function certaintyOf(time: StatedTime): number {
  const rank = classifiers.indexOf(time.classifier ?? '');
  return rank < 0 ? classifiers.length : rank;
}

const classifiers: readonly string[] = ['ACT', 'EST', 'REQ', 'PLN'];

/** Returns milliseconds since 1970; a day without a time counts as its noon in UTC. */
export function millisecondsOf(time: StatedTime): number {
  const held = parsed.get(time);
  if (held !== undefined) return held;
  const instant = instantOf(time.text);
  // A leap second has no timestamp.
  const milliseconds =
    instant === undefined ? dayNumberOf(time.text) * dayMs + dayMs / 2 : Date.parse(`${instant.slice(0, 19).replace(/:60$/, ':59')}Z`);
  parsed.set(time, milliseconds);
  return milliseconds;
}

/** A time span in milliseconds since 1970. */
export interface TimeSpan {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Returns the span of all times of some claims; undefined if they have none. */
export function spanOfClaims(claims: readonly CallClaim[]): TimeSpan | undefined {
  const all = claims.flatMap(({ times }) => times.map(millisecondsOf));
  return all.length === 0 ? undefined : { firstMs: Math.min(...all), lastMs: Math.max(...all) };
}

/** Returns the day `YYYY-MM-DD` of a number of days since 1970, limited to years with four digits. */
export function dayTextOf(day: number): string {
  return new Date(Math.min(Math.max(day, firstDay), lastDay) * dayMs).toISOString().slice(0, 10);
}

/** Returns the days since 1970 of the date part of a string. */
export function dayNumberOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / dayMs;
}

/** A day in milliseconds. */
export const dayMs = 86_400_000;
const parsed = new WeakMap<StatedTime, number>();
const [firstDay, lastDay] = [dayNumberOf('0000-01-01'), dayNumberOf('9999-12-31')];
