import { legFilters, portCallFilters } from './filters.ts';
import { instantOf, isDay } from './instant.ts';

/** A query parameter, as needed to check requests and to describe capabilities. */
export interface QueryParameter {
  readonly name: string;
  /** Lists are sent as `p=a,b`, `p=a%2Cb` or `p=a&p=b`. All other types may occur once. */
  readonly type: 'string' | 'array' | 'date' | 'date-time' | 'boolean' | 'integer';
  readonly required?: true;
  /** Maximum length of a string, in code points. @default 1,000 */
  readonly maxLength?: number;
  /** Regular expression that a string must match. */
  readonly pattern?: string;
  /** The known values of a string. */
  readonly oneOf?: readonly string[];
  /** The known value that replaces all others; without it other values are refused. */
  readonly otherwise?: string;
  /** Maximum number of values in a list. */
  readonly maxValues?: number;
  /** Minimum of an integer. */
  readonly minimum?: number;
  /** Describes the expected form of a string to people. */
  readonly expected?: string;
}

/** The parameters of a GET endpoint besides paging, and the pairs that bound a range: the first is not greater than the second. */
export interface EndpointParameters {
  readonly parameters: readonly QueryParameter[];
  readonly ranges: readonly (readonly [from: string, to: string])[];
}

const text = (name: string, maxLength = 1_000): QueryParameter => ({ name, type: 'string', maxLength });
const day = (name: string): QueryParameter => ({ name, type: 'date' });
const haulage = (name: string): QueryParameter => ({ name, type: 'string', oneOf: ['CY', 'SD', 'CFS'] });
const port = { type: 'string', pattern: '^[A-Z]{2}[A-Z2-9]{3}$', expected: 'a UN/LOCODE of five characters, such as SGSIN' } as const;

/** Of `GET /arrival-notices`, Arrival Notice. The values of a list have to fit into a URL. */
export const arrivalNoticeParameters = {
  parameters: [
    { name: 'transportDocumentReferences', type: 'array', maxValues: 100 },
    { name: 'equipmentReferences', type: 'array', maxValues: 100 },
    ...['portOfDischarge', ...legFilters].map((name) => text(name)),
    day('portOfDischargeArrivalDateMin'),
    day('portOfDischargeArrivalDateMax'),
    { name: 'includeVisualization', type: 'boolean' },
    { name: 'removeCharges', type: 'boolean' },
  ],
  ranges: [['portOfDischargeArrivalDateMin', 'portOfDischargeArrivalDateMax']],
} satisfies EndpointParameters;

/** Of `GET /events`, Port Call. */
export const portCallParameters = {
  parameters: portCallFilters.map((name) => (name.startsWith('eventTimestamp') ? { name, type: 'date-time' as const } : text(name))),
  ranges: [['eventTimestampMin', 'eventTimestampMax']],
} satisfies EndpointParameters;

/** Of the three GET endpoints of Commercial Schedules, by the last part of their paths. */
export const scheduleParameters = {
  'point-to-point-routes': {
    parameters: [
      { ...port, name: 'placeOfReceipt', required: true },
      { ...port, name: 'placeOfDelivery', required: true },
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
  },
  'port-schedules': {
    parameters: [
      { ...port, name: 'UNLocationCode', required: true },
      { ...day('date'), required: true },
    ],
    ranges: [],
  },
  'vessel-schedules': {
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
      { ...port, name: 'UNLocationCode' },
      text('facilitySMDGCode', 6),
      text('vesselOperatorCarrierCode', 10),
      day('startDate'),
      day('endDate'),
      { name: 'responseScope', type: 'string', oneOf: ['FULL_VOYAGE', 'MATCHED_CALLS'], otherwise: 'FULL_VOYAGE' },
    ],
    ranges: [['startDate', 'endDate']],
  },
} as const satisfies Readonly<Record<string, EndpointParameters>>;

/** Returns the value that the text of a parameter means; undefined if it breaks a rule of the parameter. */
export function parameterValueOf(parameter: QueryParameter, text: string): string | number | boolean | undefined {
  switch (parameter.type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'integer':
      return /^\d{1,10}$/.test(text) && Number(text) >= (parameter.minimum ?? 0) && Number(text) < 2 ** 31 ? Number(text) : undefined;
    case 'date':
      return isDay(text) ? text : undefined;
    case 'date-time':
      return instantOf(text) === undefined ? undefined : text;
    default:
      return textOf(parameter, text);
  }
}

/** Rejects blank strings and control characters, which would disable a filter. */
function textOf({ pattern, maxLength = 1_000, oneOf, otherwise }: QueryParameter, text: string): string | undefined {
  if (oneOf !== undefined && !oneOf.includes(text)) return otherwise;
  const isText = text.trim() !== '' && !/\p{Cc}/u.test(text) && (text.length <= maxLength || [...text].length <= maxLength);
  return isText && (pattern === undefined || new RegExp(pattern, 'u').test(text)) ? text : undefined;
}

/** Says in words what a parameter expects. */
export function expectationOf({ type, minimum = 0, oneOf, expected, maxLength = 1_000 }: QueryParameter): string {
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number of at least ${minimum} and less than 2147483648`;
    case 'date':
      return 'a calendar date (YYYY-MM-DD)';
    case 'date-time':
      return 'a date-time with offset (RFC 3339), its + written as %2B';
    default:
      return expected ?? (oneOf === undefined ? `a string of 1 to ${maxLength} characters` : `one of ${oneOf.join(', ')}`);
  }
}
