import { expect, it } from 'vitest';
import { callNumber, eventOf, noticeOf } from '../../bench/soak-cargo.ts';
import { usedBytes } from '../../support/heap.ts';
import { openLandfall } from '../../support/open-landfall.ts';

const events = 100;
const [warmUp, rounds] = [6, 12];
const mib = 1024 * 1024;
/** If each round's page were kept, twelve rounds would take 5 MB; if each server, 25 MB. */
const allowed = 2 * mib;

const query = `{ arrivalNotices(first: 20) { nodes { current { portCallEvents { outcome events { isCurrent event { eventID } } } } } } }`;

it('the heap does not grow with every change of a port call that is matched with a page of notices', async () => {
  await using landfall = await openLandfall();
  const call = callNumber(0);
  await landfall.push(...Array.from({ length: 20 }, (_, number) => noticeOf(call, number, 0)));
  await landfall.pushEvents(...Array.from({ length: events }, (_, kind) => eventOf(call, kind, 0)));
  const changeAndQuery = async (version: number) => {
    await landfall.pushEvents(eventOf(call, version % events, version));
    const { arrivalNotices } = await landfall.query<{ arrivalNotices: { nodes: { current: { portCallEvents: { events: object[] } } }[] } }>(
      query,
    );
    expect(arrivalNotices.nodes.map(({ current }) => current.portCallEvents.events.length)).toEqual(Array(20).fill(events));
  };
  for (let version = 1; version <= warmUp; version += 1) await changeAndQuery(version);
  const before = usedBytes();
  for (let version = warmUp + 1; version <= warmUp + rounds; version += 1) await changeAndQuery(version);
  expect(usedBytes() - before).toBeLessThan(allowed);
});

it('the heap does not grow with every server that a program starts and closes', async () => {
  const startAndClose = async (count: number) => {
    for (let round = 0; round < count; round += 1) await (await openLandfall({}, { evaluatesArrivals: true }))[Symbol.asyncDispose]();
  };
  await startAndClose(warmUp);
  const before = usedBytes();
  await startAndClose(rounds);
  expect(usedBytes() - before).toBeLessThan(allowed);
});
