import fc from 'fast-check';
import type { NoticeEvidence, PortEvent, ScheduleEvidence } from '../../subgraphs/arrivals/model.ts';
import { hoursLater, noticeIssued, portEvent, portOf, type ScenarioStep, scheduleOf } from './arrival-evidence.ts';

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 3 });
const day = fc.integer({ min: 1, max: 20 }).map((number) => `2026-03-${String(number).padStart(2, '0')}`);
const classifier = fc.constantFrom('PLN', 'EST', 'EST', 'ACT', undefined);
const flag = maybe(fc.boolean());

const noticeChanges: fc.Arbitrary<Partial<NoticeEvidence>> = fc.record({
  portOfDischargeArrivalDate: maybe(fc.record({ value: day, classifier })),
  portOfDischarge: maybe(
    fc.record({
      UNLocationCode: fc.constantFrom('SGSIN', 'SGSIN', 'BEANR'),
      facility: maybe(fc.record({ facilityCode: fc.constantFrom('A', 'B'), facilityCodeListProvider: fc.constantFrom('SMDG', 'BIC') })),
    }),
  ),
  arrivalLeg: maybe(
    fc.record({
      vesselIMONumber: maybe(fc.constantFrom('1', '1', '2')),
      vesselName: maybe(fc.constantFrom('EMMA', 'ANNA')),
      carrierImportVoyageNumber: maybe(fc.constantFrom('649E', '650E')),
    }),
  ),
  isFreightReleased: flag,
  isCustomsReleased: flag,
  freeTimes: fc.array(
    fc.record({
      typeCodes: fc.constantFrom(['DEM'], ['DET'], ['STO', 'DET']),
      ISOEquipmentCodes: fc.constant([]),
      equipmentReferences: fc.constantFrom([], ['FARU1000027']),
      lastFreeDate: maybe(fc.record({ value: day })),
    }),
    { maxLength: 2 },
  ),
  charges: maybe(fc.constantFrom(...[100, 200].map((hundredths) => [{ currencyCode: 'EUR', chargeName: 'Fee', hundredths }]))),
});

/** Often one of a few, so that times turn back and forth. */
const arrivalTime = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(0, 7, 24, 26)).map((hours) => hoursLater(24 + hours));

/** One change of one side. Its content depends on the hour at which it happens. */
type Change = (hours: number, place: number) => Omit<ScenarioStep, 'hours'>;

const noticeChange = fc
  .record({ changes: noticeChanges, lateHours: fc.constantFrom(0, 0, 0, 5, 40) })
  .map(({ changes, lateHours }): Change => {
    return (hours, place) => ({
      notice: { ...noticeIssued(hours, changes), versionId: `notice-${place}`, issueDateTime: hoursLater(hours - lateHours) },
    });
  });

const scheduleChange = fc
  .record({
    dateTime: arrivalTime,
    classifier,
    recordKey: fc.constantFrom('call-1', 'call-1', 'call-2'),
    kind: fc.constantFrom('UNIQUE', 'UNIQUE', 'STALE', 'NONE', 'LOST'),
  })
  .map(({ dateTime, classifier, recordKey, kind }): Change => {
    return (hours) => {
      const unique = scheduleOf(hours, dateTime, { recordKey, ...(classifier !== undefined && { classifier }) });
      const none: ScheduleEvidence = { outcome: 'NONE', couldQuery: true, queriedAt: hoursLater(hours) };
      const lost = { partner: 'acme', recordKey, retrievedAt: hoursLater(hours - 2), answeredAt: hoursLater(hours) };
      return { schedule: { UNIQUE: unique, STALE: { ...unique, couldQuery: false }, NONE: none, LOST: { ...none, lost } }[kind] ?? none };
    };
  });

const portEventChange = fc.record({
  number: fc.integer({ min: 0, max: 3 }),
  service: fc.constantFrom(
    'BERTH ARRI',
    'BERTH ARRI',
    'PILOT_BOARDING_PLACE ARRI',
    'ALL_FAST ARRI',
    'CARGO_OPERATIONS CMPL',
    'DISCHARGE_CARGO_OPERATIONS CMPL',
  ),
  classifierCode: fc.constantFrom('PLN', 'EST', 'ACT', 'REQ'),
  serviceDateTime: maybe(arrivalTime),
  isPortCallOmitted: maybe(fc.constantFrom(true, false)),
  portCallID: fc.constantFrom('visit-1', 'visit-1', 'visit-2'),
  isHidden: fc.constantFrom(false, false, false, true),
});

/**
 * Generates random sequences of steps for one arrival: versions, some of them late, answers of schedules, events,
 * marks, and the clock.
 */
export const scenarios: fc.Arbitrary<ScenarioStep[]> = fc
  .array(
    fc.record({
      pause: fc.constantFrom(0, 1, 3, 10, 30, 80),
      change: fc.oneof(noticeChange, scheduleChange, portEventChange, fc.constant(undefined)),
      isCollected: fc.constantFrom(false, false, false, false, true),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((steps) => {
    let hours = 0;
    const events = new Map<string, PortEvent>();
    return steps.map(({ pause, change, isCollected }, place): ScenarioStep => {
      hours += pause;
      if (change === undefined) return { hours, isCollected };
      if (typeof change === 'function') return { hours, isCollected, ...change(hours, place) };
      const { number, service, isHidden, ...changes } = change;
      const [portCallServiceTypeCode, portCallServiceEventTypeCode] = service.split(' ');
      const versionId = `event-${place}`;
      events.set(
        `${number}`,
        portEvent(hours, { ...changes, portCallServiceTypeCode, portCallServiceEventTypeCode, versionId, eventID: `${number}` }),
      );
      // A match that is lost for a while has no events.
      const port = isHidden
        ? { ...portOf(), outcome: 'AMBIGUOUS' as const }
        : portOf(...[...events.values()].filter(({ portCallID }) => portCallID === changes.portCallID));
      return { hours, isCollected, port };
    });
  });
