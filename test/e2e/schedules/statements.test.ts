import { describe, expect, it } from 'vitest';
import { fixture, type OpenSchedules, openSchedules, pageOf } from './open-schedules.ts';

const end =
  'transportCallReference facilityTypeCode dateTime location { UNLocationCode addressLines address { street POBox addressLines } facility { facilityName facilityCode } port { UNLocationCode } }';
const ship = 'vesselIMONumber name vessel { vesselIMONumber }';
const routes = `{ pointToPointRoutes(filter: { placeOfReceipt: "NLRTM", placeOfDelivery: "MYPKG" }) { nodes {
  partner { id } apiVersion document violations { path message } solutionNumber transitTime placeOfReceipt { ${end} } placeOfDelivery { ${end} }
  legs { departure { ${end} } arrival { ${end} } transport { __typename modeOfTransport
    ... on VesselTransport { transportCallReference vessel { ${ship} } } ... on BargeTransport { transportCallReference barge { ${ship} } } } } } } }`;

interface Route {
  readonly document: object;
  readonly violations: { path: string }[];
  readonly placeOfReceipt: { location: Record<string, unknown> | null } | null;
  readonly legs: { departure: { transportCallReference: string | null } | null; transport: Record<string, unknown> | null }[] | null;
}

async function routeOf(schedules: OpenSchedules, document: unknown): Promise<Route> {
  schedules.producer('acme').answer(pageOf([document]));
  const { pointToPointRoutes } = await schedules.query<{ pointToPointRoutes: { nodes: Route[] } }>(routes);
  const [route] = pointToPointRoutes.nodes;
  return route ?? expect.fail('the route is missing');
}

describe('a route', () => {
  it('shows the mode of each leg, and ships and places by their keys', async () => {
    await using schedules = await openSchedules({ acme: {} });
    const { legs, placeOfReceipt, document } = await routeOf(schedules, fixture('route'));
    expect(legs?.map(({ transport }) => transport)).toEqual([
      {
        __typename: 'VesselTransport',
        modeOfTransport: 'VESSEL',
        transportCallReference: null,
        vessel: { vesselIMONumber: '9321483', name: 'COFFEE STAR', vessel: { vesselIMONumber: '9321483' } },
      },
      {
        __typename: 'BargeTransport',
        modeOfTransport: 'BARGE',
        transportCallReference: 'OLD-2',
        barge: { vesselIMONumber: '9800011', name: 'KOPI TIGA', vessel: { vesselIMONumber: '9800011' } },
      },
      { __typename: 'OtherTransport', modeOfTransport: 'TRUCK' },
    ]);
    expect(placeOfReceipt?.location).toEqual({
      UNLocationCode: 'NLRTM',
      addressLines: ['Europaweg 875', '3199 LD Rotterdam'],
      address: { street: 'Europaweg', POBox: null, addressLines: null },
      facility: { facilityName: null, facilityCode: 'DDE' },
      port: { UNLocationCode: 'NLRTM' },
    });
    expect(document).toEqual(fixture('route'));
  });

  it('shows the old reference of the call only if neither end of the leg has one', async () => {
    await using schedules = await openSchedules({ acme: {} });
    const leg = (departure: object, arrival: object) => ({
      departure,
      arrival,
      transport: { modeOfTransport: 'VESSEL', transportCallReference: 'OLD' },
    });
    const { legs } = await routeOf(schedules, {
      legs: [leg({ transportCallReference: 'D' }, {}), leg({}, { transportCallReference: 'A' }), leg({}, {})],
    });
    expect(legs?.map(({ transport }) => transport?.['transportCallReference'])).toEqual([null, null, 'OLD']);
  });

  it('with invalid parts is shown as far as possible, with its violations and the document', async () => {
    await using schedules = await openSchedules({ acme: {} });
    const { legs, violations, document, placeOfReceipt } = await routeOf(schedules, fixture('schema-violations'));
    expect(document).toEqual(fixture('schema-violations'));
    expect(violations).toHaveLength(15);
    expect(placeOfReceipt?.location).toMatchObject({ UNLocationCode: '7', address: null, port: null });
    expect(legs?.map(({ transport }) => transport)).toEqual([{ __typename: 'OtherTransport', modeOfTransport: 'DRONE' }]);
  });

  it('is not affected by attributes that the standard does not know under names that the graph knows', async () => {
    await using schedules = await openSchedules({ acme: {} });
    const location = {
      UNLocationCode: 'NLRTM',
      port: 7,
      facility: { facilityCode: 'DDE', facilityName: {} },
      address: { street: 'S', POBox: {}, addressLines: 1 },
    };
    const rubbish = { partner: {}, retrievedAt: 1, violations: 'none', document: 'none', apiVersion: {}, __typename: 'Vessel' };
    const { placeOfReceipt, document } = await routeOf(schedules, {
      ...rubbish,
      placeOfReceipt: { transportCallReference: {}, location },
      legs: [{ transport: { modeOfTransport: 'VESSEL', __typename: 'Vessel', vessel: { vesselIMONumber: '9321483', vessel: 1 } } }],
    });
    expect(placeOfReceipt).toMatchObject({
      transportCallReference: null,
      location: {
        address: { street: 'S', POBox: null, addressLines: null },
        facility: { facilityName: null },
        port: { UNLocationCode: 'NLRTM' },
      },
    });
    expect(document).toMatchObject(rubbish);
  });

  it.each([
    [
      'arrival before departure',
      { legs: [{ departure: { dateTime: '2026-12-04T02:00:00+01:00' }, arrival: { dateTime: '2026-11-04T02:00:00+01:00' } }] },
    ],
    ['a leg without transport', { legs: [{ departure: {}, arrival: {} }] }],
    ['no legs', { legs: [] }],
    ['nothing at all', {}],
    ['cut-offs of unknown kinds, years ago', { cutOffTimes: [{ cutOffDateTimeCode: 'XYZ', cutOffDateTime: '1999-01-01T00:00:00Z' }] }],
    ['an attribute of a later version', { isCargoOperationalCall: true }],
  ])('is not checked for plausibility: %s', async (_what, document) => {
    await using schedules = await openSchedules({ acme: {} });
    expect((await routeOf(schedules, document)).document).toEqual(document);
  });
});

describe('vessel and port schedules', () => {
  it('are shown with every attribute', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf([fixture('service-schedule')]), pageOf([fixture('port-schedule')]));
    const call = 'portVisitReference transportCallReference carrierImportVoyageNumber timestamps { eventTypeCode eventDateTime }';
    const { vesselSchedules, portSchedules } = await schedules.query<Record<'vesselSchedules' | 'portSchedules', { nodes: object[] }>>(`{
      vesselSchedules(filter: { vesselIMONumber: "9321483" }) { nodes { partner { id } carrierServiceCode violations { path }
        vesselSchedules { isDummyVessel vessel { ${ship} } transportCalls { ${call} isCargoOperationalCall location { facilitySMDGCode waterwaySMDGEntryPointCode port { UNLocationCode } } } } } }
      portSchedules(filter: { UNLocationCode: "SGSIN", date: "2026-12-01" }) { nodes { location { port { UNLocationCode } }
        vesselSchedules { servicePartners { carrierExportVoyageNumber } timestamps { eventClassifierCode } cutOffTimes { cutOffDateTimeCode } } } } }`);
    expect(vesselSchedules.nodes).toMatchObject([
      {
        partner: { id: 'acme' },
        carrierServiceCode: 'FE1',
        violations: [],
        vesselSchedules: [
          {
            vessel: { vessel: { vesselIMONumber: '9321483' } },
            transportCalls: [
              {},
              { portVisitReference: 'SGSIN26004411', location: { facilitySMDGCode: 'PSA', port: { UNLocationCode: 'SGSIN' } } },
              { isCargoOperationalCall: null },
              { isCargoOperationalCall: false, location: { waterwaySMDGEntryPointCode: 'SUEZS', port: { UNLocationCode: 'EGSUZ' } } },
            ],
          },
        ],
      },
    ]);
    expect(portSchedules.nodes).toEqual([
      {
        location: { port: { UNLocationCode: 'SGSIN' } },
        vesselSchedules: [
          {
            servicePartners: [{ carrierExportVoyageNumber: '702W' }],
            timestamps: [{ eventClassifierCode: 'EST' }, { eventClassifierCode: 'PLN' }],
            cutOffTimes: [{ cutOffDateTimeCode: 'PCO' }],
          },
        ],
      },
    ]);
  });

  it('use the IMO number of a ship that is called a dummy, and have no ship if there is none', async () => {
    await using schedules = await openSchedules({ acme: {} });
    const vesselSchedules = [
      { isDummyVessel: true, vessel: { vesselIMONumber: '9321483' } },
      { isDummyVessel: true },
      { vessel: { name: 'X' }, transportCalls: [{}] },
    ];
    schedules.producer('acme').answer(pageOf([{ carrierServiceCode: 'FE1', vesselSchedules }]));
    const answered = await schedules.query<{ vesselSchedules: { nodes: object[] } }>(
      '{ vesselSchedules(filter: { carrierServiceCode: "FE1" }) { nodes { vesselSchedules { isDummyVessel vessel { vessel { vesselIMONumber } } transportCalls { location { UNLocationCode } } } } } }',
    );
    expect(answered.vesselSchedules.nodes).toEqual([
      {
        vesselSchedules: [
          { isDummyVessel: true, vessel: { vessel: { vesselIMONumber: '9321483' } }, transportCalls: null },
          { isDummyVessel: true, vessel: null, transportCalls: null },
          { isDummyVessel: null, vessel: { vessel: null }, transportCalls: [{ location: null }] },
        ],
      },
    ]);
  });
});
