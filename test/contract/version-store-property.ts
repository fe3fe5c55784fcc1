import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NewVersion, VersionStore } from '#platform/store/version-store.ts';
import { casesOf } from '../support/random-cases.ts';
import { at, logName, type OpenStore, readWholeLog, sequenceAll, versionOf } from './version-store-samples.ts';

/** A way to push the same versions: an order with repeats, split into calls, several of which run concurrently. */
interface Delivery {
  readonly identities: readonly number[];
  readonly callSizes: readonly number[];
  readonly callsAtOnce: number;
}

const entityCount = 4;
const orderCount = 5;
const identityCount = entityCount * orderCount;

/** Tests that the state of a store depends on the received versions, and not on how they were received. */
export function describeProperty(openStore: OpenStore): void {
  it('has the same state after any order, repetition, split and concurrency of the same versions', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    let run = 0;
    const deliveries = fc.record<Delivery>({
      identities: fc
        .array(fc.nat(identityCount - 1), { maxLength: 25 })
        .chain((extra) => fc.shuffledSubarray([...Array(identityCount).keys(), ...extra], { minLength: identityCount + extra.length })),
      callSizes: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 10 }),
      callsAtOnce: fc.integer({ min: 1, max: 8 }),
    });

    await fc.assert(
      fc.asyncProperty(deliveries, async (delivery) => {
        run += 1;
        const stored = await deliver(versions, run, delivery);
        expect(stored).toBe(identityCount);
        expect(await stateOf(versions, run)).toEqual(expectedState(run));
      }),
      casesOf(40),
    );
  });
}

/** Tests that a count equals the number of matching rows for any content and filter. */
export function describeCounts(openStore: OpenStore): void {
  it('counts the matches of a term filter like a plain count over all rows', async () => {
    await using opened = await openStore();
    const versions = opened.store.versions(logName);
    const letters = fc.subarray(['a', 'b', 'c', 'd']);
    const stored = fc.array(letters, { minLength: 1, maxLength: 30 });
    const sets = fc.array(fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 }), { maxLength: 3 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(stored, sets, fc.integer({ min: 1, max: 35 }), async (rows, wanted, limit) => {
        run += 1;
        const terms = (row: readonly string[]) => row.map((letter) => `letter:${letter}`);
        await versions.append(
          rows.map((row, index) => versionOf({ entityId: `${run} ${index}`, index: { terms: [`count:${run}`, ...terms(row)] } })),
        );
        await sequenceAll(versions);
        const matching = rows.filter((row) => wanted.every((set) => set.some((letter) => row.includes(letter)))).length;
        const filter = { all: [[`count:${run}`], ...wanted.map(terms)] };
        expect(await versions.countCurrent({ filter, limit })).toBe(Math.min(matching, limit));
      }),
      casesOf(40),
    );
  });
}

/** @returns how many versions were answered STORED */
async function deliver(versions: VersionStore, run: number, delivery: Delivery): Promise<number> {
  const calls: NewVersion[][] = [];
  const waiting = delivery.identities.map((identity) => versionOfIdentity(run, identity));
  while (waiting.length > 0) calls.push(waiting.splice(0, delivery.callSizes[calls.length % delivery.callSizes.length]));
  let stored = 0;
  while (calls.length > 0) {
    const outcomes = await Promise.all(calls.splice(0, delivery.callsAtOnce).map((call) => versions.append(call)));
    for (const { kind } of outcomes.flat()) {
      expect(kind).not.toBe('CONFLICT');
      if (kind === 'STORED') stored += 1;
    }
  }
  await sequenceAll(versions);
  return stored;
}

async function stateOf(versions: VersionStore, run: number): Promise<unknown> {
  const filter = { all: [[`run:${run}`]] };
  const heads = await versions.listCurrent({ order: 'NEWEST_FIRST', limit: 100, filter });
  const histories = await Promise.all(heads.map(({ entityId }) => versions.listVersions({ entityId, limit: 100 })));
  const logged = await readWholeLog(versions, { after: (run - 1) * identityCount, filter });
  return {
    heads: heads.map(({ entityId, current }) => [entityId, current.sortKey, current.document.toString()]).sort(),
    histories: histories.map((history) => history.map(({ entityId, sortKey }) => [entityId, sortKey])).sort(),
    logged: logged.map(({ entityId, sortKey }) => `${entityId} ${sortKey}`).sort(),
    numbers: logged.map(({ sequence }) => sequence - (run - 1) * identityCount),
  };
}

function expectedState(run: number): unknown {
  const entityIds = [...Array(entityCount).keys()].map((entityId) => `run-${run}-${entityId}`);
  const orders = [...Array(orderCount).keys()].map((order) => `order-${order}`);
  return {
    heads: entityIds.map((entityId) => [entityId, orders.at(-1), `{"${entityId}":"${orders.at(-1)}"}`]),
    histories: entityIds.map((entityId) => orders.toReversed().map((order) => [entityId, order])),
    logged: entityIds.flatMap((entityId) => orders.map((order) => `${entityId} ${order}`)),
    numbers: [...Array(identityCount).keys()].map((index) => index + 1),
  };
}

function versionOfIdentity(run: number, identity: number): NewVersion {
  const entityId = `run-${run}-${identity % entityCount}`;
  const sortKey = `order-${Math.floor(identity / entityCount)}`;
  return versionOf({
    entityId,
    sortKey,
    text: `{"${entityId}":"${sortKey}"}`,
    receivedAt: at(identity),
    index: { terms: [`run:${run}`, `order:${sortKey}`] },
  });
}
