import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBodyBudget, maxSmallBodies } from './body.ts';

const mebibyte = 1024 * 1024;
const busy = { code: 'PUSH_BUSY', status: 503 };

describe('bodies of unidentified senders', () => {
  test('share 64 MiB, the last eighth of which is reserved for small ones', () => {
    const { openUnverified } = createBodyBudget();
    const [large, larger, small] = [openUnverified(), openUnverified(), openUnverified()];
    large.add(50 * mebibyte);
    larger.add(6 * mebibyte);
    expect(() => larger.add(1)).toThrow(expect.objectContaining(busy));
    small.add(60 * 1024);
    large[Symbol.dispose]();
    larger.add(49 * mebibyte);
    expect(() => larger.add(mebibyte)).toThrow(expect.objectContaining(busy));
  });

  test('are counted until they are released, once', () => {
    const { openUnverified } = createBodyBudget();
    const body = openUnverified();
    body.add(10 * mebibyte);
    body[Symbol.dispose]();
    body[Symbol.dispose]();
    openUnverified().add(56 * mebibyte);
    expect(() => openUnverified().add(mebibyte)).toThrow(expect.objectContaining(busy));
  });
});

describe('bodies of partners', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Requests a reservation and records its result. */
  const reserving = (
    budget: ReturnType<typeof createBodyBudget>,
    partner: string,
    bytes: number,
    step: 'reserve' | 'waitForTurn' = 'reserve',
  ) => {
    const state: { room?: Disposable; error?: unknown } = {};
    budget[step](partner, bytes).then(
      (room) => {
        state.room = room;
      },
      (error: unknown) => {
        state.error = error;
      },
    );
    return state;
  };
  const settled = () => vi.advanceTimersByTimeAsync(0);

  test('of one partner wait for each other, and delay neither other partners nor small bodies', async () => {
    const budget = createBodyBudget();
    const [one, two, three] = [1, 2, 3].map(() => reserving(budget, 'acme', 16 * mebibyte));
    const [other, small] = [reserving(budget, 'other', 16 * mebibyte), reserving(budget, 'acme', 64 * 1024)];
    await settled();
    expect([one, two, three, other, small].map((state) => state?.room !== undefined)).toEqual([true, true, false, true, true]);
    one?.room?.[Symbol.dispose]();
    await settled();
    expect(three?.room).toBeDefined();
  });

  test('that are small are processed in order, and wait only for others of their partner', async () => {
    const budget = createBodyBudget();
    const flood = Array.from({ length: 3 * maxSmallBodies }, () => reserving(budget, 'acme', 1_000, 'waitForTurn'));
    const other = reserving(budget, 'other', 1_000, 'waitForTurn');
    await settled();
    const admitted = () => flood.filter(({ room }) => room !== undefined).length;
    expect([admitted(), other.room !== undefined]).toEqual([maxSmallBodies, true]);
    for (const { room } of flood.slice(0, 5)) room?.[Symbol.dispose]();
    await settled();
    expect(admitted()).toBe(maxSmallBodies + 5);
    expect(flood[maxSmallBodies + 4]?.room).toBeDefined();
  });

  test('that are small have 8 MiB of room for each partner', async () => {
    const budget = createBodyBudget();
    const flood = Array.from({ length: 129 }, () => reserving(budget, 'acme', 64 * 1024));
    const other = reserving(budget, 'other', 64 * 1024);
    await settled();
    expect([flood.filter(({ room }) => room !== undefined).length, other.room !== undefined]).toEqual([128, true]);
    flood[0]?.room?.[Symbol.dispose]();
    await settled();
    expect(flood.at(-1)?.room).toBeDefined();
  });

  test('wait for room in the total budget in the order of arrival', async () => {
    const budget = createBodyBudget();
    const full = [reserving(budget, 'a', 32 * mebibyte), reserving(budget, 'b', 32 * mebibyte)];
    const [large, later] = [reserving(budget, 'c', 32 * mebibyte), reserving(budget, 'd', mebibyte)];
    await settled();
    expect([large.room, later.room]).toEqual([undefined, undefined]);
    full[0]?.room?.[Symbol.dispose]();
    await settled();
    expect([large.room !== undefined, later.room !== undefined]).toEqual([true, false]);
  });

  test('that find no room within 15 s are rejected, to be sent again', async () => {
    const budget = createBodyBudget();
    reserving(budget, 'acme', 32 * mebibyte);
    const waiting = reserving(budget, 'acme', 16 * mebibyte);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(waiting.error).toMatchObject(busy);
  });

  test('that are larger than the whole budget are accepted alone', async () => {
    const budget = createBodyBudget();
    const huge = reserving(budget, 'acme', 500 * mebibyte);
    const next = reserving(budget, 'other', mebibyte);
    await settled();
    expect([huge.room !== undefined, next.room !== undefined]).toEqual([true, false]);
    huge.room?.[Symbol.dispose]();
    await settled();
    expect(next.room).toBeDefined();
  });
});
