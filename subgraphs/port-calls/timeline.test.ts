import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredVersion } from '#platform/store/version-store.ts';
import { entityIdOf, sortKeyOf } from './model.ts';
import type { PortCallEvent } from './store/port-call-events.ts';
import { currentTimesOf, timelineOf } from './timeline.ts';
import type { PortCallEventContent } from './wire/parse.ts';

const key = { partner: 'acme', portCallID: 'P' };

/** Creates an event in its newest version, as the store returns it. */
function eventOf(number: number, content: PortCallEventContent): PortCallEvent {
  const receivedAt = new Date(Date.UTC(2026, 11, 20) + number * 1_000).toISOString();
  const row: Pick<StoredVersion, 'partner' | 'entityId' | 'sortKey' | 'receivedAt'> = {
    partner: 'acme',
    entityId: entityIdOf('acme', `E${number}`),
    sortKey: sortKeyOf(content, receivedAt),
    receivedAt,
  };
  return { __typename: 'PortCallEvent', stored: row as StoredVersion, portCall: { portCallID: 'P' }, ...content };
}

const changed = (minute: number) => ({ eventUpdatedDateTime: new Date(Date.UTC(2026, 11, 20, 7, minute)).toISOString() });
const time = (classifierCode: string, hour: number) => ({
  timestamp: { classifierCode, serviceDateTime: new Date(Date.UTC(2026, 11, 28, hour)).toISOString() },
});
const berth = { portCallServiceID: 'B', portCallServiceTypeCode: 'BERTH', portCallServiceEventTypeCode: 'ARRI' };
const shown = (events: PortCallEvent[]) =>
  currentTimesOf(events).map(({ classifierCode, serviceDateTime, state }) => `${classifierCode} ${serviceDateTime.slice(11, 13)} ${state}`);

describe('the current times of a service', () => {
  it('are the newest time of each classifier, by when the partner changed them', () => {
    const events = [
      eventOf(1, { ...changed(3), portCallService: berth, ...time('EST', 16) }),
      eventOf(2, { ...changed(1), portCallService: berth, ...time('EST', 14) }),
      eventOf(3, { ...changed(2), portCallService: berth, ...time('PLN', 15) }),
      eventOf(4, { ...changed(4), portCallService: berth, ...time('ACT', 17) }),
    ];
    expect(shown(events)).toEqual(['PLN 15 CURRENT', 'EST 16 CURRENT', 'ACT 17 CURRENT']);
  });

  it('are distinguished by event type and phase', () => {
    const events = ['INBD', 'OUTB'].flatMap((portCallPhaseTypeCode, index) =>
      ['ARRI', 'DEPA'].map((portCallServiceEventTypeCode, second) =>
        eventOf(index * 2 + second, {
          ...changed(index),
          portCallService: { ...berth, portCallPhaseTypeCode, portCallServiceEventTypeCode },
          ...time('EST', 10),
        }),
      ),
    );
    expect(currentTimesOf(events)).toHaveLength(4);
  });

  it('are replaced by a newer event that repeats less of the service, while omitted attributes still apply', () => {
    const events = [
      eventOf(1, { ...changed(1), terminalCall: { terminalCallID: 'T' }, portCallService: berth, ...time('EST', 14) }),
      eventOf(2, {
        ...changed(2),
        portCallService: { portCallServiceID: 'B', portCallServiceEventTypeCode: 'ARRI' },
        ...time('EST', 15),
      }),
    ];
    expect(currentTimesOf(events)).toMatchObject([
      { terminalCallID: 'T', portCallServiceTypeCode: 'BERTH', serviceDateTime: '2026-12-28T15:00:00.000Z' },
    ]);
  });

  it('exclude times that are for information only', () => {
    expect(currentTimesOf([eventOf(1, { ...changed(1), isFYI: true, portCallService: berth, ...time('EST', 14) })])).toEqual([]);
  });

  it.each([
    ['CANCELED', { portCallService: { portCallServiceID: 'B', isCanceled: true } }],
    ['DECLINED', { portCallService: { portCallServiceID: 'B', isDeclined: true } }],
    ['OMITTED', { terminalCall: { terminalCallID: 'T', isOmitted: true } }],
    ['OMITTED', { portCall: { portCallID: 'P', isOmitted: true } }],
  ] as const)('are %s once any event states it, and no later absence or false value revokes it', (state, flag) => {
    const events = [
      eventOf(1, { ...changed(1), terminalCall: { terminalCallID: 'T' }, portCallService: berth, ...time('EST', 14) }),
      eventOf(2, { ...changed(2), ...flag }),
      eventOf(3, {
        ...changed(3),
        portCall: { portCallID: 'P', isOmitted: false },
        terminalCall: { terminalCallID: 'T', isOmitted: false },
        portCallService: { ...berth, isCanceled: false, isDeclined: false },
        ...time('EST', 15),
      }),
    ];
    expect(shown(events)).toEqual([`EST 15 ${state}`]);
  });
});

describe('a timeline', () => {
  it('has the attributes of the port call from the newest event that has them', () => {
    const events = [
      eventOf(1, { ...changed(2), portCall: { portCallID: 'P', UNLocationCode: 'SGSIN' } }),
      eventOf(2, { ...changed(1), portCall: { portCallID: 'P', UNLocationCode: 'NLRTM', portVisitReference: 'V1' } }),
      eventOf(3, { ...changed(3) }),
      eventOf(4, { portCall: { portCallID: 'P', portVisitReference: 'V0' } }),
    ];
    const timeline = timelineOf(key, events);
    expect(timeline).toMatchObject({ UNLocationCode: 'SGSIN', portVisitReference: 'V1', isOmitted: false });
    expect(timeline.events.map(({ stored }) => stored.entityId)).toEqual([4, 2, 1, 3].map((number) => entityIdOf('acme', `E${number}`)));
  });

  it('does not depend on the order of the events', () => {
    const id = fc.constantFrom('A', 'B', undefined);
    const flag = fc.constantFrom(true, false, undefined);
    const content = fc.record({
      minute: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
      service: fc.record({ portCallServiceID: id, portCallServiceTypeCode: id, isCanceled: flag }),
      terminal: fc.record({ terminalCallID: id, isOmitted: flag }),
      classifier: fc.constantFrom('EST', 'ACT'),
      hour: fc.nat({ max: 3 }),
    });
    const events = fc.array(content, { maxLength: 12 }).map((contents) =>
      contents.map(({ minute, service, terminal, classifier, hour }, number) =>
        eventOf(number, {
          ...(minute === undefined ? {} : changed(minute)),
          ...(JSON.parse(JSON.stringify({ portCallService: service, terminalCall: terminal })) as PortCallEventContent),
          ...time(classifier, hour),
        }),
      ),
    );
    const pair = events.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(pair, ([all, shuffled]) => {
        expect(timelineOf(key, shuffled)).toEqual(timelineOf(key, all));
      }),
    );
  });
});
