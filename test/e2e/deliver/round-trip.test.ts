import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createRandom, type Random } from '@landfall/sandbox/random.ts';
import { describe, expect, test } from 'vitest';
import type { Counter } from '../../support/counter.ts';
import { openCargoSource } from './round-trip-cargo.ts';
import { type Mortal, openTwoLandfalls, pushUntilTaken, type TwoLandfalls } from './round-trip-landfalls.ts';
import { type Held, logsOf, queuesOf, stateOf } from './round-trip-state.ts';

/** Determines the random faults and their times. It is part of the tests' names, so that a failure shows it. */
const seed = process.env['ROUND_TRIP_SEED'] ?? randomUUID();
/** How often each test is run, each time with other faults. */
const worlds = Number(process.env['ROUND_TRIP_WORLDS'] ?? 1);
const patienceMs = 60_000;
/** Pause between two checks, which take CPU time from the Landfalls. */
const pauseMs = 50;
/** The report on a queue with nothing to send. */
const done = { state: 'DELIVERING', waiting: 0, deadLetterCount: 0, missed: null };

describe.each(Array.from({ length: worlds }, (_, world) => `${seed} ${world}`))('after random faults with seed %s', (chance) => {
  test('a Landfall that receives pushes has the same versions and events, each once and in the same order', async () => {
    const random = createRandom(`push ${chance}`);
    await using landfalls = await openTwoLandfalls(random, ['arrivalNotices', 'portCallEvents']);
    const { first, second, toSecond } = landfalls;
    // Versions from before a queue is opened are not sent.
    await expectSoon(() => queuesOf(first), [done, done]);
    await live(landfalls, { random, traffic: toSecond.requests, atOnce: 4 });

    const source = await stateOf(first);
    expect(source.clashes).toBeGreaterThan(0);
    // Of several contents under one identity only the first one counts and is forwarded.
    await expectSoon(() => stateOf(second), { ...source, clashes: 0 });
    await expectSoon(() => queuesOf(first), [done, done]);
    await expectSoon(() => logsOf(second), await logsOf(first));
    await expectSameBytes(landfalls);
  });

  test('a Landfall also has what it rejected before, after the dead letters are replayed', async () => {
    const random = createRandom(`refused ${chance}`);
    await using landfalls = await openTwoLandfalls(random, ['arrivalNotices', 'portCallEvents'], { refusesObjects: true });
    const { first, second, toSecond } = landfalls;
    await expectSoon(() => queuesOf(first), [done, done]);
    const replayBesides = async () => {
      await toSecond.requests.reached(toSecond.requests.count + random.integer(3, 15));
      await replay(first);
    };
    await Promise.all([live(landfalls, { random, traffic: toSecond.requests, atOnce: 2 }), replayBesides()]);

    const queuesAfterReplay = async () => {
      const queues = await queuesOf(first);
      if (queues.some(({ deadLetterCount }) => deadLetterCount > 0)) await replay(first);
      return queues;
    };
    await expectSoon(queuesAfterReplay, [done, done]);
    await expectSoon(() => stateOf(second), { ...(await stateOf(first)), clashes: 0 });
  });

  test('a Landfall that queries has the same current versions and events, and none that were never sent', async () => {
    const random = createRandom(`pull ${chance}`);
    await using landfalls = await openTwoLandfalls(random, []);
    const { first, second, toFirst } = landfalls;
    const stopRequests = queryOnAndOn(second);
    await live(landfalls, { random, traffic: toFirst.requests, atOnce: 20 });
    await stopRequests();

    const currentOf = ({ currentNotices, currentEvents }: Held) => ({ currentNotices, currentEvents });
    const sendQuery = async () => ({ statuses: await queryAnew(second), ...currentOf(await stateOf(second)) });
    await expectSoon(sendQuery, { statuses: ['OK', 'OK'], ...currentOf(await stateOf(first)) });
    const [said, repeated] = [await logsOf(first), await logsOf(second)];
    for (const log of ['notices', 'events'] as const) {
      for (const [entityId, instants] of Object.entries(repeated[log])) {
        expect(new Set(instants).size).toBe(instants.length);
        expect(said[log][entityId]).toEqual(expect.arrayContaining([...instants]));
      }
    }
    await expectSameBytes(landfalls);
  });

  test('a Landfall that receives only notifications fetches the same current versions', async () => {
    const random = createRandom(`notifications ${chance}`);
    await using landfalls = await openTwoLandfalls(random, ['notifications']);
    const { first, second, toSecond } = landfalls;
    await expectSoon(() => queuesOf(first), [done]);
    await live(landfalls, { random, traffic: toSecond.requests, atOnce: 4 });
    await expectSoon(() => queuesOf(first), [done]);
    // A version that could not be fetched is fetched again later, and immediately when the process starts.
    await second.killAndRestart();

    const { currentNotices } = await stateOf(first);
    await expectSoon(async () => (await stateOf(second)).currentNotices, currentNotices);
    await expectSameBytes(landfalls);
  });
});

/** Two carriers push while both Landfalls are killed; then no further faults occur. */
async function live(
  { first, second, toFirst, toSecond }: TwoLandfalls,
  { random, traffic, atOnce }: { readonly random: Random; readonly traffic: Counter; readonly atOnce: number },
): Promise<void> {
  let isOver = false;
  const push = async (as: string, carrier: number) => {
    const cargo = openCargoSource(random, { carrier, documents: 2 * atOnce, atOnce });
    while (!isOver) {
      const before = traffic.count;
      const { arrivalNotices, events } = cargo.next();
      await pushUntilTaken(first, { as, path: '/arrival-notices', body: arrivalNotices });
      await pushUntilTaken(first, { as, path: '/events', body: events });
      await traffic.reached(before + 1);
    }
  };
  const kill = async (victim: Mortal) => {
    await traffic.reached(traffic.count + random.integer(3, 15));
    await victim.killAndRestart();
  };
  const killing = Promise.all([kill(first), kill(second)]).finally(() => {
    isOver = true;
  });
  await Promise.all([killing, push('acme', 1), push('coral', 2)]);
  toFirst.repair();
  toSecond.repair();
}

/** Requeues all dead letters, if there are any. */
async function replay(landfall: Mortal): Promise<void> {
  const { code, stderr } = await landfall.run('deliveries', 'replay', 'second', '--dead-letters');
  if (code !== 0 && !stderr.includes('NOT_FOUND')) throw new Error(stderr);
}

/** Requests everything from the one partner now. @returns the status for each of the standards */
async function queryAnew(landfall: Mortal): Promise<readonly string[]> {
  const field = (name: string) => `${name}(maxAgeSeconds: 0, first: 1, filter: { partners: ["first"] }) { sources { status } }`;
  const answer = await landfall.query<Record<string, { sources: { status: string }[] }>>(
    `{ ${field('arrivalNotices')} ${field('portCallEvents')} }`,
  );
  return Object.values(answer).flatMap(({ sources }) => sources.map(({ status }) => status));
}

/** Queries until it is stopped, whether or not the server answers. @returns a function that stops it */
function queryOnAndOn(landfall: Mortal): () => Promise<void> {
  let isStopped = false;
  const sendQuery = async () => {
    while (!isStopped) {
      await landfall.up();
      await queryAnew(landfall).catch(() => undefined);
      await pause(pauseMs);
    }
  };
  const sending = sendQuery();
  // The caller that stops it receives the error.
  sending.catch(() => undefined);
  return () => {
    isStopped = true;
    return sending;
  };
}

/** Compares the current versions as both publish them. */
async function expectSameBytes({ first, second }: TwoLandfalls): Promise<void> {
  const published = async (landfall: Mortal) => (await landfall.walk('/arrival-notices', 'arrivalNotices')).toSorted();
  const texts = await published(first);
  expect(texts.every((text) => text.includes('490.0') && text.includes('\n'))).toBe(true);
  expect(texts).not.toEqual([]);
  expect(await published(second)).toEqual(texts);
}

/** Polls until the result is as expected, or the time limit is exceeded. */
async function expectSoon<T>(look: () => Promise<T>, expected: T): Promise<void> {
  const deadline = performance.now() + patienceMs;
  let seen = await look();
  while (!isDeepStrictEqual(seen, expected) && performance.now() < deadline) {
    await pause(4 * pauseMs);
    seen = await look();
  }
  expect(seen).toEqual(expected);
}
