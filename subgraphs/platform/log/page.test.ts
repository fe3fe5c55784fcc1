import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { PageQuery } from '../store/version-store.ts';
import { createCursorSigner } from './cursor-signer.ts';
import { createDocumentBudget, createTotalCounts, maxTotalCount, type PageArguments, readPage } from './page.ts';

const signer = createCursorSigner(Buffer.from('a secret of the deployment'));

/** Serves a list of numbers as a store would, with keyset pagination. */
const readNumbers =
  (count: number) =>
  async ({ limit, from, backwards = false }: PageQuery): Promise<{ position: string; number: number }[]> => {
    const all = Array.from({ length: count }, (_, number) => ({ position: String(number), number }));
    if (!backwards) return all.filter(({ number }) => from === undefined || number > Number(from)).slice(0, limit);
    const before = all.filter(({ number }) => from === undefined || number < Number(from));
    return before.slice(Math.max(0, before.length - limit));
  };
const pageOf = (count: number, page: PageArguments, scope = 'numbers') =>
  readPage({ arguments: page, scope, signer, read: readNumbers(count) });

describe('pages', () => {
  test('walking forwards or backwards with any page sizes returns every row once and in order', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 60 }), sizes, fc.boolean(), async (count, pageSizes, backwards) => {
        const seen: number[] = [];
        let cursor: string | undefined;
        for (let index = 0; ; index += 1) {
          const size = pageSizes[index % pageSizes.length] ?? 1;
          const page = await pageOf(count, backwards ? { first: 20, last: size, before: cursor } : { first: size, after: cursor });
          const numbers = page.rows.map(({ number }) => number);
          if (backwards) seen.unshift(...numbers);
          else seen.push(...numbers);
          const end = backwards ? page.rows[0] : page.rows.at(-1);
          if (!(backwards ? page.hasPreviousPage : page.hasNextPage) || end === undefined) break;
          cursor = page.cursorOf(end);
        }
        expect(seen).toEqual(Array.from({ length: count }, (_, number) => number));
      }),
    );
  });

  test('a page ends before the row that would make it too large, but not before the second one', async () => {
    const sizes = [900, 10, 10, 80, 10, 10, 10];
    const bound = { maxBytes: 100, bytesOf: ({ number }: { readonly number: number }) => sizes[number] ?? 0 };
    const walk = async (backwards: boolean) => {
      const pages: number[][] = [];
      for (let cursor: string | undefined; ; ) {
        const args = backwards ? { last: 5, before: cursor } : { first: 5, after: cursor };
        const page = await readPage({ arguments: args, scope: 'numbers', signer, read: readNumbers(sizes.length), bound });
        pages.push(page.rows.map(({ number }) => number));
        const end = backwards ? page.rows[0] : page.rows.at(-1);
        if (end === undefined || !(backwards ? page.hasPreviousPage : page.hasNextPage)) return pages;
        cursor = page.cursorOf(end);
      }
    };
    expect(await walk(false)).toEqual([[0], [1, 2, 3], [4, 5, 6]]);
    expect(await walk(true)).toEqual([[4, 5, 6], [1, 2, 3], [0]]);
  });

  test('`last` wins over the default of `first`, and `first: 0` is an empty page', async () => {
    expect((await pageOf(5, { first: 20, last: 2 })).rows.map(({ number }) => number)).toEqual([3, 4]);
    expect((await pageOf(5, { first: 0 })).rows).toEqual([]);
  });

  test.each([
    [{ first: -1 }, /first/],
    [{ first: 501 }, /first/],
    [{ last: 501 }, /last/],
    [{ first: 20, before: 'x' }, /before/],
    [{ last: 2, after: 'x' }, /after/],
  ])('invalid arguments are rejected by name: %j', async (page, name) => {
    await expect(pageOf(5, page)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringMatching(name) });
  });

  test('a cursor of another query is rejected', async () => {
    const page = await pageOf(5, { first: 2 });
    const cursor = page.cursorOf(page.rows[1] ?? expect.fail());
    await expect(pageOf(5, { first: 2, after: cursor }, 'other numbers')).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
  });
});

describe('the total count of a list', () => {
  const onePage = { rows: [], hasNextPage: true, hasPreviousPage: false };

  it('is the number of rows of a page that is the whole list, whatever the list contains later', async () => {
    const page = { rows: [1, 2, 3], hasNextPage: false, hasPreviousPage: false };
    expect(await createTotalCounts()(page, async () => 40)).toEqual({ value: 3, isExact: true });
  });

  it.each([
    [{ hasNextPage: true, hasPreviousPage: false }, 4],
    [{ hasNextPage: false, hasPreviousPage: true }, 4],
    [{ hasNextPage: true, hasPreviousPage: true }, 5],
  ])('is never less than the rows that a page shows or knows of: %j', async (more, value) => {
    expect(await createTotalCounts()({ rows: [1, 2, 3], ...more }, async () => 1)).toEqual({ value, isExact: true });
  });

  it.each([
    ['a list that ends at the limit', maxTotalCount, { value: maxTotalCount, isExact: true }],
    ['a longer list', maxTotalCount + 1, { value: maxTotalCount, isExact: false }],
    ['a far longer list', 1_000_000, { value: maxTotalCount, isExact: false }],
  ])('is exact or a minimum: %s', async (_, rows, expected) => {
    expect(await createTotalCounts()(onePage, async (limit) => Math.min(rows, limit))).toEqual(expected);
  });

  it('lets other work run between two counts of one request', async () => {
    const totalCount = createTotalCounts();
    const turns: string[] = [];
    const counting = [1, 2, 3].map((rows) =>
      totalCount(onePage, async () => {
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
    const failed = totalCount(onePage, () => Promise.reject(new Error('away')));
    const next = totalCount(onePage, async () => 1);
    await expect(failed).rejects.toThrow('away');
    expect(await next).toEqual({ value: 1, isExact: true });
  });
});

const mebibyte = 1024 * 1024;
const bytesOf = (bytes: number) => bytes;

it('refuses further pages of an answer once those that were read are larger than 32 MiB', async () => {
  const budget = createDocumentBudget('blue');
  const read = (bytes: number) => budget.read(async () => bytes, bytesOf);
  for (let page = 0; page < 9; page += 1) expect(await read(4 * mebibyte)).toBe(4 * mebibyte);
  await expect(read(1)).rejects.toMatchObject({ code: 'OPERATION_TOO_LARGE' });
});

it('reads eight pages at a time, and continues after one that failed', async () => {
  const budget = createDocumentBudget('blue');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const reading = Array.from({ length: 10 }, (_, index) =>
    budget.read(async () => {
      begun += 1;
      await held;
      if (index === 0) throw new Error('away');
      return 1;
    }, bytesOf),
  );
  const outcomes = Promise.allSettled(reading);
  expect(begun).toBe(8);
  release();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', ...Array.from({ length: 9 }, () => 'fulfilled')]);
  expect(await budget.read(async () => 2, bytesOf)).toBe(2);
});

it('lets large pages continue one at a time, each in its own turn of the event loop, alternating between owners', async () => {
  const order: string[] = [];
  const read = async (owner: string, bytes: number) => {
    await createDocumentBudget(owner).read(async () => bytes, bytesOf);
    order.push(owner);
  };
  let laps = 0;
  const count = () => {
    laps += 1;
    order.push('lap');
    if (laps < 5) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([read('blue', mebibyte), read('blue', mebibyte), read('blue', mebibyte), read('red', mebibyte), read('small', 10)]);
  expect(order.filter((each) => each !== 'lap')).toEqual(['small', 'blue', 'blue', 'red', 'blue']);
  expect(order.join(' ')).not.toMatch(/blue red|blue blue|red blue/);
});
