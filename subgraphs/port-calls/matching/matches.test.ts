import { matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import { expect, test } from 'vitest';
import { createCachePool } from '#platform/cache/bounded-cache.ts';
import {
  type CurrentRow,
  matchesFilter,
  type StoredVersion,
  type VersionFilter,
  type VersionIndex,
} from '#platform/store/version-store.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { entityIdOf, indexOfEvent } from '../model.ts';
import { createEventViews } from '../store/port-call-events.ts';
import { createEventIndexes } from './event-indexes.ts';
import { createMatches } from './matches.ts';

const rules = createComparisonRules();

/** An event of one ship, which calls at two ports every week. */
function eventOf(week: number, UNLocationCode: string) {
  const arrival = new Date(Date.UTC(2026, 11, 28) - week * 7 * 86_400_000).toISOString();
  return {
    eventID: `${UNLocationCode} ${week}`,
    eventUpdatedDateTime: arrival,
    portCall: { UNLocationCode },
    terminalCall: { importVoyageNumberOrReference: { carrierVoyageNumber: `${week}E` } },
    portCallService: { portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI' },
    vessel: { vesselIMONumber: '9321483', vesselName: 'King of the Seas' },
    timestamp: { classifierCode: 'ACT', serviceDateTime: arrival },
  };
}

interface Row extends CurrentRow {
  readonly index: VersionIndex;
}

function rowOf(event: ReturnType<typeof eventOf>): Row {
  const entityId = entityIdOf('port', event.eventID);
  const index = indexOfEvent('port', event);
  const receivedAt = event.eventUpdatedDateTime;
  const document = Buffer.from(JSON.stringify(event));
  const current: StoredVersion = {
    ...{ partner: 'port', entityId, sortKey: receivedAt, receivedAt, receivedBy: 'PUSH', document, contentHash: entityId },
    ...{ violations: [], completeness: 0, sequence: 1, terms: index.terms },
  };
  return { entityId, current, firstReceivedAt: receivedAt, position: '', index };
}

const { event: view } = createEventViews(new Set());

/** Matches a notice for the last call with this many weeks of events. */
async function matchWith(
  weeks: number,
  { indexes = createEventIndexes(createCachePool(1_000_000)), sources = [] as readonly SourceReport[] } = {},
) {
  const rows = Array.from({ length: weeks }, (_, week) => ['SGSIN', 'MYPKG'].map((port) => rowOf(eventOf(week, port)))).flat();
  let fewest = 0;
  const findMatches = async (filter: VersionFilter) => {
    const having = (filter.all ?? []).map((terms) => rows.filter(({ index }) => terms.some((term) => index.terms.includes(term))).length);
    // A store looks the rows up by the condition that the fewest rows meet.
    fewest = Math.max(fewest, Math.min(...having));
    return rows.filter(({ index, current }) => matchesFilter(filter, { index, receivedAt: current.receivedAt }));
  };
  const log = {
    callerKey: 'all',
    visibility: { filter: undefined },
    state: async () => '1',
    findMatches,
    earlierVersions: async (found: readonly unknown[]) => found.map(() => []),
  };
  const matches = createMatches({
    log: log as unknown as Parameters<typeof createMatches>[0]['log'],
    rules: () => rules,
    possibleSources: async () => sources,
    matchCache: async (_, match) => (await match()).sets,
    view,
    indexes,
  });
  const notice = {
    transport: {
      portOfDischarge: { UNLocationCode: 'SGSIN' },
      portOfDischargeArrivalDate: { value: '2026-12-28', classifier: 'EST' },
      legs: [{ vesselVoyage: { vesselIMONumber: '9321483', vesselName: 'KING OF THE SEAS', carrierImportVoyageNumber: '0E' } }],
    },
  };
  const set = await matches.load(encodeMatchKey(matchKeyOfNotice(notice, { partner: 'acme' })));
  return { fewest, found: set.events.map(({ event }) => event.eventID), outcome: set.found.outcome };
}

test('a join looks up as many rows for a ship with twenty years of events as for one with a year', async () => {
  const [short, long] = [await matchWith(52), await matchWith(1_040)];
  expect(long).toEqual(short);
  expect(short).toMatchObject({ outcome: 'UNIQUE', found: ['SGSIN 0'] });
  expect(short.fewest).toBeLessThan(40);
});

test('an event has a term for its ship at its port in the quarter of its time', () => {
  expect(indexOfEvent('port', eventOf(0, 'SGSIN')).terms).toEqual(
    expect.arrayContaining(['at:vesselIMONumber:9321483 SGSIN 2026-4', 'at:vesselName:KINGOFTHESEAS SGSIN 2026-4']),
  );
});

test('callers who read the same events get the outcome that their own sources allow', async () => {
  const indexes = createEventIndexes(createCachePool(1_000_000));
  const sourceOf = (status: SourceReport['status']): SourceReport => ({ partner: 'port', standard: 'PORT_CALL', status, feedback: [] });
  const outcomeWith = async (status: SourceReport['status']) => {
    const events = await matchWith(0, { indexes, sources: [sourceOf(status)] });
    return events.outcome;
  };
  expect([await outcomeWith('STORED'), await outcomeWith('PENDING'), await outcomeWith('STORED')]).toEqual(['NONE', 'UNKNOWN', 'NONE']);
});
