import { bucketOf, columnsOfEntry, orderColumns } from '../arrival-lists.ts';
import {
  type ArrivalEntry,
  type ArrivalMark,
  type ArrivalOrder,
  type ArrivalRow,
  allTermsOf,
  linesOf,
  type MarkKey,
  type StoredArrival,
  storedEntriesOf,
  tenantScopes,
} from '../arrival-store.ts';
import { keyOf } from './rows.ts';

export const arrivalCollection = 'arrivals';
export const arrivalEntryCollection = 'arrivals.entries';
export const markCollection = 'arrivals.marks';
export const linesCollection = 'arrivals.lines';

/** A stored arrival. Its revision is the number of its writes. */
export interface ArrivalDocument extends Omit<StoredArrival, 'arrivalId' | 'group' | 'terms'> {
  readonly _id: string;
  /** The lines that follow the document, by their id in {@link linesCollection}. Absent if it is complete. */
  readonly shared?: string | undefined;
  /** The terms; long ones are hashed, see {@link keyOf}. */
  readonly keys: readonly string[];
  /** The terms, if some are hashed, and in documents of earlier versions. */
  readonly terms?: readonly string[];
  /** See {@link EntryDocument}. */
  readonly writeId?: string;
}

/**
 * An entry of lists. Each order is one ascending string (see {@link orderValueOf}), so that a page is one range of one
 * index.
 */
export interface EntryDocument {
  readonly _id: EntryId;
  /** The lists, which show the same of the arrival. One in documents of earlier versions, and for a tenant with marks. */
  readonly scope: string | readonly string[];
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
  /** See {@link ArrivalEntry}. */
  readonly visit?: string | undefined;
  readonly stats?: string | undefined;
  /** The scopes of tenants among those of the arrival's other entries. A caller with one of those scopes sees that entry instead. */
  readonly overriddenBy: readonly string[];
  /** The keys of the arrival without those of other scopes only, copied so that a page is one query. */
  readonly keys: readonly string[];
}

export interface EntryId {
  /** The id of the arrival. */
  readonly a: string;
  /** The first of the scopes. */
  readonly s: string;
}

/** A mark of a tenant. */
export interface MarkDocument extends ArrivalMark {
  /** JSON of arrival, tenant, target and kind. */
  readonly _id: string;
}

/** The documents of one write of an arrival. */
export type ArrivalDocuments = ReturnType<typeof arrivalDocumentsOf>;

/**
 * Creates the documents of a write.
 *
 * @param write the new revision of the arrival, and the id of the write
 * @param shared the id of the lines after the first one, if they are stored apart
 */
export function arrivalDocumentsOf(
  { arrivalId, group: _, terms: ownTerms, sharedTerms, ...row }: ArrivalRow,
  write: { readonly revision: number; readonly writeId: string },
  shared?: string,
) {
  const terms = allTermsOf({ terms: ownTerms, sharedTerms });
  const keys = [...new Set(terms.map(keyOf))];
  const whole = keys.join() === terms.join() ? {} : { terms };
  const apart = shared === undefined ? {} : { document: linesOf(row.document).own, shared };
  return {
    arrival: {
      ...{ _id: arrivalId, ...row, entries: storedEntriesOf(row.entries), ...whole, ...apart, ...write, keys },
    },
    entries: entryDocumentsOf(arrivalId, row.entries, { ...write, keys }),
  };
}

/** Creates the documents of the entries of an arrival. @param of.keys those of the arrival */
export function entryDocumentsOf(
  arrivalId: string,
  entries: readonly ArrivalEntry[],
  { keys, ...write }: { readonly revision: number; readonly writeId: string; readonly keys: readonly string[] },
): EntryDocument[] {
  const keysOf = ({ terms = [] }: ArrivalEntry) => terms.map(keyOf);
  const ofScopes = new Set(entries.flatMap(keysOf));
  const common = keys.filter((key) => !ofScopes.has(key));
  return entries.map((entry) => ({
    ...{ ...entryDocumentOf(arrivalId, entry, entries), ...write },
    keys: [...common, ...keysOf(entry)],
  }));
}

function isOfTenant(scope: string): boolean {
  return scope.startsWith(tenantScopes);
}

export function entryIdOf(arrivalId: string, scope: string): EntryId {
  return { a: arrivalId, s: scope };
}

function entryDocumentOf(arrivalId: string, entry: ArrivalEntry, all: readonly ArrivalEntry[]) {
  const { scopes } = entry;
  const [first] = scopes;
  const orderValue = (order: ArrivalOrder) => orderValueOf(arrivalId, entry, order);
  return {
    _id: entryIdOf(arrivalId, first),
    scope: scopes.length === 1 ? first : scopes,
    arrival: arrivalId,
    bucket: bucketOf(entry),
    attention: orderValue('ATTENTION'),
    bestTime: orderValue('BEST_TIME'),
    lastChange: orderValue('LAST_CHANGE'),
    lastFree: orderValue('LAST_FREE_DAY'),
    bestDay: columnsOfEntry(entry).bestDay,
    visit: entry.visit,
    stats: entry.stats,
    overriddenBy: all.flatMap(({ scopes: [scope] }) => (isOfTenant(scope) && scope !== first ? [scope] : [])),
  };
}

/** Returns what an update sets in the entries of several arrivals, as expressions. */
export function alikeEntryOf(entry: ArrivalEntry) {
  const shown = entryDocumentOf('', entry, []);
  const { attention, bestTime, lastChange, lastFree, bucket, bestDay, visit, stats } = shown;
  // The strings of orders end with the arrival.
  const ofArrival = (beginning: string) => ({ $concat: [{ $literal: beginning }, '$arrival'] });
  const orders = {
    attention: ofArrival(attention),
    bestTime: ofArrival(bestTime),
    lastChange: ofArrival(lastChange),
    lastFree: ofArrival(lastFree),
  };
  const textOf = (text: string | undefined) => (text === undefined ? '$$REMOVE' : { $literal: text });
  return { ...orders, bucket, bestDay, visit: textOf(visit), stats: textOf(stats) };
}

/** Returns the string by which an order sorts the entries of arrivals. */
export function orderValueOf(arrivalId: string, entry: ArrivalEntry, order: ArrivalOrder): string {
  const numbers = columnsOfEntry(entry);
  return `${orderColumns[order].map((column) => orderStringOf(numbers[column])).join(' ')} ${arrivalId}`;
}

/** Formats an integer so that strings sort as the numbers do. */
export function orderStringOf(value: number): string {
  const digits = String(value < 0 ? Number.MAX_SAFE_INTEGER + value : value).padStart(16, '0');
  return `${value < 0 ? '-' : '0'}${digits}`;
}

/** Parses the first integer of an order string. */
export function orderNumberOf(text: string): number {
  const digits = Number(text.slice(1, orderNumberLength));
  return text.startsWith('-') ? digits - Number.MAX_SAFE_INTEGER : digits;
}

/** Length of an integer in an order string. */
export const orderNumberLength = 17;

export function markIdOf({ arrivalId, tenant, target, kind }: MarkKey): string {
  return JSON.stringify([arrivalId, tenant, target, kind]);
}

export function markDocumentOf(mark: ArrivalMark): MarkDocument {
  return { _id: markIdOf(mark), ...mark };
}

export function markOf({ _id, ...mark }: MarkDocument): ArrivalMark {
  return mark;
}
