import { isUtf8 } from 'node:buffer';
import { type ArrivalMark, allTermsOf, entriesIn, linesOf, type SharedArrivals, type StoredArrival } from '../arrival-store.ts';
import { hashOf } from '../content-hash.ts';
import type { DeliveryDeadLetter, StoredDeliveryQueue } from '../delivery-store.ts';
import type { Removal, RemovedCount } from '../removal-store.ts';
import type { Clash, DeadLetter, NewVersion, StoredVersion, VersionIndex } from '../version-store.ts';
import type { Reader, SqlRow } from './connection.ts';
import { DamagedRowError } from './failure.ts';

/** Readers of columns. A column whose reader ends with `?` may be NULL; its attribute is then left out. */
const readers = {
  ...{ text, integer, bytes, json },
  flag: (row: SqlRow, column: string) => integer(row, column) === 1,
  string: (row: SqlRow, column: string) => bytes(row, column).toString(),
};

/**
 * Creates the conversion of rows to objects from the reader of each attribute, followed by the name of its column. Default: the
 * name of the attribute in snake case. Reading throws {@link DamagedRowError} for a row that this program has not written.
 */
function formatOf<T>(attributes: { readonly [K in keyof T]-?: string }) {
  const columns = Object.entries<string>(attributes).map(([name, description]) => {
    const [kind = '', column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = description.split(' ');
    return { name, column, isOptional: kind.endsWith('?'), read: readers[kind.replace('?', '') as keyof typeof readers] };
  });
  return {
    columns: (table: string) => columns.map(({ column }) => `${table}.${column}`).join(', '),
    read: (row: SqlRow): T => {
      const found: Record<string, unknown> = {};
      for (const { name, column, isOptional, read } of columns) {
        if (!isOptional || row[column] !== null) found[name] = read(row, column);
      }
      return found as T;
    },
  };
}

/** A version as its table holds it. */
type VersionRow = Omit<StoredVersion, 'terms' | 'violations'> & {
  readonly sequence: number;
  readonly violations?: StoredVersion['violations'];
  readonly index: VersionIndex;
};

const versionRows = formatOf<VersionRow>({
  sequence: 'integer',
  sortKey: 'text',
  entityId: 'text',
  partner: 'text',
  receivedAt: 'text',
  receivedBy: 'text',
  contentHash: 'text hash',
  completeness: 'integer',
  index: 'json search_index',
  violations: 'json?',
  blob: 'json?',
  document: 'bytes',
});

/**
 * Returns the columns that {@link storedVersionOf} reads; `v` is the table of versions.
 *
 * @param prefix that of the log's tables; undefined in an older layout, in which versions share no lines
 */
export function versionColumnsOf(prefix: string | undefined): string {
  const columns = versionRows.columns('v');
  if (prefix === undefined) return columns;
  const whole = `CAST(v.document || char(10) || (SELECT l.lines FROM ${prefix}_lines l WHERE l.id = v.shared) AS BLOB)`;
  return columns.replace('v.document', `CASE WHEN v.shared IS NULL THEN v.document ELSE ${whole} END AS document`);
}

/** A numbered version. Several readers may share the object. */
export type NumberedVersion = StoredVersion & { readonly sequence: number };

/** Reads a row of {@link versionColumnsOf}, with its index entries. @throws {DamagedRowError} when the document does not match its hash */
export function indexedVersionOf(row: SqlRow): NumberedVersion & { readonly index: VersionIndex } {
  const version = versionRows.read(row);
  if (version.blob === undefined) requireHash(version.document, version.contentHash);
  else requireJson(version.document);
  return { ...version, violations: version.violations ?? [], terms: version.index.terms };
}

/** Reads a row of {@link versionColumnsOf}. @throws {DamagedRowError} when the document does not match its hash */
export function storedVersionOf(row: SqlRow): NumberedVersion {
  const { index: _, ...version } = indexedVersionOf(row);
  return version;
}

/** Reads column `search_index`. */
export function indexOf(row: SqlRow): VersionIndex {
  return json(row, 'search_index') as VersionIndex;
}

/** Returns the values of the columns hash, completeness, search_index, violations, blob and document. */
export function contentColumnsOf(version: NewVersion): [string, number, string, string | null, string | null, Buffer] {
  const { blob } = version;
  return [
    version.contentHash,
    version.completeness,
    JSON.stringify(version.index),
    version.violations.length === 0 ? null : JSON.stringify(version.violations),
    blob === undefined ? null : JSON.stringify({ ...blob, bytes: undefined }),
    version.document,
  ];
}

const clashRows = formatOf<Omit<Clash, 'entityId' | 'sortKey'>>({
  contentHash: 'text hash',
  receivedAt: 'text',
  receivedBy: 'text',
  document: 'bytes',
});

/** Reads a row of the table of clashes. @throws {DamagedRowError} */
export function clashOf(row: SqlRow, { entityId, sortKey }: { entityId: string; sortKey: string }): Clash {
  const clash = clashRows.read(row);
  requireJson(clash.document);
  return { entityId, sortKey, ...clash };
}

const arrivalRows = formatOf<
  Omit<StoredArrival, 'hasPending'> & {
    readonly id: number;
    readonly hash: string;
    readonly hasPending: boolean;
    readonly sharedTerms: readonly string[];
  }
>({
  id: 'integer',
  arrivalId: 'text',
  revision: 'integer',
  partner: 'text',
  hasPending: 'flag',
  wakeAtMs: 'integer? wake_at',
  queryAtMs: 'integer? query_at',
  queriedAtMs: 'integer? queried_at',
  terms: 'json',
  sharedTerms: 'json',
  entries: 'json',
  group: 'text? grouping',
  hash: 'text',
  document: 'string',
});

/** The columns that {@link arrivalOf} reads; `a` is the view of arrivals with their documents. */
export const arrivalColumns = arrivalRows.columns('a');

/** Reads a row of {@link arrivalColumns}. @throws {DamagedRowError} when the document does not match its hash */
export function arrivalOf(row: SqlRow): StoredArrival {
  const { id: _, hash: contentHash, hasPending, sharedTerms, ...stored } = arrivalRows.read(row);
  if (!isArrivalIntact(stored.document, contentHash)) throw notIntact();
  const arrival = { ...stored, terms: allTermsOf({ terms: stored.terms, sharedTerms }), entries: entriesIn(stored.entries) };
  return hasPending ? { ...arrival, hasPending } : arrival;
}

/** The rows of the table of marks. */
export const markRows = formatOf<ArrivalMark>({
  arrivalId: 'text',
  tenant: 'text',
  target: 'text',
  kind: 'text',
  at: 'text',
  until: 'text?',
  by: 'text? set_by',
});

/** The rows of the table of dead letters; their ids are numbers. */
export const deadLetterRows = formatOf<Omit<DeadLetter, 'id'> & { readonly id: number }>({
  id: 'integer',
  partner: 'text',
  log: 'text',
  receivedAt: 'text',
  reason: 'text',
  path: 'text',
  bytes: 'bytes',
});

export const queueRows = formatOf<StoredDeliveryQueue>({
  subscriber: 'text',
  log: 'text',
  version: 'integer',
  state: 'json',
});

export const deliveryDeadLetterRows = formatOf<DeliveryDeadLetter>({
  id: 'text',
  subscriber: 'text',
  log: 'text',
  messageID: 'text message_id',
  sequence: 'integer',
  at: 'text',
  attempts: 'integer',
  reason: 'text',
  message: 'text',
});

export const removalRows = formatOf<Omit<Removal, 'removed'>>({
  id: 'text',
  startedAt: 'text',
  finishedAt: 'text?',
  reason: 'json',
  by: 'text? requested_by',
});

const removedRows = formatOf<RemovedCount>({ log: 'text', partner: 'text', kind: 'text', count: 'integer' });

/** Reads what a removal has removed. */
export function removedBy(reader: Reader, removal: string): RemovedCount[] {
  const sql = 'SELECT log, partner, kind, count FROM removed WHERE removal = ? ORDER BY log, partner, kind';
  return reader.all(sql, removal).map(removedRows.read);
}

const sharedArrivalRows = formatOf<SharedArrivals['arrivals'][number]>({
  arrivalId: 'text',
  revision: 'integer',
  wakeAtMs: 'integer? wake_at',
  own: 'string document',
});

/** Reads a row of an arrival with the first line of its document. @throws {DamagedRowError} */
export function sharedArrivalOf(row: SqlRow): SharedArrivals['arrivals'][number] {
  const arrival = sharedArrivalRows.read(row);
  if (hashOf(arrival.own) !== text(row, 'hash')) throw notIntact();
  return arrival;
}

/** Reads a text with column `hash`. @throws {DamagedRowError} when it does not match the hash */
export function intactText(row: SqlRow, column: string): string {
  const found = text(row, column);
  if (hashOf(found) !== text(row, 'hash')) throw notIntact();
  return found;
}

/**
 * Returns whether the document of an arrival has the bytes that were stored. @param contentHash its hash, or that of the first line
 * and that of the shared lines
 */
export function isArrivalIntact(document: string, contentHash: string): boolean {
  const [own, shared] = contentHash.split(' ');
  if (shared === undefined) return hashOf(document) === own;
  const divided = linesOf(document);
  return hashOf(divided.own) === own && hashOf(divided.lines ?? '') === shared;
}

/** @throws {DamagedRowError} when these are not the bytes that were stored */
function requireHash(document: Buffer, contentHash: string): void {
  if (hashOf(document) !== contentHash) throw notIntact();
}

function notIntact(): DamagedRowError {
  return new DamagedRowError('document', 'bytes that do not match their hash');
}

/** Checks a document without the part that its hash covers too: only invalid JSON is noticed. @throws {DamagedRowError} */
function requireJson(document: Buffer): void {
  if ((!isUtf8(document) || document.includes(0)) && !isJson(document)) throw notIntact();
}

function isJson(document: Buffer): boolean {
  try {
    JSON.parse(document.toString());
    return true;
  } catch {
    return false;
  }
}

/** Reads a JSON column. @throws {DamagedRowError} */
export function json(row: SqlRow, column: string): unknown {
  const value = text(row, column);
  try {
    return JSON.parse(value);
  } catch {
    throw new DamagedRowError(column, 'text that is not JSON');
  }
}

export function text(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new DamagedRowError(column, `${typeof value} instead of text`);
  return value;
}

export function integer(row: SqlRow | undefined, column: string): number {
  const value = row?.[column];
  if (typeof value !== 'number') throw new DamagedRowError(column, `${typeof value} instead of a number`);
  return value;
}

export function bytes(row: SqlRow, column: string): Buffer {
  const value: unknown = row[column];
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  if (Buffer.isBuffer(value)) return value;
  throw new DamagedRowError(column, `${typeof value} instead of bytes`);
}
