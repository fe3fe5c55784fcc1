import { expect, it } from 'vitest';
import { pauseMsOf } from './retry-after.ts';

const now = Date.parse('2026-12-01T00:00:00Z');

it.each<[string, Record<string, string>, number | undefined]>([
  ['seconds', { 'retry-after': '30' }, 30_000],
  ['a date', { 'retry-after': 'Tue, 01 Dec 2026 00:01:00 GMT' }, 60_000],
  ['a used-up quota, and seconds', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' }, 30_000],
  ['a used-up quota, and a time in seconds', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${now / 1_000 + 30}` }, 30_000],
  ['a used-up quota, and a time in milliseconds', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${now + 30_000}` }, 30_000],
  ['the earlier draft', { 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, 30_000],
  ['the draft in one header', { ratelimit: 'limit=100, remaining=0, reset=30' }, 30_000],
  ['the newest draft', { ratelimit: '"day";r=0;t=30' }, 30_000],
  ['a quota that is not used up', { 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '30' }, undefined],
  ['a draft that is not used up', { ratelimit: '"day";r=10;t=30' }, undefined],
  ['a used-up quota without an end', { 'x-ratelimit-remaining': '0' }, undefined],
  ['an end that is no number', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }, undefined],
  ['nothing', {}, undefined],
])('headers with %s', (_what, headers, expected) => {
  expect(pauseMsOf(headers, now)).toBe(expected);
});
