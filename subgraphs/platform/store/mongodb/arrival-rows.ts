import type { Collection } from 'mongodb';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import { bucketOf, columnsOfEntry, orderColumns } from '../arrival-order.ts';
import type { ArrivalEntry, ArrivalMark, ArrivalOrder, ArrivalRow, MarkKey, StoredArrival } from '../arrival-store.ts';
import { bytesOfArrival } from '../version-bytes.ts';
import { keyOf } from './rows.ts';

export const arrivalCollection = 'arrivals';
export const arrivalEntryCollection = 'arrivals.entries';
export const markCollection = 'arrivals.marks';

/** A stored arrival. */
export interface ArrivalDocument extends Omit<StoredArrival, 'arrivalId'> {
  readonly _id: string;
  /** The terms; long ones are hashed, see {@link keyOf}. */
  readonly keys: readonly string[];
  /** See {@link EntryDocument}. */
  readonly writeId?: string;
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
  /**
   * Identifies the write of the arrival. The revision does not: an arrival that was removed and written again has its
   * first one. Absent in documents of earlier versions.
   */
  readonly writeId?: string;
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

/** The documents of one write of an arrival. */
export interface ArrivalDocuments {
  readonly arrival: ArrivalDocument;
  /** One for each scope. */
  readonly entries: readonly EntryDocument[];
}

/** Creates the documents of a write. @param write the new revision of the arrival, and the id of the write */
export function arrivalDocumentsOf(row: ArrivalRow, write: Pick<Written, 'revision' | 'writeId'>): ArrivalDocuments {
  const written = { ...write, keys: keysOf(row.terms) };
  return { arrival: arrivalDocumentOf(row, written), entries: entryDocumentsOf(row, written) };
}

/** What the documents of one write have in common. */
type Written = Required<Pick<EntryDocument, 'revision' | 'writeId' | 'keys'>>;

function arrivalDocumentOf(row: ArrivalRow, { revision, writeId, keys }: Written): ArrivalDocument {
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
    keys,
    writeId,
    entries: entries.map(
      (entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as unknown as ArrivalEntry,
    ),
  };
}

/** The fields of a document without those that are only used for searching. */
export type ReadArrivalDocument = Omit<ArrivalDocument, 'keys'>;

/** Projection on {@link ReadArrivalDocument}. */
export const withoutKeys = { keys: 0 } as const;

export function storedArrivalOf({ _id, writeId: _, ...arrival }: ReadArrivalDocument): StoredArrival {
  return { arrivalId: _id, ...arrival };
}

/** The fields of an entry by which its arrival is found. */
export type ArrivalReference = Pick<EntryDocument, 'arrival' | 'writeId'>;

/** Caches the arrivals that lists have read most recently. */
export interface ArrivalCache {
  /**
   * Finds the arrivals of entries, by their ids. An arrival that has changed since its entry was read may have another
   * revision.
   */
  find(entries: readonly ArrivalReference[]): Promise<ReadonlyMap<string, StoredArrival>>;
}

/** Opens the cache. */
export function createArrivalCache(arrivals: Pick<Collection<ArrivalDocument>, 'find'>): ArrivalCache {
  const cache = sharedCachePool.open<string, { readonly writeId: string; readonly arrival: StoredArrival }>();
  return {
    find: async (entries) => {
      const found = new Map<string, StoredArrival>();
      for (const { arrival: id, writeId } of entries) {
        const cached = cache.get(id);
        if (cached !== undefined && cached.writeId === writeId) found.set(id, cached.arrival);
      }
      const missing = entries.flatMap(({ arrival }) => (found.has(arrival) ? [] : [arrival]));
      if (missing.length === 0) return found;
      const options = { projection: withoutKeys };
      for (const document of await arrivals.find<ReadArrivalDocument>({ _id: { $in: missing } }, options).toArray()) {
        const arrival = storedArrivalOf(document);
        found.set(document._id, arrival);
        const { writeId } = document;
        if (writeId !== undefined) cache.set(document._id, { writeId, arrival }, bytesOfArrival(arrival));
      }
      return found;
    },
  };
}

export function entryIdOf(arrivalId: string, scope: string): EntryId {
  return { a: arrivalId, s: scope };
}

function entryDocumentsOf({ arrivalId, entries }: ArrivalRow, { revision, writeId, keys }: Written): EntryDocument[] {
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
      writeId,
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
