import { expect, it } from 'vitest';
import { placeAfter } from './grid-keys.ts';
import { drawnRows, scrollTopFor } from './window.ts';

const view = { scrollTop: 0, height: 800, rowHeight: 80, count: 10_000 };

it('draws the visible rows and a few around them, wherever the list is scrolled to', () => {
  for (let scrollTop = 0; scrollTop < 800_000; scrollTop += 777) {
    const { first, last } = drawnRows({ ...view, scrollTop });
    expect(first).toBeLessThanOrEqual(Math.floor(scrollTop / 80));
    expect(last).toBeGreaterThanOrEqual(Math.min(9_999, Math.floor((scrollTop + 799) / 80)));
    expect(last - first).toBeLessThan(30);
  }
});

it('draws no rows of an empty list', () => {
  const { first, last } = drawnRows({ ...view, count: 0 });
  expect(last).toBeLessThan(first);
});

it('scrolls no further than necessary to show a whole row', () => {
  expect(scrollTopFor(5, view)).toBe(0);
  expect(scrollTopFor(10, view)).toBe(80);
  expect(scrollTopFor(2, { ...view, scrollTop: 400 })).toBe(160);
});

it('moves by arrows within the grid, and mirrored if the page is read from right to left', () => {
  const size = { rows: 3, columns: 8, page: 2, isRightToLeft: false };
  expect(placeAfter('ArrowDown', { row: 2, column: -1 }, size)).toEqual({ row: 2, column: -1 });
  expect(placeAfter('ArrowRight', { row: 0, column: -1 }, size)).toEqual({ row: 0, column: 0 });
  expect(placeAfter('ArrowRight', { row: 0, column: 0 }, { ...size, isRightToLeft: true })).toEqual({ row: 0, column: -1 });
  expect(placeAfter('End', { row: 0, column: 3 }, size)).toEqual({ row: 2, column: 3 });
  expect(placeAfter('x', { row: 0, column: 3 }, size)).toBeUndefined();
});
