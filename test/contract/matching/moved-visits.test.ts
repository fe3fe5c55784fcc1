import { expectMatch, type Stated } from '../../support/matching/expect-match.ts';

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
