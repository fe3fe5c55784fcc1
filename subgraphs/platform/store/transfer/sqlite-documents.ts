import type { Document } from 'mongodb';
import { hashOf } from '../content-hash.ts';
import { arrivalCollection, arrivalDocumentsOf, arrivalEntryCollection, markCollection, markDocumentOf } from '../mongodb/arrival-rows.ts';
import { deadLetterCollection, deadLetterRowOf } from '../mongodb/dead-letter-store.ts';
import { deliveryDeadLetterCollection, queueCollection } from '../mongodb/delivery-store.ts';
import { linesIdOf, partKeyOf, partsOfVersion, splitIntoParts } from '../mongodb/parts.ts';
import { removalCollection, stepCollection } from '../mongodb/removal-store.ts';
import { currentRowOf, orderValueOf, versionRowOf } from '../mongodb/rows.ts';
import type { Reader, SqlRow, SqlValue } from '../sqlite/connection.ts';
import { DamagedRowError } from '../sqlite/failure.ts';
import {
  arrivalColumns,
  arrivalOf,
  bytes,
  clashOf,
  deadLetterRows,
  deliveryDeadLetterRows,
  indexedVersionOf,
  integer,
  markRows,
  queueRows,
  removalRows,
  removedBy,
  text,
  versionColumnsOf,
} from '../sqlite/rows.ts';
import { tablePrefix } from '../sqlite/schema.ts';
import { dividedVersion, type LogName, logNames, type NewVersion, wholeDocument } from '../version-store.ts';

/** A document for a collection of MongoDB. */
export interface TargetDocument {
  readonly collection: string;
  readonly document: Document & { readonly _id: unknown };
}

/** One kind of data of a SQLite store, read in batches of limited size, in a stable order. */
export interface DocumentSource {
  readonly name: string;
  batches(): Generator<readonly TargetDocument[]>;
}

/** Maximum number of rows and bytes in a batch; a single row may be larger. */
const [maxRows, maxBytes] = [500, 4 * 1024 * 1024];

/** Returns everything in a SQLite store that is copied to MongoDB. Leases and the time of the last ping are not. */
export function documentsOf(reader: Reader): readonly DocumentSource[] {
  return [
    ...logNames.flatMap((log) => [versionsOf(reader, log), linesOf(reader, log), currentRowsOf(reader, log)]),
    ...Object.entries(tablesOf(reader)).map(([name, table]) => rowSource(reader, name, table)),
    factsOf(reader),
  ];
}

/** How a table is read. */
interface Table {
  readonly from: string;
  readonly columns?: string;
  /** A unique column, or an expression. @default the column `id` */
  readonly key?: string;
  /** Sorts before every key. @default 0 */
  readonly first?: SqlValue;
  /** SQL expression of a row's size in bytes. @default rows are small */
  readonly size?: string;
  readonly documents: (row: SqlRow) => readonly TargetDocument[];
}

function rowSource(reader: Reader, name: string, table: Table): DocumentSource {
  const { from, columns = '*', key = 'id', first = 0, size = '0', documents } = table;
  const sizes = `SELECT ${key} AS position, ${size} AS size FROM ${from} WHERE ${key} > ? ORDER BY ${key} LIMIT ${maxRows}`;
  const rows = `SELECT ${columns} FROM ${from} WHERE ${key} > ? AND ${key} <= ? ORDER BY ${key}`;
  return {
    name,
    batches: function* () {
      for (let start = first; ; ) {
        const end = endOfBatch(reader.all(sizes, start));
        if (end === undefined) return;
        yield reader.all(rows, start, end).flatMap(documents);
        start = end;
      }
    },
  };
}

function endOfBatch(rows: readonly SqlRow[]): SqlValue | undefined {
  let [sum, end]: [number, SqlValue | undefined] = [0, undefined];
  for (const row of rows) {
    sum += integer(row, 'size');
    if (end !== undefined && sum > maxBytes) return end;
    end = row['position'];
  }
  return end;
}

function versionsOf(reader: Reader, log: LogName): DocumentSource {
  const prefix = tablePrefix(log);
  const clashes = `SELECT hash, received_at, received_by, document FROM ${prefix}_clashes WHERE sequence = ?`;
  return rowSource(reader, log, {
    from: `${prefix}_versions v LEFT JOIN ${prefix}_blobs b ON b.sequence = v.sequence`,
    columns: `${versionColumnsOf(prefix)}, b.bytes`,
    key: 'v.sequence',
    size: 'length(v.document) + coalesce(length(b.bytes), 0)',
    documents: (row) => {
      const version = dividedVersion(log, newVersionOf(row));
      const sequence = integer(row, 'sequence');
      const found = reader.all(clashes, sequence).map((clash) => clashOf(clash, version));
      return [
        ...partsOfVersion(version).map((document) => ({ collection: `${log}.parts`, document })),
        { collection: log, document: { ...versionRowOf(version), sequence } },
        ...found.flatMap((clash): TargetDocument[] => {
          const { entityId: e, sortKey: k, contentHash: h, receivedAt, receivedBy } = clash;
          const parts = splitIntoParts(partKeyOf(clash, 'clash'), clash.document);
          return [
            ...parts.map((document) => ({ collection: `${log}.parts`, document })),
            { collection: `${log}.clashes`, document: { _id: { e, k, h }, receivedAt, receivedBy, parts: parts.length } },
          ];
        }),
      ];
    },
  });
}

function linesOf(reader: Reader, log: LogName): DocumentSource {
  return rowSource(reader, `${log}.lines`, {
    from: `${tablePrefix(log)}_lines`,
    columns: 'uses, hash, lines AS bytes',
    size: 'length(lines)',
    documents: (row) => {
      const document = { _id: linesIdOf(text(row, 'hash')), bytes: bytes(row, 'bytes'), uses: integer(row, 'uses') };
      return [{ collection: `${log}.parts`, document }];
    },
  });
}

/** @throws {DamagedRowError} when the bytes are not those that were received */
function newVersionOf(row: SqlRow): NewVersion {
  const { sequence: _, terms: __, blob, ...version } = indexedVersionOf(row);
  if (blob === undefined) return version;
  const whole = { ...version, blob: { ...blob, bytes: bytes(row, 'bytes') } };
  const isIntact = hashOf(wholeDocument(whole.document, whole.blob)) === version.contentHash;
  if (!isIntact) throw new DamagedRowError('bytes', 'bytes that do not match their hash');
  return whole;
}

function currentRowsOf(reader: Reader, log: LogName): DocumentSource {
  const prefix = tablePrefix(log);
  return rowSource(reader, `${log}.current-rows`, {
    from: `${prefix}_current_rows c JOIN ${prefix}_versions v ON v.sequence = c.sequence`,
    columns: `${versionColumnsOf(prefix)}, c.first_received_at, c.id`,
    key: 'c.id',
    size: 'length(v.document)',
    documents: (row) => {
      const version = indexedVersionOf(row);
      const current = currentRowOf(versionRowOf({ ...version, blob: undefined }));
      const firstReceived = orderValueOf(text(row, 'first_received_at'), version.entityId);
      return [{ collection: `${log}.current-rows`, document: { ...current, firstReceived } }];
    },
  });
}

/** The tables that do not belong to a log, by the names of their sources. */
function tablesOf(reader: Reader): Readonly<Record<string, Table>> {
  return {
    arrivals: {
      from: 'stored_arrivals a',
      columns: arrivalColumns,
      key: 'a.id',
      size: 'length(a.document)',
      documents: (row) => {
        const { revision, ...stored } = arrivalOf(row);
        const { arrival, entries } = arrivalDocumentsOf(stored, { revision, writeId: 'migration' });
        return [
          { collection: arrivalCollection, document: arrival },
          ...entries.map((document) => ({ collection: arrivalEntryCollection, document })),
        ];
      },
    },
    marks: {
      from: 'arrival_marks',
      // Unique and sortable, unlike the table's key. Sorting without an index is acceptable, because a store has few
      // marks.
      key: 'json_array(arrival_id, tenant, target, kind)',
      first: '',
      documents: (row) => [{ collection: markCollection, document: markDocumentOf(markRows.read(row)) }],
    },
    'dead letters of pushes': {
      from: 'dead_letters',
      size: 'length(bytes)',
      documents: (row) => {
        const deadLetter = deadLetterRows.read(row);
        const document = deadLetterRowOf(deadLetter);
        return [
          ...splitIntoParts(document._id, deadLetter.bytes).map((part) => ({
            collection: `${deadLetterCollection}.parts`,
            document: part,
          })),
          { collection: deadLetterCollection, document },
        ];
      },
    },
    'delivery queues': {
      from: 'delivery_queues',
      size: 'length(state)',
      documents: (row) => {
        const { log: l, subscriber: s, ...queue } = queueRows.read(row);
        const command = row['command_number'] === null ? {} : { commandNumber: integer(row, 'command_number') };
        return [{ collection: queueCollection, document: { _id: { l, s }, ...queue, ...command } }];
      },
    },
    'dead letters of deliveries': {
      from: 'delivery_dead_letters',
      first: '',
      documents: (row) => {
        const { id: _id, ...deadLetter } = deliveryDeadLetterRows.read(row);
        return [{ collection: deliveryDeadLetterCollection, document: { _id, ...deadLetter } }];
      },
    },
    removals: {
      from: 'removals',
      first: '',
      documents: (row) => {
        const { id: _id, ...removal } = removalRows.read(row);
        const step = { _id, removal: _id, counts: removedBy(reader, _id) };
        return [
          { collection: removalCollection, document: { _id, ...removal } },
          { collection: stepCollection, document: step },
        ];
      },
    },
  };
}

/** Returns the bounds of the logs, the secrets, and the positions of evaluated logs, all in one batch. */
function factsOf(reader: Reader): DocumentSource {
  const name = 'bounds of logs, secrets, positions';
  const bounds = () =>
    reader.all('SELECT log, trimmed_through, removals FROM log_bounds ORDER BY log').map((row) => {
      const log = text(row, 'log') as LogName;
      const head = reader.get('SELECT seq FROM sqlite_sequence WHERE name = ?', `${tablePrefix(log)}_versions`)?.['seq'] ?? 0;
      return { _id: `bounds:${log}`, trimmedThrough: integer(row, 'trimmed_through'), head, removals: integer(row, 'removals') };
    });
  const secrets = () =>
    reader
      .all('SELECT name, value FROM secrets ORDER BY name')
      .map((row) => ({ _id: `secret:${text(row, 'name')}`, bytes: bytes(row, 'value') }));
  const positions = () =>
    reader
      .all('SELECT log, position FROM followed_logs ORDER BY log')
      .map((row) => ({ _id: `followed:${text(row, 'log')}`, position: integer(row, 'position') }));
  return {
    name,
    batches: function* () {
      yield [...bounds(), ...secrets(), ...positions()].map((document) => ({ collection: 'meta', document }));
    },
  };
}
