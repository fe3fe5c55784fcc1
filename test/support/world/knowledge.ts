import type { Random } from '../../../partners/sandbox/random.ts';
import type { WorldShip } from './fleet.ts';
import { dayMs, hourMs, type WorldCall } from './sailing.ts';

/** What a party believes about the times of a call at some moment. */
export interface BelievedTimes {
  /** How far the belief is from the plan, in milliseconds. */
  readonly shiftMs: number;
  readonly classifier: 'PLN' | 'EST' | 'ACT';
}

/**
 * What a party knew at a moment: the truth about what has happened, part of the delay before, nothing but the plan
 * long before.
 */
export function believe(call: WorldCall, random: Random, atMs: number): BelievedTimes {
  const [{ arrivalMs }] = call.terminalCalls;
  const delayMs = arrivalMs - call.plannedArrivalMs;
  const ahead = arrivalMs - atMs;
  if (ahead < -hourMs * random.integer(0, 24)) return { shiftMs: delayMs, classifier: 'ACT' };
  if (ahead > 14 * dayMs) return { shiftMs: 0, classifier: 'PLN' };
  const share = Math.max(0, 1 - ahead / (14 * dayMs));
  return { shiftMs: Math.round((delayMs * share) / hourMs + random.integer(-5, 5)) * hourMs, classifier: 'EST' };
}

/** The ship that is expected at a moment: before a swap is known the one that was to come. */
export function shipKnownAt(call: WorldCall, atMs: number): WorldShip {
  return atMs < call.swapKnownMs ? call.plannedShip : call.ship;
}

/** Writes a moment as local time with offset, as schedules do. */
export function localText(ms: number, timeZone: string): string {
  const offset = offsetMinutesOf(ms, timeZone);
  const local = new Date(ms + offset * 60_000).toISOString().slice(0, 19);
  const away = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${String(Math.floor(away / 60)).padStart(2, '0')}:${String(away % 60).padStart(2, '0')}`;
}

/** Writes a moment as the local day, as notices do. */
export function localDay(ms: number, timeZone: string): string {
  return localText(ms, timeZone).slice(0, 10);
}

/** Writes a moment in UTC, as events do. */
export function utcText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

const offsets = new Map<string, number>();
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Looked up once per zone and hour: clocks change at the full hour, in UTC, in every zone of the world. */
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
