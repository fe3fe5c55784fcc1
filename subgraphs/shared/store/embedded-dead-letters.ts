import { createHash } from 'node:crypto';
import type { RunSteps } from './embedded-append.ts';
import type { Reader, SqlRow, Writer } from './embedded-connection.ts';
import { bytes, integer, text } from './embedded-rows.ts';
import type { DeadLetter, DeadLetterStore, LogName } from './version-store.ts';

/** The embedded {@link DeadLetterStore}. */
export async function createEmbeddedDeadLetters(parts: { reader: Reader; writer: Writer; runSteps: RunSteps }): Promise<DeadLetterStore> {
  const { reader, writer, runSteps } = parts;
  const insert = await writer.prepare(
    'INSERT OR IGNORE INTO dead_letters (partner, log, hash, received_at, reason, path, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const remove = await writer.prepare('DELETE FROM dead_letters WHERE id = ?');
  return {
    add: async (letters) => {
      await runSteps(
        letters.map((letter) => ({
          bytes: letter.bytes.length,
          run: () => {
            const hash = createHash('sha256').update(letter.bytes).digest('hex');
            insert.run(letter.partner, letter.log, hash, letter.receivedAt, letter.reason, letter.path, letter.bytes);
          },
        })),
      );
    },
    list: async ({ limit, after }) =>
      reader.all('SELECT * FROM dead_letters WHERE id > ? ORDER BY id LIMIT ?', numberOf(after), limit).map(letterOf),
    find: async (id) => {
      const row = reader.get('SELECT * FROM dead_letters WHERE id = ?', numberOf(id));
      return row && letterOf(row);
    },
    remove: async (id) => {
      await runSteps([{ bytes: 100, run: () => remove.run(numberOf(id)) }]);
    },
  };
}

/** Ids of letters are row numbers; another text names no letter. */
function numberOf(id: string | undefined): number {
  const number = Number(id ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}

function letterOf(row: SqlRow): DeadLetter {
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
