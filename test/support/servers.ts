import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';
import { type ServerProcess, startMongod, startRedis } from './processes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A MongoDB replica set, without database name; undefined if none is available. */
    readonly mongodbUrl: string | undefined;
    /** A Redis server; undefined if none is available. */
    readonly redisUrl: string | undefined;
    /** Prefix of the names of the databases of this test run. */
    readonly databasePrefix: string;
  }
}

/**
 * Starts the real servers of a test run, once for all files: those named by `MONGODB_URL` and `REDIS_URL`, otherwise
 * private ones on free loopback ports. If a server is not available, the tests that need it are skipped and a line
 * reports that. With `CI` set it is a failure instead, so that no test is skipped unnoticed.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started: AsyncDisposable[] = [];
  const mongodbUrl = process.env['MONGODB_URL'] ?? (await urlOrFail('MongoDB', () => startPrivateMongod(started)));
  const redisUrl = process.env['REDIS_URL'] ?? (await urlOrFail('Redis', () => startPrivateRedis(started)));
  project.provide('mongodbUrl', mongodbUrl);
  project.provide('redisUrl', redisUrl);
  const databasePrefix = `landfall-${randomBytes(4).toString('hex')}-`;
  project.provide('databasePrefix', databasePrefix);
  return async () => {
    if (mongodbUrl !== undefined && mongodbUrl === process.env['MONGODB_URL']) await dropDatabases(mongodbUrl, databasePrefix);
    for (const resource of started.reverse()) await resource[Symbol.asyncDispose]();
  };
}

/** Drops the databases of the tests from a shared server. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  await using client = new MongoClient(url);
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter(({ name }) => name.startsWith(prefix))) await client.db(name).dropDatabase();
}

async function startPrivateMongod(started: AsyncDisposable[]): Promise<ServerProcess> {
  const dbPath = await mkdtemp(join(tmpdir(), 'landfall-mongod-'));
  started.push({ [Symbol.asyncDispose]: () => rm(dbPath, { recursive: true, force: true }) });
  const mongod = await startMongod({ dbPath });
  started.push(mongod);
  return mongod;
}

async function startPrivateRedis(started: AsyncDisposable[]): Promise<ServerProcess> {
  const redis = await startRedis();
  started.push(redis);
  return redis;
}

async function urlOrFail(name: string, start: () => Promise<ServerProcess>): Promise<string | undefined> {
  try {
    return (await start()).url;
  } catch (error) {
    if (process.env['CI']) throw new Error(`No ${name} for the tests, and CI must not leave any out`, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\n*** NO ${name.toUpperCase()}: every test that needs ${name} is left out. ***\n${reason}\n\n`);
    return undefined;
  }
}
