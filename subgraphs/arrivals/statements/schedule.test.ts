import { describe, expect, test } from 'vitest';
import { type PartialAnswer, takingPartial } from '../../../test/support/partial-answer.ts';
import type { RecordFieldsFragment, ScheduleFieldsFragment } from '../generated/queries.ts';
import { scheduleEvidenceOf as evidenceOfAnswer, scheduleStatementOf } from './schedule.ts';

type Answer = PartialAnswer<ScheduleFieldsFragment>;
const scheduleEvidenceOf = takingPartial(evidenceOfAnswer);

const record: PartialAnswer<RecordFieldsFragment> = {
  partner: { id: 'acme' },
  kind: 'VESSEL_SCHEDULE',
  retrievedAt: '2026-03-05T10:00:00.000Z',
  vesselIMONumber: '9321483',
  UNLocationCode: 'SGSIN',
  transportCallReference: 'CALL-1',
  numbers: [{ carrierImportVoyageNumber: '649E' }],
  times: [
    { eventTypeCode: 'ARRI', eventClassifierCode: 'PLN', dateTime: '2026-03-08T06:00:00+08:00' },
    { eventTypeCode: 'ARRI', eventClassifierCode: 'EST', dateTime: '2026-03-09T02:30:00+08:00' },
    { eventTypeCode: 'DEPA', eventClassifierCode: 'ACT', dateTime: '2026-03-01T02:30:00+08:00' },
  ],
};
const unique = (...records: PartialAnswer<RecordFieldsFragment>[]): Answer => ({
  outcome: 'UNIQUE',
  unique: { call: { records } },
  candidates: [{ call: { records } }],
  sources: records.map(({ partner }) => ({ partner, status: 'OK' })),
});
const query = { queriedAt: '2026-03-05T10:00:00.000Z', callKey: 'q', acceptedFromMs: Date.parse('2026-03-05T09:45:00.000Z') };
const later = { queriedAt: '2026-03-05T12:00:00.000Z', callKey: 'q', acceptedFromMs: Date.parse('2026-03-05T11:45:00.000Z') };
const none = (status: string): Answer => ({
  outcome: 'NONE',
  candidates: [],
  sources: [{ partner: { id: 'acme' }, status }],
});

describe('a schedule', () => {
  test('states the most certain arrival of the matched call, in local time', () => {
    const { arrival, outcome } = scheduleStatementOf(scheduleEvidenceOf(unique(record), query, undefined), undefined);
    expect(outcome).toBe('UNIQUE');
    expect(arrival).toMatchObject({
      classifier: 'EST',
      localDate: '2026-03-09',
      localTime: '02:30',
      zone: 'Asia/Singapore',
      instant: '2026-03-08T18:30:00.000Z',
      statedAt: '2026-03-05T10:00:00.000Z',
    });
  });

  test('states the arrival at the terminal that the notice names, if the partner states the ship at several', () => {
    const at = (facilityCode: string, hour: string, eventClassifierCode = 'PLN', partner = 'acme') => ({
      ...record,
      partner: { id: partner },
      facilityCode,
      facilityCodeListProvider: 'SMDG',
      transportCallReference: `CALL-${facilityCode}`,
      times: [{ eventTypeCode: 'ARRI', eventClassifierCode, dateTime: `2026-03-09T${hour}:00:00+08:00` }],
    });
    const timeOf = (facilityCode: string, ...records: PartialAnswer<RecordFieldsFragment>[]) => {
      const facility = { facilityCode, facilityCodeListProvider: 'smdg' };
      return scheduleStatementOf(scheduleEvidenceOf(unique(...records), { ...query, facility }, undefined), undefined).arrival?.localTime;
    };
    const shift = [at('PSA', '01'), at('KEP', '15')];
    expect(timeOf('KEP', ...shift)).toBe('15:00');
    expect(timeOf('psa', ...shift)).toBe('01:00');
    expect(timeOf('TUAS', ...shift)).toBe('01:00');
    expect(timeOf('TUAS', ...shift.toReversed())).toBe('01:00');
    // An estimate for another terminal is not about this one, but the ship that is there has arrived.
    expect(timeOf('KEP', at('PSA', '02', 'EST'), at('KEP', '15'))).toBe('15:00');
    expect(timeOf('KEP', at('PSA', '02', 'ACT'), at('KEP', '15'))).toBe('02:00');
    expect(timeOf('KEP', at('PSA', '02', 'ACT'), at('KEP', '15', 'ACT'))).toBe('15:00');
    // Of two partners, one may know only an earlier terminal of the one call.
    expect(timeOf('KEP', at('PSA', '02', 'EST'), at('KEP', '03', 'PLN', 'blue'))).toBe('02:00');
  });

  test('states the local time of the port, even if it is written in UTC, and as written where the zone is unknown', () => {
    const written = (UNLocationCode: string, dateTime: string) => {
      const times = [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', dateTime }];
      return scheduleStatementOf(scheduleEvidenceOf(unique({ ...record, UNLocationCode, times }), query, undefined), undefined).arrival;
    };
    expect(written('USLAX', '2026-12-09T03:00:00Z')).toMatchObject({
      localDate: '2026-12-08',
      localTime: '19:00',
      zone: 'America/Los_Angeles',
      instant: '2026-12-09T03:00:00.000Z',
    });
    expect(written('USLAX', '2026-12-08T19:00:00-08:00')).toMatchObject({ localDate: '2026-12-08', localTime: '19:00' });
    expect(written('USXYZ', '2026-12-08T19:00:00-08:00')).toMatchObject({ localDate: '2026-12-08', localTime: '19:00' });
  });

  test('states nothing without a unique match, and the outcome is the reason', () => {
    const statement = scheduleStatementOf(scheduleEvidenceOf(none('EMPTY'), query, undefined), undefined);
    expect(statement).toMatchObject({ outcome: 'NONE', isStale: false, times: [] });
    expect(statement.arrival).toBeUndefined();
  });

  test('keeps the times of an earlier answer when no time of the call can be read, and has none without an earlier answer', () => {
    const known = scheduleEvidenceOf(unique(record), query, undefined);
    const untimed = unique({ ...record, retrievedAt: '2026-03-05T12:00:00.000Z', times: [] });
    const kept = scheduleStatementOf(scheduleEvidenceOf(untimed, later, known), undefined);
    expect(kept).toMatchObject({ outcome: 'UNIQUE', isStale: true, arrival: { localDate: '2026-03-09' } });
    expect(scheduleStatementOf(scheduleEvidenceOf(untimed, later, undefined), undefined)).toMatchObject({ outcome: 'UNIQUE', times: [] });
  });

  test('an actual time of another record of the call takes precedence over estimates', () => {
    const actual = {
      ...record,
      partner: { id: 'other' },
      times: [{ eventTypeCode: 'ARRI', eventClassifierCode: 'ACT', dateTime: '2026-03-09T05:00:00+08:00' }],
    };
    expect(scheduleEvidenceOf(unique(record, actual), query, undefined).call).toMatchObject({ partner: 'other' });
  });

  test('among equally certain times that of a vessel schedule takes precedence, whatever the order of the records', () => {
    const route = { ...record, kind: 'POINT_TO_POINT', partner: { id: 'aaa' } };
    for (const records of [
      [record, route],
      [route, record],
    ]) {
      expect(scheduleEvidenceOf(unique(...records), query, undefined).call?.partner).toBe('acme');
    }
  });

  test('keeps its last statement, marked as stale, if it could not be queried', () => {
    const first = scheduleEvidenceOf(unique(record), query, undefined);
    for (const answer of [null, none('FAILED'), none('TIMED_OUT'), none('PARTNER_BUSY')]) {
      const kept = scheduleEvidenceOf(answer, later, first);
      expect(kept).toEqual({ ...first, couldQuery: false });
      expect(scheduleStatementOf(kept, undefined)).toMatchObject({
        isStale: true,
        queriedAt: query.queriedAt,
        arrival: { localDate: '2026-03-09' },
      });
    }
  });

  test('is stale if its partner does not answer and rows of an earlier answer stand in', () => {
    const first = scheduleEvidenceOf(unique(record), query, undefined);
    for (const status of ['FAILED', 'TIMED_OUT', 'PARTNER_BUSY', 'PENDING']) {
      const repeated = { ...unique(record), sources: [{ partner: { id: 'acme' }, status }] };
      expect(scheduleEvidenceOf(repeated, later, first)).toEqual({ ...first, couldQuery: false });
      // Another arrival has queried the same schedules before.
      expect(scheduleEvidenceOf(repeated, later, undefined)).toEqual({ ...first, couldQuery: false, queriedAt: record.retrievedAt });
    }
  });

  test('is current if its partner has answered about the call, but failed at another request or another partner failed', () => {
    const fresh = { ...record, retrievedAt: '2026-03-05T11:50:00.000Z' };
    const failed = { ...unique(fresh), sources: [{ partner: { id: 'acme' }, status: 'FAILED' }] };
    expect(scheduleEvidenceOf(failed, later, undefined)).toMatchObject({ couldQuery: true, queriedAt: later.queriedAt });
    const ofOther = { ...unique(record), sources: [{ partner: { id: 'other' }, status: 'FAILED' }] };
    expect(scheduleEvidenceOf(ofOther, later, undefined)).toMatchObject({ couldQuery: true, queriedAt: later.queriedAt });
  });

  test('keeps nothing if it could not be queried about another ship, voyage or port', () => {
    const first = scheduleEvidenceOf(unique(record), query, undefined);
    expect(scheduleEvidenceOf(null, { ...later, callKey: 'other' }, first)).toEqual({
      outcome: 'NOT_QUERIED',
      couldQuery: false,
      callKey: 'other',
    });
  });
});

describe('a match is lost', () => {
  const first = scheduleEvidenceOf(unique(record), query, undefined);
  const lost = { partner: 'acme', retrievedAt: query.queriedAt, answeredAt: later.queriedAt };

  test('when its partner answers without the record, whatever the outcome is now', () => {
    expect(scheduleEvidenceOf(none('EMPTY'), later, first).lost).toMatchObject(lost);
    expect(scheduleEvidenceOf({ ...none('OK'), outcome: 'UNKNOWN' }, later, first).lost).toMatchObject(lost);
    const other = scheduleEvidenceOf(unique({ ...record, transportCallReference: 'CALL-2' }), later, first);
    expect(other).toMatchObject({ outcome: 'UNIQUE', lost });
  });

  test('until a later answer has a match', () => {
    const gone = scheduleEvidenceOf(none('EMPTY'), later, first);
    expect(scheduleEvidenceOf(none('EMPTY'), { ...later, queriedAt: '2026-03-05T14:00:00.000Z' }, gone).lost).toMatchObject(lost);
    expect(scheduleEvidenceOf(unique(record), { ...later, queriedAt: '2026-03-05T14:00:00.000Z' }, gone).lost).toBeUndefined();
  });

  test('not when the partner could not be queried, its answer was truncated, it still states the record, or it was queried about another call', () => {
    expect(scheduleEvidenceOf(none('FAILED'), later, first).lost).toBeUndefined();
    expect(scheduleEvidenceOf(none('TRUNCATED'), later, first).lost).toBeUndefined();
    expect(
      scheduleEvidenceOf({ ...none('OK'), outcome: 'AMBIGUOUS', candidates: [{ call: { records: [record] } }] }, later, first).lost,
    ).toBeUndefined();
    expect(scheduleEvidenceOf(none('EMPTY'), { ...later, callKey: 'other' }, first).lost).toBeUndefined();
    expect(scheduleEvidenceOf({ ...none('EMPTY'), sources: [] }, later, first).lost).toBeUndefined();
  });
});
