import { expect, it } from 'vitest';
import { createRowCounter, readRowCounts, uncounted } from './row-counter.ts';

const row = (partner: string, entityId: string, sortKey = '1') => ({ partner, entityId: `${partner} ${entityId}`, sortKey });

it('counts each row once, however often and by whatever copy of it, and each kind and version separately', () => {
  const counter = createRowCounter();
  for (const order of ['1', '2', '1', '2', '3']) counter.add('noticeVersions', row('bolt', 'a', order));
  counter.add('noticeVersions', row('acme', 'a'));
  counter.add('notifications', row('acme', 'a'));
  counter.add('visualizations', row('acme', 'a'));
  expect(counter.counts()).toEqual({ rows: { noticeVersions: 4, notifications: 1, visualizations: 1 }, partners: ['acme', 'bolt'] });
});

it('reports nothing if nothing was counted', () => {
  expect([createRowCounter().counts(), uncounted.counts()]).toEqual([undefined, undefined]);
});

it('adds the counts of other processes, also after serialization', () => {
  const counter = createRowCounter();
  counter.add('portCallEvents', row('quay', 'a'));
  const counts = readRowCounts(JSON.parse(JSON.stringify(counter.counts())));
  counter.addCounts(counts);
  counter.addCounts({ rows: { noticeVersions: 1 }, partners: ['acme'] });
  expect(counter.counts()).toEqual({ rows: { portCallEvents: 2, noticeVersions: 1 }, partners: ['acme', 'quay'] });
});

it('rejects invalid counts', () => {
  for (const other of [
    null,
    {},
    { rows: { noticeVersions: '1' }, partners: [] },
    { rows: {}, partners: [1] },
    { rows: { x: -1 }, partners: [] },
  ]) {
    expect(() => readRowCounts(other)).toThrow('expected counts of rows');
  }
});
