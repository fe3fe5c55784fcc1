import type { Filter } from 'mongodb';
import { type ColumnRange, lastCharacter } from '../arrival-order.ts';
import type { ArrivalFilter, ArrivalOrder } from '../arrival-store.ts';
import { type ArrivalDocument, type EntryDocument, orderStringOf } from './arrival-rows.ts';
import { keyOf } from './rows.ts';

/** The field of each order. */
export const orderFields = { ATTENTION: 'attention', BEST_TIME: 'bestTime', LAST_CHANGE: 'lastChange', LAST_FREE_DAY: 'lastFree' } as const;

/** Returns the index of an order, which begins with scope and bucket. */
export function indexOf(order: ArrivalOrder): Record<string, 1> {
  return { scope: 1, bucket: 1, [orderFields[order]]: 1 };
}

export function rangeCondition({ column, from, before }: ColumnRange): Filter<EntryDocument> {
  // An order string begins with the number of its first column, so these bounds are exactly those on the number.
  if (column !== 'bestDay') return { [column]: { $gte: orderStringOf(from), $lt: orderStringOf(before) } };
  return { bestDay: { $gte: from, $lt: before } };
}

/** The arrivals that have one of some terms, or a term that begins with one of some strings. */
export interface TermSet {
  /** Identifies the set. */
  readonly key: string;
  /** Selects the arrivals by the index on their keys, without reading the documents. */
  readonly arrivals: Filter<ArrivalDocument>;
  /** Checks an entry that was found by other means. */
  readonly check: Filter<EntryDocument>;
}

export function termSetsOf({ all = [], beginnings = [] }: ArrivalFilter): TermSet[] {
  return [...all.map(exactTerms), ...beginnings.map(termsBeginningWith)];
}

function exactTerms(terms: readonly string[]): TermSet {
  const condition = { keys: { $in: terms.map(keyOf) } };
  return { key: `is ${JSON.stringify(terms)}`, arrivals: condition as Filter<ArrivalDocument>, check: condition as Filter<EntryDocument> };
}

function termsBeginningWith(strings: readonly string[]): TermSet {
  const ranges = strings.map((string) => ({ keys: { $elemMatch: { $gte: string, $lt: `${string}${lastCharacter}` } } }));
  const check = ranges.length === 0 ? { keys: { $in: [] } } : { $or: ranges };
  // A regular expression selects the same terms. For $elemMatch, MongoDB reads each document that the index selects.
  const isPlain = strings.every((string) => !string.includes('\0'));
  const arrivals = isPlain ? { keys: { $in: strings.map(beginningWith) } } : check;
  return { key: `begins ${JSON.stringify(strings)}`, arrivals: arrivals as Filter<ArrivalDocument>, check: check as Filter<EntryDocument> };
}

function beginningWith(string: string): RegExp {
  return new RegExp(`^${string.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&')}`);
}
