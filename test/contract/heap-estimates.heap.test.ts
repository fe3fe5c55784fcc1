import { eventRecordOf } from '@landfall/matching/claims/records.ts';
import { matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { matchEvents } from '@landfall/matching/match-events.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { createVisitIndex } from '@landfall/matching/visits/candidate-index.ts';
import { describe, expect, it } from 'vitest';
import { createCachePool, heapBytesOf } from '#platform/cache/bounded-cache.ts';
import { sharedCachePool } from '#platform/cache/memory-bounds.ts';
import { bytesOfParsed, bytesOfVersion, type StoredVersion } from '#platform/store/version-store.ts';
import { matchKeysOf } from '../../subgraphs/arrival-notices/matching/matches.ts';
import { createNoticeViews } from '../../subgraphs/arrival-notices/store/notice-versions.ts';
import { stateOf } from '../../subgraphs/arrivals/store/state-rows.ts';
import { createEventIndexes } from '../../subgraphs/port-calls/matching/event-indexes.ts';
import { createEventViews } from '../../subgraphs/port-calls/store/port-call-events.ts';
import { callNumber, eventOf, noticeOf, schedulesAt } from '../bench/soak-cargo.ts';
import { usedBytes } from '../support/heap.ts';

/** How far an estimate may deviate: a lower one would let memory grow, a higher one would waste it. */
const [atLeast, atMost] = [0.7, 2];
const count = 1_000;

const none = new Set<string>();
const calls = Array.from({ length: 120 }, (_, number) => callNumber(number));
const callOf = (number: number) => calls[number % calls.length] ?? callNumber(0);

/** Creates a version as the store returns it, sharing nothing with others. */
function versionOf(document: object, number: number): StoredVersion {
  const text = JSON.stringify(document);
  const partner = Buffer.from('soak-line').toString();
  return {
    partner,
    entityId: `["soak-line","BENCH${number}"]`,
    sortKey: `2026-05-01T00:00:${number}`,
    receivedAt: new Date(number).toISOString(),
    receivedBy: 'PUSH',
    // The buffers of the store are never parts of larger ones.
    document: Buffer.from(new Uint8Array(Buffer.from(text)).buffer),
    contentHash: `${number}`.padStart(43, 'x'),
    violations: [],
    completeness: 0,
    sequence: number,
    terms: Array.from({ length: 20 }, (_, term) => `transportDocumentReference:${number}-${term}`),
  };
}

/** Compares the estimates of values with the actual growth of the heap. */
function factorOf<T>(make: (number: number) => T, bytesOf: (value: T) => number, values = count): number {
  // The first values fill everything that is filled once: shapes, tables, shared strings.
  const warm = Array.from({ length: 100 }, (_, number) => make(number));
  const before = usedBytes();
  const made = Array.from({ length: values }, (_, number) => make(number + warm.length));
  const grown = usedBytes() - before;
  return made.reduce((sum, value) => sum + bytesOf(value), 0) / grown;
}

describe('the memory of cached values is about the estimated one', () => {
  it.each([
    ['stored notices', (number: number) => noticeOf(callOf(number), number, number)],
    ['stored events', (number: number) => eventOf(callOf(number), 1, number)],
  ])('%s', (_what, document) => {
    const factor = factorOf((number) => versionOf(document(number), number), bytesOfVersion);
    expect(factor).toBeGreaterThan(atLeast);
    expect(factor).toBeLessThan(atMost);
  });

  it('parsed notices with their match keys', () => {
    const factor = factorOf(
      (number) => {
        const view = createNoticeViews(none).version(versionOf(noticeOf(callOf(number), number, number), number));
        matchKeysOf(view, createComparisonRules()).arrivalQuery({ maxAgeSeconds: 900 });
        return view;
      },
      ({ stored }) => bytesOfParsed(stored, 4_000),
    );
    expect(factor).toBeGreaterThan(atLeast);
    expect(factor).toBeLessThan(atMost);
  });

  it('parsed events', () => {
    const factor = factorOf(
      (number) => createEventViews(none).event(versionOf(eventOf(callOf(number), 1, number), number)),
      ({ stored }) => bytesOfParsed(stored),
    );
    expect(factor).toBeGreaterThan(atLeast);
    expect(factor).toBeLessThan(atMost);
  });

  it('visits of stored arrivals, which keep nothing else of their rows', () => {
    const rowOf = (number: number) => {
      const visit = JSON.stringify({ schedule: [number, 'x'.repeat(1_000)], port: {} });
      const own = {
        arrivalId: `["acme","${number}"]`,
        notice: { text: 'y'.repeat(100_000) },
        partyTerms: [],
        partyWords: [],
        memories: {},
      };
      const shared = { positions: {}, views: { all: { visit: 0 } }, markedAtMs: 0 };
      return { document: [JSON.stringify(own), JSON.stringify(shared), visit].join('\n') };
    };
    const before = sharedCachePool.size();
    const factor = factorOf(
      (number) => void stateOf(rowOf(number)),
      () => (sharedCachePool.size() - before) / (count + 100),
    );
    expect(factor).toBeGreaterThan(atLeast);
  });

  it('schedules of carriers', () => {
    const factor = factorOf(
      (number) => JSON.parse(JSON.stringify(schedulesAt([callNumber(number)], callNumber(number).UNLocationCode))),
      heapBytesOf,
    );
    expect(factor).toBeGreaterThan(atLeast);
    expect(factor).toBeLessThan(atMost);
  });

  it('match sets of notices and events', () => {
    const rules = createComparisonRules();
    const factor = factorOf(
      (number) => {
        const call = callNumber(number);
        const events = Array.from({ length: 10 }, (_, kind) => eventRecordOf(eventOf(call, kind, 1), { partner: 'soak-line' }));
        const pool = createVisitIndex(events, rules);
        const matchKey = matchKeyOfNotice(noticeOf(call, number, 1), { partner: 'soak-line' });
        return Array.from({ length: 3 }, () => matchEvents(matchKey, pool, { rules, sources: [] }));
      },
      heapBytesOf,
      200,
    );
    expect(factor).toBeGreaterThan(atLeast);
    expect(factor).toBeLessThan(atMost);
  });

  it('indexes of events', () => {
    const rules = createComparisonRules();
    const factor = factorOf(
      (number) => {
        const view = createEventViews(none).event;
        const events = Array.from({ length: 20 }, (_, kind) => view(versionOf(eventOf(callOf(number), kind, number), number * 20 + kind)));
        const pool = createCachePool(Number.MAX_SAFE_INTEGER);
        createEventIndexes(pool)(events, rules);
        return pool;
      },
      ({ size }) => size(),
      200,
    );
    expect(factor).toBeGreaterThan(atLeast);
    expect(factor).toBeLessThan(atMost);
  });
});
