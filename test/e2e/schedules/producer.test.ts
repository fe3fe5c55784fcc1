import { expect, test } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { fixture, openSchedules, pageOf } from './open-schedules.ts';

const path = '/v1/port-schedules';
const values = { UNLocationCode: 'SGSIN', date: '2026-12-01' };

const servicePartner = {
  carrierServiceName: 'Asia Express',
  carrierServiceCode: 'AEX',
  carrierImportVoyageNumber: '203W',
  carrierExportVoyageNumber: '204E',
};

/** A port schedule of a terminal with one arrival. */
function portSchedule(facilitySMDGCode: string | undefined, eventDateTime?: string): object {
  const timestamps = eventDateTime === undefined ? [] : [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime }];
  const location = { UNLocationCode: 'SGSIN', ...(facilitySMDGCode === undefined ? {} : { facilitySMDGCode }) };
  return { location, vesselSchedules: [{ servicePartners: [servicePartner], isDummyVessel: true, timestamps }] };
}

test('a partner that takes too long is missing from all pages of a query, and its answer is available for the next query', async () => {
  await using schedules = await openSchedules({ acme: {}, late: {} }, { sourcesLimitMs: 100 });
  const answered = deferred();
  const { answer, received } = schedules.producer('late');
  schedules.producer('acme').answer(pageOf([portSchedule('A'), portSchedule('B')]));
  answer({ ...pageOf([portSchedule('C')]), after: answered.promise });
  await schedules.query(
    '{ portSchedules(filter: { UNLocationCode: "SGSIN", date: "2026-12-01", partners: ["acme"] }, maxWaitMs: 60000) { nodes { partner { id } } } }',
  );
  const first = await schedules.publish(path, { values, limit: 1 });
  const second = await schedules.publish(path, { values, limit: 1, cursor: first.nextCursor });
  expect([first, second].map(({ partners }) => partners)).toEqual([['acme'], ['acme']]);
  for (const { missing } of [first, second]) expect(missing).toMatchObject([{ partner: 'late', status: 'PENDING' }]);
  expect(second.nextCursor).toBeUndefined();
  await received(1);
  answered.resolve();
  await expect.poll(async () => (await schedules.publish(path, { values })).partners).toEqual(['acme', 'acme', 'late']);
  expect(schedules.producer('late').requests).toHaveLength(1);
});

test('a subscriber gets a complete page of a partner that requests a short pause', async () => {
  await using schedules = await openSchedules({ acme: {} });
  schedules.producer('acme').answer({ status: 429, headers: { 'retry-after': '1' } }, pageOf([portSchedule('A')]));
  expect(await schedules.publish(path, { values })).toMatchObject({ partners: ['acme'], missing: [] });
});

test('port schedules of all partners are sorted by terminal, then by their earliest timestamp as an instant, also over pages', async () => {
  await using schedules = await openSchedules({ acme: {}, coral: {} });
  const [early, late] = ['2026-12-02T01:00:00+08:00', '2026-12-01T18:00:00Z'];
  schedules.producer('acme').answer(pageOf([portSchedule('TUAS'), portSchedule(undefined), portSchedule('PSA', late)]));
  schedules.producer('coral').answer(pageOf([portSchedule('TUAS'), portSchedule('PSA'), portSchedule('PSA', early)]));
  const expected = ['coral PSA', 'acme PSA', 'coral PSA', 'acme TUAS', 'coral TUAS', 'acme undefined'];
  const placed = ({ partners, documents }: Awaited<ReturnType<typeof schedules.publish>>) =>
    documents.map(
      (document, index) => `${partners[index]} ${(document as { location: { facilitySMDGCode?: string } }).location.facilitySMDGCode}`,
    );
  const whole = await schedules.publish(path, { values });
  expect(placed(whole)).toEqual(expected);
  expect(whole.documents[0]).toEqual(portSchedule('PSA', early));
  const walked: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await schedules.publish(path, { values, limit: 4, cursor });
    walked.push(...placed(page));
    cursor = page.nextCursor;
  }
  expect(walked).toEqual(expected);
});

test('pages of large rows end after 4 MiB, for subscribers and in GraphQL, and no row is lost between them', async () => {
  await using schedules = await openSchedules({ acme: {} });
  const rows = Array.from({ length: 7 }, (_, index) => ({ ...portSchedule(`T${index}`), padding: 'x'.repeat(1_500_000) }));
  schedules.producer('acme').answer(pageOf(rows));
  const published: number[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await schedules.publish(path, { values, cursor });
    published.push(page.documents.length);
    cursor = page.nextCursor;
  }
  const requested: number[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { portSchedules } = await schedules.query<{ portSchedules: PageOfSchedules }>(
      `query ($after: String) { portSchedules(filter: { UNLocationCode: "SGSIN", date: "2026-12-01" }, first: 500, after: $after) {
        nodes { document } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    requested.push(portSchedules.nodes.length);
    after = portSchedules.pageInfo.hasNextPage ? portSchedules.pageInfo.endCursor : null;
  }
  expect([published, requested]).toEqual([
    [2, 2, 2, 1],
    [2, 2, 2, 1],
  ]);
});

interface PageOfSchedules {
  readonly nodes: readonly { readonly document: object }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

test('a leg by rail is published with its mode only, whatever its partner states about it', async () => {
  await using schedules = await openSchedules({ acme: {} });
  const route = fixture('route') as { legs: { transport?: object }[] };
  const withTransport = (transport: object) => ({ ...route, legs: route.legs.map((leg) => ({ ...leg, transport })) });
  const overfull = { servicePartners: [], modeOfTransport: 'RAIL', wagons: 40 };
  const ship = { modeOfTransport: 'VESSEL', servicePartners: [], wagons: 0 };
  schedules.producer('acme').answer(pageOf([withTransport(overfull), withTransport(ship), route]));
  const { documents } = await schedules.publish('/v1/point-to-point-routes', {
    values: { placeOfReceipt: 'NLRTM', placeOfDelivery: 'MYPKG' },
  });
  expect(documents).toEqual([withTransport({ modeOfTransport: 'RAIL' }), withTransport(ship), route]);
});
