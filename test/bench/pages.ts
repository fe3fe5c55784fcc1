import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { createMongoStore } from '#platform/store/mongodb/store.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import type { Store } from '#platform/store/store.ts';
import type { NewVersion } from '#platform/store/version-store.ts';
import { entityIdOf, indexOfNotice } from '../../subgraphs/arrival-notices/model.ts';
import { startProcess } from './processes.ts';
import { type BenchRow, nameOfStore } from './table.ts';

const pageSize = 20;
const deepPage = 10_000;
const versionsPerNotice = 4;
const appendSize = 2_000;
const requests = 300;

/** Measures page 10,000 against page 1 of `arrivalNotices(first: 20)`, requested alternately. */
export async function benchPages(options: { readonly notices: number; readonly mongodbUrl: string | undefined }): Promise<BenchRow[]> {
  const page = Math.min(deepPage, Math.floor(options.notices / pageSize) - 2);
  const rows: BenchRow[] = [];
  for (const kind of ['sqlite', 'mongodb'] as const) {
    if (kind === 'mongodb' && options.mongodbUrl === undefined) continue;
    const mongodbUrl = kind === 'mongodb' ? options.mongodbUrl : undefined;
    const [first = Number.NaN, deep = Number.NaN] = await measurePages({ ...options, mongodbUrl, pages: [1, page] });
    rows.push({
      what: `page ${page} against page 1, ${nameOfStore[kind]}, ${options.notices * versionsPerNotice} versions of ${options.notices} notices`,
      measured: `${deep.toFixed(2)} ms`,
      floor: `${first.toFixed(2)} ms (page 1)`,
      ratio: deep / first,
      goal: { atMost: 1.2 },
    });
  }
  return rows;
}

/**
 * Measures how long pages of the list take, in milliseconds, requested in turn.
 *
 * @param options.mongodbUrl undefined: over SQLite
 * @param options.pages their numbers, from 1
 */
export async function measurePages(options: {
  readonly notices: number;
  readonly mongodbUrl: string | undefined;
  readonly pages: readonly number[];
}): Promise<number[]> {
  const { notices, mongodbUrl } = options;
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  const environment: Record<string, string> = { DATA_DIR: folder, PARTNERS_DIR: folder, ACCESS_FILE: join(folder, 'none') };
  if (mongodbUrl !== undefined) environment['MONGODB_URL'] = databaseUrl(mongodbUrl);
  try {
    await fill(environment, notices);
    await using landfall = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], environment);
    const cursors: (string | undefined)[] = [];
    for (const page of options.pages) cursors.push(await cursorAt(landfall.url, (page - 1) * pageSize));
    return await queryInTurn(landfall.url, cursors);
  } finally {
    if (environment['MONGODB_URL'] !== undefined) await dropDatabase(environment['MONGODB_URL']);
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(environment: Readonly<Record<string, string>>, notices: number): Promise<void> {
  const url = environment['MONGODB_URL'];
  if (url === undefined) {
    await using store = await createSqliteStore({ path: join(environment['DATA_DIR'] ?? '', 'landfall.db') });
    await append(store, notices);
    return;
  }
  const client = await MongoClient.connect(url);
  try {
    await using store = await createMongoStore(client.db());
    await append(store, notices);
    while ((await store.versions('arrival-notice-versions').assignSequences()) > 0);
  } finally {
    await client.close();
  }
}

/**
 * Appends the versions of notices in rounds, as real updates arrive, so that neighbours in the list have changed at any
 * time.
 */
async function append(store: Store, notices: number): Promise<void> {
  const versions = store.versions('arrival-notice-versions');
  for (let round = 0; round < versionsPerNotice; round += 1) {
    for (let from = 0; from < notices; from += appendSize) {
      await versions.append(Array.from({ length: Math.min(appendSize, notices - from) }, (_, offset) => versionOf(from + offset, round)));
    }
  }
}

function versionOf(number: number, round: number): NewVersion {
  const partner = `partner-${number % 10}`;
  const transportDocumentReference = `BENCH${number}`;
  const notice = {
    transportDocumentReference,
    issueDateTime: `2026-03-0${round + 1}T13:05:00Z`,
    transport: {
      portOfDischarge: { UNLocationCode: ['BEANR', 'NLRTM', 'DEHAM', 'SGSIN'][number % 4] },
      portOfDischargeArrivalDate: { value: `2026-0${1 + (number % 9)}-1${round}`, classifier: 'EST' },
      legs: [{ vesselVoyage: { vesselName: `SHIP ${number % 500}`, vesselIMONumber: String(9_000_000 + (number % 500)) } }],
    },
    utilizedTransportEquipments: [{ equipment: { equipmentReference: `BNCU${String(number).padStart(7, '0')}` } }],
  };
  const document = Buffer.from(JSON.stringify(notice));
  return {
    partner,
    entityId: entityIdOf({ partner, transportDocumentReference }),
    sortKey: notice.issueDateTime.slice(0, 19),
    receivedAt: new Date().toISOString(),
    receivedBy: 'PUSH',
    document,
    contentHash: hash('sha256', document, 'base64url'),
    violations: [],
    completeness: 0,
    index: indexOfNotice(partner, notice),
  };
}

const query = `query ($first: Int, $after: String) { arrivalNotices(first: $first, after: $after) { nodes { id partner { id } current { issueDateTime transport { portOfDischarge { UNLocationCode } } } } pageInfo { hasNextPage endCursor } } }`;

async function sendQuery(url: string, variables: object): Promise<string> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data: { arrivalNotices: { pageInfo: { endCursor: string } } }; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data.arrivalNotices.pageInfo.endCursor;
}

/** @returns undefined at the beginning */
async function cursorAt(url: string, row: number): Promise<string | undefined> {
  let after: string | undefined;
  for (let read = 0; read < row; ) {
    const first = Math.min(500, row - read);
    after = await sendQuery(url, { first, after });
    read += first;
  }
  return after;
}

async function queryInTurn(url: string, cursors: readonly (string | undefined)[]): Promise<number[]> {
  const times = cursors.map((): number[] => []);
  for (let round = 0; round < requests; round += 1) {
    for (const [index, after] of cursors.entries()) {
      const started = performance.now();
      await sendQuery(url, { first: pageSize, after });
      times[index]?.push(performance.now() - started);
    }
  }
  return times.map((list) => list.sort((left, right) => left - right)[Math.floor(list.length / 2)] ?? Number.NaN);
}

function databaseUrl(url: string): string {
  const address = new URL(url);
  address.pathname = `/bench_pages_${process.pid}`;
  return address.href;
}

async function dropDatabase(url: string): Promise<void> {
  const client = await MongoClient.connect(url);
  await client.db().dropDatabase();
  await client.close();
}
