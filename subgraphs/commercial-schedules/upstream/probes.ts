import { selectingConditions } from '@landfall/dcsa/filters.ts';
import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { localDayTextOf } from '@landfall/matching/claims/days.ts';
import { normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import { pagingProbes } from '#platform/upstream/check/paging-probes.ts';
import {
  boundCase,
  emptySample,
  type FilterCase,
  type FilterRules,
  filterProbe,
  firstOf,
  type Sample,
  sampleProbe,
  unknownOf,
  versionProbes,
} from '#platform/upstream/check/probe-kinds.ts';
import {
  dayFrom,
  onlyNamed,
  type Parameters,
  type Probe,
  type ProbeParts,
  type StandardProbes,
  skipped,
} from '#platform/upstream/check/requester.ts';
import type { ScheduleQuery, ScheduleRecord } from '../model.ts';
import { parseRow, shapes } from '../wire/parse.ts';
import { mayWantCursorAlone } from './collect.ts';
import { mayBeRequested, postFilter } from './post-filter.ts';
import { isBefore103 } from './request-urls.ts';

type Endpoint = ScheduleQuery['endpoint'];

/** Ports at which most carriers call, for partners about which nothing is known. */
const ports = ['SGSIN', 'NLRTM', 'CNSHA', 'USLAX'];
const tradeLanes = [
  ['CNSHA', 'NLRTM'],
  ['SGSIN', 'NLRTM'],
  ['CNSHA', 'USLAX'],
] as const;
/**
 * The window of a vessel schedule in days around today: long enough for some calls, short enough for a small answer.
 */
const [daysBack, daysAhead] = [7, 42];
const maxTradeLanes = 4;

/** The probes of a Producer of Commercial Schedules 1.0.4. */
export const commercialScheduleProbes: StandardProbes = {
  field: 'commercialSchedules',
  needsOneOf: selectingConditions,
  profileFields: ['version', 'versionHeader', 'filters', 'paging', 'pageSize', 'timesWithoutOffset'],
  rowsOf: (body) => (Array.isArray(body) ? body : undefined),
  create: createProbes,
};

function createProbes(parts: ProbeParts): readonly Probe[] {
  const { given, today } = parts;
  const vessels = emptySample('/v1/vessel-schedules');
  const portCalls = emptySample('/v1/port-schedules');
  const routes = emptySample('/v1/point-to-point-routes');
  const sampleOf = () => [vessels, portCalls, routes].find(({ answer }) => answer !== undefined) ?? vessels;
  const plain = (sample: Sample, endpoint: Endpoint, attempts: () => readonly Parameters[]) => [
    sampleProbe(parts, sample, {
      name: endpoint,
      rule: '200 with an array at the root; each element conforms to the schema, and nothing is null. An endpoint may be missing.',
      attempts,
      ...(endpoint === 'vessel-schedules' ? { reduced: withoutDays } : {}),
      shape: shapes[endpoint],
      listPath: '$',
      isOptional: true,
    }),
    unrequestedProbe(sample, endpoint),
  ];
  const { UNLocationCode: port, date = today, placeOfReceipt, placeOfDelivery } = given;
  return [
    ...plain(vessels, 'vessel-schedules', () => vesselAttempts(parts)),
    ...plain(portCalls, 'port-schedules', () => {
      const { UNLocationCode } = vessels.parameters;
      const known = port ?? UNLocationCode;
      return (known === undefined ? ports : [known]).map((each) => ({ UNLocationCode: each, date }));
    }),
    ...plain(routes, 'point-to-point-routes', () => {
      if (placeOfReceipt !== undefined && placeOfDelivery !== undefined) return [{ placeOfReceipt, placeOfDelivery }];
      const found = new Map(vessels.rows.flatMap(tradeLanesOf).map((tradeLane) => [tradeLane.join(), tradeLane]));
      const tried = found.size === 0 ? tradeLanes : [...found.values()].slice(0, maxTradeLanes);
      return tried.map(([from, to]) => ({ placeOfReceipt: from, placeOfDelivery: to }));
    }),
    ...versionProbes(parts, sampleOf, {
      answerRule: 'A response contains the full version; the standard does not require it.',
      isDemanded: false,
      requestRule: 'A request carries the major version or none.',
    }),
    ...vesselCases(vessels).map((filter) => scheduleFilterProbe(parts, vessels, filter)),
    ...routeCases().map((filter) => scheduleFilterProbe(parts, routes, filter)),
    ...pagingProbes(parts, [vessels, routes, portCalls], {
      limitRule: 'A page has at most limit elements of the root array.',
      mayIgnoreLimit: () => false,
      nextRule: 'Next-Page-Cursor is sent back as cursor, together with all original parameters; up to 1.0.1 without them.',
      requiresCursorAlone: mayWantCursorAlone,
    }),
  ];
}

/** Creates the probe of a filter. One that the partner's version does not have is never sent. */
function scheduleFilterProbe(parts: ProbeParts, sample: Sample, filter: FilterCase): Probe {
  const probe = filterProbe(parts, sample, { ...filter, ...filterRules(sample) });
  const { found, claims } = parts;
  return {
    ...probe,
    run: async () => {
      const { version = claims.version } = found;
      if (!isNew(filter.name) || !isBefore103(version)) return probe.run();
      found.filters.set(filter.name, 'NEWER');
      return skipped(`Known since 1.0.3, so it is not sent to a partner of ${version}.`);
    },
  };
}

function filterRules(sample: Sample): FilterRules {
  return {
    rule: (name) =>
      isNew(name)
        ? 'Known since 1.0.3; a partner with an older version ignores it.'
        : 'Filters combine with AND, and none may be ignored. Without matches, the response is 200 with an empty array.',
    mayBe: (behaviour, { name }) => behaviour === 'REFUSED' || (isNew(name) && isBefore103(sample.answer?.apiVersion)),
  };
}

function isNew(name: string): boolean {
  return name === 'cargoType' || name === 'responseScope';
}

/** Creates the probe that checks the rows of the plain page, which sends no request. */
function unrequestedProbe(sample: Sample, endpoint: Endpoint): Probe {
  return {
    name: `${endpoint}, requested rows`,
    rule: 'Rows match the request.',
    run: async () => {
      if (sample.rows.length === 0) return skipped('Requires rows.');
      const unrequested = sample.rows.filter((row) => isUnrequested(endpoint, row, sample.parameters)).length;
      if (unrequested === 0) return { verdict: 'OK', reason: 'No row contradicts the request.' };
      return { verdict: 'BROKEN', reason: `${unrequested} of ${sample.rows.length} rows contradict the request.` };
    },
  };
}

function vesselAttempts({ given, today }: ProbeParts): Parameters[] {
  const named = onlyNamed(given, selectingConditions);
  const { startDate = dayFrom(today, -daysBack), endDate = dayFrom(today, daysAhead) } = given;
  const window = { startDate, endDate };
  if (Object.keys(named).length > 0) return [{ ...named, ...window }, named];
  return ports.map((port) => ({ UNLocationCode: port, ...window }));
}

/** A Producer may refuse the window, because it has no filter by day. */
function withoutDays({ startDate: _, endDate: __, ...others }: Parameters): Parameters {
  return others;
}

/** Returns the first and last ports of the voyages of a service's ships. */
function tradeLanesOf(service: unknown): (readonly [from: string, to: string])[] {
  return shipsOf(service).flatMap((ship) => {
    const voyages = new Map<string, { from: string; to: string }>();
    for (const call of listAt(ship, 'transportCalls')) {
      const port = textAt(call, 'location', 'UNLocationCode');
      const arriving = textAt(call, 'carrierImportVoyageNumber');
      const leaving = textAt(call, 'carrierExportVoyageNumber') ?? arriving;
      if (port === undefined || arriving === undefined || leaving === undefined) continue;
      const reached = voyages.get(arriving);
      if (reached !== undefined) reached.to = port;
      if (!voyages.has(leaving)) voyages.set(leaving, { from: port, to: port });
    }
    return [...voyages.values()].filter(({ from, to }) => from !== to).map(({ from, to }) => [from, to] as const);
  });
}

/** Ranges later and earlier than any schedule. Both bounds are given, because an omitted bound has a default. */
const farAhead = ['2099-01-01', '2099-12-31'] as const;
const longAgo = ['2000-01-01', '2000-01-31'] as const;
/** Placeholder of a call without voyage. */
const noVoyage = '9999R';

/**
 * Returns the record of a row. Times without an offset are read, whatever the file says of them: their day is the one by
 * which the partner filters, or one beside it.
 */
function recordOf(endpoint: Endpoint, row: unknown): ScheduleRecord | undefined {
  return parseRow(endpoint, row, { timesWithoutOffset: 'PORT_LOCAL' })?.record;
}

/** Returns whether a row contradicts the parameters of a request. */
function isUnrequested(endpoint: Endpoint, row: unknown, parameters: Parameters): boolean {
  const record = recordOf(endpoint, row);
  if (record === undefined) return false;
  const { maxTranshipment, ...others } = parameters;
  const conditions = maxTranshipment === undefined ? others : { ...others, maxTranshipment: Number(maxTranshipment) };
  return !mayBeRequested(record, { endpoint, conditions } as ScheduleQuery);
}

/** Returns the filters of vessel schedules, for a sample with a port and a window of days. */
function vesselCases(sample: Sample): FilterCase[] {
  const endpoint = 'vessel-schedules';
  const contradicts: FilterCase['contradicts'] = (row, parameters) => isUnrequested(endpoint, row, parameters);
  /** Reduces the sample's rows to the matching calls. */
  const matched = (rows: readonly unknown[]) =>
    rows.flatMap((row) => {
      const record = recordOf(endpoint, row);
      const conditions = { ...sample.parameters, responseScope: 'MATCHED_CALLS' };
      const wanted = record === undefined ? undefined : postFilter(record, { endpoint, conditions } as ScheduleQuery);
      return wanted === undefined ? [] : [wanted];
    });
  const ofShip = (attribute: string) => (service: unknown) => shipsOf(service).map((ship) => textAt(ship, 'vessel', attribute));
  const ofCall =
    (...path: readonly string[]) =>
    (service: unknown) =>
      callsOf(service).map((call) => textAt(call, ...path));
  const ofService = (attribute: string) => (service: unknown) => [textAt(service, attribute)];
  const selecting: readonly [name: string, read: (service: unknown) => readonly (string | undefined)[]][] = [
    ['vesselIMONumber', ofShip('vesselIMONumber')],
    ['vesselName', ofShip('name')],
    ['carrierServiceCode', ofService('carrierServiceCode')],
    ['universalServiceReference', ofService('universalServiceReference')],
    ['carrierVoyageNumber', ofCall('carrierImportVoyageNumber')],
    ['universalVoyageReference', ofCall('universalImportVoyageReference')],
    ['UNLocationCode', ofCall('location', 'UNLocationCode')],
    ['facilitySMDGCode', ofCall('location', 'facilitySMDGCode')],
    ['vesselOperatorCarrierCode', ofShip('operatorCarrierCode')],
  ];
  const days = (rows: readonly unknown[]) => matched(rows).flatMap(callsOf).flatMap(arrivalDaysOf).toSorted();
  const dated = { contradicts, needs: 'a call with an arrival' };
  return [
    ...selecting.map(([name, read]) => ({
      name,
      known: (rows: readonly unknown[]) => {
        const values = matched(rows).flatMap(read);
        return firstOf(
          name,
          values.filter((value) => value !== noVoyage),
        );
      },
      unknown: () => unknownOf(name),
      contradicts,
      needs: 'a schedule with the attribute',
    })),
    {
      name: 'startDate',
      known: (rows) => firstOf('startDate', days(rows)),
      unknown: () => ({ startDate: farAhead[0], endDate: farAhead[1] }),
      ...dated,
    },
    {
      name: 'endDate',
      known: (rows) => firstOf('endDate', days(rows).toReversed()),
      unknown: () => ({ startDate: longAgo[0], endDate: longAgo[1] }),
      ...dated,
    },
    {
      name: 'responseScope',
      known: () => ({ responseScope: 'MATCHED_CALLS' }),
      contradicts: (row, parameters) => isUnrequested(endpoint, row, { ...sample.parameters, ...parameters }),
      needs: 'a voyage with calls that do not match',
    },
  ];
}

/** Returns the filters of routes, for a sample with two places. */
function routeCases(): FilterCase[] {
  const contradicts: FilterCase['contradicts'] = (row, parameters) => isUnrequested('point-to-point-routes', row, parameters);
  const dated = (name: string, end: 'placeOfReceipt' | 'placeOfDelivery', bound: 'MIN' | 'MAX'): FilterCase => ({
    ...boundCase(name, bound, {
      timesOf: (route) => localDaysOf(textAt(route, end, 'dateTime'), valueAt(route, [end])),
      needs: 'a route with a time',
      unknown: bound === 'MIN' ? farAhead[0] : longAgo[0],
    }),
    contradicts,
  });
  const typed = (name: string): FilterCase => {
    const typesOf = (rows: readonly unknown[]) => rows.map((route) => textAt(route, name));
    const others = (rows: readonly unknown[]) => ['CFS', 'SD', 'CY'].filter((type) => !typesOf(rows).includes(type));
    return {
      name,
      known: (rows) => firstOf(name, typesOf(rows)),
      unknown: (rows) => firstOf(name, others(rows)),
      contradicts,
      needs: 'a route with the attribute',
    };
  };
  return [
    dated('departureStartDate', 'placeOfReceipt', 'MIN'),
    dated('departureEndDate', 'placeOfReceipt', 'MAX'),
    dated('arrivalStartDate', 'placeOfDelivery', 'MIN'),
    dated('arrivalEndDate', 'placeOfDelivery', 'MAX'),
    { name: 'maxTranshipment', known: () => ({ maxTranshipment: '0' }), contradicts, needs: 'a route with a change of ships' },
    typed('receiptTypeAtOrigin'),
    typed('deliveryTypeAtDestination'),
    {
      name: 'cargoType',
      known: () => ({ cargoType: 'REEFER' }),
      contradicts: () => false,
      needs: 'an attribute of routes that the standard does not have',
    },
  ];
}

/** Returns the ships of a service, each with its calls. */
function shipsOf(service: unknown): readonly unknown[] {
  return listAt(service, 'vesselSchedules');
}

function callsOf(service: unknown): unknown[] {
  return shipsOf(service).flatMap((ship) => listAt(ship, 'transportCalls'));
}

function arrivalDaysOf(call: unknown): string[] {
  return listAt(call, 'timestamps').flatMap((timestamp) =>
    textAt(timestamp, 'eventTypeCode') === 'ARRI' ? localDaysOf(textAt(timestamp, 'eventDateTime'), call) : [],
  );
}

/** @param place has the location of the port */
function localDaysOf(dateTime: string | undefined, place: unknown): string[] {
  return dateTime === undefined ? [] : [localDayTextOf(dateTime, normalUNLocationCode(textAt(place, 'location', 'UNLocationCode')))];
}
