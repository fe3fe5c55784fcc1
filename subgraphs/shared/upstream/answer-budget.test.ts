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
  const [one, two, other] = [budget.open('acme'), budget.open('acme'), budget.open('other')];
  const rooms = [one.reserve(40 * mebibyte), two.reserve(40 * mebibyte), other.reserve(60 * mebibyte)].map(waiting);
  await settled();
  expect(rooms.map(({ hasRoom }) => hasRoom)).toEqual([true, false, true]);
  one[Symbol.dispose]();
  await settled();
  expect(rooms[1]?.hasRoom).toBe(true);
});

test('what was begun first goes on where there is no room, and the next when it has ended', async () => {
  const budget = createAnswerBudget();
  const accounts = ['a', 'b', 'c'].map((partner) => budget.open(partner));
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
  const [one, other] = [budget.open('a'), budget.open('b')];
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
  const [one, other] = [budget.open('a'), budget.open('b')];
  one.came(200 * mebibyte);
  const given = waiting(other.reserve(mebibyte));
  other[Symbol.dispose]();
  await settled();
  expect(given.hasRoom).toBe(true);
  one[Symbol.dispose]();
  const alone = budget.open('c');
  expect(alone.came(64 * mebibyte)).toBeUndefined();
});
