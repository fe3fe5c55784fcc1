import { expect, test, vi } from 'vitest';
import { storedVersion } from '../../../../test/support/stored-version.ts';
import { deliveryLimits } from '../../partners/delivery-limits.ts';
import type { DeliveryRoute, NumberedVersion } from './delivery.ts';
import { createMessageWriter } from './message-writer.ts';

const versions = [versionOf(1, 'coral'), versionOf(2, 'acme')];

test('subscribers that are sent the same versions in the same form share one body, each at its own address', async () => {
  const write = vi.fn(({ document }: NumberedVersion) => document);
  const writeMessage = createMessageWriter();
  const [one, other] = await Promise.all(
    ['one', 'other'].map((host) => writeMessage([...versions], routeOf({ write, url: `https://${host}.example/an` }))),
  );
  expect(other?.content).toMatchObject({ url: 'https://other.example/an', body: Buffer.from('{"arrivalNotices":[{"n":1},{"n":2}]}') });
  expect(other?.content.body).toBe(one?.content.body);
  expect(other).toMatchObject({ sequences: [1, 2], partners: ['acme', 'coral'], newestReceivedAt: '2026-03-02T13:05:02.000Z' });
  expect(write).toHaveBeenCalledTimes(2);
});

const replaced = { ...versionOf(2, 'acme'), document: Buffer.from('{"n":2,"more":true}') };
const write = ({ document }: NumberedVersion) => document;

test.each<[string, readonly NumberedVersion[], Partial<DeliveryRoute>]>([
  ['fewer versions', versions.slice(0, 1), {}],
  ['a more complete view of a version', [versionOf(1, 'coral'), replaced], {}],
  ['other hidden attributes', versions, { write: () => Buffer.from('{}') }],
  ['another version of the standard', versions, { version: '1.0.0' }],
  ['another list', versions, { listName: 'arrivalNoticeNotifications' }],
])('a subscriber that is sent %s gets a message of its own', async (_, sent, form) => {
  const writeMessage = createMessageWriter();
  const first = await writeMessage(versions, routeOf({ write }));
  const second = await writeMessage(sent, routeOf({ write, ...form }));
  expect(second).toEqual(await createMessageWriter()(sent, routeOf({ write, ...form })));
  expect(second?.content).not.toEqual(first?.content);
});

test('versions without a valid object are left out, and without any there is no message', async () => {
  const writeMessage = createMessageWriter();
  const withoutFirst = routeOf({ write: ({ sequence, document }) => (sequence === 1 ? undefined : document) });
  expect(await writeMessage(versions, withoutFirst)).toMatchObject({ sequences: [2], partners: ['acme'] });
  expect(await writeMessage(versions, routeOf({ write: () => undefined }))).toBeUndefined();
});

test.each<[string, Partial<DeliveryRoute>]>([
  ['the results of operations, which depend on the moment', { listName: undefined, write: async () => Buffer.from('{}') }],
  ['objects above the size of a message', { write: () => Buffer.alloc(deliveryLimits.maxBodyBytes) }],
])('%s are written for each subscriber', async (_, form) => {
  const counted = vi.fn(form.write ?? write);
  const writeMessage = createMessageWriter();
  for (let subscriber = 0; subscriber < 2; subscriber += 1) {
    await writeMessage(versions.slice(0, 1), routeOf({ ...form, write: counted }));
  }
  expect(counted).toHaveBeenCalledTimes(2);
});

function routeOf(given: Partial<DeliveryRoute> & Pick<DeliveryRoute, 'write'>): DeliveryRoute {
  return { url: 'https://in.acme.example/an', version: '1.0.1', listName: 'arrivalNotices', ...given };
}

function versionOf(sequence: number, partner: string): NumberedVersion {
  const [receivedAt, document] = [`2026-03-02T13:05:0${sequence}.000Z`, Buffer.from(`{"n":${sequence}}`)];
  return storedVersion({ sequence, partner, entityId: `notice-${sequence}`, receivedAt, document });
}
