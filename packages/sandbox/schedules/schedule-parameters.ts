import { isDay } from '@landfall/dcsa/instant.ts';
import { isPageLimit } from '../pages.ts';

export type Endpoint = 'point-to-point-routes' | 'port-schedules' | 'vessel-schedules';

/** An issue of a request: the parameter or header concerned, if there is one, its value and what was expected. */
export interface ParameterIssue {
  readonly property?: string;
  readonly value?: string;
  readonly message: string;
}

/** The known parameters of the query, each once. */
export type Conditions = Readonly<Record<string, string | undefined>>;

/** The format of a parameter: a check and its description. */
type Rule = readonly [isRight: (text: string) => boolean, words: string];

const matching = (pattern: RegExp, words: string): Rule => [(text) => pattern.test(text), words];
const upTo = (length: number): Rule => matching(new RegExp(`^.{1,${length}}$`, 'u'), `a string of 1 to ${length} characters`);
const port = matching(/^[A-Z]{2}[A-Z2-9]{3}$/, 'a UN/LOCODE of five characters, such as SGSIN');
const day: Rule = [isDay, 'a calendar date, YYYY-MM-DD'];
const place = matching(/^(CY|SD|CFS)$/, 'CY, SD or CFS');

const paging: Readonly<Record<string, Rule>> = { limit: [isPageLimit, 'a whole number of at least 1'], cursor: upTo(1_024) };

/**
 * The parameters of the three endpoints, Commercial Schedules 1.0.4. Codes of open lists are accepted without a check.
 */
const rules: Readonly<Record<Endpoint, Readonly<Record<string, Rule>>>> = {
  'point-to-point-routes': {
    placeOfReceipt: port,
    placeOfDelivery: port,
    departureStartDate: day,
    departureEndDate: day,
    arrivalStartDate: day,
    arrivalEndDate: day,
    maxTranshipment: matching(/^\d{1,9}$/, 'a whole number of at least 0'),
    receiptTypeAtOrigin: place,
    deliveryTypeAtDestination: place,
    cargoType: upTo(100),
  },
  'port-schedules': { UNLocationCode: port, date: day },
  'vessel-schedules': {
    vesselIMONumber: matching(/^\d{7,8}$/, 'seven or eight digits'),
    vesselName: matching(/^\S(?:.{0,48}\S)?$/u, 'a string of 1 to 50 characters without white space at its ends'),
    carrierServiceCode: upTo(11),
    universalServiceReference: matching(/^SR\d{5}[A-Z]$/, 'SR, five digits and a letter'),
    carrierVoyageNumber: upTo(50),
    universalVoyageReference: matching(/^\d{2}[0-9A-Z]{2}[NEWSR]$/, 'a reference such as 2649E'),
    UNLocationCode: port,
    facilitySMDGCode: upTo(6),
    vesselOperatorCarrierCode: upTo(10),
    startDate: day,
    endDate: day,
    responseScope: upTo(30),
  },
};

const required: Readonly<Record<Endpoint, readonly string[]>> = {
  'point-to-point-routes': ['placeOfReceipt', 'placeOfDelivery'],
  'port-schedules': ['UNLocationCode', 'date'],
  'vessel-schedules': [],
};

const ranges = [
  ['departureStartDate', 'departureEndDate'],
  ['arrivalStartDate', 'arrivalEndDate'],
  ['startDate', 'endDate'],
] as const;

/** Parameters that only refine other filters of vessel schedules. */
const refining: readonly string[] = ['startDate', 'endDate', 'responseScope', 'limit', 'cursor'];

/** Reads a query and returns all of its issues. Parameters that the standard does not define are ignored. */
export function readParameters(
  endpoint: Endpoint,
  query: URLSearchParams,
): { readonly conditions: Conditions; readonly issues: readonly ParameterIssue[] } {
  const issues: ParameterIssue[] = [];
  const conditions: Record<string, string> = {};
  for (const [name, [isRight, words]] of Object.entries({ ...rules[endpoint], ...paging })) {
    const [value, ...others] = query.getAll(name);
    if (value === undefined) continue;
    conditions[name] = value;
    if (others.length > 0) issues.push({ property: name, message: 'given more than once' });
    else if (!isRight(value)) issues.push({ property: name, value: value.slice(0, 500), message: `expected ${words}` });
  }
  for (const name of required[endpoint]) {
    if (conditions[name] === undefined) issues.push({ property: name, message: 'is required' });
  }
  for (const [start, end] of ranges) {
    if ((conditions[start] ?? '') > (conditions[end] ?? '9999')) issues.push({ property: start, message: `is later than ${end}` });
  }
  if (endpoint === 'vessel-schedules' && Object.keys(conditions).every((name) => refining.includes(name))) {
    issues.push({ property: 'vesselIMONumber', message: 'at least one filter besides the dates is required' });
  }
  return { conditions, issues };
}
