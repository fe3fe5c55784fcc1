import { listAt, textAt } from '@landfall/dcsa/wire-values.ts';
import type { FilterCase } from '#platform/upstream/check/filters.ts';
import type { Parameters } from '#platform/upstream/check/probe.ts';
import type { Sample } from '#platform/upstream/check/sample.ts';
import type { ScheduleQuery } from '../model.ts';
import { parseRow } from '../wire/parse.ts';
import { postFilter } from './post-filter/post-filter.ts';

type Endpoint = ScheduleQuery['endpoint'];

/** Ranges later and earlier than any schedule. Both bounds are given, because an omitted bound has a default. */
const farAhead = ['2099-01-01', '2099-12-31'] as const;
const longAgo = ['2000-01-01', '2000-01-31'] as const;
/** Placeholder of a call without voyage. */
const noVoyage = '9999R';

/** Returns whether a row contradicts the parameters of a request. */
export function isUnrequested(endpoint: Endpoint, row: unknown, parameters: Parameters): boolean {
  const record = parseRow(endpoint, row)?.record;
  if (record === undefined) return false;
  const { maxTranshipment, ...others } = parameters;
  const conditions = maxTranshipment === undefined ? others : { ...others, maxTranshipment: Number(maxTranshipment) };
  return postFilter(record, { endpoint, conditions } as ScheduleQuery) !== record;
}

/** Returns the filters of vessel schedules, for a sample with a port and a window of days. */
export function vesselCases(sample: Sample): FilterCase[] {
  const endpoint = 'vessel-schedules';
  /** Reduces the sample's rows to the matching calls. */
  const matched = (rows: readonly unknown[]) =>
    rows.flatMap((row) => {
      const record = parseRow(endpoint, row)?.record;
      const conditions = { ...sample.parameters, responseScope: 'MATCHED_CALLS' };
      const wanted = record === undefined ? undefined : postFilter(record, { endpoint, conditions } as ScheduleQuery);
      return wanted === undefined ? [] : [wanted];
    });
  const selecting = (name: string, unknown: string, read: (service: unknown) => readonly (string | undefined)[]): FilterCase => ({
    name,
    known: (rows) => knownOf(name, matched(rows).flatMap(read)),
    unknown: () => ({ [name]: unknown }),
    contradicts: (row, parameters) => isUnrequested(endpoint, row, parameters),
    needs: 'a schedule with the attribute',
  });
  const days = (rows: readonly unknown[]) => matched(rows).flatMap(callsOf).flatMap(arrivalDaysOf).toSorted();
  const dated = (name: string, cases: Pick<FilterCase, 'known' | 'unknown'>): FilterCase => ({
    name,
    ...cases,
    contradicts: (row, parameters) => isUnrequested(endpoint, row, parameters),
    needs: 'a call with an arrival',
  });
  return [
    selecting('vesselIMONumber', '9999993', (service) => shipsOf(service).map((ship) => textAt(ship, 'vessel', 'vesselIMONumber'))),
    selecting('vesselName', 'LANDFALL PROBE', (service) => shipsOf(service).map((ship) => textAt(ship, 'vessel', 'name'))),
    selecting('carrierServiceCode', 'PROBE9', (service) => [textAt(service, 'carrierServiceCode')]),
    selecting('universalServiceReference', 'SR99999Z', (service) => [textAt(service, 'universalServiceReference')]),
    selecting('carrierVoyageNumber', 'PROBE999', (service) => callsOf(service).map((call) => textAt(call, 'carrierImportVoyageNumber'))),
    selecting('universalVoyageReference', '00ZZN', (service) =>
      callsOf(service).map((call) => textAt(call, 'universalImportVoyageReference')),
    ),
    selecting('UNLocationCode', 'ZZZZZ', (service) => callsOf(service).map((call) => textAt(call, 'location', 'UNLocationCode'))),
    selecting('facilitySMDGCode', 'ZZZZZ9', (service) => callsOf(service).map((call) => textAt(call, 'location', 'facilitySMDGCode'))),
    selecting('vesselOperatorCarrierCode', 'ZZZ9', (service) =>
      shipsOf(service).map((ship) => textAt(ship, 'vessel', 'operatorCarrierCode')),
    ),
    dated('startDate', {
      known: (rows) => knownOf('startDate', days(rows)),
      unknown: () => ({ startDate: farAhead[0], endDate: farAhead[1] }),
    }),
    dated('endDate', {
      known: (rows) => knownOf('endDate', days(rows).toReversed()),
      unknown: () => ({ startDate: longAgo[0], endDate: longAgo[1] }),
    }),
    {
      name: 'responseScope',
      known: () => ({ responseScope: 'MATCHED_CALLS' }),
      contradicts: (row, parameters) => isUnrequested(endpoint, row, { ...sample.parameters, ...parameters }),
      needs: 'a voyage with calls that do not match',
    },
  ];
}

/** Returns the filters of routes, for a sample with two places. */
export function routeCases(): FilterCase[] {
  const contradicts: FilterCase['contradicts'] = (row, parameters) => isUnrequested('point-to-point-routes', row, parameters);
  const dated = (name: string, end: 'placeOfReceipt' | 'placeOfDelivery', isStart: boolean): FilterCase => ({
    name,
    known: (rows) => {
      const days = rows.flatMap((route) => textAt(route, end, 'dateTime')?.slice(0, 10) ?? []).toSorted();
      // The outermost day matches all rows.
      return knownOf(name, isStart ? days : days.toReversed());
    },
    unknown: () => ({ [name]: isStart ? farAhead[0] : longAgo[0] }),
    contradicts,
    needs: 'a route with a time',
  });
  const typed = (name: string): FilterCase => {
    const typesOf = (rows: readonly unknown[]) => rows.map((route) => textAt(route, name));
    return {
      name,
      known: (rows) => knownOf(name, typesOf(rows)),
      unknown: (rows) =>
        knownOf(
          name,
          ['CFS', 'SD', 'CY'].filter((type) => !typesOf(rows).includes(type)),
        ),
      contradicts,
      needs: 'a route with the attribute',
    };
  };
  return [
    dated('departureStartDate', 'placeOfReceipt', true),
    dated('departureEndDate', 'placeOfReceipt', false),
    dated('arrivalStartDate', 'placeOfDelivery', true),
    dated('arrivalEndDate', 'placeOfDelivery', false),
    {
      name: 'maxTranshipment',
      known: () => ({ maxTranshipment: '0' }),
      contradicts,
      needs: 'a route with a change of ships',
    },
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
export function shipsOf(service: unknown): readonly unknown[] {
  return listAt(service, 'vesselSchedules');
}

function callsOf(service: unknown): unknown[] {
  return shipsOf(service).flatMap((ship) => listAt(ship, 'transportCalls'));
}

function arrivalDaysOf(call: unknown): string[] {
  return listAt(call, 'timestamps').flatMap((timestamp) =>
    textAt(timestamp, 'eventTypeCode') === 'ARRI' ? (textAt(timestamp, 'eventDateTime')?.slice(0, 10) ?? []) : [],
  );
}

function knownOf(name: string, values: readonly (string | undefined)[]): Parameters | undefined {
  const value = values.find((each) => each !== undefined && each !== '' && each !== noVoyage);
  return value === undefined ? undefined : { [name]: value };
}
