import { expect, test } from 'vitest';
import { sourceHeadersOf } from './page-body.ts';

test('rows are listed by their positions, and each partner once, in whatever order the rows alternate', () => {
  const partners = ['acme', 'acme', 'coral', 'acme', 'coral', 'coral', '1-line'];
  expect(sourceHeadersOf({ partners, missing: [] })).toEqual({
    'Landfall-Row-Sources': '"acme";rows="0-1 3", "coral";rows="2 4-5", "1-line";rows="6"',
  });
});

test('a missing partner is listed with its status, and there is no header when none is missing', () => {
  const missing = [
    { partner: 'acme', status: 'TIMED_OUT' },
    { partner: 'coral', status: 'TRUNCATED' },
  ] as const;
  expect(sourceHeadersOf({ partners: [], missing })).toEqual({
    'Landfall-Missing-Sources': '"acme";status=TIMED_OUT, "coral";status=TRUNCATED',
  });
  expect(sourceHeadersOf({ partners: [], missing: [] })).toEqual({});
});

test('the headers of a full page with rows of many partners stay far below the limits of proxies', () => {
  const partners = Array.from({ length: 100 }, (_, number) => `${'p'.repeat(38)}-${number % 9}`);
  expect(sourceHeadersOf({ partners, missing: [] })['Landfall-Row-Sources']?.length).toBeLessThan(1_000);
});
