import { selectingConditions } from '@landfall/dcsa/filters.ts';
import { badFilter, LandfallError } from '#platform/errors.ts';
import { requireFilterStrings } from '#platform/wire/filter-strings.ts';
import type { PointToPointFilter, PortScheduleFilter, VesselScheduleFilter } from './generated/schema.ts';
import type { PortConditions, RouteConditions, ScheduleQuery, VesselConditions } from './model.ts';
import { defaultMaxAgeSeconds } from './profile.ts';

/** A voyage is unique only within a service or for a ship. */
const voyageCompanions = ['carrierServiceCode', 'universalServiceReference', 'vesselIMONumber', 'vesselName'] as const;

/** A query and its partners. */
export interface RequestOf {
  readonly query: ScheduleQuery;
  readonly partners: readonly string[] | undefined;
}

/** Checks a filter of routes. @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule */
export function routeRequestOf({ partners, ...filter }: PointToPointFilter): RequestOf {
  const conditions = givenOf<RouteConditions>(filter);
  checkTexts(conditions);
  checkDays('departureStartDate', 'departureEndDate', conditions);
  checkDays('arrivalStartDate', 'arrivalEndDate', conditions);
  const { maxTranshipment } = conditions;
  if (maxTranshipment !== undefined && maxTranshipment < 0)
    throw badFilter('maxTranshipment', `expected 0 or more, got ${maxTranshipment}`);
  return { query: { endpoint: 'point-to-point-routes', conditions }, partners: partnersOf(partners) };
}

/** Checks a filter of port schedules. @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule */
export function portRequestOf({ partners, ...filter }: PortScheduleFilter): RequestOf {
  const conditions = givenOf<PortConditions>(filter);
  checkTexts(conditions);
  return { query: { endpoint: 'port-schedules', conditions }, partners: partnersOf(partners) };
}

/** Checks a filter of vessel schedules. @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule */
export function vesselRequestOf({ partners, ...filter }: VesselScheduleFilter): RequestOf {
  const conditions = givenOf<VesselConditions>(filter);
  checkTexts(conditions);
  checkDays('startDate', 'endDate', conditions);
  const has = (...names: (keyof VesselConditions)[]) => names.some((name) => conditions[name] !== undefined);
  if (!has(...selectingConditions)) {
    throw badFilter(selectingConditions.join(', '), 'expected at least one of them; days and responseScope alone do not select schedules');
  }
  if (has('facilitySMDGCode') && !has('UNLocationCode')) {
    throw badFilter('facilitySMDGCode', 'requires UNLocationCode, because terminals of two ports may have the same code');
  }
  const isUnique = has(...voyageCompanions);
  for (const voyage of ['carrierVoyageNumber', 'universalVoyageReference'] as const) {
    if (has(voyage) && !isUnique) throw badFilter(voyage, `requires a service or a ship (${voyageCompanions.join(', ')})`);
  }
  return { query: { endpoint: 'vessel-schedules', conditions }, partners: partnersOf(partners) };
}

/** Returns the maximum age of an answer, in milliseconds. @throws {LandfallError} BAD_USER_INPUT */
export function maxAgeMsOf(maxAgeSeconds: number | null | undefined): number {
  const seconds = maxAgeSeconds ?? defaultMaxAgeSeconds;
  if (seconds < 0) throw new LandfallError('BAD_USER_INPUT', `Argument maxAgeSeconds: expected 0 or more seconds, got ${seconds}.`);
  return seconds * 1_000;
}

interface TextRule {
  readonly pattern: RegExp;
  readonly expectation: string;
}

const place: TextRule = { pattern: /^[A-Z]{2}[A-Z2-9]{3}$/, expectation: 'a UN/LOCODE such as SGSIN' };

/** The rules of the standard for the values of its filters. */
const textRules: Readonly<Record<string, TextRule>> = {
  placeOfReceipt: place,
  placeOfDelivery: place,
  UNLocationCode: place,
  vesselIMONumber: { pattern: /^\d{7,8}$/, expectation: 'an IMO number of 7 or 8 digits' },
  universalServiceReference: { pattern: /^SR\d{5}[A-Z]$/, expectation: 'SR, five digits and a letter, such as SR12345A' },
  universalVoyageReference: { pattern: /^\d{2}[0-9A-Z]{2}[NEWSR]$/, expectation: 'a voyage reference such as 2649E' },
  carrierVoyageNumber: freeText(50),
  vesselName: freeText(50),
  carrierServiceCode: freeText(11),
  facilitySMDGCode: freeText(6),
  vesselOperatorCarrierCode: freeText(10),
  cargoType: freeText(100),
};

function freeText(maxLength: number): TextRule {
  return {
    pattern: new RegExp(`^(?=\\S)[\\s\\S]{0,${maxLength - 1}}\\S$`),
    expectation: `1 to ${maxLength} characters without blanks at the ends`,
  };
}

function checkTexts(conditions: object): void {
  requireFilterStrings(conditions);
  for (const [name, value] of Object.entries(conditions)) {
    const rule = textRules[name];
    if (rule === undefined || rule.pattern.test(value)) continue;
    throw badFilter(name, `expected ${rule.expectation}, got ${JSON.stringify(value.slice(0, 100))}`);
  }
}

function checkDays<N extends string>(startName: N, endName: N, conditions: { readonly [K in N]?: string | undefined }): void {
  const [start, end] = [conditions[startName], conditions[endName]];
  if (start !== undefined && end !== undefined && start > end) throw badFilter(startName, `${start} is later than ${endName} ${end}`);
}

function partnersOf(partners: readonly string[] | null | undefined): readonly string[] | undefined {
  if (partners === null || partners === undefined) return undefined;
  requireFilterStrings({ partners });
  return [...new Set(partners)].toSorted();
}

/** Removes nulls and sorts the conditions, so that equal queries have one key. */
function givenOf<C>(filter: object): C {
  const given = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given.toSorted(([left], [right]) => (left < right ? -1 : 1))) as C;
}
