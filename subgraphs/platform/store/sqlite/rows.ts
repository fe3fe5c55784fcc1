import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { SchemaViolation } from '../../wire/shape-check.ts';
import type { Blob, Clash, NewVersion, ReceivedBy, StoredVersion, VersionIndex } from '../version-store.ts';
import type { SqlRow } from './connection.ts';
import { DamagedRowError } from './failure.ts';

/** The columns that {@link storedVersionOf} reads; `v` is the table of versions. */
export const versionColumns =
  'v.sequence, v.sort_key, v.entity_id, v.partner, v.received_at, v.received_by, v.hash, v.completeness, v.search_index, v.violations, v.blob, v.document';

/**
 * Reads a row of {@link versionColumns}.
 *
 * @throws {DamagedRowError} when the document does not match its hash: SQLite has no checksums
 */
export function storedVersionOf(row: SqlRow): StoredVersion & { sequence: number } {
  const blob = row['blob'];
  const document = bytes(row, 'document');
  if (isChanged(document, { contentHash: text(row, 'hash'), isWhole: blob === null }))
    throw new DamagedRowError('document', 'bytes that do not match their hash');
  return {
    partner: text(row, 'partner'),
    entityId: text(row, 'entity_id'),
    sortKey: text(row, 'sort_key'),
    receivedAt: text(row, 'received_at'),
    receivedBy: text(row, 'received_by') as ReceivedBy,
    document,
    contentHash: text(row, 'hash'),
    violations: row['violations'] === null ? [] : (json(row, 'violations') as readonly SchemaViolation[]),
    completeness: integer(row, 'completeness'),
    sequence: integer(row, 'sequence'),
    terms: indexOf(row).terms,
    ...(blob === null ? {} : { blob: json(row, 'blob') as Omit<Blob, 'bytes'> }),
  };
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

/** Reads a row of the table of clashes. @throws {DamagedRowError} */
export function clashOf(row: SqlRow, version: { entityId: string; sortKey: string }): Clash {
  const [contentHash, document] = [text(row, 'hash'), bytes(row, 'document')];
  if (isChanged(document, { contentHash, isWhole: false })) throw new DamagedRowError('document', 'bytes that do not match their hash');
  return {
    entityId: version.entityId,
    sortKey: version.sortKey,
    contentHash,
    receivedAt: text(row, 'received_at'),
    receivedBy: text(row, 'received_by') as ReceivedBy,
    document,
  };
}

/**
 * Returns whether these bytes differ from the stored ones.
 *
 * @param of.isWhole whether the hash covers exactly these bytes. The hash of a document with a blob covers both; in
 *   that case only invalid JSON is noticed
 */
function isChanged(document: Buffer, of: { readonly contentHash: string; readonly isWhole: boolean }): boolean {
  if (of.isWhole) return hash('sha256', document, 'base64url') !== of.contentHash;
  return (!isUtf8(document) || document.includes(0)) && !isJson(document);
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
