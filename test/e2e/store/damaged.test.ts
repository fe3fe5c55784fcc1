import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReader } from '#platform/store/sqlite/connection.ts';
import { inspectFile } from '#platform/store/sqlite/inspect.ts';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { type PushedNotice, pushNotices } from '../../support/push.ts';
import { readinessThat } from '../../support/readiness.ts';
import { runHere } from '../../support/run-here.ts';

const pageBytes = 4_096;
const versions = 300;
const query =
  '{ arrivalNotices(first: 500) { nodes { current { issueDateTime utilizedTransportEquipments { equipment { equipmentReference } } } } } }';

/** Of different lengths, so that many documents continue on separate pages. */
const noticeOf = (number: number): PushedNotice => ({
  transportDocumentReference: `D${number}`,
  issueDateTime: '2026-03-02T13:05:00Z',
  carrierContactInformation: [{ name: 'x'.repeat((number * 37) % 9_000) }],
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** A file with versions, as after a clean shutdown. */
let whole: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writePartners(folder.path);
  whole = join(folder.path, 'landfall.db');
  await using landfall = await startLandfall(['serve'], { environment: environmentOf(folder.path) });
  for (let from = 0; from < versions; from += 100) {
    const list = Array.from({ length: 100 }, (_, index) => noticeOf(from + index));
    expect((await pushNotices(landfall.url, ...list)).status).toBe(200);
  }
  expect((await stat(`${whole}-wal`)).size).toBeGreaterThan(pageBytes);
  expect(await landfall.kill('SIGTERM')).toBe(0);
});
afterAll(() => folder[Symbol.asyncDispose]());

const environmentOf = (path: string) => ({
  DATA_DIR: path,
  PARTNERS_DIR: folder.path,
  ACCESS_FILE: join(folder.path, 'access.yaml'),
});

test('after SIGTERM all data is in the file', async () => {
  expect((await stat(`${whole}-wal`).catch(() => ({ size: 0 }))).size).toBe(0);
  const path = join(folder.path, 'alone', 'landfall.db');
  await mkdir(join(folder.path, 'alone'));
  await copyFile(whole, path);
  await using store = await createSqliteStore({ path });
  expect(await store.versions('arrival-notice-versions').bounds()).toMatchObject({ head: versions });
});

describe('a damaged file', () => {
  const damages: readonly (readonly [name: string, damage: (file: Buffer, random: () => number) => Buffer])[] = [
    ['every tenth page garbage', (file, random) => fillPages(file, pagesFrom(file, random() % 10, 10), random)],
    ['every tenth page but the first garbage', (file, random) => fillPages(file, pagesFrom(file, 1 + (random() % 9), 10), random)],
    ['three pages garbage', (file, random) => fillPages(file, somePages(file, random, 3), random)],
    ['twenty pages zeros', (file, random) => fillPages(file, somePages(file, random, 20), () => 0)],
    ['two hundred bytes changed', (file, random) => changeBytes(file, random, 200)],
    ['a column of the schema renamed', (file) => renamed(file, 'sort_key TEXT', 'sort_kex TEXT')],
    ['cut in half', (file) => file.subarray(0, file.length / 2)],
    ['cut anywhere', (file, random) => file.subarray(0, 1 + (random() % (file.length - 1)))],
  ];

  test.each(damages.flatMap(([name, damage]) => [1, 2, 3].map((seed) => [name, seed, damage] as const)))(
    'is reported as STORE_DAMAGED at the start, at the first damaged read, or by the check: %s, seed %i',
    async (_, seed, damage) => {
      await using own = await temporaryFolder();
      const path = join(own.path, 'landfall.db');
      await writeFile(path, damage(readFileSync(whole), randomNumbers(seed)));
      const damaged = {
        code: 'STORE_DAMAGED',
        cause: { message: expect.stringMatching(/landfall\.db: SQLITE_\w+ \(.*\)\. Stop Landfall, restore a backup/s) },
      };
      const opened = await createSqliteStore({ path }).catch((error: unknown) => error);
      if (opened instanceof Error) return expect(opened).toMatchObject(damaged);
      await using store = opened as Awaited<ReturnType<typeof createSqliteStore>>;
      const log = store.versions('arrival-notice-versions');
      const met: unknown = await readAll(log).then(
        () => undefined,
        (error: unknown) => error,
      );
      // If no read of the log detects it, the check of the whole file does.
      if (met === undefined) return expect([...inspectFile(path)]).not.toEqual([]);
      expect(met).toMatchObject(damaged);
      await expect(log.append([])).rejects.toMatchObject(damaged);
      await expect(store.ping()).rejects.toMatchObject(damaged);
      await expect(store.deadLetters.list({ limit: 1 })).rejects.toMatchObject(damaged);
    },
  );

  test('that was intact at the start makes pushes and queries fail, is logged once, and the process stays', async () => {
    await using own = await temporaryFolder();
    const path = join(own.path, 'landfall.db');
    await copyFile(whole, path);
    await using landfall = await startLandfall(['serve'], { environment: environmentOf(own.path) });
    const file = openSync(path, 'r+');
    // The first pages contain the roots, which the process has read.
    for (let page = 40; page * pageBytes < readFileSync(path).length; page += 1)
      writeSync(file, randomBytes(pageBytes), 0, pageBytes, page * pageBytes);
    closeSync(file);

    expect(await codesOf(landfall.url)).toEqual(['STORE_DAMAGED']);
    for (const number of [1, 2, 3]) {
      const answer = await pushNotices(landfall.url, noticeOf(number));
      expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('damaged')]);
    }
    expect(await codesOf(landfall.url)).toEqual(['STORE_DAMAGED']);
    const { code, missing } = await readinessThat(landfall.url, (readiness) => readiness.missing !== undefined);
    expect([code, missing?.['store']]).toEqual([503, expect.stringMatching(/landfall\.db: SQLITE_CORRUPT \(.*restore a backup/s)]);
    const errors = landfall
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50'));
    expect(errors).toEqual([expect.stringContaining('the store cannot be used')]);
    expect(await landfall.kill('SIGTERM')).toBe(0);
  });

  test.each(damages)('does not prevent the start of a server, which then rejects everything: %s', async (_, damage) => {
    await using own = await temporaryFolder();
    await writeFile(join(own.path, 'landfall.db'), damage(readFileSync(whole), randomNumbers(1)));
    await using landfall = await openLandfall({ DATA_DIR: own.path });
    // A page that the start does not read is detected by the query.
    expect(await codesOf(landfall.url)).toEqual(['STORE_DAMAGED']);
    expect((await pushNotices(landfall.url, noticeOf(1))).status).toBe(503);
    const { code, missing } = await readinessThat(landfall.url, (readiness) => readiness.missing !== undefined);
    expect([code, missing?.['store']]).toEqual([503, expect.stringMatching(/landfall\.db: SQLITE_\w+ \(.*restore a backup/s)]);
  });

  test('makes no cursor invalid, which clients would then drop permanently', async () => {
    await using own = await temporaryFolder();
    await writeFile(join(own.path, 'landfall.db'), 'none at all '.repeat(1_000));
    await using landfall = await openLandfall({ DATA_DIR: own.path });
    expect(await codesOf(landfall.url, '{ arrivalNotices(after: "given-before") { nodes { id } } }')).toEqual(['STORE_DAMAGED']);
    expect(await codesOf(landfall.url, '{ arrivalNoticeVersionLog(after: "given-before") { cursor } }')).toEqual(['STORE_DAMAGED']);
  });

  test('is described by check-store, and an intact or missing one is not', async () => {
    await using own = await temporaryFolder();
    const file = readFileSync(whole);
    const random = randomNumbers(3);
    // A damaged root of a table or an index ends the check of a file.
    const pages = somePages(file, random, 12, 1 + lastRootIn(whole));
    await writeFile(join(own.path, 'landfall.db'), fillPages(file, pages, random));
    const none = join(own.path, 'none');
    await mkdir(join(own.path, 'cut'));
    await writeFile(join(own.path, 'cut', 'landfall.db'), file.subarray(0, file.length / 2));
    const check = (path: string) => runHere(['check-store'], { environment: environmentOf(path) });
    expect(await check(own.path)).toMatchObject({ code: 1, stdout: expect.stringMatching(/table \w+|arrival-notice-versions/) });
    expect(await check(folder.path)).toMatchObject({ code: 0, stdout: '', stderr: 'The store is not damaged.\n' });
    expect(await check(join(own.path, 'cut'))).toMatchObject({ code: 1, stderr: '1 damaged part. Restore the store from a backup.\n' });
    expect(await check(none)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^There is no data yet: .*none\/landfall\.db\. .*\n$/),
    });
  });
});

/** Returns the greatest number of a page that is the root of a table or an index. */
function lastRootIn(path: string): number {
  const reader = openReader(path);
  try {
    return Number(reader.get('SELECT max(rootpage) AS page FROM sqlite_schema')?.['page']);
  } finally {
    reader.close();
  }
}

/** Replaces the first occurrence of a text by another one of the same length. */
function renamed(file: Buffer, text: string, other: string): Buffer {
  const changed = Buffer.from(file);
  changed.write(other, file.indexOf(text));
  return changed;
}

async function readAll(log: ReturnType<Awaited<ReturnType<typeof createSqliteStore>>['versions']>): Promise<void> {
  for (let after = 0; after < versions; after += 50) await log.scan({ after, limit: 50 });
  const heads = await log.listCurrent({ order: 'NEWEST_FIRST', limit: versions });
  await log.listCurrent({ order: 'RECENTLY_CHANGED', limit: versions });
  for (const { entityId, current } of heads) {
    await log.listVersions({ entityId, limit: 5 });
    await log.listCurrent({ order: 'NEWEST_FIRST', limit: 5, filter: { all: [current.terms] } });
  }
  await log.append(heads.map(({ current }) => ({ ...current, index: { terms: ['x'], groups: [] }, sortKey: '9', blob: undefined })));
}

async function codesOf(url: string, requested = query): Promise<unknown[]> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: requested }),
  });
  const { errors = [] } = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
  return errors.map(({ extensions }) => extensions.code);
}

function fillPages(file: Buffer, pages: readonly number[], byte: () => number): Buffer {
  for (const page of pages) file.set(Uint8Array.from({ length: pageBytes }, byte), page * pageBytes);
  return file;
}

function pagesFrom(file: Buffer, first: number, step: number): number[] {
  return Array.from({ length: Math.ceil((file.length / pageBytes - first) / step) }, (_, index) => first + index * step);
}

/** Not the first pages, which every start reads. */
function somePages(file: Buffer, random: () => number, count: number, first = 40): number[] {
  return Array.from({ length: count }, () => first + (random() % (file.length / pageBytes - first)));
}

function changeBytes(file: Buffer, random: () => number, count: number): Buffer {
  for (let index = 0; index < count; index += 1) file[pageBytes + (random() % (file.length - pageBytes))] = random() & 0xff;
  return file;
}

/** A repeatable random generator: xorshift. */
function randomNumbers(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}
