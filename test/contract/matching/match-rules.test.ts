import { expectMatch } from '../../support/matching/expect-match.ts';

const vessel = '9321483';
const otherVessel = '9111111';
const name = 'King of the Seas';

expectMatch('TRANSPORT_CALL_REFERENCE', [
  {
    when: 'an event has the reference of the call',
    call: { reference: '50003840595', vessel, arrives: 'EST 28' },
    events: [{ reference: '50003840595', vessel, arrives: 'EST 28' }],
    is: 'UNIQUE EXACT TRANSPORT_CALL_REFERENCE',
  },
  {
    when: 'the references differ in case, and only ship and arrival are left',
    call: { reference: 'CALL-1', vessel, arrives: 'EST 28' },
    events: [{ reference: 'call-1', vessel, arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the reference is that of another ship',
    call: { reference: '50003840595', vessel, arrives: 'EST 28' },
    events: [{ reference: '50003840595', vessel: otherVessel, arrives: 'EST 28' }],
    is: 'CONFLICTING EXACT TRANSPORT_CALL_REFERENCE VESSEL_DIFFERS',
  },
]);

expectMatch('PORT_VISIT_REFERENCE', [
  {
    when: 'an event has the visit reference of the call',
    call: { visit: 'SGSIN26004411', vessel, arrives: 'EST 28' },
    events: [{ visit: 'SGSIN26004411', vessel, arrives: 'EST 28' }],
    is: 'UNIQUE EXACT PORT_VISIT_REFERENCE',
  },
  {
    when: 'the reference is one of another port',
    call: { visit: '26004411', vessel, arrives: 'EST 28' },
    events: [{ visit: '26004411', vessel, port: 'MYPKG', arrives: 'EST 28' }],
    is: 'NONE',
  },
  {
    when: 'the port has another reference, and only ship and arrival agree',
    call: { visit: 'SGSIN26004411', vessel, arrives: 'EST 28' },
    events: [{ visit: 'SGSIN26004499', vessel, arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
]);

expectMatch('VESSEL_UNIVERSAL_VOYAGES_AND_PORT', [
  {
    when: 'both universal voyages of two schedules agree',
    call: { vessel, universal: 'SR12345A 2649E/2702W', arrives: 'EST 28' },
    calls: [{ by: 'bolt', vessel, universal: 'SR12345A 2649E/2702W', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGES_AND_PORT',
  },
  {
    when: 'one schedule states no export voyage',
    call: { vessel, universal: 'SR12345A 2649E/2702W', arrives: 'EST 28' },
    calls: [{ by: 'bolt', vessel, universal: 'SR12345A 2649E/-', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE',
  },
  {
    when: 'the export voyages contradict each other',
    call: { vessel, universal: 'SR12345A 2649E/2702W', arrives: 'EST 28' },
    calls: [{ by: 'bolt', vessel, universal: 'SR12345A 2649E/2649E', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE',
  },
]);

expectMatch('VESSEL_CARRIER_VOYAGES_AND_PORT', [
  {
    when: "both of one carrier's numbers agree",
    call: { vessel, voyage: 'MAEU 649E/702W', arrives: 'EST 28' },
    calls: [{ by: 'bolt', vessel, voyage: 'MAEU 649E/702W', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGES_AND_PORT',
  },
  {
    when: 'one schedule states no export number',
    call: { vessel, voyage: 'MAEU 649E/702W', arrives: 'EST 28' },
    calls: [{ by: 'bolt', vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: "the numbers are another carrier's, and only ship and arrival are left",
    call: { vessel, voyage: 'MAEU 649E/702W', arrives: 'EST 28' },
    calls: [{ by: 'bolt', vessel, voyage: 'BOLT 649E/702W', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
]);

expectMatch('VESSEL_UNIVERSAL_VOYAGE_AND_PORT', [
  {
    when: "a notice has the universal voyage of another carrier's call",
    notice: { by: 'bolt', vessel, universal: 'SR12345A 2649E', voyage: 'BOLT 077', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the service is another one, so that the references cannot be compared',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR99999Z 2649E', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the voyage has two calls at the port, as near as each other',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 26' },
    calls: [
      { vessel, universal: 'SR12345A 2649E', reference: 'CALL-1', arrives: 'EST 24' },
      { vessel, universal: 'SR12345A 2649E', reference: 'CALL-2', arrives: 'EST 28' },
    ],
    is: 'AMBIGUOUS STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'an event has the universal voyage of the notice',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    events: [{ vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
]);

expectMatch('VESSEL_CARRIER_VOYAGE_AND_PORT', [
  {
    when: "the call has the carrier's number of the notice",
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the number is padded in another way',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 0649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the carrier gave the number to two calls, and the day lies between them',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 26' },
    calls: [
      { vessel, voyage: 'MAEU 649E', reference: 'CALL-1', arrives: 'EST 24' },
      { vessel, voyage: 'MAEU 649E', reference: 'CALL-2', arrives: 'EST 28' },
    ],
    is: 'AMBIGUOUS STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: "an event's number is the carrier's by its service code",
    notice: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [{ vessel, voyage: '? 649E', service: 'FE1', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
]);

expectMatch('UNIVERSAL_VOYAGE_AND_PORT', [
  {
    when: 'the notice states no IMO number',
    notice: { universal: 'SR12345A 2649E', name, arrives: 'EST 28' },
    calls: [{ vessel, name, universal: 'SR12345A 2649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the references are of another service',
    notice: { universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR99999Z 2649E', arrives: 'EST 28' }],
    is: 'NONE',
  },
  {
    when: 'the ship was replaced',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ vessel: otherVessel, universal: 'SR12345A 2649E', arrives: 'EST 28' }],
    is: 'CONFLICTING STRONG UNIVERSAL_VOYAGE_AND_PORT VESSEL_DIFFERS',
  },
  {
    when: 'an event states the voyage with the name of the ship only',
    notice: { vessel, name, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    events: [{ name, universal: 'SR12345A 2649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'another ship has the voyage on the stated day, and the stated ship the number a day before',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [
      { vessel, voyage: '? 649E', service: 'FE1', arrives: 'ACT 27' },
      { vessel: otherVessel, universal: 'SR12345A 2649E', voyage: '? 649E', service: 'FE1', arrives: 'EST 28' },
    ],
    is: 'AMBIGUOUS STRONG UNIVERSAL_VOYAGE_AND_PORT VESSEL_DIFFERS',
  },
]);

expectMatch('VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE', [
  {
    when: 'the notice does not state the service',
    notice: { vessel, universal: '- 2649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE',
  },
  {
    when: 'the voyage is another one',
    notice: { vessel, universal: '- 2649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2650E', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the time is outside the window, and not all sources have answered',
    notice: { vessel, universal: '- 2649E', arrives: 'ACT 10' },
    calls: [{ vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE OUTSIDE_WINDOW',
  },
  ...[
    { arrives: 'EST 29', is: 'UNIQUE PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE by undefined' },
    { arrives: 'EST 30', is: 'AMBIGUOUS PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE by DAY_OF_EVENT, missing ARRIVAL_TIME' },
  ].map(({ arrives, is }) => ({
    when: `an event of ${arrives} states nothing but ship and universal voyage, and the notice of the 28th also its carrier's number`,
    notice: { vessel, voyage: 'MAEU 649E', universal: '- 2649E', arrives: 'EST 28' },
    events: [{ vessel, universal: '- 2649E', arrives }],
    is,
    isExplained: true,
  })),
]);

expectMatch('VESSEL_NAME_UNIVERSAL_VOYAGE_AND_PORT', [
  {
    when: 'an event names the ship of the call',
    call: { name, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    events: [{ name: 'MV King of the Seas', universal: 'SR12345A 2649E', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_NAME_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the voyage is another one',
    call: { name, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    events: [{ name, universal: 'SR12345A 2650E', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the event is three days later',
    call: { name, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    events: [{ name, universal: 'SR12345A 2649E', arrives: 'EST 31' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_NAME_UNIVERSAL_VOYAGE_AND_PORT',
  },
]);

expectMatch('VESSEL_NAME_CARRIER_VOYAGE_AND_PORT', [
  {
    when: 'a minimal notice names the ship',
    notice: { name, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, name, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: "the number is another carrier's",
    notice: { by: 'bolt', name, voyage: 'BOLT 649E', arrives: 'EST 28' },
    calls: [{ vessel, name, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS WEAK VESSEL_NAME_PORT_AND_WINDOW',
  },
  {
    when: 'two ships of the name sail the number',
    notice: { name, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [
      { vessel, name, voyage: 'MAEU 649E', reference: 'CALL-1', arrives: 'EST 27' },
      { vessel: otherVessel, name, voyage: 'MAEU 649E', reference: 'CALL-2', arrives: 'EST 30' },
    ],
    is: 'AMBIGUOUS PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
]);

expectMatch('CARRIER_VOYAGE_AND_PORT', [
  {
    when: 'no ship is assigned yet',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ isDummyVessel: true, voyage: 'MAEU 649E', arrives: 'PLN 28' }],
    is: 'UNIQUE PROBABLE CARRIER_VOYAGE_AND_PORT SHIP_UNASSIGNED',
  },
  {
    when: 'the number is the placeholder for none',
    notice: { vessel, voyage: 'MAEU 9999R', arrives: 'EST 28' },
    calls: [{ isDummyVessel: true, voyage: 'MAEU 9999R', arrives: 'PLN 28' }],
    is: 'NONE',
  },
  {
    when: 'the day is outside the window, for numbers are used again',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 10' },
    calls: [{ isDummyVessel: true, voyage: 'MAEU 649E', arrives: 'PLN 28' }],
    is: 'AMBIGUOUS PROBABLE CARRIER_VOYAGE_AND_PORT OUTSIDE_WINDOW SHIP_UNASSIGNED',
  },
]);

expectMatch('VESSEL_VOYAGE_NUMBER_AND_PORT', [
  {
    when: 'an event has the number and does not state whose it is',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    events: [{ vessel, voyage: '? 649E', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_VOYAGE_NUMBER_AND_PORT',
  },
  {
    when: "the number is another carrier's by its service code",
    notice: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [{ vessel, voyage: '? 649E', service: 'LION', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the event is two days later: another call may be nearer',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    events: [{ vessel, voyage: '? 649E', arrives: 'EST 30' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_VOYAGE_NUMBER_AND_PORT',
  },
]);

expectMatch('VESSEL_UNIVERSAL_EXPORT_VOYAGE_PORT_AND_WINDOW', [
  {
    when: 'the ship leaves on the universal voyage and on the day',
    loading: { vessel, port: 'NLRTM', universal: 'SR12345A -/2649E', leaves: 'ACT 4' },
    calls: [{ vessel, port: 'NLRTM', universal: 'SR12345A -/2649E', leaves: 'ACT 4' }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_EXPORT_VOYAGE_PORT_AND_WINDOW',
  },
  {
    when: 'the ship leaves two weeks later',
    loading: { vessel, port: 'NLRTM', universal: 'SR12345A -/2649E', leaves: 'ACT 4' },
    calls: [{ vessel, port: 'NLRTM', universal: 'SR12345A -/2649E', leaves: 'ACT 18' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_UNIVERSAL_EXPORT_VOYAGE_AND_PORT OUTSIDE_WINDOW',
  },
  {
    when: 'two calls of the voyage are as near as each other',
    loading: { vessel, port: 'NLRTM', universal: 'SR12345A -/2649E', leaves: 'PLN 4' },
    calls: [
      { vessel, port: 'NLRTM', universal: 'SR12345A -/2649E', reference: 'CALL-1', leaves: 'PLN 2' },
      { vessel, port: 'NLRTM', universal: 'SR12345A -/2649E', reference: 'CALL-2', leaves: 'PLN 6' },
    ],
    is: 'AMBIGUOUS STRONG VESSEL_UNIVERSAL_EXPORT_VOYAGE_PORT_AND_WINDOW',
  },
]);

expectMatch('VESSEL_CARRIER_EXPORT_VOYAGE_PORT_AND_WINDOW', [
  {
    when: "the ship leaves on the carrier's number and on the day",
    loading: { vessel, port: 'NLRTM', voyage: 'MAEU -/649E', leaves: 'ACT 4' },
    calls: [{ vessel, port: 'NLRTM', voyage: 'MAEU 640W/649E', leaves: 'ACT 4' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_EXPORT_VOYAGE_PORT_AND_WINDOW',
  },
  {
    when: 'the ship arrives on the number, and leaves on another one',
    loading: { vessel, port: 'NLRTM', voyage: 'MAEU -/649E', leaves: 'ACT 4' },
    calls: [{ vessel, port: 'NLRTM', voyage: 'MAEU 649E/650W', leaves: 'ACT 4' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'two calls with the number are as near as each other',
    loading: { vessel, port: 'NLRTM', voyage: 'MAEU -/649E', leaves: 'PLN 4' },
    calls: [
      { vessel, port: 'NLRTM', voyage: 'MAEU -/649E', reference: 'CALL-1', leaves: 'PLN 2' },
      { vessel, port: 'NLRTM', voyage: 'MAEU -/649E', reference: 'CALL-2', leaves: 'PLN 6' },
    ],
    is: 'AMBIGUOUS STRONG VESSEL_CARRIER_EXPORT_VOYAGE_PORT_AND_WINDOW',
  },
]);

expectMatch('VESSEL_UNIVERSAL_EXPORT_VOYAGE_AND_PORT', [
  {
    when: 'an event has the universal export voyage of the call',
    call: { vessel, universal: 'SR12345A 2649E/2702W', arrives: 'EST 28' },
    events: [{ vessel, universal: 'SR12345A -/2702W', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_EXPORT_VOYAGE_AND_PORT',
  },
  {
    when: 'the export voyage is another one',
    call: { vessel, universal: 'SR12345A 2649E/2702W', arrives: 'EST 28' },
    events: [{ vessel, universal: 'SR12345A -/2703W', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'a notice states no day of departure',
    loading: { vessel, port: 'NLRTM', universal: 'SR12345A -/2649E' },
    calls: [{ vessel, port: 'NLRTM', universal: 'SR12345A -/2649E', leaves: 'ACT 4' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_UNIVERSAL_EXPORT_VOYAGE_AND_PORT',
  },
]);

expectMatch('VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT', [
  {
    when: 'a notice states no day of departure',
    loading: { vessel, port: 'NLRTM', voyage: 'MAEU -/649E' },
    calls: [{ vessel, port: 'NLRTM', voyage: 'MAEU -/649E', leaves: 'ACT 4' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT',
  },
  {
    when: 'a schedule does not know the import voyage yet, and an event on the day has its export voyage',
    call: { vessel, voyage: 'MAEU -/702W', service: 'FE1', arrives: 'EST 28' },
    events: [{ vessel, voyage: '? 649E/702W', service: 'FE1', arrives: 'EST 29' }],
    is: 'UNIQUE PROBABLE VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT',
  },
  {
    when: 'the event with the export voyage is three days off',
    call: { vessel, voyage: 'MAEU -/702W', service: 'FE1', arrives: 'EST 28' },
    events: [{ vessel, voyage: '? 649E/702W', service: 'FE1', arrives: 'EST 31' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT',
  },
  {
    when: 'the number is another one, and without a day nothing is left',
    loading: { vessel, port: 'NLRTM', voyage: 'MAEU -/649E' },
    calls: [{ vessel, port: 'NLRTM', voyage: 'MAEU -/650E', leaves: 'ACT 4' }],
    is: 'NONE',
  },
  {
    when: 'the number is left over on the next voyage',
    loading: { vessel, port: 'NLRTM', voyage: 'MAEU -/649E', leaves: 'ACT 4' },
    calls: [{ vessel, port: 'NLRTM', voyage: 'MAEU -/649E', leaves: 'ACT 30' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT OUTSIDE_WINDOW',
  },
]);

expectMatch('VESSEL_PORT_AND_ARRIVAL', [
  {
    when: 'schedule and event state that the ship arrived, half an hour apart',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'ACT 28 23:45' },
    events: [{ vessel, arrives: 'ACT 29 00:15' }],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'both are estimates, a day apart',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    events: [{ vessel, arrives: 'EST 29' }],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the schedule is planned for the day on which the ship is expected',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'PLN 28' },
    events: [{ vessel, arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the ship is expected hours before the planned day',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'PLN 29 08:00' },
    events: [{ vessel, arrives: 'EST 28 20:00' }],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the ship is expected more than 24 hours before its call was planned, which it may have left to another ship',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'PLN 29 16:00' },
    events: [{ vessel, arrives: 'EST 28 04:00' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'another event of the visit expects it more than 24 hours before the plan, at an unknown terminal',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'PLN 29 16:00, EST 29 18:00' },
    events: [
      { vessel, visit: 'SGSIN26004411', arrives: 'EST 28 20:00' },
      { vessel, visit: 'SGSIN26004411', by: 'bolt', arrives: 'EST 28 04:00' },
    ],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the estimates are more than 24 hours apart, on two days, at one terminal',
    call: { vessel, terminal: 'SMDG PSA', voyage: 'MAEU 649E', arrives: 'EST 29 10:00' },
    events: [{ vessel, terminal: 'SMDG PSA', arrives: 'EST 28 01:00' }],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'they are also at two terminals, so that the ship may be one that was replaced',
    call: { vessel, terminal: 'SMDG PSA', voyage: 'MAEU 649E', arrives: 'EST 29 10:00' },
    events: [{ vessel, terminal: 'SMDG KEP', arrives: 'EST 28 01:00' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW TERMINAL_DIFFERS',
  },
  {
    when: 'the arrivals are two days apart',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    events: [{ vessel, arrives: 'EST 30' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the actual arrivals are two days apart',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'ACT 28' },
    events: [{ vessel, arrives: 'ACT 30' }],
    is: 'NONE',
  },
  {
    when: 'an event of another day has the number of the call',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [
      { vessel, arrives: 'EST 28' },
      { vessel, voyage: '? 649E', service: 'FE1', arrives: 'EST 30 20:00' },
    ],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the voyages differ',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'ACT 28' },
    events: [{ vessel, voyage: '? 650E', service: 'FE1', arrives: 'ACT 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'a notice states the arrival: its ship may be the wrong one',
    notice: { vessel, arrives: 'ACT 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'ACT 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
]);

expectMatch('VESSEL_PORT_AND_WINDOW', [
  {
    when: 'the ship is there in the period, and nothing states the voyage',
    notice: { vessel, arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the ship is there outside of the period',
    notice: { vessel, arrives: 'EST 20' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'NONE',
  },
  {
    when: 'the ship calls twice in the period',
    notice: { vessel, arrives: 'PLN 26' },
    calls: [
      { vessel, voyage: 'MAEU 649E', arrives: 'EST 24' },
      { vessel, voyage: 'MAEU 702W', arrives: 'EST 28' },
    ],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
]);

expectMatch('VESSEL_NAME_PORT_AND_WINDOW', [
  {
    when: 'a ship of the name is there in the period',
    notice: { name, arrives: 'EST 28' },
    calls: [{ vessel, name, arrives: 'EST 29' }],
    is: 'AMBIGUOUS WEAK VESSEL_NAME_PORT_AND_WINDOW',
  },
  {
    when: 'a ship of the name is there outside of the period',
    notice: { name, arrives: 'EST 20' },
    calls: [{ vessel, name, arrives: 'EST 29' }],
    is: 'NONE',
  },
  {
    when: 'two ships of the name are there',
    notice: { name, arrives: 'EST 28' },
    calls: [
      { vessel, name, arrives: 'EST 28' },
      { vessel: otherVessel, name, arrives: 'EST 29' },
    ],
    is: 'AMBIGUOUS WEAK VESSEL_NAME_PORT_AND_WINDOW',
  },
]);

expectMatch('VESSEL_CARRIER_VOYAGE_WITHOUT_PORT', [
  {
    when: 'the port of the notice has no UN/LOCODE',
    notice: { vessel, port: null, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS WEAK VESSEL_CARRIER_VOYAGE_WITHOUT_PORT',
  },
  {
    when: 'the number is another one',
    notice: { vessel, port: null, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 650E', arrives: 'EST 28' }],
    is: 'UNKNOWN',
  },
  {
    when: 'the voyage has calls at two ports',
    notice: { vessel, port: null, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [
      { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
      { vessel, voyage: 'MAEU 649E', port: 'MYPKG', arrives: 'EST 30' },
    ],
    is: 'AMBIGUOUS WEAK VESSEL_CARRIER_VOYAGE_WITHOUT_PORT',
  },
]);

expectMatch('VESSEL_UNIVERSAL_VOYAGE_WITHOUT_PORT', [
  {
    when: 'the port of the notice has no UN/LOCODE',
    notice: { vessel, port: null, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS WEAK VESSEL_UNIVERSAL_VOYAGE_WITHOUT_PORT',
  },
  {
    when: 'the service is another one',
    notice: { vessel, port: null, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR99999Z 2649E', arrives: 'EST 28' }],
    is: 'UNKNOWN',
  },
  {
    when: 'the voyage has calls at two ports',
    notice: { vessel, port: null, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [
      { vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
      { vessel, universal: 'SR12345A 2649E', port: 'MYPKG', arrives: 'EST 30' },
    ],
    is: 'AMBIGUOUS WEAK VESSEL_UNIVERSAL_VOYAGE_WITHOUT_PORT',
  },
]);

expectMatch('VESSEL_NAME_CARRIER_VOYAGE_WITHOUT_PORT', [
  {
    when: 'the port of a minimal notice has no UN/LOCODE',
    notice: { name, port: null, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, name, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS WEAK VESSEL_NAME_CARRIER_VOYAGE_WITHOUT_PORT',
  },
  {
    when: 'the name is another one',
    notice: { name, port: null, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, name: 'Queen of the Seas', voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNKNOWN',
  },
  {
    when: 'the voyage has calls at two ports',
    notice: { name, port: null, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [
      { name, voyage: 'MAEU 649E', arrives: 'EST 28' },
      { name, voyage: 'MAEU 649E', port: 'MYPKG', arrives: 'EST 30' },
    ],
    is: 'AMBIGUOUS WEAK VESSEL_NAME_CARRIER_VOYAGE_WITHOUT_PORT',
  },
]);

expectMatch('CALL_REFERENCE_NUMBER_AND_PORT', [
  {
    when: "customs' number is the port's visit reference",
    notice: { customs: 'SGSIN26004411' },
    events: [{ visit: 'SGSIN26004411', vessel, arrives: 'EST 28' }],
    is: 'AMBIGUOUS WEAK CALL_REFERENCE_NUMBER_AND_PORT SHIP_UNASSIGNED',
  },
  {
    when: 'the numbers differ, as they do where customs and port count for themselves',
    notice: { customs: 'SGSIN26004411' },
    events: [{ visit: 'SGSIN26004499', vessel, arrives: 'EST 28' }],
    is: 'NONE',
  },
  {
    when: 'a schedule has the number as its visit reference',
    notice: { customs: 'SGSIN26004411' },
    calls: [{ visit: 'SGSIN26004411', vessel, arrives: 'EST 28' }],
    is: 'NONE',
  },
]);

expectMatch('REFERENCE_OR_VOYAGE', [
  {
    when: 'a voyage identifies the call',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'ship and period agree, and the call alone is known',
    notice: { vessel, arrives: 'EST 28' },
    calls: [{ vessel, arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'a voyage without the port identifies no call',
    notice: { vessel, port: null, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS WEAK VESSEL_CARRIER_VOYAGE_WITHOUT_PORT',
  },
]);

expectMatch('SHIP_OF_VISIT', [
  ...[
    { event: { universal: 'SR12345A -' }, is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL' },
    { event: { universal: 'SR12345A -', arrives: 'EST 30' }, is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW' },
    { event: { universal: 'SR99999Z -' }, is: 'CONFLICTING WEAK VESSEL_NAME_PORT_AND_WINDOW' },
    { event: {}, is: 'AMBIGUOUS WEAK VESSEL_NAME_PORT_AND_WINDOW' },
  ].map(({ event, is }) => ({
    when: `an event names the ship of a call of SR12345A: ${JSON.stringify(event)}`,
    call: { vessel, name, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    events: [{ name, arrives: 'EST 28', ...event }],
    is,
  })),
  ...[
    { event: {}, is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL' },
    { event: { arrives: 'EST 30' }, is: 'AMBIGUOUS WEAK VESSEL_NAME_PORT_AND_WINDOW' },
    { event: { terminal: 'SMDG KEP' }, is: 'AMBIGUOUS WEAK VESSEL_NAME_PORT_AND_WINDOW TERMINAL_DIFFERS' },
    { event: { terminal: 'BIC SGSINPSAA' }, is: 'AMBIGUOUS WEAK VESSEL_NAME_PORT_AND_WINDOW CODES_NOT_COMPARABLE' },
    { event: { vessel: otherVessel }, is: 'NONE' },
  ].map(({ event, is }) => ({
    when: `an event names the ship of a call at PSA, and a voyage of another carrier: ${JSON.stringify(event)}`,
    call: { vessel, name, voyage: 'MAEU 649E', service: 'FE1', terminal: 'SMDG PSA', arrives: 'EST 28' },
    events: [{ name, voyage: '? 077', service: 'LION', terminal: 'SMDG PSA', arrives: 'EST 28', ...event }],
    is,
  })),
  {
    when: 'one event of a visit has the ship, another one the voyage',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [
      { portCallID: 'visit-1', vessel, arrives: 'EST 28' },
      { portCallID: 'visit-1', voyage: '? 649E', service: 'FE1', arrives: 'EST 28' },
    ],
    is: 'UNIQUE PROBABLE VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'one schedule of a visit has the ship, another one a dummy and the voyage',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [
      { visit: 'SGSIN26004411', by: 'bolt', vessel, arrives: 'EST 28' },
      { visit: 'SGSIN26004411', isDummyVessel: true, voyage: 'MAEU 649E', arrives: 'EST 28' },
    ],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'no record of the visit names the ship',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [{ voyage: '? 649E', service: 'FE1', arrives: 'EST 28' }],
    is: 'NONE',
  },
  {
    when: 'the record with the voyage names another ship',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [
      { portCallID: 'visit-1', vessel, arrives: 'EST 28' },
      { portCallID: 'visit-1', vessel: otherVessel, voyage: '? 649E', service: 'FE1', arrives: 'EST 28' },
    ],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
]);

const namedCall = { name, voyage: 'BOLT 077', arrives: 'EST 28 08:00' };
const unnumbered = { vessel, name, arrives: 'ACT 28 12:00' };

expectMatch('SHIP_OF_NOTICE', [
  ...[
    { planned: 'PLN 25', event: { vessel }, is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL' },
    { planned: 'PLN 31', event: { vessel }, is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW' },
    { planned: 'PLN 24, EST 25', event: { vessel }, is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL' },
    { planned: 'PLN 24, ACT 25', event: { vessel }, is: 'NONE' },
    { planned: 'PLN 25', event: { vessel, terminal: 'SMDG KEP' }, is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_ARRIVAL TERMINAL_DIFFERS' },
  ].map(({ planned, event, is }) => ({
    when: `the notice states the 28th, the schedule ${planned}: ${JSON.stringify(event)}`,
    call: { vessel, terminal: 'SMDG PSA', voyage: 'BOLT 077', arrives: planned },
    announcedBy: { vessel, voyage: 'BOLT 077', arrives: 'EST 28' },
    events: [{ arrives: 'ACT 28', ...event }],
    is,
  })),
  ...[
    { ofCall: '- -', is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL' },
    { ofCall: 'SR99999Z -', is: 'CONFLICTING WEAK VESSEL_NAME_PORT_AND_WINDOW' },
  ].map(({ ofCall, is }) => ({
    when: `the notice and an event without IMO number state one service, and the schedule ${ofCall}`,
    call: { vessel, name, universal: ofCall, voyage: 'BOLT 077', arrives: 'EST 28' },
    announcedBy: { vessel, name, universal: 'SR12345A -', voyage: 'BOLT 077', arrives: 'EST 28' },
    events: [{ name, universal: 'SR12345A -', arrives: 'EST 28' }],
    is,
  })),
  {
    when: 'the schedules of a call name its ship, and its notice states the IMO number of the ship with this name',
    call: namedCall,
    announcedBy: { vessel, name, voyage: 'BOLT 077', arrives: 'EST 28' },
    events: [unnumbered],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the notice states no IMO number',
    call: namedCall,
    announcedBy: { name, voyage: 'BOLT 077', arrives: 'EST 28' },
    events: [unnumbered],
    is: 'AMBIGUOUS WEAK VESSEL_NAME_PORT_AND_WINDOW',
  },
  {
    when: 'the schedules of the call name no ship',
    call: { voyage: 'BOLT 077', arrives: 'EST 28 08:00' },
    announcedBy: { vessel, name, voyage: 'BOLT 077', arrives: 'EST 28' },
    events: [unnumbered],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the ship arrives two days after the call',
    call: namedCall,
    announcedBy: { vessel, name, voyage: 'BOLT 077', arrives: 'EST 28' },
    events: [{ ...unnumbered, arrives: 'ACT 30 12:00' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the schedules name no ship, and the ship of the notice arrives at another terminal',
    call: { voyage: 'BOLT 077', terminal: 'SMDG PSA', arrives: 'EST 28 08:00' },
    announcedBy: { vessel, name, voyage: 'BOLT 077', arrives: 'EST 28' },
    events: [{ ...unnumbered, terminal: 'SMDG KEP' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_ARRIVAL TERMINAL_DIFFERS',
  },
  {
    when: 'the schedules state the IMO number, and the ship arrives at another terminal',
    call: { vessel, voyage: 'BOLT 077', terminal: 'SMDG PSA', arrives: 'EST 28 08:00' },
    events: [{ ...unnumbered, terminal: 'SMDG KEP' }],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL TERMINAL_DIFFERS (terminal: CONFLICTING)',
  },
]);

expectMatch('UNASSIGNED_VESSEL', [
  {
    when: 'a dummy sails the universal voyage',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ isDummyVessel: true, universal: 'SR12345A 2649E', arrives: 'PLN 28' }],
    is: 'UNIQUE PROBABLE UNIVERSAL_VOYAGE_AND_PORT SHIP_UNASSIGNED',
  },
  {
    when: 'a dummy has the IMO number of the ship, which counts for nothing',
    notice: { vessel, arrives: 'EST 28' },
    calls: [{ isDummyVessel: true, vessel, arrives: 'PLN 28' }],
    is: 'NONE',
  },
  {
    when: 'another ship and a dummy have the universal voyage',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [
      { vessel: otherVessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
      { isDummyVessel: true, universal: 'SR12345A 2649E', arrives: 'PLN 35' },
    ],
    is: 'AMBIGUOUS STRONG UNIVERSAL_VOYAGE_AND_PORT VESSEL_DIFFERS',
  },
]);
