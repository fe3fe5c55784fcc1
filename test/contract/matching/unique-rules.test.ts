import { expectMatch, type Stated } from '../../support/matching/expect-match.ts';

const vessel = '9321483';
const otherVessel = '9111111';
const name = 'King of the Seas';
/** A notice for 28 December. */
const notice = { vessel, name, voyage: 'MAEU 649E', arrives: 'EST 28' };
const found = 'STRONG VESSEL_CARRIER_VOYAGE_AND_PORT';

/** A call on the stated voyage. */
const onVoyage = (arrives: string, stated: Stated = {}): Stated => ({ vessel, voyage: 'MAEU 649E', arrives, ...stated });
/** A call of the ship on another voyage. */
const onOtherVoyage = (arrives: string): Stated => ({ vessel, voyage: 'MAEU 650E/650E', arrives });
/** A call of the ship, by its name only, on a voyage that is not stated. */
const withoutVoyage = (arrives: string): Stated => ({ name, arrives });

expectMatch('UNCONTRADICTED', [
  { when: 'everything agrees', notice, calls: [onVoyage('EST 28')], is: `UNIQUE ${found}` },
  {
    when: 'only the terminal differs',
    notice: { ...notice, terminal: 'SMDG PSA' },
    calls: [onVoyage('EST 28', { terminal: 'SMDG KEP' })],
    is: `UNIQUE ${found} TERMINAL_DIFFERS (terminal: CONFLICTING)`,
  },
  {
    when: 'the universal voyage differs beside the equal number',
    notice: { ...notice, universal: 'SR12345A 2649E' },
    calls: [onVoyage('EST 28', { universal: 'SR12345A 2650E' })],
    is: `CONFLICTING ${found}`,
  },
]);

expectMatch('EARLY_VESSEL', [
  { when: 'the ship arrived a day before the stated day', notice, calls: [onVoyage('ACT 27')], is: `UNIQUE ${found}` },
  { when: 'the ship arrived two days before', notice, calls: [onVoyage('ACT 26')], is: `AMBIGUOUS ${found}` },
  {
    when: 'the call was planned for three days before, and nothing else is known',
    notice,
    calls: [onVoyage('PLN 25')],
    is: `UNIQUE ${found}`,
  },
  { when: 'the ship is three days late, and was planned for the day', notice, calls: [onVoyage('PLN 28, EST 31')], is: `UNIQUE ${found}` },
  {
    when: 'the call was planned for three days later, far outside of what is expected now',
    notice,
    calls: [onVoyage('PLN 31, EST 32')],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
  { when: 'the call was planned for a day later', notice, calls: [onVoyage('PLN 29, EST 29')], is: `UNIQUE ${found}` },
  { when: 'the call was planned for two days later', notice, calls: [onVoyage('PLN 30, EST 30')], is: `AMBIGUOUS ${found}` },
]);

expectMatch('EXPECTED_EARLY', [
  { when: 'the ship is expected three days early, and calls only then', notice, calls: [onVoyage('EST 25')], is: `UNIQUE ${found}` },
  {
    when: 'it is expected three days early, and calls again within the window',
    notice,
    calls: [onVoyage('EST 25'), onOtherVoyage('EST 31')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'it is expected three days early, and calls again outside of the window',
    notice,
    calls: [onVoyage('EST 25'), onOtherVoyage('EST 33')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'it is expected two days early, and calls again within the window',
    notice,
    calls: [onVoyage('EST 26'), onOtherVoyage('PLN 32')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'it is expected three days early, and the next call is planned within the window',
    notice,
    calls: [onVoyage('EST 25'), onOtherVoyage('PLN 32')],
    is: `AMBIGUOUS ${found}`,
  },
]);

expectMatch('EXPECTED_EARLY_UNANSWERED', [
  {
    when: 'the ship is expected two days early, and a source has failed',
    notice,
    calls: [onVoyage('EST 26')],
    sources: ['ANSWERED', 'FAILED'],
    is: `AMBIGUOUS ${found}`,
  },
  { when: 'the ship is expected two days early, and all have answered', notice, calls: [onVoyage('EST 26')], is: `UNIQUE ${found}` },
  {
    when: 'the ship is expected two days early, all have answered, and it has called on the voyage before',
    notice,
    calls: [onVoyage('EST 26'), onVoyage('ACT 16')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the ship is expected a day early, and a source has failed',
    notice,
    calls: [onVoyage('EST 27')],
    sources: ['ANSWERED', 'FAILED'],
    is: `UNIQUE ${found}`,
  },
  ...[
    { arrives: 'EST 26', is: `AMBIGUOUS ${found} TERMINAL_DIFFERS` },
    { arrives: 'EST 27', is: `UNIQUE ${found} TERMINAL_DIFFERS (terminal: CONFLICTING)` },
  ].map(({ arrives, is }) => ({
    when: `the ship is expected ${arrives} at another terminal than the notice of the 28th states`,
    notice: { ...notice, terminal: 'SMDG PSA' },
    calls: [onVoyage(arrives, { terminal: 'SMDG KEP' })],
    is,
  })),
]);

expectMatch('DAY_OF_PROBABLE', [
  {
    when: 'the day is inside the window',
    notice: { name, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ name, voyage: 'MAEU 649E', arrives: 'EST 31' }],
    is: 'UNIQUE PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the day is a day outside of the window',
    notice: { name, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ name, voyage: 'MAEU 649E', arrives: 'EST 32' }],
    is: 'AMBIGUOUS PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT OUTSIDE_WINDOW',
  },
  {
    when: 'the ship was planned for a day before and is four days late',
    notice: { name, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ name, voyage: 'MAEU 649E', arrives: 'PLN 27, ACT 32' }],
    is: 'UNIQUE PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT OUTSIDE_WINDOW',
  },
  {
    when: 'the ship is four days late, planned for the day, and a source has not answered',
    notice: { name, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ name, voyage: 'MAEU 649E', arrives: 'PLN 27, ACT 32' }],
    sources: ['FAILED'],
    is: 'AMBIGUOUS PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT OUTSIDE_WINDOW',
  },
  {
    when: 'no day is stated',
    notice: { name, voyage: 'MAEU 649E' },
    calls: [{ name, voyage: 'MAEU 649E', arrives: 'EST 32' }],
    is: 'UNIQUE PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
]);

const call = { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 15' };
const event = (arrives?: string): Stated => ({ vessel, voyage: '? 649E', service: 'FE1', ...(arrives === undefined ? {} : { arrives }) });
const eventFound = 'PROBABLE VESSEL_CARRIER_VOYAGE_AND_PORT';

expectMatch('TOO_LITTLE_EVIDENCE', [
  {
    when: 'the only call is that of the ship on the day, without a voyage',
    notice,
    calls: [{ vessel, arrives: 'EST 28' }],
    isExplained: true,
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW by REFERENCE_OR_VOYAGE, missing CARRIER_IMPORT_VOYAGE_NUMBER UNIVERSAL_IMPORT_VOYAGE_REFERENCE',
  },
  {
    when: 'the only call has the name of the ship',
    notice,
    calls: [withoutVoyage('EST 28')],
    isExplained: true,
    is: 'AMBIGUOUS WEAK VESSEL_NAME_PORT_AND_WINDOW by REFERENCE_OR_VOYAGE, missing CARRIER_IMPORT_VOYAGE_NUMBER',
  },
  {
    when: 'the only call has name and voyage, and its day is outside the window',
    notice: { name, voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ name, voyage: 'MAEU 649E', arrives: 'EST 32' }],
    isExplained: true,
    is: 'AMBIGUOUS PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT OUTSIDE_WINDOW by DAY_OF_PROBABLE, missing ARRIVAL_TIME',
  },
  {
    when: 'there are two such calls',
    notice,
    calls: [
      { vessel, arrives: 'EST 28' },
      { vessel, arrives: 'EST 31' },
    ],
    isExplained: true,
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW by REFERENCE_OR_VOYAGE',
  },
  {
    when: 'the ship arrived too early, which is not a lack of evidence',
    notice,
    calls: [onVoyage('ACT 26')],
    isExplained: true,
    is: `AMBIGUOUS ${found} by EARLY_VESSEL`,
  },
  {
    when: 'the only call is contradicted',
    notice,
    calls: [onOtherVoyage('EST 28')],
    isExplained: true,
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW by UNCONTRADICTED',
  },
]);

expectMatch('DAY_WITHOUT_VESSEL', [
  {
    when: 'the voyage of a dummy is two days off',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ isDummyVessel: true, universal: 'SR12345A 2649E', arrives: 'EST 30' }],
    is: 'UNIQUE PROBABLE UNIVERSAL_VOYAGE_AND_PORT SHIP_UNASSIGNED',
  },
  {
    when: 'the voyage of a dummy is three days off',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ isDummyVessel: true, universal: 'SR12345A 2649E', arrives: 'EST 31' }],
    is: 'AMBIGUOUS PROBABLE UNIVERSAL_VOYAGE_AND_PORT SHIP_UNASSIGNED',
  },
  {
    when: 'the voyage of the named ship is three days off',
    notice: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
    calls: [{ vessel, universal: 'SR12345A 2649E', arrives: 'EST 31' }],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
]);

expectMatch('DAY_OF_EVENT', [
  { when: 'an event is two days before the call', call, events: [event('EST 13')], is: `UNIQUE ${eventFound}` },
  { when: 'an event is two days after the call', call, events: [event('EST 17')], is: `UNIQUE ${eventFound}` },
  { when: 'an event is three days before the call', call, events: [event('EST 12')], is: `AMBIGUOUS ${eventFound}` },
  { when: 'an event is three days after the call', call, events: [event('EST 18')], is: `AMBIGUOUS ${eventFound}` },
  ...[
    { arrives: 'EST 13', is: 'AMBIGUOUS' },
    { arrives: 'EST 14', is: 'UNIQUE' },
    { arrives: 'EST 17', is: 'UNIQUE' },
  ].map(({ arrives, is }) => ({
    when: `only the plan of the call is known, and the event states ${arrives}`,
    call: { ...call, arrives: 'PLN 15' },
    events: [event(arrives)],
    is: `${is} ${eventFound}`,
  })),
  { when: 'an event is a day before the day of a notice', notice: call, events: [event('EST 14')], is: `UNIQUE ${eventFound}` },
  { when: 'an event is a day after the day of a notice', notice: call, events: [event('EST 16')], is: `UNIQUE ${eventFound}` },
  { when: 'an event is two days before the day of a notice', notice: call, events: [event('EST 13')], is: `AMBIGUOUS ${eventFound}` },
  { when: 'an event is two days after the day of a notice', notice: call, events: [event('EST 17')], is: `AMBIGUOUS ${eventFound}` },
  { when: 'an event states no time', call, events: [event()], is: `AMBIGUOUS ${eventFound}` },
  { when: 'an event states no time beside a notice', notice: call, events: [event()], is: `AMBIGUOUS ${eventFound}` },
  ...[event(), event('EST 12'), event('EST 18')].map((stated) => ({
    when: `a reference joins an event on ${stated.arrives ?? 'no day'}`,
    call: { ...call, reference: 'CALL-1' },
    events: [{ ...stated, reference: 'CALL-1' }],
    is: 'UNIQUE EXACT TRANSPORT_CALL_REFERENCE',
  })),
  ...[
    { arrives: 'ACT 20', plan: 'PLN 15', is: 'UNIQUE' },
    { arrives: 'ACT 22', plan: 'PLN 15', is: 'UNIQUE' },
    { arrives: 'ACT 23', plan: 'PLN 15', is: 'AMBIGUOUS' },
    { arrives: 'ACT 20', plan: 'PLN 14, EST 15', is: 'UNIQUE' },
    { arrives: 'EST 20', plan: 'PLN 14, EST 15', is: 'AMBIGUOUS' },
    { arrives: 'ACT 23', plan: 'PLN 14, EST 15', is: 'AMBIGUOUS' },
  ].map(({ arrives, plan, is }) => ({
    when: `the call states ${plan}, and the event ${arrives} on the universal voyage`,
    call: { ...call, arrives: plan, universal: 'SR12345A 2649E' },
    events: [{ ...event(arrives), universal: 'SR12345A 2649E' }],
    is: `${is} STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT${plan.includes('EST') || arrives === 'ACT 23' ? ' OUTSIDE_WINDOW' : ''}`,
  })),
  ...[
    { other: {}, is: 'AMBIGUOUS EXACT PORT_VISIT_REFERENCE' },
    { other: { arrives: 'EST 15' }, is: 'UNIQUE EXACT PORT_VISIT_REFERENCE' },
    { other: { reference: 'A-1' }, is: 'UNIQUE EXACT TRANSPORT_CALL_REFERENCE' },
  ].map(({ other, is }) => ({
    when: `an event has the visit reference of a call, and ${JSON.stringify(other)}`,
    event: { vessel, visit: 'SGSIN26004411', ...other },
    calls: [{ vessel, visit: 'SGSIN26004411', reference: 'A-1', arrives: 'EST 15' }],
    is,
  })),
  ...[
    { arrives: 'ACT 22', terminal: 'SMDG PSA', is: `UNIQUE ${eventFound}` },
    { arrives: 'ACT 23', terminal: 'SMDG PSA', is: `AMBIGUOUS ${eventFound} OUTSIDE_WINDOW` },
    { arrives: 'ACT 20', terminal: 'SMDG KEP', is: `AMBIGUOUS ${eventFound} TERMINAL_DIFFERS` },
    { arrives: 'ACT 20', terminal: 'BIC SGSINPSAA', is: `AMBIGUOUS ${eventFound} CODES_NOT_COMPARABLE` },
  ].map(({ arrives, terminal, is }) => ({
    when: `the call is planned for the 15th at PSA, and the event with the number states ${arrives} at ${terminal}`,
    call: { ...call, arrives: 'PLN 15', terminal: 'SMDG PSA' },
    events: [{ ...event(arrives), terminal }],
    is,
  })),
  {
    when: 'the service of the universal voyage is not stated',
    call: { vessel, arrives: 'PLN 15', universal: '- 2649E' },
    events: [{ vessel, arrives: 'ACT 20', universal: 'SR12345A 2649E' }],
    is: 'UNIQUE PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE',
  },
  ...[
    { other: 'ACT 5', is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL' },
    { other: 'EST 23', is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL' },
    { other: 'EST 22', is: 'AMBIGUOUS STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT OUTSIDE_WINDOW' },
  ].map(({ other, is }) => ({
    when: `an event of the ship is on the day of the call, and one on the universal voyage states ${other}`,
    call: { vessel, arrives: 'EST 15', universal: 'SR12345A 2649E' },
    events: [
      { vessel, arrives: 'EST 15' },
      { vessel, arrives: other, universal: 'SR12345A 2649E' },
    ],
    is,
  })),
  {
    when: 'the event is days after the plan at another terminal',
    call: { ...call, arrives: 'PLN 15', universal: 'SR12345A 2649E', terminal: 'SMDG PSA' },
    events: [{ ...event('ACT 20'), universal: 'SR12345A 2649E', terminal: 'SMDG KEP' }],
    is: 'AMBIGUOUS STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT TERMINAL_DIFFERS',
  },
  {
    when: 'the event is at another terminal than the notice states',
    notice: { ...call, terminal: 'SMDG PSA' },
    events: [{ ...event('EST 15'), terminal: 'SMDG KEP' }],
    is: `AMBIGUOUS ${eventFound} TERMINAL_DIFFERS`,
  },
]);

expectMatch('OLD_RECORD', [
  {
    when: 'the call reference of an event is that of a call eight days before, and another call is nearer',
    call: { vessel, reference: 'A-1', arrives: 'EST 20' },
    events: [
      { vessel, reference: 'A-1', arrives: 'ACT 28' },
      { vessel, arrives: 'EST 22' },
    ],
    is: 'UNIQUE EXACT TRANSPORT_CALL_REFERENCE OUTSIDE_WINDOW',
  },
  {
    when: 'the call is outside the window, alone on its voyage',
    notice,
    calls: [onVoyage('EST 37'), onOtherVoyage('EST 44')],
    is: `UNIQUE ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'another call of the ship is inside the window',
    notice,
    calls: [onVoyage('EST 37'), onOtherVoyage('EST 30')],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'the terminal differs',
    notice: { ...notice, terminal: 'SMDG PSA' },
    calls: [onVoyage('EST 37', { terminal: 'SMDG KEP' })],
    is: `AMBIGUOUS ${found} TERMINAL_DIFFERS OUTSIDE_WINDOW`,
  },
  ...[
    { terminal: 'SMDG KEP', is: `UNIQUE ${found} OUTSIDE_WINDOW` },
    { terminal: 'SMDG PSA', is: `AMBIGUOUS ${found} OUTSIDE_WINDOW` },
  ].map(({ terminal, is }) => ({
    when: `the call is at the stated terminal PSA, and a later one on the voyage at ${terminal}`,
    notice: { ...notice, terminal: 'SMDG PSA' },
    calls: [onVoyage('EST 32', { terminal: 'SMDG PSA' }), onVoyage('EST 36', { terminal })],
    is,
  })),
  {
    when: 'a source that could know has not answered',
    notice,
    calls: [onVoyage('EST 37')],
    sources: ['ANSWERED', 'FAILED'],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'another ship has the voyage, and this one another voyage',
    notice,
    calls: [onVoyage('EST 37', { vessel: otherVessel }), onOtherVoyage('EST 45')],
    is: 'CONFLICTING PROBABLE CARRIER_VOYAGE_AND_PORT VESSEL_DIFFERS OUTSIDE_WINDOW',
  },
  {
    when: 'the call was planned for eight days before the stated day, so that the ship may call again on the voyage',
    notice,
    calls: [onVoyage('PLN 20, EST 23')],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'the call was planned for a week before the stated day, and the ship is expected four days before it',
    notice,
    calls: [onVoyage('PLN 21, EST 24')],
    is: `UNIQUE ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'the ship is expected five days before the stated day, so that it may call again on the voyage',
    notice,
    calls: [onVoyage('PLN 23, EST 23')],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'no plan is stated, and the ship is expected eight days before the stated day',
    notice,
    calls: [onVoyage('EST 20')],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'it was planned for eight days before the day on which the ship arrived',
    notice: { ...notice, arrives: 'ACT 28' },
    calls: [onVoyage('PLN 20')],
    is: `UNIQUE ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'it was planned for fifteen days before the day on which the ship arrived',
    notice: { ...notice, arrives: 'ACT 28' },
    calls: [onVoyage('PLN 13')],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'the ship is late, and an earlier call inside the window is on another voyage',
    notice,
    calls: [onVoyage('PLN 26, ACT 32'), onOtherVoyage('PLN 19, ACT 27')],
    is: `UNIQUE ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'the ship is late, and left an earlier call inside the window on the stated number',
    notice,
    calls: [onVoyage('PLN 26, ACT 32'), { vessel, voyage: 'MAEU 648E/649E', arrives: 'PLN 19, ACT 27' }],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'the ship is five days late for the call of the stated day, and another ship had the number two weeks before',
    notice,
    calls: [onVoyage('PLN 28, ACT 33'), onVoyage('ACT 14', { vessel: otherVessel })],
    is: `UNIQUE ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'the ship is six days late for the call that was planned for the stated day, and a source has not answered',
    notice,
    calls: [onVoyage('PLN 28, ACT 34')],
    sources: ['ANSWERED', 'FAILED'],
    is: `UNIQUE ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'the ship is six days late for the call of the stated day, and was as late for an earlier one at another terminal',
    notice: { ...notice, terminal: 'SMDG PSA' },
    calls: [onVoyage('PLN 28, ACT 34', { terminal: 'SMDG PSA' }), onVoyage('PLN 18, ACT 25', { terminal: 'SMDG KEP' })],
    is: `UNIQUE ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'the late call was planned for the day after the stated one, and a source has not answered',
    notice,
    calls: [onVoyage('PLN 29, ACT 34')],
    sources: ['ANSWERED', 'FAILED'],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'no plan is stated of either',
    notice,
    calls: [onVoyage('ACT 33'), onVoyage('ACT 14', { vessel: otherVessel })],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
]);

const withUniversal = { ...notice, universal: 'SR12345A 2649E' };

expectMatch('UNIVERSAL_VOYAGE_OF_RIVAL', [
  {
    when: 'another ship has the universal voyage, and both the number',
    notice: withUniversal,
    calls: [onVoyage('EST 27'), onVoyage('EST 28', { vessel: otherVessel, universal: 'SR12345A 2649E' })],
    is: 'AMBIGUOUS STRONG VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'both have the universal voyage',
    notice: withUniversal,
    calls: [onVoyage('EST 27', { universal: 'SR12345A 2649E' }), onVoyage('EST 28', { vessel: otherVessel, universal: 'SR12345A 2649E' })],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the other call has the universal voyage ten days later, and this one the number on the stated day',
    notice: withUniversal,
    calls: [onVoyage('EST 28'), onVoyage('PLN 38', { universal: 'SR12345A 2649E' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the other call is expected ten days later, and this one was planned for the stated day',
    notice: withUniversal,
    calls: [onVoyage('PLN 28, EST 29'), onVoyage('EST 38', { universal: 'SR12345A 2649E' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'another ship had the universal voyage at a call ten days before',
    notice: withUniversal,
    calls: [onVoyage('EST 28'), onVoyage('ACT 18', { vessel: otherVessel, universal: 'SR12345A 2649E' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'another ship has the universal voyage five days later, and may have been planned for the stated day',
    notice: withUniversal,
    calls: [onVoyage('EST 28'), onVoyage('EST 33', { vessel: otherVessel, universal: 'SR12345A 2649E' })],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the rival has the number only',
    notice: withUniversal,
    calls: [onVoyage('EST 28', { universal: 'SR12345A 2649E' }), onVoyage('EST 27', { vessel: otherVessel })],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the ship is five days late on the universal voyage, and this call has the number on the stated day',
    notice: withUniversal,
    calls: [onVoyage('EST 28'), onVoyage('EST 33', { universal: 'SR12345A 2649E' })],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the ship was there three days before on the universal voyage, and this call has the number on the stated day',
    notice: withUniversal,
    calls: [onVoyage('PLN 26, EST 28'), onVoyage('ACT 25', { universal: 'SR12345A 2649E' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'it was there six days before on the universal voyage, and this call has the number on the stated day, with the name of the ship only',
    notice: { ...withUniversal, name },
    calls: [{ name, voyage: 'MAEU 649E', arrives: 'PLN 27, EST 29' }, onVoyage('ACT 22', { name, universal: 'SR12345A 2649E' })],
    is: 'AMBIGUOUS PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'it was there three days before, and a record of this call states another voyage than the one with the number',
    notice: withUniversal,
    calls: [
      onVoyage('EST 28'),
      onVoyage('ACT 25', { universal: 'SR12345A 2649E' }),
      { vessel, voyage: 'MAEU 650E', universal: 'SR12345A 2650E', arrives: 'EST 28' },
    ],
    is: `AMBIGUOUS ${found}`,
  },
]);

expectMatch('IMPOSSIBLE_DAY', [
  ...[
    { other: 'EST 6', is: 'UNIQUE' },
    { other: 'EST 12', is: 'AMBIGUOUS' },
  ].map(({ other, is }) => ({
    when: `of two events of the voyage, one is two days from the call of the 14th, and the other one ${other}`,
    call: { vessel, universal: 'SR12345A 2649E', arrives: 'EST 14' },
    events: ['EST 16', other].map((arrives) => ({ vessel, universal: 'SR12345A 2649E', arrives })),
    is: `${is} STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT`,
  })),
  {
    when: 'the ship called on the voyage eleven days before as well, and this call is two days early',
    notice,
    calls: [onVoyage('PLN 26'), onVoyage('PLN 16, EST 17')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the other call on the voyage is planned for six days later, and this one is two days late',
    notice,
    calls: [onVoyage('ACT 30'), onVoyage('PLN 34, EST 35')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the ship called on the voyage eleven days before as well, and this call is three days early',
    notice,
    calls: [onVoyage('PLN 25'), onVoyage('PLN 16, EST 17')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the ship may be late by the days between the other call and the stated day',
    notice,
    calls: [onVoyage('PLN 26'), onVoyage('PLN 22, EST 23')],
    is: `AMBIGUOUS ${found}`,
  },
]);

expectMatch('SHARED_VOYAGE_NUMBER', [
  {
    when: 'another call has the number and another universal voyage, and this one is two days early',
    notice: withUniversal,
    calls: [onVoyage('EST 26'), onVoyage('EST 23', { universal: 'SR12345A 2648E' })],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'another call has the number and another universal voyage, and this one is a day early',
    notice: withUniversal,
    calls: [onVoyage('EST 27'), onVoyage('EST 23', { universal: 'SR12345A 2648E' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'another ship has the number and another universal voyage, and this one is two days late',
    notice: withUniversal,
    calls: [onVoyage('EST 30'), onVoyage('EST 31', { vessel: otherVessel, universal: 'SR12345A 2648E' })],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'another call has the number and another universal voyage, and this one has the stated one',
    notice: withUniversal,
    calls: [onVoyage('EST 26', { universal: 'SR12345A 2649E' }), onVoyage('EST 23', { universal: 'SR12345A 2648E' })],
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  ...[
    { day: '27', is: 'AMBIGUOUS' },
    { day: '28', is: 'UNIQUE' },
    { day: '29', is: 'UNIQUE' },
  ].map(({ day, is }) => ({
    when: `an event of the ${day}th has the number, and an event days later has it and another universal voyage`,
    notice: { ...withUniversal, service: 'FE1' },
    events: [event(`EST ${day}`), { ...event('EST 31'), universal: 'SR12345A 2650E' }],
    is: `${is} ${eventFound}`,
  })),
]);

expectMatch('CONTRADICTED_RIVAL', [
  {
    when: 'the universal voyage is that of another ship, and a call without ship has the number',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [
      { vessel: otherVessel, universal: 'SR12345A 2649E', voyage: 'MAEU 700E', arrives: 'EST 28' },
      { isDummyVessel: true, voyage: 'MAEU 649E', arrives: 'EST 28' },
    ],
    is: 'AMBIGUOUS STRONG UNIVERSAL_VOYAGE_AND_PORT VESSEL_DIFFERS',
  },
  {
    when: 'the call without ship is alone',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [{ isDummyVessel: true, voyage: 'MAEU 649E', arrives: 'EST 28' }],
    is: 'UNIQUE PROBABLE CARRIER_VOYAGE_AND_PORT SHIP_UNASSIGNED',
  },
  {
    when: 'the contradicted rival is outside the window, and the ship calls on the day with the universal voyage',
    notice: { vessel, universal: 'SR12345A 2649E', voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [
      { vessel, universal: '- 2649E', arrives: 'EST 28' },
      { vessel, universal: 'SR12345A 2648E', voyage: 'MAEU 649E', arrives: 'ACT 20' },
    ],
    is: 'UNIQUE PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE',
  },
  {
    when: 'the contradicted rival is of the same confidence',
    notice,
    calls: [onVoyage('EST 28'), onOtherVoyage('EST 31')],
    is: `UNIQUE ${found}`,
  },
]);

expectMatch('EQUAL_RIVAL', [
  {
    when: 'the day lies between two calls with the number',
    notice,
    calls: [onVoyage('EST 30'), onVoyage('EST 26')],
    is: `AMBIGUOUS ${found}`,
  },
  { when: 'the nearer of two calls is two days off', notice, calls: [onVoyage('EST 30'), onVoyage('EST 37')], is: `AMBIGUOUS ${found}` },
  { when: 'the nearer of two calls is on the day', notice, calls: [onVoyage('EST 28'), onVoyage('EST 31')], is: `UNIQUE ${found}` },
]);

expectMatch('ONE_CALL', [
  {
    when: 'two events of one arrival are apart, and only the second is at the terminal of the call, by a code of its list',
    call: { vessel, name, voyage: 'MAEU 649E', service: 'FE1', universal: 'SR12345A 2649E', arrives: 'EST 15', terminal: 'SMDG PSA' },
    events: [
      { ...event('EST 15'), terminal: 'BIC SGSINPSAA' },
      { name, universal: 'SR12345A 2649E', arrives: 'EST 15', terminal: 'SMDG PSA' },
    ],
    is: `UNIQUE ${eventFound} CODES_NOT_COMPARABLE`,
  },
  {
    when: 'two records of the ship did not merge, and are a day apart',
    notice,
    calls: [onVoyage('EST 28 06:00'), onVoyage('EST 29 23:00')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'one of them has its universal voyage',
    notice: withUniversal,
    calls: [onVoyage('EST 28 06:00'), onVoyage('EST 29 23:00', { universal: 'SR12345A 2649E' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the earlier of the two has a mistyped number, and leaves on the stated one',
    notice,
    calls: [onVoyage('EST 29 08:00'), onVoyage('EST 28 21:00', { voyage: 'MAEU 689E/649E' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the records are of two ships, and the notice names none',
    notice: { voyage: 'MAEU 649E', arrives: 'EST 28' },
    calls: [onVoyage('EST 28 06:00'), onVoyage('EST 29 23:00', { vessel: otherVessel })],
    is: 'AMBIGUOUS PROBABLE CARRIER_VOYAGE_AND_PORT SHIP_UNASSIGNED',
  },
]);

const minimal = { name, voyage: 'MAEU 649E', arrives: 'EST 28' };
const probable = 'PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT';

expectMatch('VOYAGE_BEFORE_PERIOD', [
  {
    when: 'a call has the voyage, and another one ship and period only',
    notice: { vessel, voyage: 'MAEU 649E', universal: '- 2649E', arrives: 'EST 28' },
    calls: [
      { vessel, universal: 'SR12345A 2649E', arrives: 'EST 28' },
      { vessel, arrives: 'EST 30' },
    ],
    is: 'UNIQUE PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE',
  },
  {
    when: 'the one with ship and period is nearer',
    notice: { vessel, voyage: 'MAEU 649E', universal: '- 2649E', arrives: 'EST 28' },
    calls: [
      { vessel, universal: 'SR12345A 2649E', arrives: 'EST 30' },
      { vessel, arrives: 'EST 28' },
    ],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'both have the voyage',
    notice: { vessel, universal: '- 2649E', arrives: 'EST 28' },
    calls: [
      { vessel, universal: 'SR12345A 2649E', arrives: 'EST 26' },
      { vessel, universal: 'SR12345A 2649E', arrives: 'EST 30' },
    ],
    is: 'AMBIGUOUS PROBABLE VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE',
  },
  {
    when: 'the ship arrives on the day, and an event with the voyage is of a call six days before',
    call: { vessel, voyage: 'MAEU 649E', arrives: 'EST 28 08:00' },
    events: [
      { vessel, arrives: 'ACT 28 10:00' },
      { vessel, voyage: '? 649E', arrives: 'ACT 22' },
    ],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
]);

const forPsa = { ...notice, terminal: 'SMDG PSA' };

expectMatch('STATED_TERMINAL', [
  {
    when: 'one of two calls with the number is at the stated terminal',
    notice: forPsa,
    calls: [onVoyage('EST 30', { terminal: 'SMDG PSA' }), onVoyage('EST 26', { terminal: 'SMDG KEP' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the call at the other terminal is nearer',
    notice: forPsa,
    calls: [onVoyage('EST 31', { terminal: 'SMDG PSA' }), onVoyage('EST 26', { terminal: 'SMDG KEP' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the terminal of the other call is unknown',
    notice: forPsa,
    calls: [onVoyage('EST 30', { terminal: 'SMDG PSA' }), onVoyage('EST 26')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the call on the stated day is at another terminal, and that of a later call is not known',
    notice: forPsa,
    calls: [onVoyage('PLN 27, ACT 27', { terminal: 'SMDG KEP' }), onVoyage('PLN 31')],
    is: `AMBIGUOUS ${found} TERMINAL_DIFFERS`,
  },
  {
    when: 'the terminal of the call on the stated day is not known, and cargo may be rolled to a later one at the stated terminal',
    notice: forPsa,
    calls: [onVoyage('PLN 28'), onVoyage('PLN 32', { terminal: 'SMDG PSA' })],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the terminal of the call on the stated day is not known, and one at the stated terminal was ten days before',
    notice: forPsa,
    calls: [onVoyage('PLN 28'), onVoyage('ACT 18', { terminal: 'SMDG PSA' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the ship shifts in the later call, and only the second of its terminals is stated',
    notice: forPsa,
    calls: [
      onVoyage('PLN 27, ACT 27', { terminal: 'SMDG KEP', reference: 'CALL-1', kind: 'VESSEL_SCHEDULE' }),
      onVoyage('PLN 30', { leaves: 'PLN 30 20:00', visit: 'SGSIN26004411', reference: 'CALL-2', kind: 'VESSEL_SCHEDULE' }),
      onVoyage('PLN 30 23:00', { terminal: 'SMDG KEP', visit: 'SGSIN26004411', reference: 'CALL-3', kind: 'VESSEL_SCHEDULE' }),
    ],
    is: `AMBIGUOUS ${found} TERMINAL_DIFFERS`,
  },
  {
    when: 'the call at the terminal has no ship, and the stated ship calls at another one a day later',
    notice: { name, voyage: 'MAEU 649E', arrives: 'EST 28', terminal: 'SMDG PSA' },
    calls: [
      { voyage: 'MAEU 649E', arrives: 'PLN 27, EST 28', terminal: 'SMDG PSA', reference: 'CALL-1', kind: 'VESSEL_SCHEDULE' },
      { name, voyage: 'MAEU 649E', arrives: 'PLN 29, EST 29', terminal: 'SMDG KEP', reference: 'CALL-2', kind: 'VESSEL_SCHEDULE' },
    ],
    is: 'AMBIGUOUS PROBABLE CARRIER_VOYAGE_AND_PORT SHIP_UNASSIGNED',
  },
  {
    when: 'cargo is rolled: the notice has the day of the earlier call, and the terminal of the later one',
    notice: forPsa,
    calls: [onVoyage('PLN 27', { terminal: 'SMDG KEP' }), onVoyage('PLN 31', { terminal: 'SMDG PSA' })],
    is: `AMBIGUOUS ${found} TERMINAL_DIFFERS`,
  },
  {
    when: 'the call is late, and a later one at the stated terminal was not planned for the day',
    notice: forPsa,
    calls: [onVoyage('PLN 28, EST 30', { terminal: 'SMDG KEP' }), onVoyage('PLN 33', { terminal: 'SMDG PSA' })],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the call at the stated terminal is outside the window',
    notice: forPsa,
    calls: [onVoyage('EST 28', { terminal: 'SMDG KEP' }), onVoyage('EST 34', { terminal: 'SMDG PSA' })],
    is: `AMBIGUOUS ${found} TERMINAL_DIFFERS`,
  },
  {
    when: 'the call at the stated terminal was ten days before',
    notice: forPsa,
    calls: [onVoyage('EST 28', { terminal: 'SMDG KEP' }), onVoyage('ACT 18', { terminal: 'SMDG PSA' })],
    is: `UNIQUE ${found} TERMINAL_DIFFERS (terminal: CONFLICTING)`,
  },
  {
    when: 'the call at the stated terminal names the ship without its IMO number, and is days before',
    notice: forPsa,
    calls: [onVoyage('PLN 24', { terminal: 'SMDG KEP' }), { name, voyage: 'MAEU 649E', arrives: 'EST 13', terminal: 'SMDG PSA' }],
    is: `AMBIGUOUS ${found} TERMINAL_DIFFERS`,
  },
  {
    when: 'the terminal of an event has a code of another list, and one without the reference is at the terminal of the call',
    call: { vessel, reference: 'A-1', voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 15', terminal: 'SMDG PSA' },
    events: [
      { vessel, reference: 'A-1', arrives: 'EST 15', terminal: 'BIC SGSINPSAA' },
      { ...event('EST 13'), terminal: 'SMDG PSA' },
    ],
    is: 'UNIQUE EXACT TRANSPORT_CALL_REFERENCE CODES_NOT_COMPARABLE',
  },
  ...[
    { other: 'EST 5', is: 'UNIQUE' },
    { other: 'EST 12', is: 'AMBIGUOUS' },
    { other: 'EST 22', is: 'AMBIGUOUS' },
    { other: 'EST 23', is: 'UNIQUE' },
  ].map(({ other, is }) => ({
    when: `the terminal of an event has a code of another list, and one of the voyage at the terminal of the call states ${other}`,
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 15', terminal: 'SMDG PSA' },
    events: [
      { ...event('EST 15'), terminal: 'BIC SGSINPSAA' },
      { ...event(other), terminal: 'SMDG PSA' },
    ],
    is: `${is} ${eventFound} CODES_NOT_COMPARABLE`,
  })),
  {
    when: 'an event of another list is on the day of a notice, and one at its terminal eight days later, because the cargo was rolled',
    notice: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 15', terminal: 'SMDG PSA' },
    events: [
      { ...event('EST 15'), terminal: 'BIC SGSINKEPA' },
      { ...event('EST 23'), terminal: 'SMDG PSA' },
    ],
    is: `AMBIGUOUS ${eventFound} CODES_NOT_COMPARABLE`,
  },
  ...[
    { plan: 'PLN 24', is: `UNIQUE ${found} OUTSIDE_WINDOW` },
    { plan: 'PLN 28', is: `AMBIGUOUS ${found} TERMINAL_DIFFERS` },
  ].map(({ plan, is }) => ({
    when: `the call that was planned for the day is late, at the stated terminal, and one at another terminal arrives on it, with ${plan}`,
    notice: forPsa,
    calls: [onVoyage('PLN 28, ACT 32', { terminal: 'SMDG PSA' }), onVoyage(`${plan}, ACT 28`, { terminal: 'SMDG KEP' })],
    is,
  })),
]);

expectMatch('LATE_WITHOUT_PLAN', [
  {
    when: 'the ship is three days late, its plan is not stated, and a source has not answered',
    notice,
    calls: [onVoyage('EST 31')],
    sources: ['FAILED'],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the ship is three days late, and was planned for the day',
    notice,
    calls: [onVoyage('PLN 28, EST 31')],
    sources: ['FAILED'],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the ship is two days late, and its plan is not stated',
    notice,
    calls: [onVoyage('EST 30')],
    sources: ['FAILED'],
    is: `UNIQUE ${found}`,
  },
  { when: 'the ship is three days late, and every source has answered', notice, calls: [onVoyage('EST 31')], is: `UNIQUE ${found}` },
]);

expectMatch('ACTUAL_ARRIVAL', [
  {
    when: 'the notice states the day of the actual arrival, for which another call was planned',
    notice: { ...notice, arrives: 'ACT 28' },
    calls: [onVoyage('PLN 24, ACT 28'), onVoyage('PLN 28')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the notice states an estimate',
    notice,
    calls: [onVoyage('PLN 24, ACT 28'), onVoyage('PLN 28')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the ship has arrived a day later at the other call as well',
    notice: { ...notice, arrives: 'ACT 28' },
    calls: [onVoyage('PLN 24, ACT 28'), onVoyage('PLN 28, ACT 29')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the ship arrived a day before the notice states it',
    notice: { ...notice, arrives: 'ACT 28' },
    calls: [onVoyage('PLN 24, ACT 27'), onVoyage('PLN 28')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the other call is planned for the day, and late by the days between them',
    notice: { ...notice, arrives: 'ACT 28' },
    calls: [onVoyage('PLN 24, ACT 28'), onVoyage('PLN 28, EST 32')],
    is: `UNIQUE ${found}`,
  },
]);

expectMatch('PLANNED_BEFORE_DAY', [
  {
    when: 'plans three days before the stated day and one after it are all that is known',
    notice,
    calls: [onVoyage('PLN 25'), onVoyage('PLN 29')],
    is: `AMBIGUOUS ${found}`,
  },
  { when: 'the nearer plan is of the stated day', notice, calls: [onVoyage('PLN 28'), onVoyage('PLN 25')], is: `UNIQUE ${found}` },
  { when: 'the nearer plan is of the day before', notice, calls: [onVoyage('PLN 27'), onVoyage('PLN 31')], is: `UNIQUE ${found}` },
  {
    when: 'the earlier plan is eight days old',
    notice,
    calls: [onVoyage('PLN 29'), onVoyage('PLN 20')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the later call is expected, and the earlier one only planned',
    notice,
    calls: [onVoyage('PLN 29, EST 29'), onVoyage('PLN 25')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the later call is at the stated terminal',
    notice: forPsa,
    calls: [onVoyage('PLN 29', { terminal: 'SMDG PSA' }), onVoyage('PLN 25', { terminal: 'SMDG KEP' })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the later plan is so late that the ship would be days early',
    notice,
    calls: [onVoyage('PLN 24'), onVoyage('PLN 34')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the earlier plan is farther than the later one, at which the ship would be days early',
    notice,
    calls: [onVoyage('PLN 24'), onVoyage('PLN 30')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'both are planned before the stated day, and one of them more than a week',
    notice,
    calls: [onVoyage('PLN 24'), onVoyage('PLN 14')],
    is: `UNIQUE ${found}`,
  },
]);

expectMatch('STATED_DAY', [
  {
    when: 'one of two calls with the number is on the day',
    notice,
    calls: [onVoyage('EST 28'), onVoyage('EST 31')],
    is: `UNIQUE ${found}`,
  },
  { when: 'the other call is one day farther', notice, calls: [onVoyage('EST 27'), onVoyage('EST 30')], is: `AMBIGUOUS ${found}` },
  { when: 'the nearer call is two days off', notice, calls: [onVoyage('EST 30'), onVoyage('EST 37')], is: `AMBIGUOUS ${found}` },
  {
    when: 'the call is a day late, and at the other one the ship arrived two days early',
    notice,
    calls: [onVoyage('ACT 29'), onVoyage('ACT 26')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the call is a day late, and at the other one the ship is expected two days early',
    notice,
    calls: [onVoyage('ACT 29'), onVoyage('EST 26')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the call was planned for the stated day, and the other one for three days before',
    notice,
    calls: [onVoyage('PLN 28, EST 29'), onVoyage('PLN 25, EST 26')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the call was planned for the stated day, and the plan of the other one is not stated',
    notice,
    calls: [onVoyage('PLN 28, EST 29'), onVoyage('EST 26')],
    is: `AMBIGUOUS ${found}`,
  },
]);

expectMatch('LATE_VESSEL', [
  {
    when: 'the ship is three days late, and calls again on the voyage three days later',
    notice,
    calls: [onVoyage('PLN 27, ACT 31'), onVoyage('EST 34')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the later call was planned for the day, too',
    notice,
    calls: [onVoyage('PLN 27, ACT 31'), onVoyage('PLN 29, EST 34')],
    is: `AMBIGUOUS ${found}`,
  },
  { when: 'the plan is not stated', notice, calls: [onVoyage('ACT 31'), onVoyage('EST 34')], is: `AMBIGUOUS ${found}` },
  {
    when: 'the other call is an earlier one',
    notice,
    calls: [onVoyage('PLN 27, EST 30'), onVoyage('EST 25')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the ship arrived at the other call two days before the stated day',
    notice,
    calls: [onVoyage('PLN 27, EST 30'), onVoyage('PLN 23, ACT 26')],
    is: `UNIQUE ${found}`,
  },
]);

const { vessel: _, ...withoutIMONumber } = onVoyage('EST 28');
const named = { ...withoutIMONumber, name };

expectMatch('VOYAGE_OF_ONE_CALL', [
  {
    when: 'an event of the next day has the number of the call',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [
      { vessel, voyage: '? 649E', service: 'FE1', arrives: 'EST 29 23:00' },
      { vessel, arrives: 'EST 28 00:30' },
    ],
    is: 'UNIQUE PROBABLE VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the event with the number is two days later, so that it is of another call',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [
      { vessel, arrives: 'EST 28' },
      { vessel, voyage: '? 649E', service: 'FE1', arrives: 'EST 30 20:00' },
    ],
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
  {
    when: 'the event of the next day has another number',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 28' },
    events: [
      { vessel, arrives: 'EST 28 00:30' },
      { vessel, voyage: '? 650E', service: 'FE1', arrives: 'EST 29 23:00' },
    ],
    is: 'UNIQUE PROBABLE VESSEL_PORT_AND_ARRIVAL',
  },
]);

expectMatch('NAME_ON_STATED_DAY', [
  {
    when: 'the call with the IMO number is five days earlier, the one with the name on the day',
    notice: { ...notice, name },
    calls: [named, onVoyage('EST 23')],
    is: 'UNIQUE PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the ship arrived at the call with the IMO number two days early',
    notice: { ...notice, name },
    calls: [named, onVoyage('ACT 26')],
    is: 'UNIQUE PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the call with the name is two days off',
    notice: { ...notice, name },
    calls: [{ ...named, arrives: 'EST 30' }, onVoyage('EST 23')],
    is: `AMBIGUOUS ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'the call with the IMO number is inside the window and not early',
    notice: { ...notice, name },
    calls: [onVoyage('EST 29'), { ...named, arrives: 'EST 32' }],
    is: `UNIQUE ${found}`,
  },
]);

expectMatch('DELAYED_CALLS', [
  {
    when: 'the ship was five days late on the stated day, and calls again four days later',
    notice,
    calls: [onVoyage('PLN 23, ACT 28'), onVoyage('ACT 32')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the later call was planned for the stated day',
    notice,
    calls: [onVoyage('ACT 28'), onVoyage('PLN 28, ACT 32')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the later call was planned for its day',
    notice,
    calls: [onVoyage('PLN 23, ACT 28'), onVoyage('PLN 32, ACT 32')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the ship was a day late on the stated day',
    notice,
    calls: [onVoyage('PLN 27, ACT 28'), onVoyage('ACT 32')],
    is: `UNIQUE ${found}`,
  },
]);

expectMatch('STAY_OF_STATED_DAY', [
  {
    when: 'the departure of a long stay is an event of its own',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'ACT 28' },
    events: [
      { vessel, voyage: '? 649E', service: 'FE1', arrives: 'ACT 28' },
      { vessel, voyage: '? 649E', service: 'FE1', leaves: 'ACT 30' },
    ],
    is: 'UNIQUE PROBABLE VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the arrival is two days off',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 26' },
    events: [
      { vessel, voyage: '? 649E', service: 'FE1', arrives: 'EST 28' },
      { vessel, voyage: '? 649E', service: 'FE1', leaves: 'EST 30' },
    ],
    is: 'AMBIGUOUS PROBABLE VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
  {
    when: 'the departure is nearer than the arrival',
    call: { vessel, voyage: 'MAEU 649E', service: 'FE1', arrives: 'EST 29' },
    events: [
      { vessel, voyage: '? 649E', service: 'FE1', arrives: 'EST 28 00:00' },
      { vessel, voyage: '? 649E', service: 'FE1', leaves: 'EST 29 23:00' },
    ],
    is: 'AMBIGUOUS PROBABLE VESSEL_CARRIER_VOYAGE_AND_PORT',
  },
]);

expectMatch('REPLACED_VESSEL', [
  {
    when: 'another ship sails the number two days nearer',
    notice,
    calls: [onVoyage('EST 30'), onVoyage('EST 28', { vessel: otherVessel })],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'another ship sails the number on another day',
    notice,
    calls: [onVoyage('EST 29'), onVoyage('EST 25', { vessel: otherVessel })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'another ship is there on the day on a voyage of its own',
    notice,
    calls: [onVoyage('EST 30'), { vessel: otherVessel, voyage: 'MAEU 700E', arrives: 'EST 28' }],
    is: `UNIQUE ${found}`,
  },
]);

/** A call in its current state, and as an older schedule has it. */
const swapped = (now: Stated, before: Stated): readonly Stated[] => [
  { vessel, voyage: 'MAEU 649E/702W', ...now },
  { by: 'bolt', kind: 'PORT_SCHEDULE', vessel: otherVessel, voyage: 'MAEU 649E/702W', universal: 'SR12345A 2649E', ...before },
];

expectMatch('CALL_BEFORE_SWAP', [
  {
    when: 'an older schedule of the call names the ship that was replaced',
    notice: withUniversal,
    calls: swapped({ arrives: 'PLN 28 08:00' }, { arrives: 'PLN 28 08:00' }),
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the reference is equal, and no plan is stated',
    notice: withUniversal,
    calls: swapped({ reference: 'A-1', arrives: 'EST 28' }, { reference: 'A-1', arrives: 'EST 28' }),
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: "the port's number of the visit is equal, and no plan is stated",
    notice: withUniversal,
    calls: swapped({ visit: 'SGSIN26004411', arrives: 'EST 28' }, { visit: 'SGSIN26004411', arrives: 'EST 28' }),
    is: 'UNIQUE STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the other ship is planned for another hour',
    notice: withUniversal,
    calls: swapped({ arrives: 'PLN 28 08:00' }, { arrives: 'PLN 28 09:00' }),
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the export voyage of the other ship is another one',
    notice: withUniversal,
    calls: swapped({ arrives: 'PLN 28 08:00' }, { arrives: 'PLN 28 08:00', voyage: 'MAEU 649E/703W' }),
    is: `AMBIGUOUS ${found}`,
  },
]);

/** A call in a schedule that does not list the carrier of the notice, and in an older one that does, with another ship. */
const swappedUnlisted = (now: Stated, before: Stated): readonly Stated[] => [
  { by: 'bolt', kind: 'PORT_SCHEDULE', vessel, voyage: 'BOLT 077/078', ...now },
  { kind: 'PORT_SCHEDULE', vessel: otherVessel, voyage: ['BOLT 077/078', 'MAEU 649E/702W'], ...before },
];

expectMatch('VOYAGE_BEFORE_SWAP', [
  {
    when: 'only the older schedule states the number, with the plan and the voyages of the call',
    notice,
    calls: swappedUnlisted({ arrives: 'PLN 28 08:00' }, { arrives: 'PLN 28 08:00' }),
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the reference of the call is equal, and no plan is stated',
    notice,
    calls: swappedUnlisted({ reference: 'A-1', arrives: 'EST 28' }, { reference: 'A-1', arrives: 'EST 28' }),
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the other ship is planned for another hour',
    notice,
    calls: swappedUnlisted({ arrives: 'PLN 28 08:00' }, { arrives: 'PLN 28 09:00' }),
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the voyages that both schedules state differ',
    notice,
    calls: swappedUnlisted({ arrives: 'PLN 28 08:00', voyage: 'BOLT 079/080' }, { arrives: 'PLN 28 08:00' }),
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the call with the number is planned for another day than the one of the ship',
    notice,
    calls: swappedUnlisted({ arrives: 'PLN 29 08:00' }, { arrives: 'PLN 28 08:00' }),
    is: 'AMBIGUOUS PROBABLE VESSEL_PORT_AND_WINDOW',
  },
  {
    when: 'the call of the ship states no port, and the older schedule does',
    notice,
    calls: swappedUnlisted({ reference: 'A-1', arrives: 'EST 28', port: null }, { reference: 'A-1', arrives: 'EST 28' }),
    is: 'CONFLICTING PROBABLE CARRIER_VOYAGE_AND_PORT VESSEL_DIFFERS',
  },
]);

expectMatch('DAY_BETWEEN_CALLS', [
  {
    when: 'the call with the number is planned three days before, the next one two days after',
    notice,
    calls: [onVoyage('PLN 25'), onOtherVoyage('PLN 30')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the next call is a day farther than the one with the number',
    notice,
    calls: [onVoyage('PLN 25'), onOtherVoyage('PLN 32')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the calls are a week apart',
    notice,
    calls: [onVoyage('PLN 24'), onOtherVoyage('PLN 31')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the call with the number is expected three days after, the previous one three days before',
    notice,
    calls: [onVoyage('EST 31'), onOtherVoyage('EST 25')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the call with the universal voyage is expected three days after, the previous one three days before',
    notice: { ...notice, universal: 'SR12345A 2649E' },
    calls: [onVoyage('EST 31', { universal: 'SR12345A 2649E' }), onOtherVoyage('EST 25')],
    is: 'AMBIGUOUS STRONG VESSEL_UNIVERSAL_VOYAGE_AND_PORT',
  },
  {
    when: 'the previous call is a day farther than the one with the number',
    notice,
    calls: [onVoyage('EST 30'), onOtherVoyage('EST 25')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the call with the number was planned for the stated day, and the previous one, three days before, for another day',
    notice,
    calls: [onVoyage('PLN 28, EST 31'), { ...onOtherVoyage(''), arrives: 'PLN 20, ACT 25' }],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'both are late, and the previous one was planned for the stated day',
    notice,
    calls: [onVoyage('PLN 28, EST 31'), onOtherVoyage('PLN 28, EST 25')],
    is: `AMBIGUOUS ${found}`,
  },
]);

expectMatch('LEFTOVER_VOYAGE_NUMBER', [
  {
    when: 'the ship is two days early, or the number is that of the call before',
    notice,
    calls: [onVoyage('EST 26'), onOtherVoyage('EST 29')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the ship is two days late, and calls again on another voyage',
    notice,
    calls: [onVoyage('EST 30'), onOtherVoyage('EST 27')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the other voyage is two days nearer',
    notice,
    calls: [onVoyage('EST 31'), onOtherVoyage('EST 28')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the other voyage is two days nearer, and the ship is late for the call that was planned for the stated day',
    notice,
    calls: [onVoyage('PLN 28, EST 31'), onOtherVoyage('EST 27')],
    is: `UNIQUE ${found}`,
  },
]);

expectMatch('NEARER_RIVAL', [
  {
    when: 'a call with the number and no ship yet is three days nearer',
    notice,
    calls: [onVoyage('PLN 25'), { isDummyVessel: true, voyage: 'MAEU 649E', service: 'FE1', arrives: 'PLN 28' }],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'a call of the ship whose voyage is not stated is three days nearer',
    notice,
    calls: [onVoyage('EST 31'), withoutVoyage('EST 28')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'a call of the ship whose voyage is not stated is as near',
    notice,
    calls: [onVoyage('EST 29'), withoutVoyage('EST 27')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the ship is expected two days early, and is there a day late on a voyage that is not stated',
    notice,
    calls: [onVoyage('EST 26'), withoutVoyage('EST 29')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the ship is five days late for the stated day, and another ship was late for an earlier call on the voyage',
    notice,
    calls: [onVoyage('PLN 28, ACT 33'), onVoyage('PLN 24, ACT 30', { vessel: otherVessel })],
    is: `UNIQUE ${found} OUTSIDE_WINDOW`,
  },
  {
    when: 'a call on the voyage is three days nearer, at another terminal than the stated one',
    notice: forPsa,
    calls: [onVoyage('PLN 25', { terminal: 'SMDG PSA' }), onVoyage('PLN 29', { terminal: 'SMDG KEP' })],
    is: `UNIQUE ${found}`,
  },
  ...(
    [
      ['27', '28', 'a call with the number and no ship is a day early, and the ship is there on the stated day', 'AMBIGUOUS'],
      ['28', '29', 'a call with the number and no ship is on the stated day, and the ship is there a day later', 'UNIQUE'],
      ['28', '28', 'both are on the stated day', 'UNIQUE'],
    ] as const
  ).map(([day, dayOfShip, when, outcome]) => ({
    when,
    notice: minimal,
    calls: [{ voyage: 'MAEU 649E', arrives: `EST ${day}` }, withoutVoyage(`EST ${dayOfShip}`)],
    is: `${outcome} PROBABLE CARRIER_VOYAGE_AND_PORT SHIP_UNASSIGNED`,
  })),
]);

expectMatch('EARLIER_DAYS', [
  {
    when: 'the notice stated the expected day before, and a call of an unknown voyage is nearer to the day that it states now',
    notice: { ...notice, arrivedBefore: 'EST 25' },
    calls: [onVoyage('PLN 23, EST 25'), withoutVoyage('EST 29')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'it stated that day before, and the number of a nearer call may be left over or mistyped',
    notice: { ...notice, arrivedBefore: 'EST 25' },
    calls: [onVoyage('PLN 23, EST 25'), onOtherVoyage('EST 29')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'it stated the day after the expected one',
    notice: { ...notice, arrivedBefore: 'EST 26' },
    calls: [onVoyage('PLN 23, EST 25'), onOtherVoyage('EST 29')],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'it stated that day before, and the nearer call has the voyage too: cargo is rolled to a later call',
    notice: { ...notice, arrivedBefore: 'EST 25' },
    calls: [onVoyage('PLN 28, EST 29'), onVoyage('PLN 23, EST 25')],
    is: `UNIQUE ${found}`,
  },
]);

expectMatch('NUMBER_OF_OTHER_VESSEL', [
  {
    when: 'another ship has the number on the stated day, and this one would be a day early',
    notice,
    calls: [onVoyage('EST 27'), onVoyage('EST 28', { vessel: otherVessel })],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'another ship was planned for the stated day and is a day late, and this one would be two days early',
    notice,
    calls: [onVoyage('EST 26'), onVoyage('PLN 28, EST 29', { vessel: otherVessel })],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'both ships have the number on the stated day',
    notice,
    calls: [onVoyage('EST 28'), onVoyage('EST 28', { vessel: otherVessel })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'another ship has the number on the stated day, and this one is a day late',
    notice,
    calls: [onVoyage('EST 29'), onVoyage('EST 28', { vessel: otherVessel })],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'another ship has the number on the stated day at another terminal',
    notice: { ...notice, terminal: 'SMDG PSA' },
    calls: [onVoyage('EST 27', { terminal: 'SMDG PSA' }), onVoyage('EST 28', { vessel: otherVessel, terminal: 'SMDG KEP' })],
    is: `UNIQUE ${found}`,
  },
]);

expectMatch('MIXED_SIDES', [
  {
    when: 'the ship leaves the nearer call on the number, and arrives on it a week later',
    notice: { ...notice, voyage: 'MAEU 702W' },
    calls: [
      { vessel, voyage: 'MAEU 702W/703E', arrives: 'PLN 30' },
      { vessel, voyage: 'MAEU 649E/702W', arrives: 'PLN 27' },
    ],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the nearer call has other numbers on both sides',
    notice: { ...notice, voyage: 'MAEU 702W' },
    calls: [
      { vessel, voyage: 'MAEU 702W/703E', arrives: 'EST 30' },
      { vessel, voyage: 'MAEU 648E/649W', arrives: 'PLN 27' },
    ],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the ship left the nearer call on the number days before the day for which the late one was planned',
    notice: { ...notice, voyage: 'MAEU 702W' },
    calls: [
      { vessel, voyage: 'MAEU 702W/703E', arrives: 'PLN 28, ACT 31' },
      { vessel, voyage: 'MAEU 649E/702W', arrives: 'PLN 21, ACT 26' },
    ],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the call on which the number is the export voyage is alone',
    notice: { ...notice, voyage: 'MAEU 702W' },
    calls: [{ vessel, voyage: 'MAEU 649E/702W', arrives: 'PLN 27' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW IMPORT_IS_EXPORT_OF_OTHER',
  },
]);

expectMatch('NEARER_AT_STATED_TERMINAL', [
  {
    when: 'a nearer call of an unknown voyage is at the stated terminal',
    notice: forPsa,
    calls: [onVoyage('EST 29', { terminal: 'SMDG KEP' }), { ...withoutVoyage('EST 28'), terminal: 'SMDG PSA' }],
    is: `AMBIGUOUS ${found} TERMINAL_DIFFERS`,
  },
  {
    when: 'a nearer call of the voyage, with another ship, is at the stated terminal',
    notice: forPsa,
    calls: [onVoyage('EST 29', { terminal: 'SMDG KEP' }), onVoyage('EST 28', { vessel: otherVessel, terminal: 'SMDG PSA' })],
    is: `AMBIGUOUS ${found} TERMINAL_DIFFERS`,
  },
  {
    when: 'the nearer call is at another terminal, too',
    notice: forPsa,
    calls: [onVoyage('EST 29', { terminal: 'SMDG KEP' }), { ...withoutVoyage('EST 28'), terminal: 'SMDG BRN' }],
    is: `UNIQUE ${found} TERMINAL_DIFFERS (terminal: CONFLICTING)`,
  },
  {
    when: 'the call at the stated terminal is farther',
    notice: forPsa,
    calls: [onVoyage('EST 28', { terminal: 'SMDG KEP' }), { ...withoutVoyage('EST 29'), terminal: 'SMDG PSA' }],
    is: `UNIQUE ${found} TERMINAL_DIFFERS (terminal: CONFLICTING)`,
  },
]);

const untimed: Stated = { vessel, voyage: 'MAEU 649E' };

expectMatch('UNTIMED_CALL', [
  {
    when: 'a call on the voyage has no time, and another one is on the day',
    notice,
    calls: [onVoyage('EST 28'), untimed],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the call without a time has a better confidence',
    notice,
    calls: [{ name, voyage: 'MAEU 649E', arrives: 'EST 28' }, untimed],
    is: 'UNIQUE PROBABLE VESSEL_NAME_CARRIER_VOYAGE_AND_PORT',
  },
  { when: 'no call has a time', notice, calls: [untimed], is: `UNIQUE ${found}` },
  {
    when: 'the calls with times are equal',
    notice,
    calls: [onVoyage('EST 30'), onVoyage('EST 26'), untimed],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the call without a time states no terminal, and another one is planned for six days later at another terminal',
    notice: { ...notice, arrives: 'PLN 28', terminal: 'SMDG KEP' },
    calls: [untimed, onVoyage('PLN 34', { terminal: 'SMDG PSA' })],
    is: `AMBIGUOUS ${found}`,
  },
  {
    when: 'the call without a time states no terminal, and another one was twelve days before at another terminal',
    notice: { ...notice, terminal: 'SMDG KEP' },
    calls: [untimed, onVoyage('PLN 16, EST 17', { terminal: 'SMDG PSA' })],
    is: `AMBIGUOUS ${found}`,
  },
]);

expectMatch('COMPLETE_ANSWERS', [
  { when: 'every source has answered, and nothing fits', notice, calls: [], is: 'NONE' },
  { when: 'a source is not connected', notice, calls: [], sources: ['ANSWERED', 'NOT_QUERIED'], is: 'UNKNOWN' },
  { when: 'a source may have withheld something', notice, calls: [], sources: ['WITHHELD'], is: 'UNKNOWN' },
  {
    when: 'the budget of requests was used up before one candidate could be unique',
    notice: minimal,
    calls: [withoutVoyage('EST 28')],
    sources: ['OUT_OF_BUDGET'],
    is: 'UNKNOWN WEAK VESSEL_NAME_PORT_AND_WINDOW',
  },
  {
    when: 'a source failed, and a call is unique',
    notice: minimal,
    calls: [{ ...minimal }],
    sources: ['FAILED'],
    is: `UNIQUE ${probable}`,
  },
]);

const visit = (terminal: string, arrives: string, reference?: string): Stated => ({
  ...onVoyage(arrives, { terminal }),
  visit: 'SGSIN26004411',
  ...(reference === undefined ? {} : { reference }),
});

const visitEvent = (terminal: string, reference: string): Stated => ({ ...visit(terminal, 'PLN 28', reference), voyage: '? 649E' });

expectMatch('TERMINAL_CALL', [
  {
    when: 'the notice states one of two terminals',
    notice: forPsa,
    calls: [visit('SMDG PSA', 'EST 28'), visit('SMDG KEP', 'EST 29')],
    is: `UNIQUE ${found}`,
  },
  {
    when: 'the notice states no terminal',
    notice,
    calls: [visit('SMDG PSA', 'EST 28'), visit('SMDG KEP', 'EST 29')],
    is: `UNIQUE ${found} (terminal: AMBIGUOUS)`,
  },
  {
    when: 'the call reference is that of one terminal call',
    call: { vessel, reference: 'CALL-2', visit: 'SGSIN26004411', arrives: 'EST 28' },
    calls: [visit('SMDG PSA', 'EST 28', 'CALL-1'), visit('SMDG KEP', 'EST 29', 'CALL-2')],
    is: 'UNIQUE EXACT TRANSPORT_CALL_REFERENCE',
  },
  {
    when: 'the notice states a third terminal',
    notice: { ...notice, terminal: 'SMDG BRN' },
    calls: [visit('SMDG PSA', 'EST 28'), visit('SMDG KEP', 'EST 29')],
    is: `UNIQUE ${found} TERMINAL_DIFFERS (terminal: CONFLICTING)`,
  },
  {
    when: 'the notice states one of two terminals, and its events are found through schedules of both',
    notice: forPsa,
    calls: [visit('SMDG PSA', 'EST 28', 'CALL-1'), visit('SMDG KEP', 'EST 29', 'CALL-2')],
    events: [visitEvent('SMDG PSA', 'CALL-1'), visitEvent('SMDG KEP', 'CALL-2')],
    is: 'UNIQUE EXACT TRANSPORT_CALL_REFERENCE',
  },
  {
    when: 'the notice states none of them, or in another list',
    notice: { ...notice, terminal: 'BIC SGSINPSAA' },
    calls: [visit('SMDG PSA', 'EST 28', 'CALL-1'), visit('SMDG KEP', 'EST 29', 'CALL-2')],
    events: [visitEvent('SMDG PSA', 'CALL-1'), visitEvent('SMDG KEP', 'CALL-2')],
    is: 'UNIQUE EXACT TRANSPORT_CALL_REFERENCE (terminal: AMBIGUOUS)',
  },
]);

expectMatch('NOTICE_OF_CALL', [
  { when: 'a notice is a day off', call: onVoyage('EST 28'), notices: [{ ...notice, arrives: 'EST 29' }], is: `UNIQUE ${found}` },
  { when: 'a notice is three days off', call: onVoyage('EST 28'), notices: [{ ...notice, arrives: 'EST 31' }], is: `AMBIGUOUS ${found}` },
  {
    when: 'a notice is for another terminal',
    call: onVoyage('EST 28', { terminal: 'SMDG KEP' }),
    notices: [forPsa],
    is: `AMBIGUOUS ${found} TERMINAL_DIFFERS`,
  },
  {
    when: 'a notice states another voyage',
    call: onVoyage('EST 28'),
    notices: [{ ...notice, voyage: 'MAEU 650E' }],
    is: 'CONFLICTING PROBABLE VESSEL_PORT_AND_WINDOW',
  },
]);

const tradeLane = ['NLRTM', 'SGSIN'] as const;

expectMatch('TRADE_LANE', [
  {
    when: "a leg of the route is the notice's own sailing",
    notice: { ...notice, tradeLane },
    routes: [{ ...onVoyage('EST 28'), tradeLane }],
    is: 'STRONG',
  },
  {
    when: 'the route sails on another voyage',
    notice: { ...notice, tradeLane },
    routes: [{ ...onOtherVoyage('EST 28'), tradeLane }],
    is: 'LANE',
  },
  {
    when: 'the route ends in another place',
    notice: { ...notice, tradeLane },
    routes: [{ ...onVoyage('EST 28'), tradeLane: ['NLRTM', 'MYPKG'] }],
    is: 'NONE',
  },
]);
