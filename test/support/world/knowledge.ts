import type { Random } from '@landfall/sandbox/random.ts';
import type { WorldShip } from './fleet.ts';
import { dayMs, hourMs, type WorldCall } from './sailing.ts';

/** What a party believes about the times of a call at some moment. */
export interface BelievedTimes {
  /** Difference between the belief and the plan, in milliseconds. */
  readonly shiftMs: number;
  readonly classifier: 'PLN' | 'EST' | 'ACT';
}

/**
 * Returns what a party knows at a moment: the truth about the past, a part of the delay before it, and only the plan
 * long before it.
 */
export function believe(call: WorldCall, random: Random, atMs: number): BelievedTimes {
  const [{ arrivalMs }] = call.terminalCalls;
  const delayMs = arrivalMs - call.plannedArrivalMs;
  const ahead = arrivalMs - atMs;
  if (ahead < -hourMs * random.integer(0, 24)) return { shiftMs: delayMs, classifier: 'ACT' };
  if (call.isSilent && ahead >= 0) return { shiftMs: 0, classifier: 'EST' };
  if (ahead > 14 * dayMs) return { shiftMs: 0, classifier: 'PLN' };
  const share = Math.max(0, 1 - ahead / (14 * dayMs));
  return { shiftMs: Math.round((delayMs * share) / hourMs + random.integer(-5, 5)) * hourMs, classifier: 'EST' };
}

/** Returns the ship that is expected at a moment; until a swap is known, the planned one. */
export function shipKnownAt(call: WorldCall, atMs: number): WorldShip {
  return atMs < call.swapKnownMs ? call.plannedShip : call.ship;
}

/** Formats a moment as local time with offset, as in schedules. */
export function localText(ms: number, timeZone: string): string {
  const offset = offsetMinutesOf(ms, timeZone);
  const local = new Date(ms + offset * 60_000).toISOString().slice(0, 19);
  const away = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${String(Math.floor(away / 60)).padStart(2, '0')}:${String(away % 60).padStart(2, '0')}`;
}

/** Formats a moment as a local day, as in notices. */
export function localDay(ms: number, timeZone: string): string {
  return localText(ms, timeZone).slice(0, 10);
}

/** Formats a moment in UTC, as in events. */
export function utcText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

const offsets = new Map<string, number>();
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Looked up once per zone and hour, because in every time zone clocks change at a full hour in UTC. */
function offsetMinutesOf(ms: number, timeZone: string): number {
  const hour = Math.floor(ms / hourMs);
  const key = `${timeZone} ${hour}`;
  const held = offsets.get(key);
  if (held !== undefined) return held;
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formatters.set(timeZone, formatter);
  const name = formatter.formatToParts(hour * hourMs).find(({ type }) => type === 'timeZoneName');
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name?.value ?? '') ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  offsets.set(key, offset);
  return offset;
}
