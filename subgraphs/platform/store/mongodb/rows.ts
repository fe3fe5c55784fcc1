import { createHash } from 'node:crypto';
import { type Filter, MaxKey, Timestamp } from 'mongodb';
import { hashOf } from '../content-hash.ts';
import type { Blob, DividedVersion, ReceivedBy, StoredVersion, VersionFilter, VersionIndex, VersionKey } from '../version-store.ts';

/**
 * Identity of a version as MongoDB stores it. Its index finds a version, the history of an entity and the previous
 * version.
 */
export interface VersionId {
  /** Id of the entity. */
  readonly e: string;
  /** The sort key. */
  readonly k: string;
}

/** A version. Only its {@link RowContent} may be replaced, by a more complete view. */
export interface VersionRow extends RowContent {
  readonly _id: VersionId;
  readonly partner: string;
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
  /**
   * The sequence number or, while the version waits for one, the time at which the server received it. BSON sorts
   * numbers and timestamps separately, so one unique index serves the log, its head and the waiting versions.
   */
  readonly sequence: number | Timestamp;
}

/**
 * Two rows of each log that are no versions. In the index of numbers, one is between the numbers and the timestamps,
 * the other one after the timestamps. MongoDB keeps the index entry of each timestamp that a number has replaced until
 * its next checkpoint. Without these rows, a read to the end of the log would scan all those entries twice, once in
 * each direction.
 */
export const boundaryRows = [
  { _id: { e: '', k: 'end of numbers' }, sequence: '' },
  { _id: { e: '', k: 'end of waiting versions' }, sequence: new MaxKey() },
] as const;

/** Selects all documents of a collection except {@link boundaryRows}. */
export const exceptBoundaryRows: object = { _id: { $nin: boundaryRows.map(({ _id }) => _id) } };

/** The part of a version that a more complete view replaces. */
export interface RowContent {
  readonly contentHash: string;
  readonly completeness: number;
  /** The bytes, or the number of parts in which they are stored. */
  readonly document: Buffer | number;
  /** Key of the part with the following lines of the document, which other versions may share. */
  readonly shared?: string;
  /** Schema violations as JSON; absent when there are none. */
  readonly violations?: string;
  readonly terms: readonly string[];
  readonly groups: readonly GroupRow[];
  readonly date?: string;
  /** Metadata of the blob, and the number of parts in which its bytes are stored. */
  readonly blob?: Omit<Blob, 'bytes'> & { readonly parts: number };
}

/** The attributes of one group, each formatted by {@link memberOf}. */
export interface GroupRow {
  readonly members: readonly string[];
}

/** An entity with the index of its current version. */
export interface CurrentRowDocument {
  readonly _id: string;
  /** Sort key and completeness of the current version. */
  readonly sortKey: string;
  readonly completeness: number;
  /** {@link orderValueOf} of the first version that was received. Set once. */
  readonly firstReceived: string;
  /** {@link orderValueOf} of the current version. */
  readonly lastChanged: string;
  /** The terms; long ones are hashed, see {@link keyOf}. */
  readonly keys: readonly string[];
  readonly groups: readonly GroupRow[];
  readonly date?: string;
}

/** The fields of a version that its current row is derived from. */
export type CurrentSource = Pick<VersionRow, '_id' | 'receivedAt' | 'completeness' | 'terms' | 'groups' | 'date'> & {
  /** When its entity was first received, if that is known. */
  readonly firstReceivedAt?: string | undefined;
};

/** Projection on the fields of {@link CurrentSource}, which leaves out the document. */
export const currentSourceFields = { receivedAt: 1, completeness: 1, terms: 1, groups: 1, date: 1, sequence: 1 } as const;

/** A piece of bytes that are too large, or too rarely read, to be kept in a row. Written once, never changed. */
export interface PartRow {
  readonly _id: PartId;
  readonly bytes: Buffer;
  /** Number of versions that share the lines of this part. */
  readonly uses?: number;
}

export interface PartId {
  /** The key of the bytes. */
  readonly of: string;
  /** Index of the part, from 0. */
  readonly n: number;
}

/** Larger documents are stored in parts, which limits what a transaction over many versions has to hold. */
export const maxInlineBytes = 64 * 1024;

/** Size of the largest part. MongoDB limits a document to 16 MiB. */
export const maxPartBytes = 8 * 1024 * 1024;

export function versionIdOf({ entityId, sortKey }: VersionKey): VersionId {
  return { e: entityId, k: sortKey };
}

/** Creates the row of a new version. The server replaces the zero timestamp by its own, in the order of arrival. */
export function versionRowOf(version: DividedVersion & { readonly sequence?: number | undefined }): VersionRow {
  const { partner, receivedAt, receivedBy, sequence = new Timestamp({ t: 0, i: 0 }) } = version;
  return { _id: versionIdOf(version), partner, receivedAt, receivedBy, ...contentOf(version), sequence };
}

export function contentOf(version: DividedVersion): RowContent {
  const { contentHash, completeness, document, lines, violations, index, blob } = version;
  return {
    contentHash,
    completeness,
    document: document.length > maxInlineBytes ? partCountOf(document) : document,
    ...(lines === undefined ? {} : { shared: hashOf(lines) }),
    ...(violations.length === 0 ? {} : { violations: JSON.stringify(violations) }),
    terms: index.terms,
    groups: groupRowsOf(index),
    ...(index.date === undefined ? {} : { date: index.date }),
    ...(blob === undefined ? {} : { blob: blobRowOf(blob) }),
  };
}

/** Reads a row. @param document the bytes, which a row with parts does not contain */
export function storedVersionOf(row: VersionRow, document: Buffer): StoredVersion {
  const { _id, partner, receivedAt, receivedBy, contentHash, completeness, violations, terms, blob, sequence } = row;
  return {
    entityId: _id.e,
    sortKey: _id.k,
    partner,
    receivedAt,
    receivedBy,
    document,
    contentHash,
    completeness,
    violations: violations === undefined ? [] : JSON.parse(violations),
    terms,
    ...(typeof sequence === 'number' ? { sequence } : {}),
    ...(blob === undefined ? {} : { blob: blobOf(blob) }),
  };
}

export function currentRowOf(source: CurrentSource): CurrentRowDocument {
  const { receivedAt, firstReceivedAt = receivedAt } = source;
  return {
    _id: source._id.e,
    sortKey: source._id.k,
    completeness: source.completeness,
    firstReceived: orderValueOf(firstReceivedAt, source._id.e),
    lastChanged: orderValueOf(receivedAt, source._id.e),
    keys: [...new Set(source.terms.map(keyOf))],
    groups: source.groups,
    ...(source.date === undefined ? {} : { date: source.date }),
  };
}

/**
 * Returns the value that orders rows by time and entity. It is one string, so that a page is one range of one index,
 * even when many rows have the same instant.
 */
export function orderValueOf(receivedAt: string, entityId: string): string {
  return `${receivedAt} ${entityId}`;
}

/**
 * Returns the key of a term in an index: the term itself, or its hash if it is long. No kind of term is named sha256.
 */
export function keyOf(term: string): string {
  return term.length <= 200 ? term : `sha256:${createHash('sha256').update(term).digest('base64url')}`;
}

/** Formats one attribute of a group; JSON separates name and value unambiguously. */
export function memberOf(name: string, value: string): string {
  return keyOf(JSON.stringify([name, value]));
}

function partCountOf(bytes: Buffer): number {
  return Math.ceil(bytes.length / maxPartBytes);
}

/** Estimates the bytes of a version's index entries and violations. */
export function indexBytesOf(row: Pick<RowContent, 'terms' | 'groups' | 'violations'>): number {
  let bytes = row.violations?.length ?? 0;
  for (const term of row.terms) bytes += term.length + 12;
  for (const { members } of row.groups) for (const member of members) bytes += member.length + 24;
  return bytes;
}

function groupRowsOf(index: VersionIndex): GroupRow[] {
  return index.groups.map((group) => ({ members: Object.entries(group).map(([name, value]) => memberOf(name, value)) }));
}

function blobRowOf({ bytes, offset, byteLength, contentType, name }: Blob): RowContent['blob'] & object {
  return { offset, byteLength, contentType, ...(name === undefined ? {} : { name }), parts: partCountOf(bytes) };
}

function blobOf({ offset, byteLength, contentType, name }: RowContent['blob'] & object): Omit<Blob, 'bytes'> {
  return { offset, byteLength, contentType, ...(name === undefined ? {} : { name }) };
}

/**
 * Builds conditions on current rows. Each set of terms is a range of the index on keys. Groups have no index: they are
 * checked on the rows that meet the other conditions, so a filter with a group also contains the group's values as
 * terms.
 */
export function currentRowConditions(filter: VersionFilter): Filter<CurrentRowDocument>[] {
  return [
    ...(filter.all ?? []).map((terms) => ({ keys: { $in: terms.map(keyOf) } })),
    ...groupConditions<CurrentRowDocument>(filter),
    ...dateConditions<CurrentRowDocument>(filter),
    // An order value begins with the instant and a blank, so these bounds are exactly the bounds on instants.
    ...(filter.receivedAfter === undefined ? [] : [{ lastChanged: { $gte: `${filter.receivedAfter}${charAfterBlank}` } }]),
    ...(filter.receivedBefore === undefined ? [] : [{ lastChanged: { $lt: orderValueOf(filter.receivedBefore, '') } }]),
  ];
}

/** Builds the conditions of a filter on one partner again, for the index that has its rows in the order of changes. */
export function partnerConditions({ all = [] }: VersionFilter): Filter<CurrentRowDocument>[] {
  return all.flatMap(([term, ...others]) =>
    term?.startsWith('partner:') && others.length === 0 ? [{ 'keys.0': keyOf(term) } as Filter<CurrentRowDocument>] : [],
  );
}

/** Builds conditions on versions. They are checked row by row, because the log and histories are read in batches. */
export function versionConditions(filter: VersionFilter): Filter<VersionRow>[] {
  return [
    ...(filter.all ?? []).map((terms) => ({ terms: { $in: [...terms] } })),
    ...groupConditions<VersionRow>(filter),
    ...dateConditions<VersionRow>(filter),
    ...(filter.receivedAfter === undefined ? [] : [{ receivedAt: { $gt: filter.receivedAfter } }]),
    ...(filter.receivedBefore === undefined ? [] : [{ receivedAt: { $lt: filter.receivedBefore } }]),
  ] as Filter<VersionRow>[];
}

/** Combines all conditions into one. */
export function allOf<Row>(conditions: readonly Filter<Row>[]): Filter<Row> {
  return (conditions.length === 0 ? {} : { $and: [...conditions] }) as Filter<Row>;
}

const charAfterBlank = '!';

function groupConditions<Row extends Pick<VersionRow, 'groups'>>({ sameGroup }: VersionFilter): Filter<Row>[] {
  if (sameGroup === undefined) return [];
  const members = Object.entries(sameGroup).map(([name, value]) => memberOf(name, value));
  return [{ groups: { $elemMatch: { members: { $all: members } } } } as Filter<Row>];
}

function dateConditions<Row extends Pick<VersionRow, 'date'>>({ dateMin, dateMax }: VersionFilter): Filter<Row>[] {
  return [
    ...(dateMin === undefined ? [] : [{ date: { $gte: dateMin } } as Filter<Row>]),
    ...(dateMax === undefined ? [] : [{ date: { $lte: dateMax } } as Filter<Row>]),
  ];
}
