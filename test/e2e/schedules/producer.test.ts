import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../subgraphs/shared/clock.ts';
import { requestLimits } from '../../../subgraphs/shared/publish/profile.ts';
import { type Deferred, deferred } from '../../support/deferred.ts';
import { fixture, openSchedules, pageOf } from './open-schedules.ts';

const path = '/v1/port-schedules';
const values = { UNLocationCode: 'SGSIN', date: '2026-12-01' };

/** A port schedule of a terminal with one arrival. */
function portSchedule(facilitySMDGCode: string | undefined, eventDateTime?: string): object {
  const timestamps = eventDateTime === undefined ? [] : [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime }];
  const location = { UNLocationCode: 'SGSIN', ...(facilitySMDGCode === undefined ? {} : { facilitySMDGCode }) };
  return { location, vesselSchedules: [{ servicePartners: [], isDummyVessel: true, timestamps }] };
}

/** A clock on which subscribers' patience ends when it is told to, once for each partner that is waited for. */
function createPatientClock(): Clock & { readonly waits: readonly { signal: AbortSignal; over: Deferred<void> }[] } {
  const waits: { signal: AbortSignal; over: Deferred<void> }[] = [];
  const wait: Clock['wait'] = (ms, signal) => {
    if (ms !== requestLimits.sourcesLimitMs || signal === undefined) return systemClock.wait(ms, signal);
    const over = deferred();
    signal.addEventListener('abort', () => over.reject(signal.reason));
    waits.push({ signal, over });
    return over.promise;
  };
  return { now: systemClock.now, wait, waits };
}

test('a partner that takes too long is missing from all pages of a question, and its answer is there for the next one', async () => {
  const clock = createPatientClock();
  await using schedules = await openSchedules({ acme: {}, late: {} }, { clock });
  const answered = deferred();
  schedules.producer('acme').answer(pageOf([portSchedule('A'), portSchedule('B')]));
  schedules.producer('late').answer({ ...pageOf([portSchedule('C')]), after: answered.promise });
  const asking = schedules.publish(path, { values, limit: 1 });
  await expect.poll(() => clock.waits.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  clock.waits[1]?.over.resolve();
  const first = await asking;
  const second = await schedules.publish(path, { values, limit: 1, cursor: first.nextCursor });
  expect([first, second].map(({ partners }) => partners)).toEqual([['acme'], ['acme']]);
  for (const { missing } of [first, second]) expect(missing).toMatchObject([{ partner: 'late', status: 'TIMED_OUT' }]);
  expect([clock.waits.length, clock.waits[1]?.signal.aborted, second.nextCursor]).toEqual([2, true, undefined]);
  answered.resolve();
  expect((await schedules.publish(path, { values })).partners).toEqual(['acme', 'acme', 'late']);
  expect(schedules.producer('late').requests).toHaveLength(1);
});

test('port schedules of all partners come by terminal, then by their earliest timestamp as an instant, also by pages', async () => {
  await using schedules = await openSchedules({ acme: {}, coral: {} });
  const [early, late] = ['2026-12-02T01:00:00+08:00', '2026-12-01T18:00:00Z'];
  schedules.producer('acme').answer(pageOf([portSchedule('TUAS'), portSchedule(undefined), portSchedule('PSA', late)]));
  schedules.producer('coral').answer(pageOf([portSchedule('TUAS'), portSchedule('PSA'), portSchedule('PSA', early)]));
  const expected = ['coral PSA', 'acme PSA', 'coral PSA', 'acme TUAS', 'coral TUAS', 'acme undefined'];
  const placed = ({ partners, documents }: Awaited<ReturnType<typeof schedules.publish>>) =>
    documents.map(
      (document, index) => `${partners[index]} ${(document as { location: { facilitySMDGCode?: string } }).location.facilitySMDGCode}`,
    );
  const whole = await schedules.publish(path, { values });
  expect(placed(whole)).toEqual(expected);
  expect(whole.documents[0]).toEqual(portSchedule('PSA', early));
  const walked: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await schedules.publish(path, { values, limit: 4, cursor });
    walked.push(...placed(page));
    cursor = page.nextCursor;
  }
  expect(walked).toEqual(expected);
});

test('a leg by rail is published with its mode alone, whatever its partner says of it', async () => {
  await using schedules = await openSchedules({ acme: {} });
  const route = fixture('route') as { legs: { transport?: object }[] };
  const withTransport = (transport: object) => ({ ...route, legs: route.legs.map((leg) => ({ ...leg, transport })) });
  const overfull = { servicePartners: [], modeOfTransport: 'RAIL', wagons: 40 };
  const ship = { modeOfTransport: 'VESSEL', servicePartners: [], wagons: 0 };
  schedules.producer('acme').answer(pageOf([withTransport(overfull), withTransport(ship), route]));
  const { documents } = await schedules.publish('/v1/point-to-point-routes', {
    values: { placeOfReceipt: 'NLRTM', placeOfDelivery: 'MYPKG' },
  });
  expect(documents).toEqual([withTransport({ modeOfTransport: 'RAIL' }), withTransport(ship), route]);
});
