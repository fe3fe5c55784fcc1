import { describe, expect, test } from 'vitest';
import {
  evaluateScenario,
  noticeIssued,
  portEvent,
  portOf,
  type ScenarioStep,
  scheduleOf,
} from '../../../test/support/arrival-evidence.ts';
import type { PortEvent, StatedArrivalTime } from '../model.ts';
import { portNotAsked } from '../statements/port.ts';
import { type ArrivalSnapshot, differencesOf, movedMs } from './arrival.ts';

const snapshotAfter = (...scenario: ScenarioStep[]): ArrivalSnapshot => {
  const last = evaluateScenario(scenario).evaluations.at(-1);
  if (last === undefined) throw new Error('the scenario has no step');
  return last.snapshot;
};
const time = (localDate: string, instant?: string, zone: string | undefined = 'Asia/Singapore'): StatedArrivalTime => ({
  source: instant === undefined ? 'NOTICE' : 'PORT',
  event: 'BERTH_ARRIVAL',
  localDate,
  zone,
  instant,
  statedAt: '2026-03-02T12:00:00Z',
  evidence: { source: 'NOTICE', partner: 'acme', id: 'v', at: '2026-03-02T12:00:00Z' },
});
const actual = (hours: number, type: string, changes: Partial<PortEvent> = {}) =>
  portEvent(hours, { portCallServiceTypeCode: type, classifierCode: 'ACT', ...changes });

describe('the distance between two times', () => {
  const hours = (from: StatedArrivalTime, to: StatedArrivalTime) => movedMs(from, to) / 3_600_000;

  test('is the time between two instants', () => {
    expect(hours(time('2026-03-09', '2026-03-09T02:00:00.000Z'), time('2026-03-09', '2026-03-09T00:30:00.000Z'))).toBe(-1.5);
  });

  test('between a day and an instant is 0 inside the local day, otherwise measured from its nearer edge', () => {
    const day = time('2026-03-09');
    expect(hours(day, time('', '2026-03-08T16:00:00.000Z'))).toBe(0);
    expect(hours(day, time('', '2026-03-09T15:59:00.000Z'))).toBe(0);
    expect(hours(day, time('', '2026-03-09T18:00:00.000Z'))).toBe(2);
    expect(hours(day, time('', '2026-03-08T13:00:00.000Z'))).toBe(-3);
    expect(hours(time('', '2026-03-09T18:00:00.000Z'), day)).toBe(-2);
    expect(hours({ ...day, zone: undefined }, time('', '2026-03-08T22:00:00.000Z'))).toBe(-2);
  });

  test('between two days is 24 hours a day, even when the clocks change', () => {
    expect(hours(time('2026-03-28', undefined, 'Europe/Brussels'), time('2026-03-30', undefined, 'Europe/Brussels'))).toBe(48);
  });

  test('is computed for each two sides that state an arrival, with the later side and the calendar days', () => {
    const { differences } = snapshotAfter({ hours: 0, schedule: scheduleOf(0, '2026-03-11T02:00:00+08:00') });
    expect(differences).toEqual([{ between: ['NOTICE', 'SCHEDULE'], hours: 26, days: 2, later: 'SCHEDULE' }]);
    expect(differencesOf([])).toEqual([]);
  });
});

describe('the best known time', () => {
  const schedule = scheduleOf(0, '2026-03-09T12:00:00+08:00');
  const bestOf = (...scenario: ScenarioStep[]) => {
    const { source, event, classifier } = snapshotAfter(...scenario).bestTime ?? {};
    return [source, event, classifier];
  };

  test.each<[string, ScenarioStep, (string | undefined)[]]>([
    ['the notice alone', { hours: 0 }, ['NOTICE', 'PORT_OF_DISCHARGE_ARRIVAL', 'EST']],
    ['a young schedule before the notice', { hours: 24, schedule }, ['SCHEDULE', 'CALL_ARRIVAL', 'EST']],
    ['the notice before an old schedule', { hours: 25, schedule }, ['NOTICE', 'PORT_OF_DISCHARGE_ARRIVAL', 'EST']],
    ['the berth before the schedule', { hours: 1, schedule, port: portOf(portEvent(0)) }, ['PORT', 'BERTH_ARRIVAL', 'EST']],
    [
      'the commitment before the estimate',
      { hours: 1, port: portOf(portEvent(1), portEvent(0, { classifierCode: 'PLN' })) },
      ['PORT', 'BERTH_ARRIVAL', 'PLN'],
    ],
    [
      'a young estimate before an old commitment',
      { hours: 49, port: portOf(portEvent(40), portEvent(0, { classifierCode: 'PLN' })) },
      ['PORT', 'BERTH_ARRIVAL', 'EST'],
    ],
    [
      'the notice before an old estimate of the port',
      { hours: 49, port: portOf(portEvent(0)) },
      ['NOTICE', 'PORT_OF_DISCHARGE_ARRIVAL', 'EST'],
    ],
    [
      'no pilot boarding place, which is not the berth',
      { hours: 1, port: portOf(portEvent(0, { portCallServiceTypeCode: 'PILOT_BOARDING_PLACE' })) },
      ['NOTICE', 'PORT_OF_DISCHARGE_ARRIVAL', 'EST'],
    ],
    [
      'an actual time of the notice before all estimates',
      {
        hours: 1,
        schedule,
        port: portOf(portEvent(0)),
        notice: noticeIssued(0, { portOfDischargeArrivalDate: { value: '2026-03-09', classifier: 'ACT' } }),
      },
      ['NOTICE', 'PORT_OF_DISCHARGE_ARRIVAL', 'ACT'],
    ],
    [
      'an actual time of the berth before that of the schedule, however old',
      { hours: 99, schedule: scheduleOf(0, '2026-03-09T12:00:00+08:00', { classifier: 'ACT' }), port: portOf(actual(0, 'BERTH')) },
      ['PORT', 'BERTH_ARRIVAL', 'ACT'],
    ],
    [
      'an old statement where there is no other',
      { hours: 99, schedule, notice: noticeIssued(0, { portOfDischargeArrivalDate: undefined }) },
      ['SCHEDULE', 'CALL_ARRIVAL', 'EST'],
    ],
    ['nothing', { hours: 0, notice: noticeIssued(0, { portOfDischargeArrivalDate: undefined }) }, [undefined, undefined, undefined]],
  ])('is %s', (_, step, expected) => expect(bestOf(step)).toEqual(expected));
});

describe('the state', () => {
  test.each<[string, ScenarioStep]>([
    ['UNKNOWN', { hours: 0, notice: noticeIssued(0, { portOfDischargeArrivalDate: undefined }) }],
    ['EXPECTED', { hours: 0 }],
    ['ARRIVED', { hours: 0, port: portOf(actual(0, 'PILOT_BOARDING_PLACE')) }],
    ['BERTHED', { hours: 0, port: portOf(actual(0, 'ALL_FAST')) }],
    [
      'DISCHARGE_COMPLETED',
      { hours: 0, port: portOf(actual(0, 'BERTH'), actual(0, 'CARGO_OPERATIONS', { portCallServiceEventTypeCode: 'CMPL' })) },
    ],
    ['OMITTED', { hours: 0, port: portOf(portEvent(0, { isPortCallOmitted: true })) }],
  ])('is %s by evidence', (state, step) => {
    const snapshot = snapshotAfter(step);
    expect(snapshot.state).toBe(state);
    expect(snapshot.stateEvidence).toHaveLength(state === 'UNKNOWN' ? 0 : 1);
  });

  const berthed: ScenarioStep = { hours: 0, port: portOf(actual(0, 'BERTH')) };

  test('does not go back when its evidence is no longer visible, or when another event states less', () => {
    expect(snapshotAfter(berthed, { hours: 1, port: portNotAsked }).state).toBe('BERTHED');
    expect(snapshotAfter(berthed, { hours: 1, port: portOf(portEvent(1)) }).state).toBe('BERTHED');
    expect(snapshotAfter(berthed, { hours: 1, port: portNotAsked, notice: noticeIssued(1) }).state).toBe('BERTHED');
  });

  test('goes back after a correction of the event', () => {
    const corrected = { ...portEvent(0), versionId: 'corrected', eventUpdatedDateTime: portEvent(1).eventUpdatedDateTime };
    expect(snapshotAfter(berthed, { hours: 1, port: portOf(corrected) }).state).toBe('EXPECTED');
  });

  test('goes back after a change to another visit, another ship or another port', () => {
    expect(snapshotAfter(berthed, { hours: 1, port: portOf(portEvent(1, { portCallID: 'visit-2' })) }).state).toBe('EXPECTED');
    const other = { hours: 1, port: portNotAsked };
    expect(snapshotAfter(berthed, { ...other, notice: noticeIssued(1, { arrivalLeg: { vesselIMONumber: '7' } }) }).state).toBe('EXPECTED');
    expect(snapshotAfter(berthed, { ...other, notice: noticeIssued(1, { portOfDischarge: { UNLocationCode: 'BEANR' } }) }).state).toBe(
      'EXPECTED',
    );
  });
});

describe('the release', () => {
  const releaseOf = (changes: Parameters<typeof noticeIssued>[1]) => snapshotAfter({ hours: 0, notice: noticeIssued(0, changes) }).release;

  test('is YES if the freight is released and nothing else is stated to be missing, and lists the unknown parts', () => {
    expect(releaseOf({ isFreightReleased: true, freightPaymentStatus: 'FULLY_PAID' })).toEqual({
      freight: 'YES',
      customs: 'UNKNOWN',
      originalBillOfLading: 'NOT_REQUIRED',
      freightPayment: 'FULLY_PAID',
      isReleased: 'YES',
      unknown: ['CUSTOMS'],
    });
  });

  test('is NO if any part is NO, and UNKNOWN otherwise', () => {
    expect(releaseOf({ isFreightReleased: true, isCustomsReleased: false }).isReleased).toBe('NO');
    expect(releaseOf({ transportDocumentTypeCode: 'BOL', isFreightReleased: true, isOBLReceived: false }).isReleased).toBe('NO');
    expect(releaseOf({ isCustomsReleased: true }).isReleased).toBe('UNKNOWN');
    expect(releaseOf({ transportDocumentTypeCode: undefined }).unknown).toEqual(['FREIGHT', 'CUSTOMS', 'ORIGINAL_BILL_OF_LADING']);
  });
});

describe('the last free day', () => {
  const rule = { typeCodes: ['DEM'], ISOEquipmentCodes: [], equipmentReferences: [] };
  const on = (value: string) => ({ lastFreeDate: { value, classifier: 'PLN' } });
  const containers = ['FARU1000027', 'FARU1000032', 'FARU1000048'].map((equipmentReference, place) => ({
    equipmentReference,
    ISOEquipmentCode: ['22G1', '45R1', '22G1'][place],
  }));
  const snapshotOf = (changes: Parameters<typeof noticeIssued>[1]) =>
    snapshotAfter({ hours: 0, notice: noticeIssued(0, { containers, ...changes }) });

  test('comes from the rule for the container, otherwise for its size and type, otherwise for all', () => {
    const { freeTimes, lastFree } = snapshotOf({
      freeTimes: [
        { ...rule, ...on('2026-03-20') },
        { ...rule, ...on('2026-03-18'), ISOEquipmentCodes: ['45RE'] },
        { ...rule, ...on('2026-03-19'), equipmentReferences: ['faru 1000048'] },
      ],
    });
    expect(freeTimes.map(({ pickup }) => pickup?.localDate)).toEqual(['2026-03-20', '2026-03-18', '2026-03-19']);
    expect(lastFree?.localDate).toBe('2026-03-18');
  });

  test('of pickup is the earlier one of demurrage and storage, and detention gives the day of return', () => {
    const { freeTimes } = snapshotOf({
      freeTimes: [
        { ...rule, ...on('2026-03-20') },
        { ...rule, ...on('2026-03-17'), typeCodes: ['STO'] },
        { ...rule, ...on('2026-03-25'), typeCodes: ['DET'] },
      ],
    });
    expect(freeTimes[0]).toMatchObject({ pickup: { localDate: '2026-03-17', typeCodes: ['STO'] }, return: { localDate: '2026-03-25' } });
  });

  test('is never computed from a duration, which is shown as text', () => {
    const { freeTimes, lastFree } = snapshotOf({
      freeTimes: [{ ...rule, duration: 5, timeUnit: 'CD', calculationBasis: 'from discharge' }],
    });
    expect(lastFree).toBeUndefined();
    expect(freeTimes[0]).toEqual({ equipmentReference: 'FARU1000027', description: '5 calendar days, from discharge' });
  });

  test('given as an instant is its day in the time zone of the port', () => {
    const lastFreeDateTime = { value: '2026-03-18T18:00:00Z' };
    expect(snapshotOf({ freeTimes: [{ ...rule, lastFreeDateTime }] }).lastFree).toMatchObject({
      localDate: '2026-03-19',
      dateTime: lastFreeDateTime.value,
    });
    expect(snapshotOf({ portOfDischarge: undefined, freeTimes: [{ ...rule, lastFreeDateTime }] }).lastFree?.localDate).toBe('2026-03-18');
  });

  test('of a notice without containers comes from its rules', () => {
    expect(snapshotOf({ containers: [], freeTimes: [{ ...rule, ...on('2026-03-20') }] }).lastFree?.localDate).toBe('2026-03-20');
  });

  test('keeps the arrival open for 14 days, that of the last container; so does the best known time, if that is later', () => {
    const until = (changes: Parameters<typeof noticeIssued>[1]) => new Date(snapshotOf(changes).openUntilMs ?? 0).toISOString();
    expect(until({ freeTimes: [{ ...rule, ...on('2026-03-20') }] })).toBe('2026-04-03T16:00:00.000Z');
    const of = (equipmentReference: string, day: string) => ({ ...rule, equipmentReferences: [equipmentReference], ...on(day) });
    const containers = ['FARU1000027', 'FARU1000032'].map((equipmentReference) => ({ equipmentReference }));
    expect(until({ containers, freeTimes: [of('FARU1000027', '2026-03-20'), of('FARU1000032', '2026-03-21')] })).toBe(
      '2026-04-04T16:00:00.000Z',
    );
    expect(until({})).toBe('2026-03-23T16:00:00.000Z');
    expect(until({ freeTimes: [{ ...rule, ...on('2026-03-05') }] })).toBe('2026-03-23T16:00:00.000Z');
    expect(snapshotOf({ portOfDischargeArrivalDate: undefined })).toMatchObject({ openUntilMs: undefined, isOpen: true });
    expect(snapshotAfter({ hours: 0, isCollected: true }).isOpen).toBe(false);
  });
});

test('notices of one document share its key; other documents and partners have other keys', () => {
  const keyOf = (changes: Parameters<typeof noticeIssued>[1]) => snapshotAfter({ hours: 0, notice: noticeIssued(0, changes) }).documentKey;
  expect(keyOf({ typeLabel: 'FR' })).toBe(keyOf({ typeLabel: 'EN' }));
  expect(keyOf({ partner: 'other' })).not.toBe(keyOf({}));
});
