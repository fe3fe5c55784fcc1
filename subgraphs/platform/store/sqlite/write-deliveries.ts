import type { DeliveryQueueWrite } from '../delivery-store.ts';
import type { LogName } from '../version-store.ts';
import type { Statement, Writer } from './connection.ts';
import { tablePrefix } from './schema.ts';

/** Writes delivery queues and dead letters inside the store's write transaction. */
export interface DeliveryWriter {
  /** Writes one queue. @returns false, having written nothing, when the queue has changed since it was read */
  writeQueue(write: DeliveryQueueWrite): boolean;
  removeDeadLetters(ids: readonly string[]): void;
}

/** Opens the writer of deliveries. */
export function createDeliveryWriter(writer: Writer, logs: readonly LogName[]): DeliveryWriter {
  const sql = {
    insertQueue: writer.prepare(
      `INSERT OR IGNORE INTO delivery_queues (log, subscriber, version, command_number, state) VALUES (?, ?, 1, iif(?, ${nextCommandNumber}, NULL), ?) RETURNING version`,
    ),
    updateQueue: writer.prepare(
      `UPDATE delivery_queues SET version = version + 1, command_number = iif(?, ${nextCommandNumber}, command_number), state = ? WHERE log = ? AND subscriber = ? AND version = ? RETURNING version`,
    ),
    removeDeadLetters: writer.prepare('DELETE FROM delivery_dead_letters WHERE id IN (SELECT value FROM json_each(?))'),
  };
  const addDeadLetter = new Map<LogName, Statement>(logs.map((log) => [log, writer.prepare(addDeadLetterSql(log))]));

  return {
    writeQueue: ({ log, subscriber, version, state, deadLetters = [], isCommand = false }) => {
      const add = addDeadLetter.get(log);
      if (add === undefined) throw new Error(`there is no log named ${log}`);
      const [command, json] = [Number(isCommand), JSON.stringify(state)];
      const written =
        version === 0 ? sql.insertQueue.get(log, subscriber, command, json) : sql.updateQueue.get(command, json, log, subscriber, version);
      if (written === undefined) return false;
      for (const { id, messageID, sequence, at, attempts, reason, message } of deadLetters) {
        add.run(id, subscriber, log, messageID, sequence, at, attempts, reason, message, sequence);
      }
      return true;
    },
    removeDeadLetters: (ids) => sql.removeDeadLetters.run(JSON.stringify(ids)),
  };
}

/** Queues are never removed, and a later command on a queue gets a greater number, so no number is used twice. */
const nextCommandNumber = '(SELECT coalesce(max(command_number), 0) + 1 FROM delivery_queues)';

/** Returns the statement that adds a dead letter, unless its version was removed while it was delivered. */
function addDeadLetterSql(log: LogName): string {
  return `INSERT OR IGNORE INTO delivery_dead_letters (id, subscriber, log, message_id, sequence, at, attempts, reason, message)
    SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM ${tablePrefix(log)}_versions WHERE sequence = ?)`;
}
