import { createRandom } from '@landfall/sandbox/random.ts';
import { expect, test } from 'vitest';
import { localText } from '../../support/world/knowledge.ts';
import { voyageNumberOf, weekOf } from '../../support/world/voyage-numbers.ts';
import { dayOfSeed } from '../../support/world/world-day.ts';

const days = Array.from({ length: 400 }, (_, seed) => dayOfSeed(createRandom(`day ${seed}`)));

test('the days of worlds cover the whole calendar, including leap days and ends of months and years', () => {
  expect(new Set(days.map((day) => day.slice(5, 7))).size).toBe(12);
  expect(new Set(days.map((day) => day.slice(8))).size).toBe(31);
  for (const wanted of ['02-29', '12-31', '01-01']) expect(days.some((day) => day.endsWith(wanted))).toBe(true);
});

test('a week belongs to the year that contains most of its days', () => {
  expect(weekOf(Date.UTC(2026, 11, 31))).toEqual({ year: 2026, week: 53 });
  expect(weekOf(Date.UTC(2027, 0, 3))).toEqual({ year: 2026, week: 53 });
  expect(weekOf(Date.UTC(2027, 0, 4))).toEqual({ year: 2027, week: 1 });
  expect(weekOf(Date.UTC(2024, 11, 30))).toEqual({ year: 2025, week: 1 });
});

test('voyages of one week have different letters, unless weeks are shared', () => {
  const carrier = { id: 'aurora', SMDG: 'AUR', NMFTA: 'AURL' };
  const partner = { carrier, carrierServiceCode: 'AUR1', numbering: { kind: 'WEEK' }, isCodeshare: false } as const;
  const voyage = { departure: 7, part: 0, direction: 'W', beginsMs: Date.UTC(2027, 0, 6), earlierInWeek: 1 };
  expect(voyageNumberOf(partner, voyage, 1, { has: () => false })).toBe('701AW');
  expect(voyageNumberOf(partner, voyage, 1, { has: () => true })).toBe('701W');
});

test('local times have the offset of their hour on the day when summer time begins', () => {
  expect(localText(Date.UTC(2027, 2, 28, 0, 30), 'Europe/Berlin')).toBe('2027-03-28T01:30:00+01:00');
  expect(localText(Date.UTC(2027, 2, 28, 1, 30), 'Europe/Berlin')).toBe('2027-03-28T03:30:00+02:00');
});
