import { copyFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import type { Document, IndexDescription } from 'mongodb';
import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../support/database.ts';
import { dayIn } from '../../support/day-in.ts';
import { type FinishedProcess, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { type PushedNotice, pushNotices } from '../../support/push.ts';
import { runHere } from '../../support/run-here.ts';
import { type AlertEvent, createAlertSubscriber, createSubscriber, nameOf } from '../../support/subscriber.ts';
import { until } from '../../support/until.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { untilArrival } from '../arrivals/until-arrival.ts';

const documents = 12;
const referenceOf = (document: number) => `BACKUP${document}`;
/** Far enough apart to raise an alert. */
const arrivalDateOf = (version: number) => dayIn(10 + 3 * (version % 5));
const issueDateTimeOf = (version: number) => new Date(Date.UTC(2026, 0, 1) + version * 60_000).toISOString();
const noticesOf = (version: number) =>
  Array.from(
    { length: documents },
    (_, document) => noticeOf({ reference: referenceOf(document), version, arrivalDate: arrivalDateOf(version) }) as PushedNotice,
  );

/** Longer than the time after which a lease in a restored database is not that of a running server. */
const leaseAgeMs = 60_000;

/** A change of the arrival date of a document, as an alert reports it. */
interface Move {
  readonly reference: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function movesIn(events: readonly AlertEvent[]): Move[] {
  return events
    .filter(({ alert }) => alert?.kind === 'ETA_CHANGED' && alert.transition === 'RAISED')
    .map(({ alert }) => ({
      reference: alert?.arrival?.transportDocumentReference,
      before: alert?.before?.text,
      after: alert?.after?.text,
    }));
}

describe.for(waysOfTests())('a backup of $name under load', (way) => {
  test('has every version acknowledged before it, and derived data is completed once', async () => {
    await using folders = await openFolders();
    await using data = await way.open(folders);
    const { environment } = data;
    const acknowledged: string[] = [];
    let beforeBackup: readonly string[] = [];
    {
      await using landfall = await startLandfall(['serve'], { environment });
      const pushing = pushUntilGone(landfall.url, acknowledged);
      await until(() => acknowledged.length >= 5 * documents);
      beforeBackup = [...acknowledged];
      await data.backUp();
      await landfall.kill('SIGKILL');
      await pushing;
    }
    const { environment: elsewhere, count } = await data.restore();
    await using landfall = await openLandfall(elsewhere, { evaluatesArrivals: true });
    const [versions, alerts] = [createSubscriber('0'), createAlertSubscriber('0')];
    const listening = [versions.listen(landfall.url), alerts.listen(landfall.url)];
    await versions.until((events) => events.length === count);
    const names = versions.events.map(nameOf);
    expect(new Set(names).size).toBe(count);
    expect(names).toEqual(expect.arrayContaining([...beforeBackup]));

    // Each arrival corresponds to the last version of its document, and one more version is one fact about each.
    for (let document = 0; document < documents; document += 1) {
      const last = lastVersionOf(names, referenceOf(document));
      await untilArrival(landfall, referenceOf(document), ({ bestTime }) => bestTime?.localDate === arrivalDateOf(last));
    }
    const finalDate = dayIn(40);
    const final = Array.from({ length: documents }, (_, document) =>
      noticeOf({ reference: referenceOf(document), version: 1_000_000, arrivalDate: finalDate }),
    );
    expect((await landfall.push(...final)).status).toBe(200);
    const isFinal = ({ after }: Move) => after === finalDate;
    await alerts.until((events) => movesIn(events).filter(isFinal).length >= documents);
    const moves = movesIn(alerts.events);
    expect(new Set(moves.filter(isFinal).map(({ reference }) => reference)).size).toBe(documents);
    for (let document = 0; document < documents; document += 1) {
      // A fact that was raised twice would begin where another one began.
      const own = moves.filter(({ reference }) => reference === referenceOf(document));
      expect(own.slice(1).map(({ before }) => before)).toEqual(own.slice(0, -1).map(({ after }) => after));
      expect(own.filter(isFinal)).toHaveLength(1);
    }
    await Promise.all([versions.stop(), alerts.stop()]);
    await Promise.all(listening);
  });
});

test('a subscriber that has seen more than the backup gets LOG_RESET, and every later version of the restored store', async () => {
  await using folders = await openFolders();
  const { environment, backup } = folders;
  const subscriber = createSubscriber('0');
  {
    await using landfall = await startLandfall(['serve'], { environment });
    const listening = subscriber.listen(landfall.url);
    await pushed(landfall.url, 1);
    expect(await runHere(['backup', backup], { environment })).toMatchObject({ code: 0 });
    await pushed(landfall.url, 2);
    await pushed(landfall.url, 3);
    await subscriber.until((events) => events.length === 3 * documents);
    await landfall.kill('SIGKILL');
    await listening;
  }
  const elsewhere = await folders.elsewhere();
  expect(await runHere(['restore', backup], { environment: elsewhere })).toMatchObject({ code: 0 });
  await using landfall = await openLandfall(elsewhere);
  const listening = subscriber.listen(landfall.url);
  for (const version of [4, 5, 6]) await pushed(landfall.url, version);
  const expected = [4, 5, 6].flatMap((version) => noticesOf(version).map(keyOf));
  await subscriber.until((events) => expected.every((name) => events.some((event) => event.version && nameOf(event) === name)));
  const [reset, ...rest] = subscriber.events.slice(3 * documents);
  expect(reset?.missed).toMatchObject({ reason: 'LOG_RESET', from: subscriber.events[3 * documents - 1]?.cursor, to: reset?.cursor });
  expect(rest.map(nameOf)).toEqual(expected);
  await subscriber.stop();
  await listening;
});

test('a restore refuses a folder with data, a folder in use, and an invalid backup, and leaves nothing', async () => {
  await using folders = await openFolders();
  const { environment, backup } = folders;
  const restore = (file: string, settings: Readonly<Record<string, string>>) => runHere(['restore', file], { environment: settings });
  {
    await using landfall = await startLandfall(['serve'], { environment });
    await pushed(landfall.url, 1);
    expect(await runHere(['backup', backup], { environment })).toMatchObject({ code: 0 });
    expect(await restore(backup, environment)).toMatchObject({ code: 1, stderr: expect.stringContaining('another Landfall server uses') });
  }
  expect(await restore(backup, environment)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has data. Restore into another folder'),
  });
  expect(await runHere(['backup', backup], { environment })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('backup.db exists'),
  });

  const [cut, newer, text] = ['cut.db', 'newer.db', 'text.db'].map((name) => join(folders.path, name)) as [string, string, string];
  copyFileSync(backup, cut);
  truncateSync(cut, Math.floor(statSync(cut).size / 8_192) * 4_096);
  copyFileSync(backup, newer);
  withFile(newer, (database) => database.exec('PRAGMA user_version = 99'));
  writeFileSync(text, 'no database at all '.repeat(100));
  const inUse = join(environment.DATA_DIR, 'landfall.db');
  const emptyLog = join(folders.path, 'empty-log.db');
  copyFileSync(backup, emptyLog);
  writeFileSync(`${emptyLog}-wal`, '');
  const elsewhere = await folders.elsewhere();
  for (const [file, code, message] of [
    [cut, 'STORE_DAMAGED', 'pages are missing at the end of the file'],
    [newer, 'CONFIG_INVALID', 'has layout 99; this program supports layouts up to'],
    [text, 'STORE_DAMAGED', 'the file has no SQLite header'],
    [join(folders.path, 'missing.db'), 'BAD_USER_INPUT', 'There is no file'],
    [inUse, 'BAD_USER_INPUT', 'is not a backup but a database in use'],
    [emptyLog, 'BAD_USER_INPUT', 'is not a backup but a database in use'],
  ] as const) {
    const ended = await restore(file, elsewhere);
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(new RegExp(`^${code}: .*${message}`))]);
    expect(existsSync(join(elsewhere.DATA_DIR, 'landfall.db'))).toBe(false);
    expect(existsSync(join(elsewhere.DATA_DIR, 'landfall.db.partial'))).toBe(false);
  }
  // The files of a killed restore are replaced.
  writeFileSync(join(elsewhere.DATA_DIR, 'landfall.db.partial'), readFileSync(backup).subarray(0, 10_000));
  // A server that has been stopped leaves its file in this mode.
  withFile(backup, (database) => database.exec('PRAGMA journal_mode = WAL'));
  expect(await restore(backup, elsewhere)).toMatchObject({ code: 0 });
  expect(await runHere(['check-store'], { environment: elsewhere })).toMatchObject({ code: 0 });
});

test('the commands name the tools of MongoDB if the data is there', async () => {
  const environment = { MONGODB_URL: 'mongodb://127.0.0.1:1/landfall' };
  for (const [args, tool] of [
    [['backup', 'x'], 'mongodump'],
    [['restore', 'x'], 'mongorestore'],
  ] as const) {
    expect(await runHere(args, { environment })).toMatchObject({ code: 1, stderr: expect.stringContaining(tool) });
  }
});

/** How the data of a server is backed up, and restored elsewhere. */
interface BackupWay {
  readonly name: string;
  open(folders: Folders): Promise<OpenedWay>;
}

interface OpenedWay extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>;
  backUp(): Promise<void>;
  /** Restores a backup. @returns the settings of the other server, and the number of its notice versions */
  restore(): Promise<{ readonly environment: Readonly<Record<string, string>>; readonly count: number }>;
}

function waysOfTests(): readonly BackupWay[] {
  const serverUrl = inject('mongodbUrl');
  return serverUrl === undefined ? [sqliteWay()] : [sqliteWay(), mongoWay(serverUrl)];
}

function sqliteWay(): BackupWay {
  return {
    name: 'SQLite',
    open: async ({ environment, backup, elsewhere }) => ({
      environment,
      backUp: async () => {
        const ended = await runHere(['backup', backup], { environment });
        const stdout = expect.stringMatching(/^.*backup\.db: [\d.]+ MiB, \d+ in arrival-notice-versions/);
        expect(ended).toMatchObject({ code: 0, stderr: '', stdout });
      },
      restore: async () => {
        // No part of the data is in a second file.
        expect([existsSync(`${backup}-wal`), existsSync(`${backup}.partial`), statSync(backup).mode & 0o777]).toEqual([
          false,
          false,
          0o600,
        ]);
        const restored = await elsewhere();
        return { environment: restored, count: countIn(await runHere(['restore', backup], { environment: restored })) };
      },
      [Symbol.asyncDispose]: async () => {},
    }),
  };
}

/**
 * Copies like `mongodump --oplog` and `mongorestore --oplogReplay`, which are not available everywhere: every
 * collection at one moment, with its indexes.
 */
function mongoWay(serverUrl: string): BackupWay {
  return {
    name: 'MongoDB',
    open: async ({ environment }) => {
      const [source, target] = [openDatabase(serverUrl), openDatabase(serverUrl)];
      const dump = new Map<string, { readonly documents: readonly Document[]; readonly indexes: readonly IndexDescription[] }>();
      return {
        environment: { ...environment, MONGODB_URL: source.url },
        backUp: async () => {
          const session = source.db.client.startSession({ snapshot: true });
          for (const { name } of await source.db.listCollections().toArray()) {
            const documents = await source.db.collection(name, { promoteValues: false }).find({}, { session }).toArray();
            dump.set(name, { documents, indexes: (await source.db.collection(name).indexes()) as IndexDescription[] });
          }
          await session.endSession();
        },
        restore: async () => {
          for (const [name, { documents, indexes }] of dump) {
            await target.db.collection(name).deleteMany({});
            await target.db.collection(name).createIndexes([...indexes]);
            if (documents.length > 0) await target.db.collection(name).insertMany([...documents]);
          }
          const restored = { ...environment, MONGODB_URL: target.url };
          // The dump contains the leases of the killed server. They are made older, because waiting takes 40 s.
          const refused = await runHere(['restore'], { environment: restored });
          expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('a server uses the database') });
          await target.db.collection('leases').updateMany({}, [{ $set: { until: { $subtract: ['$until', leaseAgeMs] } } }]);
          const ended = await runHere(['restore'], { environment: restored });
          return { environment: restored, count: countIn(ended) };
        },
        [Symbol.asyncDispose]: async () => {
          await source[Symbol.asyncDispose]();
          await target[Symbol.asyncDispose]();
        },
      };
    },
  };
}

function countIn(restored: FinishedProcess): number {
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  return Number(/(\d+) in arrival-notice-versions/.exec(restored.stdout)?.[1]);
}

type Folders = Awaited<ReturnType<typeof openFolders>>;

/** Opens two data folders, and a path for a backup. */
async function openFolders() {
  const folder = await temporaryFolder();
  await writePartners(folder.path);
  const environmentOf = (dir: string) => ({ DATA_DIR: dir, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') });
  return {
    path: folder.path,
    environment: environmentOf(join(folder.path, 'data')),
    backup: join(folder.path, 'backup.db'),
    elsewhere: async () => {
      await mkdir(join(folder.path, 'elsewhere'));
      return environmentOf(join(folder.path, 'elsewhere'));
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Pushes version after version of all documents until the process has ended. */
async function pushUntilGone(url: string, acknowledged: string[]): Promise<void> {
  for (let version = 1; ; version += 1) {
    const notices = noticesOf(version);
    const answer = await pushNotices(url, ...notices).catch(() => undefined);
    if (answer === undefined) return;
    if (answer.status === 200) acknowledged.push(...notices.map(keyOf));
  }
}

async function pushed(url: string, version: number): Promise<void> {
  expect((await pushNotices(url, ...noticesOf(version))).status).toBe(200);
}

const keyOf = ({ transportDocumentReference, issueDateTime }: PushedNotice) => `${transportDocumentReference} ${issueDateTime}`;

function lastVersionOf(names: readonly string[], reference: string): number {
  const instants = names.filter((name) => name.startsWith(`${reference} `)).map((name) => Date.parse(name.split(' ')[1] ?? ''));
  return (Math.max(...instants) - Date.parse(issueDateTimeOf(0))) / 60_000;
}

function withFile(path: string, use: (database: InstanceType<typeof Libsql>) => void): void {
  const database = new Libsql(path);
  use(database);
  database.close();
}
