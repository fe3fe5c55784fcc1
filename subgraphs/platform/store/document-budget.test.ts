import { expect, it } from 'vitest';
import { createDocumentBudget } from './document-budget.ts';

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
