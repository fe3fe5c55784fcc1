import { expect, it } from 'vitest';
import { createRowCounter, readRowCounts, uncounted } from './row-counter.ts';

const row = (partner: string, entityId: string, sortKey = '1') => ({ partner, entityId: `${partner} ${entityId}`, sortKey });

it('counts each row once, however often and by whatever copy of it, and each kind and version for itself', () => {
  const tally = createRowCounter();
  for (const order of ['1', '2', '1', '2', '3']) tally.add('noticeVersions', row('bolt', 'a', order));
  tally.add('noticeVersions', row('acme', 'a'));
  tally.add('notifications', row('acme', 'a'));
  tally.add('visualizations', row('acme', 'a'));
  expect(tally.counts()).toEqual({ rows: { noticeVersions: 4, notifications: 1, visualizations: 1 }, partners: ['acme', 'bolt'] });
});

it('says nothing where nothing was counted', () => {
  expect([createRowCounter().counts(), uncounted.counts()]).toEqual([undefined, undefined]);
});

it('adds what others have counted, over the wire too', () => {
  const tally = createRowCounter();
  tally.add('portCallEvents', row('quay', 'a'));
  const counts = readRowCounts(JSON.parse(JSON.stringify(tally.counts())));
  tally.addCounts(counts);
  tally.addCounts({ rows: { noticeVersions: 1 }, partners: ['acme'] });
  expect(tally.counts()).toEqual({ rows: { portCallEvents: 2, noticeVersions: 1 }, partners: ['acme', 'quay'] });
});

it('refuses what is no count', () => {
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
