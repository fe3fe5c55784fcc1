import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../../partners/sandbox/random.ts';
import type { Tally } from '../../support/tally.ts';
import { openCargoSource } from './round-trip-cargo.ts';
import { heldBy, lanesOf, logsOf } from './round-trip-held.ts';
import { type Mortal, openTwoLandfalls, pushUntilTaken, type TwoLandfalls } from './round-trip-landfalls.ts';

/** Decides what goes wrong and when, as far as chance does; part of the tests' names, so that a failure shows it. */
const seed = process.env['ROUND_TRIP_SEED'] ?? randomUUID();
const patienceMs = 12_000;
const done = { state: 'DELIVERING', waiting: 0, deadLetterCount: 0, missed: null };

test(`a Landfall that is pushed to holds the same versions and events, each once and in the same order, after faults by chance ${seed}`, async () => {
  const random = createRandom(`push ${seed}`);
  await using landfalls = await openTwoLandfalls(random, ['arrivalNotices', 'portCallEvents']);
  const { first, second, toSecond } = landfalls;
  await until(
    () => lanesOf(first),
    ({ length }) => length === 2,
  );
  await live(landfalls, { random, traffic: toSecond.requests, atOnce: 4, kills: 1 });
  expect(
    await until(
      () => lanesOf(first),
      (lanes) => isDeepStrictEqual(lanes, [done, done]),
    ),
  ).toEqual([done, done]);

  expect(await heldBy(second)).toEqual(await heldBy(first));
  expect(await logsOf(second)).toEqual(await logsOf(first));
  await expectSameBytes(landfalls);
}, 25_000);

test(`a Landfall that asks holds the same current versions and events, and no version that was never said, after faults by chance ${seed}`, async () => {
  const random = createRandom(`pull ${seed}`);
  await using landfalls = await openTwoLandfalls(random, []);
  const { first, second } = landfalls;
  const stopAsking = askOnAndOn(second);
  await live(landfalls, { random, traffic: landfalls.toFirst.requests, atOnce: 20, kills: 1 });
  await stopAsking();
  expect(await until(() => askAnew(second), isDeepStrictEqual.bind(undefined, ['OK', 'OK']))).toEqual(['OK', 'OK']);

  const [source, copy] = [await heldBy(first), await heldBy(second)];
  expect(copy.currentNotices).toEqual(source.currentNotices);
  expect(copy.currentEvents).toEqual(source.currentEvents);
  const [said, repeated] = [await logsOf(first), await logsOf(second)];
  for (const log of ['notices', 'events'] as const) {
    for (const [thing, instants] of Object.entries(repeated[log])) {
      expect(new Set(instants).size).toBe(instants.length);
      expect(said[log][thing]).toEqual(expect.arrayContaining([...instants]));
    }
  }
  await expectSameBytes(landfalls);
}, 25_000);

test(`a Landfall that is sent notifications alone fetches the same current versions, after faults by chance ${seed}`, async () => {
  const random = createRandom(`notifications ${seed}`);
  await using landfalls = await openTwoLandfalls(random, ['notifications']);
  const { first, second, toSecond } = landfalls;
  await until(
    () => lanesOf(first),
    ({ length }) => length === 1,
  );
  await live(landfalls, { random, traffic: toSecond.requests, atOnce: 4, kills: 1 });
  expect(
    await until(
      () => lanesOf(first),
      (lanes) => isDeepStrictEqual(lanes, [done]),
    ),
  ).toEqual([done]);
  // What could not be fetched is tried again after a while, and at once when the process starts.
  await second.killAndRestart();

  const { currentNotices } = await heldBy(first);
  const fetched = await until(
    () => heldBy(second),
    (held) => isDeepStrictEqual(held.currentNotices, currentNotices),
  );
  expect(fetched.currentNotices).toEqual(currentNotices);
  await expectSameBytes(landfalls);
}, 25_000);

/** Two carriers push while both Landfalls are killed again and again; then nothing goes wrong any more. */
async function live(
  { first, second, toFirst, toSecond }: TwoLandfalls,
  { random, traffic, atOnce, kills }: { readonly random: Random; readonly traffic: Tally; readonly atOnce: number; readonly kills: number },
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
    for (let killed = 0; killed < kills; killed += 1) {
      await traffic.reached(traffic.count + random.integer(3, 12));
      await victim.killAndRestart();
    }
  };
  const killing = Promise.all([kill(first), kill(second)]).finally(() => {
    isOver = true;
  });
  await Promise.all([killing, push('acme', 1), push('coral', 2)]);
  toFirst.repair();
  toSecond.repair();
}

/** Asks the one partner for everything now. @returns how it went, for each of the standards */
async function askAnew(landfall: Mortal): Promise<readonly string[]> {
  const field = (name: string) => `${name}(maxAge: 0, first: 1, filter: { partners: ["first"] }) { sources { status } }`;
  const answer = await landfall.query<Record<string, { sources: { status: string }[] }>>(
    `{ ${field('arrivalNotices')} ${field('portCallEvents')} }`,
  );
  return Object.values(answer).flatMap(({ sources }) => sources.map(({ status }) => status));
}

/** Asks until it is told to stop, whether or not anybody answers. @returns what tells it to stop */
function askOnAndOn(landfall: Mortal): () => Promise<void> {
  let isStopped = false;
  const ask = async () => {
    while (!isStopped) {
      await landfall.up();
      await askAnew(landfall).catch(() => undefined);
    }
  };
  const asking = ask();
  return () => {
    isStopped = true;
    return asking;
  };
}

/** Current versions, as both publish them. */
async function expectSameBytes({ first, second }: TwoLandfalls): Promise<void> {
  const published = async (landfall: Mortal) => (await landfall.walk('/arrival-notices', 'arrivalNotices')).toSorted();
  const texts = await published(first);
  expect(texts.some((text) => text.includes('490.0') && text.includes('\n'))).toBe(true);
  expect(await published(second)).toEqual(texts);
}

/** Looks until it sees what fits. @returns that, or what was there when patience was at its end */
async function until<T>(look: () => Promise<T>, fits: (seen: T) => boolean): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (fits(seen) || performance.now() > deadline) return seen;
  }
}
