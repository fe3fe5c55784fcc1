import { createHash } from 'node:crypto';
import { Timestamp } from 'mongodb';
import type { Blob, NewVersion, ReceivedBy, StoredVersion, VersionIndex, VersionKey } from '../version-store.ts';

/** Identity of a version as MongoDB keeps it. The one index on it finds a version, a thing's history and a neighbour. */
export interface VersionId {
  /** The thing. */
  readonly e: string;
  /** The order. */
  readonly k: string;
}

/** A version. Only {@link RowContent} may be replaced, by a fuller view. */
export interface VersionRow extends RowContent {
  readonly _id: VersionId;
  readonly partner: string;
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
  /**
   * The number in the log or, while the version waits for it, the server's time of arrival. Numbers and timestamps
   * sort apart, so one unique index serves the log, its head and the waiting line.
   */
  readonly sequence: number | Timestamp;
}

/** The part of a version that a fuller view replaces. */
export interface RowContent {
  readonly contentHash: string;
  readonly completeness: number;
  /** The bytes, or in how many parts they are kept elsewhere. */
  readonly document: Buffer | number;
  /** Schema faults as JSON; absent when there are none. */
  readonly violations?: string;
  readonly terms: readonly string[];
  readonly groups: readonly GroupRow[];
  readonly date?: string;
  /** What is known of the blob, and in how many parts its bytes are kept. */
  readonly blob?: Omit<Blob, 'bytes'> & { readonly parts: number };
}

/** The attributes of one group, each as {@link memberOf}. */
export interface GroupRow {
  readonly members: readonly string[];
}

/** A thing with what its current version is found by. */
export interface CurrentRowDocument {
  readonly _id: string;
  /** Order and richness of the current version. */
  readonly sortKey: string;
  readonly completeness: number;
  /** {@link placeOf} when the thing was first received. Set once. */
  readonly first: string;
  /** {@link placeOf} the current version. */
  readonly changed: string;
  /** The terms, long ones as {@link keyOf}. */
  readonly keys: readonly string[];
  readonly groups: readonly GroupRow[];
  readonly date?: string;
}

/** What a head is made from. */
export type CurrentSource = Pick<VersionRow, '_id' | 'receivedAt' | 'completeness' | 'terms' | 'groups' | 'date'>;

/** The fields of {@link CurrentSource}, and no document. */
export const currentSourceFields = { receivedAt: 1, completeness: 1, terms: 1, groups: 1, date: 1, sequence: 1 } as const;

/** Documents above this are kept in parts, which bounds what a transaction over many versions has to hold. */
export const maxInlineBytes = 64 * 1024;

/** Largest part; a row of MongoDB takes 16 MiB at most. */
export const maxPartBytes = 8 * 1024 * 1024;

export function versionIdOf({ entityId, sortKey }: VersionKey): VersionId {
  return { e: entityId, k: sortKey };
}

/** Makes the row of a version that has just come. A timestamp of zero is filled in by the server, in order of arrival. */
export function versionRowOf(version: NewVersion): VersionRow {
  const { partner, receivedAt, receivedBy } = version;
  return { _id: versionIdOf(version), partner, receivedAt, receivedBy, ...contentOf(version), sequence: new Timestamp({ t: 0, i: 0 }) };
}

export function contentOf(version: NewVersion): RowContent {
  const { contentHash, completeness, document, violations, index, blob } = version;
  return {
    contentHash,
    completeness,
    document: document.length > maxInlineBytes ? partCountOf(document) : document,
    ...(violations.length === 0 ? {} : { violations: JSON.stringify(violations) }),
    terms: index.terms,
    groups: groupRowsOf(index),
    ...(index.date === undefined ? {} : { date: index.date }),
    ...(blob === undefined ? {} : { blob: blobRowOf(blob) }),
  };
}

/** Reads a row; `document` holds the bytes where the row has only their number of parts. */
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
  const place = placeOf(source.receivedAt, source._id.e);
  return {
    _id: source._id.e,
    sortKey: source._id.k,
    completeness: source.completeness,
    first: place,
    changed: place,
    keys: [...new Set(source.terms.map(keyOf))],
    groups: source.groups,
    ...(source.date === undefined ? {} : { date: source.date }),
  };
}

/**
 * Place of a row in an order by time: one text, so that a page starts with a single range on one index, however many
 * rows share the instant.
 */
export function placeOf(receivedAt: string, entityId: string): string {
  return `${receivedAt} ${entityId}`;
}

/** The form of a term in an index: itself or, if long, its hash. No kind of term is named sha256. */
export function keyOf(term: string): string {
  return term.length <= 200 ? term : `sha256:${createHash('sha256').update(term).digest('base64url')}`;
}

/** One attribute of a group; JSON keeps name and value apart. */
export function memberOf(name: string, value: string): string {
  return keyOf(JSON.stringify([name, value]));
}

export function partCountOf(bytes: Buffer): number {
  return Math.ceil(bytes.length / maxPartBytes);
}

/** About how large the entries are that a version is found by, faults included. */
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
