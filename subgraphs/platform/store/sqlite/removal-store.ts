import type { Removal, RemovalStore, RemovedCount, RemovedKind } from '../removal-store.ts';
import type { LogName } from '../version-store.ts';
import { type Reader, type SqlRow, truncateWriteAheadLog } from './connection.ts';
import { integer, json, text } from './rows.ts';
import type { WriteThread } from './thread.ts';

/** The embedded {@link RemovalStore}. SQLite overwrites what is deleted with zeros; older pages in the write-ahead log go at the end. */
export function createSqliteRemovals(parts: {
  readonly thread: WriteThread;
  readonly reader: Reader;
  readonly path: string;
}): RemovalStore {
  const { thread, reader, path } = parts;
  const counts = 'SELECT log, partner, kind, count FROM removed WHERE removal = ? ORDER BY log, partner, kind';
  const traceOf = (row: SqlRow): Removal => removalOf(row, reader.all(counts, text(row, 'id')).map(countOf));
  return {
    // Each step is a transaction of SQLite.
    resume: async () => {},
    begin: (removal) => thread.write('beginRemoval', { removal }),
    removeVersions: (removal, log, keys) => thread.write('removeVersions', { removal, log, keys }),
    removeDeadLetters: (removal, letters) => thread.write('removeLetters', { removal, ids: letters.map(Number) }),
    removeDeliveryDeadLetters: (removal, letters) => thread.write('eraseDeliveryLetters', { removal, ids: letters }),
    finish: async (removal, finishedAt) => {
      // Behind it only the trace is written, so nothing that was removed comes into the log again.
      truncateWriteAheadLog(path);
      await thread.write('finishRemoval', { removal, finishedAt });
      const row = reader.get(`SELECT ${columns} FROM removals WHERE id = ?`, removal);
      if (row === undefined) throw new Error(`removal ${removal} was never begun`);
      return traceOf(row);
    },
    list: async (limit) => reader.all(`SELECT ${columns} FROM removals ORDER BY started_at DESC, id LIMIT ?`, limit).map(traceOf),
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
