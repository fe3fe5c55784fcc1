/**
 * The query parameters that the scenarios of the public conformance gateway for Commercial Schedules use, in the order
 * of the scenarios.
 */

const shortNames = {
  dS: 'departureStartDate',
  dE: 'departureEndDate',
  aS: 'arrivalStartDate',
  aE: 'arrivalEndDate',
  mT: 'maxTranshipment',
  RT: 'receiptTypeAtOrigin',
  DT: 'deliveryTypeAtDestination',
} as const;

export type RouteParameter = 'placeOfReceipt' | 'placeOfDelivery' | (typeof shortNames)[keyof typeof shortNames];
export type VesselParameter =
  | 'carrierServiceCode'
  | 'universalServiceReference'
  | 'vesselIMONumber'
  | 'carrierVoyageNumber'
  | 'universalVoyageReference'
  | 'UNLocationCode'
  | 'facilitySMDGCode';

/** The conditions on a route in addition to its two places. */
export const routeConditions = Object.values(shortNames);

const dates = ['dS aS', 'dS aE', 'dE aS', 'dE aE'];

/** Scenarios 1 to 35: point-to-point routes. */
export const routeScenarios: readonly (readonly RouteParameter[])[] = [
  ...['', 'dS dE aS aE', ...dates, 'mT', ...dates.map((pair) => `${pair} mT`), 'dS dE aS aE mT', 'DT', 'RT'],
  ...['DT', 'RT'].flatMap((type) => dates.map((pair) => `${pair} ${type}`)),
  ...['dS dE aS aE RT', 'dS dE aS aE DT'],
  ...['DT mT', 'RT mT'].flatMap((types) => dates.map((pair) => `${pair} ${types}`)),
  ...['dS dE aS aE RT mT', 'dS dE aS aE DT mT', 'dS dE aS aE RT DT mT'],
].map((extra) => [
  'placeOfReceipt',
  'placeOfDelivery',
  ...extra.split(' ').flatMap((name) => (name in shortNames ? shortNames[name as keyof typeof shortNames] : [])),
]);

/** Scenario 36: port schedules. */
export const portScenario = ['UNLocationCode', 'date'] as const;

/** Scenarios 37 to 51: vessel schedules. */
export const vesselScenarios: readonly (readonly VesselParameter[])[] = [
  ['carrierServiceCode'],
  ['universalServiceReference'],
  ['vesselIMONumber'],
  ['vesselIMONumber', 'carrierServiceCode'],
  ['vesselIMONumber', 'universalServiceReference'],
  ['vesselIMONumber', 'carrierServiceCode', 'carrierVoyageNumber'],
  ['vesselIMONumber', 'carrierServiceCode', 'universalVoyageReference'],
  ['vesselIMONumber', 'universalServiceReference', 'carrierVoyageNumber'],
  ['vesselIMONumber', 'universalServiceReference', 'universalVoyageReference'],
  ['carrierVoyageNumber', 'carrierServiceCode'],
  ['carrierVoyageNumber', 'universalServiceReference'],
  ['universalVoyageReference', 'carrierServiceCode'],
  ['universalVoyageReference', 'universalServiceReference'],
  ['UNLocationCode'],
  ['UNLocationCode', 'facilitySMDGCode'],
];
