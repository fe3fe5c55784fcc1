import { hash } from 'node:crypto';
import { type ClientSession, type Collection, ObjectId } from 'mongodb';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import type { ArrivalRow, StoredArrival } from '../arrival-store.ts';
import { type ReadArrivalDocument, storedArrivalOf } from './arrival-rows.ts';

export const linesCollection = 'arrivals.lines';

/** The lines that arrivals of a group share. */
export interface LinesDocument {
  readonly _id: string;
  /** Grows with each replacement, from 0. */
  readonly revision: number;
  readonly group: string;
  readonly hash: string;
  readonly lines: string;
  /** Number of arrivals that share them. */
  readonly uses: number;
}

/**
 * A replacement of shared lines changes the revision of their arrivals by a fraction, so that the revision also tells which lines
 * were read: the two are not read at one moment.
 */
const maxReplacements = 2 ** 20;

/** Returns the revision of an arrival. @param own the number of its writes */
export function revisionOf(own: number, lines: Pick<LinesDocument, 'revision'> | undefined): number {
  return own + (lines?.revision ?? 0) / maxReplacements;
}

/** Returns how often the lines had been replaced when a revision was read. */
export function replacementsOf(revision: number): number {
  return (revision % 1) * maxReplacements;
}

/** Opens the lines that arrivals share. */
export function openSharedLines(collection: Collection<LinesDocument>) {
  const cache = sharedCachePool.open<string, LinesDocument>();

  /** Reads lines. Those that have not changed since they were read are only asked for their revision. */
  const read = async (ids: readonly string[]): Promise<ReadonlyMap<string, LinesDocument>> => {
    const known = new Map(ids.flatMap((id) => [[id, cache.get(id)] as const]));
    const asked = ids.filter((id) => known.get(id) !== undefined);
    const revisions = await collection.find({ _id: { $in: asked } }, { projection: { revision: 1 } }).toArray();
    const current = new Map(revisions.map(({ _id, revision }) => [_id, revision]));
    const missing = ids.filter((id) => !current.has(id) || current.get(id) !== known.get(id)?.revision);
    const found = missing.length === 0 ? [] : await collection.find({ _id: { $in: missing } }).toArray();
    for (const document of found) cache.set(document._id, document, 2 * document.lines.length);
    const added = new Map(found.map((document) => [document._id, document]));
    return new Map(
      ids.flatMap((id) => {
        const document = missing.includes(id) ? added.get(id) : known.get(id);
        return document === undefined ? [] : [[id, document] as const];
      }),
    );
  };

  return {
    /** Completes documents by the lines that they share. Undefined for a document whose lines are no longer stored. */
    completed: async (documents: readonly ReadArrivalDocument[]): Promise<(StoredArrival | undefined)[]> => {
      const ids = [...new Set(documents.flatMap(({ shared }) => shared ?? []))];
      const lines = ids.length === 0 ? new Map<string, LinesDocument>() : await read(ids);
      return documents.map(({ shared, ...document }) => {
        const of = shared === undefined ? undefined : lines.get(shared);
        if (shared !== undefined && of === undefined) return undefined;
        return storedArrivalOf(document, of);
      });
    },
    find: (id: string) => collection.findOne({ _id: id }),
    /** Returns the lines with these ids, within a transaction. */
    revisionsIn: async (ids: readonly string[], session: ClientSession): Promise<ReadonlyMap<string, Pick<LinesDocument, 'revision'>>> => {
      if (ids.length === 0) return new Map();
      const found = await collection.find({ _id: { $in: [...new Set(ids)] } }, { session, projection: { revision: 1 } }).toArray();
      return new Map(found.map((document) => [document._id, document]));
    },
    /**
     * Counts within a transaction which lines arrivals no longer share, and which they share from now on, and stores or removes lines.
     *
     * @returns the document of the shared lines of each row; undefined for a row of one line
     */
    share: async (
      rows: readonly Pick<ArrivalRow, 'arrivalId' | 'group' | 'document'>[],
      left: readonly string[],
      session: ClientSession,
    ): Promise<(Pick<LinesDocument, '_id' | 'revision'> | undefined)[]> => {
      const uses = new Map<string, number>();
      const use = (id: string, change: 1 | -1) => uses.set(id, (uses.get(id) ?? 0) + change);
      for (const id of left) use(id, -1);
      const stored = new Map<string, Pick<LinesDocument, '_id' | 'revision'>>();
      const shared: (Pick<LinesDocument, '_id' | 'revision'> | undefined)[] = [];
      for (const { arrivalId, group = arrivalId, document } of rows) {
        const end = document.indexOf('\n');
        if (end < 0) {
          shared.push(undefined);
          continue;
        }
        const lines = document.slice(end + 1);
        const key = { group, hash: hashOf(lines) };
        const text = JSON.stringify(key);
        const found =
          stored.get(text) ??
          (await collection.findOneAndUpdate(
            key,
            { $setOnInsert: { _id: new ObjectId().toHexString(), revision: 0, lines, uses: 0 } },
            { session, upsert: true, returnDocument: 'after', projection: { revision: 1 } },
          ));
        if (found === null) throw new Error('lines that were stored are not found');
        stored.set(text, found);
        use(found._id, 1);
        shared.push(found);
      }
      const changed = [...uses].filter(([, change]) => change !== 0);
      if (changed.length > 0) {
        await collection.bulkWrite(
          [
            ...changed.map(([_id, change]) => ({ updateOne: { filter: { _id }, update: { $inc: { uses: change } } } })),
            { deleteMany: { filter: { _id: { $in: changed.map(([id]) => id) }, uses: { $lte: 0 } } } },
          ],
          { session },
        );
      }
      return shared;
    },
    /** Replaces lines that have not changed. @returns whether they were replaced */
    replace: async ({ _id, revision }: Pick<LinesDocument, '_id' | 'revision'>, lines: string): Promise<boolean> => {
      if (revision + 1 === maxReplacements) return false;
      const known = await collection.findOne({ _id }, { projection: { group: 1 } });
      const hashOfLines = hashOf(lines);
      // Equal lines of the group stay apart until their arrivals are written again.
      const isEqual =
        (await collection.countDocuments({ group: known?.group ?? '', hash: hashOfLines, _id: { $ne: _id } }, { limit: 1 })) > 0;
      const apart = isEqual ? { group: `${known?.group} ${_id}` } : {};
      const { modifiedCount } = await collection.updateOne(
        { _id, revision },
        { $set: { lines, hash: hashOfLines, ...apart }, $inc: { revision: 1 } },
      );
      return modifiedCount === 1;
    },
  };
}

function hashOf(lines: string): string {
  return hash('sha256', lines, 'base64url');
}
