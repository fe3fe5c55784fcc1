import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { until } from '../support/until.ts';
import {
  at,
  blobOf,
  currentRowOf,
  findOne,
  keptOf,
  keyOf,
  logName,
  type OpenStore,
  sequenceAll,
  versionOf,
  withoutNumber,
} from './version-store-samples.ts';

/** Tests the leases of a store that several processes use. */
export function describeLeases(openStore: OpenStore): void {
  it('gives a lease to one holder at a time, which may renew it', async () => {
    await using opened = await openStore();
    const { store } = opened;
    expect(await store.takeLease('sequencer', '$one', 60_000)).toBe(true);
    expect(await store.takeLease('sequencer', 'two', 60_000)).toBe(false);
    expect(await store.takeLease('sequencer', '$one', 60_000)).toBe(true);
    expect(await store.takeLease('another', 'two', 60_000)).toBe(true);
  });

  it('gives a lease to exactly one of many concurrent callers', async () => {
    await using opened = await openStore();
    const other = (await opened.another?.()) ?? opened.store;
    const holders = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? opened.store : other).takeLease('sequencer', `holder-${index}`, 60_000),
    );
    expect((await Promise.all(holders)).filter((taken) => taken)).toHaveLength(1);
  });

  it('frees a lease that is released by its holder, and by no other process', async () => {
    await using opened = await openStore();
    const { store } = opened;
    await store.takeLease('sequencer', 'one', 60_000);
    await store.releaseLease('sequencer', 'two');
    expect(await store.takeLease('sequencer', 'two', 60_000)).toBe(false);
    await store.releaseLease('sequencer', 'one');
    expect(await store.takeLease('sequencer', 'two', 60_000)).toBe(true);
  });

  it('frees an expired lease', async () => {
    await using opened = await openStore();
    const { store } = opened;
    await store.takeLease('sequencer', 'one', 50);
    await until(() => store.takeLease('sequencer', 'two', 60_000));
    expect(await store.takeLease('sequencer', 'one', 60_000)).toBe(false);
  });
}

/** Tests the parts of a store besides its logs: secrets, dead letters, and that closing it loses nothing. */
export function describeDeployment(openStore: OpenStore): void {
  it('keeps everything when it is closed and opened again', async () => {
    await using opened = await openStore();
    const version = versionOf({ blob: blobOf(Buffer.from('pdf')), index: { terms: ['port:A'] } });
    await opened.store.versions(logName).append([version, versionOf({ entityId: 'other', receivedAt: at(1) })]);
    await sequenceAll(opened.store.versions(logName));
    await opened.store.versions(logName).trimLog(at(1));
    await opened.store.deadLetters.add([deadLetterOf('{"a"')]);
    const secret = await opened.store.secret('cursors');

    const store = await opened.reopen();

    const versions = store.versions(logName);
    expect(withoutNumber(await findOne(versions, version))).toEqual(keptOf(version));
    expect(await versions.readBlob(keyOf(version))).toEqual(version.blob);
    expect((await currentRowOf(versions, version.entityId))?.current.sequence).toBe(1);
    expect(await versions.bounds()).toMatchObject({ trimmedThrough: 1, head: 2 });
    expect(await store.deadLetters.list({ limit: 5 })).toHaveLength(1);
    expect((await store.secret('cursors')).equals(secret)).toBe(true);
    expect(await versions.append([version])).toEqual([{ kind: 'REPEATED' }]);
  });

  it('creates a secret once, however many callers request it concurrently', async () => {
    await using opened = await openStore();
    const other = (await opened.another?.()) ?? opened.store;
    const requested = await Promise.all([opened.store, other, opened.store, other].map((store) => store.secret('cursors')));
    expect(new Set(requested.map((secret) => secret.toString('hex'))).size).toBe(1);
    expect(requested[0]?.length).toBeGreaterThanOrEqual(32);
    expect((await opened.store.secret('gateway')).equals(requested[0] ?? Buffer.alloc(0))).toBe(false);
  });

  it('stores dead letters with their bytes, newest last, equal bytes once', async () => {
    await using opened = await openStore();
    const { deadLetters } = opened.store;
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), randomBytes(17 * 1024 * 1024)]);
    const first = deadLetterOf('{"a"', { receivedAt: at(1) });
    const large = { ...deadLetterOf(''), receivedAt: at(2), bytes };
    await deadLetters.add([first, { ...first, receivedAt: at(5), reason: 'again' }]);
    await deadLetters.add([large]);
    await deadLetters.add([{ ...first, receivedAt: at(9) }]);
    await deadLetters.add([deadLetterOf('{"a"', { receivedAt: at(10), partner: 'other' })]);
    await deadLetters.add([deadLetterOf('{"a"', { receivedAt: at(11), log: 'arrival-notice-notifications' })]);

    const listed = await deadLetters.list({ limit: 10 });
    expect(listed.map(({ receivedAt }) => receivedAt)).toEqual([at(1), at(2), at(10), at(11)]);
    const { id, ...kept } = listed[0] ?? expect.fail('nothing was listed');
    expect(kept).toEqual(first);
    expect(listed[1]?.bytes.equals(bytes)).toBe(true);
    expect(await deadLetters.find(id)).toEqual(listed[0]);
  });

  it('pages through dead letters, even after one that was removed meanwhile', async () => {
    await using opened = await openStore();
    const { deadLetters } = opened.store;
    await deadLetters.add([0, 1, 2, 3].map((index) => deadLetterOf(`{${index}`, { receivedAt: at(index) })));
    const [one, two] = await deadLetters.list({ limit: 2 });
    await deadLetters.remove(two?.id ?? '');
    expect((await deadLetters.list({ limit: 9, after: two?.id })).map(({ receivedAt }) => receivedAt)).toEqual([at(2), at(3)]);
    expect((await deadLetters.list({ limit: 9 })).map(({ receivedAt }) => receivedAt)).toEqual([at(0), at(2), at(3)]);
    expect(await deadLetters.find(two?.id ?? '')).toBeUndefined();
    expect(await deadLetters.find('unknown')).toBeUndefined();
    await deadLetters.remove('unknown');
    expect(await deadLetters.find(one?.id ?? '')).toBeDefined();
  });

  it('reports that it can write', async () => {
    await using opened = await openStore();
    await expect(opened.store.ping()).resolves.toBeUndefined();
    await expect(opened.store.ping()).resolves.toBeUndefined();
  });
}

function deadLetterOf(text: string, more: { receivedAt?: string; partner?: string; log?: 'arrival-notice-notifications' } = {}) {
  const deadLetter = {
    partner: 'acme',
    log: logName,
    receivedAt: at(0),
    reason: 'expected JSON',
    path: '$',
    bytes: Buffer.from(text),
  } as const;
  return { ...deadLetter, ...more };
}
