import type { SchemaViolation } from '../wire/shape-check.ts';

/**
 * What every store of versions keeps and answers, whichever database is behind it.
 *
 * One {@link VersionStore} is one log: notice versions, notifications and port call events are three of them. A log
 * holds versions; versions of one thing (one notice, one event) share a `thing`; the one with the greatest `order` is
 * the thing's current version and its row is the thing's head. The insert of the version is the only write that must
 * succeed: heads, index entries and sequence numbers are derived from versions and can be repaired from them.
 */

/** The logs a deployment may keep. */
export const logNames = ['arrival-notice-versions', 'arrival-notice-notifications', 'port-call-events'] as const;

/** Name of one log of this deployment. */
export type LogName = (typeof logNames)[number];

/** How a version reached us: pushed by the partner, pulled from it, or fetched because a notification named it. */
export type ReceivedBy = 'PUSH' | 'PULL' | 'NOTIFICATION';

/** What a version can be found by. */
export interface VersionIndex {
  /** Exact terms, `<kind>:<value>`; a query asks for all of several sets of which one term each must be there. */
  readonly terms: readonly string[];
  /** Attributes that belong together, for instance those of one leg; a query may ask that one group holds all. */
  readonly groups: readonly Readonly<Record<string, string>>[];
  /** A calendar day, `YYYY-MM-DD`, or an instant in the form of `instantOf`, for range queries; one log has one of the two. */
  readonly date?: string | undefined;
}

/** A large part cut out of the document, kept beside it and loaded only when asked for. */
export interface Blob {
  /** Where in the document the bytes were cut out, counted in bytes. */
  readonly offset: number;
  /** The bytes exactly as they stood in the document. */
  readonly bytes: Buffer;
  /** Length of the decoded content, in bytes. */
  readonly byteLength: number;
  readonly contentType: string;
  readonly name?: string | undefined;
}

/** A version to keep. */
export interface NewVersion {
  readonly partner: string;
  /** Identity of the thing within the log. It contains the partner. */
  readonly entityId: string;
  /** Orders the versions of one thing as text; with `thing` it is the version's identity. */
  readonly sortKey: string;
  /** RFC 3339 in UTC with milliseconds, the moment we took it in. */
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
  /** The object byte for byte as it came, without the bytes of `blob`. UTF-8 JSON. */
  readonly document: Buffer;
  /** SHA-256 of the object as it came, `blob` included; tells a repeat without loading the held document. */
  readonly contentHash: string;
  readonly blob?: Blob | undefined;
  readonly violations: readonly SchemaViolation[];
  /**
   * How much of the object this view shows; a view that shows more completes a held one that shows less. Views of
   * one version that left something out on request are 0, 1, ... ; the full one has the greatest number.
   */
  readonly completeness: number;
  readonly index: VersionIndex;
}

/** A version as kept. */
export interface StoredVersion {
  readonly partner: string;
  readonly entityId: string;
  readonly sortKey: string;
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
  readonly document: Buffer;
  readonly contentHash: string;
  readonly violations: readonly SchemaViolation[];
  readonly completeness: number;
  /** What is known of the blob without loading its bytes. */
  readonly blob?: Omit<Blob, 'bytes'> | undefined;
  /** Number in the log, from 1; undefined until announced. */
  readonly sequence?: number | undefined;
  /** Terms the version was stored under, for checks made outside the store's queries. */
  readonly terms: readonly string[];
}

/** Identity of a version. */
export interface VersionKey {
  readonly entityId: string;
  readonly sortKey: string;
}

/** Another content that came under the identity of a held version; the held one stays. */
export interface Clash {
  readonly entityId: string;
  readonly sortKey: string;
  readonly contentHash: string;
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
  readonly document: Buffer;
}

/** What became of one appended version. `REPEATED`: byte for byte held already; `HELD`: the identity is held, the bytes differ. */
export type AppendOutcome =
  | { readonly kind: 'STORED' }
  | { readonly kind: 'REPEATED' }
  | { readonly kind: 'HELD'; readonly held: StoredVersion };

/** Which versions a reader wants. Conditions combine with AND. */
export interface VersionFilter {
  /** Of each set at least one term must be on the version. An empty set matches nothing. */
  readonly all?: readonly (readonly string[])[];
  /** One group of the version must hold all of these. */
  readonly sameGroup?: Readonly<Record<string, string>>;
  /** Bounds of the indexed day or instant, inclusive. */
  readonly dateMin?: string;
  readonly dateMax?: string;
  /** Bounds of `receivedAt`: after is exclusive, before is exclusive. RFC 3339 in UTC with milliseconds. */
  readonly receivedAfter?: string;
  readonly receivedBefore?: string;
}

/**
 * `NEWEST_FIRST` and `OLDEST_FIRST` go by when the thing was first received and never change for a row;
 * `RECENTLY_CHANGED` goes by when its current version became current.
 */
export type CurrentOrder = 'NEWEST_FIRST' | 'OLDEST_FIRST' | 'RECENTLY_CHANGED';

/** A thing with its current version. */
export interface CurrentRow {
  readonly entityId: string;
  readonly current: StoredVersion;
  readonly firstReceivedAt: string;
  /** Place of the row in the order of the query; feed it back as `from`. Opaque outside the store. */
  readonly position: string;
}

/** One page of heads or versions, key-set style: rows strictly behind `from` in reading direction. */
export interface PageQuery {
  readonly limit: number;
  readonly from?: string | undefined;
  /** Read towards the start of the order instead of the end; rows still come in the order's direction. */
  readonly backwards?: boolean | undefined;
  /** The page ends behind the row with which its documents are larger, but not before the second one. Default: no bound. */
  readonly maxBytes?: number | undefined;
}

/** A stretch of the log ends behind the version with which its documents are larger, but not before the second one. */
export const maxRangeBytes = 4 * 1024 * 1024;

/** A stretch of the log. `through` is the last number looked at: continue behind it, matches or not. */
export interface LogRange {
  readonly entries: readonly (StoredVersion & { readonly sequence: number })[];
  readonly scannedThrough: number;
}

/** How far the log reaches: numbers above `floor` up to `head` can be read, but for those of erased things. */
export interface LogBounds {
  readonly trimmedThrough: number;
  /** The greatest number ever given. */
  readonly head: number;
  /** Grows whenever versions are removed: what was read before may be gone. */
  readonly removals: number;
}

/** Versions that are old enough to go. */
export interface ExpiredVersions {
  readonly keys: readonly VersionKey[];
  /** Go on behind this number; undefined: there are no more. */
  readonly scannedThrough: number | undefined;
}

/** One log of versions. Every method may throw `StoreUnavailableError`, and then nothing was half-written. */
export interface VersionStore {
  /**
   * Makes the versions durable, each by itself, in any order against other callers. Concurrent calls share a commit.
   * When it returns, every `STORED` one survives the loss of the process and the heads show it.
   */
  append(versions: readonly NewVersion[]): Promise<AppendOutcome[]>;
  /** Replaces a held view of a version by one that shows more (`richness`); a no-op when the held one shows as much. */
  complete(version: NewVersion): Promise<void>;
  /** Keeps another content under a held identity. Idempotent by content. */
  addClash(clash: Clash): Promise<void>;

  /**
   * Gives every durable version without a number the next number of the log, repairing its head first.
   * Safe to call from several processes: no version ever gets two numbers, no number two versions.
   * @returns how many were announced
   */
  assignSequences(): Promise<number>;
  bounds(): Promise<LogBounds>;
  /** Reads numbers above `after`, in order, at most `limit` matches, and fewer where these are larger than {@link maxRangeBytes}. */
  readLog(query: { after: number; limit: number; filter?: VersionFilter | undefined }): Promise<LogRange>;
  /** Cuts off what was received before the instant from what can be replayed. The versions themselves stay. */
  trimLog(receivedBefore: string): Promise<LogBounds>;

  /** Things whose current version matches, one page of an order. */
  listCurrent(query: PageQuery & { order: CurrentOrder; filter?: VersionFilter | undefined }): Promise<CurrentRow[]>;
  /** Counts what {@link listCurrent} lists, up to `limit`, without loading documents. */
  countCurrent(query: { limit: number; filter?: VersionFilter | undefined }): Promise<number>;
  findCurrent(entityIds: readonly string[]): Promise<(CurrentRow | undefined)[]>;
  /** All versions of a thing, the greatest `order` first. */
  listVersions(
    query: PageQuery & { entityId: string; filter?: VersionFilter | undefined },
  ): Promise<(StoredVersion & { position: string })[]>;
  /** Counts what {@link listVersions} lists, up to `limit`, without loading documents. */
  countVersions(query: { entityId: string; limit: number; filter?: VersionFilter | undefined }): Promise<number>;
  findVersions(keys: readonly VersionKey[]): Promise<(StoredVersion | undefined)[]>;
  /** Versions by their numbers, in the order asked, those included that the log does not replay any more. */
  findNumbered(sequences: readonly number[]): Promise<((StoredVersion & { readonly sequence: number }) | undefined)[]>;
  /** For each key the version of the same thing with the next smaller order, of those that match. */
  findPredecessors(keys: readonly VersionKey[], filter?: VersionFilter): Promise<(StoredVersion | undefined)[]>;
  /** What was the current version when only what was received before the instant was known, of all that match. */
  findAsOf(entityId: string, receivedBefore: string, filter?: VersionFilter): Promise<StoredVersion | undefined>;
  readBlob(key: VersionKey): Promise<Blob | undefined>;
  /** Numbered versions above `after` in the order of the log, those included that it does not replay any more. */
  scan(query: { after: number; limit: number }): Promise<(StoredVersion & { readonly sequence: number })[]>;
  /**
   * Finds versions that were received before the instant, by their numbers above `after` and up to `upTo`. A thing's
   * current version is one of them only when all of the thing's are.
   */
  listExpired(query: { receivedBefore: string; after: number; upTo: number; limit: number }): Promise<ExpiredVersions>;
  /** How many versions are held, about. */
  count(): Promise<number>;
  listClashes(keys: readonly VersionKey[]): Promise<Clash[][]>;
}

/** Something a partner sent that cannot be kept as a version. */
export interface DeadLetter {
  readonly id: string;
  readonly partner: string;
  readonly log: LogName;
  readonly receivedAt: string;
  /** Why, with the JSONPath in the partner's request. */
  readonly reason: string;
  readonly path: string;
  readonly bytes: Buffer;
}

/** Dead letters, newest last. The same bytes from the same partner for the same log are one letter. */
export interface DeadLetterStore {
  add(letters: readonly Omit<DeadLetter, 'id'>[]): Promise<void>;
  list(query: { limit: number; after?: string | undefined }): Promise<DeadLetter[]>;
  find(id: string): Promise<DeadLetter | undefined>;
  remove(id: string): Promise<void>;
}
