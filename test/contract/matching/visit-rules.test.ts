import { expectMatch, type Stated } from '../../support/matching/expect-match.ts';

const vessel = '9321483';
const name = 'King of the Seas';

expectMatch('SHARED_REFERENCE', [
  {
    when: 'two schedules have one call reference, days apart',
    calls: [
      { reference: '50003840595', vessel, arrives: 'EST 20' },
      { by: 'bolt', reference: '50003840595', vessel, arrives: 'EST 28' },
    ],
    is: '1 visit',
  },
  {
    when: 'two schedules have one visit reference of two ports',
    calls: [
      { visit: '26004411', arrives: 'EST 28' },
      { by: 'bolt', visit: '26004411', port: 'MYPKG', arrives: 'EST 28' },
    ],
    is: '2 visits',
  },
  {
    when: 'two publishers have one portCallID of their own',
    events: [
      { portCallID: '17', arrives: 'EST 28' },
      { by: 'bolt', portCallID: '17', arrives: 'EST 28' },
    ],
    is: '2 visits',
  },
]);

expectMatch('SAME_VESSEL', [
  {
    when: 'two schedules name one IMO number',
    calls: [
      { vessel, arrives: 'EST 28' },
      { by: 'bolt', vessel, arrives: 'EST 28' },
    ],
    is: '1 visit',
  },
  {
    when: 'two schedules have one name, and no voyage in common',
    calls: [
      { name, arrives: 'EST 28' },
      { by: 'bolt', name, arrives: 'EST 28' },
    ],
    is: '2 visits',
  },
  {
    when: 'two schedules have one name and one voyage',
    calls: [
      { name, universal: 'SR12345A 2649E', arrives: 'EST 28' },
      { by: 'bolt', name: 'MV King of the Seas', universal: 'SR12345A 2649E', arrives: 'EST 28' },
    ],
    is: '1 visit',
  },
]);

expectMatch('CLOSE_TIMES', [
  {
    when: 'two estimates are 36 hours apart',
    calls: [
      { vessel, arrives: 'EST 28 06:00' },
      { by: 'bolt', vessel, arrives: 'EST 29 18:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'two estimates are 37 hours apart',
    calls: [
      { vessel, arrives: 'EST 28 06:00' },
      { by: 'bolt', vessel, arrives: 'EST 29 19:00' },
    ],
    is: '2 visits',
  },
  {
    when: 'the estimates are close, and the plans are of two calls',
    calls: [
      { vessel, arrives: 'PLN 24, EST 28' },
      { by: 'bolt', vessel, arrives: 'PLN 27, EST 28' },
    ],
    is: '2 visits',
  },
  {
    when: 'the ship arrived twice, four days apart, and an old estimate of the second arrival is near to the first',
    events: [
      { vessel, portCallID: 'visit-1', arrives: 'EST 28 10:00' },
      { vessel, portCallID: 'visit-1', arrives: 'ACT 32 10:00' },
      { by: 'bolt', vessel, arrives: 'ACT 28 08:00' },
    ],
    is: '2 visits of 1 and 2 records',
  },
]);

expectMatch('EQUAL_PLANS', [
  {
    when: 'the plans and both voyages are equal, the estimates days apart',
    calls: [
      { vessel, universal: 'SR12345A 2649W/2649E', arrives: 'PLN 24 08:00, EST 25 08:00' },
      { by: 'bolt', vessel, universal: 'SR12345A 2649W/2649E', arrives: 'PLN 24 08:00, EST 28 08:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'no plans are stated',
    calls: [
      { vessel, universal: 'SR12345A 2649W/2649E', arrives: 'EST 25 08:00' },
      { by: 'bolt', vessel, universal: 'SR12345A 2649W/2649E', arrives: 'EST 28 08:00' },
    ],
    is: '2 visits',
  },
  {
    when: 'the plans are two',
    calls: [
      { vessel, universal: 'SR12345A 2649W/2649E', arrives: 'PLN 24 08:00, EST 25 08:00' },
      { by: 'bolt', vessel, universal: 'SR12345A 2649W/2649E', arrives: 'PLN 28 08:00, EST 28 08:00' },
    ],
    is: '2 visits',
  },
  {
    when: 'the plan is one, and the voyages are two',
    calls: [
      { vessel, universal: 'SR12345A 2649W/2649E', arrives: 'PLN 24 08:00, EST 25 08:00' },
      { by: 'bolt', vessel, universal: 'SR12345A 2650W/2650E', arrives: 'PLN 24 08:00, EST 28 08:00' },
    ],
    is: '2 visits',
  },
  {
    when: 'one side states no export voyage',
    calls: [
      { vessel, universal: 'SR12345A 2649W/2649E', arrives: 'PLN 24 08:00, EST 25 08:00' },
      { by: 'bolt', vessel, universal: 'SR12345A 2649W/-', arrives: 'PLN 24 08:00, EST 28 08:00' },
    ],
    is: '2 visits',
  },
]);

const onVoyage = { vessel, universal: 'SR12345A 2649W/2649E' };
const planned = (arrives: string, stated: Stated = {}): Stated => ({ vessel, voyage: 'MAEU 649E', arrives, ...stated });

expectMatch('TWO_PLANS', [
  {
    when: 'a record without a plan lies between two plans, and none has a reference',
    calls: [planned('PLN 24, ACT 28'), { ...planned('EST 28'), by: 'bolt' }, planned('PLN 28')],
    is: '2 visits of 1 and 2 records',
  },
  {
    when: 'the plans are of two partners, and a record without a plan lies between',
    calls: [planned('PLN 24, ACT 28'), planned('EST 28'), { ...planned('PLN 28'), by: 'bolt' }],
    is: '2 visits of 1 and 2 records',
  },
  {
    when: 'the two plans have one call reference',
    calls: [planned('PLN 24, ACT 28', { reference: 'A-1' }), { ...planned('PLN 28', { reference: 'A-1' }), by: 'bolt' }],
    is: '1 visit',
  },
  {
    when: 'the ship leaves so late that it seems to shift, which is not planned',
    calls: [
      { ...onVoyage, terminal: 'SMDG PSA', arrives: 'PLN 20, ACT 23', leaves: 'PLN 21, ACT 24' },
      { ...onVoyage, arrives: 'PLN 24' },
    ],
    is: '2 visits',
  },
  {
    when: 'the ship leaves a terminal so late, and the other plan is at another terminal',
    calls: [
      { ...onVoyage, terminal: 'SMDG PSA', arrives: 'PLN 20, ACT 23', leaves: 'PLN 21, ACT 24' },
      { ...onVoyage, terminal: 'SMDG KEP', arrives: 'PLN 24' },
    ],
    is: '2 visits',
  },
  {
    when: 'the shift to another terminal is planned, two days after the arrival',
    calls: [
      { ...onVoyage, terminal: 'SMDG PSA', arrives: 'PLN 20', leaves: 'PLN 22 06:00' },
      { ...onVoyage, terminal: 'SMDG KEP', arrives: 'PLN 22 12:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'the ship is late by the days between the plans at two terminals, of which no departure is planned',
    calls: [
      { ...onVoyage, terminal: 'SMDG PSA', arrives: 'PLN 20, ACT 24', leaves: 'EST 25' },
      { ...onVoyage, terminal: 'SMDG KEP', arrives: 'EST 24', leaves: 'EST 25' },
      { ...onVoyage, by: 'bolt', terminal: 'SMDG KEP', arrives: 'PLN 24, EST 24', leaves: 'EST 25' },
    ],
    is: '2 visits of 1 and 2 records',
  },
  {
    when: 'it stays two days at the first terminal, and the plans of both follow each other',
    calls: [
      { ...onVoyage, terminal: 'SMDG PSA', arrives: 'PLN 20, EST 21', leaves: 'EST 23' },
      { ...onVoyage, terminal: 'SMDG KEP', arrives: 'PLN 22, EST 23 18:00' },
    ],
    is: '1 visit',
  },
]);

expectMatch('SAME_STAY', [
  {
    when: 'a departure follows the arrival by a day',
    events: [
      { vessel, arrives: 'ACT 28 06:00' },
      { vessel, leaves: 'ACT 29 06:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'a departure follows the arrival by two days',
    events: [
      { vessel, arrives: 'ACT 28 06:00' },
      { vessel, leaves: 'ACT 30 06:00' },
    ],
    is: '2 visits',
  },
  {
    when: 'the departure comes before the arrival',
    events: [
      { vessel, arrives: 'ACT 28 06:00' },
      { vessel, leaves: 'ACT 27 06:00' },
    ],
    is: '2 visits',
  },
]);

const atPsa = { ...onVoyage, terminal: 'SMDG PSA', arrives: 'EST 24 08:00', leaves: 'EST 25 08:00' };
const atKep = { ...onVoyage, terminal: 'SMDG KEP' };

expectMatch('TERMINAL_SHIFT', [
  { when: 'the ship arrives at the second terminal after 12 hours', calls: [atPsa, { ...atKep, arrives: 'EST 25 20:00' }], is: '1 visit' },
  {
    when: 'the second terminal is not stated',
    calls: [
      { ...atPsa, arrives: 'EST 23 08:00' },
      { ...onVoyage, arrives: 'EST 25 20:00' },
    ],
    is: '1 visit',
  },
  { when: 'the ship arrives after 13 hours', calls: [atPsa, { ...atKep, arrives: 'EST 25 21:00' }], is: '2 visits' },
  {
    when: 'the ship goes on another voyage in between',
    calls: [atPsa, { ...atKep, universal: 'SR12345A 2650W/2650E', arrives: 'EST 25 20:00' }],
    is: '2 visits',
  },
  {
    when: 'the second call is at the same terminal',
    calls: [atPsa, { ...atKep, terminal: 'SMDG PSA', arrives: 'EST 25 21:00' }],
    is: '2 visits',
  },
]);

expectMatch('SEPARATE_CALLS', [
  {
    when: 'two schedules of one carrier have different numbers',
    calls: [
      { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
      { by: 'bolt', vessel, voyage: 'MAEU 650E', arrives: 'EST 28' },
    ],
    is: '2 visits',
  },
  {
    when: 'two schedules of different carriers have different numbers',
    calls: [
      { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
      { by: 'bolt', vessel, voyage: 'BOLT 077', arrives: 'EST 28' },
    ],
    is: '1 visit',
  },
  {
    when: 'a call without ship is of another service of the carrier',
    calls: [
      { vessel, voyage: 'MAEU 852R', universal: 'SR12345A -', arrives: 'EST 28' },
      { isDummyVessel: true, voyage: 'MAEU 852R', universal: 'SR99999Z -', arrives: 'EST 28' },
    ],
    is: '2 visits',
  },
  {
    when: 'a call without ship is of the same service and number',
    calls: [
      { vessel, voyage: 'MAEU 852R', universal: 'SR12345A -', arrives: 'EST 28' },
      { isDummyVessel: true, voyage: 'MAEU 852R', universal: 'SR12345A -', arrives: 'EST 28' },
    ],
    is: '1 visit',
  },
  {
    when: 'one publisher gives two events near in time different ids of the port call',
    events: [
      { vessel, portCallID: 'visit-1', terminal: 'SMDG APM2', arrives: 'ACT 28 08:00' },
      { vessel, portCallID: 'visit-2', terminal: 'SMDG RWG', arrives: 'EST 28 20:00' },
    ],
    is: '2 visits',
  },
  {
    when: 'two publishers give them different ids',
    events: [
      { vessel, portCallID: 'visit-1', arrives: 'ACT 28 08:00' },
      { by: 'bolt', vessel, portCallID: '17', arrives: 'EST 28 20:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'one publisher gives different ids, but one reference of the call',
    events: [
      { vessel, portCallID: 'visit-1', reference: 'A', arrives: 'ACT 28 08:00' },
      { vessel, portCallID: 'visit-2', reference: 'A', arrives: 'EST 28 20:00' },
    ],
    is: '1 visit',
  },
]);

const leaving = { vessel, arrives: 'ACT 19 02:00', leaves: 'ACT 19 20:00' };
const expectedAgain = (updated: number, others: Stated = {}): Stated => ({ vessel, arrives: 'EST 20 06:00', updated, ...others });

expectMatch('LEFT_VESSEL', [
  { when: 'the ship has left, and is expected by an event of 13 hours later', events: [leaving, expectedAgain(1)], is: '2 visits' },
  { when: 'the event is of 11 hours later: the ship may shift', events: [leaving, expectedAgain(-1)], is: '1 visit' },
  { when: 'the later event states the arrival', events: [leaving, { ...expectedAgain(20), arrives: 'ACT 19 03:00' }], is: '1 visit' },
  {
    when: 'both have one call reference',
    events: [{ ...leaving, reference: 'A-1' }, expectedAgain(1, { reference: 'A-1' })],
    is: '1 visit',
  },
  {
    when: 'a later event with the visit reference states an omission',
    events: [
      { ...leaving, visit: 'V-1' },
      { vessel, visit: 'V-1', isOmitted: true, updated: 24 },
    ],
    is: '2 visits',
  },
  {
    when: 'an event before the departure stated it',
    events: [
      { ...leaving, visit: 'V-1' },
      { vessel, visit: 'V-1', isOmitted: true, updated: -24 },
    ],
    is: '1 visit',
  },
]);

const listed = (arrives: string, leaves: string, terminal = 'SMDG PSA'): Stated => ({
  kind: 'PORT_SCHEDULE',
  vessel,
  voyage: 'MAEU 649E',
  terminal,
  arrives,
  leaves,
});

expectMatch('CALLS_OF_ONE_PARTNER', [
  ...[
    { terminal: 'SMDG PSA', leaves: 'PLN 27 08:00', is: '2 visits' },
    { terminal: 'SMDG KEP', leaves: 'PLN 27 08:00', is: '1 visit' },
    { terminal: 'SMDG PSA', leaves: 'PLN 28 08:00', is: '1 visit' },
  ].map(({ terminal, leaves, is }) => ({
    when: `a port schedule lists a stay until ${leaves} and one from PLN 28 06:00 at ${terminal}`,
    calls: [listed('PLN 27 00:00', leaves), listed('PLN 28 06:00', 'PLN 28 18:00', terminal)],
    is,
  })),
  {
    when: 'the plan of another partner is near to both of two stays in a port schedule, 20 hours apart',
    calls: [
      { kind: 'PORT_SCHEDULE', ...atPsa, arrives: 'EST 25 08:00', leaves: 'EST 26 08:00' },
      { kind: 'PORT_SCHEDULE', ...atKep, arrives: 'PLN 24 05:00, EST 27 04:00', leaves: 'EST 28 00:00' },
      { by: 'bolt', ...atKep, reference: 'B-1', arrives: 'PLN 24 05:00' },
    ],
    is: '2 visits of 1 and 2 records',
  },
  ...[
    { plan: 'PLN 25 12:00, ', is: '1 visit' },
    { plan: 'PLN 23 12:00, ', is: '2 visits of 2 and 2 records' },
    { plan: '', is: '2 visits of 2 and 2 records' },
  ].map(({ plan, is }) => ({
    when: `a ship is late until another stay, of which another partner states ${plan}ACT 28`,
    calls: [
      { kind: 'PORT_SCHEDULE' as const, ...atPsa, arrives: 'EST 28 06:00', leaves: 'EST 28 21:00' },
      { kind: 'PORT_SCHEDULE' as const, ...atKep, arrives: 'PLN 26 06:00, EST 28 19:00', leaves: 'EST 29 07:00' },
      { by: 'bolt', ...atPsa, reference: 'B-1', arrives: `${plan}ACT 28 08:00`, leaves: 'EST 28 23:00' },
      { by: 'bolt', ...atKep, reference: 'B-2', arrives: 'PLN 26 06:00, ACT 29 02:00', leaves: 'EST 29 14:00' },
    ],
    is,
  })),
  {
    when: 'a record lies between two calls to which one partner gives references',
    calls: [
      { vessel, reference: 'A-1', arrives: 'EST 25 03:00' },
      { by: 'bolt', vessel, reference: 'B-1', arrives: 'EST 26 06:00' },
      { vessel, reference: 'A-2', arrives: 'EST 27 09:00' },
    ],
    is: '2 visits of 1 and 2 records',
  },
  {
    when: 'the partner gives the calls no references',
    calls: [
      { vessel, arrives: 'EST 25 03:00' },
      { by: 'bolt', vessel, arrives: 'EST 26 06:00' },
      { vessel, arrives: 'EST 27 09:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'the ship shifts to another terminal, which the partner calls another reference, after two days at the first',
    calls: [
      { ...atPsa, reference: 'A-1', arrives: 'EST 23 08:00' },
      { ...atKep, reference: 'A-2', arrives: 'EST 25 15:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'the partner names the ship of one call only, and numbers its voyages by weeks',
    calls: [
      { vessel, reference: 'A-1', voyage: 'MAEU 649E', arrives: 'EST 25 03:00' },
      { isDummyVessel: true, reference: 'A-2', voyage: 'MAEU 649E', arrives: 'EST 26 08:00' },
    ],
    is: '2 visits',
  },
  {
    when: 'another partner does not name the ship of the call',
    calls: [
      { vessel, reference: 'A-1', voyage: ['MAEU 649E', 'BOLT 077'], arrives: 'EST 25 03:00' },
      { by: 'bolt', isDummyVessel: true, reference: 'B-1', voyage: 'BOLT 077', arrives: 'EST 26 08:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'the references are those of two partners',
    calls: [
      { vessel, reference: 'A-1', arrives: 'EST 25 03:00' },
      { by: 'bolt', vessel, reference: 'B-1', arrives: 'EST 26 06:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'a ship is late until the stay of its next call, of which no plan is stated',
    calls: [
      { vessel, reference: 'A-1', terminal: 'SMDG RWG', arrives: 'PLN 25 18:00, ACT 29 18:00', leaves: 'EST 30 18:00' },
      { vessel, reference: 'A-2', terminal: 'SMDG EMX', arrives: 'EST 29 17:00', leaves: 'EST 30 14:00' },
    ],
    is: '2 visits',
  },
  {
    when: 'a late ship shifts to another terminal, of which no plan is stated',
    calls: [
      { vessel, reference: 'A-1', terminal: 'SMDG RWG', arrives: 'PLN 25 18:00, ACT 29 18:00', leaves: 'EST 30 06:00' },
      { vessel, reference: 'A-2', terminal: 'SMDG EMX', arrives: 'EST 30 09:00', leaves: 'EST 30 20:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'a ship is at two terminals at once, on time: one of the times is rough',
    calls: [
      { vessel, reference: 'A-1', terminal: 'SMDG RWG', arrives: 'PLN 29 18:00, ACT 29 18:00', leaves: 'EST 30 18:00' },
      { vessel, reference: 'A-2', terminal: 'SMDG EMX', arrives: 'EST 29 17:00', leaves: 'EST 30 14:00' },
    ],
    is: '1 visit',
  },
  {
    when: 'a notice may mean either of two such calls',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 27' },
    calls: [
      {
        vessel,
        voyage: 'MAEU 649E',
        reference: 'A-1',
        terminal: 'SMDG RWG',
        arrives: 'PLN 25 18:00, ACT 29 18:00',
        leaves: 'EST 30 18:00',
      },
      { vessel, voyage: 'MAEU 649E', reference: 'A-2', terminal: 'SMDG EMX', arrives: 'EST 29 17:00', leaves: 'EST 30 14:00' },
    ],
    is: 'AMBIGUOUS STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
]);

const atCall = { vessel, reference: 'CALL-1', arrives: 'EST 28' };

expectMatch('OMITTED_CALL', [
  {
    when: 'the newest event omits the visit',
    call: atCall,
    events: [atCall, { ...atCall, isOmitted: true, updated: 7 }],
    is: 'AMBIGUOUS EXACT TRANSPORT_CALL_REFERENCE OMITTED',
  },
  {
    when: 'a newer event takes the omission back',
    call: atCall,
    events: [
      { ...atCall, isOmitted: false, updated: 8 },
      { ...atCall, isOmitted: true, updated: 7 },
    ],
    is: 'UNIQUE EXACT TRANSPORT_CALL_REFERENCE',
  },
  {
    when: 'an equally new event takes it back',
    call: atCall,
    events: [
      { ...atCall, isOmitted: false, updated: 7 },
      { ...atCall, isOmitted: true, updated: 7 },
    ],
    is: 'AMBIGUOUS EXACT TRANSPORT_CALL_REFERENCE OMITTED',
  },
]);
