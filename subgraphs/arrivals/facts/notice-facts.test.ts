import {
  type AlertCases,
  after72h,
  arrival,
  firstStep,
  type NoticeAlertKind,
  testAlertKinds,
  version,
} from '../../../test/support/alert-cases.ts';
import { noticeIssued } from '../../../test/support/arrival-evidence.ts';
import type { NoticeEvidence } from '../model.ts';

const leg = (changes: NoticeEvidence['arrivalLeg']) => ({ arrivalLeg: { ...noticeIssued(0).arrivalLeg, ...changes } });
const place = (changes: NoticeEvidence['portOfDischarge']) => ({ portOfDischarge: { ...noticeIssued(0).portOfDischarge, ...changes } });
const free = (day: string | undefined, changes: Partial<NoticeEvidence['freeTimes'][number]> = {}) => ({
  freeTimes: [
    {
      typeCodes: ['DEM'],
      ISOEquipmentCodes: [],
      equipmentReferences: [],
      duration: 5,
      lastFreeDate: day === undefined ? undefined : { value: day },
      ...changes,
    },
  ],
});
/** Each container with its last free day. */
const freeOf = (days: Readonly<Record<string, string>>) => ({
  containers: Object.keys(days).map((equipmentReference) => ({ equipmentReference })),
  freeTimes: Object.entries(days).flatMap(([container, day]) => free(day, { equipmentReferences: [container] }).freeTimes),
});
const sum = (hundredths: number, chargeName = 'Demurrage') => ({ currencyCode: 'EUR', chargeName, hundredths });
const released = { isFreightReleased: true };

const cases: Readonly<Record<NoticeAlertKind, AlertCases>> = {
  VESSEL_CHANGED: {
    raised: [
      ['another IMO number', [firstStep, version(1, leg({ vesselIMONumber: '9999999' }))], ['RAISED']],
      [
        'another name without IMO numbers',
        [version(0, leg({ vesselIMONumber: undefined })), version(1, leg({ vesselIMONumber: undefined, vesselName: 'OTHER' }))],
        ['RAISED'],
      ],
      [
        'another ship after a version without any',
        [firstStep, version(1, { arrivalLeg: undefined }), version(2, leg({ vesselIMONumber: '9999999' }))],
        ['RAISED'],
      ],
    ],
    notRaised: [
      ['a ship for the first time', [version(0, { arrivalLeg: undefined }), version(1)], []],
      ['a ship taken away', [firstStep, version(1, { arrivalLeg: undefined })], []],
      ['another name of one IMO number', [firstStep, version(1, leg({ vesselName: 'RENAMED' }))], []],
      ['another spelling', [firstStep, version(1, leg({ vesselIMONumber: 'IMO 9321483', vesselName: 'mv Emma' }))], []],
    ],
    closed: [
      [
        'the next one',
        [firstStep, version(1, leg({ vesselIMONumber: '1' })), version(2, leg({ vesselIMONumber: '2' }))],
        ['RAISED', 'CLOSED SUPERSEDED', 'RAISED'],
      ],
      ['72 hours', [firstStep, version(1, leg({ vesselIMONumber: '1' })), after72h], ['RAISED', 'CLOSED MAX_AGE']],
    ],
  },
  VOYAGE_CHANGED: {
    raised: [
      ['another number of the carrier', [firstStep, version(1, leg({ carrierImportVoyageNumber: '650E' }))], ['RAISED']],
      [
        'another universal reference',
        [version(0, leg({ universalImportVoyageReference: '2649E' })), version(1, leg({ universalImportVoyageReference: '2650E' }))],
        ['RAISED'],
      ],
    ],
    notRaised: [
      ['a number for the first time', [version(0, leg({ carrierImportVoyageNumber: undefined })), version(1)], []],
      ['a number taken away', [firstStep, version(1, leg({ carrierImportVoyageNumber: undefined }))], []],
      ['another spelling', [firstStep, version(1, leg({ carrierImportVoyageNumber: ' 649e ' }))], []],
      ['a placeholder', [firstStep, version(1, leg({ carrierImportVoyageNumber: '9999R' }))], []],
      ['a number of another carrier', [firstStep, version(1, { carrierCode: 'OTHR', ...leg({ carrierImportVoyageNumber: '650E' }) })], []],
    ],
    closed: [
      [
        'the next one',
        [firstStep, version(1, leg({ carrierImportVoyageNumber: '650E' })), version(2, leg({ carrierImportVoyageNumber: '651E' }))],
        ['RAISED', 'CLOSED SUPERSEDED', 'RAISED'],
      ],
      ['72 hours', [firstStep, version(1, leg({ carrierImportVoyageNumber: '650E' })), after72h], ['RAISED', 'CLOSED MAX_AGE']],
    ],
  },
  PORT_CHANGED: {
    raised: [['another port', [firstStep, version(1, place({ UNLocationCode: 'MYPKG' }))], ['RAISED']]],
    notRaised: [
      ['a port for the first time', [version(0, { portOfDischarge: undefined }), version(1)], []],
      ['a port taken away', [firstStep, version(1, { portOfDischarge: undefined })], []],
      ['another spelling', [firstStep, version(1, place({ UNLocationCode: 'sg sin', locationName: 'Singapore' }))], []],
    ],
    closed: [
      ['the next one', [firstStep, version(1, place({ UNLocationCode: 'MYPKG' })), version(2)], ['RAISED', 'CLOSED SUPERSEDED', 'RAISED']],
      ['72 hours', [firstStep, version(1, place({ UNLocationCode: 'MYPKG' })), after72h], ['RAISED', 'CLOSED MAX_AGE']],
    ],
  },
  TERMINAL_CHANGED: {
    raised: [
      [
        'another terminal of one list',
        [firstStep, version(1, place({ facility: { facilityCode: 'TUAS', facilityCodeListProvider: 'SMDG' } }))],
        ['RAISED'],
      ],
      [
        'another terminal of the leg',
        [
          version(0, { ...place({ facility: undefined }), ...leg({ facility: { facilityCode: 'A', facilityCodeListProvider: 'SMDG' } }) }),
          version(1, { ...place({ facility: undefined }), ...leg({ facility: { facilityCode: 'B', facilityCodeListProvider: 'SMDG' } }) }),
        ],
        ['RAISED'],
      ],
    ],
    notRaised: [
      ['a terminal for the first time', [version(0, place({ facility: undefined })), version(1)], []],
      ['a terminal taken away', [firstStep, version(1, place({ facility: undefined }))], []],
      ['another spelling', [firstStep, version(1, place({ facility: { facilityCode: 'psa', facilityCodeListProvider: 'smdg' } }))], []],
      [
        'a code of another list',
        [firstStep, version(1, place({ facility: { facilityCode: 'SGSINPSA', facilityCodeListProvider: 'BIC' } }))],
        [],
      ],
      [
        'another port',
        [
          firstStep,
          version(1, { portOfDischarge: { UNLocationCode: 'MYPKG', facility: { facilityCode: 'WP', facilityCodeListProvider: 'SMDG' } } }),
        ],
        [],
      ],
      [
        'a terminal that a changed port names later',
        [
          firstStep,
          version(1, { portOfDischarge: { UNLocationCode: 'MYPKG' } }),
          version(2, { portOfDischarge: { UNLocationCode: 'MYPKG', facility: { facilityCode: 'WP', facilityCodeListProvider: 'SMDG' } } }),
        ],
        [],
      ],
    ],
    closed: [
      [
        'the next one',
        [firstStep, version(1, place({ facility: { facilityCode: 'TUAS', facilityCodeListProvider: 'SMDG' } })), version(2)],
        ['RAISED', 'CLOSED SUPERSEDED', 'RAISED'],
      ],
      [
        '72 hours',
        [firstStep, version(1, place({ facility: { facilityCode: 'TUAS', facilityCodeListProvider: 'SMDG' } })), after72h],
        ['RAISED', 'CLOSED MAX_AGE'],
      ],
    ],
  },
  RELEASED: {
    raised: [
      ['a release of the freight', [firstStep, version(1, released)], ['RAISED']],
      [
        'the last part that was missing',
        [version(0, { ...released, isCustomsReleased: false }), version(1, { ...released, isCustomsReleased: true })],
        ['RAISED'],
      ],
    ],
    notRaised: [
      ['a release that was there at first', [version(0, released), version(1, released)], []],
      ['a missing part', [firstStep, version(1, { ...released, isCustomsReleased: false })], []],
      [
        'a bill of lading that is not received',
        [
          version(0, { transportDocumentTypeCode: 'BOL' }),
          version(1, { transportDocumentTypeCode: 'BOL', ...released, isOBLReceived: false }),
        ],
        [],
      ],
      ['a value left out and given again', [firstStep, version(1, released), version(2), version(3, released)], ['RAISED']],
    ],
    closed: [
      ['a withdrawal', [firstStep, version(1, released), version(2, { isFreightReleased: false })], ['RAISED', 'CLOSED OPPOSITE_STATED']],
      [
        'a part that is stated to be missing',
        [firstStep, version(1, released), version(2, { ...released, isCustomsReleased: false })],
        ['RAISED', 'CLOSED REVERTED'],
      ],
      ['the mark as collected', [firstStep, version(1, released), { hours: 2, isCollected: true }], ['RAISED', 'CLOSED COLLECTED']],
      ['nothing else', [firstStep, version(1, released), after72h], ['RAISED']],
    ],
  },
  RELEASE_WITHDRAWN: {
    raised: [
      ['a part that was YES is NO', [version(0, released), version(1, { isFreightReleased: false })], ['RAISED']],
      [
        'a part that was YES is NO after it was left out',
        [version(0, { isCustomsReleased: true }), version(1), version(2, { isCustomsReleased: false })],
        ['RAISED'],
      ],
    ],
    notRaised: [
      ['a value left out', [version(0, released), version(1)], []],
      ['a part that is NO at first', [firstStep, version(1, { isCustomsReleased: false })], []],
    ],
    closed: [
      [
        'a release',
        [version(0, released), version(1, { isFreightReleased: false }), version(2, released)],
        ['RAISED', 'CLOSED OPPOSITE_STATED'],
      ],
      [
        'the mark as collected',
        [version(0, released), version(1, { isFreightReleased: false }), { hours: 2, isCollected: true }],
        ['RAISED', 'CLOSED COLLECTED'],
      ],
    ],
  },
  FREE_TIME_CHANGED: {
    raised: [
      ['another day', [version(0, free('2026-03-20')), version(1, free('2026-03-18'))], ['RAISED']],
      ['a day that was removed', [version(0, free('2026-03-20')), version(1, free(undefined))], ['RAISED']],
      ['all free times that were removed', [version(0, free('2026-03-20')), version(1)], ['RAISED']],
      [
        'another day of return',
        [version(0, free('2026-03-20', { typeCodes: ['DET'] })), version(1, free('2026-03-18', { typeCodes: ['DET'] }))],
        ['RAISED'],
      ],
    ],
    notRaised: [
      ['a day for the first time', [firstStep, version(1, free('2026-03-20'))], []],
      [
        'another wording',
        [version(0, free('2026-03-20')), version(1, free('2026-03-20', { calculationBasis: 'from discharge', duration: 7 }))],
        [],
      ],
      [
        'another classifier or an instant of the day',
        [
          version(0, free('2026-03-20')),
          version(1, free(undefined, { lastFreeDateTime: { value: '2026-03-20T18:00:00+08:00', classifier: 'PLN' } })),
        ],
        [],
      ],
      [
        'another order',
        [
          version(0, { freeTimes: [...free('2026-03-20').freeTimes, ...free('2026-03-22', { typeCodes: ['DET'] }).freeTimes] }),
          version(1, { freeTimes: [...free('2026-03-22', { typeCodes: ['DET'] }).freeTimes, ...free('2026-03-20').freeTimes] }),
        ],
        [],
      ],
    ],
    closed: [
      [
        'the next one',
        [version(0, free('2026-03-20')), version(1, free('2026-03-18')), version(2, free('2026-03-19'))],
        ['RAISED', 'CLOSED SUPERSEDED', 'RAISED'],
      ],
      ['72 hours', [version(0, free('2026-03-20')), version(1, free('2026-03-18')), after72h], ['RAISED', 'CLOSED MAX_AGE']],
    ],
  },
  LAST_FREE_DAY_NEAR: {
    raised: [
      // Starts at 20:00 of 2026-03-02 in Singapore.
      [
        'the clock, anew at each step and on the day itself',
        [version(0, free('2026-03-08')), ...[24, 72, 99, 110, 130].map((hours) => ({ hours }))],
        [
          'RAISED 5',
          'CLOSED SUPERSEDED 5',
          'RAISED 3 5',
          'CLOSED SUPERSEDED 3 5',
          'RAISED 2 3 5',
          'CLOSED SUPERSEDED 2 3 5',
          'RAISED 1 2 3 5',
          'CLOSED SUPERSEDED 1 2 3 5',
          'RAISED 1 2 3 5',
        ],
      ],
      [
        'the day of a further container',
        [
          version(0, freeOf({ FARU1000027: '2026-03-03' })),
          version(1, freeOf({ FARU1000027: '2026-03-03', FARU1000032: '2026-03-03' })),
          version(2, freeOf({ FARU1000032: '2026-03-03' })),
          version(3, freeOf({ FARU1000027: '2026-03-03', FARU1000032: '2026-03-03' })),
        ],
        ['RAISED 1 2 3 5', 'CLOSED SUPERSEDED 1 2 3 5', 'RAISED 1 2 3 5'],
      ],
      [
        'each day of several containers',
        [version(0, freeOf({ FARU1000027: '2026-03-03', FARU1000032: '2026-03-05' }))],
        ['RAISED 1 2 3 5', 'RAISED 3 5'],
      ],
      ['the day of the port, not of UTC', [version(0, free('2026-03-08')), { hours: 3 }, { hours: 4 }], ['RAISED 5']],
      ['the clock at first sight', [version(0, free('2026-03-03'))], ['RAISED 1 2 3 5']],
      [
        'another day that is near',
        [version(0, free('2026-03-03')), version(1, free('2026-03-04'))],
        ['RAISED 1 2 3 5', 'CLOSED DAY_MOVED 1 2 3 5', 'RAISED 2 3 5'],
      ],
      [
        'a mark as collected that is undone',
        [version(0, free('2026-03-03')), { hours: 1, isCollected: true }, { hours: 2 }, { hours: 3 }],
        ['RAISED 1 2 3 5', 'CLOSED COLLECTED 1 2 3 5', 'RAISED 1 2 3 5'],
      ],
    ],
    notRaised: [
      ['a day further away', [version(0, free('2026-03-08'))], []],
      ['a day that has passed', [version(0, free('2026-03-01'))], []],
      ['a day of return', [version(0, free('2026-03-03', { typeCodes: ['DET'] }))], []],
      ['an arrival that is collected', [{ ...version(0, free('2026-03-03')), isCollected: true }], []],
      ['a later version with the same day', [version(0, free('2026-03-03')), version(1, free('2026-03-03'))], ['RAISED 1 2 3 5']],
    ],
    closed: [
      [
        'a day that moved away',
        [version(0, free('2026-03-03')), version(1, free('2026-03-23'))],
        ['RAISED 1 2 3 5', 'CLOSED DAY_MOVED 1 2 3 5'],
      ],
      ['a day that was removed', [version(0, free('2026-03-03')), version(1)], ['RAISED 1 2 3 5', 'CLOSED DAY_MOVED 1 2 3 5']],
      [
        'the mark as collected',
        [version(0, free('2026-03-03')), { hours: 1, isCollected: true }],
        ['RAISED 1 2 3 5', 'CLOSED COLLECTED 1 2 3 5'],
      ],
      ['the end of the day', [version(0, free('2026-03-03')), { hours: 28 }], ['RAISED 1 2 3 5', 'CLOSED SUPERSEDED 1 2 3 5']],
    ],
  },
  LAST_FREE_DAY_PASSED: {
    raised: [
      ['the clock, at the end of the day at the port', [version(0, free('2026-03-03')), { hours: 27 }, { hours: 28 }], ['RAISED']],
      ['a day that has passed at first sight', [version(0, free('2026-02-27'))], ['RAISED']],
      [
        'each day of several containers',
        [version(0, freeOf({ FARU1000027: '2026-02-27', FARU1000032: '2026-02-28' }))],
        ['RAISED', 'RAISED'],
      ],
      [
        'a mark as collected that is undone',
        [version(0, free('2026-03-01')), { hours: 1, isCollected: true }, { hours: 2 }, { hours: 3 }],
        ['RAISED', 'CLOSED COLLECTED', 'RAISED'],
      ],
    ],
    notRaised: [
      ['a day of return', [version(0, free('2026-03-01', { typeCodes: ['DET'] }))], []],
      ['an arrival that is collected', [{ ...version(0, free('2026-03-01')), isCollected: true }], []],
      ['an arrival that is closed at first sight', [version(0, { ...arrival('2026-02-01'), ...free('2026-02-05') })], []],
      ['a later version with the same day', [version(0, free('2026-03-01')), version(1, free('2026-03-01')), { hours: 48 }], ['RAISED']],
    ],
    closed: [
      ['another day', [version(0, free('2026-03-01')), version(1, free('2026-03-23'))], ['RAISED', 'CLOSED DAY_MOVED']],
      ['the mark as collected', [version(0, free('2026-03-01')), { hours: 1, isCollected: true }], ['RAISED', 'CLOSED COLLECTED']],
      // The ship is expected on 2026-03-09.
      [
        'the end of the arrival',
        [version(0, free('2026-03-01')), { hours: 24 * 21 }, { hours: 24 * 22 }],
        ['RAISED', 'CLOSED ARRIVAL_CLOSED'],
      ],
    ],
  },
  CHARGES_CHANGED: {
    raised: [
      ['another sum', [version(0, { charges: [sum(10_000)] }), version(1, { charges: [sum(12_000)] })], ['RAISED']],
      ['another name', [version(0, { charges: [sum(10_000)] }), version(1, { charges: [sum(500, 'Cleaning'), sum(10_000)] })], ['RAISED']],
      [
        'another sum after a version without charges',
        [version(0, { charges: [sum(10_000)] }), version(1), version(2, { charges: [sum(12_000)] })],
        ['RAISED'],
      ],
    ],
    notRaised: [
      ['charges for the first time', [firstStep, version(1, { charges: [sum(10_000)] })], []],
      [
        'a version that was asked without charges',
        [version(0, { charges: [sum(10_000)] }), version(1), version(2, { charges: [sum(10_000)] })],
        [],
      ],
      ['another spelling of a name', [version(0, { charges: [sum(10_000)] }), version(1, { charges: [sum(10_000, 'DEMURRAGE')] })], []],
    ],
    closed: [
      [
        'the next one',
        [version(0, { charges: [sum(1)] }), version(1, { charges: [sum(2)] }), version(2, { charges: [sum(3)] })],
        ['RAISED', 'CLOSED SUPERSEDED', 'RAISED'],
      ],
      ['72 hours', [version(0, { charges: [sum(1)] }), version(1, { charges: [sum(2)] }), after72h], ['RAISED', 'CLOSED MAX_AGE']],
    ],
  },
};

testAlertKinds(cases);
