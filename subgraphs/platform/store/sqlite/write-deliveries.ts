import type { DeliveryQueueWrite } from '../delivery-store.ts';
import type { LogName } from '../version-store.ts';
import type { Statement, Writer } from './connection.ts';
import { tablePrefix } from './schema.ts';

/** Writes what is kept of deliveries inside the store's write transaction. */
export interface DeliveryWriter {
  /** @returns whether the lane was still as it was read; if not, nothing is written */
  writeQueue(write: DeliveryQueueWrite): boolean;
  removeLetters(ids: readonly string[]): void;
}

/** Opens the half of the writing thread that is about deliveries. */
export function createDeliveryWriter(writer: Writer, logs: readonly LogName[]): DeliveryWriter {
  const sql = {
    insertLane: writer.prepare(
      `INSERT OR IGNORE INTO delivery_queues (log, subscriber, version, command_number, state) VALUES (?, ?, 1, iif(?, ${nextCommandNumber}, NULL), ?) RETURNING version`,
    ),
    moveLane: writer.prepare(
      `UPDATE delivery_queues SET version = version + 1, command_number = iif(?, ${nextCommandNumber}, command_number), state = ? WHERE log = ? AND subscriber = ? AND version = ? RETURNING version`,
    ),
    removeLetters: writer.prepare('DELETE FROM delivery_dead_letters WHERE id IN (SELECT value FROM json_each(?))'),
  };
  const keepLetters = new Map<LogName, Statement>(logs.map((log) => [log, writer.prepare(keepLetterOf(log))]));

  return {
    writeQueue: ({ log, subscriber, version, state, deadLetters = [], isCommand = false }) => {
      const keepLetter = keepLetters.get(log);
      if (keepLetter === undefined) throw new Error(`there is no log named ${log}`);
      const [order, text] = [Number(isCommand), JSON.stringify(state)];
      const written =
        version === 0 ? sql.insertLane.get(log, subscriber, order, text) : sql.moveLane.get(order, text, log, subscriber, version);
      if (written === undefined) return false;
      for (const { id, messageID, sequence, at, attempts, reason, message } of deadLetters) {
        keepLetter.run(id, subscriber, log, messageID, sequence, at, attempts, reason, message, sequence);
      }
      return true;
    },
    removeLetters: (ids) => sql.removeLetters.run(JSON.stringify(ids)),
  };
}

/** Lanes are never removed, and one that is ordered again gets a greater number: none is given twice. */
const nextCommandNumber = '(SELECT coalesce(max(command_number), 0) + 1 FROM delivery_queues)';

/** What was removed while it was on its way to a subscriber leaves no letter. */
function keepLetterOf(log: LogName): string {
  return `INSERT OR IGNORE INTO delivery_dead_letters (id, subscriber, log, message_id, sequence, at, attempts, reason, message)
    SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM ${tablePrefix(log)}_versions WHERE sequence = ?)`;
}
