import { describe, expect, it } from 'vitest';
import { matchesFilter } from '#platform/store/version-store.ts';
import { afterUndated, indexOfEvent, isUndated, kindsOf, type PortCallEventFilter, sortKeyOf, versionFilterOf } from './model.ts';
import type { PortCallEventContent } from './wire/parse.ts';

const matches = (filter: PortCallEventFilter, event: PortCallEventContent): boolean =>
  matchesFilter(versionFilterOf(filter), { index: indexOfEvent('acme', event), receivedAt: '2026-12-20T08:00:00.000Z' });

describe('the order of the versions of one event', () => {
  it('is that of their instants, however they are spelled', () => {
    const [earlier, same, later] = ['2026-12-20T08:30:00+01:00', '2026-12-20T07:30:00.000Z', '2026-12-20T07:30:00.000001Z'].map(
      (eventUpdatedDateTime) => sortKeyOf({ eventUpdatedDateTime }, 'now'),
    );
    expect(earlier).toBe(same);
    expect((later ?? '') > (same ?? '')).toBe(true);
  });

  it('begins with those without an instant, sorted by their substitute', () => {
    const [dated, first, second] = [
      sortKeyOf({ eventUpdatedDateTime: '0000-01-01T00:00:00Z' }, '9'),
      sortKeyOf({}, '1'),
      sortKeyOf({}, '2'),
    ];
    expect([second, dated, afterUndated, first].toSorted()).toEqual([first, second, afterUndated, dated]);
    expect([first, second, dated].map(isUndated)).toEqual([true, true, false]);
  });
});

describe('the kinds of an event', () => {
  it.each<[string[], PortCallEventContent]>([
    [['TIMESTAMP'], { timestamp: {} }],
    [['MOVES_FORECAST'], { movesForecasts: [{}] }],
    [['DESCRIPTIVE'], { movesForecasts: [] }],
    [['SERVICE_CANCELED'], { portCallService: { isCanceled: true } }],
    [['SERVICE_DECLINED'], { portCallService: { isDeclined: true } }],
    [['TERMINAL_CALL_OMITTED'], { terminalCall: { isOmitted: true } }],
    [['PORT_CALL_OMITTED'], { portCall: { isOmitted: true } }],
    [['VESSEL_STATUS'], { vessel: { draft: 0 } }],
    [['DESCRIPTIVE'], { vessel: { vesselName: 'A' }, portCall: { isOmitted: false }, portCallService: { isCanceled: false } }],
    [['TIMESTAMP', 'MOVES_FORECAST', 'SERVICE_CANCELED'], { timestamp: {}, movesForecasts: [{}], portCallService: { isCanceled: true } }],
  ])('of %j follow from its parts', (kinds, event) => {
    expect(kindsOf(event)).toEqual(kinds);
  });
});

describe('a filter', () => {
  const event: PortCallEventContent = {
    eventUpdatedDateTime: '2026-12-20T07:30:00Z',
    portCall: { portCallID: 'P', UNLocationCode: 'SGSIN' },
    terminalCall: { importVoyageNumberOrReference: { carrierVoyageNumber: '649E' } },
    vessel: { vesselIMONumber: '9321483', vesselName: ' MV King of the  Seas' },
    timestamp: { classifierCode: 'EST', serviceDateTime: '2026-12-28T14:00:00+08:00' },
  };

  it('compares values exactly unless matching normalizes them', () => {
    expect(matches({ classifierCode: 'EST', carrierImportVoyageNumber: '649E' }, event)).toBe(true);
    expect(matches({ classifierCode: 'est' }, event)).toBe(false);
    expect(matches({ carrierExportVoyageNumber: '649E' }, event)).toBe(false);
  });

  it('compares ships and places as matching does', () => {
    expect(matches({ vesselName: 'king of the seas', vesselIMONumber: 'IMO 9321483', UNLocationCode: 'sg sin' }, event)).toBe(true);
    expect(matches({ vesselIMONumber: '9321484' }, event)).toBe(false);
  });

  it('does not match an event without the attribute', () => {
    expect(matches({ terminalCallID: '' }, event)).toBe(false);
    expect(matches({ terminalCallID: 'T' }, event)).toBe(false);
    expect(matches({ eventTimestampMin: '2000-01-01T00:00:00Z' }, {})).toBe(false);
  });

  it('has inclusive bounds of time, and uses the last change of an event without a service time', () => {
    const at = (serviceDateTime: string) => ({ eventTimestampMin: serviceDateTime, eventTimestampMax: serviceDateTime });
    expect(matches(at('2026-12-28T06:00:00Z'), event)).toBe(true);
    expect(matches({ eventTimestampMin: '2026-12-28T06:00:00.001Z' }, event)).toBe(false);
    expect(matches({ eventTimestampMax: '2026-12-28T05:59:59Z' }, event)).toBe(false);
    const { timestamp: _, ...without } = event;
    expect(matches(at('2026-12-20T07:30:00Z'), without)).toBe(true);
  });
});
