import { expect, it } from 'vitest';
import { createDocumentBudget } from './document-budget.ts';

const mebibyte = 1024 * 1024;
const bytesOf = (bytes: number) => bytes;

it('refuses further pages of an answer once those that were read are larger than 32 MiB', async () => {
  const budget = createDocumentBudget();
  const read = (bytes: number) => budget.read(async () => bytes, bytesOf);
  for (let page = 0; page < 9; page += 1) expect(await read(4 * mebibyte)).toBe(4 * mebibyte);
  await expect(read(1)).rejects.toMatchObject({ code: 'OPERATION_TOO_LARGE' });
});

it('reads eight pages at a time, and goes on after one that failed', async () => {
  const budget = createDocumentBudget();
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
