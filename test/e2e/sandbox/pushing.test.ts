import { openSandboxCarrier } from '@landfall/sandbox/carrier.ts';
import { coralLine } from '@landfall/sandbox/coral-line.ts';
import { northernStar } from '@landfall/sandbox/northern-star.ts';
import { openingLength } from '@landfall/sandbox/scenario.ts';
import type { SandboxEvent } from '@landfall/sandbox/scenario-runner.ts';
import { expect, it } from 'vitest';
import { failedChecks, failedNotificationChecks } from '../../support/an-conformance.ts';
import { openFakePartner, type RecordedRequest } from '../../support/fake-partner.ts';
import { createTestClock } from '../../support/test-clock.ts';

const accepted = { body: { feedbackElements: [] } };

it('a carrier pushes notices, signed in, in the envelope of the standard', async () => {
  await using landfall = await openFakePartner({ otherwise: accepted });
  await using carrier = await openSandboxCarrier(northernStar);
  carrier.run({ landfallUrl: `${landfall.url}/`, paceMs: 1 });
  await landfall.received(openingLength);
  for (const { method, url, headers } of landfall.requests) {
    expect([method, url]).toEqual(['POST', '/dcsa/arrival-notices']);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'api-version': '1.0.1', 'x-api-key': 'northern-star-demo-key' });
  }
  expect(failedChecks(landfall.requests.flatMap((request) => bodyOf(request).arrivalNotices))).toEqual([]);
});

it('another one sends notifications only', async () => {
  await using landfall = await openFakePartner({ otherwise: accepted });
  await using carrier = await openSandboxCarrier(coralLine);
  carrier.run({ landfallUrl: landfall.url, paceMs: 1 });
  await landfall.received(openingLength);
  const [first] = landfall.requests;
  expect(first).toMatchObject({ url: '/dcsa/arrival-notice-notifications', headers: { authorization: 'Bearer coral-line-demo-key' } });
  expect(failedNotificationChecks(landfall.requests.flatMap((request) => bodyOf(request).arrivalNoticeNotifications))).toEqual([]);
  const notification = first === undefined ? {} : bodyOf(first).arrivalNoticeNotifications?.[0];
  expect(Object.keys(notification ?? {}).sort()).toEqual([
    'equipmentReferences',
    'issueDateTime',
    'portOfDischarge',
    'portOfDischargeArrivalDate',
    'transportDocumentReference',
    'typeLabel',
    'versionLabel',
  ]);
});

it('the opening ends within a second, then changes follow at the requested pace', async () => {
  await using landfall = await openFakePartner({ otherwise: accepted });
  const clock = createTestClock();
  await using carrier = await openSandboxCarrier(northernStar, { clock });
  carrier.run({ landfallUrl: landfall.url });
  await landfall.received(openingLength + 5);
  const opening = clock.pauses.slice(0, openingLength - 1);
  expect(opening.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(1_000);
  expect(clock.pauses.slice(openingLength - 1, openingLength + 3)).toEqual([1_500, 1_500, 1_500, 1_500]);
});

it('while Landfall is unreachable the scenario waits, and continues where it stopped', async () => {
  const events: SandboxEvent[] = [];
  await using carrier = await openSandboxCarrier(northernStar, { onEvent: (event) => events.push(event) });
  const received: RecordedRequest[] = [];
  let port = 0;
  {
    await using landfall = await openFakePartner({ otherwise: accepted });
    port = Number(new URL(landfall.url).port);
    carrier.run({ landfallUrl: landfall.url, paceMs: 1 });
    await landfall.received(7);
    received.push(...landfall.requests);
  }
  await until(() => events.some(({ kind }) => kind === 'LANDFALL_AWAY'));
  {
    await using landfall = await openFakePartner({ otherwise: accepted, port });
    landfall.answer({ status: 503, headers: { 'retry-after': '0' } }, { status: 429 }, { fault: 'drop' });
    await landfall.received(10);
    received.push(...landfall.requests.slice(3));
  }
  await carrier[Symbol.asyncDispose]();
  expect(
    events
      .filter(({ kind }) => kind.startsWith('LANDFALL'))
      .map(({ kind }) => kind)
      .slice(0, 2),
  ).toEqual(['LANDFALL_AWAY', 'LANDFALL_BACK']);
  // Each step arrived once, in order; only one whose response was lost may arrive a second time.
  const reported = events.filter(({ reference }) => reference !== undefined).map(({ kind, reference }) => `${kind} ${reference}`);
  const bodies = received.map((request) => request.body.toString());
  const kept = bodies.filter((body, index) => body !== bodies[index - 1] || reported[index]?.startsWith('DUPLICATE'));
  expect(kept.length).toBeGreaterThanOrEqual(13);
  expect(kept.slice(0, reported.length).map((body) => referenceIn(body))).toEqual(
    reported.slice(0, kept.length).map((line) => line.split(' ')[1]),
  );
});

it('a rejection in the feedback is printed, and is not sent again', async () => {
  const events: SandboxEvent[] = [];
  await using landfall = await openFakePartner({ otherwise: accepted });
  const refusal = { severity: 'ERROR', message: 'No.', propertyPath: '$.arrivalNotices[0]' };
  landfall.answer({ body: { feedbackElements: [{ severity: 'INFO', message: 'Fine.' }, refusal] } }, { status: 401, body: {} });
  await using carrier = await openSandboxCarrier(northernStar, { onEvent: (event) => events.push(event) });
  carrier.run({ landfallUrl: landfall.url, paceMs: 1 });
  await until(() => events.length >= 3);
  expect(events.slice(0, 3).map(({ kind, status }) => [kind, status])).toEqual([
    ['FIRST_NOTICE', 200],
    ['SECOND_LABEL', 401],
    ['FIRST_NOTICE', 200],
  ]);
  expect(events[0]?.detail).toMatch(/\(ERROR at \$\.arrivalNotices\[0\]: No\.\)$/);
});

it('a carrier that is closed while Landfall is unavailable ends immediately', async () => {
  const events: SandboxEvent[] = [];
  const carrier = await openSandboxCarrier(northernStar, { onEvent: (event) => events.push(event) });
  carrier.run({ landfallUrl: 'http://127.0.0.1:9', paceMs: 1 });
  await until(() => events.length > 0);
  await carrier[Symbol.asyncDispose]();
  expect(events.map(({ kind }) => kind)).toEqual(['LANDFALL_AWAY']);
  await expect(fetch(carrier.url)).rejects.toThrow();
});

interface PushBody {
  readonly arrivalNotices?: { readonly transportDocumentReference: string }[];
  readonly arrivalNoticeNotifications?: object[];
}

function bodyOf(request: RecordedRequest): PushBody {
  return JSON.parse(request.body.toString());
}

function referenceIn(body: string): string | undefined {
  return (JSON.parse(body) as PushBody).arrivalNotices?.[0]?.transportDocumentReference;
}

/** Polls after each turn of the event loop. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
