import { expect, test } from 'vitest';
import { newMessageID } from './message-id.ts';

test('an identity is msg_ and 26 digits of Crockford Base32', () => {
  expect(newMessageID()).toMatch(/^msg_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(newMessageID(0)).toMatch(/^msg_0{10}/);
  expect(newMessageID(2 ** 48 - 1)).toMatch(/^msg_7ZZZZZZZZZ/);
});

test('no two messages of one millisecond have the same identity, and later ones sort after earlier ones', () => {
  const [now, later] = [Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 21) + 1];
  const ids = Array.from({ length: 1_000 }, () => newMessageID(now));
  expect(new Set(ids).size).toBe(1_000);
  const next = newMessageID(later);
  expect(ids.every((id) => id < next)).toBe(true);
});
