import { checkApiVersion } from '@landfall/dcsa/feedback.ts';
import { portCallFilters } from '@landfall/dcsa/filters.ts';
import { instantOf } from '@landfall/dcsa/instant.ts';
import { valueAt } from '@landfall/dcsa/wire-values.ts';
import type { SandboxOptions } from '../carrier.ts';
import { systemClock } from '../clock.ts';
import { createFleet } from '../fleet/fleet.ts';
import { createPages, isPageLimit, type KeyedRow } from '../pages.ts';
import { openParty, type Step } from '../scenario-runner.ts';
import { refusalOf, requireSignIn, type SandboxRequest, type SandboxResponse } from '../server.ts';
import { createHarbourScenario, type HarbourStep } from './harbour-scenario.ts';
import type { PortCallEvent } from './port-call-events.ts';

/** The third party of the sandbox: a port community system of all harbours where the carriers discharge. */
export const quayside = {
  id: 'quayside',
  name: 'Quayside Harbours',
  /** Name of the variable with its base URL in its partner file. */
  urlVariable: 'SANDBOX_QUAYSIDE_URL',
  /** Its credential at Landfall. */
  pushCredential: { header: 'x-api-key', value: 'quayside-demo-key' },
  /** The `x-api-key` that it requires. */
  ownKey: 'landfall-demo-key-for-quayside',
  /** Maximum number of events on a page. */
  pageSize: 50,
} as const;

export type SandboxHarbour = Awaited<ReturnType<typeof openSandboxHarbour>>;

const apiVersion = '2.0.0';
/** Maximum number of events; the harbours forget the oldest ones, after the calls were announced again. */
const maxEvents = 500;

/** Opens the harbours: an HTTP server on a free loopback port that answers `GET /events`, and pushes events while its scenario runs. */
export async function openSandboxHarbour(options: SandboxOptions<HarbourStep> = {}) {
  const { onEvent = () => undefined, clock = systemClock, seed = 'demo' } = options;
  const events: KeyedRow<PortCallEvent>[] = [];
  const scenario = createHarbourScenario(options.fleet ?? createFleet(seed));
  let count = 0;
  const next = (now: number): Step<HarbourStep> | undefined => {
    const step = scenario.next(now);
    if (step === undefined) return undefined;
    const { events: pushed, ...rest } = step;
    for (const event of pushed) {
      count += 1;
      events.push([String(count).padStart(12, '0'), event]);
    }
    events.splice(0, events.length - maxEvents);
    return { ...rest, path: 'events', version: apiVersion, body: { events: pushed } };
  };
  return openParty(quayside, { next, respond: createEventPublisher(events), clock, onEvent });
}

/** Creates the function that answers `GET /events` (Port Call 2.0.0, Event Publisher role). */
function createEventPublisher(events: readonly KeyedRow<PortCallEvent>[]): (request: SandboxRequest) => SandboxResponse {
  const pages = createPages(quayside);
  const refuse = (status: number, ...messages: readonly string[]) => refusalOf(apiVersion, status, messages);
  return requireSignIn({ path: '/events', key: quayside.ownKey, refuse }, ({ query, apiVersion: requested }) => {
    const version = checkApiVersion(requested, apiVersion);
    const issues = [...(version === undefined ? [] : [version]), ...findQueryIssues(query)];
    if (issues.length > 0) return refuse(400, ...issues);
    const page = pages.read(
      query,
      events.filter(([, event]) => satisfies(event, query)),
    );
    if (page === undefined) return refuse(400, 'Query parameter cursor: not known, used before, or given for other parameters.');
    const headers = { 'API-Version': apiVersion, ...page.headers };
    return { status: 200, headers, body: { events: page.rows }, summary: `${page.rows.length} events` };
  });
}

type Filter = (typeof portCallFilters)[number];
type Property = Exclude<Filter, 'eventTimestampMin' | 'eventTimestampMax'>;

const bounds: readonly string[] = ['eventTimestampMin', 'eventTimestampMax'];

/** The attribute that each filter of Port Call 2.0.0 is compared with. */
const paths: Readonly<Record<Property, readonly string[]>> = {
  UNLocationCode: ['portCall', 'UNLocationCode'],
  portVisitReference: ['portCall', 'portVisitReference'],
  carrierServiceName: ['terminalCall', 'carrierServiceName'],
  carrierServiceCode: ['terminalCall', 'serviceCodeOrReference', 'carrierServiceCode'],
  universalServiceReference: ['terminalCall', 'serviceCodeOrReference', 'universalServiceReference'],
  terminalCallReference: ['terminalCall', 'terminalCallReference'],
  carrierImportVoyageNumber: ['terminalCall', 'importVoyageNumberOrReference', 'carrierVoyageNumber'],
  universalImportVoyageReference: ['terminalCall', 'importVoyageNumberOrReference', 'universalVoyageReference'],
  carrierExportVoyageNumber: ['terminalCall', 'exportVoyageNumberOrReference', 'carrierVoyageNumber'],
  universalExportVoyageReference: ['terminalCall', 'exportVoyageNumberOrReference', 'universalVoyageReference'],
  portCallServiceTypeCode: ['portCallService', 'portCallServiceTypeCode'],
  vesselIMONumber: ['vessel', 'vesselIMONumber'],
  vesselName: ['vessel', 'vesselName'],
  vesselMMSINumber: ['vessel', 'vesselMMSINumber'],
  portCallID: ['portCall', 'portCallID'],
  terminalCallID: ['terminalCall', 'terminalCallID'],
  portCallServiceID: ['portCallService', 'portCallServiceID'],
  classifierCode: ['timestamp', 'classifierCode'],
};

/**
 * Returns the issues of a query. No parameter is ignored, because an ignored filter would return too many rows without
 * a warning.
 */
function findQueryIssues(query: URLSearchParams): string[] {
  return [...new Set(query.keys())].flatMap((name) => {
    const [value = '', ...others] = query.getAll(name);
    const issue = (words: string) => [`Query parameter ${name}: ${words}.`];
    if (others.length > 0) return issue('given more than once');
    if (name === 'limit') return isPageLimit(value) ? [] : issue('must be a whole number of at least 1');
    if (bounds.includes(name)) return instantOf(value) === undefined ? issue('must be a date-time with offset (RFC 3339)') : [];
    return name === 'cursor' || portCallFilters.some((filter) => filter === name) ? [] : issue('is not supported');
  });
}

/** Returns whether an event satisfies all conditions. An event without the attribute does not. */
function satisfies(event: PortCallEvent, query: URLSearchParams): boolean {
  const time = instantOf(event.timestamp?.serviceDateTime ?? event.eventUpdatedDateTime) ?? '';
  const isWithin = (name: string, isInside: (bound: string) => boolean) => {
    const bound = instantOf(query.get(name) ?? '');
    return bound === undefined || isInside(bound);
  };
  return (
    isWithin('eventTimestampMin', (least) => time >= least) &&
    isWithin('eventTimestampMax', (most) => time <= most) &&
    Object.entries(paths).every(([name, path]) => !query.has(name) || valueAt(event, path) === query.get(name))
  );
}
