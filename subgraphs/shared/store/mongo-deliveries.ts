import { type Collection, type Filter, MaxKey, MinKey, MongoServerError } from 'mongodb';
import type { DeliveryLetter, DeliveryStore, Lane, LaneKey, LaneState, LaneWrite } from './delivery-store.ts';
import { duplicateKey, duplicatesOf, type MongoCall } from './mongo-call.ts';
import { committed, type MongoDatabase, openCollection } from './mongo-log.ts';
import type { VersionRow } from './mongo-rows.ts';
import { type LogName, logNames } from './version-store.ts';

export const laneCollection = 'deliveries';
export const deliveryLetterCollection = 'deliveries.letters';

export interface LaneRow {
  readonly _id: LaneId;
  readonly version: number;
  readonly state: LaneState;
  /** The number of the last order; no other lane has it. */
  readonly ordered?: number;
}

interface LaneId {
  /** The log. */
  readonly l: LogName;
  /** The subscriber. */
  readonly s: string;
}

export interface DeliveryLetterRow extends Omit<DeliveryLetter, 'id'> {
  readonly _id: string;
}

/**
 * The MongoDB {@link DeliveryStore}. The version of a lane decides in the write itself who was first, so a write without
 * letters and orders is one round trip.
 */
export function createMongoDeliveries(db: MongoDatabase, call: MongoCall): DeliveryStore {
  const lanes = openCollection<LaneRow>(db, laneCollection);
  const letters = openCollection<DeliveryLetterRow>(db, deliveryLetterCollection);

  return {
    listLanes: (of = {}) => call(async () => (await lanes.find(lanesOf(of), committed).sort({ _id: 1 }).toArray()).map(laneOf)),
    findLane: (key) =>
      call(async () => {
        const row = await lanes.findOne({ _id: laneIdOf(key) }, committed);
        return row === null ? undefined : laneOf(row);
      }),
    listOrdered: (after) =>
      call(async () => {
        const rows = await lanes
          .find({ ordered: { $gt: after } }, committed)
          .sort({ ordered: 1 })
          .toArray();
        return { lanes: rows.map(laneOf), through: rows.at(-1)?.ordered ?? after };
      }),
    async writeLane(write) {
      const { log, letters: given = [], isOrder = false } = write;
      if (given.length > 0) {
        // Letters come before the state that gives their versions up, so none is lost, and behind a look at the version, so
        // whoever has read an old state leaves none. Only who is overtaken in between does, of what it has seen fail.
        if (!(await call(() => isAsRead(lanes, write)))) return false;
        await call(() => keepLetters(letters, given));
        await call(() => removeLettersOfGone(letters, openCollection(db, log), given));
      }
      if (!isOrder) return (await call(() => writeState(lanes, write))) === 'WRITTEN';
      for (;;) {
        const outcome = await call(async () => writeState(lanes, write, (await lastOrder(lanes)) + 1));
        if (outcome !== 'ORDER_TAKEN') return outcome === 'WRITTEN';
      }
    },
    listLetters: ({ limit, after, ...of }) =>
      call(async () => {
        const wanted = { ...lettersOf(of), ...(after === undefined ? {} : { _id: { $gt: after } }) };
        const rows = await letters.find(wanted, committed).sort({ _id: 1 }).limit(limit).toArray();
        return rows.map(({ _id, ...letter }) => ({ id: _id, ...letter }));
      }),
    countLetters: (key) => call(() => letters.countDocuments(lettersOf(key), committed)),
    removeLetters: (ids) =>
      call(async () => {
        await letters.deleteMany({ _id: { $in: [...ids] } });
      }),
  };
}

/**
 * Writes the state if nobody else has since it was read. Orders are numbered without a counter: the next number is one
 * above the greatest that any lane has, and the unique index gives it to one of those who want it. So a number is given
 * only when all smaller ones can be read, and who goes on behind the last one that was read has missed none.
 */
async function writeState(
  lanes: Collection<LaneRow>,
  { version, state, ...key }: LaneWrite,
  ordered?: number,
): Promise<'WRITTEN' | 'OVERTAKEN' | 'ORDER_TAKEN'> {
  const written = { version: version + 1, state, ...(ordered === undefined ? {} : { ordered }) };
  try {
    const { matchedCount, upsertedCount } = await lanes.updateOne(
      { _id: laneIdOf(key), version },
      { $set: written },
      { upsert: version === 0, ignoreUndefined: true },
    );
    return matchedCount + upsertedCount === 1 ? 'WRITTEN' : 'OVERTAKEN';
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
    return 'ordered' in error['keyPattern'] ? 'ORDER_TAKEN' : 'OVERTAKEN';
  }
}

/** What was written last, whether a majority has it or not: a number above it becomes durable only behind it. */
async function lastOrder(lanes: Collection<LaneRow>): Promise<number> {
  const find = lanes.find({ ordered: { $gt: 0 } }, { projection: { ordered: 1 } });
  const [last] = await find.sort({ ordered: -1 }).limit(1).toArray();
  return last?.ordered ?? 0;
}

async function isAsRead(lanes: Collection<LaneRow>, { version, ...key }: LaneWrite): Promise<boolean> {
  const row = await lanes.findOne({ _id: laneIdOf(key) }, { projection: { version: 1 } });
  return (row?.version ?? 0) === version;
}

async function keepLetters(letters: Collection<DeliveryLetterRow>, given: readonly DeliveryLetter[]): Promise<void> {
  const rows = given.map(({ id, ...letter }) => ({ _id: id, ...letter }));
  await letters.insertMany(rows, { ordered: false }).catch(duplicatesOf);
}

/** What was removed while it was on its way leaves no letter: its row went before its letters were looked for, or they are seen here. */
async function removeLettersOfGone(
  letters: Collection<DeliveryLetterRow>,
  versions: Collection<VersionRow>,
  given: readonly DeliveryLetter[],
): Promise<void> {
  const wanted = { sequence: { $in: given.map(({ sequence }) => sequence) } };
  const found = await versions.find<{ sequence: number }>(wanted, { projection: { _id: 0, sequence: 1 } }).toArray();
  const held = new Set(found.map(({ sequence }) => sequence));
  const gone = given.flatMap(({ id, sequence }) => (held.has(sequence) ? [] : [id]));
  if (gone.length > 0) await letters.deleteMany({ _id: { $in: gone } });
}

function laneIdOf({ log, subscriber }: LaneKey): LaneId {
  return { l: log, s: subscriber };
}

function lanesOf({ log, subscriber }: Partial<LaneKey>): Filter<LaneRow> {
  if (subscriber !== undefined) {
    const logs = log === undefined ? logNames : [log];
    return { _id: { $in: logs.map((name) => laneIdOf({ log: name, subscriber })) } };
  }
  if (log === undefined) return {};
  return { _id: { $gte: { l: log, s: new MinKey() }, $lte: { l: log, s: new MaxKey() } } } as unknown as Filter<LaneRow>;
}

function lettersOf({ log, subscriber }: Partial<LaneKey>): Filter<DeliveryLetterRow> {
  return { ...(subscriber === undefined ? {} : { subscriber }), ...(log === undefined ? {} : { log }) };
}

function laneOf({ _id, version, state }: LaneRow): Lane {
  return { log: _id.l, subscriber: _id.s, version, state };
}
