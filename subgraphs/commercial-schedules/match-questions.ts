import { type KeySet, windowOf } from '../shared/joins/key-set.ts';
import type { JoinQuestion } from '../shared/joins/question.ts';
import type { ScheduleQuestion } from './model.ts';

/** A question of a join, to all Producers or to one. */
export interface MatchQuestion {
  readonly question: ScheduleQuestion;
  /** Absent: everybody who offers schedules may know. */
  readonly partner?: string | undefined;
}

/**
 * Says what to ask so that the calls of key sets are found: one question per port and run of months, whatever the number
 * of key sets, because all ships of a port come in one answer. Months instead of days, so that pages that differ a
 * little ask the same. Without a port the ship is asked for, of the one partner whose numbers the key set has.
 */
export function callQuestionsOf(keySets: readonly KeySet[]): MatchQuestion[] {
  const months = new Map<string, { first: string; last: string }>();
  const lone: MatchQuestion[] = [];
  for (const keySet of keySets) {
    const span = windowOf(keySet)?.reach;
    const ports = portsOf(keySet);
    if (ports.length === 0 || span === undefined) lone.push(...shipQuestionsOf(keySet));
    else for (const port of ports) widen(months, port, { first: monthOf(span.firstDay), last: monthOf(span.lastDay) });
  }
  const atPorts = [...months].map(([UNLocationCode, { first, last }]): MatchQuestion => {
    const conditions = { UNLocationCode, startDate: `${first}-01`, endDate: lastDayOf(last), responseScope: 'MATCHED_CALLS' } as const;
    return { question: { endpoint: 'vessel-schedules', conditions } };
  });
  return [...atPorts, ...lone];
}

/**
 * Says what to ask when vessel schedules did not settle a call: port schedules list the numbers of all partners of a
 * service side by side, so they translate one carrier's numbers into another's.
 */
export function dictionaryQuestionsOf(keySets: readonly KeySet[]): MatchQuestion[] {
  const days = new Map<string, string>();
  for (const keySet of keySets) {
    const first = windowOf(keySet)?.reach.firstDay;
    if (first === undefined) continue;
    for (const port of portsOf(keySet)) {
      const held = days.get(port);
      const day = `${monthOf(first)}-01`;
      if (held === undefined || day < held) days.set(port, day);
    }
  }
  return [...days].map(([UNLocationCode, date]) => ({ question: { endpoint: 'port-schedules', conditions: { UNLocationCode, date } } }));
}

/** The question for routes on the lane of a notice, to the partner that sent it; undefined without both ends. */
export function routeQuestionOf({ keySet }: JoinQuestion): MatchQuestion | undefined {
  const [from, to] = [keySet.lane?.from[0]?.value, keySet.lane?.to[0]?.value];
  if (from === undefined || to === undefined) return undefined;
  const span = windowOf(keySet)?.near;
  const days = span === undefined ? {} : { arrivalStartDate: span.firstDay, arrivalEndDate: span.lastDay };
  const conditions = { placeOfReceipt: from, placeOfDelivery: to, ...days };
  return { question: { endpoint: 'point-to-point-routes', conditions }, partner: keySet.statements[0].partner };
}

/** UN/LOCODEs that the standard's query parameters can hold. */
export function portsOf({ statements }: KeySet): string[] {
  const codes = statements.flatMap(({ UNLocationCode }) => UNLocationCode ?? []);
  return [...new Set(codes)].filter((code) => /^[A-Z]{2}[A-Z2-9]{3}$/.test(code));
}

function shipQuestionsOf(keySet: KeySet): MatchQuestion[] {
  const span = windowOf(keySet)?.reach;
  const days = span === undefined ? {} : { startDate: span.firstDay, endDate: span.lastDay };
  return keySet.statements.flatMap(({ partner, vesselIMONumber, vesselName }): MatchQuestion[] => {
    const ship = vesselIMONumber !== undefined && /^\d{7,8}$/.test(vesselIMONumber) ? { vesselIMONumber } : vesselName && { vesselName };
    if (!ship) return [];
    return [{ question: { endpoint: 'vessel-schedules', conditions: { ...ship, ...days, responseScope: 'MATCHED_CALLS' } }, partner }];
  });
}

function widen(months: Map<string, { first: string; last: string }>, port: string, { first, last }: { first: string; last: string }): void {
  const held = months.get(port) ?? { first, last };
  months.set(port, { first: first < held.first ? first : held.first, last: last > held.last ? last : held.last });
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}

function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
