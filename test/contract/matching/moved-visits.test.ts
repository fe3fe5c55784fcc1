import { eventRecordOf } from '@landfall/matching/claims/records.ts';
import { matchKeyOfNotice, windowOf } from '@landfall/matching/keys/match-key.ts';
import { decodeMatchKey, encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { describe, expect, test } from 'vitest';
import { expectMatch, type MatchCase, type Stated } from '../../support/matching/expect-match.ts';
import { type EventParts, eventsOf, eventWith, fullVoyage, noticeWith } from './samples.ts';

const vessel = '9321483';
const found = 'STRONG VESSEL_CARRIER_VOYAGE_AND_PORT';

const notice: Stated = { vessel, voyage: 'MAEU 649E', arrives: 'EST 2' };
const schedule = (arrives: string): Stated => ({ vessel, voyage: 'MAEU 649E/702W', arrives });

expectMatch('HIDDEN_SOURCES', [
  {
    when: 'the schedule of the tenant’s own carrier moves by three days',
    notice,
    calls: [schedule('EST 5')],
    sources: ['ANSWERED', 'HIDDEN'],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the schedule moves by five days, and no other call has the voyage',
    notice,
    calls: [schedule('EST 7')],
    sources: ['ANSWERED', 'HIDDEN'],
    is: `UNIQUE ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'a partner that the caller may see has not answered',
    notice,
    calls: [schedule('EST 5')],
    sources: ['ANSWERED', 'FAILED', 'HIDDEN'],
    is: `AMBIGUOUS ${found}`,
  },
  { when: 'nothing that the caller may see fits', notice, calls: [], sources: ['ANSWERED', 'HIDDEN'], is: 'UNKNOWN' },
]);

const announced: Stated = { vessel, voyage: 'MAEU 649E', arrives: 'EST 3' };
const call: Stated = { vessel, voyage: 'MAEU 649E/702W', arrives: 'EST 3' };
const berth = (arrives: string, arrivedBefore?: string, others: Stated = {}): Stated => ({
  vessel,
  voyage: '? 649E',
  service: 'FE1',
  arrives,
  ...(arrivedBefore === undefined ? {} : { arrivedBefore }),
  ...others,
});
const ofVoyage = 'PROBABLE VESSEL_VOYAGE_NUMBER_AND_PORT';
const moved = (arrives: string, arrivedBefore: string, others: Stated = {}): Stated => ({
  ...announced,
  arrives,
  arrivedBefore,
  ...others,
});
const byVoyage = 'STRONG VESSEL_CARRIER_VOYAGE_AND_PORT';

expectMatch('EARLIER_DAYS', [
  { when: 'the port moves the berth by two days', call, events: [berth('PLN 5', 'PLN 3')], is: `UNIQUE ${ofVoyage}` },
  { when: 'by three days', call, events: [berth('PLN 6', 'PLN 3')], is: `UNIQUE ${ofVoyage}` },
  { when: 'by five days', call, events: [berth('PLN 8', 'PLN 3')], is: `UNIQUE ${ofVoyage}` },
  { when: 'by five days, in steps', call, events: [berth('EST 8', 'EST 6, EST 4, EST 3')], is: `UNIQUE ${ofVoyage}` },
  { when: 'by forty days', call, events: [berth('PLN 43', 'PLN 3')], is: `UNIQUE ${ofVoyage}` },
  { when: 'forward by three days', call, events: [berth('PLN 0', 'PLN 3')], is: `UNIQUE ${ofVoyage}` },
  { when: 'by two days, without a schedule', notice: announced, events: [berth('PLN 5', 'PLN 3')], is: `UNIQUE ${ofVoyage}` },
  { when: 'by three days, without a schedule', notice: announced, events: [berth('PLN 6', 'PLN 3')], is: `UNIQUE ${ofVoyage}` },
  { when: 'by five days, without a schedule', notice: announced, events: [berth('EST 8', 'EST 3')], is: `UNIQUE ${ofVoyage}` },
  {
    when: 'by five days, and a partner has not answered',
    notice: announced,
    events: [berth('EST 8', 'EST 3')],
    sources: ['ANSWERED', 'FAILED'],
    is: `UNIQUE ${ofVoyage}`,
  },
  {
    when: 'by five days, and the event states no voyage',
    call,
    events: [{ vessel, arrives: 'EST 8', arrivedBefore: 'EST 3' }],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  { when: 'no version was near', call, events: [berth('PLN 8', 'PLN 7')], is: `AMBIGUOUS ${ofVoyage}` },
  {
    when: 'the ship has arrived',
    call,
    events: [berth('ACT 8', 'PLN 3')],
    is: `AMBIGUOUS ${ofVoyage} OUTSIDE_WINDOW`,
  },
  {
    when: 'another event of the visit states that the ship has arrived',
    call,
    events: [berth('PLN 8', 'PLN 3', { portCallID: 'visit-1' }), berth('ACT 8', undefined, { portCallID: 'visit-1' })],
    is: `AMBIGUOUS ${ofVoyage} OUTSIDE_WINDOW`,
  },
  ...['portCallID', 'terminalCallID', 'portCallServiceID'].flatMap((name): MatchCase[] => {
    const of = (arrives: string, others: Stated = {}) => berth(arrives, undefined, { [name]: 'id-1', ...others });
    return [
      {
        when: `an estimate follows the plan of one ${name} by three days`,
        notice: announced,
        events: [of('PLN 3'), of('EST 6')],
        is: `UNIQUE ${ofVoyage}`,
      },
      { when: `by three days, and a call is searched`, call, events: [of('PLN 3'), of('EST 6')], is: `UNIQUE ${ofVoyage}` },
      { when: `by ten days`, notice: announced, events: [of('PLN 3'), of('EST 13')], is: `UNIQUE ${ofVoyage}` },
      {
        when: `by three days, after the estimates of another event`,
        notice: announced,
        events: [of('PLN 8'), of('EST 6', { arrivedBefore: 'EST 3' })],
        is: `UNIQUE ${ofVoyage}`,
      },
      {
        when: `by three days, and the plan was cancelled`,
        notice: announced,
        events: [of('PLN 3', { isCanceled: true }), of('EST 6')],
        is: `AMBIGUOUS ${ofVoyage}`,
      },
      {
        when: `by three days, and the plan was for information only`,
        notice: announced,
        events: [of('PLN 3', { isFYI: true }), of('EST 6')],
        is: `AMBIGUOUS ${ofVoyage}`,
      },
      {
        when: `the ship arrives three days after the plan of one ${name}`,
        notice: announced,
        events: [of('PLN 3'), of('ACT 6')],
        is: `AMBIGUOUS ${ofVoyage}`,
      },
      {
        when: `it arrives three days after it, which is stated for information only`,
        notice: announced,
        events: [of('PLN 3'), of('ACT 6', { isFYI: true })],
        is: `AMBIGUOUS ${ofVoyage}`,
      },
      {
        when: `it arrives on the day of it, which is stated for information only`,
        notice: announced,
        events: [of('PLN 3'), of('ACT 3', { isFYI: true })],
        is: `UNIQUE ${ofVoyage}`,
      },
      {
        when: `a request three days after the plan of one ${name}`,
        notice: announced,
        events: [of('PLN 3'), of('REQ 6')],
        is: `UNIQUE ${ofVoyage}`,
      },
      {
        when: `a request for the day, and a plan three days after it`,
        notice: announced,
        events: [of('REQ 3'), of('PLN 6')],
        is: `AMBIGUOUS ${ofVoyage}`,
      },
    ];
  }),
  {
    when: 'another visit is there now: the current days decide',
    call,
    events: [berth('PLN 3', undefined, { portCallID: 'visit-2' }), berth('PLN 17', 'PLN 3', { portCallID: 'visit-1' })],
    is: `UNIQUE ${ofVoyage}`,
  },
  {
    when: 'the ship calls again on another voyage, and its first call moved near that',
    notice: announced,
    events: [berth('PLN 9', 'PLN 3', { portCallID: 'visit-1' }), berth('PLN 12', undefined, { voyage: '? 651E', portCallID: 'visit-2' })],
    is: `UNIQUE ${ofVoyage}`,
  },
  {
    when: 'events of one terminal call, days apart',
    events: [berth('PLN 3', undefined, { terminalCallID: 'call-1' }), berth('PLN 8', undefined, { terminalCallID: 'call-1' })],
    is: '1 visit',
  },
  {
    when: 'events of one service, days apart',
    events: [berth('PLN 3', undefined, { portCallServiceID: 'berth-1' }), berth('PLN 8', undefined, { portCallServiceID: 'berth-1' })],
    is: '1 visit',
  },
  {
    when: 'the terminal differs as well',
    call: { ...call, terminal: 'SMDG PSA' },
    events: [berth('PLN 8', 'PLN 3', { terminal: 'SMDG KEP' })],
    is: `AMBIGUOUS ${ofVoyage} TERMINAL_DIFFERS`,
  },
  { when: 'the notice moves by five days before the schedule', notice: moved('EST 8', 'EST 3'), calls: [call], is: `UNIQUE ${byVoyage}` },
  { when: 'by ten days', notice: moved('EST 13', 'EST 3'), calls: [call], is: `UNIQUE ${byVoyage}` },
  { when: 'by ten days, in steps', notice: moved('EST 13', 'EST 9, EST 6, EST 3'), calls: [call], is: `UNIQUE ${byVoyage}` },
  {
    when: 'by ten days, and a partner has not answered',
    notice: moved('EST 13', 'EST 3'),
    calls: [call],
    sources: ['ANSWERED', 'FAILED'],
    is: `UNIQUE ${byVoyage}`,
  },
  {
    when: 'by ten days, before a schedule that states the plan only',
    notice: moved('EST 13', 'EST 3'),
    calls: [schedule('PLN 3')],
    is: `UNIQUE ${byVoyage}`,
  },
  { when: 'back by five days', notice: moved('EST 3', 'EST 8'), calls: [schedule('PLN 8, EST 8')], is: `UNIQUE ${byVoyage}` },
  { when: 'by five days, before a port', notice: moved('EST 8', 'EST 3'), events: [berth('PLN 3')], is: `UNIQUE ${ofVoyage}` },
  {
    when: 'notice and port moved by different days',
    notice: moved('EST 13', 'EST 3'),
    events: [berth('PLN 8', 'PLN 3')],
    is: `UNIQUE ${ofVoyage}`,
  },
  {
    when: 'by ten days, and the schedule by a part',
    notice: moved('EST 13', 'EST 3'),
    calls: [schedule('EST 8')],
    is: `UNIQUE ${byVoyage}`,
  },
  {
    when: 'by ten days, and the port by a part',
    notice: moved('EST 13', 'EST 3'),
    events: [berth('PLN 8')],
    is: `UNIQUE ${ofVoyage}`,
  },
  {
    when: 'by thirty days, and the schedule is between these days, far from both',
    notice: moved('EST 33', 'EST 3'),
    calls: [schedule('EST 15')],
    is: `AMBIGUOUS ${byVoyage} OUTSIDE_WINDOW`,
  },
  { when: 'the schedule never agreed', notice: moved('EST 13', 'EST 12'), calls: [call], is: `AMBIGUOUS ${byVoyage} OUTSIDE_WINDOW` },
  {
    when: 'another call of the voyage is on the current day',
    notice: moved('EST 8', 'EST 3'),
    calls: [schedule('EST 8'), call],
    is: `UNIQUE ${byVoyage}`,
  },
  {
    when: 'another call of the voyage is nearer to the current day',
    notice: moved('EST 9', 'EST 3'),
    calls: [schedule('EST 7'), call],
    is: `AMBIGUOUS ${byVoyage}`,
  },
  {
    when: 'another call of the voyage is on the current day, and states the ship by name',
    notice: moved('EST 8', 'EST 3', { name: 'KING' }),
    calls: [{ name: 'KING', voyage: 'MAEU 649E/702W', arrives: 'EST 8' }, call],
    is: 'UNIQUE PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the plan of another call at another terminal is nearer to the current day',
    notice: moved('EST 4', 'EST 0', { terminal: 'SMDG PSA' }),
    calls: [schedule('PLN -1'), { ...schedule('PLN 3'), terminal: 'SMDG KEP' }],
    is: `AMBIGUOUS ${byVoyage}`,
  },
  {
    when: 'the next voyage of the ship is on the current day',
    notice: moved('EST 10', 'EST 3'),
    calls: [call, schedule('EST 10')].map((each, place) => ({ ...each, voyage: `MAEU 6${49 + place}E/702W` })),
    is: `AMBIGUOUS ${byVoyage}`,
  },
  {
    when: 'the ship has arrived on the earlier day: the cargo was rolled',
    notice: moved('EST 8', 'EST 3'),
    calls: [schedule('PLN 3, ACT 3')],
    is: `AMBIGUOUS ${byVoyage} OUTSIDE_WINDOW`,
  },
  {
    when: 'the notice states the actual arrival',
    notice: moved('ACT 8', 'EST 3'),
    calls: [call],
    is: `AMBIGUOUS ${byVoyage} OUTSIDE_WINDOW`,
  },
  {
    when: 'the terminal differs as well',
    notice: moved('EST 8', 'EST 3', { terminal: 'SMDG PSA' }),
    calls: [{ ...call, terminal: 'SMDG KEP' }],
    is: `AMBIGUOUS ${byVoyage} TERMINAL_DIFFERS OUTSIDE_WINDOW`,
  },
  {
    when: 'the port follows the notice before the schedule does',
    call,
    announcedBy: moved('EST 8', 'EST 3'),
    events: [berth('PLN 8')],
    is: `UNIQUE ${ofVoyage}`,
  },
  {
    when: 'the port does not follow',
    call,
    announcedBy: moved('EST 8', 'EST 3'),
    events: [berth('PLN 3')],
    is: `UNIQUE ${ofVoyage}`,
  },
  { when: 'a call finds a notice that has moved', call, notices: [moved('EST 8', 'EST 3')], is: `UNIQUE ${byVoyage}` },
  {
    when: 'a call finds a notice that has moved, and another one of its day',
    call,
    notices: [moved('EST 8', 'EST 3'), announced],
    is: `UNIQUE ${byVoyage}`,
  },
  {
    when: 'a call of an arrived ship does not claim a notice that has moved',
    call: schedule('PLN 3, ACT 3'),
    notices: [moved('EST 8', 'EST 3')],
    is: `AMBIGUOUS ${byVoyage} OUTSIDE_WINDOW`,
  },
  { when: 'an event finds a notice that has moved', event: berth('PLN 3'), notices: [moved('EST 8', 'EST 3')], is: `UNIQUE ${ofVoyage}` },
  {
    when: 'an event that has moved finds its notice',
    event: berth('PLN 8', 'PLN 3'),
    notices: [announced],
    is: `UNIQUE ${ofVoyage}`,
  },
]);

describe('the earlier versions of a notice', () => {
  const legOf = (vesselVoyage: object) => ({ legs: [{ vesselVoyage }] });
  const ship = { vesselIMONumber: vessel, vesselName: 'King', carrierImportVoyageNumber: '649E' };
  const versionWith = (value: string, { voyage = {}, port = 'SGSIN' }: { voyage?: object; port?: string } = {}) => ({
    transport: {
      portOfDischarge: { UNLocationCode: port },
      portOfDischargeArrivalDate: { value, classifier: 'EST' },
      ...legOf({ ...ship, ...voyage }),
    },
  });
  const current = versionWith('2026-12-28');
  test.each<[string, object, readonly string[]]>([
    ['the same call', versionWith('2026-12-20'), ['2026-12-20']],
    ['its day once more', versionWith('2026-12-28'), []],
    [
      'another spelling',
      versionWith('2026-12-20', { voyage: { carrierImportVoyageNumber: '0649 E', vesselName: 'KING' } }),
      ['2026-12-20'],
    ],
    ['a ship without number', versionWith('2026-12-20', { voyage: { vesselIMONumber: undefined } }), ['2026-12-20']],
    ['another ship', versionWith('2026-12-20', { voyage: { vesselIMONumber: '9839179' } }), []],
    ['a ship of another name', versionWith('2026-12-20', { voyage: { vesselIMONumber: undefined, vesselName: 'Queen' } }), []],
    ['another voyage', versionWith('2026-12-20', { voyage: { carrierImportVoyageNumber: '648E' } }), []],
    ['another port', versionWith('2026-12-20', { port: 'MYPKG' }), []],
    ['no leg', { transport: { portOfDischargeArrivalDate: { value: '2026-12-20' } } }, ['2026-12-20']],
  ])('count if they state %s', (_, earlier, days) => {
    const { claims } = matchKeyOfNotice(current, { partner: 'acme', earlier: [earlier] });
    expect(claims.flatMap(({ earlierTimes = [] }) => earlierTimes.map(({ text }) => text))).toEqual(days);
    expect(decodeMatchKey(encodeMatchKey({ claims }))?.claims).toEqual(
      claims.map((claim) => expect.objectContaining({ times: claim.times })),
    );
  });

  test('count after the notice stated another ship in between', () => {
    const between = versionWith('2026-12-24', { voyage: { vesselIMONumber: '9839179', carrierImportVoyageNumber: '650E' } });
    const matchKey = matchKeyOfNotice(current, { partner: 'acme', earlier: [between, versionWith('2026-12-20')] });
    expect(matchKey.claims[0].earlierTimes?.map(({ text }) => text)).toEqual(['2026-12-20']);
    expect(decodeMatchKey(encodeMatchKey(matchKey))?.claims[0].earlierTimes).toEqual(matchKey.claims[0].earlierTimes);
  });

  test('widen the days in which partners are asked by two months at most', () => {
    const daysOf = (...values: string[]) =>
      windowOf(matchKeyOfNotice(current, { partner: 'acme', earlier: values.map((value) => versionWith(value)) }))?.near;
    expect(daysOf('2026-12-14')).toEqual({ firstDay: '2026-12-06', lastDay: '2027-01-09' });
    expect(daysOf('2025-12-28')).toEqual(daysOf());
  });

  test('do not change the text of the key of a notice without others', () => {
    const keyOf = (earlier: readonly object[]) => encodeMatchKey(matchKeyOfNotice(current, { partner: 'acme', earlier }));
    expect(keyOf([current])).toBe(keyOf([]));
  });
});

describe('the earlier versions of an event', () => {
  const record = (current: EventParts, earlier: EventParts) => {
    const { wire, partner } = eventWith(current);
    return eventRecordOf(wire, { partner }, [eventWith(earlier).wire]);
  };
  const withoutReference = { terminalCallReference: undefined };
  const later = { terminalCall: withoutReference, timestamp: { classifierCode: 'PLN', serviceDateTime: '2027-01-02T14:00:00Z' } };

  test.each<[string, EventParts, string]>([
    ['a plan', { timestamp: { classifierCode: 'PLN' } }, 'UNIQUE'],
    ['an estimate', {}, 'UNIQUE'],
    ['a request', { timestamp: { classifierCode: 'REQ' } }, 'AMBIGUOUS'],
    ['a time for information only', { event: { isFYI: true } }, 'AMBIGUOUS'],
    ['a time of a cancelled service', { service: { isCanceled: true } }, 'AMBIGUOUS'],
    ['a departure', { service: { portCallServiceEventTypeCode: 'DEPA' } }, 'AMBIGUOUS'],
  ])('keep the visit of a notice if they state %s', (_, earlier, outcome) => {
    const voyage = { ...fullVoyage, universalServiceReference: undefined, universalImportVoyageReference: undefined };
    const terminalCall = { ...withoutReference, importVoyageNumberOrReference: { carrierVoyageNumber: '649E' } };
    const event = record({ ...later, terminalCall }, { ...earlier, terminalCall });
    expect(eventsOf(noticeWith({ voyage }), [event]).outcome).toBe(outcome);
  });
});

const ofVisit = (arrives: string, others: Stated = {}): Stated => ({ vessel, visit: 'SGSIN26004411', arrives, ...others });

expectMatch('REUSED_VISIT_REFERENCE', [
  { when: 'a visit reference is used again after 14 days', events: [ofVisit('EST 1'), ofVisit('EST 15')], is: '2 visits' },
  { when: 'a visit reference is used again after 20 days', events: [ofVisit('EST 1'), ofVisit('EST 21')], is: '2 visits' },
  {
    when: 'after 14 days, by schedules',
    calls: [ofVisit('EST 1'), ofVisit('EST 15')],
    is: '2 visits',
  },
  { when: 'the records are a week apart', events: [ofVisit('EST 1'), ofVisit('EST 8')], is: '1 visit' },
  { when: 'they are linked by steps of a week', events: [ofVisit('EST 1'), ofVisit('EST 15'), ofVisit('EST 8')], is: '1 visit' },
  { when: 'an earlier version was near', events: [ofVisit('EST 1'), ofVisit('EST 15', { arrivedBefore: 'EST 2' })], is: '1 visit' },
  {
    when: 'ship and voyage agree',
    events: [ofVisit('EST 1', { voyage: '? 649E', service: 'FE1' }), ofVisit('EST 21', { voyage: '? 649E', service: 'FE1' })],
    is: '1 visit',
  },
  {
    when: 'an event without a time is between two uses',
    events: [ofVisit('EST 1'), { ...ofVisit(''), arrives: undefined as never, updated: 7 }, ofVisit('EST 15')],
    is: '2 visits of 1 and 2 records',
  },
  ...[
    { updated: 7, is: '1 visit' },
    { updated: -24 * 16, is: '2 visits' },
  ].map(({ updated, is }) => ({
    when: `an event without a time was updated ${updated} hours from the use of the 20th`,
    events: [ofVisit('EST 20'), { vessel, visit: 'SGSIN26004411', updated }],
    is,
  })),
  {
    when: 'a call has the reference that the port used 17 days before',
    call: ofVisit('EST 18'),
    events: [ofVisit('EST 1')],
    is: 'NONE',
  },
  {
    when: 'and an omission without a time has an id of that use',
    call: ofVisit('EST 18'),
    events: [ofVisit('EST 1', { portCallID: '1' }), { ...ofVisit(''), arrives: undefined as never, portCallID: '1', isOmitted: true }],
    is: 'NONE',
  },
  {
    when: 'another ship had the reference 17 days before',
    call: ofVisit('EST 18'),
    events: [ofVisit('EST 1', { vessel: '9839179' })],
    is: 'NONE',
  },
  {
    when: 'a call has the reference, and the port states the ship a week later',
    call: ofVisit('EST 18'),
    events: [ofVisit('EST 25')],
    is: 'UNIQUE EXACT PORT_VISIT_REFERENCE OUTSIDE_WINDOW',
  },
  {
    when: 'the ship has left, and is expected a week later',
    events: [
      { ...ofVisit('ACT 1'), leaves: 'ACT 2', updated: 2 },
      { ...ofVisit('EST 8'), updated: 8 },
    ],
    is: '2 visits',
  },
  {
    when: 'the ship has left one terminal, and is expected at another one of the visit days later',
    events: [
      { ...ofVisit('ACT 1'), leaves: 'ACT 2', terminal: 'SMDG PSA', updated: 2 },
      { ...ofVisit('EST 5'), terminal: 'SMDG KEP', updated: 8 },
    ],
    is: '1 visit',
  },
  {
    when: 'an old estimate is days after the departure',
    events: [
      { ...ofVisit('ACT 1'), leaves: 'ACT 2', updated: 8 },
      { ...ofVisit('EST 5'), updated: 2 },
    ],
    is: '1 visit',
  },
  {
    when: 'an event without a time has an id of the second use, and was updated at the first one',
    events: [ofVisit('EST 20'), { ...ofVisit(''), arrives: undefined as never, portCallID: '2' }, ofVisit('EST 34', { portCallID: '2' })],
    is: '2 visits of 1 and 2 records',
  },
]);

const atTerminal = (terminal: string, arrives: string, others: Stated = {}): Stated => ({
  ...schedule(arrives),
  terminal: `SMDG ${terminal}`,
  ...others,
});
const first = atTerminal('APM2', 'EST 3', { reference: 'A' });
const second = atTerminal('RWG', 'EST 5', { reference: 'B' });
const eventAt = (arrives: string, terminal?: string, others: Stated = {}): Stated =>
  berth(arrives, undefined, { ...(terminal === undefined ? {} : { terminal: `SMDG ${terminal}` }), ...others });

expectMatch('SIBLING_CALL', [
  {
    when: 'the event is at the terminal of the first call',
    call: second,
    siblings: [first],
    events: [eventAt('EST 3', 'APM2')],
    is: 'NONE',
  },
  {
    when: 'the event is at the terminal of the call',
    call: first,
    siblings: [second],
    events: [eventAt('EST 3', 'APM2')],
    is: `UNIQUE ${ofVoyage}`,
  },
  { when: 'the terminal counts more than the day', call: second, siblings: [first], events: [eventAt('EST 5', 'APM2')], is: 'NONE' },
  {
    when: 'the reference counts more than the terminal',
    call: second,
    siblings: [first],
    events: [eventAt('EST 3', 'APM2', { reference: 'B' })],
    is: 'UNIQUE EXACT TRANSPORT_CALL_REFERENCE TERMINAL_DIFFERS (terminal: CONFLICTING)',
  },
  { when: 'without a terminal, the first call is nearer', call: second, siblings: [first], events: [eventAt('EST 3')], is: 'NONE' },
  { when: 'both are as near', call: second, siblings: [first], events: [eventAt('EST 4')], is: `AMBIGUOUS ${ofVoyage}` },
  {
    when: 'the event was near to the call before',
    call: first,
    siblings: [second],
    events: [berth('PLN 5', 'PLN 3')],
    is: `AMBIGUOUS ${ofVoyage}`,
  },
  {
    when: 'the other call is on another voyage',
    call: first,
    siblings: [atTerminal('APM2', 'EST 5', { voyage: 'MAEU 650E' })],
    events: [eventAt('EST 5', 'APM2')],
    is: `UNIQUE ${ofVoyage}`,
  },
  {
    when: 'the visit has both terminals',
    call: second,
    siblings: [first],
    events: [eventAt('EST 5', 'RWG', { portCallID: 'visit-1' }), eventAt('EST 3', 'APM2', { portCallID: 'visit-1' })],
    is: `UNIQUE ${ofVoyage}`,
  },
  {
    when: 'the other call, days later, is at the terminal of the event, and the call states none',
    call: schedule('EST 3'),
    siblings: [{ vessel, arrives: 'EST 6', terminal: 'SMDG APM2' }],
    events: [eventAt('EST 3', 'APM2')],
    is: `UNIQUE ${ofVoyage}`,
  },
  {
    when: 'the event is days before the plan of the other call',
    call: atTerminal('APM2', 'PLN 3'),
    siblings: [atTerminal('APM2', 'PLN 7')],
    events: [eventAt('EST 5', 'APM2')],
    is: `UNIQUE ${ofVoyage}`,
  },
  ...[
    { universal: 'SR12345A 2650E', is: 'AMBIGUOUS PROBABLE VESSEL_VOYAGE_NUMBER_AND_PORT by DAY_OF_EVENT' },
    { universal: 'SR12345A 2649E', is: 'UNIQUE EXACT PORT_VISIT_REFERENCE by undefined' },
  ].map(({ universal, is }) => ({
    when: `the only call has ${universal}, and its event does not state it`,
    notice: { vessel, voyage: 'MAEU 649E', universal: 'SR12345A 2649E', arrives: 'EST 3' },
    calls: [{ vessel, voyage: 'MAEU 649E', universal, visit: 'V', arrives: 'EST 4' }],
    events: [berth('EST 4', undefined, { visit: 'V' })],
    is,
    isExplained: true,
  })),
]);
