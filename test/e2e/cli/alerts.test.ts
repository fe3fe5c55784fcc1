import { expect, it } from 'vitest';
import { runLandfall } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { alertNameOf, createAlertSubscriber } from '../../support/subscriber.ts';
import { dayIn, noticeOf } from '../arrivals/arriving-notice.ts';
import { untilArrival } from '../arrivals/until-arrival.ts';

it('alerts list prints the open alerts, one JSON object per line, and names the kinds that are known', async () => {
  await using landfall = await openLandfall({}, { evaluatesArrivals: true });
  const subscriber = createAlertSubscriber('0');
  const listening = subscriber.listen(landfall.url);
  await landfall.push(noticeOf({ reference: 'CLI1', arrivalDate: dayIn(10) }));
  await untilArrival(landfall, 'CLI1', ({ bestTime }) => bestTime?.localDate === dayIn(10));
  await landfall.push(noticeOf({ reference: 'CLI1', version: 2, arrivalDate: dayIn(12) }));
  await subscriber.until((events) => events.some((event) => alertNameOf(event) === 'ETA_CHANGED RAISED CLI1'));
  await subscriber.stop();
  await listening;
  const list = (...args: string[]) => runLandfall(['alerts', 'list', '--url', `${landfall.url}/graphql`, ...args], { environment: {} });
  const { code, stdout } = await list('--kind', 'ETA_CHANGED');
  expect(code).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ kind: 'ETA_CHANGED', transition: 'RAISED', hoursMoved: 48, arrival: { transportDocumentReference: 'CLI1' } }]);
  expect(await list('--kind', 'ARRIVED')).toMatchObject({ code: 0, stdout: '' });
  const unknown = await list('--kind', 'NOTHING');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('BAD_USER_INPUT')]);
});
