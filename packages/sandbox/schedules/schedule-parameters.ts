import { isDay } from '@landfall/dcsa/instant.ts';
import { findIssues, type Issue, type Rule } from '../lists.ts';

export type Endpoint = 'point-to-point-routes' | 'port-schedules' | 'vessel-schedules';

/** The parameters of a checked query. */
export type Conditions = Readonly<Record<string, string | undefined>>;

const matching = (pattern: RegExp, words: string): Rule => [(text) => pattern.test(text), words];
const upTo = (length: number): Rule => matching(new RegExp(`^.{1,${length}}$`, 'u'), `a string of 1 to ${length} characters`);
const port = matching(/^[A-Z]{2}[A-Z2-9]{3}$/, 'a UN/LOCODE of five characters, such as SGSIN');
const day: Rule = [isDay, 'a calendar date, YYYY-MM-DD'];
const place = matching(/^(CY|SD|CFS)$/, 'CY, SD or CFS');

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
const refining: readonly string[] = ['startDate', 'endDate', 'responseScope'];

/** Returns all issues of a query. Parameters that the standard does not define are ignored. */
export function findParameterIssues(endpoint: Endpoint, query: URLSearchParams): Issue[] {
  const issues = findIssues(query, rules[endpoint]);
  for (const property of required[endpoint]) if (!query.has(property)) issues.push({ property, message: 'is required' });
  for (const [start, end] of ranges) {
    if ((query.get(start) ?? '') > (query.get(end) ?? '9999')) issues.push({ property: start, message: `is later than ${end}` });
  }
  const isBare = !Object.keys(rules[endpoint]).some((name) => query.has(name) && !refining.includes(name));
  if (endpoint === 'vessel-schedules' && isBare) {
    issues.push({ property: 'vesselIMONumber', message: 'at least one filter besides the dates is required' });
  }
  return issues;
}
