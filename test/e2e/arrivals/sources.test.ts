import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventWith, noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { dayIn } from '../../support/day-in.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import { someStoresOfTests, type TestStore } from '../../support/stores.ts';
import { alertNameOf, createAlertSubscriber } from '../../support/subscriber.ts';
import { until } from '../../support/until.ts';
import { keyOf } from '../access/open-access.ts';
import { untilArrival } from './until-arrival.ts';

interface OpenSources extends AsyncDisposable {
  readonly landfall: OpenLandfall;
  readonly partners: TestPartners;
}

const carriers = [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }] as const;
const arrivalOn = (days: number) => `${dayIn(days)}T12:00:00+08:00`;
const scheduleOn = (days: number) => ({ vesselSchedules: [vesselScheduleWith({ arrival: arrivalOn(days) })] });

/** Starts Landfall with a carrier that answers requests for schedules and a port that pushes. */
async function openSources(store: TestStore, tenants?: object): Promise<OpenSources> {
  const folder = await temporaryFolder();
  const opened = store.open();
  const partners = await openPartners({ acme: { carriers, schedules: scheduleOn(20) }, port: {} });
  await partners.writeFiles(folder.path);
  const accessFile = join(folder.path, 'access.json');
  if (tenants !== undefined) await writeFile(accessFile, JSON.stringify({ tenants }));
  const settings = { PARTNERS_DIR: folder.path, ACCESS_FILE: accessFile, ALERTS_SCHEDULE_SECONDS: '1', AUDIT: 'off' };
  const landfall = await openLandfall({ ...settings, ...opened.environment }, { evaluatesArrivals: true });
  return {
    landfall,
    partners,
    [Symbol.asyncDispose]: async () => {
      await landfall[Symbol.asyncDispose]();
      await partners[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe.for(someStoresOfTests())('sources of alerts over $name', (store) => {
  test('a schedule that changes at its carrier raises an alert without a query of a client', async () => {
    await using sources = await openSources(store);
    const { landfall, partners } = sources;
    await partners.push(landfall.url, 'acme', { arrivalNotices: [noticeWith({ date: dayIn(20) })] });
    await untilArrival(landfall, 'TD1', ({ bestTime }) => bestTime?.source === 'SCHEDULE');
    // From the start of the log, because the schedule may be queried before the subscription begins.
    const subscriber = createAlertSubscriber('0', { filter: { kinds: ['ETA_CHANGED'] } });
    const listening = subscriber.listen(landfall.url);
    partners.producer('acme').publish(scheduleOn(22));
    await subscriber.until(({ length }) => length > 0);
    await subscriber.stop();
    await listening;
    expect(subscriber.events).toMatchObject([{ alert: { kind: 'ETA_CHANGED', transition: 'RAISED', hoursMoved: 48 } }]);
  });

  test('a ship that has passed the canal of a port has not arrived there', async () => {
    await using sources = await openSources(store);
    const { landfall, partners } = sources;
    // Panama has no daylight saving time.
    const inHours = (hours: number) => new Date(Date.now() + (hours - 5) * 3_600_000).toISOString().replace(/\.\d+Z/, '-05:00');
    const passage = {
      transportCallReference: 'PASSAGE',
      isCargoOperationalCall: false,
      timestamps: [{ eventTypeCode: 'ARRI', eventClassifierCode: 'ACT', eventDateTime: inHours(-1) }],
    };
    const [arrival, UNLocationCode] = [inHours(23), 'PAONX'];
    partners.producer('acme').publish({
      vesselSchedules: [
        vesselScheduleWith({ call: passage, location: { UNLocationCode, waterwaySMDGEntryPointCode: 'PANAN' } }),
        vesselScheduleWith({ location: { UNLocationCode, facilitySMDGCode: 'CCT' }, arrival }),
      ],
    });
    const day = arrival.slice(0, 10);
    const { transport, ...notice } = noticeWith({ date: day });
    const toColon = { ...(transport as object), portOfDischarge: { UNLocationCode } };
    await partners.push(landfall.url, 'acme', { arrivalNotices: [{ ...notice, transport: toColon }] });
    const expected = await untilArrival(landfall, 'TD1', ({ bestTime }) => bestTime?.source === 'SCHEDULE');
    expect(expected).toMatchObject({ state: 'EXPECTED', bestTime: { localDate: day }, statements: { schedule: { outcome: 'UNIQUE' } } });
  });

  test('a carrier that skips the port raises PORT_CALL_OMITTED', async () => {
    await using sources = await openSources(store);
    const { landfall, partners } = sources;
    const subscriber = createAlertSubscriber('0');
    const listening = subscriber.listen(landfall.url);
    await partners.push(landfall.url, 'acme', { arrivalNotices: [noticeWith({ date: dayIn(20) })] });
    const timestamp = { classifierCode: 'EST', serviceDateTime: arrivalOn(20) };
    await partners.push(landfall.url, 'port', { events: [eventWith({ timestamp }).wire as object] });
    await untilArrival(landfall, 'TD1', ({ statements }) => statements.port.outcome === 'UNIQUE');
    const omitted = { eventID: '5d1f7c9a-7a0b-4d56-9f0c-4a6f5b1f9c22', eventUpdatedDateTime: '2026-12-21T07:30:00Z' };
    const event = eventWith({ event: omitted, portCall: { isOmitted: true }, timestamp }).wire as object;
    await partners.push(landfall.url, 'port', { events: [event] });
    await subscriber.until((events) => events.some(({ alert }) => alert?.kind === 'PORT_CALL_OMITTED'));
    await untilArrival(landfall, 'TD1', ({ state }) => state === 'OMITTED');
    await subscriber.stop();
    await listening;
    const names = subscriber.events.map(alertNameOf);
    expect(names.filter((name) => name.startsWith('PORT_CALL_OMITTED'))).toEqual(['PORT_CALL_OMITTED RAISED TD1']);
  });

  test('two tenants with different rights each see a consistent snapshot', async () => {
    const tenants = {
      all: { ...keyOf('all').written },
      notices: { ...keyOf('notices').written, portCalls: false },
      stranger: { ...keyOf('stranger').written, partners: ['port'] },
    };
    await using sources = await openSources(store, tenants);
    const { landfall, partners } = sources;
    const sendQuery = async (tenant: keyof typeof tenants, query: string) => {
      const answer = await fetch(`${landfall.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...keyOf(tenant).sent },
        body: JSON.stringify({ query }),
      });
      const { data, errors } = (await answer.json()) as { data: never; errors?: unknown };
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    };
    const asTenant = (tenant: keyof typeof tenants) => ({
      query: (query: string, variables: object = {}) =>
        sendQuery(
          tenant,
          query.replace(/^query \([^)]*\)/, '').replace(/\$(\w+)/g, (_, name: string) => JSON.stringify(Reflect.get(variables, name))),
        ),
    });
    await partners.push(landfall.url, 'acme', { arrivalNotices: [noticeWith({ date: dayIn(20) })] });
    await untilArrival(asTenant('all') as never, 'TD1', ({ bestTime }) => bestTime?.source === 'SCHEDULE');
    // The berth is more certain than the schedule, for callers who may see it.
    const said = new Date().toISOString();
    const timestamp = { classifierCode: 'PLN', serviceDateTime: arrivalOn(24) };
    await partners.push(landfall.url, 'port', { events: [eventWith({ timestamp, event: { eventUpdatedDateTime: said } }).wire as object] });
    const all = await untilArrival(asTenant('all') as never, 'TD1', ({ bestTime }) => bestTime?.source === 'PORT');
    expect(all.bestTime?.localDate).toBe(dayIn(24));
    const notices = await untilArrival(asTenant('notices') as never, 'TD1', () => true);
    expect(notices).toMatchObject({
      bestTime: { source: 'SCHEDULE', localDate: dayIn(20) },
      statements: { port: { outcome: 'NOT_QUERIED', arrival: null } },
    });
    const alertsOf = async (tenant: keyof typeof tenants) => {
      const query = '{ arrivalAlerts { nodes { kind evidence { source } } totalCount { value } } }';
      const { arrivalAlerts } = (await sendQuery(tenant, query)) as {
        arrivalAlerts: { nodes: { kind: string; evidence: { source: string }[] }[]; totalCount: { value: number } };
      };
      return arrivalAlerts;
    };
    // The state of an arrival is stored before its alerts are in their log.
    await until(async () => (await alertsOf('all')).nodes.some(({ kind }) => kind === 'SOURCES_DISAGREE'));
    const seen = await alertsOf('all');
    expect(seen.totalCount.value).toBe(seen.nodes.length);
    for (const tenant of ['notices', 'stranger'] as const) {
      expect(await alertsOf(tenant)).toEqual({ nodes: [], totalCount: { value: 0 } });
    }
    const query = '{ arrival(partner: "acme", transportDocumentReference: "TD1") { id } arrivals { nodes { id } totalCount { value } } }';
    expect(await sendQuery('stranger', query)).toEqual({ arrival: null, arrivals: { nodes: [], totalCount: { value: 0 } } });

    // A mark of one tenant is not visible to the other.
    const { arrivals } = (await sendQuery('all', '{ arrivals { nodes { id } } }')) as { arrivals: { nodes: { id: string }[] } };
    await sendQuery('all', `mutation { markCollected(id: "${arrivals.nodes[0]?.id}") { isCollected } }`);
    const countOf = async (tenant: keyof typeof tenants) =>
      ((await sendQuery(tenant, '{ arrivals { totalCount { value } } }')) as { arrivals: { totalCount: { value: number } } }).arrivals
        .totalCount.value;
    expect([await countOf('all'), await countOf('notices')]).toEqual([0, 1]);
    await expect(sendQuery('stranger', `mutation { markCollected(id: "${arrivals.nodes[0]?.id}") { isCollected } }`)).rejects.toThrow(
      'NOT_FOUND',
    );
  });
});
