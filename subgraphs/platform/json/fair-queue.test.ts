import { expect, test } from 'vitest';
import { createFairQueue } from './steps.ts';

/** Returns a promise that the test resolves on demand. */
function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('owners take turns, each with its tasks in order, and one task runs at a time', async () => {
  const queue = createFairQueue();
  const first = deferred();
  const begun: string[] = [];
  const run = (owner: string, name: string, until: Promise<void> = Promise.resolve()) =>
    queue.run(owner, async () => {
      begun.push(name);
      await until;
    });
  const all = [run('a', 'a1', first.promise), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('b', 'b2'), run('c', 'c1')];
  expect(begun).toEqual(['a1']);
  first.resolve();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('the failure of a task is passed to its caller only, and the next task runs', async () => {
  const queue = createFairQueue();
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await queue.run('b', async () => 'free again')).toBe('free again');
});
