import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import LibsqlPromise from 'libsql/promise';
import { MongoClient } from 'mongodb';
import { partnerKeys, writePartners } from '../support/landfall.ts';
import { startMongod } from '../support/processes.ts';
import { bodiesOf } from './ingest.ts';
import { sendAll } from './load.ts';
import { startProcess } from './processes.ts';
import { events, notices, type PushedKind } from './pushes.ts';
import { callNumber, eventOf, noticeOf } from './soak-cargo.ts';

/**
 * `npx tsx test/bench/disk.ts [notice versions]`: prints how many bytes a notice version and an event take on the disk, with the
 * indexes, search terms, arrivals and alerts that come of them, and the memory of the process afterwards. Two versions
 * of each notice and ten events of each call are pushed; all of them differ. MongoDB needs a mongod on the path.
 */
const count = Number(process.argv[2] ?? 20_000);
const noticesPerCall = 10;
const callOf = (number: number) => callNumber(Math.floor(number / noticesPerCall));

const versionNumber = (number: number) => noticeOf(callOf(number % (count / 2)), number % (count / 2), Math.floor((2 * number) / count));
const eventAt = (number: number) => eventOf(callNumber(Math.floor(number / 10)), number % 10, 0);

for (const store of ['sqlite', 'mongodb'] as const) {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-disk-'));
  await writePartners(folder);
  const mongod = store === 'mongodb' ? await startMongod({ dbPath: folder }) : undefined;
  const dataFolder = join(folder, 'data');
  const environment: Record<string, string> = { DATA_DIR: dataFolder, PARTNERS_DIR: folder, ACCESS_FILE: join(folder, 'none') };
  if (mongod !== undefined) environment['MONGODB_URL'] = mongod.url.replace(/\/(\?|$)/, '/disk$1');
  try {
    let before = 0;
    for (const [kind, make] of [[notices, versionNumber] as const, [events, eventAt] as const]) {
      const residentMb = await pushAll(kind, make, environment);
      const bytes =
        mongod === undefined ? await sizeOfFile(join(dataFolder, 'landfall.db')) : await sizeOfDatabase(environment['MONGODB_URL'] ?? '');
      const body = JSON.stringify(make(1)).length;
      console.log(
        `${store}: ${Math.round((bytes - before) / count)} bytes on the disk for each of ${count} ${kind.name} of ${body} bytes; resident ${residentMb} MB`,
      );
      before = bytes;
    }
  } finally {
    await mongod?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pushes objects and waits until their arrivals are evaluated. @returns the resident memory in MB */
async function pushAll(kind: PushedKind, make: (number: number) => object, environment: Record<string, string>): Promise<string> {
  await using server = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], environment);
  const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
  const bodies = bodiesOf(
    kind,
    Array.from({ length: count }, (_, number) => make(number)),
    100,
  );
  await sendAll({ url: server.url, path: kind.path, headers, bodies, connections: 4 });
  for (;;) {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const waiting = [...metrics.matchAll(/^landfall_arrival_evaluator_lag\{\S+ (\S+)/gm)].reduce(
      (sum, [, entries]) => sum + Number(entries),
      0,
    );
    const resident = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
    if (waiting === 0) return (resident / 1_048_576).toFixed(0);
    await setTimeout(500);
  }
}

/** Returns the size of a SQLite file, with what its write-ahead log holds. */
async function sizeOfFile(path: string): Promise<number> {
  const database = new LibsqlPromise(path, {});
  await database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return (await stat(path)).size;
}

/** Returns the bytes of a database's collections and indexes on the disk. */
async function sizeOfDatabase(url: string): Promise<number> {
  await using client = await MongoClient.connect(url);
  await client.db('admin').command({ fsync: 1 });
  const { totalSize } = await client.db().stats();
  return totalSize;
}
