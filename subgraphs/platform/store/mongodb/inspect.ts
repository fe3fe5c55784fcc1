import type { Db, Document } from 'mongodb';
import { LandfallError } from '../../errors.ts';
import { hashOf } from '../content-hash.ts';
import type { Store } from '../store.ts';
import { type LogName, logNames, nextSeriesOf, wholeDocument } from '../version-store.ts';
import { boundsIdOf, findBounds } from './assign-sequences.ts';
import { maxStepMs, openMongoLog } from './collections.ts';
import { createMongoCall } from './failure.ts';
import { requireNoServer } from './leases.ts';
import { createMissing, layoutOf } from './migrations.ts';
import { createMongoStore } from './store.ts';

/** Number of versions in one read. */
const batch = 200;

/**
 * Checks a database. MongoDB validates every collection with its indexes, which locks them against writes one after the
 * other, and the bytes of every version are compared with their hash. Changes nothing.
 *
 * @returns one sentence for each damaged part
 */
export async function* inspectDatabase(db: Pick<Db, 'collections' | 'command'>, store: Store): AsyncGenerator<string> {
  for (const { collectionName } of await db.collections()) {
    if (collectionName.startsWith('system.')) continue;
    const { valid, errors = [] } = await db.command({ validate: collectionName });
    if (!valid) yield `Collection ${collectionName}: ${(errors as string[]).join('; ') || 'it is not valid'}.`;
  }
  for (const log of logNames) {
    const versions = store.versions(log);
    for (let after = 0; ; ) {
      const found = await versions.scan({ after, limit: batch });
      for (const version of found) {
        const { document, contentHash, sequence } = version;
        const blob = version.blob && (await versions.readBlob(version));
        if (hashOf(wholeDocument(document, blob)) !== contentHash) yield `${log}, number ${sequence}: its bytes do not match their hash.`;
        after = sequence;
      }
      if (found.length < batch) break;
    }
    const { cursor } = await db.command(miscountedLines(log));
    for (const { _id } of cursor.firstBatch)
      yield `${log}: the lines ${_id}, which versions share, are missing, or their number of uses is wrong.`;
  }
}

/** Returns the command that finds the first shared lines that are missing, or whose uses are not counted correctly. */
function miscountedLines(log: LogName): Document {
  const pipeline = [
    { $match: { shared: { $exists: true } } },
    { $group: { _id: '$shared', uses: { $sum: 1 } } },
    { $set: { part: { of: '$_id', n: { $literal: 0 } } } },
    { $lookup: { from: `${log}.parts`, localField: 'part', foreignField: '_id', as: 'lines' } },
    { $match: { $expr: { $ne: [{ $first: '$lines.uses' }, '$uses'] } } },
    { $limit: 10 },
  ];
  return { aggregate: log, pipeline, cursor: {}, readConcern: { level: 'snapshot' } };
}

/**
 * Completes a database that the tools of MongoDB have restored: creates missing indexes, checks all versions, and
 * continues the logs above the numbers that subscribers may have seen since the dump. Must run before servers start;
 * can be repeated.
 *
 * @returns the number of versions in each log
 * @throws {LandfallError} BAD_USER_INPUT when the database has no data of Landfall, CONFIG_INVALID while a server uses
 *   the database or when its layout is newer than the program, STORE_DAMAGED
 */
export async function completeRestoredDatabase(
  db: Pick<Db, 'collection' | 'command' | 'aggregate' | 'client' | 'collections' | 'databaseName'>,
): Promise<Readonly<Record<LogName, number>>> {
  if ((await layoutOf(db)) === undefined) {
    throw new LandfallError('BAD_USER_INPUT', `The database ${db.databaseName} has no data of Landfall. Run mongorestore first.`);
  }
  await requireNoServer(db);
  const store = await createMongoStore(db);
  await createMissing(db);
  for await (const finding of inspectDatabase(db, store)) {
    throw new LandfallError('STORE_DAMAGED', `The database ${db.databaseName} is damaged: ${finding} Restore it again.`);
  }
  const counts: [LogName, number][] = [];
  for (const name of logNames) {
    const log = openMongoLog(name, { db, call: createMongoCall({ timeoutMs: maxStepMs }), timeoutMs: maxStepMs, maxScanned: 1 });
    const { head } = await findBounds(log);
    await log.meta.updateOne({ _id: boundsIdOf(log) }, { $max: { head: nextSeriesOf(head) } }, { upsert: true });
    counts.push([name, await store.versions(name).count()]);
  }
  return Object.fromEntries(counts) as Record<LogName, number>;
}
