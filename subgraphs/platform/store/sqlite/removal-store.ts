import type { Removal, RemovalStore, RemovedCount, RemovedKind } from '../removal-store.ts';
import type { LogName } from '../version-store.ts';
import { type Reader, type SqlRow, truncateWriteAheadLog } from './connection.ts';
import { integer, json, text } from './rows.ts';
import type { WriteThread } from './thread.ts';

/**
 * Opens the SQLite {@link RemovalStore}. SQLite overwrites deleted bytes with zeros; `finish` removes the copies in the
 * write-ahead log.
 */
export function createSqliteRemovals(parts: {
  readonly thread: WriteThread;
  readonly reader: Reader;
  readonly path: string;
}): RemovalStore {
  const { thread, reader, path } = parts;
  const counts = 'SELECT log, partner, kind, count FROM removed WHERE removal = ? ORDER BY log, partner, kind';
  const recordOf = (row: SqlRow): Removal => removalOf(row, reader.all(counts, text(row, 'id')).map(countOf));
  return {
    // Each step is a transaction, so none is left unfinished.
    resume: async () => {},
    begin: (removal) => thread.write('beginRemoval', { removal }),
    removeVersions: (removal, log, keys) => thread.write('eraseVersions', { removal, log, keys }),
    removeDeadLetters: (removal, ids) => thread.write('eraseDeadLetters', { removal, ids: ids.map(Number) }),
    removeDeliveryDeadLetters: (removal, ids) => thread.write('eraseDeliveryDeadLetters', { removal, ids }),
    finish: async (removal, finishedAt) => {
      // Only the record is written after this, so no removed bytes get into the write-ahead log again.
      truncateWriteAheadLog(path);
      await thread.write('finishRemoval', { removal, finishedAt });
      const row = reader.get(`SELECT ${columns} FROM removals WHERE id = ?`, removal);
      if (row === undefined) throw new Error(`there is no removal ${removal}`);
      return recordOf(row);
    },
    list: async (limit) => reader.all(`SELECT ${columns} FROM removals ORDER BY started_at DESC, id LIMIT ?`, limit).map(recordOf),
  };
}

const columns = 'id, started_at, finished_at, reason, requested_by';

function removalOf(row: SqlRow, removed: readonly RemovedCount[]): Removal {
  return {
    id: text(row, 'id'),
    startedAt: text(row, 'started_at'),
    reason: json(row, 'reason') as Removal['reason'],
    ...(row['finished_at'] === null ? {} : { finishedAt: text(row, 'finished_at') }),
    ...(row['requested_by'] === null ? {} : { by: text(row, 'requested_by') }),
    removed,
  };
}

function countOf(row: SqlRow): RemovedCount {
  return {
    log: text(row, 'log') as LogName,
    partner: text(row, 'partner'),
    kind: text(row, 'kind') as RemovedKind,
    count: integer(row, 'count'),
  };
}
