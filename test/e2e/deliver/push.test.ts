import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { type FakePartner, openFakePartner } from '../../support/fake-partner.ts';
import { until } from '../../support/until.ts';
import { openPublishing } from '../publish/open-publishing.ts';
import { eventIDOf, messageIn, noticeOf, objectsAt, pushedTo, takesAll } from './sent.ts';

const secrets = [7, 8].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
const roasters = { partyContactDetails: [], partyFunction: 'CN', identifyingCodes: [{ codeListProvider: 'ZZZ', partyCode: 'ROASTERS' }] };

describe('an object that a partner pushes is delivered', () => {
  test('signed with both secrets, with its partner and the version of the standard', async () => {
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    const push = `{ arrivalNotices: "${subscriber.url}/an", secret: ["\${env:FIRST}", "\${env:SECOND}"] }`;
    await using landfall = await openPublishing(
      { harbour: { lines: [`publish: { push: ${push} }`] } },
      { FIRST: secrets[0] ?? '', SECOND: secrets[1] ?? '' },
    );
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1'), noticeOf('DOC2')] });
    await subscriber.received(1);
    const { url, headers, body } = lastOf(subscriber);
    expect(url).toBe('/an/arrival-notices');
    expect(headers).toMatchObject({
      'api-version': '1.0.1',
      'landfall-row-sources': '"acme";rows="0-1"',
      'content-type': 'application/json',
    });
    expect(JSON.parse(body.toString())).toEqual({ arrivalNotices: [noticeOf('DOC1'), noticeOf('DOC2')] });
    for (const secret of secrets) {
      expect(() => new Webhook(secret).verify(body.toString(), headers as Record<string, string>)).not.toThrow();
    }
  });

  test('once per version, in log order per document, and events in their own queue', async () => {
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    await using landfall = await openPublishing({
      harbour: { lines: pushedTo(subscriber.url, { push: ['arrivalNotices', 'portCallEvents'] }) },
    });
    const days = ['03', '01', '02'];
    for (const day of days) {
      const issueDateTime = `2026-03-${day}T13:05:00Z`;
      await landfall.push('acme', { arrivalNotices: ['DOC1', 'DOC2'].map((reference) => noticeOf(reference, { issueDateTime })) });
      await landfall.push('coral', { events: [{ eventID: eventIDOf(1), eventUpdatedDateTime: issueDateTime }] });
    }
    await landfall.push('acme', { arrivalNotices: [noticeOf('LAST')] });
    await landfall.push('coral', { events: [{ eventID: eventIDOf(2), eventUpdatedDateTime: '2026-03-09T13:05:00Z' }] });
    const notices = await objectsUntil(
      subscriber,
      '/arrival-notices',
      ({ transportDocumentReference }) => transportDocumentReference === 'LAST',
    );
    const events = await objectsUntil(subscriber, '/events', ({ eventID }) => eventID === eventIDOf(2));
    for (const reference of ['DOC1', 'DOC2']) {
      const own = notices.filter(({ transportDocumentReference }) => transportDocumentReference === reference);
      expect(own.map(({ issueDateTime }) => String(issueDateTime).slice(8, 10))).toEqual(days);
    }
    expect(events.map(({ eventUpdatedDateTime }) => String(eventUpdatedDateTime).slice(8, 10))).toEqual([...days, '09']);
  });

  test('to every subscriber from the first version after the start, whatever their number', async () => {
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    const urls = Array.from({ length: 250 }, (_, number) => `${subscriber.url}/${number}`);
    const takers = urls.map((url, number) => [`taker-${number}`, { lines: pushedTo(url, { push: ['arrivalNotices'] }) }] as const);
    await using landfall = await openPublishing(Object.fromEntries(takers));
    await landfall.push('acme', { arrivalNotices: [noticeOf('FIRST')] });
    await subscriber.received(urls.length);
    expect(new Set(subscriber.requests.map(({ url }) => url)).size).toBe(urls.length);
  });

  test('and never back to its own partner', async () => {
    await using both = await openFakePartner({ otherwise: takesAll });
    await using landfall = await openPublishing({ acme: { lines: pushedTo(both.url, { push: ['arrivalNotices'] }) } });
    await landfall.push('acme', { arrivalNotices: [noticeOf('OWN')] });
    await landfall.push('coral', { arrivalNotices: [noticeOf('OTHER')] });
    await both.received(1);
    expect(messageIn(lastOf(both)).objects).toEqual([noticeOf('OTHER')]);
  });
});

describe('a subscriber gets', () => {
  test('charges and the file that may show them only if it may see charges, and the file only on request', async () => {
    const complete = JSON.parse(await readFile('test/fixtures/arrival-notices/every-attribute.json', 'utf8')) as object;
    await using rich = await openFakePartner({ otherwise: takesAll });
    await using frugal = await openFakePartner({ otherwise: takesAll });
    await using landfall = await openPublishing({
      rich: { lines: pushedTo(rich.url, { push: ['arrivalNotices'] }) },
      poor: { lines: pushedTo(frugal.url, { see: 'charges: false', push: ['arrivalNotices'] }) },
    });
    const sent = { ...complete, arrivalNoticeVisualization: { name: 'a.pdf', contentType: 'application/pdf', content: 'JVBERi0=' } };
    await landfall.push('acme', { arrivalNotices: [sent] });
    await Promise.all([rich.received(1), frugal.received(1)]);
    const { arrivalNoticeVisualization: _, ...shown } = sent;
    expect(messageIn(lastOf(rich)).objects).toEqual([shown]);
    const [poor] = messageIn(lastOf(frugal)).objects;
    expect(JSON.stringify(poor)).not.toMatch(/"charges"|Visualization/);
    expect(poor).toMatchObject(
      noticeOf(String(Reflect.get(complete, 'transportDocumentReference')), { issueDateTime: Reflect.get(complete, 'issueDateTime') }),
    );
  });

  test('single partners, single parties, and events only with that right', async () => {
    await using exclusive = await openFakePartner({ otherwise: takesAll });
    await using party = await openFakePartner({ otherwise: takesAll });
    await using landsman = await openFakePartner({ otherwise: takesAll });
    await using landfall = await openPublishing({
      one: { lines: pushedTo(exclusive.url, { see: 'partners: [coral]', push: ['arrivalNotices', 'portCallEvents'] }) },
      two: { lines: pushedTo(party.url, { see: 'parties: [{ codeListProvider: ZZZ, partyCode: ROASTERS }]', push: ['arrivalNotices'] }) },
      three: { lines: pushedTo(landsman.url, { see: 'portCalls: false', push: ['arrivalNotices', 'portCallEvents'] }) },
    });
    await landfall.push('acme', {
      arrivalNotices: [noticeOf('DOC1'), noticeOf('DOC2', { documentParties: [roasters] })],
      events: [event(1)],
    });
    await landfall.push('coral', { arrivalNotices: [noticeOf('DOC3')], events: [event(2)] });
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC9', { documentParties: [roasters] })] });
    await objectsUntil(exclusive, '/events', ({ eventID }) => eventID === eventIDOf(2));
    await objectsUntil(party, '/arrival-notices', ({ transportDocumentReference }) => transportDocumentReference === 'DOC9');
    await objectsUntil(landsman, '/arrival-notices', ({ transportDocumentReference }) => transportDocumentReference === 'DOC9');
    expect(referencesAt(exclusive)).toEqual(['DOC3']);
    expect(objectsAt(exclusive.requests, '/events').map(({ eventID }) => eventID)).toEqual([eventIDOf(2)]);
    expect(referencesAt(party)).toEqual(['DOC2', 'DOC9']);
    expect(referencesAt(landsman)).toEqual(['DOC1', 'DOC2', 'DOC3', 'DOC9']);
    expect(objectsAt(landsman.requests, '/events')).toEqual([]);
  });

  test('versions by its rights at the moment of sending: waiting versions are not sent after the rights were removed', async () => {
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    subscriber.answer({ status: 503, headers: { 'retry-after': '2' } });
    await using landfall = await openPublishing({ harbour: { lines: pushedTo(subscriber.url, { push: ['arrivalNotices'] }) } });
    await landfall.push('acme', { arrivalNotices: [noticeOf('SECRET')] });
    await landfall.push('coral', { arrivalNotices: [noticeOf('OPEN')] });
    await subscriber.received(1);
    await landfall.rewrite('harbour', { lines: pushedTo(subscriber.url, { see: 'partners: [coral]', push: ['arrivalNotices'] }) });
    await until(async () => (await landfall.get('/arrival-notices', 'harbour')).rows.length <= 1);
    const rest = subscriber.requests.length;
    await landfall.push('coral', { arrivalNotices: [noticeOf('LAST')] });
    await objectsUntil(subscriber, '/arrival-notices', ({ transportDocumentReference }) => transportDocumentReference === 'LAST');
    const later = subscriber.requests.slice(rest).flatMap((request) => messageIn(request).objects);
    expect(later.map(({ transportDocumentReference }) => transportDocumentReference)).not.toContain('SECRET');
  });
});

test('a subscriber whose file temporarily has no deliveries gets the versions of that time when they are configured again', async () => {
  await using subscriber = await openFakePartner({ otherwise: takesAll });
  const harbour = { lines: pushedTo(subscriber.url, { push: ['arrivalNotices'] }) };
  await using landfall = await openPublishing({ harbour });
  await landfall.push('acme', { arrivalNotices: [noticeOf('BEFORE')] });
  await subscriber.received(1);
  await landfall.rewrite('harbour', {});
  await until(async () => (await landfall.get('/arrival-notices', 'harbour')).status === 403);
  await landfall.push('acme', { arrivalNotices: [noticeOf('MEANWHILE')] });
  await landfall.rewrite('harbour', harbour);
  await landfall.push('acme', { arrivalNotices: [noticeOf('AFTER')] });
  await objectsUntil(subscriber, '/arrival-notices', ({ transportDocumentReference }) => transportDocumentReference === 'AFTER');
  expect(referencesAt(subscriber)).toEqual(['BEFORE', 'MEANWHILE', 'AFTER']);
});

describe('a subscriber with a URL for notifications', () => {
  test('only is notified of each version, and can fetch it', async () => {
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    await using landfall = await openPublishing({ harbour: { lines: pushedTo(subscriber.url, { push: ['notifications'] }) } });
    const transport = {
      portOfDischarge: { UNLocationCode: 'BEANR' },
      portOfDischargeArrivalDate: { value: '2026-03-09', classifier: 'EST' },
    };
    const utilizedTransportEquipments = [{ equipment: { equipmentReference: 'FARU1000027' } }];
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1', { transport, utilizedTransportEquipments, charges: [] })] });
    await subscriber.received(1);
    const { path, objects } = messageIn(lastOf(subscriber));
    expect(path).toBe('/arrival-notice-notifications');
    expect(objects).toEqual([noticeOf('DOC1', { equipmentReferences: ['FARU1000027'], ...transport })]);
    const { rows } = await landfall.get(
      `/arrival-notices?transportDocumentReferences=${objects[0]?.['transportDocumentReference']}`,
      'harbour',
    );
    expect(rows).toMatchObject([noticeOf('DOC1')]);
  });

  test('and one for notices gets both kinds: complete notices, and the notifications of partners', async () => {
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    await using landfall = await openPublishing({
      harbour: { lines: pushedTo(subscriber.url, { push: ['arrivalNotices', 'notifications'] }) },
    });
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1')], arrivalNoticeNotifications: [noticeOf('DOC2')] });
    await subscriber.received(2);
    expect(objectsAt(subscriber.requests, '/arrival-notices')).toEqual([noticeOf('DOC1')]);
    expect(objectsAt(subscriber.requests, '/arrival-notice-notifications')).toEqual([noticeOf('DOC2')]);
  });
});

function event(number: number) {
  return { eventID: eventIDOf(number), eventUpdatedDateTime: '2026-03-02T13:05:00Z' };
}

function lastOf({ requests }: FakePartner) {
  const last = requests.at(-1);
  if (last === undefined) throw new Error('nothing has come');
  return last;
}

function referencesAt({ requests }: FakePartner): unknown[] {
  return objectsAt(requests, '/arrival-notices').map(({ transportDocumentReference }) => transportDocumentReference);
}

/** Waits until a matching object has arrived. @returns all objects received at the path */
async function objectsUntil(partner: FakePartner, path: string, fits: (object: Readonly<Record<string, unknown>>) => boolean) {
  for (;;) {
    const objects = objectsAt(partner.requests, path);
    if (objects.some(fits)) return objects;
    await partner.received(partner.requests.length + 1);
  }
}
