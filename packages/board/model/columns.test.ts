import { describe, expect, it } from 'vitest';
import { columns, columnsFor, gridTemplateOf } from './columns.ts';

describe('the columns of the list', () => {
  it('are all shown on a very wide screen, in their order, then those of the page', () => {
    expect(columnsFor(3_000, columns)).toEqual(columns);
    expect(columnsFor(3_000, undefined, { 'own-person': 90 })).toEqual([
      ...columns.filter((column) => !['shipper', 'goods'].includes(column)),
      'own-person',
    ]);
  });

  it('say on a laptop whose cargo it is, on which ship, until when', () => {
    const needed = ['alert', 'consignee', 'vessel', 'document', 'lastFree', 'release'];
    expect(columnsFor(1_265, undefined)).toEqual(['arrival', ...needed]);
  });

  it('are omitted one by one as the list gets narrower, and never return on the way', () => {
    let before = columnsFor(2_000, undefined);
    for (let width = 2_000; width >= 0; width -= 10) {
      const shown = columnsFor(width, undefined);
      expect(shown.filter((column) => !before.includes(column))).toEqual([]);
      before = shown;
    }
    expect(before).toEqual(['arrival', 'alert']);
  });

  it('fit into the width as long as one can be omitted', () => {
    for (const width of [640, 768, 900, 1_024, 1_280]) {
      const least = [...gridTemplateOf(columnsFor(width, undefined)).matchAll(/minmax\((\d+)px/g)].map(([, px]) => Number(px));
      expect(least.reduce((sum, px) => sum + px, 0)).toBeLessThanOrEqual(width);
    }
  });

  it('are those that the viewer has chosen, and always the arrival', () => {
    expect(columnsFor(1_440, ['partner', 'vessel'])).toEqual(['arrival', 'vessel', 'partner']);
    expect(columnsFor(1_440, [])).toEqual(['arrival']);
  });

  it('of a narrow list are the same, however few the viewer has chosen', () => {
    expect(columnsFor(1_280, ['alert', 'state'])).toEqual(['arrival', 'alert', 'state']);
  });
});
