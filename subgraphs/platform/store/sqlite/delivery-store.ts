import type {
  DeliveryDeadLetter,
  DeliveryDeadLetterReason,
  DeliveryQueueKey,
  DeliveryQueueState,
  DeliveryStore,
  StoredDeliveryQueue,
} from '../delivery-store.ts';
import type { LogName } from '../version-store.ts';
import type { Reader, SqlRow, SqlValue } from './connection.ts';
import { integer, json, text } from './rows.ts';
import type { WriteThread } from './thread.ts';

/** Opens the SQLite {@link DeliveryStore}. A queue and its dead letters are written in one transaction. */
export function createSqliteDeliveries({ thread, reader }: { readonly thread: WriteThread; readonly reader: Reader }): DeliveryStore {
  const listQueues = (key: Partial<DeliveryQueueKey>): StoredDeliveryQueue[] => {
    const { sql, values } = whereOf(conditionsOf(key));
    return reader.all(`SELECT * FROM delivery_queues ${sql} ORDER BY log, subscriber`, ...values).map(queueOf);
  };
  return {
    listQueues: async (key = {}) => listQueues(key),
    findQueue: async (key) => listQueues(key)[0],
    listCommanded: async (after) => {
      const rows = reader.all('SELECT * FROM delivery_queues WHERE command_number > ? ORDER BY command_number', after);
      return { queues: rows.map(queueOf), scannedThrough: rows.length === 0 ? after : integer(rows.at(-1), 'command_number') };
    },
    writeQueue: (write) => thread.write('writeQueue', write),
    listDeadLetters: async ({ limit, after, ...key }) => {
      const { sql, values } = whereOf([...conditionsOf(key), ['id >', after]]);
      return reader.all(`SELECT * FROM delivery_dead_letters ${sql} ORDER BY id LIMIT ?`, ...values, limit).map(deadLetterOf);
    },
    countDeadLetters: async (key) => {
      const { sql, values } = whereOf(conditionsOf(key));
      return integer(reader.get(`SELECT count(*) AS count FROM delivery_dead_letters ${sql}`, ...values), 'count');
    },
    removeDeadLetters: (ids) => thread.write('removeDeliveryDeadLetters', { ids }),
  };
}

type Condition = readonly [comparison: string, value: SqlValue | undefined];

function conditionsOf({ subscriber, log }: Partial<DeliveryQueueKey>): Condition[] {
  return [
    ['subscriber =', subscriber],
    ['log =', log],
  ];
}

/** Combines conditions, leaving out those without a value. */
function whereOf(conditions: readonly Condition[]): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const given = conditions.filter((condition): condition is readonly [string, SqlValue] => condition[1] !== undefined);
  const sql = given.map(([comparison]) => `${comparison} ?`).join(' AND ');
  return { sql: given.length === 0 ? '' : `WHERE ${sql}`, values: given.map(([, value]) => value) };
}

function queueOf(row: SqlRow): StoredDeliveryQueue {
  return {
    subscriber: text(row, 'subscriber'),
    log: text(row, 'log') as LogName,
    version: integer(row, 'version'),
    state: json(row, 'state') as DeliveryQueueState,
  };
}

function deadLetterOf(row: SqlRow): DeliveryDeadLetter {
  return {
    id: text(row, 'id'),
    subscriber: text(row, 'subscriber'),
    log: text(row, 'log') as LogName,
    messageID: text(row, 'message_id'),
    sequence: integer(row, 'sequence'),
    at: text(row, 'at'),
    attempts: integer(row, 'attempts'),
    reason: text(row, 'reason') as DeliveryDeadLetterReason,
    message: text(row, 'message'),
  };
}
