import { describe, expect, it } from 'vitest';
import { type OpenSchedules, openSchedules, type ProducerFile, pageOf, serviceOf } from './open-schedules.ts';

interface Answered {
  readonly vesselSchedules: {
    readonly nodes: { readonly partner: { readonly id: string }; readonly carrierServiceCode: string | null }[];
    readonly sources: {
      readonly partner: { readonly id: string };
      readonly status: string;
      readonly retrievedAt: string | null;
      readonly apiVersion: string | null;
      readonly feedback: { severity: string; message: string }[];
    }[];
  };
}
const query = `query ($filter: VesselScheduleFilter!) { vesselSchedules(filter: $filter, maxWaitMs: 60000) {
  nodes { partner { id } carrierServiceCode } sources { partner { id } status retrievedAt apiVersion feedback { severity message } } } }`;
const filter = { vesselIMONumber: '9321483' };
const sound = pageOf([serviceOf('FE1')]);

async function askedOf(schedules: OpenSchedules, queried: object = filter) {
  const { vesselSchedules } = await schedules.query<Answered>(query, { filter: queried });
  const { nodes, sources } = vesselSchedules;
  return {
    rows: nodes.map(({ partner, carrierServiceCode }) => `${partner.id}:${carrierServiceCode}`),
    statuses: Object.fromEntries(sources.map(({ partner, status }) => [partner.id, status])),
    sources,
  };
}

describe('a Producer that fails costs its own rows only and is reported in sources', () => {
  const impatient: ProducerFile = { limits: 'timeoutMs: 300, deadlineMs: 500' };
  it.each([
    ['FAILED', 'answers 500', { status: 500 }],
    ['FAILED', 'does not have the endpoint', { status: 404 }],
    ['FAILED', 'answers HTML', { body: '<html>' }],
    ['FAILED', 'answers an object', { body: { schedules: [] } }],
    ['FAILED', 'breaks off', { body: [serviceOf('FE1')], fault: 'cut' }],
    ['FAILED', 'hangs up', { fault: 'drop' }],
    ['TIMED_OUT', 'says nothing', { fault: 'hang' }],
    ['TIMED_OUT', 'drips', { fault: 'drip' }],
    ['DENIED', 'does not know us', { status: 401 }],
    ['DENIED', 'does not let us in', { status: 403 }],
    ['REFUSED_FILTER', 'refuses the filter', { status: 400, body: { errors: [] } }],
    ['EMPTY', 'has nothing', pageOf([])],
  ] as const)('%s: it %s', async (status, _how, answer) => {
    await using schedules = await openSchedules({
      acme: {},
      bad: { ...(status === 'TIMED_OUT' && impatient), otherwise: answer },
      zulu: {},
    });
    for (const id of ['acme', 'zulu']) schedules.producer(id).answer(sound);
    const { rows, statuses, sources } = await askedOf(schedules);
    expect(rows).toEqual(['acme:FE1', 'zulu:FE1']);
    expect(statuses).toEqual({ acme: 'OK', bad: status, zulu: 'OK' });
    const [acme, bad] = sources;
    expect(acme).toMatchObject({ apiVersion: '1.0.3', retrievedAt: expect.any(String), feedback: [] });
    expect(bad?.feedback).toHaveLength(status === 'EMPTY' ? 0 : 1);
  });

  it('REFUSED_FILTER shows its own reason, without our credential and control characters, and not at any length', async () => {
    const reason = `Set portcode\u001b[2J; key-of-bad is known, Bearer eyJhbGciOi.J9.c2ln too${'.'.repeat(1_000)}`;
    await using schedules = await openSchedules({
      bad: {
        outbound: '{ apiKey: { header: x-api-key, value: key-of-bad } }',
        otherwise: { status: 400, body: { errors: [{ errorCodeText: 'x', errorCodeMessage: reason }] } },
      },
    });
    const [bad] = (await askedOf(schedules)).sources;
    const [{ message = '' } = {}] = (bad?.feedback ?? []) as { message?: string }[];
    expect(message).toMatch(
      /rejected the request \(400\)\. Its reason: "Set portcode \[2J; \[redacted\] is known, Bearer \[redacted\] too\.+"$/,
    );
    expect(message.length).toBeLessThan(400);
  });

  it('keeps the pages that preceded its failure', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf([serviceOf('FE1')], 'more'), { status: 400 });
    const { rows, statuses } = await askedOf(schedules);
    expect(rows).toEqual(['acme:FE1']);
    expect(statuses).toEqual({ acme: 'FAILED' });
  });

  it('loses the row that is not an object, and no other one', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer({ body: [null, 'FE0', serviceOf('FE1'), []] });
    const { rows, statuses, sources } = await askedOf(schedules);
    expect(rows).toEqual(['acme:FE1']);
    expect(statuses).toEqual({ acme: 'OK' });
    expect(sources[0]?.feedback).toEqual([{ severity: 'WARN', message: expect.stringContaining('3 of its rows') }]);
  });
});

describe('the requested partners', () => {
  it('are all partners that offer schedules, or those that are named', async () => {
    await using schedules = await openSchedules({ acme: {}, none: { schedules: null }, zulu: {} });
    for (const id of ['acme', 'zulu', 'zulu']) schedules.producer(id).answer(sound);
    expect((await askedOf(schedules)).statuses).toEqual({ acme: 'OK', zulu: 'OK' });
    const named = await askedOf(schedules, { ...filter, partners: ['zulu', 'none', 'unknown'] });
    expect(named.statuses).toEqual({ unknown: 'NOT_CONNECTED', none: 'NOT_CONNECTED', zulu: 'OK' });
    expect(named.rows).toEqual(['zulu:FE1']);
  });

  it('determine the order of rows, with each one’s rows in its own order', async () => {
    await using schedules = await openSchedules({ zulu: {}, acme: {} });
    schedules.producer('zulu').answer(pageOf([serviceOf('B'), serviceOf('A')]));
    schedules.producer('acme').answer(pageOf([serviceOf('D'), serviceOf('C')]));
    expect((await askedOf(schedules)).rows).toEqual(['acme:D', 'acme:C', 'zulu:B', 'zulu:A']);
  });
});

describe('filters', () => {
  const calls = (...ports: string[]) => ({
    ...serviceOf('FE1'),
    vesselSchedules: [{ transportCalls: ports.map((UNLocationCode) => ({ location: { UNLocationCode } })) }],
  });

  it('that a Producer ignores are applied to its answer, and this is reported', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf([serviceOf('FE1'), serviceOf('FE2')]));
    const { rows, statuses } = await askedOf(schedules, { carrierServiceCode: 'FE2' });
    expect(rows).toEqual(['acme:FE2']);
    expect(statuses).toEqual({ acme: 'IGNORED_FILTER' });
  });

  it('that its file does not list are not sent and applied nevertheless', async () => {
    await using schedules = await openSchedules({ acme: { schedules: ['filters: [vesselIMONumber]'] } });
    schedules.producer('acme').answer(pageOf([serviceOf('FE1'), serviceOf('FE2')]));
    const { rows, statuses } = await askedOf(schedules, { ...filter, carrierServiceCode: 'FE2' });
    expect(schedules.producer('acme').requests.map(({ url }) => url)).toEqual([
      '/cs/v1/vessel-schedules?vesselIMONumber=9321483&limit=100',
    ]);
    expect(rows).toEqual(['acme:FE2']);
    expect(statuses).toEqual({ acme: 'OK' });
  });

  it('without a selecting one that it supports are refused for it, and it is not requested', async () => {
    await using schedules = await openSchedules({ acme: { schedules: ['filters: [vesselIMONumber]'] } });
    const { statuses, sources } = await askedOf(schedules, { carrierServiceCode: 'FE2' });
    expect(statuses).toEqual({ acme: 'REFUSED_FILTER' });
    expect(sources[0]).toMatchObject({ retrievedAt: null, feedback: [{ severity: 'WARN' }] });
    expect(schedules.producer('acme').requests).toEqual([]);
  });

  it('trim whole voyages of an older Producer to the matching calls', async () => {
    await using schedules = await openSchedules({ acme: {} });
    schedules.producer('acme').answer(pageOf([calls('NLRTM', 'SGSIN', 'CNSHA')], undefined, '1.0.1'));
    const { vesselSchedules } = await schedules.query<{
      vesselSchedules: { nodes: { document: object; vesselSchedules: object[] }[]; sources: object[] };
    }>(
      `{ vesselSchedules(filter: { UNLocationCode: "SGSIN", responseScope: MATCHED_CALLS }) {
        nodes { document vesselSchedules { transportCalls { location { UNLocationCode } } } } sources { status apiVersion } } }`,
    );
    expect(vesselSchedules.sources).toEqual([{ status: 'IGNORED_FILTER', apiVersion: '1.0.1' }]);
    expect(vesselSchedules.nodes[0]?.vesselSchedules).toEqual([{ transportCalls: [{ location: { UNLocationCode: 'SGSIN' } }] }]);
    expect(vesselSchedules.nodes[0]?.document).toEqual(calls('NLRTM', 'SGSIN', 'CNSHA'));
  });

  it('by cargo are not treated as matched by a Producer whose version does not know them', async () => {
    await using schedules = await openSchedules({ acme: {}, zulu: {} });
    schedules.producer('acme').answer(pageOf([{ solutionNumber: 1 }], undefined, '1.0.2'));
    schedules.producer('zulu').answer(pageOf([{ solutionNumber: 2 }]));
    const { pointToPointRoutes } = await schedules.query<{ pointToPointRoutes: object }>(
      `{ pointToPointRoutes(filter: { placeOfReceipt: "NLRTM", placeOfDelivery: "SGSIN", cargoType: "REEFER" }) {
        nodes { partner { id } solutionNumber } sources { partner { id } status } } }`,
    );
    expect(pointToPointRoutes).toEqual({
      nodes: [{ partner: { id: 'zulu' }, solutionNumber: 2 }],
      sources: [
        { partner: { id: 'acme' }, status: 'REFUSED_FILTER' },
        { partner: { id: 'zulu' }, status: 'OK' },
      ],
    });
  });

  it.each([
    ['{ vesselSchedules(filter: {}) { nodes { partner { id } } } }', /at least one/],
    ['{ vesselSchedules(filter: { carrierVoyageNumber: "649E" }) { nodes { partner { id } } } }', /carrierVoyageNumber/],
    [
      '{ vesselSchedules(filter: { vesselName: "X", startDate: "2026-12-02", endDate: "2026-12-01" }) { nodes { partner { id } } } }',
      /startDate/,
    ],
    ['{ portSchedules(filter: { UNLocationCode: "sgsin", date: "2026-12-01" }) { nodes { partner { id } } } }', /UNLocationCode/],
    ['{ portSchedules(filter: { UNLocationCode: "SGSIN", date: "01-12-2026" }) { nodes { partner { id } } } }', /calendar day/],
    ['{ pointToPointRoutes(filter: { placeOfReceipt: "X", placeOfDelivery: "SGSIN" }) { nodes { partner { id } } } }', /placeOfReceipt/],
    ['{ vesselSchedules(filter: { vesselName: "X" }, maxAgeSeconds: -1) { nodes { partner { id } } } }', /maxAgeSeconds/],
    ['{ vesselSchedules(filter: { vesselName: "X" }, first: 501) { nodes { partner { id } } } }', /first/],
    [
      '{ vessel(vesselIMONumber: "9321483") { vesselSchedules(startDate: "2026-12-02", endDate: "2026-12-01") { nodes { partner { id } } } } }',
      /startDate/,
    ],
  ])('that are invalid are rejected and no partner is requested: %s', async (bad, message) => {
    await using schedules = await openSchedules({ acme: {} });
    const { errors } = await schedules.tryQuery(bad);
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(schedules.producer('acme').requests).toEqual([]);
  });
});
