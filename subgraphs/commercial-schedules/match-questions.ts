import { dayNumberOf, dayTextOf } from '../shared/joins/days.ts';
import { type DaySpan, type KeySet, windowOf } from '../shared/joins/key-set.ts';
import type { ScheduleQuestion } from './model.ts';

/** A question of joins to one partner. */
export interface MatchQuestion {
  readonly question: ScheduleQuestion;
  /** Id of the partner. */
  readonly partner: string;
  /** Whose calls it may find. */
  readonly askedFor: ReadonlySet<KeySet>;
}

/** Ids of the partners that are to be asked about a key set. */
export type PartnersFor = (keySet: KeySet) => readonly string[];

/** Days are rounded to a grid of so many, so that pages that differ a little ask the same. */
const gridDays = 14;

/**
 * Says what to ask so that the calls of key sets are found: vessel schedules, one question per partner and port,
 * whatever the number of key sets, because all ships of a port come in one answer. Without a port or a time the ship is
 * asked for, of those partners alone whose numbers the key set has.
 */
export function callQuestionsOf(keySets: readonly KeySet[], partnersFor: PartnersFor): MatchQuestion[] {
  const questions = new Map<string, { partner: string; UNLocationCode: string; span: DaySpan; askedFor: Set<KeySet> }>();
  const ofShips: MatchQuestion[] = [];
  for (const keySet of keySets) {
    const span = spanOf(keySet);
    const ports = span === undefined ? [] : portsOf(keySet);
    if (span === undefined || ports.length === 0) {
      ofShips.push(...shipQuestionsOf(keySet, partnersFor(keySet)));
      continue;
    }
    for (const partner of partnersFor(keySet)) {
      for (const UNLocationCode of ports) {
        const key = `${partner} ${UNLocationCode}`;
        const held = questions.get(key) ?? { partner, UNLocationCode, span, askedFor: new Set<KeySet>() };
        held.askedFor.add(keySet);
        questions.set(key, { ...held, span: unionOf(held.span, span) });
      }
    }
  }
  const ofPorts = [...questions.values()].map(({ partner, UNLocationCode, span, askedFor }): MatchQuestion => {
    const conditions = { UNLocationCode, startDate: span.firstDay, endDate: span.lastDay, responseScope: 'MATCHED_CALLS' } as const;
    return { question: { endpoint: 'vessel-schedules', conditions }, partner, askedFor };
  });
  return [...ofPorts, ...ofShips];
}

/**
 * Says what to ask when vessel schedules do not know a voyage number: port schedules list the numbers of all partners of
 * a service side by side, so they translate one carrier's numbers into another's. Their answers begin at a day and may
 * be cut behind it, so the day is that of the key set and not of the page.
 */
export function dictionaryQuestionsOf(keySets: readonly KeySet[], partnersFor: PartnersFor): MatchQuestion[] {
  const questions = new Map<string, MatchQuestion & { readonly askedFor: Set<KeySet> }>();
  for (const keySet of keySets) {
    const near = windowOf(keySet)?.near;
    if (near === undefined) continue;
    const date = dayTextOf(gridDays * Math.floor(dayNumberOf(near.firstDay) / gridDays));
    for (const partner of partnersFor(keySet)) {
      for (const UNLocationCode of portsOf(keySet)) {
        const key = `${partner} ${UNLocationCode} ${date}`;
        const question = { endpoint: 'port-schedules', conditions: { UNLocationCode, date } } as const;
        const held = questions.get(key) ?? { question, partner, askedFor: new Set<KeySet>() };
        held.askedFor.add(keySet);
        questions.set(key, held);
      }
    }
  }
  return [...questions.values()];
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

/**
 * The days in which calls of a key set may lie, rounded to the grid. Of an answer that was asked for more days, only
 * these count for it, so that a page gives it the calls that it would get alone.
 */
export function spanOf(keySet: KeySet): DaySpan | undefined {
  const reach = windowOf(keySet)?.reach;
  if (reach === undefined) return undefined;
  return {
    firstDay: dayTextOf(gridDays * Math.floor(dayNumberOf(reach.firstDay) / gridDays)),
    lastDay: dayTextOf(gridDays * (Math.floor(dayNumberOf(reach.lastDay) / gridDays) + 1) - 1),
  };
}

/** UN/LOCODEs that the standard's query parameters can hold. */
export function portsOf({ statements }: KeySet): string[] {
  const codes = statements.flatMap(({ UNLocationCode }) => UNLocationCode ?? []);
  return [...new Set(codes)].filter((code) => /^[A-Z]{2}[A-Z2-9]{3}$/.test(code));
}

function shipQuestionsOf(keySet: KeySet, partners: readonly string[]): MatchQuestion[] {
  const span = spanOf(keySet);
  const days = span === undefined ? {} : { startDate: span.firstDay, endDate: span.lastDay };
  return keySet.statements.flatMap(({ partner, vesselIMONumber, vesselName }): MatchQuestion[] => {
    const ship = vesselIMONumber !== undefined && /^\d{7,8}$/.test(vesselIMONumber) ? { vesselIMONumber } : vesselName && { vesselName };
    if (!ship || !partners.includes(partner)) return [];
    const question = { endpoint: 'vessel-schedules', conditions: { ...ship, ...days, responseScope: 'MATCHED_CALLS' } } as const;
    return [{ question, askedFor: new Set([keySet]), partner }];
  });
}

function unionOf(left: DaySpan, right: DaySpan): DaySpan {
  return {
    firstDay: left.firstDay < right.firstDay ? left.firstDay : right.firstDay,
    lastDay: left.lastDay > right.lastDay ? left.lastDay : right.lastDay,
  };
}
