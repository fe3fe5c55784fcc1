import type { DeadLetter, DeadLetterStore, ReceivedLogName } from '../version-store.ts';
import type { Reader, SqlRow } from './connection.ts';
import { bytes, integer, text } from './rows.ts';
import type { WriteThread } from './thread.ts';

/** Opens the SQLite {@link DeadLetterStore}. */
export function createSqliteDeadLetters({ thread, reader }: { thread: WriteThread; reader: Reader }): DeadLetterStore {
  return {
    add: (deadLetters) => thread.write('addDeadLetters', { deadLetters }),
    list: async ({ limit, after }) =>
      reader.all('SELECT * FROM dead_letters WHERE id > ? ORDER BY id LIMIT ?', rowIdOf(after), limit).map(deadLetterOf),
    find: async (id) => {
      const row = reader.get('SELECT * FROM dead_letters WHERE id = ?', rowIdOf(id));
      return row && deadLetterOf(row);
    },
    remove: (id) => thread.write('removeDeadLetter', { id: rowIdOf(id) }),
  };
}

/** Returns the row number that a dead letter's id represents; any other string identifies none. */
function rowIdOf(id: string | undefined): number {
  const number = Number(id ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}

function deadLetterOf(row: SqlRow): DeadLetter {
  return {
    id: String(integer(row, 'id')),
    partner: text(row, 'partner'),
    log: text(row, 'log') as ReceivedLogName,
    receivedAt: text(row, 'received_at'),
    reason: text(row, 'reason'),
    path: text(row, 'path'),
    bytes: bytes(row, 'bytes'),
  };
}
