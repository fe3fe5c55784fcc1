import { expectMatch } from '../../support/matching/expect-match.ts';

const vessel = '9321483';
const name = 'King of the Seas';
/** What notices and calls of one voyage state. */
const stated = { vessel, voyage: 'MAEU 649E' };

expectMatch('SAME_COMPANY', [
  {
    when: 'the lists of one company are mapped',
    notice: { vessel, voyage: 'MSK@SMDG 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'codes of two lists have no mapping, though their text is equal',
    notice: { vessel, voyage: 'ONEY@SMDG 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'ONEY 649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW CODES_NOT_COMPARABLE',
  },
  {
    when: 'two unmapped codes of one list are equal',
    notice: { vessel, voyage: 'ONEY 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'ONEY 649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
]);

expectMatch('OWN_CARRIER', [
  {
    when: 'the file of the sender names no carriers, so the code in its notice is its own',
    notice: { by: 'acme', vessel, voyage: 'ACME 649E', arrives: 'EST 28' },
    calls: [{ by: 'acme', vessel, voyage: 'partner 649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the schedule is that of another such partner',
    notice: { by: 'acme', vessel, voyage: 'ACME 649E', arrives: 'EST 28' },
    calls: [{ by: 'comet', vessel, voyage: 'partner 649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW CODES_NOT_COMPARABLE',
  },
  {
    when: 'the sender has data of any carrier, so the number in its schedule may be that of another one',
    notice: { by: 'hub', vessel, voyage: 'ACME 649E', arrives: 'EST 28' },
    calls: [{ by: 'hub', vessel, voyage: 'partner 649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the sender has data of any carrier, and its port schedule states the carrier beside the number',
    notice: { by: 'hub', vessel, voyage: 'ACME 649E', arrives: 'EST 28' },
    calls: [{ by: 'hub', kind: 'PORT_SCHEDULE', vessel, voyage: 'ACME 649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
]);

expectMatch('SPELLING', [
  {
    when: 'the number has leading zeros',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 0649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the number has zeros at its end, which are another number',
    notice: { vessel, voyage: 'MAEU 64', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 640', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the name has accents, dashes and dots',
    notice: { name: 'M.V. Émma-Mærsk', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ name: 'EMMA MAERSK', voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'records of one call spell ship and number differently',
    calls: [
      { vessel, name: 'King of the Seas', voyage: 'MAEU 649E', arrives: 'EST 28' },
      { kind: 'PORT_SCHEDULE', name: 'King-of-the-Seas', voyage: 'MAEU 0649E', arrives: 'EST 28' },
    ],
    is: '1 visit',
  },
  {
    when: 'an event spells the number differently',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    events: [{ vessel, voyage: '? 00649E', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_VOYAGE_NUMBER_AND_PORT',
  },
]);

expectMatch('VOYAGE_DIRECTION', [
  {
    when: 'the notice leaves out the direction',
    notice: { vessel, voyage: 'MAEU 649', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 30' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the ship calls again on the voyage with the other direction',
    notice: { vessel, voyage: 'MAEU 649', arrives: 'EST 28' },
    calls: [
      { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
      { vessel, voyage: 'MAEU 649W', arrives: 'EST 40' },
    ],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'a call is asked for its notices',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    notices: [{ vessel, voyage: 'MAEU 649', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'both state a direction, and it differs',
    notice: { vessel, voyage: 'MAEU 649W', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the days are too far apart',
    notice: { vessel, voyage: 'MAEU 649', arrives: 'PLN 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'PLN 33' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW',
  },
]);

expectMatch('SAME_PORT', [
  {
    when: 'a file names the code as another one of the port',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, port: 'SGSNP', voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'no file names the code',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, port: 'SGXXX', voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'NONE',
  },
  {
    when: 'records of one call have both codes',
    calls: [
      { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
      { by: 'bolt', vessel, port: 'SGSNP', voyage: 'BOLT 077', arrives: 'EST 28 20:00' },
    ],
    is: '1 visit',
  },
]);

expectMatch('SAME_CARRIER', [
  {
    when: "a port schedule lists the notice's carrier beside another one",
    notice: { by: 'bolt', vessel, voyage: 'BOLT 077', arrives: 'EST 28' },
    calls: [{ kind: 'PORT_SCHEDULE', vessel, voyage: ['MAEU 649E', 'BOLT 077'], arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'only another carrier has the number',
    notice: { by: 'bolt', vessel, voyage: 'BOLT 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: "another carrier's number differs, which is no contradiction",
    notice: { by: 'bolt', vessel, voyage: 'BOLT 077', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
]);

expectMatch('UNNAMED_CARRIER', [
  {
    when: "the service code beside an event's number is the carrier's",
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [{ vessel, voyage: '? 649E', service: 'FE1', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the service code is another one, so that the number is of another carrier',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [{ vessel, voyage: '? 649E', service: 'LION', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the service code is equal, and the number differs',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [{ vessel, voyage: '? 650E', service: 'FE1', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the sender is another carrier',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    events: [{ by: 'bolt', vessel, voyage: '? 649E', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
]);

expectMatch('CARRIER_BY_ELIMINATION', [
  {
    when: 'all other entries name other carriers',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ kind: 'PORT_SCHEDULE', vessel, voyage: ['BOLT 077', '? 649E'], arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: "another entry names the Producer's own carrier",
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ kind: 'PORT_SCHEDULE', vessel, voyage: ['MAEU 649X', '? 649E'], arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'two entries have no carrier',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ kind: 'PORT_SCHEDULE', vessel, voyage: ['? 077', '? 649E'], arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
]);

expectMatch('CERTAIN_SIDES', [
  {
    when: 'the import voyage of a notice belongs to the port of discharge',
    notice: { vessel, voyage: 'MAEU 649E/649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E/702W', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'its export voyage may be that of the port of loading, so that it matches nothing',
    notice: { vessel, voyage: 'MAEU -/702W', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E/702W', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the import voyage is that on which the ship leaves',
    notice: { vessel, voyage: 'MAEU 702W', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E/702W', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW IMPORT_IS_EXPORT_OF_OTHER',
  },
]);

expectMatch('WITHIN_VOYAGE', [
  ...[
    { universal: 'SR12345A 2649E/2649E', is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT IMPORT_IS_EXPORT_OF_OTHER' },
    { universal: 'SR12345A 2648E/2649E', is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW IMPORT_IS_EXPORT_OF_OTHER' },
  ].map(({ universal, is }) => ({
    when: `the import number is another one than the export number, which is stated, and the universal voyages are ${universal}`,
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, universal, voyage: 'MAEU 694E/649E', arrives: 'EST 28' }],
    is,
  })),
  {
    when: 'the ship arrives and leaves on one universal voyage, and only the export number is stated',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2649E/2649E', voyage: 'MAEU -/649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the ship leaves on another universal voyage',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2648E/2649E', voyage: 'MAEU -/649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the export number differs, which is no contradiction',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2649E/2649E', voyage: 'MAEU -/650E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the number is that of another carrier',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ by: 'bolt', vessel, universal: 'SR12345A 2649E/2649E', voyage: 'BOLT -/649E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
]);

expectMatch('UNIVERSAL_VOYAGE_OF_SERVICE', [
  {
    when: "one carrier's service code stands for the service that is not stated",
    notice: { name, universal: '- 2649E', voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    calls: [{ name, universal: 'SR12345A 2650E', voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the service code stands for the service, and the references agree',
    notice: { name, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    calls: [{ name, universal: '- 2649E', service: 'FE1', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'nothing but the name is in common, so that the references are not compared',
    notice: { name, universal: '- 2649E', arrives: 'EST 28' },
    calls: [{ name, universal: 'SR12345A 2650E', arrives: 'EST 28' }],
    is: 'AMBIGUOUS WEAK VESSEL_NAME_PORT_AND_WINDOW',
  },
  {
    when: 'two services have the reference',
    notice: { universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR99999Z 2649E', arrives: 'EST 28' }],
    is: 'NONE',
  },
]);

expectMatch('SAME_FACILITY', [
  {
    when: 'the terminals have one code of one list',
    notice: { vessel, voyage: 'MAEU 649E', terminal: 'SMDG PSA', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', terminal: 'SMDG PSA', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the terminals have codes of two lists without a mapping',
    notice: { vessel, voyage: 'MAEU 649E', terminal: 'BIC SGSINPSAA', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', terminal: 'SMDG PSA', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT CODES_NOT_COMPARABLE',
  },
  {
    when: 'the terminals differ, and the visit is a match all the same',
    notice: { vessel, voyage: 'MAEU 649E', terminal: 'SMDG KEP', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', terminal: 'SMDG PSA', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT TERMINAL_DIFFERS (terminal: CONFLICTING)',
  },
]);

expectMatch('LOCAL_DAY', [
  {
    when: "an event's instant is the next day at the port",
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 29' },
    events: [{ vessel, universal: 'SR12345A 2649E', arrives: 'EST 29 00:30' }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the event is two days off at the port, and one and a half in UTC',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 29' },
    events: [{ vessel, universal: 'SR12345A 2649E', arrives: 'EST 31 00:30' }],
    is: 'AMBIGUOUS STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the zone of the port is unknown',
    notice: { vessel, port: 'USXYZ', universal: 'SR12345A 2649E', arrives: 'EST 28' },
    events: [{ vessel, port: 'USXYZ', universal: 'SR12345A 2649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT ZONE_UNKNOWN',
  },
]);

expectMatch('TIME_WINDOW', [
  {
    when: 'a plan is seven days from an estimate',
    notice: { vessel, arrives: 'EST 21' },
    calls: [{ vessel, arrives: 'PLN 28' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'a plan is eight days from an estimate',
    notice: { vessel, arrives: 'EST 20' },
    calls: [{ vessel, arrives: 'PLN 28' }],
    is: 'NONE',
  },
  {
    when: 'an actual time is two days from an actual time',
    notice: { vessel, arrives: 'ACT 26' },
    calls: [{ vessel, arrives: 'ACT 28' }],
    is: 'NONE',
  },
]);

expectMatch('EXPECTED_ACTUAL', [
  {
    when: 'a notice of the 26th states the arrival of the 28th as actual, and the ship arrives on the 30th',
    notice: { ...stated, arrives: 'ACT 28', stated: 26 },
    calls: [{ ...stated, arrives: 'ACT 30' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'it is of the 27th: the ship may have arrived by another clock, or in another zone',
    notice: { ...stated, arrives: 'ACT 28', stated: 27 },
    calls: [{ ...stated, arrives: 'ACT 30' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT OUTSIDE_WINDOW',
  },
  {
    when: 'a notice of the 17th states the arrival of the 28th as actual, and the ship calls twice on the voyage, days before either',
    notice: { ...stated, terminal: 'SMDG PSA', arrives: 'ACT 28', stated: 17 },
    calls: [
      { ...stated, terminal: 'SMDG PSA', arrives: 'PLN 12' },
      { ...stated, terminal: 'SMDG KEP', arrives: 'PLN 23' },
    ],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the only call on the voyage is on the stated day',
    notice: { ...stated, arrives: 'ACT 28', stated: 17 },
    calls: [{ ...stated, arrives: 'PLN 27' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'an event of the 20th states the arrival of the 31st as actual, and the notice expects the ship on the 20th',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 20' },
    events: [{ vessel, universal: 'SR12345A 2649E', arrives: 'ACT 31', stated: 20 }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
]);

expectMatch('FAR_APART', [
  {
    when: 'a candidate is thirty days away',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 1' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 31' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT OUTSIDE_WINDOW',
  },
  {
    when: 'a candidate is thirty-one days away',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 1' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 32' }],
    is: 'NONE',
  },
  {
    when: 'a reference is used again after months',
    call: { reference: 'CALL-1', vessel, arrives: 'EST 1' },
    events: [{ reference: 'CALL-1', vessel, arrives: 'EST 99' }],
    is: 'CONFLICTING EXACT TRANSPORT_CALL_REFERENCE OUTSIDE_WINDOW FAR_APART',
  },
]);

expectMatch('OTHER_PORT', [
  {
    when: 'the ship calls at another port on the voyage',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', port: 'MYPKG', arrives: 'EST 28' }],
    is: 'NONE',
  },
  {
    when: 'the UN/LOCODE is written with a blank',
    notice: { vessel, voyage: 'MAEU 649E', port: 'SG SIN', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'a reference is used at another port',
    call: { reference: 'CALL-1', vessel, arrives: 'EST 28' },
    events: [{ reference: 'CALL-1', vessel, port: 'MYPKG', arrives: 'EST 28' }],
    is: 'CONFLICTING EXACT TRANSPORT_CALL_REFERENCE',
  },
]);

expectMatch('OTHER_VESSEL', [
  {
    when: 'another ship calls at the port',
    notice: { vessel, arrives: 'EST 28' },
    calls: [{ vessel: '9111111', arrives: 'EST 28' }],
    is: 'NONE',
  },
  {
    when: 'the name is written differently beside the IMO number',
    notice: { vessel, name: 'King o. t. Seas', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, name, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: "another ship has the carrier's number",
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel: '9111111', voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE CARRIER_VOYAGE_AND_PORT VESSEL_DIFFERS',
  },
]);

expectMatch('ONE_AGREEMENT_IS_ENOUGH', [
  {
    when: 'one of two terminals of the visit is the stated one',
    notice: { vessel, voyage: 'MAEU 649E', terminal: 'SMDG KEP', arrives: 'EST 28' },
    calls: [
      { vessel, voyage: 'MAEU 649E', terminal: 'SMDG PSA', arrives: 'EST 28' },
      { vessel, voyage: 'MAEU 649E', terminal: 'SMDG KEP', arrives: 'EST 29' },
    ],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'no terminal of the visit is the stated one',
    notice: { vessel, voyage: 'MAEU 649E', terminal: 'SMDG BRN', arrives: 'EST 28' },
    calls: [
      { vessel, voyage: 'MAEU 649E', terminal: 'SMDG PSA', arrives: 'EST 28' },
      { vessel, voyage: 'MAEU 649E', terminal: 'SMDG KEP', arrives: 'EST 29' },
    ],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT TERMINAL_DIFFERS (terminal: CONFLICTING)',
  },
  {
    when: 'the visit references differ, and no record has the stated one',
    call: { visit: 'SGSIN26004411', vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [{ visit: 'SGSIN26004499', vessel, voyage: '? 649E', service: 'FE1', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
]);

expectMatch('VOYAGE_NUMBER_SLIP', [
  ...[
    { call: {}, event: {}, is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_ARRIVAL' },
    { call: { visit: 'V-1' }, event: { visit: 'V-1' }, is: 'CONFLICTING EXACT PORT_VISIT_REFERENCE' },
    { call: { voyage: 'MAEU 694E/702W' }, event: { voyage: '? 649E/702W' }, is: 'UNIQUE PROBABLE VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT' },
    {
      call: { voyage: 'MAEU 694E/702W' },
      event: { voyage: '? 649E/702W', arrives: 'EST 30' },
      is: 'CONFLICTING PROBABLE VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT',
    },
  ].map(({ call, event, is }) => ({
    when: `an event of the day of a call states another number: ${JSON.stringify(event)}`,
    call: { vessel, service: 'FE1', voyage: 'MAEU 694E', arrives: 'EST 28', ...call },
    events: [{ vessel, service: 'FE1', voyage: '? 649E', arrives: 'EST 28', ...event }],
    is,
  })),
  ...[
    { other: '649E/649E', is: 'UNIQUE' },
    { other: '649E', is: 'CONFLICTING' },
  ].map(({ other, is }) => ({
    when: `the number is that of the export voyage in one record, and another one states ${other}`,
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: ['694E/649E', other].map((numbers) => ({ vessel, visit: 'V-1', voyage: ['BOLT 077', `MAEU ${numbers}`], arrives: 'EST 28' })),
    is: `${is} STRONG VESSEL_CARRIER_VOYAGE_AND_PORT IMPORT_IS_EXPORT_OF_OTHER`,
  })),
  {
    when: 'two of three records of the call state the number',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: ['649E', '649E', '694E'].map((number) => ({ vessel, voyage: `MAEU ${number}`, arrives: 'EST 28' })),
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'one of two records of a call on the stated day states the number, as the notice does',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: ['649E', '694E'].map((number) => ({ vessel, voyage: ['BOLT 077', `MAEU ${number}`], arrives: 'EST 28' })),
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'one of two records of a call two days later states the number',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: ['649E', '694E'].map((number) => ({ vessel, voyage: ['BOLT 077', `MAEU ${number}`], arrives: 'EST 30' })),
    is: 'CONFLICTING STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'a record of the call on the stated day is a slip, and the number is also that of a call three days before',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [
      { vessel, voyage: ['BOLT 077', 'MAEU 649E'], arrives: 'EST 28' },
      { vessel, voyage: ['BOLT 077', 'MAEU 694E'], arrives: 'EST 28' },
      { vessel, voyage: ['BOLT 076', 'MAEU 649E'], arrives: 'EST 25' },
    ],
    is: 'UNIQUE STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the only record of the call states another number',
    notice: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, voyage: 'MAEU 694E', arrives: 'EST 28' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the universal voyage is the stated one on the stated day',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 694E', arrives: 'EST 29' }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the universal voyage is the stated one two days later',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 694E', arrives: 'EST 30' }],
    is: 'CONFLICTING STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the universal voyage is the stated one, and the number is that of the export voyage',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 702W', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E/702W', arrives: 'EST 28' }],
    is: 'CONFLICTING STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT IMPORT_IS_EXPORT_OF_OTHER',
  },
  {
    when: 'the number is that of the export voyage, and the call is within one universal voyage',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2649E/2649E', voyage: 'MAEU 694E/649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT IMPORT_IS_EXPORT_OF_OTHER',
  },
  {
    when: 'the universal voyage is the stated one, and the schedule does not state the universal service',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: '- 2649E', voyage: 'MAEU 694E', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE',
  },
  {
    when: 'the universal voyage is the stated one, but another ship sails it',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ vessel: '9111111', universal: 'SR12345A 2649E', voyage: 'MAEU 694E', arrives: 'EST 28' }],
    is: 'CONFLICTING STRONG UNIVERSAL_VOYAGE_AND_PORT VESSEL_DIFFERS',
  },
  {
    when: 'the universal voyage is another one, too',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: ['649E', '649E', '694E'].map((number) => ({
      vessel,
      universal: 'SR12345A 2650E',
      voyage: `MAEU ${number}`,
      arrives: 'EST 28',
    })),
    is: 'CONFLICTING STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the only record of the call names the ship without its IMO number, and the universal voyage agrees',
    notice: { vessel, name, voyage: 'MAEU 649E', universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ name, voyage: 'MAEU 694E', universal: 'SR12345A 2649E', arrives: 'EST 28' }],
    is: 'UNIQUE STRONG UNIVERSAL_VOYAGE_AND_PORT',
  },
]);
