import { describe, expect, it } from 'vitest';
import { createMemoryCursorCache } from '../cache/memory-cursor-cache.ts';
import { openCapabilityRecord } from './observed-capabilities.ts';

const options = { partner: 'acme', standard: 'PORT_CALL', address: 'https://acme.example' };
const nothing = { ignoredFilters: [], refusedQuestions: [] };
/** Everything that is ready has gone first. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('what was learnt', () => {
  it('is nothing at first, then all that answers showed, each once', () => {
    const book = openCapabilityRecord(options);
    expect(book.learnt).toEqual(nothing);
    book.add({ pageSize: 20 });
    book.add({ pageSize: 100 });
    book.add({ pageSize: 50, ignoredFilters: ['vesselName', 'portCallID'] });
    book.add({ ignoredFilters: ['vesselName'] });
    for (const _ of [1, 2]) book.add({ refusedQuestion: { filters: ['vesselName'], named: [] } });
    book.add({ wantsCursorAlone: true });
    expect(book.learnt).toEqual({
      ignoredFilters: ['portCallID', 'vesselName'],
      refusedQuestions: [{ filters: ['vesselName'], named: [] }],
      wantsCursorAlone: true,
      largestPage: 100,
    });
  });

  it('stays the same object where an answer shows nothing new', () => {
    const book = openCapabilityRecord(options);
    book.add({ pageSize: 20, ignoredFilters: ['vesselName'] });
    const { learnt } = book;
    book.add({ pageSize: 20, ignoredFilters: ['vesselName'] });
    book.add({ pageSize: 0 });
    expect(book.learnt).toBe(learnt);
  });

  it('holds the last questions that were refused, not all', () => {
    const book = openCapabilityRecord(options);
    for (let number = 1; number <= 30; number += 1) book.add({ refusedQuestion: { filters: [`f${number}`], named: [] } });
    expect(book.learnt.refusedQuestions.map(({ filters }) => filters[0])).toEqual(Array.from({ length: 20 }, (_, n) => `f${n + 11}`));
  });

  it('is what the partner did last where that changed', () => {
    const book = openCapabilityRecord(options);
    book.add({ wantsCursorAlone: true });
    book.add({ wantsCursorAlone: false });
    expect(book.learnt.wantsCursorAlone).toBe(false);
  });
});

describe('with a cache', () => {
  it('the next process knows it, and both add to it', async () => {
    const cache = createMemoryCursorCache();
    const first = openCapabilityRecord({ ...options, cache });
    first.add({ pageSize: 20, wantsCursorAlone: true });
    await settled();
    const second = openCapabilityRecord({ ...options, cache });
    second.add({ ignoredFilters: ['vesselName'] });
    await settled();
    const both = { ...nothing, ignoredFilters: ['vesselName'], wantsCursorAlone: true, largestPage: 20 };
    expect(second.learnt).toEqual(both);
    first.add({ pageSize: 30 });
    await settled();
    const third = openCapabilityRecord({ ...options, cache });
    await settled();
    expect(third.learnt).toEqual({ ...both, largestPage: 30 });
  });

  it('it is forgotten after a month, and at another address, by another partner and for another standard never known', async () => {
    let now = 0;
    const cache = createMemoryCursorCache({ clock: { now: () => now, wait: async () => undefined } });
    openCapabilityRecord({ ...options, cache }).add({ pageSize: 20 });
    await settled();
    for (const other of [{ address: 'https://elsewhere.example' }, { partner: 'zulu' }, { standard: 'ARRIVAL_NOTICE' }]) {
      const book = openCapabilityRecord({ ...options, cache, ...other });
      await settled();
      expect(book.learnt).toEqual(nothing);
    }
    now = 30 * 24 * 60 * 60 * 1_000;
    const late = openCapabilityRecord({ ...options, cache });
    await settled();
    expect(late.learnt).toEqual(nothing);
  });
});
