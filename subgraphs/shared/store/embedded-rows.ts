import type { SqlRow } from './embedded-connection.ts';
import type { Blob, Clash, NewVersion, ReceivedBy, StoredVersion, VersionIndex } from './version-store.ts';

/** The columns that {@link storedVersionOf} reads; `v` is the table of versions. */
export const versionColumns =
  'v.sequence, v.ord, v.thing, v.partner, v.received_at, v.received_by, v.hash, v.richness, v.found_by, v.faults, v.blob, v.document';

/** Reads a row of {@link versionColumns}. */
export function storedVersionOf(row: SqlRow): StoredVersion & { sequence: number } {
  const blob = row['blob'];
  return {
    partner: text(row, 'partner'),
    thing: text(row, 'thing'),
    order: text(row, 'ord'),
    receivedAt: text(row, 'received_at'),
    receivedBy: text(row, 'received_by') as ReceivedBy,
    document: bytes(row, 'document'),
    contentHash: text(row, 'hash'),
    faults: row['faults'] === null ? [] : JSON.parse(text(row, 'faults')),
    richness: integer(row, 'richness'),
    sequence: integer(row, 'sequence'),
    terms: indexOf(row).terms,
    ...(blob === null ? {} : { blob: JSON.parse(text(row, 'blob')) as Omit<Blob, 'bytes'> }),
  };
}

/** Reads column `found_by`. */
export function indexOf(row: SqlRow): VersionIndex {
  return JSON.parse(text(row, 'found_by'));
}

/** Writes what {@link storedVersionOf} reads back: hash, richness, found_by, faults, blob, document. */
export function contentColumnsOf(version: NewVersion): [string, number, string, string | null, string | null, Buffer] {
  const { blob } = version;
  return [
    version.contentHash,
    version.richness,
    JSON.stringify(version.index),
    version.faults.length === 0 ? null : JSON.stringify(version.faults),
    blob === undefined ? null : JSON.stringify({ ...blob, bytes: undefined }),
    version.document,
  ];
}

/** Reads a row of the table of clashes. */
export function clashOf(row: SqlRow, version: { thing: string; order: string }): Clash {
  return {
    thing: version.thing,
    order: version.order,
    contentHash: text(row, 'hash'),
    receivedAt: text(row, 'received_at'),
    receivedBy: text(row, 'received_by') as ReceivedBy,
    document: bytes(row, 'document'),
  };
}

export function text(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column}: expected text`);
  return value;
}

export function integer(row: SqlRow | undefined, column: string): number {
  const value = row?.[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column}: expected a number`);
  return value;
}

export function bytes(row: SqlRow, column: string): Buffer {
  const value: unknown = row[column];
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  if (Buffer.isBuffer(value)) return value;
  throw new TypeError(`column ${column}: expected bytes`);
}
