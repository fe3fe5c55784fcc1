import { expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { start } from '../../../gateway/main.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openPartners } from '../../support/partners.ts';
import { patientQuery } from '../../support/patient-query.ts';
import { openPublishing } from './open-publishing.ts';

const service = { carrierServiceName: 'Lion', carrierServiceCode: 'FE1', vesselSchedules: [] };
const call = (reference: string) => ({
  transportCallReference: reference,
  carrierImportVoyageNumber: '649E',
  timestamps: [],
  location: { UNLocationCode: 'SGSIN' },
});
const scheduleOf = (reference: string) => ({
  ...service,
  vesselSchedules: [{ vessel: { vesselIMONumber: '9321483' }, isDummyVessel: false, transportCalls: [call(reference)] }],
});

test('a Landfall that pulls from another one has the same current versions, events and schedules', async () => {
  await using first = await openPublishing({
    acme: { schedules: { vesselSchedules: [scheduleOf('ACME-1'), scheduleOf('ACME-2')] } },
    coral: { schedules: { vesselSchedules: [scheduleOf('CORAL-1')] } },
  });
  await first.push('acme', noticesAndEvents(0, 150));
  await first.push('coral', noticesAndEvents(150, 260));
  await using second = await openPulling(first.url);

  const current = await everyPage(first, '/arrival-notices');
  expect(current).toHaveLength(260);
  expect(await second.notices()).toEqual(byReference(current));
  const events = await everyPage(first, '/events');
  expect(await second.events()).toEqual(events.map((row) => JSON.stringify(row)).toSorted());
  const schedules = (await first.get('/v1/vessel-schedules?vesselIMONumber=9321483')).rows;
  expect(schedules).toHaveLength(3);
  expect(await second.schedules()).toEqual(schedules);

  // Later changes arrive with the next pull, including older versions that arrive late.
  const changed = noticesAndEvents(0, 30, '2026-04-01T00:00:00Z');
  await first.push('acme', changed);
  await first.push('acme', noticesAndEvents(30, 60, '2026-01-01T00:00:00Z'));
  expect(await second.notices()).toEqual(byReference(await everyPage(first, '/arrival-notices')));
});

/** Versions in a random order, as in production. */
function noticesAndEvents(from: number, to: number, time?: string) {
  const numbers = Array.from({ length: to - from }, (_, offset) => from + ((offset * 7) % (to - from)));
  const times = time === undefined ? ['2026-03-02T13:05:00Z', '2026-03-03T13:05:00+01:00', '2026-03-01T13:05:00Z'] : [time];
  return {
    arrivalNotices: times.flatMap((issueDateTime) =>
      numbers.map((number) => ({
        transportDocumentReference: `DOC${number}`,
        typeLabel: `label ${number % 2}`,
        issueDateTime,
        additionalInformation: 'é',
      })),
    ),
    events: times.flatMap((eventUpdatedDateTime) =>
      numbers.map((number) => ({ eventID: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, eventUpdatedDateTime })),
    ),
  };
}

async function everyPage(from: { walk(path: string): Promise<readonly { rows: readonly Record<string, unknown>[] }[]> }, path: string) {
  return (await from.walk(path)).flatMap(({ rows }) => rows);
}

function byReference(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

/** Opens a Landfall whose only partner is another one, and returns its content after requesting everything. */
async function openPulling(url: string) {
  const folder = await temporaryFolder();
  const standards = ['arrivalNotices', 'commercialSchedules', 'portCalls'].map((name) => `${name}: { baseUrl: "${url}/dcsa" }`);
  const lines = [...standards, 'outbound: { apiKey: { header: x-api-key, value: key-of-reader } }', 'limits: { requestsPerSecond: 1000 }'];
  const partners = await openPartners({ first: { lines } });
  await partners.writeFiles(folder.path);
  const settings = { PORT: '0', DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: `${folder.path}/access.yaml` };
  const running = await start('all', readConfig(settings), createLogger('silent'), { env: {}, evaluatesArrivals: false });
  const sendQuery = async (query: string): Promise<Record<string, Connection>> => {
    const answer = await fetch(`${running.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: patientQuery(query) }),
    });
    const { data, errors } = (await answer.json()) as { data: Record<string, Connection>; errors?: unknown };
    expect(errors).toBeUndefined();
    for (const { sources } of Object.values(data)) expect(sources).toEqual([{ partner: { id: 'first' }, status: 'OK' }]);
    return data;
  };
  const parts = 'sources { partner { id } status }';
  return {
    notices: async () => {
      const { arrivalNotices } = await sendQuery(
        `{ arrivalNotices(maxAgeSeconds: 0, first: 500) { nodes { current { document } } ${parts} } }`,
      );
      return (arrivalNotices?.nodes ?? []).map(({ current }) => JSON.stringify(current?.document)).toSorted();
    },
    events: async () => {
      const { portCallEvents } = await sendQuery(`{ portCallEvents(maxAgeSeconds: 0, first: 500) { nodes { document } ${parts} } }`);
      return (portCallEvents?.nodes ?? []).map(({ document }) => JSON.stringify(document)).toSorted();
    },
    schedules: async () => {
      const { vesselSchedules } = await sendQuery(
        `{ vesselSchedules(filter: { vesselIMONumber: "9321483" }, maxAgeSeconds: 0) { nodes { document } ${parts} } }`,
      );
      return (vesselSchedules?.nodes ?? []).map(({ document }) => document);
    },
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await partners[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

interface Connection {
  readonly nodes: readonly { readonly document?: unknown; readonly current?: { readonly document: unknown } }[];
  readonly sources: readonly { readonly partner: { readonly id: string }; readonly status: string }[];
}
