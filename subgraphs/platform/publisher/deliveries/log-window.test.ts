import { expect, test } from 'vitest';
import { storedVersion } from '../../../../test/support/stored-version.ts';
import { createLogWindow } from './log-window.ts';

/** Opens a window over a log of 300 versions. */
function openWindow() {
  let [now, removals, head] = [0, 0, 300];
  const reads: (number | readonly number[])[] = [];
  const versionOf = (sequence: number) => storedVersion({ sequence, entityId: `notice ${sequence}` });
  const window = createLogWindow(
    {
      bounds: async () => ({ trimmedThrough: 0, head, removals }),
      readLog: async ({ after, limit }) => {
        reads.push(after);
        const count = Math.min(limit, head - after);
        return { entries: Array.from({ length: count }, (_, index) => versionOf(after + index + 1)), scannedThrough: after + count };
      },
      findNumbered: async (sequences) => {
        reads.push(sequences);
        return sequences.map((sequence) => (sequence === 7 ? undefined : versionOf(sequence)));
      },
    },
    { now: () => now, wait: async () => {} },
  );
  return {
    ...{ window, reads },
    pass: (ms: number) => {
      now += ms;
    },
    append: () => {
      head += 1;
    },
    remove: () => {
      removals += 1;
    },
  };
}

const numbersIn = ({ entries }: { readonly entries: readonly { readonly sequence: number }[] }) => entries.map(({ sequence }) => sequence);

test('versions that several queues wait for, at once or one after the other, are read once', async () => {
  const { window, reads } = openWindow();
  const [one, other] = await Promise.all([window.read(98), window.read(98)]);
  expect([numbersIn(one), one.scannedThrough]).toEqual([Array.from({ length: 200 }, (_, index) => 99 + index), 298]);
  expect(other).toEqual(one);
  expect(numbersIn(await window.read(295))).toEqual([296, 297, 298]);
  expect(numbersIn({ entries: await window.find([297, 99]) })).toEqual([297, 99]);
  expect(reads).toEqual([98]);
  expect(numbersIn(await window.read(298))).toEqual([299, 300]);
  expect(reads).toEqual([98, 298]);
});

test('versions that are not cached are read by their numbers, and removed ones are left out', async () => {
  const { window, reads } = openWindow();
  await window.read(298);
  expect(numbersIn({ entries: await window.find([6, 7, 300]) })).toEqual([6, 300]);
  expect(reads).toEqual([298, [6, 7]]);
});

test('a version is read again after ten seconds, and when versions were removed', async () => {
  const { window, reads, pass, append, remove } = openWindow();
  expect([await window.refresh(), await window.refresh()]).toEqual([true, false]);
  await window.read(299);
  pass(10_000);
  await window.read(299);
  append();
  remove();
  expect([await window.refresh(), window.bounds.head]).toEqual([true, 301]);
  await window.read(299);
  expect(reads).toEqual([299, 299, 299]);
});
