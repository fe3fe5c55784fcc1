import { type EndpointProfile, type ParameterProfile, requestLimits } from '#platform/publisher/get/endpoint.ts';
import { type ScheduleQuery, selectingConditions } from '../model.ts';

const place = (name: string): ParameterProfile => ({
  name,
  type: 'string',
  pattern: '^[A-Z]{2}[A-Z2-9]{3}$',
  expected: 'a UN/LOCODE of five characters, such as SGSIN',
});
const text = (name: string, maxLength: number): ParameterProfile => ({ name, type: 'string', maxLength });
const day = (name: string): ParameterProfile => ({ name, type: 'date' });
const haulage = (name: string): ParameterProfile => ({ name, type: 'string', oneOf: ['CY', 'SD', 'CFS'] });

const pinned = 'as answered for the first page; stored for 15 minutes';

const common = {
  standard: 'Commercial Schedules',
  role: 'Producer',
  version: '1.0.4',
  refused: [],
  needsOneOf: [],
  ranges: [],
  // Unknown parameters are ignored without a remark, because the body has no place for one.
  unknownParameters: 'IGNORED',
  order: `by partner, then in the order of each partner, ${pinned}`,
  answersFrom:
    'answers of partners; an answer of the last 15 minutes is reused, an older one of up to an hour while the partner is queried again',
  remarks: [
    'Rows of several partners are never merged; Landfall-Row-Sources names the partner of each row.',
    'A cursor comes with all parameters, or alone as before 1.0.2; it has at most 1,024 characters.',
    'A partner that sends a request is not itself queried for it.',
    `A partner that has not answered within ${requestLimits.sourcesLimitMs / 1_000} s is missing (PENDING); its later answer is used for the next request.`,
    'A partner that accepts no requests for longer than that is missing at once (PARTNER_BUSY).',
  ],
} as const;

/** The profiles of the three GETs of the Producer role. */
export const scheduleProfiles: Readonly<Record<ScheduleQuery['endpoint'], EndpointProfile>> = {
  'point-to-point-routes': {
    ...common,
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
    remarks: [...common.remarks, 'A transport of another mode than VESSEL or BARGE is its modeOfTransport alone, as the standard has it.'],
  },
  'port-schedules': {
    ...common,
    path: '/v1/port-schedules',
    parameters: [
      { ...place('UNLocationCode'), required: true },
      { ...day('date'), required: true },
    ],
    order: `by facilitySMDGCode, then by earliest timestamp, then by partner, then in the order of each partner, ${pinned}`,
  },
  'vessel-schedules': {
    ...common,
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
      ...common.remarks,
      '9999R is a placeholder for "no voyage" and is rejected as a filter.',
      'Without startDate and endDate each partner uses its own default range.',
    ],
  },
};
