import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eraseSubject, findSubject } from '#platform/store/removal/erase-subject.ts';
import { countExpired, expireVersions } from '#platform/store/removal/expire-versions.ts';
import type { SubjectRules } from '#platform/store/removal/subject-rules.ts';
import type { Store } from '#platform/store/store.ts';
import type { NewVersion } from '#platform/store/version-store.ts';
import { casesOf } from '../support/random-cases.ts';
import { deadLetterOf, queueKey } from './delivery-store.ts';
import { entityCount, partyCount, type Step, steps } from './version-store-erasure-steps.ts';
import {
  at,
  blobOf,
  currentAsOf,
  currentRowOf,
  findOne,
  keyOf,
  logName,
  type OpenStore,
  readWholeLog,
  sequenceAll,
  versionOf,
} from './version-store-samples.ts';

/** A version is about the party whose code is in its document, and so is a clash. */
const isAbout: SubjectRules[typeof logName]['isAbout'] = ({ document }, key) =>
  key.kind === 'PARTY' && JSON.parse(document.toString()).party === key.partyCode;
const rules: SubjectRules = {
  'arrival-notice-versions': { isAbout },
  'arrival-notice-notifications': { isAbout },
  'port-call-events': { isAbout },
  'arrival-alerts': { isAbout },
};

/** Tests that neither answers nor bytes reveal what was removed. */
export function describeErasure(openStore: OpenStore): void {
  it('is after any pushes, expiries and erasures the same as a store that only received the remaining data, and keeps none of the other bytes', async () => {
    await using opened = await openStore();
    await using fresh = await openStore();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        run += 1;
        const world = createWorld(opened.store, run);
        for (const step of list) await world.take(step);
        await world.take({ kind: 'age', share: 0 });
        const { remaining, floorAt, gone, refusals } = world;
        await pushAll(fresh.store, remaining);
        await sequenceAll(fresh.store.versions(logName));
        expect(await answersOf(opened.store, { run, floorAt })).toEqual(await answersOf(fresh.store, { run, floorAt }));
        expect(await refusalsIn(opened.store, run)).toEqual(refusals);
        const bytes = await opened.keptBytes();
        for (const mark of gone()) expect(bytes.includes(mark), mark).toBe(false);
        for (const mark of refusals) expect(bytes.includes(mark), mark).toBe(true);
        for (const { version } of remaining) expect(bytes.includes(version.entityId)).toBe(true);
      }),
      casesOf(4),
    );
  });

  it('lists in advance what an expiry would remove', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    await versions.append(
      ['2025-11-01', '2025-11-02', '2025-11-03'].map((sortKey, index) => versionOf({ sortKey, receivedAt: at(index) })),
    );
    await sequenceAll(versions);
    await opened.store.deliveries.writeQueue({
      ...queueKey,
      version: 0,
      state: { offset: 3, messages: [], startedAt: at(0) },
      deadLetters: [
        deadLetterOf({ sequence: 1, at: at(9) }),
        deadLetterOf({ sequence: 3, at: at(1) }),
        deadLetterOf({ sequence: 3, at: at(2) }),
      ],
    });
    expect(await countExpired(opened.store, at(2))).toEqual({
      versions: { 'arrival-notice-versions': 2, 'arrival-notice-notifications': 0, 'port-call-events': 0, 'arrival-alerts': 0 },
      deadLetters: 0,
      deliveryDeadLetters: 1,
    });
    const removal = await expireVersions(opened.store, { receivedBefore: at(2) });
    expect(removal?.removed).toEqual([
      { log: logName, partner: 'acme', kind: 'versions', count: 2 },
      { log: logName, partner: 'terminal', kind: 'deliveryDeadLetters', count: 2 },
    ]);
    expect(await opened.store.deliveries.listDeadLetters({ limit: 9 })).toEqual([deadLetterOf({ sequence: 3, at: at(2) })]);
    expect(await expireVersions(opened.store, { receivedBefore: at(2) })).toBeUndefined();
    expect(await opened.store.removals.list(5)).toEqual([removal]);
  });
}

/** A version with the other contents that were received under its identity. */
interface Kept {
  readonly version: NewVersion;
  readonly clashes: NewVersion[];
}

/** A subscriber's feedback about a version, which names a person. */
interface Refusal {
  readonly of: NewVersion;
  readonly mark: string;
  readonly subscriber: string;
  readonly party: number;
  readonly at: string;
}

/** Creates a store with a model of its expected content. */
function createWorld(store: Store, run: number) {
  const versions = store.versions(logName);
  let remaining: Kept[] = [];
  const marks = new Map<string, NewVersion>();
  const letters = new Map<string, number>();
  const said: Refusal[] = [];
  let refused: readonly Refusal[] = [];
  let [clock, floorAt] = [run * 1_000, 0];

  const remove = (isGone: (kept: Kept) => boolean): void => {
    remaining = remaining.filter((kept) => !isGone(kept));
    refused = refused.filter(({ of }) => remaining.some(({ version }) => version === of));
  };
  const partyOf = ({ document }: NewVersion): string => JSON.parse(document.toString()).party;

  const push = async (step: Extract<Step, { kind: 'push' }>): Promise<void> => {
    clock += 1;
    const mark = `mark-${run}-${clock}-`;
    const entityId = `entity-${run}-${step.entityId}-`;
    const held = remaining.find(({ version }) => version.entityId === entityId && version.sortKey === `order-${step.order}`);
    const version = versionOf({
      entityId,
      sortKey: `order-${step.order}`,
      receivedAt: at(clock),
      text: JSON.stringify({ party: partyNamed(run, step.party), mark }),
      ...(step.content === 0 ? {} : { blob: blobOf(Buffer.from(`blob of ${mark}`)) }),
      index: { terms: [`run:${run}`, `mark:${mark}`, partyNamed(run, step.party)], groups: [{ mark, run: `${run}` }], date: '2025-12-24' },
    });
    marks.set(mark, version);
    if (held === undefined) remaining.push({ version, clashes: [] });
    else held.clashes.push(version);
    await pushAll(store, held === undefined ? [{ version, clashes: [] }] : [{ ...held, clashes: [version] }]);
  };

  const letter = async (party: number): Promise<void> => {
    clock += 1;
    letters.set(`letter-${run}-${clock}-`, party);
    const bytes = Buffer.from(JSON.stringify({ any: [{ name: partyNamed(run, party) }], mark: `letter-${run}-${clock}-` }));
    await store.deadLetters.add([{ partner: 'acme', log: logName, receivedAt: at(clock), reason: 'x', path: '$', bytes }]);
  };

  const refuse = async (step: Extract<Step, { kind: 'refuse' }>): Promise<void> => {
    const held = remaining[step.place % remaining.length];
    if (held === undefined) return;
    clock += 1;
    const queue = { subscriber: `subscriber-${run}-${step.subscriber}`, log: logName } as const;
    const refusal = { ...queue, of: held.version, mark: `refusal-${run}-${clock}-`, party: step.party, at: at(clock) };
    said.push(refusal);
    refused = [...refused, refusal];
    const { sequence = 0 } = (await findOne(versions, held.version)) ?? {};
    const message = `${refusal.mark} by ${partyNamed(run, step.party)}`;
    const letter = {
      ...queue,
      id: refusal.at,
      messageID: 'msg',
      sequence,
      at: refusal.at,
      attempts: 1,
      reason: 'FEEDBACK',
      message,
    } as const;
    const { version = 0 } = (await store.deliveries.findQueue(queue)) ?? {};
    const state = { offset: sequence, messages: [], startedAt: at(0) };
    await store.deliveries.writeQueue({ ...queue, version, state, deadLetters: [letter] });
  };

  const leave = async (party: number): Promise<void> => {
    const partner = `subscriber-${run}-${party}`;
    const key = { kind: 'PARTNER', partner } as const;
    await eraseSubject(store, await findSubject(store, key, rules), { key });
    refused = refused.filter(({ subscriber }) => subscriber !== partner);
  };

  const age = async (share: number): Promise<void> => {
    const cut = at(run * 1_000 + Math.ceil((clock - run * 1_000) * share));
    await expireVersions(store, { receivedBefore: cut });
    const isOld = ({ version }: Kept) => version.receivedAt < cut;
    const young = new Set(remaining.flatMap((kept) => (isOld(kept) ? [] : [kept.version.entityId])));
    const current = newestOf(remaining);
    remove((kept) => isOld(kept) && !(young.has(kept.version.entityId) && current.get(kept.version.entityId) === kept.version.sortKey));
    refused = refused.filter((refusal) => refusal.at >= cut);
    for (const mark of letters.keys()) if (at(Number(mark.split('-')[2])) < cut) letters.set(mark, -1);
    floorAt = Math.max(floorAt, Date.parse(cut));
  };

  const eraseParty = async (party: number): Promise<void> => {
    const key = { kind: 'PARTY', partyCode: partyNamed(run, party) } as const;
    await eraseSubject(store, await findSubject(store, key, rules), { key });
    const entityIds = new Set(
      remaining.flatMap(({ version, clashes }) =>
        [version, ...clashes].some((kept) => partyOf(kept) === key.partyCode) ? [version.entityId] : [],
      ),
    );
    remove(({ version }) => entityIds.has(version.entityId));
    refused = refused.filter((refusal) => refusal.party !== party);
    for (const [mark, named] of letters) if (named === party) letters.set(mark, -1);
  };

  return {
    get remaining(): readonly Kept[] {
      return remaining;
    },
    get floorAt(): string {
      return new Date(floorAt).toISOString();
    },
    /** Marks of the kept dead letters, oldest first. */
    get refusals(): string[] {
      return refused.map(({ mark }) => mark);
    },
    /** Strings that must not occur anywhere. */
    gone: (): string[] => {
      const left = new Set(remaining.flatMap(({ version, clashes }) => [version, ...clashes]));
      const entityIds = new Set(remaining.map(({ version }) => version.entityId));
      const goneVersions = [...marks].flatMap(([mark, version]) => (left.has(version) ? [] : [mark, version]));
      const removedEntities = goneVersions.flatMap((gone) =>
        typeof gone === 'string' || entityIds.has(gone.entityId) ? [] : [gone.entityId],
      );
      const goneMarks = goneVersions.filter((gone) => typeof gone === 'string');
      const goneRefusals = said.flatMap((refusal) => (refused.includes(refusal) ? [] : [refusal.mark]));
      return [...goneMarks, ...removedEntities, ...goneRefusals, ...[...letters].flatMap(([mark, party]) => (party === -1 ? [mark] : []))];
    },
    take: async (step: Step): Promise<void> => {
      if (step.kind === 'push') await push(step);
      if (step.kind === 'letter') await letter(step.party);
      if (step.kind === 'refuse') await refuse(step);
      if (step.kind === 'leave') await leave(step.party);
      if (step.kind === 'age') await age(step.share);
      if (step.kind === 'erase') await eraseParty(step.party);
      await sequenceAll(versions);
    },
  };
}

async function refusalsIn({ deliveries }: Store, run: number): Promise<string[]> {
  const letters = await deliveries.listDeadLetters({ limit: 1_000 });
  return letters.flatMap(({ message }) => (message.startsWith(`refusal-${run}-`) ? (message.split(' ')[0] ?? []) : []));
}

async function pushAll(store: Store, list: readonly Kept[]): Promise<void> {
  const versions = store.versions(logName);
  for (const { version, clashes } of list) {
    await versions.append([version]);
    for (const { entityId, sortKey, receivedAt, receivedBy, contentHash, document } of clashes) {
      await versions.addClash({ entityId, sortKey, receivedAt, receivedBy, contentHash, document });
    }
  }
}

/** Returns everything that a store answers about the data of a run. */
async function answersOf(store: Store, { run, floorAt }: { readonly run: number; readonly floorAt: string }): Promise<unknown> {
  const versions = store.versions(logName);
  const ofRun = [`run:${run}`];
  const list = async (filter: object) =>
    (await versions.listCurrent({ order: 'RECENTLY_CHANGED', limit: 100, filter })).map(({ current }) => [
      current.entityId,
      current.sortKey,
    ]);
  const entityIds = [...Array(entityCount).keys()].map((entityId) => `entity-${run}-${entityId}-`);
  const histories = await Promise.all(entityIds.map((entityId) => versions.listVersions({ entityId, limit: 100 })));
  const keys = histories.flat().map(keyOf);
  const parties = [...Array(partyCount).keys()].map((party) => partyNamed(run, party));
  const logged = await readWholeLog(versions, { filter: { all: [ofRun], receivedAfter: floorAt } });
  return {
    heads: await list({ all: [ofRun] }),
    byParty: await Promise.all(parties.map((party) => list({ all: [ofRun, [party]] }))),
    byGroup: await list({ all: [ofRun], sameGroup: { run: `${run}` }, dateMin: '2025-12-24' }),
    current: (await Promise.all(entityIds.map((entityId) => currentRowOf(versions, entityId)))).map((head) =>
      head?.current.document.toString(),
    ),
    histories: histories.flat().map(({ sequence: _, position: __, ...version }) => version),
    predecessors: (await versions.findPredecessors(keys)).map((version) => version?.sortKey),
    asOf: (await Promise.all(entityIds.map((entityId) => currentAsOf(versions, entityId, { receivedBefore: at((run + 1) * 1_000) })))).map(
      (version) => version?.sortKey,
    ),
    blobs: (await Promise.all(keys.map((key) => versions.readBlob(key)))).map((blob) => blob?.bytes.toString()),
    clashes: (await versions.listClashes(keys)).map((clashes) => clashes.map(({ document }) => document.toString())),
    logged: logged.map(keyOf),
  };
}

function newestOf(list: readonly Kept[]): ReadonlyMap<string, string> {
  const newest = new Map<string, string>();
  for (const { version } of list) if (version.sortKey > (newest.get(version.entityId) ?? '')) newest.set(version.entityId, version.sortKey);
  return newest;
}

function partyNamed(run: number, party: number): string {
  return `party-${run}-${party}`;
}
