import { afterAll, beforeAll, expect, it } from 'vitest';
import { WatchAlertsDocument, type WatchAlertsSubscription } from '../../../packages/client/generated/operations.ts';
import { dayIn } from '../../support/day-in.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { noticeOf } from '../arrivals/arriving-notice.ts';
import { untilArrival } from '../arrivals/until-arrival.ts';
import { openClient, transports } from './open-client.ts';

let landfall: OpenLandfall;
beforeAll(async () => {
  landfall = await openLandfall({}, { evaluatesArrivals: true });
});
afterAll(() => landfall[Symbol.asyncDispose]());

/** Reads events until an alert reports a move to this day. @returns all of them */
async function readUntil(events: AsyncIterator<WatchAlertsSubscription, void, void>, reference: string, day: string) {
  const read: WatchAlertsSubscription['arrivalAlertRaised'][] = [];
  for (;;) {
    const { value } = await events.next();
    if (!value) throw new Error('the subscription ended');
    const { arrivalAlertRaised: event } = value;
    read.push(event);
    const { alert } = event;
    if (alert?.transition === 'RAISED' && alert.after?.text === day && alert.arrival?.transportDocumentReference === reference) return read;
  }
}

it.each(transports)('a stream of alerts over %s resumes after its last cursor without a gap, and repeats nothing', async (transport) => {
  const reference = `CLIENT-${transport}`;
  await landfall.push(noticeOf({ reference }));
  await untilArrival(landfall, reference, () => true);
  await using opened = openClient(landfall.url, { transport });
  const first = opened.client.subscribe(WatchAlertsDocument, { after: '0' });
  await landfall.push(noticeOf({ reference, version: 2, arrivalDate: dayIn(15) }));
  const before = await readUntil(first, reference, dayIn(15));
  await first.return?.();
  // Raised while the client is disconnected.
  await landfall.push(noticeOf({ reference, version: 3, arrivalDate: dayIn(20) }));
  await untilArrival(landfall, reference, ({ bestTime }) => bestTime?.localDate === dayIn(20));
  const resumed = opened.client.subscribe(WatchAlertsDocument, { after: before.at(-1)?.cursor });
  await landfall.push(noticeOf({ reference, version: 4, arrivalDate: dayIn(25) }));
  const after = await readUntil(resumed, reference, dayIn(25));
  await resumed.return?.();
  const cursors = [...before, ...after].map(({ cursor }) => cursor);
  expect(new Set(cursors).size).toBe(cursors.length);
  expect(after.map(({ missed }) => missed)).toEqual(after.map(() => null));
  const moves = after.flatMap(({ alert }) => (alert?.transition === 'RAISED' ? [alert.after?.text] : []));
  expect(moves).toEqual([dayIn(20), dayIn(25)]);
});
