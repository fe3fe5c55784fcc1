import { describe, expect, test } from 'vitest';
import { type CallParts, eventWith, fullVoyage, noticeWith, vesselScheduleWith, type Wire } from '../../contract/matching/samples.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import type { TestPartner } from '../../support/partners.ts';
import { openJoins } from './open-joins.ts';

const { vesselIMONumber } = fullVoyage;
const acme = (...schedules: readonly CallParts[]): TestPartner => ({
  carriers: [
    { carrierCode: 'MSK', carrierCodeListProvider: 'SMDG' },
    { carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' },
  ],
  schedules: { vesselSchedules: schedules.map(vesselScheduleWith) },
});
const eventOf = (parts: Parameters<typeof eventWith>[0] = {}) => eventWith(parts).wire as object;

interface Rows {
  readonly nodes: object[];
  readonly sources: { partner: { readonly id: string }; status: string }[];
}

describe('the cases of matching about sources, over HTTP', () => {
  test('16: events that a Publisher sent because it ignored the filters are in no answer, and this is reported', async () => {
    const stray = eventOf({ event: { eventID: 'stray' }, portCall: { UNLocationCode: 'NLRTM', portCallID: 'elsewhere' } });
    await using publisher = await openFakePartner({
      otherwise: { headers: { 'api-version': '2.0.0' }, body: { events: [stray, eventOf()] } },
    });
    await using joins = await openJoins({ acme: acme({}), port: { lines: [`portCalls: { baseUrl: "${publisher.url}" }`] } });
    await joins.push('acme', { arrivalNotices: [noticeWith()] });
    const { portCallEvents } = await joins.landfall.query<{ portCallEvents: Rows }>(
      '{ portCallEvents(filter: { UNLocationCode: "SGSIN" }, maxAgeSeconds: 0) { nodes { portCall { portCallID } } sources { partner { id } status } } }',
    );
    expect(portCallEvents.nodes).toEqual([{ portCall: { portCallID: 'visit-1' } }]);
    expect(portCallEvents.sources).toContainEqual({ partner: { id: 'port' }, status: 'IGNORED_FILTER' });
    expect((await joins.joinsOf()).portCallEvents).toMatchObject({ outcome: 'UNIQUE', events: [{ event: { partner: { id: 'port' } } }] });
  });

  test('17: a Publisher of notices that refuses the filter is reported, and its pushed notices are found nevertheless', async () => {
    await using publisher = await openFakePartner({ otherwise: { status: 400, body: { feedbackElements: [] } } });
    await using joins = await openJoins({ acme: { ...acme({}), lines: [`arrivalNotices: { baseUrl: "${publisher.url}" }`] }, port: {} });
    await joins.push('acme', { arrivalNotices: [noticeWith()] });
    await joins.push('port', { events: [eventOf()] });
    const answer = await joins.landfall.query<{ arrivalNotices: Rows; portCallEvents: Rows }>(
      `{ arrivalNotices(filter: { vesselIMONumber: "${vesselIMONumber}" }, maxAgeSeconds: 0) { nodes { transportDocumentReference } sources { partner { id } status } }
        portCallEvents { nodes { arrivalNotices { outcome notices { rule version { transportDocumentReference } } } } sources { partner { id } } } }`,
    );
    expect(publisher.requests).toHaveLength(1);
    expect(answer.arrivalNotices.nodes).toEqual([{ transportDocumentReference: 'TD1' }]);
    expect(answer.arrivalNotices.sources).toContainEqual({ partner: { id: 'acme' }, status: 'REFUSED_FILTER' });
    expect(answer.portCallEvents.nodes).toEqual([
      {
        arrivalNotices: {
          outcome: 'UNIQUE',
          notices: [{ rule: 'VESSEL_UNIVERSAL_VOYAGE_AND_PORT', version: { transportDocumentReference: 'TD1' } }],
        },
      },
    ]);
  });

  test('19: a source that is hidden leaves the outcome UNKNOWN', async () => {
    await using joins = await openJoins({ acme: acme({}) });
    await joins.push('acme', { arrivalNotices: [noticeWith()] });
    joins.partners.producer('acme').behave({ status: 403 });
    expect((await joins.joinsOf()).arrivalCall).toMatchObject({
      outcome: 'UNKNOWN',
      candidates: [],
      sources: [{ partner: { id: 'acme' }, status: 'DENIED' }],
    });
  });

  test('21: whole voyages of a Producer that does not support MATCHED_CALLS are trimmed', async () => {
    const whole = vesselScheduleWith();
    const [schedule = {}] = whole['vesselSchedules'] as Wire[];
    const [call = {}] = schedule['transportCalls'] as Wire[];
    const elsewhere = { ...call, transportCallReference: 'CALL-NL', location: { UNLocationCode: 'NLRTM' } };
    const vesselSchedules = [{ ...whole, vesselSchedules: [{ ...schedule, transportCalls: [elsewhere, call] }] }];
    await using joins = await openJoins({ acme: { ...acme(), schedules: { vesselSchedules } } });
    await joins.push('acme', { arrivalNotices: [noticeWith()] });
    joins.partners.producer('acme').behave({ apiVersion: '1.0.2' });
    const { outcome, candidates, sources } = (await joins.joinsOf()).arrivalCall;
    expect(outcome).toBe('UNIQUE');
    expect(candidates.map(({ call: { records } }) => records.map((record) => record.transportCallReference))).toEqual([['CALL-1']]);
    expect(sources).toEqual([{ partner: { id: 'acme' }, status: 'IGNORED_FILTER' }]);
  });

  test('a Producer that ignores all filters gives the same answer as one that applies them', async () => {
    const other = { location: { UNLocationCode: 'NLRTM' }, call: { transportCallReference: 'CALL-NL' } };
    await using joins = await openJoins({ acme: acme({}, other) });
    await joins.push('acme', { arrivalNotices: [noticeWith()] });
    joins.partners.producer('acme').behave({ ignoresFilters: true });
    const { outcome, candidates, sources } = (await joins.joinsOf()).arrivalCall;
    expect({ outcome, found: candidates.length, sources }).toEqual({
      outcome: 'UNIQUE',
      found: 1,
      sources: [{ partner: { id: 'acme' }, status: 'IGNORED_FILTER' }],
    });
  });

  test('a Producer that refuses requests by port and by ship leaves the outcome UNKNOWN', async () => {
    await using joins = await openJoins({ acme: acme({}) });
    await joins.push('acme', { arrivalNotices: [noticeWith()] });
    joins.partners.producer('acme').behave({ refuses: ['UNLocationCode', 'vesselIMONumber'] });
    expect((await joins.joinsOf()).arrivalCall).toMatchObject({
      outcome: 'UNKNOWN',
      sources: [{ partner: { id: 'acme' }, status: 'REFUSED_FILTER' }],
    });
  });
});
