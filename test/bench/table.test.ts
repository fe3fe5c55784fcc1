import { expect, test } from 'vitest';
import { type BenchRow, lossesOf, medianRows, tableOf } from './table.ts';

const row = (what: string, ratio: number, goal: BenchRow['goal'] = { atLeast: 0.5 }): BenchRow => ({
  what,
  measured: `${ratio * 100} /s`,
  floor: '100 /s',
  ratio,
  goal,
});

test('a row of several runs shows the run with the median ratio, and the range', () => {
  const runs = [0.4, 0.9, 0.6].map((ratio) => [row('ingest', ratio), row('fan-out', 0.7)]);
  const [ingest, fanOut] = medianRows(runs);
  expect(ingest).toMatchObject({ what: 'ingest', ratio: 0.6, measured: '60 /s', least: 0.4, most: 0.9, runs: 3 });
  expect(fanOut).toMatchObject({ what: 'fan-out', ratio: 0.7 });
  expect(tableOf(medianRows(runs))).toContain('| ingest | 60 /s | 100 /s | 0.60 (0.40 to 0.90) | at least 0.5 | yes |');
});

test('a ratio that is worse by more than a third is a loss, in the direction of its goal', () => {
  const atMost = { atMost: 1 };
  const earlier = [row('rate', 0.6), row('time', 0.6, atMost), row('gone', 1)];
  expect(lossesOf([row('rate', 0.41), row('time', 0.79, atMost), row('new', 0)], earlier)).toEqual([]);
  expect(lossesOf([row('rate', 0.39), row('time', 0.3, atMost)], earlier)).toEqual(['rate: 0.39, was 0.60 (at least 0.5)']);
  expect(lossesOf([row('rate', 2), row('time', 0.81, atMost)], earlier)).toEqual(['time: 0.81, was 0.60 (at most 1)']);
});
