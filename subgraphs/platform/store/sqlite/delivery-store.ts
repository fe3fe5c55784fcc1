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

/** The embedded {@link DeliveryStore}. A lane's write and its letters are one transaction. */
export function createSqliteDeliveries({ thread, reader }: { readonly thread: WriteThread; readonly reader: Reader }): DeliveryStore {
  const listLanes = (of: Partial<DeliveryQueueKey>): StoredDeliveryQueue[] => {
    const { sql, values } = whereOf(conditionsOf(of));
    return reader.all(`SELECT * FROM lanes ${sql} ORDER BY log, subscriber`, ...values).map(laneOf);
  };
  return {
    listLanes: async (of = {}) => listLanes(of),
    findLane: async (key) => listLanes(key)[0],
    listOrdered: async (after) => {
      const rows = reader.all('SELECT * FROM lanes WHERE ordered > ? ORDER BY ordered', after);
      return { lanes: rows.map(laneOf), through: rows.length === 0 ? after : integer(rows.at(-1), 'ordered') };
    },
    writeLane: (write) => thread.write('writeLane', write),
    listLetters: async ({ limit, after, ...of }) => {
      const { sql, values } = whereOf([...conditionsOf(of), ['id >', after]]);
      return reader.all(`SELECT * FROM delivery_letters ${sql} ORDER BY id LIMIT ?`, ...values, limit).map(letterOf);
    },
    countLetters: async (key) => {
      const { sql, values } = whereOf(conditionsOf(key));
      return integer(reader.get(`SELECT count(*) AS count FROM delivery_letters ${sql}`, ...values), 'count');
    },
    removeLetters: (ids) => thread.write('removeDeliveryLetters', { ids }),
  };
}

type Condition = readonly [comparison: string, value: SqlValue | undefined];

function conditionsOf({ subscriber, log }: Partial<DeliveryQueueKey>): Condition[] {
  return [
    ['subscriber =', subscriber],
    ['log =', log],
  ];
}

/** Conditions whose value is undefined do not count. */
function whereOf(conditions: readonly Condition[]): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const given = conditions.filter((condition): condition is readonly [string, SqlValue] => condition[1] !== undefined);
  const sql = given.map(([comparison]) => `${comparison} ?`).join(' AND ');
  return { sql: given.length === 0 ? '' : `WHERE ${sql}`, values: given.map(([, value]) => value) };
}

function laneOf(row: SqlRow): StoredDeliveryQueue {
  return {
    subscriber: text(row, 'subscriber'),
    log: text(row, 'log') as LogName,
    version: integer(row, 'version'),
    state: json(row, 'state') as DeliveryQueueState,
  };
}

function letterOf(row: SqlRow): DeliveryDeadLetter {
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
