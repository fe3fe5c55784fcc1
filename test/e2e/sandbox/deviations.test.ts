import { openSandboxCarrier, type SandboxCarrier } from '@landfall/sandbox/carrier.ts';
import type { Deviations } from '@landfall/sandbox/deviations.ts';
import { northernStar } from '@landfall/sandbox/northern-star.ts';
import { openingLength } from '@landfall/sandbox/scenario.ts';
import { expect, it } from 'vitest';
import type { Clock } from '#platform/time/clock.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { createTestClock } from '../../support/test-clock.ts';

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

it('a cursor can expire', async () => {
  const clock = createTestClock(Date.now());
  await using requested = await openDeviating({ cursorTtlMs: 1_000 }, clock);
  const [kept, lost] = [await requested.get('arrival-notices?limit=1'), await requested.get(`${ship}&limit=1`)];
  expect((await requested.get(`arrival-notices?limit=1&cursor=${kept.cursor}`)).status).toBe(200);
  expect(lost.cursor).not.toBeNull();
  clock.advance(1_000);
  expect((await requested.get(`${ship}&limit=1&cursor=${lost.cursor}`)).status).toBe(400);
});

it.each(['arrival-notices?limit=2', `${routesPath}&limit=2`])('empty pages can be inserted, without losing a row: %s', async (path) => {
  await using requested = await openDeviating({ emptyPages: true });
  const all = await requested.get(path.replace('2', '25'));
  const pages = [await requested.get(path)];
  for (let cursor = pages[0]?.cursor ?? null; cursor !== null; ) {
    const page = await requested.get(`${path}&cursor=${cursor}`);
    pages.push(page);
    cursor = page.cursor;
  }
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows);
  expect(pages.slice(0, 4).map(({ rows }) => rows.length)).toEqual([2, 0, 2, 0]);
});

it('the major version can be required', async () => {
  await using requested = await openDeviating({ onlyMajorVersion: true });
  for (const path of ['arrival-notices', routesPath]) {
    const statuses = await Promise.all(['1', '1.0.1', undefined].map(async (version) => (await requested.get(path, version)).status));
    expect(statuses).toEqual([200, 400, 200]);
  }
});

it('bodies can contain nulls, unknown attributes and unrelated remarks', async () => {
  await using requested = await openDeviating({ nulls: true, unknownAttributes: true, extraFeedback: true });
  for (const path of ['arrival-notices', routesPath, ship]) {
    const { text } = await requested.get(path);
    for (const part of [':null', '"lastChangedBy"']) expect(text).toContain(part);
  }
  expect((await requested.get('arrival-notices')).body).toMatchObject({ feedbackElements: [{ severity: 'INFO' }] });
});

it('errors can be HTML', async () => {
  await using requested = await openDeviating({ htmlErrors: true });
  for (const path of ['arrival-notices?limit=0', 'nowhere', `${routesPath}&limit=0`]) {
    const { headers, text } = await requested.get(path);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toMatch(/^<!doctype html>/);
  }
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
async function openDeviating(deviations: Deviations, clock?: Clock): Promise<Queried> {
  const references = new Set<string>();
  const carrier = await openSandboxCarrier(
    { ...northernStar, deviations },
    {
      onEvent: ({ reference, status }) => reference !== undefined && status === 200 && references.add(reference),
      ...(clock === undefined ? {} : { clock }),
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
