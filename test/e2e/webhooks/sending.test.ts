import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { dayIn } from '../../support/day-in.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { createAlertSubscriber } from '../../support/subscriber.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { untilArrival } from '../arrivals/until-arrival.ts';
import { alertIn, alertNameIn, keyOfTenant, openHooked, quick, secretOf, untilRequests } from './hooked-landfall.ts';

const accepts = { status: 204 };
/** What the default document selects. */
interface SentEvent {
  readonly cursor: string;
  readonly alert: { readonly arrival: object; readonly visit: { readonly id: string } };
}

/** Selects a field of the notices' subgraph. */
const own = `subscription Own { arrivalAlertRaised { alert { kind transition arrival { transportDocumentReference notice { current { versionLabel } } } after { text } } } }
  subscription Versions { arrivalNoticeVersionReceived { version { transportDocumentReference } } }`;

describe.for(someStoresOfTests())('a webhook over $name', (store) => {
  test('is sent what the subscription sends to its tenant, signed with each of its secrets', async () => {
    await using opened = store.open();
    await using receiver = await openFakePartner({ otherwise: accepts });
    const secrets = [`\${env:OLD}`, `\${env:NEW}`];
    const webhook = { id: 'erp', url: `${receiver.url}/erp`, alerts: ['ETA_CHANGED'], secrets, ...quick };
    const settings = { OLD: secretOf(7), NEW: secretOf(8), ...opened.environment };
    await using landfall = await openHooked({ blue: { webhooks: [webhook] } }, settings);
    const document = await readFile('schema/operations/watch-alerts.graphql', 'utf8');
    await landfall.push(noticeOf({ reference: 'A' }), noticeOf({ reference: 'B' }));
    for (const reference of ['A', 'B']) await untilArrival(landfall, reference, () => true);
    const subscriber = createAlertSubscriber('0', { connectionParams: { 'x-api-key': keyOfTenant('blue') } });
    const listening = subscriber.listen(landfall.url);
    for (const version of [2, 3, 4]) {
      const arrivalDate = dayIn(10 + version);
      await landfall.push(noticeOf({ reference: 'A', version, arrivalDate }), noticeOf({ reference: 'B', version, arrivalDate }));
      await subscriber.until((events) => events.filter(({ alert }) => alert?.after?.text === arrivalDate).length === 2);
    }
    const isRaised = (transition: string | undefined) => transition === 'RAISED';
    // Each later move closes the previous one.
    await untilRequests(receiver, (requests) => requests.length >= 10);
    await subscriber.until((events) => events.length >= 10);
    await subscriber.stop();
    await listening;

    expect(receiver.requests.map(({ url }) => url)).toEqual(receiver.requests.map(() => '/erp'));
    for (const reference of ['A', 'B']) {
      const sent = receiver.requests.map(alertIn).filter(({ arrival }) => arrival?.transportDocumentReference === reference);
      const logged = subscriber.events
        .map(({ alert }) => alert)
        .filter((alert) => alert?.arrival?.transportDocumentReference === reference);
      expect(sent.map(({ id, transition }) => [id, transition])).toEqual(logged.map((alert) => [alert?.id, alert?.transition]));
      const moves = sent.filter(({ transition }) => isRaised(transition)).map(({ after }) => after?.text);
      expect(moves).toEqual([dayIn(12), dayIn(13), dayIn(14)]);
    }
    // The fields of the arrival itself have their current values, so only the others are compared.
    const query = document.replace('subscription WatchAlerts', 'query Log').replace('arrivalAlertRaised(', 'arrivalAlertLog(');
    const requested = query.replace(/after: \$after\) \{/, 'after: $after) { events {').replace(/\}\s*\}\s*$/, '} } }');
    const { arrivalAlertLog } = await landfall.queryAs<{ arrivalAlertLog: { events: SentEvent[] } }>('blue', requested, { after: '0' });
    const byCursor = new Map(arrivalAlertLog.events.map((event) => [event.cursor, event]));
    for (const { body, headers } of receiver.requests) {
      const event = (JSON.parse(body.toString()) as { data: { arrivalAlertRaised: SentEvent } }).data.arrivalAlertRaised;
      const logged = byCursor.get(event.cursor);
      expect(event).toEqual({ ...logged, alert: { ...logged?.alert, arrival: { ...logged?.alert.arrival, bestTime: expect.anything() } } });
      expect(headers['content-type']).toBe('application/json');
      for (const byte of [7, 8]) {
        expect(() => new Webhook(secretOf(byte)).verify(body.toString(), headers as Record<string, string>)).not.toThrow();
      }
    }
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(10);
    // Both documents are of one ship: one mark acknowledges what a message has told about it and before.
    const { alert, cursor } = arrivalAlertLog.events.at(-1) ?? {};
    expect(new Set(arrivalAlertLog.events.map(({ alert: { visit } }) => visit.id))).toEqual(new Set([alert?.visit.id]));
    const mark = { action: 'ACKNOWLEDGE', id: alert?.visit.id, alertsSeen: cursor };
    const acknowledge = 'mutation ($mark: MarkInput!) { applyMarks(marks: [$mark]) { code alert { kind } } }';
    const marked = { code: null, alert: { kind: 'ETA_CHANGED' } };
    expect(await landfall.queryAs('blue', acknowledge, { mark })).toEqual({ applyMarks: [marked, marked] });
  });

  test('sends notice versions and port call events too, with its own document, and only under the rights of its tenant', async () => {
    await using opened = store.open();
    await using all = await openFakePartner({ otherwise: accepts });
    await using none = await openFakePartner({ otherwise: accepts });
    const wants = { alerts: ['*'], noticeVersions: true, portCallEvents: true, document: own, ...quick };
    const tenants = {
      blue: { webhooks: [{ id: 'all', url: all.url, ...wants }] },
      red: { partners: ['other'], webhooks: [{ id: 'none', url: none.url, ...wants }] },
    };
    await using landfall = await openHooked(tenants, { ...opened.environment });
    await landfall.push(noticeOf({ reference: 'C', more: { versionLabel: 'Original' } }));
    await untilArrival(landfall, 'C', () => true);
    await landfall.push(noticeOf({ reference: 'C', version: 2, arrivalDate: dayIn(15), more: { versionLabel: 'Changed' } }));
    const eventID = '00000000-0000-4000-8000-000000000001';
    await landfall.pushEvents({ eventID, eventUpdatedDateTime: '2026-03-02T13:05:00Z' });
    await untilRequests(all, (requests) => requests.length >= 4);
    const bodies = all.requests.map(({ body }) => JSON.parse(body.toString()).data);
    const version = { arrivalNoticeVersionReceived: { version: { transportDocumentReference: 'C' } } };
    expect(bodies.filter((body) => 'arrivalNoticeVersionReceived' in body)).toEqual([version, version]);
    expect(bodies.filter((body) => 'portCallEventReceived' in body)).toMatchObject([
      { portCallEventReceived: { event: { partner: { id: 'acme' } } } },
    ]);
    const arrival = { transportDocumentReference: 'C', notice: { current: { versionLabel: 'Changed' } } };
    expect(bodies.filter((body) => 'arrivalAlertRaised' in body)).toEqual([
      { arrivalAlertRaised: { alert: { kind: 'ETA_CHANGED', transition: 'RAISED', arrival, after: { text: dayIn(15) } } } },
    ]);
    // Visible objects are pushed after hidden ones.
    const otherKey = {
      key: 'key-of-other',
      body: JSON.stringify({
        arrivalNotices: [{ ...noticeOf({ reference: 'D' }), carrierCode: 'OTHR', carrierCodeListProvider: 'NMFTA' }],
      }),
    };
    await landfall.dcsa('/arrival-notices', otherKey);
    await none.received(1);
    expect(JSON.parse(String(none.requests[0]?.body))).toEqual({
      data: { arrivalNoticeVersionReceived: { version: { transportDocumentReference: 'D' } } },
    });
    expect(none.requests).toHaveLength(1);
  });
});

test('removed rights and a changed URL apply to the next attempt of waiting messages', async () => {
  await using before = await openFakePartner({ otherwise: { status: 503 } });
  await using after = await openFakePartner({ otherwise: accepts });
  const webhooksAt = (url: string) => [{ id: 'erp', url, alerts: ['ETA_CHANGED'], ...quick }];
  const tenants = { blue: { webhooks: webhooksAt(`${before.url}/blue`) }, red: { webhooks: webhooksAt(`${before.url}/red`) } };
  await using landfall = await openHooked(tenants);
  await landfall.push(noticeOf({ reference: 'E' }));
  await untilArrival(landfall, 'E', () => true);
  await landfall.push(noticeOf({ reference: 'E', version: 2, arrivalDate: dayIn(15) }));
  await untilRequests(before, (requests) => new Set(requests.map(({ url }) => url)).size === 2);
  await landfall.rewrite({
    blue: { partners: ['other'], webhooks: webhooksAt(`${after.url}/blue`) },
    red: { webhooks: webhooksAt(`${after.url}/red`) },
  });
  await untilRequests(after, (requests) => requests.length > 0);
  await landfall.push(noticeOf({ reference: 'E', version: 3, arrivalDate: dayIn(20) }));
  await untilRequests(after, (requests) => requests.some((request) => alertNameIn(request) === `ETA_CHANGED RAISED E ${dayIn(20)}`));
  expect(new Set(after.requests.map(({ url }) => url))).toEqual(new Set(['/red']));
  expect(alertNameIn(after.requests[0] ?? { body: Buffer.alloc(0) })).toBe(`ETA_CHANGED RAISED E ${dayIn(15)}`);
});
