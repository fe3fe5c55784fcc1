import type { DeadLetter, DeadLetterStore, LogName } from '../version-store.ts';
import type { Reader, SqlRow } from './connection.ts';
import { bytes, integer, text } from './rows.ts';
import type { WriteThread } from './thread.ts';

/** The embedded {@link DeadLetterStore}. */
export function createSqliteDeadLetters({ thread, reader }: { thread: WriteThread; reader: Reader }): DeadLetterStore {
  return {
    add: (letters) => thread.write('addLetters', { letters }),
    list: async ({ limit, after }) =>
      reader.all('SELECT * FROM dead_letters WHERE id > ? ORDER BY id LIMIT ?', numberOf(after), limit).map(deadLetterOf),
    find: async (id) => {
      const row = reader.get('SELECT * FROM dead_letters WHERE id = ?', numberOf(id));
      return row && deadLetterOf(row);
    },
    remove: (id) => thread.write('removeLetter', { id: numberOf(id) }),
  };
}

/** Ids of letters are row numbers; another text names no letter. */
function numberOf(id: string | undefined): number {
  const number = Number(id ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}

function deadLetterOf(row: SqlRow): DeadLetter {
  return {
    id: String(integer(row, 'id')),
    partner: text(row, 'partner'),
    log: text(row, 'log') as LogName,
    receivedAt: text(row, 'received_at'),
    reason: text(row, 'reason'),
    path: text(row, 'path'),
    bytes: bytes(row, 'bytes'),
  };
}
