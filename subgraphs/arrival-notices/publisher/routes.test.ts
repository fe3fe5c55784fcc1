import { readFileSync } from 'node:fs';
import { instantOf, isDay } from '@landfall/dcsa/instant.ts';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Partner } from '#platform/partners/partner.ts';
import { type DeliveryRoute, messageOf, type NumberedVersion } from '#platform/publisher/deliveries/message.ts';
import type { InvalidRow } from '#platform/publisher/invalid-rows.ts';
import { findSubscriber } from '#platform/publisher/recipient.ts';
import type { ParsedObject } from '#platform/receiver/accept.ts';
import type { LogName } from '#platform/store/version-store.ts';
import { list, object, type Shape } from '#platform/wire/shapes.ts';
import { before101, jsonSchemaOf } from '../../../test/support/json-schema.ts';
import { parsedPartner, recipientOf } from '../../../test/support/parsed-partner.ts';
import { indexOfNotice } from '../model.ts';
import { parseNotice, parseNotification } from '../receiver/routes.ts';
import { shapes } from '../wire/parse.ts';
import { createDeliveryKinds } from './routes.ts';

const urls = { arrivalNotices: 'https://in.example/arrival-notices', notifications: 'https://in.example/arrival-notice-notifications' };
const [noticeLog, notificationLog] = ['arrival-notice-versions', 'arrival-notice-notifications'] as const;
const [notices, notifications] = createDeliveryKinds();

describe('a subscriber', () => {
  it('with URLs for notices and notifications is sent complete versions, and the notifications of partners', () => {
    const partner = subscriber({ push: urls });
    expect(routeOf(noticeLog, partner)).toMatchObject({ url: urls.arrivalNotices, listName: 'arrivalNotices', version: '1.0.1' });
    expect(routeOf(notificationLog, partner)).toMatchObject({ url: urls.notifications, listName: 'arrivalNoticeNotifications' });
  });

  it('with a URL for notices only is sent no notifications', () => {
    const partner = subscriber({ push: { arrivalNotices: urls.arrivalNotices } });
    expect(findRoute(noticeLog, partner)?.listName).toBe('arrivalNotices');
    expect(findRoute(notificationLog, partner)).toBeUndefined();
  });

  it('with a URL for notifications only is sent one notification of each version, and none twice', () => {
    const partner = subscriber({ push: { notifications: urls.notifications } });
    expect(routeOf(noticeLog, partner)).toMatchObject({ url: urls.notifications, listName: 'arrivalNoticeNotifications' });
    expect(findRoute(notificationLog, partner)).toBeUndefined();
  });

  it.each([
    ['without a publish section', {}],
    ['without URLs', { publish: {} }],
    ['of events only', { publish: { push: { portCallEvents: 'https://in.example/events' } } }],
    ['that may see no partner', { publish: { push: urls, see: { partners: [] } } }],
  ])('%s is sent nothing', (_what, file) => {
    const partner = partnerOf(file);
    expect([findRoute(noticeLog, partner), findRoute(notificationLog, partner)]).toEqual([undefined, undefined]);
  });

  it.each([
    [{}, '1.0.1'],
    [{ arrivalNotices: { baseUrl: 'https://a.example', version: '1.0.0' } }, '1.0.0'],
    [{ arrivalNotices: { baseUrl: 'https://a.example', versionHeader: 'major' } }, '1'],
    [{ arrivalNotices: { baseUrl: 'https://a.example', versionHeader: 'none' } }, undefined],
    [{ publish: { push: urls, versions: { arrivalNotices: '1.0.0' } } }, '1.0.0'],
    [{ publish: { push: { ...urls, versionHeader: 'major' }, versions: { arrivalNotices: '1.0.0' } } }, '1'],
    [
      {
        arrivalNotices: { baseUrl: 'https://a.example', versionHeader: 'none' },
        publish: { push: { ...urls, versionHeader: 'full' }, versions: { portCalls: '2.0.0-beta' } },
      },
      '1.0.1',
    ],
  ])('is sent the version stated in its file: %j', (file, version) => {
    expect(routeOf(noticeLog, partnerOf({ publish: { push: urls }, ...file })).version).toBe(version);
  });
});

it.each([
  ['https://in.example', '/arrival-notices'],
  ['https://in.example/', '/arrival-notices'],
  ['https://in.example/an', '/an/arrival-notices'],
  ['https://in.example/an/', '/an/arrival-notices'],
  ['https://in.example/an/arrival-notices', '/an/arrival-notices'],
  ['https://in.example/an/arrival-notices/', '/an/arrival-notices'],
  ['https://in.example/past-arrival-notices', '/past-arrival-notices/arrival-notices'],
])('content for %s is sent to %s, as the standard requires', (arrivalNotices, path) => {
  expect(routeOf(noticeLog, subscriber({ push: { arrivalNotices } })).url).toBe(`https://in.example${path}`);
});

/** Its reference is replaced, because it is longer than the standard allows. */
const faulty = { ...fixture('schema-violations'), transportDocumentReference: 'DOC-1' };

describe('a notice that is sent', () => {
  const complete = fixture('complete');

  it('is sent as its partner wrote it, without the visualization', async () => {
    const bytes = Buffer.from(`{ "transportDocumentReference" : "A", "issueDateTime":"2026-05-11T07:30:00Z", "n": 1.50 }`);
    expect((await written(subscriber({ push: urls }), versionOf(bytes))).toString()).toBe(bytes.toString());
    const visualization = { name: 'n.pdf', content: Buffer.from('page').toString('base64') };
    const withPage = versionOf(Buffer.from(JSON.stringify({ ...complete, arrivalNoticeVisualization: visualization })));
    const { arrivalNoticeVisualization: _page, ...rest } = complete;
    expect(parsed(await written(subscriber({ push: urls }), withPage))).toEqual(rest);
  });

  it('shows charges to subscribers who may see them, and hides their existence from others', async () => {
    const version = versionOf(Buffer.from(JSON.stringify(fixture('every-attribute'))));
    const shown = await written(subscriber({ push: urls }), version);
    const withheld = await written(subscriber({ push: urls, see: { charges: false } }), version);
    expect(shown.toString()).toContain('"charges"');
    expect(withheld.toString()).not.toMatch(/"charges"|arrivalNoticeVisualization/);
  });

  it('contains nothing that the standard does not allow there', async () => {
    const notice = await written(subscriber({ push: urls }), versionOf(Buffer.from(JSON.stringify(faulty))));
    expect(notice.toString()).not.toContain('null');
    expect(parsed(notice)).toMatchObject({ carrierCode: '4711' });
    expect(parsed(notice)).not.toHaveProperty('releaseInformation.freightReleaseDate');
    const request = object('PostArrivalNoticesRequest', { arrivalNotices: list(shapes.arrivalNotice) });
    expect(violationsBy(request, { arrivalNotices: [parsed(notice)] })).toEqual([]);
  });

  it('is withheld if a required attribute is invalid, unless the subscriber takes rows as received', () => {
    const bytes = Buffer.from(JSON.stringify(fixture('schema-violations')));
    const noted: InvalidRow[] = [];
    const [kind] = createDeliveryKinds({ record: (row) => noted.push(row) });
    const writeFor = (publish: object) =>
      kind?.routeFor(recipientOf(JSON.stringify({ id: 'acme', name: 'ACME', publish })))?.write(versionOf(bytes));
    expect(writeFor({ push: urls })).toBeUndefined();
    expect(noted).toMatchObject([
      { partner: 'acme', row: `${fixture('schema-violations')['transportDocumentReference']} Ü🚢`, outcome: 'WITHHELD' },
    ]);
    expect(writeFor({ push: { notifications: urls.notifications } })).toBeUndefined();
    expect(writeFor({ push: urls, invalidRows: 'asReceived' })?.toString()).toContain('"carrierCode":');
  });

  it('is written once for all subscribers with the same rights', async () => {
    const version = versionOf(Buffer.from(JSON.stringify(fixture('every-attribute'))));
    const [first, second] = [subscriber({ push: urls }), subscriber({ push: { ...urls }, see: { partners: ['acme'] } })];
    expect(await written(first, version)).toBe(await written(second, { ...version, document: Buffer.from(version.document) }));
  });

  it.each(['complete', 'minimal', 'every-attribute'])('conforms to Arrival Notice 1.0.1 and to 1.0.0: %s', async (name) => {
    const body = await messageTo(subscriber({ push: urls }), versionOf(Buffer.from(JSON.stringify(fixture(name)))));
    const of = (notice: Shape) => object('PostArrivalNoticesRequest', { arrivalNotices: list(notice) });
    expect(violationsBy(of(shapes.arrivalNotice), body)).toEqual([]);
    expect(violationsBy(of(before101(shapes.arrivalNotice)), body)).toEqual([]);
  });
});

describe('a notification that is sent', () => {
  const announcing = subscriber({ push: { notifications: urls.notifications } });

  it('has the content that its partner would send, without charges', async () => {
    const version = versionOf(Buffer.from(JSON.stringify(fixture('complete'))));
    expect(parsed(await written(announcing, version))).toEqual(fixture('notification'));
    const body = await messageTo(announcing, version);
    expect(violationsBy(object('Request', { arrivalNoticeNotifications: list(shapes.notification) }), body)).toEqual([]);
  });

  it('of a notice with violations omits the invalid attributes', async () => {
    const version = versionOf(Buffer.from(JSON.stringify(faulty)));
    const { transport, ...rest } = parsed(await written(announcing, version)) as Record<string, unknown>;
    expect(rest).not.toHaveProperty('versionLabel');
    expect(rest).toMatchObject({ issueDateTime: '2026-05-11T07:30:00Z', portOfDischargeArrivalDate: { classifier: 'EST' } });
    expect(transport).toBeUndefined();
  });

  it('of a partner is forwarded unchanged', async () => {
    const bytes = Buffer.from(JSON.stringify(fixture('notification'), null, 2));
    const version = numbered(parseNotification(arrival, { path: '$', bytes, value: JSON.parse(bytes.toString()) }));
    expect(bytesOf(routeOf(notificationLog, subscriber({ push: urls })), version).toString()).toBe(bytes.toString());
  });
});

it('the versions of a document are found by a term that each of them has', () => {
  const { transportDocumentReference } = fixture('complete');
  const sets = notices?.termsOf(String(transportDocumentReference)) ?? [];
  const { terms } = indexOfNotice('acme', fixture('complete'));
  expect(sets.length).toBeGreaterThan(0);
  expect(sets.every((set) => set.some((term) => terms.includes(term)))).toBe(true);
  expect(notifications?.termsOf('x')).toEqual(notices?.termsOf('x'));
});

const arrival = { partner: partnerOf({}), receivedAt: '2026-05-11T08:00:00.000Z', receivedBy: 'PUSH' } as const;

function versionOf(bytes: Buffer): NumberedVersion {
  return numbered(parseNotice(arrival, { path: '$', bytes, value: JSON.parse(bytes.toString()) }));
}

function numbered(prepared: ParsedObject): NumberedVersion {
  if (prepared.kind !== 'version') throw new Error(prepared.reason);
  return { ...prepared.version, terms: prepared.version.index.terms, sequence: 1 };
}

async function messageTo(partner: Partner, version: NumberedVersion): Promise<unknown> {
  const route = routeOf(noticeLog, partner);
  const recipient = findSubscriber(partner) ?? expect.fail();
  return parsed((await messageOf([version], { recipient, route }))?.body ?? expect.fail());
}

async function written(partner: Partner, version: NumberedVersion): Promise<Buffer> {
  return bytesOf(routeOf(noticeLog, partner), version);
}

function bytesOf(route: DeliveryRoute, version: NumberedVersion): Buffer {
  const bytes = route.write(version);
  if (!(bytes instanceof Buffer)) throw new Error('it is withheld');
  return bytes;
}

function routeOf(log: LogName, partner: Partner): DeliveryRoute {
  const route = findRoute(log, partner);
  if (route === undefined) throw new Error('nothing is sent');
  return route;
}

function findRoute(log: LogName, partner: Partner): DeliveryRoute | undefined {
  const recipient = findSubscriber(partner);
  return recipient && [notices, notifications].find((kind) => kind?.log === log)?.routeFor(recipient);
}

function subscriber(publish: object): Partner {
  return partnerOf({ publish });
}

function partnerOf(file: object): Partner {
  return parsedPartner(JSON.stringify({ id: 'acme', name: 'ACME', ...file }));
}

function violationsBy(shape: Shape, value: unknown): unknown[] {
  const ajv = new Ajv({ formats: { date: isDay, 'date-time': (text: string) => instantOf(text) !== undefined }, allErrors: true });
  ajv.validate(jsonSchemaOf(shape), value);
  return ajv.errors ?? [];
}

function fixture(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../../test/fixtures/arrival-notices/${name}.json`, import.meta.url), 'utf8'));
}

function parsed(bytes: Buffer): object {
  return JSON.parse(bytes.toString());
}
