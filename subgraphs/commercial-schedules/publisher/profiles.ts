import { type EndpointProfile, type ParameterProfile, requestLimits } from '#platform/publisher/get/endpoint-profile.ts';
import { type ScheduleQuestion, selectingConditions } from '../model.ts';

const place = (name: string): ParameterProfile => ({
  name,
  type: 'string',
  pattern: '^[A-Z]{2}[A-Z2-9]{3}$',
  expected: 'a UN/LOCODE of five characters, such as SGSIN',
});
const text = (name: string, maxLength: number): ParameterProfile => ({ name, type: 'string', maxLength });
const day = (name: string): ParameterProfile => ({ name, type: 'date' });
const haulage = (name: string): ParameterProfile => ({ name, type: 'string', oneOf: ['CY', 'SD', 'CFS'] });

const pinned = 'as they answered for the first page; kept for 15 minutes';

const shared = {
  standard: 'Commercial Schedules',
  role: 'Producer',
  version: '1.0.3',
  refused: [],
  needsOneOf: [],
  ranges: [],
  // The body has no place to remark on them.
  unknownParameters: 'IGNORED',
  order: `partner by partner, each in its own order, ${pinned}`,
  answersFrom:
    'what partners answer; an answer of the last 15 minutes is used again, an older one of up to an hour while they are asked anew',
  remarks: [
    'Statements of several partners stand side by side and are never merged; Landfall-Row-Sources says whose each one is.',
    'A cursor comes with all parameters, or alone as before 1.0.2; it has at most 1,024 characters.',
    'A partner is not asked for its own question.',
    `Who has not answered within ${requestLimits.sourcesLimitMs / 1_000} s is missing (PENDING); what it answers later is used for the next question.`,
    'Who takes no requests for longer than that is missing at once (PARTNER_BUSY).',
  ],
} as const;

/** The three GETs, Producer role. */
export const scheduleProfiles: Readonly<Record<ScheduleQuestion['endpoint'], EndpointProfile>> = {
  'point-to-point-routes': {
    ...shared,
    path: '/v1/point-to-point-routes',
    parameters: [
      { ...place('placeOfReceipt'), required: true },
      { ...place('placeOfDelivery'), required: true },
      day('departureStartDate'),
      day('departureEndDate'),
      day('arrivalStartDate'),
      day('arrivalEndDate'),
      { name: 'maxTranshipment', type: 'integer', minimum: 0 },
      haulage('receiptTypeAtOrigin'),
      haulage('deliveryTypeAtDestination'),
      { name: 'cargoType', type: 'string', oneOf: ['DRY', 'REEFER'], otherwise: 'DRY' },
    ],
    ranges: [
      ['departureStartDate', 'departureEndDate'],
      ['arrivalStartDate', 'arrivalEndDate'],
    ],
    remarks: [...shared.remarks, 'A transport of another mode than VESSEL or BARGE is its modeOfTransport alone, as the standard has it.'],
  },
  'port-schedules': {
    ...shared,
    path: '/v1/port-schedules',
    parameters: [
      { ...place('UNLocationCode'), required: true },
      { ...day('date'), required: true },
    ],
    order: `by facilitySMDGCode, then by earliest timestamp, then partner by partner, each in its own order, ${pinned}`,
  },
  'vessel-schedules': {
    ...shared,
    path: '/v1/vessel-schedules',
    parameters: [
      { name: 'vesselIMONumber', type: 'string', pattern: '^\\d{7,8}$', expected: 'an IMO number of 7 or 8 digits' },
      { ...text('vesselName', 50), pattern: '^\\S(?:.*\\S)?$', expected: '1 to 50 characters without blanks at the ends' },
      text('carrierServiceCode', 11),
      { name: 'universalServiceReference', type: 'string', pattern: '^SR\\d{5}[A-Z]$', expected: 'SR, five digits and a letter' },
      text('carrierVoyageNumber', 50),
      {
        name: 'universalVoyageReference',
        type: 'string',
        pattern: '^\\d{2}[0-9A-Z]{2}[NEWSR]$',
        expected: 'a voyage reference such as 2649E',
      },
      place('UNLocationCode'),
      text('facilitySMDGCode', 6),
      text('vesselOperatorCarrierCode', 10),
      day('startDate'),
      day('endDate'),
      { name: 'responseScope', type: 'string', oneOf: ['FULL_VOYAGE', 'MATCHED_CALLS'], otherwise: 'FULL_VOYAGE' },
    ],
    needsOneOf: selectingConditions,
    ranges: [['startDate', 'endDate']],
    remarks: [
      ...shared.remarks,
      '9999R stands for no voyage, and is refused as a filter.',
      'Without startDate and endDate each partner takes the window that it takes by itself.',
    ],
  },
};
