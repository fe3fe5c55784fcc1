import { expect, test } from 'vitest';
import { createAnswerBudget } from './answer-budget.ts';

const mebibyte = 1024 * 1024;

/** Waits for room, and tells whether it has come. */
function waiting(room: Promise<void> | undefined) {
  const state = { hasRoom: room === undefined };
  room?.then(() => {
    state.hasRoom = true;
  });
  return state;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('answers of all partners share 128 MiB, those of one have half of it', async () => {
  const budget = createAnswerBudget();
  const [one, two, other] = [budget.question('acme').open(), budget.question('acme').open(), budget.question('other').open()];
  const rooms = [one.reserve(40 * mebibyte), two.reserve(40 * mebibyte), other.reserve(60 * mebibyte)].map(waiting);
  await settled();
  expect(rooms.map(({ hasRoom }) => hasRoom)).toEqual([true, false, true]);
  one[Symbol.dispose]();
  await settled();
  expect(rooms[1]?.hasRoom).toBe(true);
});

test('what was begun first goes on where there is no room, and the next when it has ended', async () => {
  const budget = createAnswerBudget();
  const accounts = ['a', 'b', 'c'].map((partner) => budget.question(partner).open());
  for (const account of accounts) expect(account.came(40 * mebibyte)).toBeUndefined();
  const rooms = accounts.map((account) => waiting(account.came(10 * mebibyte)));
  await settled();
  expect(rooms.map(({ hasRoom }) => hasRoom)).toEqual([true, false, false]);
  const parsed = waiting(accounts[0]?.reserve(200 * mebibyte));
  await settled();
  expect(parsed.hasRoom).toBe(true);
  accounts[0]?.[Symbol.dispose]();
  await settled();
  expect(rooms.map(({ hasRoom }) => hasRoom)).toEqual([true, true, true]);
});

test('a question that holds nothing any more comes behind the others', async () => {
  const budget = createAnswerBudget();
  const [one, other] = [budget.question('a').open(), budget.question('b').open()];
  await one.reserve(mebibyte);
  await other.reserve(mebibyte);
  one.giveBack(mebibyte);
  expect(waiting(other.came(300 * mebibyte)).hasRoom).toBe(true);
  const behind = waiting(one.reserve(mebibyte));
  await settled();
  expect(behind.hasRoom).toBe(false);
  other[Symbol.dispose]();
  await settled();
  expect(behind.hasRoom).toBe(true);
});

test('a question that is given up lets go of whoever waits in its name', async () => {
  const budget = createAnswerBudget();
  const [one, other] = [budget.question('a').open(), budget.question('b').open()];
  one.came(200 * mebibyte);
  const given = waiting(other.reserve(mebibyte));
  other[Symbol.dispose]();
  await settled();
  expect(given.hasRoom).toBe(true);
  one[Symbol.dispose]();
  const alone = budget.question('c').open();
  expect(alone.came(64 * mebibyte)).toBeUndefined();
});

test('of a question the answer that is taken first goes on, although one that is taken later has taken all the room', async () => {
  const budget = createAnswerBudget();
  const question = budget.question('acme');
  const [first, ahead] = [question.open(), question.open()];
  await ahead.reserve(64 * mebibyte);
  expect(first.came(16 * mebibyte)).toBeUndefined();
  const parsed = waiting(first.reserve(48 * mebibyte));
  const more = waiting(ahead.came(mebibyte));
  await settled();
  expect([parsed.hasRoom, more.hasRoom]).toEqual([true, false]);
  first[Symbol.dispose]();
  await settled();
  expect(more.hasRoom).toBe(true);
});
