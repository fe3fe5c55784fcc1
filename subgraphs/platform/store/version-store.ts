import { LandfallError } from '../errors.ts';
import type { SchemaViolation } from '../wire/shape-check.ts';

/**
 * The contract of the stores of versions.
 *
 * One {@link VersionStore} is one log: of notice versions, notifications, port call events or alerts. Versions of one entity
 * (one notice, one event) share an `entityId`. The version with the greatest `sortKey` is the current one, and the entity's
 * current row shows it. The insert of the version is the only write that must succeed: current rows, index entries and
 * sequence numbers are derived from versions and can be repaired from them.
 */

/** The logs of objects that partners send. */
export const receivedLogNames = ['arrival-notice-versions', 'arrival-notice-notifications', 'port-call-events'] as const;

export type ReceivedLogName = (typeof receivedLogNames)[number];

/** The logs of a deployment. The alerts are last, because they are derived from the others and belong to notices. */
export const logNames = [...receivedLogNames, 'arrival-alerts'] as const;

export type LogName = (typeof logNames)[number];

/**
 * How a version was received: pushed by the partner, pulled from it, or fetched because of a notification. Alerts are
 * derived; no API shows that value.
 */
export type ReceivedBy = 'PUSH' | 'PULL' | 'NOTIFICATION' | 'DERIVED';

/** How an object of a partner was received, as the API shows it. */
export type PartnerReceivedBy = Exclude<ReceivedBy, 'DERIVED'>;

/**
 * Returns how a version of a partner was received. @throws {Error} for a derived version; the logs of partners' objects
 * contain none
 */
export function receivedByOf({ receivedBy }: Pick<StoredVersion, 'receivedBy'>): PartnerReceivedBy {
  if (receivedBy === 'DERIVED') throw new Error('a derived version was not received from a partner');
  return receivedBy;
}

/** The index entries of a version. */
export interface VersionIndex {
  /**
   * Exact terms, `<kind>:<value>`. A query selects versions that have a term of each of several sets. The term of the
   * partner is the first one.
   */
  readonly terms: readonly string[];
  /** Groups of attributes, for instance those of one leg; a query may require several values in one group. */
  readonly groups: readonly Readonly<Record<string, string>>[];
  /** A calendar day, `YYYY-MM-DD`, or an instant in the form of `instantOf`, for range queries; one log has one of the two. */
  readonly date?: string | undefined;
}

/** A large part that was cut out of the document. It is stored beside the document and loaded separately. */
export interface Blob {
  /** Where the bytes were cut out of the document, in bytes. */
  readonly offset: number;
  /** The bytes exactly as in the received document. */
  readonly bytes: Buffer;
  /** Length of the decoded content, in bytes. */
  readonly byteLength: number;
  readonly contentType: string;
  readonly name?: string | undefined;
}

/** Returns the bytes of an object as received, the blob included. */
export function wholeDocument(document: Buffer, blob: Pick<Blob, 'offset' | 'bytes'> | undefined): Buffer {
  return blob === undefined ? document : Buffer.concat([document.subarray(0, blob.offset), blob.bytes, document.subarray(blob.offset)]);
}

/** A version to store. */
export interface NewVersion {
  readonly partner: string;
  /** Identity of the entity within the log. It contains the partner. */
  readonly entityId: string;
  /** A string that orders the versions of an entity; with `entityId` it identifies the version. */
  readonly sortKey: string;
  /** When it was received, RFC 3339 in UTC with milliseconds. */
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
  /** The object byte for byte as received, without the bytes of `blob`. UTF-8 JSON. */
  readonly document: Buffer;
  /**
   * SHA-256 of the object as received, `blob` included. It identifies a repeated version without loading the stored
   * one.
   */
  readonly contentHash: string;
  readonly blob?: Blob | undefined;
  readonly violations: readonly SchemaViolation[];
  /**
   * How much of the object this view shows. A more complete view replaces a stored one that shows less. A view from
   * which parts were omitted on request has 0, 1, ...; the full view has the greatest number.
   */
  readonly completeness: number;
  readonly index: VersionIndex;
}

/** A stored version. */
export interface StoredVersion extends Omit<NewVersion, 'blob' | 'index'> {
  /** The blob without its bytes. */
  readonly blob?: Omit<Blob, 'bytes'> | undefined;
  /** Number in the log, from 1; undefined until one is assigned. */
  readonly sequence?: number | undefined;
  /** Index terms, for checks outside the store's queries. */
  readonly terms: readonly string[];
}

/** A version of which the document is only its own line. */
export interface DividedVersion extends NewVersion {
  /** The following lines, which other versions of the log may share: equal ones are stored once. */
  readonly lines?: Buffer | undefined;
}

/** Divides the document of an alert. What alerts state of the visit of a ship is the same in those of all of its documents. */
export function dividedVersion<Version extends NewVersion>(log: LogName, version: Version): Version & Pick<DividedVersion, 'lines'> {
  const { document } = version;
  const end = log === 'arrival-alerts' ? document.indexOf('\n') : -1;
  return end === -1 ? version : { ...version, document: document.subarray(0, end), lines: document.subarray(end + 1) };
}

/** Returns the stored version of a new one. */
export function storedVersionFrom({ index, blob, ...version }: NewVersion): StoredVersion {
  const { bytes: _, ...metadata } = blob ?? {};
  return {
    ...version,
    terms: index.terms,
    ...(blob === undefined ? {} : { blob: metadata as Omit<Blob, 'bytes'> }),
  };
}

/** Identity of a version. */
export interface VersionKey {
  readonly entityId: string;
  readonly sortKey: string;
}

/** Different content that was received for the identity of a stored version. The stored version stays. */
export type Clash = Pick<NewVersion, 'entityId' | 'sortKey' | 'contentHash' | 'receivedAt' | 'receivedBy' | 'document'>;

/**
 * The result of appending one version. `REPEATED`: the same bytes are already stored. `CONFLICT`: other bytes are
 * stored under this identity.
 */
export type AppendOutcome =
  | { readonly kind: 'STORED' }
  | { readonly kind: 'REPEATED' }
  | { readonly kind: 'CONFLICT'; readonly stored: StoredVersion };

/** Conditions on versions, combined with AND. */
export interface VersionFilter {
  /** The version has at least one term of each set. An empty set matches nothing. */
  readonly all?: readonly (readonly string[])[] | undefined;
  /** One group of the version has all of these values. */
  readonly sameGroup?: Readonly<Record<string, string>> | undefined;
  /** Bounds of the indexed day or instant, inclusive. */
  readonly dateMin?: string | undefined;
  readonly dateMax?: string | undefined;
  /** Bounds of `receivedAt`, both exclusive. RFC 3339 in UTC with milliseconds. */
  readonly receivedAfter?: string | undefined;
  readonly receivedBefore?: string | undefined;
}

/** Returns whether a version matches the filter. The queries of the stores select the same versions. */
export function matchesFilter(filter: VersionFilter, version: { index: VersionIndex; receivedAt: string }): boolean {
  const { index, receivedAt } = version;
  if (filter.receivedAfter !== undefined && receivedAt <= filter.receivedAfter) return false;
  if (filter.receivedBefore !== undefined && receivedAt >= filter.receivedBefore) return false;
  if (filter.dateMin !== undefined && (index.date === undefined || index.date < filter.dateMin)) return false;
  if (filter.dateMax !== undefined && (index.date === undefined || index.date > filter.dateMax)) return false;
  for (const anyOf of filter.all ?? []) {
    if (!anyOf.some((term) => index.terms.includes(term))) return false;
  }
  const { sameGroup } = filter;
  if (sameGroup !== undefined) {
    const wanted = Object.entries(sameGroup);
    if (!index.groups.some((group) => wanted.every(([name, value]) => group[name] === value))) return false;
  }
  return true;
}

/** Combines two filters. A version matches the result exactly when it matches both. */
export function bothFilters(left: VersionFilter, right: VersionFilter): VersionFilter {
  if (left.sameGroup !== undefined && right.sameGroup !== undefined) throw new Error('only one side of a filter may group attributes');
  return {
    all: [...(left.all ?? []), ...(right.all ?? [])],
    sameGroup: left.sameGroup ?? right.sameGroup,
    dateMin: laterOf(left.dateMin, right.dateMin),
    dateMax: earlierOf(left.dateMax, right.dateMax),
    receivedAfter: laterOf(left.receivedAfter, right.receivedAfter),
    receivedBefore: earlierOf(left.receivedBefore, right.receivedBefore),
  };
}

function laterOf(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left > right ? left : right;
}

function earlierOf(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left < right ? left : right;
}

/**
 * `NEWEST_FIRST` and `OLDEST_FIRST` order by the first receipt of the entity, which never changes;
 * `RECENTLY_CHANGED` orders by the receipt of its current version.
 */
export type CurrentOrder = 'NEWEST_FIRST' | 'OLDEST_FIRST' | 'RECENTLY_CHANGED';

/** An entity with its current version. */
export interface CurrentRow {
  readonly entityId: string;
  readonly current: StoredVersion;
  readonly firstReceivedAt: string;
  /** Position of the row in the order of the query, for `from`. Opaque outside the store. */
  readonly position: string;
}

/** A page of current rows or versions: those strictly after `from` in reading direction. */
export interface PageQuery {
  readonly limit: number;
  readonly from?: string | undefined;
  /** Reads towards the start of the order; rows are still returned in the order's direction. */
  readonly backwards?: boolean | undefined;
  /** The page ends with the row whose document exceeds this limit, but not before the second row. Default: no limit. */
  readonly maxBytes?: number | undefined;
}

/** A range of the log ends with the version whose document exceeds this limit, but not before the second version. */
export const maxRangeBytes = 4 * 1024 * 1024;

/**
 * The numbers of a log are divided into series of this length. A log that is restored from a backup continues with the
 * next series: subscribers may have seen numbers above those of the backup, and a new version that got such a number
 * would never reach them.
 */
const seriesLength = 1_000_000_000;

/** Returns the number just below the first one of the next series. */
export function nextSeriesOf(sequence: number): number {
  return (Math.floor(sequence / seriesLength) + 1) * seriesLength;
}

/** A range of the log. The next range starts after `scannedThrough`, the last number that was scanned. */
export interface LogRange {
  readonly entries: readonly (StoredVersion & { readonly sequence: number })[];
  readonly scannedThrough: number;
}

/** The range of the log: numbers above `trimmedThrough` up to `head` can be read, except those of erased entities. */
export interface LogBounds {
  /** Numbers up to this one are no longer replayed; 0 when all are replayed. */
  readonly trimmedThrough: number;
  /** The greatest assigned number. */
  readonly head: number;
  /** Grows with every removal of versions. */
  readonly removals: number;
}

/** A page of expired versions. */
export interface ExpiredVersions {
  readonly keys: readonly VersionKey[];
  /** The number after which the next page starts; undefined on the last page. */
  readonly scannedThrough: number | undefined;
}

/** Maximum number of versions that get their numbers by one call. */
export const maxAssigned = 500;

/** Maximum number of earlier versions of one entity that are read together. */
export const maxEarlier = 100;

/** One log of versions. A method that throws `StoreUnavailableError` has not left a partial write. */
export interface VersionStore {
  /**
   * Makes the versions durable, each independently of the others. Concurrent calls share a commit. When it returns,
   * every `STORED` version survives a crash of the process and is shown by the current rows.
   */
  append(versions: readonly NewVersion[]): Promise<AppendOutcome[]>;
  /**
   * Replaces a stored view of a version by a more complete one. Does nothing when the stored view is at least as
   * complete.
   */
  complete(version: NewVersion): Promise<void>;
  /** Stores different content for a stored identity. Idempotent by content. */
  addClash(clash: Clash): Promise<void>;

  /**
   * Assigns the next number of the log to every durable version without one, after repairing its current row. Several
   * processes may call it concurrently: no version gets two numbers, and no number is given to two versions.
   * @returns how many numbers were assigned, at most {@link maxAssigned}
   */
  assignSequences(): Promise<number>;
  bounds(): Promise<LogBounds>;
  /** Reads numbers above `after` in order: at most `limit` matches, fewer when they exceed {@link maxRangeBytes}. */
  readLog(query: { after: number; limit: number; filter?: VersionFilter | undefined }): Promise<LogRange>;
  /** Excludes versions received before the instant from replays. The versions themselves are kept. */
  trimLog(receivedBefore: string): Promise<LogBounds>;

  /** Lists entities whose current version matches, one page of an order. */
  listCurrent(query: PageQuery & { order: CurrentOrder; filter?: VersionFilter | undefined }): Promise<CurrentRow[]>;
  /** Counts what {@link listCurrent} lists, up to `limit`, without loading documents. */
  countCurrent(query: { limit: number; filter?: VersionFilter | undefined }): Promise<number>;
  findCurrent(entityIds: readonly string[]): Promise<(CurrentRow | undefined)[]>;
  /** Returns whether each entity has a current version, without loading documents. */
  hasCurrent(entityIds: readonly string[]): Promise<boolean[]>;
  /** Lists all versions of an entity, the greatest sort key first. */
  listVersions(
    query: PageQuery & { entityId: string; filter?: VersionFilter | undefined },
  ): Promise<(StoredVersion & { position: string })[]>;
  /** Counts what {@link listVersions} lists, up to `limit`, without loading documents. */
  countVersions(query: { entityId: string; limit: number; filter?: VersionFilter | undefined }): Promise<number>;
  findVersions(keys: readonly VersionKey[]): Promise<(StoredVersion | undefined)[]>;
  /** Finds versions by number, including those that the log no longer replays. */
  findNumbered(sequences: readonly number[]): Promise<((StoredVersion & { readonly sequence: number }) | undefined)[]>;
  /** Finds, for each key, the matching version of the same entity with the next smaller sort key. */
  findPredecessors(keys: readonly VersionKey[], filter?: VersionFilter): Promise<(StoredVersion | undefined)[]>;
  /**
   * Finds, for each key, the versions of the same entity with smaller sort keys, the greatest first: of those with one day
   * and equal terms only the first, those without a day all, and at most {@link maxEarlier}.
   */
  listEarlier(keys: readonly VersionKey[]): Promise<StoredVersion[][]>;
  readBlob(key: VersionKey): Promise<Blob | undefined>;
  /** Reads numbered versions above `after` in log order, including those that are no longer replayed. */
  scan(query: { after: number; limit: number }): Promise<(StoredVersion & { readonly sequence: number })[]>;
  /**
   * Lists versions received before the instant, with numbers above `after` and up to `upTo`. The current version of an
   * entity is listed only when all its versions have expired.
   */
  listExpired(query: { receivedBefore: string; after: number; upTo: number; limit: number }): Promise<ExpiredVersions>;
  /** Returns the approximate number of stored versions. */
  count(): Promise<number>;
  listClashes(keys: readonly VersionKey[]): Promise<Clash[][]>;
}

/** An object of a partner that cannot be stored as a version. */
export interface DeadLetter {
  readonly id: string;
  readonly partner: string;
  readonly log: ReceivedLogName;
  readonly receivedAt: string;
  /** The reason, with the JSONPath in the partner's request. */
  readonly reason: string;
  readonly path: string;
  readonly bytes: Buffer;
}

/** Stores dead letters, newest last. Equal bytes of one partner for one log are one dead letter. */
export interface DeadLetterStore {
  add(deadLetters: readonly Omit<DeadLetter, 'id'>[]): Promise<void>;
  list(query: { limit: number; after?: string | undefined }): Promise<DeadLetter[]>;
  find(id: string): Promise<DeadLetter | undefined>;
  remove(id: string): Promise<void>;
}

/** Number of digits of the largest integer of JavaScript. */
const positionWidth = 16;

/**
 * Formats a number in a position, always with the same length: a cursor contains its position, encrypted, and its length
 * would reveal how many rows others have. `Number` and `JSON.parse` ignore the blanks.
 */
export function positionNumber(value: number): string {
  return String(value).padStart(positionWidth);
}

/** Splits a position into its parts. @throws {LandfallError} CURSOR_INVALID */
export function partsOfPosition(position: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(position);
    if (Array.isArray(parts)) return parts;
  } catch {
    // Reported below, like every other invalid position.
  }
  throw wrongPosition();
}

/** Formats the position of a version in the history of its entity. */
export function positionOfSortKey(sortKey: string): string {
  return JSON.stringify([sortKey]);
}

/** Parses a position of {@link positionOfSortKey}. @throws {LandfallError} CURSOR_INVALID for any other string */
export function sortKeyIn(position: string): string {
  const [sortKey, ...rest] = partsOfPosition(position);
  if (typeof sortKey !== 'string' || rest.length > 0) throw wrongPosition();
  return sortKey;
}

export function wrongPosition(): LandfallError {
  return new LandfallError('CURSOR_INVALID', 'The cursor belongs to another sort order.');
}

/** Memory of a version without its document, its index terms and its violations, in bytes. */
const rowBytes = 800;
const violationBytes = 300;
/** Memory of one index term, in bytes. */
export const termBytes = 60;

/** Estimates the memory of a version, in bytes. */
export function bytesOfVersion({ document, terms, violations }: Pick<StoredVersion, 'document' | 'terms' | 'violations'>): number {
  return rowBytes + document.length + terms.length * termBytes + violations.length * violationBytes;
}

/** Memory of parsed JSON in relation to its text. Each string and each object has a header. */
const parsedFactor = 1.5;

/**
 * Estimates the memory of a version with its parsed document. @param derivedBytes memory of the values that are derived
 * from the document
 */
export function bytesOfParsed(version: Pick<StoredVersion, 'document' | 'terms' | 'violations'>, derivedBytes = 0): number {
  return bytesOfVersion(version) + parsedFactor * version.document.length + derivedBytes;
}
