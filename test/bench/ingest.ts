import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import LibsqlPromise from 'libsql/promise';
import { MongoClient } from 'mongodb';
import { createMongoStore } from '#platform/store/mongodb/store.ts';
import { partnerKeys, writePartners } from '../support/landfall.ts';
import { sendAll } from './load.ts';
import { startProcess } from './processes.ts';
import type { PushedKind } from './pushes.ts';
import { type BenchRow, nameOfStore } from './table.ts';

/** Connections of the sender. */
const defaultConnections = 32;
/** Maximum number of documents in one insert of the driver, as a caller would choose it. */
const maxDriverBatch = 100;

/** Share of the measured objects that are sent first, to a server under measurement and to its floor. */
const warmUpShare = 1 / 4;

/** Ratios to the floor, by kind, store and number of objects in a request. */
const goals = {
  notices: { sqlite: { 1: 0.5, 100: 0.6 }, mongodb: { 1: 0.4, 100: 0.5 } },
  events: { sqlite: { 1: 0.5, 100: 0.4 }, mongodb: { 1: 0.35, 100: 0.4 } },
} as const;

/**
 * Measures durable ingest through the POST endpoint of a kind against the possible rate 1/(1/h + 1/d): h is bare
 * node:http reading and parsing the same bodies, d is the driver's batched insert of the same documents, all in this
 * run. A batch of the driver has no more documents than all connections together can send before one is answered.
 */
export async function benchIngest(options: {
  readonly kind: PushedKind;
  readonly count: number;
  readonly mongodbUrl: string | undefined;
}): Promise<BenchRow[]> {
  const { kind, count } = options;
  const rows: BenchRow[] = [];
  const documents = Array.from({ length: count }, (_, number) => kind.make(number));
  for (const store of ['sqlite', 'mongodb'] as const) {
    if (store === 'mongodb' && options.mongodbUrl === undefined) continue;
    const mongodbUrl = store === 'mongodb' ? options.mongodbUrl : undefined;
    for (const perRequest of [1, 100] as const) {
      const used = perRequest === 1 ? documents.slice(0, Math.ceil(count / 2)) : documents;
      const bodies = bodiesOf(kind, used, perRequest);
      const batch = Math.min(maxDriverBatch, defaultConnections * perRequest);
      const d = mongodbUrl === undefined ? await insertWithLibsql(used, batch) : await insertWithMongo(mongodbUrl, used, batch);
      const h = await parseOnly(bodies, { kind, perRequest });
      const { rate, p99Ms, sequencedRate } = await ingest(bodies, { kind, perRequest, mongodbUrl });
      const readable = sequencedRate === undefined ? '' : `, readable in the log at ${Math.round(sequencedRate)} /s`;
      const possible = 1 / (1 / h + 1 / d);
      rows.push({
        what: `durable ingest of ${kind.name}, ${nameOfStore[store]}, ${perRequest} a request`,
        measured: `${Math.round(rate)} /s, p99 ${p99Ms.toFixed(1)} ms${readable}`,
        floor: `${Math.round(possible)} /s (h ${Math.round(h)}, d ${Math.round(d)})`,
        ratio: rate / possible,
        goal: { atLeast: goals[kind.name][store][perRequest] },
      });
    }
  }
  return rows;
}

export function bodiesOf({ listName }: PushedKind, documents: readonly object[], perRequest: number): string[] {
  const bodies: string[] = [];
  for (let from = 0; from < documents.length; from += perRequest) {
    bodies.push(JSON.stringify({ [listName]: documents.slice(from, from + perRequest) }));
  }
  return bodies;
}

const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };

export interface IngestOptions {
  readonly kind: PushedKind;
  readonly perRequest: number;
  /** @default 32 */
  readonly connections?: number;
}

/** Measures how many objects a second bare node:http reads and parses. */
export async function parseOnly(bodies: readonly string[], options: IngestOptions): Promise<number> {
  const { kind, perRequest, connections = defaultConnections } = options;
  const { path } = kind;
  await using server = await startProcess(['test/bench/children/parse-only.ts']);
  await sendAll({ url: server.url, path, headers, bodies: bodies.slice(0, Math.ceil(bodies.length * warmUpShare)), connections });
  const { requestsPerSecond } = await sendAll({ url: server.url, path, headers, bodies, connections });
  return requestsPerSecond * perRequest;
}

/** Objects per second. */
interface IngestRates {
  /** Until the last push is answered. */
  readonly rate: number;
  readonly p99Ms: number;
  /**
   * Until the last object has its number in the log, without which no reader of the log sees it. With SQLite each object
   * has its number when its push is answered.
   */
  readonly sequencedRate: number | undefined;
}

/** Measures how many objects a second a Landfall of its own stores. @param options.mongodbUrl undefined: over SQLite */
export async function ingest(
  bodies: readonly string[],
  options: IngestOptions & { readonly mongodbUrl: string | undefined },
): Promise<IngestRates> {
  const { connections = defaultConnections } = options;
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  await writePartners(folder);
  const database = `bench_${process.pid}_${Date.now()}`;
  // Not the folder of the partners' files, which is watched for changes.
  const dataFolder = join(folder, 'data');
  const environment: Record<string, string> = { DATA_DIR: dataFolder, PARTNERS_DIR: folder, ACCESS_FILE: join(folder, 'none') };
  if (options.mongodbUrl !== undefined) environment['MONGODB_URL'] = withDatabase(options.mongodbUrl, database);
  try {
    await using server = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], environment);
    const { kind, perRequest } = options;
    const { path } = kind;
    // Different documents than the measured ones, because a repeat would be cheaper than a new version.
    const warmUpCount = Math.ceil(bodies.length * warmUpShare) * perRequest;
    const warmUp = Array.from({ length: warmUpCount }, (_, number) => kind.make(10_000_000 + number));
    await sendAll({ url: server.url, path, headers, bodies: bodiesOf(kind, warmUp, perRequest), connections });
    const mongodbUrl = environment['MONGODB_URL'];
    if (mongodbUrl !== undefined) await waitUntilSequenced(mongodbUrl, kind);
    const started = performance.now();
    const { requestsPerSecond, p99Ms } = await sendAll({ url: server.url, path, headers, bodies, connections });
    const rate = requestsPerSecond * perRequest;
    if (mongodbUrl === undefined) return { rate, p99Ms, sequencedRate: undefined };
    await waitUntilSequenced(mongodbUrl, kind);
    return { rate, p99Ms, sequencedRate: (bodies.length * perRequest) / ((performance.now() - started) / 1_000) };
  } finally {
    if (options.mongodbUrl !== undefined) await dropDatabase(options.mongodbUrl, database);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until every stored version has its number. */
async function waitUntilSequenced(mongodbUrl: string, { log }: PushedKind): Promise<void> {
  await using client = await MongoClient.connect(mongodbUrl);
  await using store = await createMongoStore(client.db());
  const versions = store.versions(log);
  const count = await versions.count();
  while ((await versions.bounds()).head < count) await setTimeout(20);
}

/** Inserts rows with a key and a body, batched in transactions that are flushed to the disk. */
async function insertWithLibsql(documents: readonly object[], batch: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  const database = new LibsqlPromise(join(folder, 'floor.db'), {});
  await database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE notices (id TEXT PRIMARY KEY, body BLOB)');
  const insert = await database.prepare('INSERT INTO notices (id, body) VALUES (?, ?)');
  const rows = documents.map((document, number) => [`BENCH${number}`, Buffer.from(JSON.stringify(document))]);
  const started = performance.now();
  for (let from = 0; from < rows.length; from += batch) {
    await database.exec('BEGIN IMMEDIATE');
    for (const row of rows.slice(from, from + batch)) insert.run(row);
    await database.exec('COMMIT');
  }
  const rate = documents.length / ((performance.now() - started) / 1_000);
  database.close();
  await rm(folder, { recursive: true, force: true });
  return rate;
}

async function insertWithMongo(url: string, documents: readonly object[], batch: number): Promise<number> {
  const database = `bench_floor_${process.pid}`;
  await using client = await MongoClient.connect(withDatabase(url, database));
  const notices = client.db().collection<{ _id: string }>('notices');
  const rows = documents.map((document, number) => ({ _id: `BENCH${number}`, body: Buffer.from(JSON.stringify(document)) }));
  await notices.insertOne({ _id: 'first' });
  const started = performance.now();
  for (let from = 0; from < rows.length; from += batch) {
    await notices.insertMany(rows.slice(from, from + batch), { ordered: false, writeConcern: { w: 'majority', j: true } });
  }
  const rate = documents.length / ((performance.now() - started) / 1_000);
  await client.db().dropDatabase();
  return rate;
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function dropDatabase(url: string, database: string): Promise<void> {
  await using client = await MongoClient.connect(url);
  await client.db(database).dropDatabase();
}
