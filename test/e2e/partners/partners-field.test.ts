import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openPartners } from '../../support/partners.ts';

interface Health {
  readonly breaker: string;
  readonly answers: number;
  readonly failures: number;
  readonly lastResponse: { readonly apiVersion: string | null; readonly milliseconds: number } | null;
  readonly lastFailure: { readonly code: string; readonly message: string } | null;
  readonly observed: { readonly ignoredFilters: readonly string[]; readonly refusedRequests: readonly object[] };
}

interface PartnerShown {
  readonly id: string;
  readonly name: string;
  readonly inboundAuth: readonly string[];
  readonly outboundAuth: string | null;
  readonly arrivalNotices: {
    readonly endpoint: object | null;
    readonly lastReceived: { readonly by: string; readonly lagSeconds: number } | null;
  };
  readonly commercialSchedules: { readonly endpoint: { readonly host: string } | null; readonly health: Health | null };
  readonly portCalls: { readonly endpoint: object | null; readonly lastReceived: object | null };
}

const query = `{ partners { id name inboundAuth outboundAuth
  arrivalNotices { endpoint { host } lastReceived { by lagSeconds } }
  commercialSchedules { endpoint { host } health { breaker answers failures lastResponse { apiVersion milliseconds }
    lastFailure { code message } observed { ignoredFilters refusedRequests { filters namedFilters } } } }
  portCalls { endpoint { host } lastReceived { by } } } }`;
const schedules = '{ vesselSchedules(filter: { vesselIMONumber: "9321483" }, maxAgeSeconds: 0) { sources { partner { id } status } } }';

test('partners show the claims of their files, what they sent last, and the health of requests to them', async () => {
  await using folder = await temporaryFolder();
  await using partners = await openPartners({ acme: { schedules: {} }, quiet: {}, wild: { schedules: {} } });
  await partners.writeFiles(folder.path);
  await using landfall = await openLandfall({ PARTNERS_DIR: folder.path });
  const shown = async () => (await landfall.query<{ partners: PartnerShown[] }>(query)).partners;

  expect(await shown()).toMatchObject([
    {
      id: 'acme',
      inboundAuth: ['API_KEY'],
      outboundAuth: null,
      arrivalNotices: { endpoint: null, lastReceived: null },
      commercialSchedules: { endpoint: { host: new URL(partners.producer('acme').url).host }, health: { breaker: 'CLOSED', answers: 0 } },
      portCalls: { endpoint: null, lastReceived: null },
    },
    { id: 'quiet', commercialSchedules: { endpoint: null, health: null } },
    { id: 'wild' },
  ]);

  const issueDateTime = new Date(Date.now() - 90_000).toISOString();
  await partners.push(landfall.url, 'quiet', { arrivalNotices: [{ issueDateTime, transportDocumentReference: 'DOC-1' }] });
  partners.producer('wild').behave({ status: 400, body: { statusCode: 400, errors: [{ property: 'vesselIMONumber' }] } });
  await landfall.query(schedules);
  const [acme, quiet, wild] = await shown();
  expect(quiet?.arrivalNotices.lastReceived?.by).toBe('PUSH');
  expect(quiet?.arrivalNotices.lastReceived?.lagSeconds).toBeGreaterThanOrEqual(90);
  expect(acme?.commercialSchedules.health).toMatchObject({
    answers: 1,
    failures: 0,
    lastResponse: { apiVersion: '1.0.3' },
    lastFailure: null,
  });
  expect(wild?.commercialSchedules.health).toMatchObject({
    breaker: 'CLOSED',
    answers: 0,
    // The refusal may have been about `limit`, so the request was repeated without it.
    failures: 2,
    lastFailure: { code: 'UPSTREAM_REJECTED' },
    observed: { refusedRequests: [{ filters: ['vesselIMONumber'], namedFilters: ['vesselIMONumber'] }] },
  });
});

test('partners show how many of their objects have remarks, and which', async () => {
  await using landfall = await openLandfall();
  const notice = (number: number, more: object) => ({
    transportDocumentReference: `DOC-${number}`,
    issueDateTime: '2026-12-01T08:00:00Z',
    transport: { portOfDischarge: { UNLocationCode: 'NLRTM' } },
    ...more,
  });
  await landfall.push(notice(1, {}), notice(2, { lastFreeDay: '2026-12-09' }), notice(3, { lastFreeDay: null, vesselVoyage: [{}] }));
  // A repeat is not counted again.
  await landfall.push(notice(2, { lastFreeDay: '2026-12-09' }));
  const { partners } = await landfall.query<{ partners: { id: string; arrivalNotices: { receivedRemarks: object } }[] }>(
    `{ partners { id arrivalNotices { receivedRemarks { objects latest { path message objects } } }
      commercialSchedules { receivedRemarks { objects } } } }`,
  );
  expect(partners.find(({ id }) => id === 'acme')).toMatchObject({
    arrivalNotices: {
      receivedRemarks: {
        objects: 2,
        latest: expect.arrayContaining([
          { path: '$.lastFreeDay', message: expect.stringContaining('not in the standard'), objects: 2 },
          { path: '$.vesselVoyage', message: expect.stringContaining('$.transport.legs[*]'), objects: 1 },
        ]),
      },
    },
    commercialSchedules: { receivedRemarks: null },
  });
  const metrics = await (await fetch(`${landfall.url}/metrics`)).text();
  expect(metrics).toContain('landfall_received_remarks_total{subgraph="arrival-notices",partner="acme"} 2');
});
