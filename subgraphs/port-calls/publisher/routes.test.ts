import { readFileSync } from 'node:fs';
import { instantOf } from '@landfall/dcsa/instant.ts';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import type { Partner } from '#platform/partners/partner.ts';
import { messageOf, type NumberedVersion } from '#platform/publisher/deliveries/message.ts';
import { findSubscriber } from '#platform/publisher/recipient.ts';
import { list, object } from '#platform/wire/shapes.ts';
import { jsonSchemaOf } from '../../../test/support/json-schema.ts';
import { parsedPartner } from '../../../test/support/parsed-partner.ts';
import { parseEvent } from '../receiver/routes.ts';
import { eventShape } from '../wire/parse.ts';
import { createDeliveryKinds } from './routes.ts';

const url = 'https://in.example/events';
const [kind] = createDeliveryKinds();
const fixture: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/port-calls/every-attribute.json', import.meta.url), 'utf8'),
);

it('an event is sent as its partner wrote it, under the version of the standard', async () => {
  const bytes = Buffer.from(JSON.stringify(fixture, null, 2));
  const partner = partnerOf({ publish: { push: { portCallEvents: url } } });
  const route = routeTo(partner);
  expect(route).toMatchObject({ url, version: '2.0.0', listName: 'events' });
  const written = await route.write(versionOf(bytes));
  expect(written?.toString()).toBe(bytes.toString());
  const message = await messageOf([versionOf(bytes)], { recipient: findSubscriber(partner) ?? expect.fail(), route });
  const ajv = new Ajv({ formats: { uuid: /^[0-9a-f-]{36}$/, 'date-time': (text: string) => instantOf(text) !== undefined } });
  expect([
    ajv.validate(jsonSchemaOf(object('PostEventsRequest', { events: list(eventShape) })), JSON.parse(String(message?.body))),
    ajv.errors,
  ]).toEqual([true, null]);
});

it('an event shows the number of moved containers only to subscribers who see all parties', async () => {
  const see = { parties: [{ codeListProvider: 'SMDG', partyCode: 'X' }] };
  const written = await routeTo(partnerOf({ publish: { push: { portCallEvents: url }, see } })).write(
    versionOf(Buffer.from(JSON.stringify(fixture))),
  );
  const { movesForecasts, ...rest } = fixture;
  expect(movesForecasts).toBeDefined();
  expect(JSON.parse(String(written))).toEqual(rest);
});

it.each([
  ['without a URL for events', { publish: { push: { arrivalNotices: url } } }],
  ['that may see no events', { publish: { push: { portCallEvents: url }, see: { portCalls: false } } }],
  ['without a publish section', {}],
])('a partner %s is sent no events', (_what, file) => {
  expect(findRoute(partnerOf(file))).toBeUndefined();
});

it('the events of a call are found by any of its references', () => {
  const { terms } = versionOf(Buffer.from(JSON.stringify(fixture)));
  const { portCall, terminalCall, portCallService } = fixture as Record<string, Record<string, string>>;
  for (const reference of [
    portCall?.['portCallID'],
    portCall?.['portVisitReference'],
    terminalCall?.['terminalCallID'],
    terminalCall?.['terminalCallReference'],
    portCallService?.['portCallServiceID'],
  ]) {
    const sets = kind?.termsOf(String(reference)) ?? [];
    expect([reference, sets.length, sets.every((set) => set.some((term) => terms.includes(term)))]).toEqual([expect.any(String), 1, true]);
  }
});

function findRoute(partner: Partner) {
  const recipient = findSubscriber(partner);
  return recipient && kind?.routeFor(recipient);
}

function routeTo(partner: Partner) {
  const route = findRoute(partner);
  if (route === undefined) throw new Error('nothing is sent');
  return route;
}

function versionOf(bytes: Buffer): NumberedVersion {
  const arrival = { partner: partnerOf({}), receivedAt: '2026-05-11T08:00:00.000Z', receivedBy: 'PUSH' } as const;
  const prepared = parseEvent(arrival, { path: '$', bytes, value: JSON.parse(bytes.toString()) });
  if (prepared.kind !== 'version') throw new Error(prepared.reason);
  return { ...prepared.version, terms: prepared.version.index.terms, sequence: 1 };
}

function partnerOf(file: object): Partner {
  return parsedPartner(JSON.stringify({ id: 'acme', name: 'ACME', ...file }));
}
