import { type ClientSession, type Collection, type FindOptions, ObjectId } from 'mongodb';
import { sharedCachePool } from '../../cache/memory-bounds.ts';
import { type ArrivalRow, entriesIn, linesOf, type StoredArrival } from '../arrival-store.ts';
import { hashOf } from '../content-hash.ts';
import type { ArrivalDocument } from './arrival-rows.ts';
import { committed } from './collections.ts';

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

/** Lines without their text. */
export type HeldLines = Pick<LinesDocument, '_id' | 'revision' | 'group' | 'hash'>;

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

/** Returns an arrival with the lines that it shares. */
function storedArrivalOf(
  { _id, writeId: _, shared: __, revision, document, keys, entries, ...arrival }: ArrivalDocument,
  lines: Pick<LinesDocument, 'lines' | 'group' | 'revision'> | undefined,
): StoredArrival {
  const whole = lines === undefined ? { document } : { document: `${document}\n${lines.lines}`, group: lines.group };
  return { arrivalId: _id, terms: keys, ...arrival, ...whole, entries: entriesIn(entries), revision: revisionOf(revision, lines) };
}

/** Opens the lines that arrivals share. */
export function openSharedLines(collection: Collection<LinesDocument>) {
  const cache = sharedCachePool.open<string, LinesDocument>();

  const revisionsOf = async (ids: readonly string[], options: FindOptions = committed): Promise<ReadonlyMap<string, number>> => {
    const found = await collection.find({ _id: { $in: ids } }, { ...options, projection: { revision: 1 } }).toArray();
    return new Map(found.map(({ _id, revision }) => [_id, revision]));
  };

  /** Reads lines. Those that have not changed since they were read are only asked for their revision. */
  const read = async (ids: readonly string[], session?: ClientSession): Promise<ReadonlyMap<string, LinesDocument>> => {
    const known = new Map(ids.flatMap((id) => [[id, cache.get(id)] as const]));
    const asked = ids.filter((id) => known.get(id) !== undefined);
    const options = session === undefined ? committed : { session };
    const current = await revisionsOf(asked, options);
    const missing = ids.filter((id) => !current.has(id) || current.get(id) !== known.get(id)?.revision);
    const found = missing.length === 0 ? [] : await collection.find({ _id: { $in: missing } }, options).toArray();
    for (const document of found) cache.set(document._id, document, 2 * document.lines.length);
    const added = new Map(found.map((document) => [document._id, document]));
    return new Map(
      ids.flatMap((id) => {
        const document = missing.includes(id) ? added.get(id) : known.get(id);
        return document === undefined ? [] : [[id, document] as const];
      }),
    );
  };

  /** Stores lines, unless they are stored. */
  const store = async (key: Pick<LinesDocument, 'group' | 'hash'>, lines: string, session: ClientSession) => {
    const added = { $setOnInsert: { _id: new ObjectId().toHexString(), revision: 0, lines, uses: 0 } };
    const options = { session, upsert: true, returnDocument: 'after', projection: { _id: 1 } } as const;
    const found = await collection.findOneAndUpdate(key, added, options);
    if (found === null) throw new Error('lines that were stored are not found');
    return found;
  };

  return {
    revisionsOf,
    /** Completes documents by the lines that they share. Undefined for a document whose lines are no longer stored. */
    completed: async (documents: readonly ArrivalDocument[], session?: ClientSession): Promise<(StoredArrival | undefined)[]> => {
      const ids = [...new Set(documents.flatMap(({ shared }) => shared ?? []))];
      const lines = ids.length === 0 ? new Map<string, LinesDocument>() : await read(ids, session);
      return documents.map(({ shared, ...document }) => {
        const of = shared === undefined ? undefined : lines.get(shared);
        if (shared !== undefined && of === undefined) return undefined;
        return storedArrivalOf(document, of);
      });
    },
    find: (id: string) => collection.findOne({ _id: id }, committed),
    /** Returns lines by their ids, within a transaction. */
    heldIn: async (ids: readonly string[], session: ClientSession): Promise<ReadonlyMap<string, HeldLines>> => {
      if (ids.length === 0) return new Map();
      const options = { session, projection: { revision: 1, group: 1, hash: 1 } };
      const found = await collection.find<HeldLines>({ _id: { $in: [...new Set(ids)] } }, options).toArray();
      return new Map(found.map((document) => [document._id, document]));
    },
    /**
     * Stores within a transaction which lines arrivals share, and removes lines that none shares any more.
     *
     * @param rows the arrivals with the lines that they shared before
     * @returns the lines of each row; undefined for a row of one line
     */
    share: async (
      rows: readonly { readonly row: Pick<ArrivalRow, 'arrivalId' | 'group' | 'document'>; readonly held: HeldLines | undefined }[],
      session: ClientSession,
    ): Promise<(Pick<LinesDocument, '_id'> | undefined)[]> => {
      const uses = new Map<string, number>();
      const use = (id: string | undefined, change: 1 | -1) => void (id !== undefined && uses.set(id, (uses.get(id) ?? 0) + change));
      const stored = new Map<string, Pick<LinesDocument, '_id'>>();
      const shared: (Pick<LinesDocument, '_id'> | undefined)[] = [];
      let last = { lines: '', hash: hashOf('') };
      for (const { row, held } of rows) {
        const { arrivalId, group = arrivalId, document } = row;
        const { lines } = linesOf(document);
        if (lines !== undefined && lines !== last.lines) last = { lines, hash: hashOf(lines) };
        const key = { group, hash: last.hash };
        const text = JSON.stringify(key);
        if (lines !== undefined && held?.group === group && held.hash === key.hash) stored.set(text, held);
        const found = lines === undefined ? undefined : (stored.get(text) ?? (await store(key, lines, session)));
        if (found !== undefined) stored.set(text, found);
        use(held?._id, -1);
        use(found?._id, 1);
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
      const known = await collection.findOne({ _id }, { ...committed, projection: { group: 1 } });
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
