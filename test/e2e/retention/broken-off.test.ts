import { type ChildProcess, spawn } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';
import { type Config, readConfig } from '#platform/config.ts';
import { packageRoot } from '#platform/package-root.ts';
import { openBackends } from '#platform/process/backends.ts';
import type { Store } from '#platform/store/store.ts';
import { at, blobOf, entityIdOf, logName, sequenceAll, versionOf } from '../../contract/version-store-samples.ts';
import { program, runLandfall, temporaryFolder } from '../../support/landfall.ts';
import { storesOfTests, type TestStore } from '../../support/stores.ts';
import { countIn, removalIn } from './open-retention.ts';

/** The number of removed entities, and the number of steps after which the process is killed each time. */
interface Scale {
  readonly entityIds: number;
  readonly killedAfter: readonly number[];
}

/** Steps over MongoDB take longer, so that fewer of them leave as much time for the kill. */
const scales: Readonly<Record<TestStore['name'], Scale>> = {
  sqlite: { entityIds: 400, killedAfter: [1, 2] },
  mongodb: { entityIds: 200, killedAfter: [1] },
};
const sortKeysOfEntity = ['2025-11-01', '2025-11-02', '2025-11-03'];
const party = 'CODE-OF-THE-ERASED';

/** Every entity has an old version with a clash, one with a blob, and a current one. */
async function fill(store: Store, entityIds: number): Promise<void> {
  const versions = store.versions(logName);
  const list = Array.from({ length: entityIds }, (_, index) =>
    sortKeysOfEntity.map((sortKey, place) =>
      versionOf({
        entityId: JSON.stringify(['acme', entityIdOf(index)]),
        sortKey,
        receivedAt: at(index * 10 + place),
        text: JSON.stringify({
          transportDocumentReference: entityIdOf(index),
          documentParties: [{ identifyingCodes: [{ partyCode: party }] }],
        }),
        ...(place === 1 ? { blob: blobOf(Buffer.from(`pdf ${index}`)) } : {}),
        index: { terms: ['partner:acme', `order:${sortKey}`] },
      }),
    ),
  ).flat();
  await versions.append(list);
  const old = list.filter((version) => version.sortKey === sortKeysOfEntity[0]);
  await eachOf(old, ({ entityId, sortKey, receivedAt, receivedBy, document }) =>
    versions.addClash({ entityId, sortKey, receivedAt, receivedBy, contentHash: 'another', document }),
  );
  await sequenceAll(versions);
}

/**
 * Checks that nothing is partially removed: current rows and versions agree, a version has its blob and clash, and the
 * current version is the newest.
 */
async function expectWhole(store: Store): Promise<void> {
  const versions = store.versions(logName);
  const heads = await versions.listCurrent({ order: 'OLDEST_FIRST', limit: 1_000 });
  const histories = await eachOf(heads, ({ entityId }) => versions.listVersions({ entityId, limit: 9 }));
  expect(histories.flat()).toHaveLength(await versions.count());
  for (const [index, history] of histories.entries()) {
    expect(history[0]?.sortKey).toBe(sortKeysOfEntity.at(-1));
    expect(heads[index]?.current.sortKey).toBe(sortKeysOfEntity.at(-1));
  }
  const all = histories.flat();
  const blobs = await eachOf(all, (version) => versions.readBlob(version));
  expect(blobs.map((blob) => blob !== undefined)).toEqual(all.map(({ sortKey }) => sortKey === sortKeysOfEntity[1]));
  const clashes = await versions.listClashes(all);
  expect(clashes.map(({ length }) => length)).toEqual(all.map(({ sortKey }) => (sortKey === sortKeysOfEntity[0] ? 1 : 0)));
}

/**
 * Runs a step for each element, a few concurrently: hundreds of them would take a busy machine longer than the timeout
 * of the store.
 */
async function eachOf<T, R>(list: readonly T[], step: (element: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < list.length; from += 10) results.push(...(await Promise.all(list.slice(from, from + 10).map(step))));
  return results;
}

/** Starts the command and kills it as soon as it has made this many steps. */
async function killMidway(
  args: readonly string[],
  store: Store,
  options: { environment: Record<string, string>; steps: number },
): Promise<void> {
  const { environment, steps } = options;
  const stepsNow = async () => (await store.versions(logName).bounds()).removals;
  const before = await stepsNow();
  const env = { PATH: process.env['PATH'], ...environment };
  const child: ChildProcess = spawn(process.execPath, [...program, 'retention', ...args], { cwd: packageRoot, env, stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await vi.waitUntil(async () => (await stepsNow()) >= before + steps || child.exitCode !== null, { timeout: 30_000, interval: 1 });
  child.kill('SIGKILL');
  await gone;
}

/** Repeats the test if the command ends before it is killed, which happens when this process gets little CPU. */
async function tell(store: TestStore, args: readonly string[], settings: Record<string, string>): Promise<void> {
  while (!(await wasKilledMidway(store, args, settings)));
}

async function wasKilledMidway(store: TestStore, args: readonly string[], settings: Record<string, string>): Promise<boolean> {
  const { entityIds, killedAfter } = scales[store.name];
  await using folder = await temporaryFolder();
  await using opened = store.open();
  const environment = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ...opened.environment, ...settings };
  const config: Config = readConfig(environment);
  await using backends = await openBackends(config);
  await fill(backends.store, entityIds);
  for (const steps of killedAfter) {
    await killMidway(args, backends.store, { environment, steps });
    await expectWhole(backends.store);
  }
  const left = await backends.store.versions(logName).count();
  if (left === 0) return false;
  expect(left).toBeLessThan(entityIds * sortKeysOfEntity.length);

  const last = removalIn(await runLandfall(['retention', ...args], { environment }));

  expect(countIn([last], 'versions')).toBe(left);
  expect(await backends.store.versions(logName).count()).toBe(0);
  const trace = await backends.store.removals.list(10);
  expect(trace[0]).toEqual(last);
  expect(trace.slice(1).map(({ finishedAt }) => finishedAt)).toEqual(killedAfter.map(() => undefined));
  expect(['versions', 'entities', 'blobs', 'clashes'].map((kind) => countIn(trace, kind))).toEqual([
    entityIds * 3,
    entityIds,
    entityIds,
    entityIds,
  ]);
  return true;
}

describe.for(storesOfTests())('SIGKILL of the command at any step over $name', (store) => {
  const promise = 'leaves nothing half, and run again it ends complete with a complete trace';
  test(`of expiry: ${promise}`, () => tell(store, ['run'], { VERSION_RETENTION_DAYS: '1' }), 120_000);
  test(`of an erasure: ${promise}`, () => tell(store, ['erase', '--party', party], {}), 120_000);
});
