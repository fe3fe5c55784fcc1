import { listAt, textAt } from '@landfall/dcsa/wire-values.ts';

/**
 * Returns the services with the ships that have a matching call, either with whole voyages or with the matching calls
 * only.
 */
export function servicesFor(services: readonly object[], query: URLSearchParams, today: string | undefined): object[] {
  return services.flatMap((service) => {
    if (!agrees(query, { carrierServiceCode: [textAt(service, 'carrierServiceCode')] })) return [];
    if (!agrees(query, { universalServiceReference: [textAt(service, 'universalServiceReference')] })) return [];
    const vesselSchedules = listAt(service, 'vesselSchedules').flatMap((schedule) => shipFor(schedule, query, today));
    return vesselSchedules.length === 0 ? [] : [{ ...service, vesselSchedules }];
  });
}

function shipFor(schedule: unknown, query: URLSearchParams, today: string | undefined): object[] {
  const vessel = (name: string) => [textAt(schedule, 'vessel', name)];
  const isShip = agrees(query, {
    vesselIMONumber: vessel('vesselIMONumber'),
    vesselName: vessel('name'),
    vesselOperatorCarrierCode: vessel('operatorCarrierCode'),
  });
  if (!isShip) return [];
  const days = requestedDays(query, today);
  const all = listAt(schedule, 'transportCalls');
  const matched = all.filter((call) => isCall(call, query, days));
  if (matched.length === 0) return [];
  if (query.get('responseScope') === 'MATCHED_CALLS') return [{ ...(schedule as object), transportCalls: matched }];
  // Every voyage of a matching call is included completely.
  const voyages = new Set(matched.flatMap(voyagesOf));
  return [{ ...(schedule as object), transportCalls: all.filter((call) => voyagesOf(call).some((voyage) => voyages.has(voyage))) }];
}

function isCall(call: unknown, query: URLSearchParams, { first, last }: Days): boolean {
  const location = (name: string) => [textAt(call, 'location', name)];
  const eitherReference = ['Import', 'Export'].map((side) => textAt(call, `universal${side}VoyageReference`));
  return (
    agrees(query, {
      UNLocationCode: location('UNLocationCode'),
      facilitySMDGCode: location('facilitySMDGCode'),
      carrierVoyageNumber: voyagesOf(call),
      universalVoyageReference: eitherReference,
    }) &&
    // A call with only departures never matches by day.
    ((first === '' && last === '9999') || daysOf(call, 'ARRI').some((day) => day >= first && day <= last))
  );
}

function voyagesOf(call: unknown): (string | undefined)[] {
  return ['Import', 'Export'].map((side) => textAt(call, `carrier${side}VoyageNumber`));
}

interface Days {
  readonly first: string;
  readonly last: string;
}

/** Returns the requested days. Without parameters: three months back and six ahead, if the present is known. */
function requestedDays(query: URLSearchParams, today: string | undefined): Days {
  const open = today === undefined ? { first: '', last: '9999' } : { first: movedBy(today, -91), last: movedBy(today, 182) };
  return { first: query.get('startDate') ?? open.first, last: query.get('endDate') ?? open.last };
}

function movedBy(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns one terminal's ships from a day on, by the latest known arrival, otherwise by departure. */
export function portFor(port: object, query: URLSearchParams): object[] {
  if (!agrees(query, { UNLocationCode: [textAt(port, 'location', 'UNLocationCode')] })) return [];
  const from = query.get('date') ?? '';
  const vesselSchedules = listAt(port, 'vesselSchedules').filter((schedule) => {
    const arrivals = daysOf(schedule, 'ARRI');
    const known = arrivals.length > 0 ? arrivals : daysOf(schedule, 'DEPA');
    return (known.at(-1) ?? '') >= from;
  });
  return vesselSchedules.length === 0 ? [] : [{ ...port, vesselSchedules }];
}

/** Returns the routes between two places on the requested days. */
export function routesFor(routes: readonly object[], query: URLSearchParams): object[] {
  return routes.filter((route) => isRoute(route, query));
}

function isRoute(route: object, query: URLSearchParams): boolean {
  const day = (place: string) => textAt(route, place, 'dateTime')?.slice(0, 10) ?? '';
  const isWithin = (text: string, name: string) =>
    text >= (query.get(`${name}StartDate`) ?? '') && text <= (query.get(`${name}EndDate`) ?? '9999');
  return (
    agrees(query, {
      placeOfReceipt: [textAt(route, 'placeOfReceipt', 'location', 'UNLocationCode')],
      placeOfDelivery: [textAt(route, 'placeOfDelivery', 'location', 'UNLocationCode')],
    }) &&
    isWithin(day('placeOfReceipt'), 'departure') &&
    isWithin(day('placeOfDelivery'), 'arrival')
  );
}

/** Returns whether each parameter that was sent is among the document's values for it. */
function agrees(query: URLSearchParams, values: Readonly<Record<string, readonly (string | undefined)[]>>): boolean {
  return Object.entries(values).every(([name, held]) => !query.has(name) || held.includes(query.get(name) ?? ''));
}

function daysOf(source: unknown, type: 'ARRI' | 'DEPA'): string[] {
  return listAt(source, 'timestamps').flatMap((timestamp) =>
    textAt(timestamp, 'eventTypeCode') === type ? [textAt(timestamp, 'eventDateTime')?.slice(0, 10) ?? ''] : [],
  );
}
