import { type ClientSession, type Collection, MongoServerError, ObjectId } from 'mongodb';
import type { ArrivalWrite } from '../arrival-store.ts';
import {
  type ArrivalDocument,
  type ArrivalDocuments,
  arrivalDocumentsOf,
  type EntryDocument,
  entryIdOf,
  type MarkDocument,
  markDocumentOf,
  markIdOf,
} from './arrival-rows.ts';
import { inTransaction, type MongoDatabase } from './collections.ts';
import { duplicateKey, MongoAwayError } from './failure.ts';

/**
 * How long a write waits for conflicting transactions. A transaction of a running process takes milliseconds, on a busy machine
 * much longer; one of a killed process lasts a minute.
 */
const maxConflictMs = 2_500;

/** The collections of arrivals. */
export interface ArrivalCollections {
  readonly db: MongoDatabase;
  readonly arrivals: Collection<ArrivalDocument>;
  readonly entries: Collection<EntryDocument>;
  readonly marks: Collection<MarkDocument>;
}

/**
 * Writes arrivals with their entries and marks in one transaction, so that lists and arrivals never disagree. It reads
 * the revisions first: MongoDB aborts a transaction that writes documents which another one has changed since.
 *
 * @returns for each write whether it was applied
 */
export async function writeArrivals(collections: ArrivalCollections, writes: readonly ArrivalWrite[]): Promise<boolean[]> {
  const deadlineMs = performance.now() + maxConflictMs;
  let attempts = 0;
  // The driver would retry a transaction that conflicts with one of a killed process for two minutes, without a pause.
  const steps = async (session: ClientSession): Promise<boolean[]> => {
    attempts += 1;
    if (attempts > 1) {
      if (performance.now() > deadlineMs) throw new MongoAwayError('Locked', 'a transaction of another process has locked an arrival');
      await new Promise((resolve) => setTimeout(resolve, Math.min(10 * attempts, 100)));
    }
    return writeOnce(collections, writes, session);
  };
  for (;;) {
    try {
      return await inTransaction(collections.db, steps);
    } catch (error) {
      // Another writer has inserted one of the arrivals. The next attempt reads its revision.
      if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
    }
  }
}

/** Removes arrivals with their entries and marks. */
export async function removeArrivals({ db, arrivals, entries, marks }: ArrivalCollections, arrivalIds: readonly string[]): Promise<void> {
  const ids = [...new Set(arrivalIds)];
  if (ids.length === 0) return;
  await inTransaction(db, async (session) => {
    const options = { session, projection: { 'entries.scope': 1 } };
    const stored = await arrivals.find<Pick<ArrivalDocument, '_id' | 'entries'>>({ _id: { $in: ids } }, options).toArray();
    const entryIds = stored.flatMap((row) => row.entries.map(({ scope }) => entryIdOf(row._id, scope)));
    await arrivals.deleteMany({ _id: { $in: ids } }, { session });
    await entries.deleteMany({ _id: { $in: entryIds } }, { session });
    await marks.deleteMany({ arrivalId: { $in: ids } }, { session });
  });
}

async function writeOnce(
  { arrivals, entries, marks }: ArrivalCollections,
  writes: readonly ArrivalWrite[],
  session: ClientSession,
): Promise<boolean[]> {
  const ids = writes.map(({ row }) => row.arrivalId);
  const options = { session, projection: { revision: 1, 'entries.scope': 1 } };
  const found = await arrivals.find<Pick<ArrivalDocument, '_id' | 'revision' | 'entries'>>({ _id: { $in: ids } }, options).toArray();
  const stored = new Map(found.map((row) => [row._id, row]));
  const isWritten = writes.map(({ row, revision }) => (stored.get(row.arrivalId)?.revision ?? 0) === revision);
  const made = writes.filter((_, index) => isWritten[index]);
  if (made.length === 0) return isWritten;

  const writeId = new ObjectId().toHexString();
  const documents = made.map(({ row, revision }) => arrivalDocumentsOf(row, { revision: revision + 1, writeId }));
  const [added, changed] = [documents.filter(isNew), documents.filter((document) => !isNew(document))];
  // The driver sends one command for all successive operations of the same kind.
  await arrivals.bulkWrite(
    [
      ...added.map(({ arrival }) => ({ insertOne: { document: arrival } })),
      ...changed.map(({ arrival }) => ({
        replaceOne: { filter: { _id: arrival._id, revision: arrival.revision - 1 }, replacement: arrival },
      })),
    ],
    { session },
  );
  const current = documents.flatMap((document) => document.entries);
  const obsolete = made.flatMap(({ row }) => {
    const scopes = new Set(row.entries.map(({ scope }) => scope));
    const before = stored.get(row.arrivalId)?.entries ?? [];
    return before.filter(({ scope }) => !scopes.has(scope)).map(({ scope }) => entryIdOf(row.arrivalId, scope));
  });
  const entryWrites = [
    ...current.map((document) => ({ replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true } })),
    ...(obsolete.length === 0 ? [] : [{ deleteMany: { filter: { _id: { $in: obsolete } } } }]),
  ];
  if (entryWrites.length > 0) await entries.bulkWrite(entryWrites, { session });
  const markWrites = made.flatMap(({ putMarks = [], removeMarks = [] }) => [
    ...removeMarks.map((key) => ({ deleteOne: { filter: { _id: markIdOf(key) } } })),
    ...putMarks.map(markDocumentOf).map((mark) => ({ replaceOne: { filter: { _id: mark._id }, replacement: mark, upsert: true } })),
  ]);
  if (markWrites.length > 0) await marks.bulkWrite(markWrites, { session });
  return isWritten;
}

function isNew({ arrival }: ArrivalDocuments): boolean {
  return arrival.revision === 1;
}
