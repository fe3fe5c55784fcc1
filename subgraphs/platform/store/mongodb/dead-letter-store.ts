import { createHash } from 'node:crypto';
import type { DeadLetter, DeadLetterStore, ReceivedLogName } from '../version-store.ts';
import { type MongoDatabase, openCollection } from './collections.ts';
import { duplicatesOf, type MongoCall } from './failure.ts';
import { readParts, splitIntoParts, writeParts } from './parts.ts';
import type { PartRow } from './rows.ts';

/** A dead letter without its bytes. The id begins with the time, so ids sort in the order of the dead letters. */
export interface DeadLetterRow {
  readonly _id: string;
  readonly partner: string;
  readonly log: ReceivedLogName;
  readonly receivedAt: string;
  readonly reason: string;
  readonly path: string;
  /** Hash of partner, log and bytes. Dead letters with the same hash are one dead letter. */
  readonly hash: string;
  /** Number of parts in which the bytes are stored. */
  readonly parts: number;
}

/** Opens the MongoDB {@link DeadLetterStore}. */
export function createMongoDeadLetters(db: MongoDatabase, call: MongoCall): DeadLetterStore {
  const deadLetters = openCollection<DeadLetterRow>(db, deadLetterCollection);
  const parts = openCollection<PartRow>(db, `${deadLetterCollection}.parts`);

  const deadLettersOf = async (rows: readonly DeadLetterRow[]): Promise<DeadLetter[]> => {
    const found = await readParts(parts, new Map(rows.map((row) => [row._id, row.parts])));
    return rows.flatMap(({ _id, partner, log, receivedAt, reason, path }) => {
      const bytes = found.get(_id);
      return bytes === undefined ? [] : [{ id: _id, partner, log, receivedAt, reason, path, bytes }];
    });
  };

  return {
    async add(added) {
      if (added.length === 0) return;
      const rows = added.map((deadLetter) => ({ row: deadLetterRowOf(deadLetter), bytes: deadLetter.bytes }));
      const known = await call(() =>
        deadLetters.find({ hash: { $in: rows.map(({ row }) => row.hash) } }, { projection: { hash: 1 } }).toArray(),
      );
      const hashes = new Set(known.map(({ hash }) => hash));
      const fresh = rows.filter(({ row }) => !hashes.has(row.hash));
      if (fresh.length === 0) return;
      for (const { row, bytes } of fresh) await call(() => writeParts(parts, splitIntoParts(row._id, bytes)));
      await call(async () => {
        await deadLetters
          .insertMany(
            fresh.map(({ row }) => row),
            { ordered: false },
          )
          .catch(duplicatesOf);
      });
    },
    async list({ limit, after }) {
      const find = () => deadLetters.find(after === undefined ? {} : { _id: { $gt: after } }).sort({ _id: 1 });
      return call(async () => deadLettersOf(await find().limit(limit).toArray()));
    },
    async find(id) {
      const [deadLetter] = await call(async () => deadLettersOf(await deadLetters.find({ _id: id }).toArray()));
      return deadLetter;
    },
    async remove(id) {
      const row = await call(() => deadLetters.findOneAndDelete({ _id: id }));
      if (row === null) return;
      const ids = Array.from({ length: row.parts }, (_, n) => ({ of: id, n }));
      await call(() => parts.deleteMany({ _id: { $in: ids } }));
    },
  };
}

export const deadLetterCollection = 'dead-letters';

/** Returns the row of a dead letter. */
export function deadLetterRowOf(deadLetter: Omit<DeadLetter, 'id'>): DeadLetterRow {
  const { partner, log, receivedAt, reason, path, bytes } = deadLetter;
  const hash = createHash('sha256')
    .update(JSON.stringify([partner, log]))
    .update(bytes)
    .digest('base64url');
  return { _id: `${receivedAt}_${hash}`, partner, log, receivedAt, reason, path, hash, parts: splitIntoParts('', bytes).length };
}
