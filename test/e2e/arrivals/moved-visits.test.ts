import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventWith, fullVoyage, noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { dayIn } from '../../support/day-in.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { openPartners } from '../../support/partners.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { until } from '../../support/until.ts';
import { keyOf } from '../access/open-access.ts';
import { untilArrival } from './until-arrival.ts';

const carriers = [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }] as const;
const arrivalOn = (days: number) => `${dayIn(days)}T12:00:00+08:00`;
const scheduleOn = (days: number) => ({ vesselSchedules: [vesselScheduleWith({ arrival: arrivalOn(days) })] });
/** A berth event that nothing but ship, port and voyage leads to. */
const berthOn = (days: number, event: { readonly eventID: string; readonly eventUpdatedDateTime: string }) =>
  eventWith({
    event,
    portCall: { portCallID: event.eventID },
    terminalCall: { terminalCallReference: undefined, importVoyageNumberOrReference: { carrierVoyageNumber: '649E' } },
    timestamp: { classifierCode: 'PLN', serviceDateTime: arrivalOn(days) },
  }).wire as object;

/** Returns a client of one tenant. */
function clientOf(landfall: OpenLandfall, tenant: string): Pick<OpenLandfall, 'query'> {
  return {
    query: async (query, variables = {}) => {
      const headers = { 'content-type': 'application/json', ...keyOf(tenant).sent };
      const answer = await fetch(`${landfall.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
      const { data, errors } = (await answer.json()) as { data: never; errors?: unknown };
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
  };
}

interface Alerts {
  readonly arrivalAlerts: { readonly nodes: readonly { kind: string; hoursMoved: number | null; arrival: { id: string } }[] };
}

describe.for(someStoresOfTests())('a visit that moves over $name', (store) => {
  test('keeps its match and is reported, to the operator and to a tenant of some partners', async () => {
    await using folder = await temporaryFolder();
    await using opened = store.open();
    await using partners = await openPartners({ acme: { carriers, schedules: scheduleOn(3) }, coral: {}, port: {} });
    await partners.writeFiles(folder.path);
    const accessFile = join(folder.path, 'access.json');
    const tenants = { operator: keyOf('operator').written, limited: { ...keyOf('limited').written, partners: ['acme', 'port'] } };
    await writeFile(accessFile, JSON.stringify({ tenants }));
    const settings = { PARTNERS_DIR: folder.path, ACCESS_FILE: accessFile, ALERTS_SCHEDULE_SECONDS: '1', AUDIT: 'off' };
    await using landfall = await openLandfall({ ...settings, ...opened.environment }, { evaluatesArrivals: true });
    const clients = ['operator', 'limited'].map((tenant) => clientOf(landfall, tenant));

    // With a schedule: the ship of the samples. Without one: other ships, which no schedule knows.
    const ships = [undefined, '9839179', '9839181', '9839193'];
    const notices = ships.map((vesselIMONumber, index) => {
      const voyage = { ...fullVoyage, ...(vesselIMONumber === undefined ? {} : { vesselIMONumber, vesselName: `OTHER ${index}` }) };
      return noticeWith({ date: dayIn(3), transportDocumentReference: `TD${index}`, voyage });
    });
    await partners.push(landfall.url, 'acme', { arrivalNotices: notices });
    const push = async (index: number, days: number, update: number) => {
      const vesselIMONumber = ships[index];
      const eventUpdatedDateTime = new Date(Date.now() - 60_000 + update * 10_000).toISOString();
      const event = berthOn(days, { eventID: `8b0b6c1e-2f7a-4a6f-9a51-0d6a2f1f4c0${index}`, eventUpdatedDateTime });
      const { vessel } = event as { vessel: object };
      const ofShip = vesselIMONumber === undefined ? vessel : { vesselIMONumber };
      await partners.push(landfall.url, 'port', { events: [{ ...event, vessel: ofShip }] });
      for (const client of clients) {
        await untilArrival(client as never, `TD${index}`, ({ bestTime, statements }) => {
          return bestTime?.source === 'PORT' && statements.port.outcome === 'UNIQUE' && bestTime.localDate === dayIn(days);
        });
      }
    };
    const moves = [
      [0, [3, 5, 8, 13]],
      [1, [3, 5]],
      [2, [3, 6]],
      [3, [3, 8]],
    ] as const;
    for (const [index, days] of moves) for (const [update, day] of days.entries()) await push(index, day, update);
    for (const client of clients) {
      const hours = await until(async () => {
        const { arrivalAlerts } = await client.query<Alerts>(
          '{ arrivalAlerts(filter: { kinds: [ETA_CHANGED] }) { nodes { kind hoursMoved arrival { id } } } }',
        );
        return arrivalAlerts.nodes.length >= 6 && arrivalAlerts.nodes.map(({ hoursMoved }) => hoursMoved);
      });
      expect(hours.toSorted()).toEqual([48, 72, 120, 48, 72, 120].toSorted());
    }
  }, 60_000);

  test('is reported to a tenant of that carrier, if the schedule moves by three days', async () => {
    await using folder = await temporaryFolder();
    await using opened = store.open();
    await using partners = await openPartners({ acme: { carriers, schedules: scheduleOn(2) }, coral: { schedules: {} } });
    await partners.writeFiles(folder.path);
    const accessFile = join(folder.path, 'access.json');
    const tenants = { operator: keyOf('operator').written, limited: { ...keyOf('limited').written, partners: ['acme'] } };
    await writeFile(accessFile, JSON.stringify({ tenants }));
    const settings = { PARTNERS_DIR: folder.path, ACCESS_FILE: accessFile, ALERTS_SCHEDULE_SECONDS: '1', AUDIT: 'off' };
    await using landfall = await openLandfall({ ...settings, ...opened.environment }, { evaluatesArrivals: true });
    const clients = ['operator', 'limited'].map((tenant) => clientOf(landfall, tenant));
    await partners.push(landfall.url, 'acme', { arrivalNotices: [noticeWith({ date: dayIn(2) })] });
    for (const client of clients) await untilArrival(client as never, 'TD1', ({ bestTime }) => bestTime?.source === 'SCHEDULE');
    partners.producer('acme').publish(scheduleOn(5));
    for (const client of clients) {
      await untilArrival(client as never, 'TD1', ({ bestTime }) => bestTime?.localDate === dayIn(5));
      const query = '{ arrivalAlerts(filter: { kinds: [ETA_CHANGED] }) { nodes { kind hoursMoved arrival { id } } } }';
      const { nodes } = await until(async () => {
        const { arrivalAlerts } = await client.query<Alerts>(query);
        return arrivalAlerts.nodes.length > 0 && arrivalAlerts;
      });
      expect(nodes).toMatchObject([{ kind: 'ETA_CHANGED', hoursMoved: 72 }]);
    }
  });

  test('is reported as lost to each tenant, if the carrier answers without the call, whose lists of partners differ in silent ones', async () => {
    await using folder = await temporaryFolder();
    await using opened = store.open();
    await using partners = await openPartners({ acme: { carriers, schedules: scheduleOn(3) }, port: {}, quay: {}, dock: {} });
    await partners.writeFiles(folder.path);
    const lists = [['acme'], ['acme', 'port'], ['acme', 'quay'], ['acme', 'port', 'quay'], ['acme', 'quay', 'dock']];
    const names = ['operator', ...lists.map((list) => list.join('-'))];
    const tenants = Object.fromEntries(
      names.map((name, index) => [name, { ...keyOf(name).written, ...(index > 0 && { partners: lists[index - 1] }) }]),
    );
    const accessFile = join(folder.path, 'access.json');
    await writeFile(accessFile, JSON.stringify({ tenants }));
    const settings = { PARTNERS_DIR: folder.path, ACCESS_FILE: accessFile, ALERTS_SCHEDULE_SECONDS: '1', AUDIT: 'off' };
    await using landfall = await openLandfall({ ...settings, ...opened.environment }, { evaluatesArrivals: true });
    const clients = names.map((name) => clientOf(landfall, name));
    await partners.push(landfall.url, 'acme', { arrivalNotices: [noticeWith({ date: dayIn(3) })] });
    for (const client of clients) await untilArrival(client as never, 'TD1', ({ statements }) => statements.schedule.outcome === 'UNIQUE');
    partners.producer('acme').publish({ vesselSchedules: [] });
    for (const client of clients) {
      await until(async () => {
        const { arrivalAlerts } = await client.query<Alerts>(
          '{ arrivalAlerts(filter: { kinds: [MATCH_LOST] }) { nodes { kind hoursMoved arrival { id } } } }',
        );
        return arrivalAlerts.nodes.length === 1;
      });
    }
  }, 60_000);
});
