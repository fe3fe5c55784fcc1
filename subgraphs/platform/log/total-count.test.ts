import { describe, expect, it } from 'vitest';
import { createTotalCounts, maxTotalCount } from './total-count.ts';

describe('the total count of a list', () => {
  it.each([
    ['an empty list', 0, { value: 0, isExact: true }],
    ['a list that ends at the limit', maxTotalCount, { value: maxTotalCount, isExact: true }],
    ['a longer list', maxTotalCount + 1, { value: maxTotalCount, isExact: false }],
    ['a far longer list', 1_000_000, { value: maxTotalCount, isExact: false }],
  ])('is exact or a minimum: %s', async (_, rows, expected) => {
    expect(await createTotalCounts()(async (limit) => Math.min(rows, limit))).toEqual(expected);
  });

  it('lets other work run between two counts of one request', async () => {
    const totalCount = createTotalCounts();
    const turns: string[] = [];
    const counting = [1, 2, 3].map((rows) =>
      totalCount(async () => {
        turns.push(`count ${rows}`);
        setImmediate(() => turns.push('other work'));
        return rows;
      }),
    );
    expect((await Promise.all(counting)).map(({ value }) => value)).toEqual([1, 2, 3]);
    expect(turns.slice(0, 5)).toEqual(['count 1', 'other work', 'count 2', 'other work', 'count 3']);
  });

  it('continues after a count that failed', async () => {
    const totalCount = createTotalCounts();
    const failed = totalCount(() => Promise.reject(new Error('away')));
    const next = totalCount(async () => 1);
    await expect(failed).rejects.toThrow('away');
    expect(await next).toEqual({ value: 1, isExact: true });
  });
});
