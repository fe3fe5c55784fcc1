import { type DaySpan, type KeySet, windowOf } from '../shared/joins/key-set.ts';
import type { ScheduleQuestion } from './model.ts';

/** A question of joins, to all Producers or to one. */
export interface MatchQuestion {
  readonly question: ScheduleQuestion;
  /** Whose calls it may find. */
  readonly askedFor: ReadonlySet<KeySet>;
  /** Absent: everybody who offers schedules may know. */
  readonly partner?: string | undefined;
}

/**
 * Says what to ask so that the calls of key sets are found: one question per port and run of months, whatever the number
 * of key sets, because all ships of a port come in one answer. Months instead of days, so that pages that differ a
 * little ask the same. Without a port the ship is asked for, of the one partner whose numbers the key set has.
 */
export function callQuestionsOf(keySets: readonly KeySet[]): MatchQuestion[] {
  const { stretches, others } = stretchesOf(keySets);
  const atPorts = [...stretches].map(([UNLocationCode, { first, last, keySets: askedFor }]): MatchQuestion => {
    const conditions = { UNLocationCode, startDate: `${first}-01`, endDate: lastDayOf(last), responseScope: 'MATCHED_CALLS' } as const;
    return { question: { endpoint: 'vessel-schedules', conditions }, askedFor: new Set(askedFor) };
  });
  return [...atPorts, ...others.flatMap(shipQuestionsOf)];
}

/**
 * Says what to ask when vessel schedules did not settle a call: port schedules list the numbers of all partners of a
 * service side by side, so they translate one carrier's numbers into another's.
 */
export function dictionaryQuestionsOf(keySets: readonly KeySet[]): MatchQuestion[] {
  const { stretches } = stretchesOf(keySets);
  return [...stretches].map(([UNLocationCode, { first, keySets: askedFor }]): MatchQuestion => {
    const conditions = { UNLocationCode, date: `${first}-01` };
    return { question: { endpoint: 'port-schedules', conditions }, askedFor: new Set(askedFor) };
  });
}

/** The question for routes on the lane of a notice, to the partner that sent it; undefined without both ends. */
export function routeQuestionOf(keySet: KeySet): MatchQuestion | undefined {
  const [from, to] = [keySet.lane?.from[0]?.value, keySet.lane?.to[0]?.value];
  if (from === undefined || to === undefined) return undefined;
  const span = windowOf(keySet)?.near;
  const days = span === undefined ? {} : { arrivalStartDate: span.firstDay, arrivalEndDate: span.lastDay };
  const conditions = { placeOfReceipt: from, placeOfDelivery: to, ...days };
  const question = { endpoint: 'point-to-point-routes', conditions } as const;
  return { question, askedFor: new Set([keySet]), partner: keySet.statements[0].partner };
}

/** UN/LOCODEs that the standard's query parameters can hold. */
function portsOf({ statements }: KeySet): string[] {
  const codes = statements.flatMap(({ UNLocationCode }) => UNLocationCode ?? []);
  return [...new Set(codes)].filter((code) => /^[A-Z]{2}[A-Z2-9]{3}$/.test(code));
}

function shipQuestionsOf(keySet: KeySet): MatchQuestion[] {
  const span = windowOf(keySet)?.reach;
  const days = span === undefined ? {} : { startDate: span.firstDay, endDate: span.lastDay };
  return keySet.statements.flatMap(({ partner, vesselIMONumber, vesselName }): MatchQuestion[] => {
    const ship = vesselIMONumber !== undefined && /^\d{7,8}$/.test(vesselIMONumber) ? { vesselIMONumber } : vesselName && { vesselName };
    if (!ship) return [];
    const question = { endpoint: 'vessel-schedules', conditions: { ...ship, ...days, responseScope: 'MATCHED_CALLS' } } as const;
    return [{ question, askedFor: new Set([keySet]), partner }];
  });
}

/** Months `YYYY-MM`, both included, and whose calls lie in them. */
interface Stretch {
  readonly first: string;
  readonly last: string;
  readonly keySets: readonly KeySet[];
}

/** The stretch of each port, and the key sets that lie in none because they name no port or no time. */
function stretchesOf(keySets: readonly KeySet[]): { stretches: Map<string, Stretch>; others: KeySet[] } {
  const stretches = new Map<string, Stretch>();
  const others: KeySet[] = [];
  for (const keySet of keySets) {
    const span = windowOf(keySet)?.reach;
    const ports = span === undefined ? [] : portsOf(keySet);
    if (span === undefined || ports.length === 0) others.push(keySet);
    else for (const port of ports) widen(stretches, port, { keySet, ...span });
  }
  return { stretches, others };
}

function widen(stretches: Map<string, Stretch>, port: string, call: DaySpan & { readonly keySet: KeySet }): void {
  const held = stretches.get(port);
  const [first, last] = [monthOf(call.firstDay), monthOf(call.lastDay)];
  stretches.set(port, {
    first: held !== undefined && held.first < first ? held.first : first,
    last: held !== undefined && held.last > last ? held.last : last,
    keySets: [...(held?.keySets ?? []), call.keySet],
  });
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}

function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
