import { type AnyBulkWriteOperation, type ClientSession, type Collection, MongoServerError, ObjectId } from 'mongodb';
import { lastCharacter } from '../arrival-lists.ts';
import {
  type AlikeChange,
  type ArrivalEntry,
  type ArrivalWrite,
  documentIdOf,
  documentPrefixOf,
  entriesIn,
  type Scopes,
  storedEntriesOf,
} from '../arrival-store.ts';
import { appendInTransaction, prepareAppend } from './append.ts';
import {
  type ArrivalDocument,
  type ArrivalDocuments,
  alikeEntryOf,
  arrivalDocumentsOf,
  type EntryDocument,
  entryDocumentsOf,
  entryIdOf,
  type MarkDocument,
  markDocumentOf,
  markIdOf,
} from './arrival-rows.ts';
import { inTransaction, type MongoDatabase, type MongoLog } from './collections.ts';
import { duplicateKey, MongoAwayError } from './failure.ts';
import { keyOf } from './rows.ts';
import { type openSharedLines, revisionOf } from './shared-lines.ts';

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
  readonly alerts: MongoLog;
  readonly sharedLines: ReturnType<typeof openSharedLines>;
}

/**
 * Writes arrivals with their entries, alerts and marks in one transaction, so that lists, arrivals and log never disagree.
 * It reads the revisions first: MongoDB aborts a transaction that writes documents which another one has changed since.
 *
 * @returns for each write whether it was applied
 */
export async function writeTogether(
  collections: ArrivalCollections,
  writes: readonly Pick<ArrivalWrite, 'alerts'>[],
  writeRows: (session: ClientSession) => Promise<boolean[]>,
): Promise<boolean[]> {
  const deadlineMs = performance.now() + maxConflictMs;
  let attempts = 0;
  const alertsOf = (some: typeof writes) => some.flatMap(({ alerts = [] }) => alerts);
  await prepareAppend(collections.alerts, alertsOf(writes));
  // The driver would retry a transaction that conflicts with one of a killed process for two minutes, without a pause.
  const steps = async (session: ClientSession): Promise<boolean[]> => {
    attempts += 1;
    if (attempts > 1) {
      if (performance.now() > deadlineMs) throw new MongoAwayError('Locked', 'a transaction of another process has locked an arrival');
      await new Promise((resolve) => setTimeout(resolve, Math.min(10 * attempts, 100)));
    }
    const written = await writeRows(session);
    await appendInTransaction(collections.alerts, alertsOf(writes.filter((_, index) => written[index])), session);
    return written;
  };
  for (;;) {
    try {
      return await inTransaction(collections.db, steps);
    } catch (error) {
      // Another writer has inserted one of the arrivals or alerts. The next attempt reads it.
      if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
    }
  }
}

/** Reads what is stored of arrivals that a transaction writes, with the lines that they share. */
async function readHeld(
  { arrivals, sharedLines }: Pick<ArrivalCollections, 'arrivals' | 'sharedLines'>,
  ids: readonly string[],
  session: ClientSession,
) {
  const options = { session, projection: { revision: 1, shared: 1, 'entries.scopes': 1, 'entries.scope': 1 } };
  const found = await arrivals
    .find<Pick<ArrivalDocument, '_id' | 'revision' | 'shared' | 'entries'>>({ _id: { $in: [...ids] } }, options)
    .toArray();
  const lines = await sharedLines.heldIn(
    found.flatMap(({ shared }) => shared ?? []),
    session,
  );
  return new Map(
    found.map(({ _id, revision, shared = '', entries }) => {
      const held = lines.get(shared);
      return [_id, { held, revision: revisionOf(revision, held), lists: entriesIn(entries).map(({ scopes }) => scopes) }];
    }),
  );
}

/**
 * Changes arrivals alike, by one command for all. An arrival that would get entries of other scopes is left out.
 *
 * @returns for each arrival whether it was changed
 */
export async function changeOnce(
  { arrivals, entries, sharedLines }: ArrivalCollections,
  change: AlikeChange,
  session: ClientSession,
): Promise<boolean[]> {
  const { group, lines, queryAtMs, queriedAtMs, addedTerms, removedTerms } = change;
  const ids = change.arrivals.map(({ arrivalId }) => arrivalId);
  const stored = await readHeld({ arrivals, sharedLines }, ids, session);
  const lists = change.entries?.map(({ scopes }) => scopes);
  const wanted = lists?.flat().toSorted().join();
  const isChanged = change.arrivals.map(({ arrivalId, revision }) => {
    const before = stored.get(arrivalId);
    if (before?.held === undefined || before.revision !== revision) return false;
    return wanted === undefined || wanted === before.lists.flat().toSorted().join();
  });
  const changed = change.arrivals.filter((_, index) => isChanged[index]);
  if (changed.length === 0) return isChanged;

  const rows = changed.map(({ arrivalId }) => ({
    row: { arrivalId, group, document: `\n${lines}` },
    held: stored.get(arrivalId)?.held,
  }));
  const [shared] = await sharedLines.share(rows, session);
  const listOf = (field: string | object, added: readonly string[], removed: readonly string[]) => ({
    $concatArrays: [{ $setDifference: [field, { $literal: [...removed, ...added] }] }, { $literal: added }],
  });
  const written = { revision: { $add: ['$revision', 1] }, writeId: new ObjectId().toHexString() };
  const keysWith = (added: readonly string[]) => listOf('$keys', added.map(keyOf), removedTerms.map(keyOf));
  const needsTerms = { $or: [addedTerms.some((term) => keyOf(term) !== term), { $gt: ['$terms', null] }] };
  const ofRow = {
    ...written,
    keys: keysWith(addedTerms),
    shared: shared?._id,
    terms: { $cond: [needsTerms, listOf({ $ifNull: ['$terms', '$keys'] }, addedTerms, removedTerms), '$$REMOVE'] },
    queryAtMs: queryAtMs ?? '$$REMOVE',
    queriedAtMs: queriedAtMs ?? '$$REMOVE',
    ...(change.entries && { entries: { $literal: storedEntriesOf(change.entries) } }),
  };
  const idsByWake = new Map<number | undefined, string[]>();
  for (const { arrivalId, wakeAtMs } of changed) idsByWake.set(wakeAtMs, [...(idsByWake.get(wakeAtMs) ?? []), arrivalId]);
  await arrivals.bulkWrite(
    [...idsByWake].map(([wakeAtMs, ids]) => ({
      updateMany: { filter: { _id: { $in: ids } }, update: [{ $set: { ...ofRow, wakeAtMs: wakeAtMs ?? '$$REMOVE' } }] },
    })),
    { session },
  );
  const isSharedAlike = ({ arrivalId }: { readonly arrivalId: string }) =>
    lists === undefined || JSON.stringify(stored.get(arrivalId)?.lists) === JSON.stringify(lists);
  const [alike, others] = [changed.filter(isSharedAlike), changed.filter((arrival) => !isSharedAlike(arrival))];
  const idsOf = (wanted: (lists: readonly Scopes[]) => readonly Scopes[]) =>
    alike.flatMap(({ arrivalId }) => wanted(stored.get(arrivalId)?.lists ?? []).map(([list]) => entryIdOf(arrivalId, list)));
  const ofScopes = new Set(change.entries?.flatMap(({ terms = [] }) => terms));
  const updates = change.entries?.map((entry) => ({ ids: idsOf(() => [entry.scopes]), set: alikeEntryOf(entry) })) ?? [
    { ids: idsOf((held) => held), set: {} },
  ];
  const keysOf = (of: ArrivalEntry | undefined) => keysWith(addedTerms.filter((term) => !ofScopes.has(term) || of?.terms?.includes(term)));
  const entryWrites = [
    ...(alike.length === 0 ? [] : updates).map(({ ids, set }, place) => ({
      updateMany: { filter: { _id: { $in: ids } }, update: [{ $set: { ...written, ...set, keys: keysOf(change.entries?.[place]) } }] },
    })),
    ...(await replacedEntries({ arrivals, ids: others.map(({ arrivalId }) => arrivalId), entries: change.entries ?? [], stored, session })),
  ];
  if (entryWrites.length > 0) await entries.bulkWrite(entryWrites, { session });
  return isChanged;
}

type HeldArrivals = Awaited<ReturnType<typeof readHeld>>;

/** Returns the writes of the entries of arrivals whose lists share their entries in another way than before. */
async function replacedEntries(of: {
  readonly arrivals: ArrivalCollections['arrivals'];
  /** Of arrivals that are already written. */
  readonly ids: readonly string[];
  readonly entries: readonly ArrivalEntry[];
  readonly stored: HeldArrivals;
  readonly session: ClientSession;
}): Promise<AnyBulkWriteOperation<EntryDocument>[]> {
  const { arrivals, ids, entries, stored, session } = of;
  if (ids.length === 0) return [];
  const options = { session, projection: { revision: 1, writeId: 1, keys: 1 } };
  const found = await arrivals
    .find<Pick<ArrivalDocument, '_id' | 'revision' | 'writeId' | 'keys'>>({ _id: { $in: [...ids] } }, options)
    .toArray();
  return found.flatMap(({ _id, writeId = '', ...written }) => {
    const before = stored.get(_id)?.lists ?? [];
    return entryWritesOf({ arrivalId: _id, entries: entryDocumentsOf(_id, entries, { ...written, writeId }), before });
  });
}

/** Returns the writes of the entries of an arrival. @param before the scopes of those that are stored */
function entryWritesOf({
  arrivalId,
  entries,
  before,
}: {
  readonly arrivalId: string;
  readonly entries: readonly EntryDocument[];
  readonly before: readonly Scopes[];
}): AnyBulkWriteOperation<EntryDocument>[] {
  const current = new Set(entries.map(({ _id }) => _id.s));
  const obsolete = before.flatMap(([list]) => (current.has(list) ? [] : [entryIdOf(arrivalId, list)]));
  return [
    ...entries.map((document) => ({ replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true } })),
    ...(obsolete.length === 0 ? [] : [{ deleteMany: { filter: { _id: { $in: obsolete } } } }]),
  ];
}

/** Removes arrivals with their entries and marks. */
export async function removeArrivals(
  { db, arrivals, entries, marks, sharedLines }: ArrivalCollections,
  arrivalIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(arrivalIds)];
  if (ids.length === 0) return;
  await inTransaction(db, async (session) => {
    const stored = [...(await readHeld({ arrivals, sharedLines }, ids, session))];
    await sharedLines.share(
      stored.map(([arrivalId, { held }]) => ({ row: { arrivalId, document: '' }, held })),
      session,
    );
    const entryIds = stored.flatMap(([arrivalId, { lists }]) => lists.map(([list]) => entryIdOf(arrivalId, list)));
    await arrivals.deleteMany({ _id: { $in: ids } }, { session });
    await entries.deleteMany({ _id: { $in: entryIds } }, { session });
    const without: string[] = [];
    for (const prefix of new Set(ids.map(documentPrefixOf))) {
      const ofDocument = { _id: { $gte: prefix, $lt: `${prefix}${lastCharacter}` } };
      if ((await arrivals.findOne(ofDocument, { session, projection: { _id: 1 } })) === null) without.push(documentIdOf(prefix));
    }
    await marks.deleteMany({ arrivalId: { $in: [...ids, ...without] } }, { session });
  });
}

/** Writes arrivals within a transaction. @returns for each write whether it was applied */
export async function writeOnce(
  { arrivals, entries, marks, sharedLines }: ArrivalCollections,
  writes: readonly ArrivalWrite[],
  session: ClientSession,
): Promise<boolean[]> {
  const ids = writes.map(({ row }) => row.arrivalId);
  const stored = await readHeld({ arrivals, sharedLines }, ids, session);
  const isWritten = writes.map(({ row, revision }) => (stored.get(row.arrivalId)?.revision ?? 0) === revision);
  const made = writes.filter((_, index) => isWritten[index]);
  if (made.length === 0) return isWritten;

  const writeId = new ObjectId().toHexString();
  const shared = await sharedLines.share(
    made.map(({ row }) => ({ row, held: stored.get(row.arrivalId)?.held })),
    session,
  );
  const documents = made.map(({ row, revision }, index) =>
    arrivalDocumentsOf(row, { revision: Math.floor(revision) + 1, writeId }, shared[index]?._id),
  );
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
  const entryWrites = documents.flatMap(({ arrival, entries: current }) =>
    entryWritesOf({ arrivalId: arrival._id, entries: current, before: stored.get(arrival._id)?.lists ?? [] }),
  );
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
