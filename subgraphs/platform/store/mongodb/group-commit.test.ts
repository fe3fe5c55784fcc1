import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** Creates a group commit whose batches end when the test ends them. */
function openGate(options: { maxItems?: number; maxBytes?: number } = {}) {
  const batches: { items: number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  let wake: () => void = () => undefined;
  const group = createGroupCommit<number, string>({
    maxItems: options.maxItems ?? 100,
    maxBytes: options.maxBytes ?? 1_000,
    sizeOf: (item) => item,
    commit: (items) =>
      new Promise((resolve, reject) => {
        batches.push({ items, finish: () => resolve(items.map((item) => `r${item}`)), fail: reject });
        wake();
      }),
  });
  const nextBatch = async (number: number) => {
    for (;;) {
      const batch = batches[number];
      if (batch !== undefined) return batch;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { group, batches, nextBatch };
}

describe('group commit', () => {
  it('gives each caller the results of its own items, in its order', async () => {
    const { group, nextBatch } = openGate();
    const answers = Promise.all([group.add([1, 2]), group.add([3]), group.add([4, 5])]);
    (await nextBatch(0)).finish();
    expect(await answers).toEqual([['r1', 'r2'], ['r3'], ['r4', 'r5']]);
  });

  it('collects while a commit is under way, and then commits everything collected in one batch', async () => {
    const { group, batches, nextBatch } = openGate();
    const first = group.add([1]);
    const opening = await nextBatch(0);
    const others = [group.add([2]), group.add([3]), group.add([4])];
    expect(batches).toHaveLength(1);
    opening.finish();
    await first;
    const second = await nextBatch(1);
    expect(second.items).toEqual([2, 3, 4]);
    second.finish();
    await Promise.all(others);
  });

  it('limits the number of items in a batch', async () => {
    const { group, nextBatch } = openGate({ maxItems: 2 });
    const answer = group.add([1, 2, 3, 4, 5]);
    for (const number of [0, 1, 2]) (await nextBatch(number)).finish();
    expect(await answer).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
    expect((await nextBatch(2)).items).toEqual([5]);
  });

  it('limits the bytes in a batch, and commits an item above the limit by itself', async () => {
    const { group, batches, nextBatch } = openGate({ maxBytes: 10 });
    const answer = group.add([4, 6, 1, 99, 2]);
    for (const number of [0, 1, 2, 3]) (await nextBatch(number)).finish();
    await answer;
    expect(batches.map(({ items }) => items)).toEqual([[4, 6], [1], [99], [2]]);
  });

  it('rejects the calls of a failed batch and no others', async () => {
    const { group, nextBatch } = openGate({ maxItems: 2 });
    const answers = Promise.allSettled([group.add([1]), group.add([2, 3]), group.add([4])]);
    (await nextBatch(0)).fail(new Error('no disk'));
    (await nextBatch(1)).finish();
    expect((await answers).map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message))).toEqual([
      'no disk',
      'no disk',
      ['r4'],
    ]);
  });

  it('continues after a failure', async () => {
    const { group, nextBatch } = openGate();
    const failed = group.add([1]);
    (await nextBatch(0)).fail(new Error('no disk'));
    await expect(failed).rejects.toThrow('no disk');
    const next = group.add([2]);
    (await nextBatch(1)).finish();
    expect(await next).toEqual(['r2']);
  });

  it('resolves an empty call without a commit', async () => {
    const { group, batches } = openGate();
    expect(await group.add([])).toEqual([]);
    expect(batches).toHaveLength(0);
  });
});
