import type { Random } from '../../../partners/sandbox/random.ts';
import { dayMs, hourMs, type WorldCall, worldNowMs } from './sailing.ts';

/** What somebody believes about the times of a call at some moment. */
export interface BelievedTimes {
  /** How far the belief is from the plan, in milliseconds. */
  readonly shiftMs: number;
  readonly classifier: 'PLN' | 'EST' | 'ACT';
}

/**
 * What somebody knew at a moment: the truth about what has happened, part of the delay before, nothing but the plan
 * long before.
 */
export function believe(call: WorldCall, random: Random, atMs = worldNowMs): BelievedTimes {
  const [{ arrivalMs }] = call.terminalCalls;
  const delayMs = arrivalMs - call.plannedArrivalMs;
  const ahead = arrivalMs - atMs;
  if (ahead < -hourMs * random.integer(0, 24)) return { shiftMs: delayMs, classifier: 'ACT' };
  if (ahead > 14 * dayMs) return { shiftMs: 0, classifier: 'PLN' };
  const share = Math.max(0, 1 - ahead / (14 * dayMs));
  return { shiftMs: Math.round((delayMs * share) / hourMs + random.integer(-5, 5)) * hourMs, classifier: 'EST' };
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

/** Looked up once per zone and day: in the simulated weeks clocks change at night, when no time of a call is written. */
function offsetMinutesOf(ms: number, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(ms / dayMs)}`;
  const held = offsets.get(key);
  if (held !== undefined) return held;
  const noonMs = Math.floor(ms / dayMs) * dayMs + dayMs / 2;
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(noonMs);
  const [, sign, hours = '0', minutes = '0'] =
    /GMT([+-])(\d\d):(\d\d)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  offsets.set(key, offset);
  return offset;
}
