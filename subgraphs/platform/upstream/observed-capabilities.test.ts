import { describe, expect, it } from 'vitest';
import { createMemoryCursorCache } from '../cache/cursor-cache.ts';
import { openCapabilityRecord } from './observed-capabilities.ts';

const [key, address] = ['acme PORT_CALL', 'https://acme.example'];
const nothing = { ignoredFilters: [], refusedRequests: [] };
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('observed capabilities', () => {
  it('are empty at first, then contain each observation once', () => {
    const record = openCapabilityRecord(key, address);
    expect(record.observed).toEqual(nothing);
    record.record({ largestPage: 20 });
    record.record({ largestPage: 100 });
    record.record({ largestPage: 50, ignoredFilters: ['vesselName', 'portCallID'] });
    record.record({ ignoredFilters: ['vesselName'] });
    for (const _ of [1, 2]) record.record({ refusedRequests: [{ filters: ['vesselName'], namedFilters: [] }] });
    record.record({ requiresCursorAlone: true });
    expect(record.observed).toEqual({
      ignoredFilters: ['portCallID', 'vesselName'],
      refusedRequests: [{ filters: ['vesselName'], namedFilters: [] }],
      requiresCursorAlone: true,
      largestPage: 100,
    });
  });

  it('remain the same object when a response adds nothing new', () => {
    const record = openCapabilityRecord(key, address);
    record.record({ largestPage: 20, ignoredFilters: ['vesselName'] });
    const { observed } = record;
    record.record({ largestPage: 20, ignoredFilters: ['vesselName'] });
    record.record({ largestPage: 0 });
    expect(record.observed).toBe(observed);
  });

  it('keep the most recent refused requests, not all', () => {
    const record = openCapabilityRecord(key, address);
    for (let number = 1; number <= 30; number += 1) record.record({ refusedRequests: [{ filters: [`f${number}`], namedFilters: [] }] });
    expect(record.observed.refusedRequests.map(({ filters }) => filters[0])).toEqual(Array.from({ length: 20 }, (_, n) => `f${n + 11}`));
  });

  it('keep the latest behaviour of the partner when it changes', () => {
    const record = openCapabilityRecord(key, address);
    record.record({ requiresCursorAlone: true });
    record.record({ requiresCursorAlone: false });
    expect(record.observed.requiresCursorAlone).toBe(false);
  });
});

describe('with a cache', () => {
  it('are shared by processes, which all add to them', async () => {
    const cache = createMemoryCursorCache();
    const first = openCapabilityRecord(key, address, cache);
    first.record({ largestPage: 20, requiresCursorAlone: true });
    await settled();
    const second = openCapabilityRecord(key, address, cache);
    second.record({ ignoredFilters: ['vesselName'] });
    await settled();
    const both = { ...nothing, ignoredFilters: ['vesselName'], requiresCursorAlone: true, largestPage: 20 };
    expect(second.observed).toEqual(both);
    first.record({ largestPage: 30 });
    await settled();
    const third = openCapabilityRecord(key, address, cache);
    await settled();
    expect(third.observed).toEqual({ ...both, largestPage: 30 });
  });

  it('expire after a month, and belong to one address and one key', async () => {
    let now = 0;
    const cache = createMemoryCursorCache({ clock: { now: () => now, wait: async () => undefined } });
    openCapabilityRecord(key, address, cache).record({ largestPage: 20 });
    await settled();
    for (const record of [openCapabilityRecord(key, 'https://elsewhere.example', cache), openCapabilityRecord('zulu', address, cache)]) {
      await settled();
      expect(record.observed).toEqual(nothing);
    }
    now = 30 * 24 * 60 * 60 * 1_000;
    const late = openCapabilityRecord(key, address, cache);
    await settled();
    expect(late.observed).toEqual(nothing);
  });
});
