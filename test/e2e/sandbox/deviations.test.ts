import { openSandboxCarrier, type SandboxCarrier } from '@landfall/sandbox/carrier.ts';
import type { Deviations } from '@landfall/sandbox/deviations.ts';
import { northernStar } from '@landfall/sandbox/northern-star.ts';
import { openingLength } from '@landfall/sandbox/scenario.ts';
import { expect, it } from 'vitest';
import { openFakePartner } from '../../support/fake-partner.ts';

const routesPath = 'v1/point-to-point-routes?placeOfReceipt=CNYTN&placeOfDelivery=DEHAM';
const ship = 'v1/vessel-schedules?UNLocationCode=NLRTM';

/** The answers of the same carrier without deviations are tested in the other files of this folder. */
it('filters can be refused, or ignored without feedback', async () => {
  await using requested = await openDeviating({
    refusedFilters: ['vesselIMONumber'],
    ignoredFilters: ['portOfDischarge', 'maxTranshipment'],
  });
  for (const path of ['arrival-notices?vesselIMONumber=9321483', 'v1/vessel-schedules?vesselIMONumber=9321483']) {
    const { status, text } = await requested.get(path);
    expect([status, text]).toEqual([400, expect.stringContaining('vesselIMONumber')]);
  }
  const all = await requested.get('arrival-notices');
  expect(all.rows).not.toHaveLength(0);
  expect((await requested.get('arrival-notices?portOfDischarge=ZZZZZ')).body).toEqual(all.body);
  expect((await requested.get(`${routesPath}&maxTranshipment=0`)).rows).toEqual((await requested.get(routesPath)).rows);
});

it('several references can be accepted only as repeated parameters', async () => {
  await using requested = await openDeviating({ onlyRepeatedLists: true });
  const [one, two] = requested.references;
  const byReferences = (...texts: (string | undefined)[]) =>
    requested.get(`arrival-notices?${texts.map((text) => `transportDocumentReferences=${text}`).join('&')}`);
  expect(await byReferences(`${one},${two}`)).toMatchObject({ status: 200, rows: [] });
  const found = (await byReferences(one, two)).rows as { transportDocumentReference: string }[];
  expect(new Set(found.map(({ transportDocumentReference }) => transportDocumentReference))).toEqual(new Set([one, two]));
});

it('the major version can be required', async () => {
  await using requested = await openDeviating({ onlyMajorVersion: true });
  for (const path of ['arrival-notices', routesPath]) {
    const statuses = await Promise.all(['1', '1.0.1', undefined].map(async (version) => (await requested.get(path, version)).status));
    expect(statuses).toEqual([200, 400, 200]);
  }
});

it('bodies can contain nulls', async () => {
  await using requested = await openDeviating({ nulls: true });
  for (const path of ['arrival-notices', routesPath, ship]) expect((await requested.get(path)).text).toContain(':null');
});

it('schedules can be those of 1.0.1', async () => {
  await using requested = await openDeviating({ schedulesVersion: '1.0.1' });
  const { headers, text, cursor } = await requested.get(`${routesPath}&cargoType=REEFER&limit=1`);
  expect(headers.get('api-version')).toBe('1.0.1');
  expect(text).toMatch(/"transport":\{[^}]*.*"transportCallReference"/);
  for (const later of ['intermediateCalls', 'facilityName']) expect(text).not.toContain(later);
  expect((await requested.get(`${routesPath}&limit=1&cursor=${cursor}`)).status).toBe(400);
  expect((await requested.get(`v1/point-to-point-routes?cursor=${cursor}`)).rows).toHaveLength(1);
  // An unknown scope is ignored, so that whole voyages are returned.
  expect((await requested.get(`${ship}&responseScope=MATCHED_CALLS`)).rows).toEqual((await requested.get(ship)).rows);
});

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly body: unknown;
  /** The list in the response, without its envelope. */
  readonly rows: readonly unknown[];
  readonly cursor: string | null;
}

interface Queried extends AsyncDisposable {
  /** Documents of the carrier. */
  readonly references: readonly string[];
  get(path: string, version?: string): Promise<Answered>;
}

/** Opens a carrier with these deviations that has sent its opening, and waits for a response that never arrives. */
async function openDeviating(deviations: Deviations): Promise<Queried> {
  const references = new Set<string>();
  const carrier = await openSandboxCarrier(
    { ...northernStar, deviations },
    {
      onEvent: ({ reference, status }) => reference !== undefined && status === 200 && references.add(reference),
    },
  );
  const landfall = await openFakePartner({ otherwise: { fault: 'hang' } });
  for (let number = 0; number < openingLength; number += 1) landfall.answer({ body: {} });
  carrier.run({ landfallUrl: landfall.url, paceMs: 1 });
  await landfall.received(openingLength + 1);
  return {
    references: [...references],
    get: (path, version) => get(carrier, path, version),
    [Symbol.asyncDispose]: async () => {
      await carrier[Symbol.asyncDispose]();
      await landfall[Symbol.asyncDispose]();
    },
  };
}

async function get({ url, profile }: SandboxCarrier, path: string, version?: string): Promise<Answered> {
  const headers = { 'x-api-key': profile.ownKey, ...(version === undefined ? {} : { 'api-version': version }) };
  const answer = await fetch(`${url}/${path}`, { headers, redirect: 'manual' });
  const text = await answer.text();
  const body = answer.headers.get('content-type') === 'application/json' ? JSON.parse(text) : undefined;
  const rows = Array.isArray(body) ? body : (body?.arrivalNotices ?? []);
  return { status: answer.status, headers: answer.headers, text, body, rows, cursor: answer.headers.get('next-page-cursor') };
}
