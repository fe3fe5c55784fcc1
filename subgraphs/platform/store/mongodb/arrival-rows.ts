import { bucketOf, columnsOfEntry, orderColumns } from '../arrival-order.ts';
import type { ArrivalEntry, ArrivalMark, ArrivalOrder, ArrivalRow, MarkKey, StoredArrival } from '../arrival-store.ts';
import { keyOf } from './rows.ts';

export const arrivalCollection = 'arrivals';
export const arrivalEntryCollection = 'arrivals.entries';
export const markCollection = 'arrivals.marks';

/** A stored arrival. */
export interface ArrivalDocument extends Omit<StoredArrival, 'arrivalId'> {
  readonly _id: string;
  /** The terms; long ones are hashed, see {@link keyOf}. */
  readonly keys: readonly string[];
}

/**
 * An entry of a list. Each order is one ascending string (see {@link orderValueOf}), so that a page is one range of one
 * index.
 */
export interface EntryDocument {
  readonly _id: EntryId;
  readonly scope: string;
  readonly arrival: string;
  /** The revision of the arrival. */
  readonly revision: number;
  readonly bucket: number;
  /** Combines the negated rank and the best known time. */
  readonly attention: string;
  readonly bestTime: string;
  /** The negated time of the last change. */
  readonly lastChange: string;
  /** Combines the last free day and the best known time. */
  readonly lastFree: string;
  /** The day of the best known time, in days since 1970. */
  readonly bestDay: number;
  /** The scopes of the arrival's other entries. A caller with one of those scopes sees that entry instead. */
  readonly overriddenBy: readonly string[];
  /** The keys of the arrival, copied so that a page is one query. */
  readonly keys: readonly string[];
}

export interface EntryId {
  /** The id of the arrival. */
  readonly a: string;
  /** The scope. */
  readonly s: string;
}

/** A mark of a tenant. */
export interface MarkDocument extends ArrivalMark {
  /** JSON of arrival, tenant, target and kind. */
  readonly _id: string;
}

export function arrivalDocumentOf(row: ArrivalRow, revision: number): ArrivalDocument {
  const { arrivalId, partner, document, hasPending, wakeAtMs, queryAtMs, queriedAtMs, terms, entries } = row;
  return {
    _id: arrivalId,
    revision,
    partner,
    document,
    hasPending,
    ...(wakeAtMs === undefined ? {} : { wakeAtMs }),
    ...(queryAtMs === undefined ? {} : { queryAtMs }),
    ...(queriedAtMs === undefined ? {} : { queriedAtMs }),
    terms,
    keys: keysOf(terms),
    entries: entries.map(
      (entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as unknown as ArrivalEntry,
    ),
  };
}

export function storedArrivalOf({ _id, keys: _, ...arrival }: ArrivalDocument): StoredArrival {
  return { arrivalId: _id, ...arrival };
}

export function entryIdOf(arrivalId: string, scope: string): EntryId {
  return { a: arrivalId, s: scope };
}

/** @param revision the revision of the arrival */
export function entryDocumentsOf({ arrivalId, terms, entries }: ArrivalRow, revision: number): EntryDocument[] {
  const keys = keysOf(terms);
  return entries.map((entry: ArrivalEntry) => {
    const numbers = columnsOfEntry(entry);
    const orderValue = (order: ArrivalOrder) =>
      orderValueOf(
        orderColumns[order].map((column) => numbers[column]),
        arrivalId,
      );
    return {
      _id: entryIdOf(arrivalId, entry.scope),
      scope: entry.scope,
      arrival: arrivalId,
      revision,
      bucket: bucketOf(entry),
      attention: orderValue('ATTENTION'),
      bestTime: orderValue('BEST_TIME'),
      lastChange: orderValue('LAST_CHANGE'),
      lastFree: orderValue('LAST_FREE_DAY'),
      bestDay: numbers.bestDay,
      overriddenBy: entries.flatMap(({ scope }) => (scope === entry.scope ? [] : [scope])),
      keys,
    };
  });
}

function orderValueOf(numbers: readonly number[], arrivalId: string): string {
  return `${numbers.map(orderStringOf).join(' ')} ${arrivalId}`;
}

/** Formats an integer so that strings sort as the numbers do. */
export function orderStringOf(value: number): string {
  const digits = String(value < 0 ? Number.MAX_SAFE_INTEGER + value : value).padStart(16, '0');
  return `${value < 0 ? '-' : '0'}${digits}`;
}

export function markIdOf({ arrivalId, tenant, target, kind }: MarkKey): string {
  return JSON.stringify([arrivalId, tenant, target, kind]);
}

export function markDocumentOf(mark: ArrivalMark): MarkDocument {
  const { arrivalId, tenant, target, kind, at, until, by } = mark;
  const optional = { ...(until === undefined ? {} : { until }), ...(by === undefined ? {} : { by }) };
  return { _id: markIdOf(mark), arrivalId, tenant, target, kind, at, ...optional };
}

export function markOf({ _id, ...mark }: MarkDocument): ArrivalMark {
  return mark;
}

function keysOf(terms: readonly string[]): string[] {
  return [...new Set(terms.map(keyOf))];
}
