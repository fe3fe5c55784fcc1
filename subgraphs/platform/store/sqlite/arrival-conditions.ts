import { type ColumnRange, lastCharacter } from '../arrival-order.ts';
import type { ArrivalFilter, ArrivalOrder } from '../arrival-store.ts';
import type { SqlValue } from './connection.ts';

/** A part of a statement with the values of its parameters. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The columns of the table of entries. */
export const columnNames = {
  attention: 'attention',
  bestTime: 'best_time',
  lastChange: 'last_change',
  lastFree: 'last_free',
  bestDay: 'best_day',
} as const;

/** The index of each order, which begins with scope and bucket. */
export const indexNames = {
  ATTENTION: 'arrival_entries_attention',
  BEST_TIME: 'arrival_entries_best_time',
  LAST_CHANGE: 'arrival_entries_last_change',
  LAST_FREE_DAY: 'arrival_entries_last_free',
} as const satisfies Readonly<Record<ArrivalOrder, string>>;

export function rangeCheck({ column, from, before }: ColumnRange): Statement {
  const name = columnNames[column];
  return { sql: `e.${name} >= ? AND e.${name} < ?`, values: [from, before] };
}

/** The arrivals that have one of some terms, or a term that begins with one of some strings. */
export interface TermSet {
  /** Identifies the set. */
  readonly key: string;
  /** Selects the arrivals as `t.arrival`, some of them repeatedly. */
  readonly rows: Statement;
  /** Checks an arrival that was found by other means. @param arrival its column */
  readonly check: (arrival: string) => Statement;
}

export function termSetsOf({ all = [], beginnings = [] }: ArrivalFilter): TermSet[] {
  return [...all.map(exactTerms), ...beginnings.map(termsBeginningWith)];
}

/**
 * Maximum length of a list of parameters. It is read faster for each row than JSON, but requires one statement per
 * length.
 */
const maxListed = 8;

function exactTerms(terms: readonly string[]): TermSet {
  const key = JSON.stringify(terms);
  const listed = terms.length <= maxListed;
  const list = listed ? terms.map(() => '?').join(', ') : 'SELECT value FROM json_each(?)';
  return {
    key: `is ${key}`,
    rows: { sql: 'arrival_terms t WHERE t.term IN (SELECT value FROM json_each(?))', values: [key] },
    check: (arrival) => ({
      sql: `EXISTS (SELECT 1 FROM arrival_terms o WHERE o.arrival = +${arrival} AND o.term IN (${list}))`,
      values: listed ? terms : [key],
    }),
  };
}

function termsBeginningWith(strings: readonly string[]): TermSet {
  const key = JSON.stringify(strings);
  const bounds = JSON.stringify(strings.map((string) => [string, `${string}${lastCharacter}`]));
  const has = (arrival: string) =>
    `EXISTS (SELECT 1 FROM arrival_terms o INDEXED BY arrival_terms_arrival WHERE o.arrival = +${arrival} AND o.term >= ? AND o.term < ?)`;
  return {
    key: `begins ${key}`,
    rows: { sql: 'json_each(?) b CROSS JOIN arrival_terms t WHERE t.term >= b.value ->> 0 AND t.term < b.value ->> 1', values: [bounds] },
    check: (arrival) => ({
      sql: `(${strings.length === 0 ? 'FALSE' : strings.map(() => has(arrival)).join(' OR ')})`,
      values: strings.flatMap((string) => [string, `${string}${lastCharacter}`]),
    }),
  };
}
