import { expect, it } from 'vitest';
import { acceptsGzip } from './pages.ts';

it.each([
  [undefined, false],
  ['', false],
  ['gzip, deflate', true],
  ['gzip, deflate, br, zstd', true],
  ['GZIP;q=0.5', true],
  ['br;q=0, gzip;q=1.0', true],
  ['br; q=0.000, gzip;q=0', false],
  ['deflate', false],
])('a client that sends Accept-Encoding: %s accepts gzip: %s', (accepted, isAccepted) => {
  expect(acceptsGzip(accepted)).toBe(isAccepted);
});
