import type { Db } from 'mongodb';
import { LandfallError } from '../../errors.ts';
import { type LogName, logNames, nextSeriesOf } from '../version-store.ts';
import { boundsIdOf, findBounds } from './assign-sequences.ts';
import { maxStepMs, openMongoLog } from './collections.ts';
import { createMongoCall } from './failure.ts';
import { inspectDatabase } from './inspect.ts';
import { requireNoServer } from './leases.ts';
import { createMissingIndexes, layoutOf } from './migrations.ts';
import { createMongoStore } from './store.ts';

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
  await createMissingIndexes(db);
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
