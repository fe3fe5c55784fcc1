import { describe, expect, test } from 'vitest';
import { eventWith, noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { openJoins } from './open-joins.ts';

const query = `query ($maxAgeSeconds: Int) { arrivalNotices { nodes { current {
  arrivalCall(maxAgeSeconds: $maxAgeSeconds) { outcome unique { confidence call { times { eventTypeCode dateTime } records { partner { id } transportCallReference } } } sources { partner { id } status } }
  portCallEvents(maxAgeSeconds: $maxAgeSeconds) { outcome events { isCurrent event { eventID } } currentTimes { classifierCode serviceDateTime } } } } } }`;

interface Shown {
  readonly arrivalNotices: {
    readonly nodes: {
      readonly current: { readonly arrivalCall: { readonly unique: unknown }; readonly portCallEvents: { readonly events: unknown[] } };
    }[];
  };
}

describe('a page with match sets that is repeated', () => {
  test('shows a new event, a new answer of a partner and a new notice immediately', async () => {
    await using joins = await openJoins({ acme: { schedules: { vesselSchedules: [vesselScheduleWith()] } }, port: {} });
    const sendQuery = (maxAgeSeconds: number) => joins.landfall.query<Shown>(query, { maxAgeSeconds });
    const often = async (maxAgeSeconds = 900) => {
      const texts = [];
      for (let time = 0; time < 7; time += 1) texts.push(JSON.stringify(await sendQuery(maxAgeSeconds)));
      expect(new Set(texts).size).toBe(1);
      return (JSON.parse(texts[0] ?? '') as Shown).arrivalNotices.nodes.map(({ current }) => current);
    };
    await joins.push('acme', { arrivalNotices: [noticeWith()] });
    await joins.push('port', { events: [eventWith({ event: { eventID: 'first' } }).wire as object] });
    const [before] = await often();
    expect(before?.portCallEvents.events).toEqual([{ isCurrent: true, event: { eventID: 'first' } }]);
    expect(JSON.stringify(before?.arrivalCall)).toContain('CALL-');

    await joins.push('port', { events: [eventWith({ event: { eventID: 'second' } }).wire as object] });
    const [withEvent] = await often();
    expect(withEvent?.portCallEvents.events).toHaveLength(2);
    expect(withEvent?.arrivalCall).toEqual(before?.arrivalCall);

    joins.partners.producer('acme').behave({ status: 403 });
    const [denied] = await often(0);
    expect(denied?.arrivalCall).toMatchObject({
      outcome: 'UNKNOWN',
      unique: null,
      sources: [{ partner: { id: 'acme' }, status: 'DENIED' }],
    });

    await joins.push('acme', { arrivalNotices: [noticeWith({ transportDocumentReference: 'TD2' })] });
    expect(await often()).toHaveLength(2);
  });
});
