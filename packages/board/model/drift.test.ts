import { describe, expect, it } from 'vitest';
import { driftOf, type Statement, statementsOf } from './drift.ts';

type Input = Parameters<typeof statementsOf>;

const zone = 'Australia/Melbourne';
const version = (issueDateTime: string, value: string) => ({
  issueDateTime,
  transport: { portOfDischargeArrivalDate: { value, classifier: 'EST' } },
});
const berth = (eventUpdatedDateTime: string, serviceDateTime: string, classifierCode = 'EST') => ({
  isCurrent: true,
  event: {
    eventUpdatedDateTime,
    receivedAt: eventUpdatedDateTime,
    isFYI: false,
    portCallService: { portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI' },
    timestamp: { classifierCode, serviceDateTime },
  },
});
const scheduled = { localDate: '2026-11-29', localTime: '09:48', classifier: 'EST', statedAt: '2026-11-20T09:00:00Z' };
const arrival = {
  bestTime: { zone },
  statements: { schedule: { side: 'SCHEDULE', arrival: scheduled }, port: { side: 'PORT', arrival: null } },
} as unknown as Input[0];
const noticeOf = (outcome: string) =>
  ({
    versions: {
      nodes: [
        version('2026-11-20T10:00:00Z', '2026-11-29'),
        version('2026-11-20T08:00:00Z', '2026-11-28'),
        version('2026-11-20T07:00:00Z', '2026-11-28'),
      ],
    },
    current: {
      arrivalCall: null,
      portCallEvents: {
        outcome,
        events: [berth('2026-11-20T08:30:00Z', '2026-11-28T01:48:00Z'), berth('2026-11-20T08:40:00Z', '2026-11-28T03:00:00Z', 'REQ')],
      },
    },
  }) as unknown as Input[1];
const earlier = { source: 'SCHEDULE', time: { ...scheduled, localDate: '2026-11-27', statedAt: '2026-11-20T07:30:00Z' } } as const;
const alerts = [{ before: earlier, after: null }] as unknown as Input[2];

describe('the statements about an arrival', () => {
  it('are in the order in which they were made, in local time of the port, each change once', () => {
    const shown = statementsOf(arrival, noticeOf('UNIQUE'), alerts).map(({ side, day, time }) => [side, day, time]);
    expect(shown).toEqual([
      ['NOTICE', '2026-11-28', undefined],
      ['SCHEDULE', '2026-11-27', '09:48'],
      ['PORT', '2026-11-28', '12:48'],
      ['SCHEDULE', '2026-11-29', '09:48'],
      ['NOTICE', '2026-11-29', undefined],
    ]);
  });

  it('omit the events of several visits', () => {
    expect(statementsOf(arrival, noticeOf('AMBIGUOUS'), []).map(({ side }) => side)).toEqual(['NOTICE', 'SCHEDULE', 'NOTICE']);
  });
});

describe('the chart of an arrival', () => {
  const said = (side: Statement['side'], day: string, time?: string): Statement => ({ side, statedAt: '', day, time, classifier: 'EST' });

  it('has a line for each side over the stated days, and places a statement of a day in the middle of the day', () => {
    const drift = driftOf([said('NOTICE', '2026-11-28'), said('PORT', '2026-11-27', '06:00'), said('NOTICE', '2026-11-30')]);
    expect(drift).toMatchObject({ columns: 3, from: '2026-11-27', days: 4 });
    expect(drift?.lines.map(({ side, points }) => [side, points.map(({ column, day0 }) => [column, day0])])).toEqual([
      [
        'NOTICE',
        [
          [0, 1.5],
          [2, 3.5],
        ],
      ],
      ['PORT', [[1, 0.25]]],
    ]);
  });

  it('is omitted if there is only one statement', () => {
    expect(driftOf([said('NOTICE', '2026-11-28')])).toBeUndefined();
  });
});
