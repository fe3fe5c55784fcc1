import { expect, test } from 'vitest';
import { createResponseBudget } from './response-budget.ts';

const mebibyte = 1024 * 1024;

/** Waits for room and records whether it was granted. */
function waiting(room: Promise<void> | undefined) {
  const state = { hasRoom: room === undefined };
  room?.then(() => {
    state.hasRoom = true;
  });
  return state;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('responses of all partners share 96 MiB, those of one partner at most half of it', async () => {
  const budget = createResponseBudget();
  const [one, two, other] = [budget.openRequest('acme').open(), budget.openRequest('acme').open(), budget.openRequest('other').open()];
  const rooms = [one.reserve(30 * mebibyte), two.reserve(30 * mebibyte), other.reserve(45 * mebibyte)].map(waiting);
  await settled();
  expect(rooms.map(({ hasRoom }) => hasRoom)).toEqual([true, false, true]);
  one[Symbol.dispose]();
  await settled();
  expect(rooms[1]?.hasRoom).toBe(true);
});

test('the oldest request proceeds without room, and the next when it has ended', async () => {
  const budget = createResponseBudget();
  const accounts = ['a', 'b', 'c'].map((partner) => budget.openRequest(partner).open());
  for (const account of accounts) expect(account.add(30 * mebibyte)).toBeUndefined();
  const rooms = accounts.map((account) => waiting(account.add(10 * mebibyte)));
  await settled();
  expect(rooms.map(({ hasRoom }) => hasRoom)).toEqual([true, false, false]);
  const parsed = waiting(accounts[0]?.reserve(200 * mebibyte));
  await settled();
  expect(parsed.hasRoom).toBe(true);
  accounts[0]?.[Symbol.dispose]();
  await settled();
  expect(rooms.map(({ hasRoom }) => hasRoom)).toEqual([true, true, true]);
});

test('a request that no longer holds anything is served after the others', async () => {
  const budget = createResponseBudget();
  const [one, other] = [budget.openRequest('a').open(), budget.openRequest('b').open()];
  await one.reserve(mebibyte);
  await other.reserve(mebibyte);
  one.release(mebibyte);
  expect(waiting(other.add(300 * mebibyte)).hasRoom).toBe(true);
  const later = waiting(one.reserve(mebibyte));
  await settled();
  expect(later.hasRoom).toBe(false);
  other[Symbol.dispose]();
  await settled();
  expect(later.hasRoom).toBe(true);
});

test('an aborted request ends its waits', async () => {
  const budget = createResponseBudget();
  const [one, other] = [budget.openRequest('a').open(), budget.openRequest('b').open()];
  one.add(200 * mebibyte);
  const given = waiting(other.reserve(mebibyte));
  other[Symbol.dispose]();
  await settled();
  expect(given.hasRoom).toBe(true);
  one[Symbol.dispose]();
  const alone = budget.openRequest('c').open();
  expect(alone.add(64 * mebibyte)).toBeUndefined();
});

test('among the responses of one request, the one that is consumed first proceeds, even when a later one has taken all the room', async () => {
  const budget = createResponseBudget();
  const request = budget.openRequest('acme');
  const [first, ahead] = [request.open(), request.open()];
  await ahead.reserve(64 * mebibyte);
  expect(first.add(16 * mebibyte)).toBeUndefined();
  const parsed = waiting(first.reserve(48 * mebibyte));
  const more = waiting(ahead.add(mebibyte));
  await settled();
  expect([parsed.hasRoom, more.hasRoom]).toEqual([true, false]);
  first[Symbol.dispose]();
  await settled();
  expect(more.hasRoom).toBe(true);
});
