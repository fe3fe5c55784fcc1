import { describe, expect, it } from 'vitest';
import { createRows } from './rows.ts';

interface Row {
  readonly id: string;
  readonly version: number;
  readonly beside?: string;
}

const rowsOf = (filter?: (row: Row) => boolean) =>
  createRows<Row>({ key: ({ id }) => id, compare: (left, right) => left.version - right.version, filter });

describe('rows', () => {
  it('are never replaced by older ones, and by equal ones only from a page, whose related data is newer', () => {
    const rows = rowsOf();
    rows.apply({ id: 'a', version: 2, beside: 'event' });
    rows.apply({ id: 'a', version: 2, beside: 'repeated' });
    rows.addPage([{ id: 'a', version: 1 }]);
    expect(rows.take()?.rows).toEqual([{ id: 'a', version: 2, beside: 'event' }]);
    rows.addPage([{ id: 'a', version: 2, beside: 'page' }]);
    expect(rows.take()).toEqual({ rows: [{ id: 'a', version: 2, beside: 'page' }], changed: new Set(['a']), complete: false });
    expect(rows.take()).toBeUndefined();
  });

  it('are removed if neither a page nor an event has contained them since the reading began', () => {
    const rows = rowsOf();
    rows.beginReading();
    rows.addPage(['a', 'b', 'c'].map((id) => ({ id, version: 1 })));
    rows.endReading();
    expect(rows.take()?.complete).toBe(true);
    rows.beginReading();
    expect(rows.take()).toMatchObject({ complete: false, rows: { length: 3 }, changed: new Set() });
    rows.addPage([{ id: 'a', version: 1 }]);
    rows.apply({ id: 'b', version: 2 });
    rows.endReading();
    expect(rows.take()).toMatchObject({ complete: true, rows: [{ id: 'a' }, { id: 'b', version: 2 }], changed: new Set(['a', 'b', 'c']) });
  });

  it('that no longer match do not come back in an older version', () => {
    const rows = rowsOf(({ version }) => version < 5);
    for (const version of [1, 5, 4]) rows.apply({ id: 'a', version });
    expect(rows.take()?.rows).toEqual([]);
    rows.clear();
    rows.apply({ id: 'a', version: 4 });
    expect(rows.take()?.rows).toEqual([{ id: 'a', version: 4 }]);
  });
});
