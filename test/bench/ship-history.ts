import { hash } from 'node:crypto';
import { matchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { createComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import type { Store } from '#platform/store/store.ts';
import { findWholeCalls } from '../../subgraphs/port-calls/matching/matches.ts';
import { entityIdOf, indexOfEvent } from '../../subgraphs/port-calls/model.ts';
import { measureBothStores } from './both-stores.ts';
import { type BenchRow, nameOfStore } from './table.ts';

const [batch, lookups, firstEvents] = [2_000, 40, 10_000];
const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 11, 28);

/** Measures the reads of a join, and of a partner's newest event, with a long history and with a short one. */
export async function benchShipHistory(options: { readonly events: number; readonly mongodbUrl: string | undefined }): Promise<BenchRow[]> {
  const { events, mongodbUrl } = options;
  return measureBothStores({ database: 'bench-ships', mongodbUrl }, (kind, store) => measure(kind, store, events));
}

async function measure(kind: keyof typeof nameOfStore, store: Store, count: number): Promise<BenchRow[]> {
  const events = store.versions('port-call-events');
  // A partner that stops sending after the first events.
  const append = async (from: number, to: number, partner: string) => {
    for (let start = from; start < to; start += batch) {
      await events.append(Array.from({ length: Math.min(batch, to - start) }, (_, index) => versionOf(start + index, partner)));
    }
    while ((await events.assignSequences()) > 0);
  };
  const rules = createComparisonRules();
  const log = {
    findMatches: (filter: Parameters<typeof events.countCurrent>[0]['filter'] & object, limit: number) =>
      events.listCurrent({ order: 'RECENTLY_CHANGED', limit, filter }),
  };
  const join = () => findWholeCalls(log, [matchKey], rules);
  const newest = () => events.listCurrent({ order: 'RECENTLY_CHANGED', limit: 1, filter: { all: [['partner:stopped']] } });
  await append(0, firstEvents, 'stopped');
  const before = { join: await medianMs(join), newest: await medianMs(newest) };
  await append(firstEvents, count, 'sending');
  const after = { join: await medianMs(join), newest: await medianMs(newest) };
  const row = (what: string, name: keyof typeof before): BenchRow => ({
    what: `${nameOfStore[kind]}: ${what}`,
    measured: `${after[name].toFixed(2)} ms with ${count.toLocaleString('en')} events`,
    floor: `${before[name].toFixed(2)} ms with ${firstEvents.toLocaleString('en')}`,
    ratio: after[name] / before[name],
    goal: { atMost: 2 },
  });
  return [
    row('events of one call of a ship that all events are about', 'join'),
    row('newest event of a partner that has stopped sending', 'newest'),
  ];
}

async function medianMs(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < lookups; index += 1) {
    const start = performance.now();
    await read();
    times.push(performance.now() - start);
  }
  return times.toSorted((left, right) => left - right)[Math.floor(lookups / 2)] ?? 0;
}

const ports = ['SGSIN', 'MYPKG', 'NLRTM', 'DEHAM', 'USLAX'];

/** Creates an event that is an hour before the previous one, and received after it. */
function versionOf(index: number, partner: string) {
  const at = new Date(nowMs - index * hourMs).toISOString();
  const event = {
    eventID: `event-${index}`,
    eventUpdatedDateTime: at,
    portCall: { UNLocationCode: ports[Math.floor(index / 24) % ports.length] ?? 'SGSIN' },
    vessel: { vesselIMONumber: '9321483', vesselName: 'King of the Seas' },
    timestamp: { classifierCode: 'ACT', serviceDateTime: at },
  };
  const receivedAt = new Date(nowMs + index).toISOString();
  const document = Buffer.from(JSON.stringify(event));
  return {
    ...{ partner, entityId: entityIdOf(partner, event.eventID), sortKey: at, receivedAt, receivedBy: 'PUSH' as const },
    ...{ document, contentHash: hash('sha256', document, 'base64url'), violations: [], completeness: 1 },
    index: indexOfEvent(partner, event),
  };
}

const matchKey = matchKeyOfNotice(
  {
    transport: {
      portOfDischarge: { UNLocationCode: 'SGSIN' },
      portOfDischargeArrivalDate: { value: '2026-12-27', classifier: 'EST' },
      legs: [{ vesselVoyage: { vesselIMONumber: '9321483', vesselName: 'King of the Seas', carrierImportVoyageNumber: '649E' } }],
    },
  },
  { partner: 'acme' },
);
