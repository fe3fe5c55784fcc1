import { describe, expect, it } from 'vitest';
import { type Alert, type Arrival, rowsOf } from './arrival-row.ts';

const alertOf = (id: string, severity: Alert['severity'], text: string, needsAttention = true) =>
  ({
    id,
    kind: 'ETA_CHANGED',
    severity,
    raisedAt: `2026-03-0${id}T08:00:00Z`,
    subject: null,
    after: { text },
    acknowledgedAt: null,
    snoozedUntil: null,
    needsAttention,
  }) as Alert;
const arrivalOf = (id: string, documentKey: string, openAlerts: Alert[] = [], sameDocument: { id: string; typeLabel: string }[] = []) =>
  ({ id, documentKey, openAlerts, isCollected: false, typeLabel: id, sameDocument }) as unknown as Arrival;

describe('the rows of the board', () => {
  it('show the notices of one document as one row, in the order of its first notice', () => {
    const rows = rowsOf([arrivalOf('1', 'A'), arrivalOf('2', 'B'), arrivalOf('3', 'A')]);
    expect(rows.map(({ id, arrivals }) => [id, arrivals.map((arrival) => arrival.id)])).toEqual([
      ['A', ['1', '3']],
      ['B', ['2']],
    ]);
  });

  it('name every notice of the document, whether or not its arrival is loaded', () => {
    const [row] = rowsOf([arrivalOf('2', 'A', [], [{ id: '3', typeLabel: '3' }]), arrivalOf('1', 'A', [], [{ id: '2', typeLabel: '2' }])]);
    expect(row?.notices.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(row?.arrivals).toHaveLength(2);
  });

  it('show each fact once, those that need attention first, then the most severe and latest', () => {
    const first = arrivalOf('1', 'A', [alertOf('1', 'LOOK', '5 March'), alertOf('2', 'INFO', 'berth', false)]);
    const second = arrivalOf('2', 'A', [alertOf('3', 'LOOK', '5 March'), alertOf('4', 'ACT_NOW', 'x'), alertOf('5', 'LOOK', 'y', false)]);
    expect(rowsOf([first, second]).map(({ alerts }) => alerts.map(({ id }) => id))).toEqual([['4', '1', '5', '2']]);
  });

  it('show no alert that was acknowledged or snoozed', () => {
    const marks: Partial<Alert>[] = [{ acknowledgedAt: '2026-03-09T08:00:00Z' }, { snoozedUntil: '2026-03-09T08:00:00Z' }];
    const alerts = marks.map((mark, at) => ({ ...alertOf(String(at), 'ACT_NOW', String(at), false), ...mark }));
    expect(rowsOf([arrivalOf('1', 'A', alerts)])[0]?.alerts).toEqual([]);
  });

  it('remain the same objects as long as their arrivals do', () => {
    const [one, two, other] = [arrivalOf('1', 'A'), arrivalOf('2', 'B'), arrivalOf('2', 'B')];
    const before = rowsOf([one, two]);
    const after = rowsOf([other, one], new Map(before.map((row) => [row.id, row])));
    expect(after[1]).toBe(before[0]);
    expect(after[0]).not.toBe(before[1]);
  });
});
