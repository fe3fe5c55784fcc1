import { portCallFilters } from '@landfall/dcsa/filters.ts';
import { instantOf } from '@landfall/dcsa/instant.ts';
import { isPageLimit } from '../one-shot-cursors.ts';
import type { PortCallEvent } from './port-call-events.ts';

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
export function findQueryIssues(query: URLSearchParams): string[] {
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
export function satisfies(event: PortCallEvent, query: URLSearchParams): boolean {
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

function valueAt(event: unknown, path: readonly string[]): unknown {
  return path.reduce((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), event);
}
