import { describe, expect, it } from 'vitest';
import { type Alert, type Arrival, rowsOf } from './arrival-row.ts';

const alertOf = (id: string, severity: Alert['severity'], text: string, needsAttention = true) =>
  ({ id, kind: 'ETA_CHANGED', severity, raisedAt: `2026-03-0${id}T08:00:00Z`, subject: null, after: { text }, needsAttention }) as Alert;
const arrivalOf = (id: string, documentKey: string, openAlerts: Alert[] = []) => ({ id, documentKey, openAlerts }) as unknown as Arrival;

describe('the rows of the board', () => {
  it('show the notices of one document as one row, in the order of its first notice', () => {
    const rows = rowsOf([arrivalOf('1', 'A'), arrivalOf('2', 'B'), arrivalOf('3', 'A')]);
    expect(rows.map(({ id, arrivals }) => [id, arrivals.map((arrival) => arrival.id)])).toEqual([
      ['A', ['1', '3']],
      ['B', ['2']],
    ]);
  });

  it('show each fact once, the most severe and latest first, and none that needs no attention', () => {
    const first = arrivalOf('1', 'A', [alertOf('1', 'LOOK', '5 March'), alertOf('2', 'INFO', 'berth')]);
    const second = arrivalOf('2', 'A', [alertOf('3', 'LOOK', '5 March'), alertOf('4', 'ACT_NOW', 'x'), alertOf('5', 'LOOK', 'y', false)]);
    expect(rowsOf([first, second]).map(({ alerts }) => alerts.map(({ id }) => id))).toEqual([['4', '1', '2']]);
  });

  it('stay the same objects as long as their arrivals do', () => {
    const [one, two, other] = [arrivalOf('1', 'A'), arrivalOf('2', 'B'), arrivalOf('2', 'B')];
    const before = rowsOf([one, two]);
    const after = rowsOf([other, one], new Map(before.map((row) => [row.id, row])));
    expect(after[1]).toBe(before[0]);
    expect(after[0]).not.toBe(before[1]);
  });
});
