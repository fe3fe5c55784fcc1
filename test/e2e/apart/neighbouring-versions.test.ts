import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, inject, test } from 'vitest';
import { packageRoot, readPackageVersion } from '#platform/package-root.ts';
import { layoutRow, layoutVersion } from '#platform/store/mongodb/migrations.ts';
import { openDatabase } from '../../support/database.ts';
import { runLandfall, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { type PushedNotice, pushNotices } from '../../support/push.ts';
import { createSubscriber, nameOf, type Subscriber } from '../../support/subscriber.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
const otherVersion = '99.1.0';

describe.runIf(mongodbUrl && redisUrl)('a rolling upgrade', () => {
  test('runs two versions concurrently: each version is pushed to either, is in the log once, and reaches subscribers of both', async () => {
    await using folder = await temporaryFolder();
    await using database = openDatabase(mongodbUrl ?? '');
    const installed = await installOtherVersion(join(folder.path, 'other'));
    await writePartners(folder.path);
    const shared = {
      PARTNERS_DIR: folder.path,
      ACCESS_FILE: join(folder.path, 'none'),
      MONGODB_URL: database.url,
      REDIS_URL: redisUrl ?? '',
    };
    const environment = { ...shared, DATA_DIR: folder.path };
    const start = {
      before: () => startLandfall(['serve'], { environment }),
      after: () => startLandfall(['serve'], { environment, installed }),
    };
    const goesOn = createSubscriber('0');
    let pushed = 0;
    const push = async (url: string) => {
      expect((await pushNotices(url, noticeOf(pushed))).status).toBe(200);
      pushed += 1;
    };
    {
      await using before = await start.before();
      await using after = await start.after();
      expect(await Promise.all([before.url, after.url].map(versionOf))).toEqual([readPackageVersion(), otherVersion]);
      const fresh = createSubscriber('0');
      const listening = [goesOn.listen(before.url), fresh.listen(after.url)];
      for (let round = 0; round < 10; round += 1) await push(round % 2 === 0 ? before.url : after.url);
      await Promise.all([goesOn, fresh].map((subscriber) => untilAll(subscriber, pushed)));
      expect(fresh.events.map(({ cursor }) => cursor)).toEqual(goesOn.events.map(({ cursor }) => cursor));
      // The old process ends, and its subscriber resumes at the new one.
      await before.kill('SIGKILL');
      await listening[0];
      const resumed = goesOn.listen(after.url);
      for (let round = 0; round < 5; round += 1) await push(after.url);
      await untilAll(goesOn, pushed);
      await after.kill('SIGTERM');
      await Promise.all([resumed, listening[1]]);
    }
    // The rollback: the old version opens the same layout again.
    await using again = await start.before();
    const resumed = goesOn.listen(again.url);
    await push(again.url);
    await untilAll(goesOn, pushed);
    expect(goesOn.events.map(nameOf).toSorted()).toEqual(Array.from({ length: pushed }, (_, number) => nameOfPushed(number)).toSorted());
    await goesOn.stop();
    await resumed;
  });

  test('over a newer layout no process of the old version starts, and a running one continues', async () => {
    await using folder = await temporaryFolder();
    await using database = openDatabase(mongodbUrl ?? '');
    await writePartners(folder.path);
    const environment = {
      PARTNERS_DIR: folder.path,
      ACCESS_FILE: join(folder.path, 'none'),
      MONGODB_URL: database.url,
      DATA_DIR: folder.path,
    };
    await using running = await startLandfall(['serve'], { environment });
    const meta = database.db.collection<{ _id: string; version: number }>('meta');
    await meta.updateOne({ _id: layoutRow }, { $set: { version: layoutVersion + 1 } });
    const refused = await runLandfall(['serve'], { environment });
    const message = `has layout ${layoutVersion + 1}; this program supports layouts up to ${layoutVersion}`;
    expect([refused.code, refused.stdout + refused.stderr]).toEqual([1, expect.stringContaining(message)]);
    expect((await pushNotices(running.url, noticeOf(1))).status).toBe(200);
    await running.kill('SIGTERM');
    await meta.updateOne({ _id: layoutRow }, { $set: { version: layoutVersion } });
  });
});

test('a SQLite store of a newer layout is rejected by the old version, and remains unchanged', async () => {
  await using folder = await temporaryFolder();
  await writePartners(folder.path);
  const environment = { PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none'), DATA_DIR: folder.path };
  await (await startLandfall(['serve'], { environment })).kill('SIGTERM');
  const database = new Libsql(join(folder.path, 'landfall.db'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  const refused = await runLandfall(['serve'], { environment });
  expect([refused.code, refused.stdout + refused.stderr]).toEqual([
    1,
    expect.stringContaining('has layout 99; this program supports layouts up to'),
  ]);
});

const noticeOf = (number: number): PushedNotice => ({
  transportDocumentReference: `ROLL${number % 4}`,
  issueDateTime: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
});
const nameOfPushed = (number: number) => `${noticeOf(number).transportDocumentReference} ${noticeOf(number).issueDateTime}`;

function untilAll(subscriber: Subscriber, count: number): Promise<void> {
  return subscriber.until((events) => events.length >= count);
}

/** Returns the version that a process states in its metrics. */
async function versionOf(url: string): Promise<string | undefined> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return /landfall_build_info\{[^}]*version="([^"]+)"/.exec(metrics)?.[1];
}

/** Installs the built program under a different version number. @returns the path of the program */
async function installOtherVersion(folder: string): Promise<string> {
  for (const part of ['dist', 'schema', 'package.json']) await cp(join(packageRoot, part), join(folder, part), { recursive: true });
  const manifest = await import(join(packageRoot, 'package.json'), { with: { type: 'json' } });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest.default, version: otherVersion }));
  await symlink(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'dist/gateway/cli/landfall.js');
}
