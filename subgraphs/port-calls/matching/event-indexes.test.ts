import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { describe, expect, it } from 'vitest';
import { createCachePool } from '#platform/cache/bounded-cache.ts';
import type { StoredVersion } from '#platform/store/version-store.ts';
import { createEventViews } from '../store/port-call-events.ts';
import { createEventIndexes } from './event-indexes.ts';

const rules = createComparisonRules();
const event = {
  eventID: '8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c11',
  eventUpdatedDateTime: '2026-12-20T07:30:00Z',
  portCall: { portCallID: 'visit-1', UNLocationCode: 'SGSIN' },
  vessel: { vesselIMONumber: '9321483' },
  timestamp: { classifierCode: 'EST', serviceDateTime: '2026-12-21T07:30:00Z' },
};

const stored = ['first', 'second', 'third'].map(
  (entityId, index): StoredVersion => ({
    partner: 'port',
    entityId,
    sortKey: '1',
    receivedAt: new Date(index).toISOString(),
    receivedBy: 'PUSH',
    document: Buffer.from(JSON.stringify(event)),
    contentHash: entityId,
    violations: [],
    completeness: 0,
    sequence: index + 1,
    terms: [],
  }),
);

describe('the index of the events of a page', () => {
  const views = createEventViews(new Set());
  const events = stored.map(views.event);

  it('is shared by callers that read the same events', () => {
    const indexes = createEventIndexes(createCachePool(1_000_000));
    expect(indexes(stored.map(views.event), rules)).toBe(indexes(events, rules));
  });

  it('is not shared with a caller from whom an event is hidden, whichever reads first', () => {
    const indexes = createEventIndexes(createCachePool(1_000_000));
    const fewer = events.slice(0, 2);
    const idsIn = (listed: typeof events) => [...indexes(listed, rules).events.values()].map(({ stored: { entityId } }) => entityId);
    for (const listed of [events, fewer, events.slice(1), [events[0], events[2]].flatMap((one) => one ?? []), fewer, events]) {
      expect(idsIn(listed)).toEqual(listed.map(({ stored: { entityId } }) => entityId));
    }
  });

  it('is not shared with a caller from whom an attribute is hidden', () => {
    const indexes = createEventIndexes(createCachePool(1_000_000));
    const reduced = stored.map(createEventViews(new Set(['timestamp'])).event);
    const { events: shown } = indexes(events, rules);
    expect([...indexes(reduced, rules).events.values()]).toEqual(reduced);
    expect([...shown.values()]).toEqual(events);
  });

  it('is created again with other rules', () => {
    const indexes = createEventIndexes(createCachePool(1_000_000));
    expect(indexes(events, createComparisonRules())).not.toBe(indexes(events, rules));
  });
});
