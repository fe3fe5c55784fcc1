import { listAt, textAt } from '../../subgraphs/shared/joins/wire-values.ts';
import { type FakePartner, openFakePartner, type RecordedRequest, type ScriptedAnswer } from './fake-partner.ts';

/** What a Producer of Commercial Schedules has to tell: the root objects of its three GETs. */
export interface Schedules {
  readonly vesselSchedules: readonly object[];
  readonly portSchedules: readonly object[];
  readonly routes: readonly object[];
}

/** How a Producer falls short of the standard. */
export interface Shortcoming extends ScriptedAnswer {
  /** Answers with everything it has. */
  readonly ignoresFilters?: boolean;
  /** Answers 400 to a request with this parameter. */
  readonly refuses?: string;
  /** Before 1.0.3 `responseScope` was not known: whole voyages come. */
  readonly apiVersion?: '1.0.2';
}

/** A Producer over real HTTP on loopback that honours the filters of the standard. */
export interface Producer extends FakePartner {
  /** From now on it answers like this; without an argument as the standard wants it. */
  behave(shortcoming?: Shortcoming): void;
}

/** Starts one. Its documents are answered as they are, without pages. */
export async function openProducer(schedules: Partial<Schedules>): Promise<Producer> {
  let shortcoming: Shortcoming = {};
  const partner = await openFakePartner({
    otherwise: (request) => {
      const { refuses, apiVersion = '1.0.3', ignoresFilters = false, ...answer } = shortcoming;
      if (refuses !== undefined && request.query.has(refuses)) return { status: 400, body: { statusCode: 400, errors: [] } };
      if (apiVersion === '1.0.2') request.query.delete('responseScope');
      const body = rowsOf(schedules, ignoresFilters ? { ...request, query: new URLSearchParams() } : request);
      return { headers: { 'api-version': apiVersion }, body, ...answer };
    },
  });
  return Object.assign(partner, {
    behave: (next: Shortcoming = {}) => {
      shortcoming = next;
    },
  });
}

function rowsOf({ vesselSchedules = [], portSchedules = [], routes = [] }: Partial<Schedules>, { url, query }: RecordedRequest): object[] {
  switch (/\/v1\/([\w-]+)/.exec(url)?.[1]) {
    case 'vessel-schedules':
      return vesselSchedules.flatMap((service) => serviceFor(service, query));
    case 'port-schedules':
      return portSchedules.flatMap((port) => portFor(port, query));
    case 'point-to-point-routes':
      return routes.filter((route) => isRoute(route, query));
    default:
      throw new Error(`no Producer is asked for ${url}`);
  }
}

/** The ships that have a matching call, with all their calls or with those alone. */
function serviceFor(service: object, query: URLSearchParams): object[] {
  if (!agrees(query, { carrierServiceCode: [textAt(service, 'carrierServiceCode')] })) return [];
  if (!agrees(query, { universalServiceReference: [textAt(service, 'universalServiceReference')] })) return [];
  const vesselSchedules = listAt(service, 'vesselSchedules').flatMap((schedule) => {
    const vessel = (name: string) => [textAt(schedule, 'vessel', name)];
    const isShip = agrees(query, {
      vesselIMONumber: vessel('vesselIMONumber'),
      vesselName: vessel('name'),
      vesselOperatorCarrierCode: vessel('operatorCarrierCode'),
    });
    const transportCalls = listAt(schedule, 'transportCalls').filter((call) => isShip && isCall(call, query));
    if (transportCalls.length === 0) return [];
    return [query.get('responseScope') === 'MATCHED_CALLS' ? { ...(schedule as object), transportCalls } : schedule];
  });
  return vesselSchedules.length === 0 ? [] : [{ ...service, vesselSchedules }];
}

function isCall(call: unknown, query: URLSearchParams): boolean {
  const location = (name: string) => [textAt(call, 'location', name)];
  const eitherVoyage = (stem: string, noun: string) => ['Import', 'Export'].map((side) => textAt(call, `${stem}${side}Voyage${noun}`));
  const [first, last] = [query.get('startDate') ?? '', query.get('endDate') ?? '9999'];
  return (
    agrees(query, {
      UNLocationCode: location('UNLocationCode'),
      facilitySMDGCode: location('facilitySMDGCode'),
      carrierVoyageNumber: eitherVoyage('carrier', 'Number'),
      universalVoyageReference: eitherVoyage('universal', 'Reference'),
    }) &&
    // A call that has departures only never matches by day.
    ((first === '' && last === '9999') || daysOf(call, 'ARRI').some((day) => day >= first && day <= last))
  );
}

/** One terminal's ships from a day on. */
function portFor(port: object, query: URLSearchParams): object[] {
  if (!agrees(query, { UNLocationCode: [textAt(port, 'location', 'UNLocationCode')] })) return [];
  const from = query.get('date') ?? '';
  const vesselSchedules = listAt(port, 'vesselSchedules').filter((schedule) => {
    const arrivals = daysOf(schedule, 'ARRI');
    return (arrivals.length > 0 ? arrivals : daysOf(schedule, 'DEPA')).some((day) => day >= from);
  });
  return vesselSchedules.length === 0 ? [] : [{ ...port, vesselSchedules }];
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

/** Whether each parameter that was sent is one of the values that the document has for it. */
function agrees(query: URLSearchParams, values: Readonly<Record<string, readonly (string | undefined)[]>>): boolean {
  return Object.entries(values).every(([name, held]) => !query.has(name) || held.includes(query.get(name) ?? ''));
}

function daysOf(source: unknown, type: 'ARRI' | 'DEPA'): string[] {
  return listAt(source, 'timestamps').flatMap((timestamp) =>
    textAt(timestamp, 'eventTypeCode') === type ? [textAt(timestamp, 'eventDateTime')?.slice(0, 10) ?? ''] : [],
  );
}
