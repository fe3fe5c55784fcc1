import { instantOf } from '@landfall/dcsa/instant.ts';
import { portCallParameters } from '@landfall/dcsa/parameters.ts';
import { demoSeed, type SandboxOptions } from '../carrier.ts';
import { systemClock } from '../clock.ts';
import { createFleet } from '../fleet/fleet.ts';
import { createList, findIssues, isPaging, type KeyedRow } from '../lists.ts';
import { openParty, type Step } from '../scenario-runner.ts';
import { valuesAt } from '../values.ts';
import { createHarbourScenario } from './harbour-scenario.ts';
import type { PortCallEvent } from './port-call-events.ts';

/** The third party of the sandbox: a port community system of all harbours where the carriers discharge. */
export const quayside = {
  id: 'quayside',
  name: 'Quayside Harbours',
  /** Its credential at Landfall. */
  pushCredential: { header: 'x-api-key', value: 'quayside-demo-key' },
  /** The `x-api-key` that it requires. */
  ownKey: 'landfall-demo-key-for-quayside',
  /** Maximum number of events on a page. */
  pageSize: 50,
} as const;

const apiVersion = '2.0.0';
/** Maximum number of events; the harbours forget the oldest ones, after the calls were announced again. */
const maxEvents = 500;

/** Opens the harbours: an HTTP server on a free loopback port that answers `GET /events`, and pushes events while its scenario runs. */
export async function openSandboxHarbour(options: SandboxOptions = {}) {
  const { onEvent = () => undefined, clock = systemClock } = options;
  const events: KeyedRow<PortCallEvent>[] = [];
  const scenario = createHarbourScenario(options.fleet ?? createFleet(demoSeed));
  let count = 0;
  const next = (now: number): Step | undefined => {
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
function createEventPublisher(events: readonly KeyedRow<PortCallEvent>[]) {
  return createList({
    ...quayside,
    paths: ['/events'],
    version: apiVersion,
    // No parameter is ignored, because an ignored filter would return too many rows without a warning.
    check: (query) => {
      const isKnown = (name: string) => isPaging(name) || parameters.some((parameter) => parameter.name === name);
      const unknown = [...new Set(query.keys())].filter((name) => !isKnown(name));
      return [...findIssues(query, parameters), ...unknown.map((property) => ({ property, message: 'is not supported' }))];
    },
    rowsOf: (query) => events.filter(([, event]) => satisfies(event, query)),
    bodyOf: (rows) => ({ events: rows }),
  });
}

const { parameters } = portCallParameters;

/** Where the attributes are that have other names than the filters of Port Call 2.0.0. */
const paths: Readonly<Record<string, readonly string[]>> = {
  carrierImportVoyageNumber: ['importVoyageNumberOrReference', 'carrierVoyageNumber'],
  universalImportVoyageReference: ['importVoyageNumberOrReference', 'universalVoyageReference'],
  carrierExportVoyageNumber: ['exportVoyageNumberOrReference', 'carrierVoyageNumber'],
  universalExportVoyageReference: ['exportVoyageNumberOrReference', 'universalVoyageReference'],
};

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
    parameters.every(
      ({ name, type }) => type !== 'string' || !query.has(name) || valuesAt(event, ...(paths[name] ?? [name])).includes(query.get(name)),
    )
  );
}
