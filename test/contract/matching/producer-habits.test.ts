import { describe, expect, test } from 'vitest';
import type { ScriptedAnswer } from '../../support/fake-partner.ts';
import { answerOf } from '../../support/producer-answers.ts';
import type { ProducerHabits } from '../../support/producer-habits.ts';

const callOn = (day: number, voyage = `6${day}E`) => ({
  transportCallReference: `CALL-${day}`,
  carrierImportVoyageNumber: voyage,
  carrierExportVoyageNumber: voyage,
  location: { UNLocationCode: day % 2 === 0 ? 'NLRTM' : 'DEHAM' },
  timestamps: [{ eventTypeCode: 'ARRI', eventClassifierCode: 'EST', eventDateTime: `2027-03-${day}T08:00:00+01:00` }],
});
const serviceOf = (carrierServiceCode: string, ...transportCalls: object[]) => ({
  carrierServiceCode,
  vesselSchedules: [{ vessel: { vesselIMONumber: '9321483' }, transportCalls }],
});
const schedules = {
  vesselSchedules: [serviceOf('A', callOn(10, '645E'), callOn(11, '645E'), callOn(12)), serviceOf('B', callOn(14), callOn(16))],
};

const sendQuery = (parameters: string, habits: ProducerHabits = {}) => {
  const url = `/v1/vessel-schedules?${parameters}`;
  const query = new URLSearchParams(parameters);
  return answerOf(schedules, { url, query }, habits);
};
const referencesIn = ({ body }: ScriptedAnswer) => JSON.stringify(body).match(/CALL-\d+/g) ?? [];
const cursorOf = ({ headers = {} }: ScriptedAnswer) => headers['next-page-cursor'];

describe('a Producer of simulated worlds', () => {
  test('returns the calls that match all filters', () => {
    expect(referencesIn(sendQuery('UNLocationCode=NLRTM&startDate=2027-03-12&responseScope=MATCHED_CALLS'))).toEqual([
      'CALL-12',
      'CALL-14',
      'CALL-16',
    ]);
    expect(referencesIn(sendQuery('UNLocationCode=NLRTM&carrierVoyageNumber=645E&responseScope=MATCHED_CALLS'))).toEqual(['CALL-10']);
  });

  test('returns whole voyages before 1.0.3', () => {
    const parameters = 'UNLocationCode=NLRTM&endDate=2027-03-10&responseScope=MATCHED_CALLS';
    expect(referencesIn(sendQuery(parameters, { apiVersion: '1.0.2' }))).toEqual(['CALL-10', 'CALL-11']);
  });

  test('omits data far from the present if no days are requested', () => {
    expect(referencesIn(sendQuery('UNLocationCode=NLRTM', { today: '2027-12-01' }))).toEqual([]);
  });

  test('truncates its answer, and continues by cursor or not at all', () => {
    const cut = { callsPerAnswer: 3 };
    expect(cursorOf(sendQuery('vesselIMONumber=9321483', cut))).toBeUndefined();
    const first = sendQuery('vesselIMONumber=9321483', { ...cut, continues: true });
    expect(referencesIn(first)).toEqual(['CALL-10', 'CALL-11', 'CALL-12']);
    const second = sendQuery(`vesselIMONumber=9321483&cursor=${cursorOf(first)}`, { ...cut, continues: true });
    expect(referencesIn(second)).toEqual(['CALL-14', 'CALL-16']);
    expect(cursorOf(second)).toBeUndefined();
  });

  test('requires a cursor without parameters up to 1.0.1', () => {
    const habits = { apiVersion: '1.0.1', pageSize: 1 } as const;
    const cursor = cursorOf(sendQuery('vesselIMONumber=9321483', habits));
    expect(sendQuery(`vesselIMONumber=9321483&cursor=${cursor}`, habits).status).toBe(400);
    expect(referencesIn(sendQuery(`cursor=${cursor}`, habits))).toEqual(['CALL-14', 'CALL-16']);
  });

  test("answers 404 for endpoints that it lacks, and with the standard's error body if it finds nothing", () => {
    expect(sendQuery('UNLocationCode=NLRTM', { lacks: ['vessel-schedules'] })).toMatchObject({ status: 404, body: expect.any(String) });
    expect(sendQuery('UNLocationCode=SGSIN', { nothingIs404: true })).toMatchObject({ status: 404, body: { statusCode: 404 } });
    expect(sendQuery('UNLocationCode=SGSIN')).toMatchObject({ body: [] });
  });
});
