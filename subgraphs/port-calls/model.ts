import { instantOf } from '@landfall/dcsa/instant.ts';
import { foldedName, normalKeys } from '@landfall/matching/claims/normal-values.ts';
import type { VersionFilter, VersionIndex } from '#platform/store/version-store.ts';
import type { GivenFilter } from '#platform/wire/filter-strings.ts';
import type { PortCallEventFilter as FilterArgument } from './generated/schema.ts';
import type { PortCallEventContent } from './wire/parse.ts';

/** Returns the id of an event in the store: its sender and its `eventID`, or the substitute for a missing one. */
export function entityIdOf(partner: string, eventID: string): string {
  return JSON.stringify([partner, eventID]);
}

/**
 * Returns the sort key of a version: `eventUpdatedDateTime` as an instant. Versions without it sort before all others,
 * ordered by `undated`.
 */
export function sortKeyOf({ eventUpdatedDateTime: updated }: PortCallEventContent, undated: string): string {
  const instant = updated === undefined ? undefined : instantOf(updated);
  // '-' sorts before every digit.
  return instant ?? `-${undated}`;
}

/** Returns whether a sort key belongs to a version without `eventUpdatedDateTime`. */
export function isUndated(sortKey: string): boolean {
  return sortKey.startsWith('-');
}

/** Sorts after all undated versions and before all others. */
export const afterUndated = '.';

/** Kinds of events. An event may be of several kinds. */
export type PortCallEventKind =
  | 'TIMESTAMP'
  | 'MOVES_FORECAST'
  | 'SERVICE_CANCELED'
  | 'SERVICE_DECLINED'
  | 'TERMINAL_CALL_OMITTED'
  | 'PORT_CALL_OMITTED'
  | 'VESSEL_STATUS'
  | 'DESCRIPTIVE';

/** Derives the kinds of an event from its attributes; the standard has no event types. */
export function kindsOf(event: PortCallEventContent): PortCallEventKind[] {
  const { timestamp, movesForecasts, portCallService, terminalCall, portCall, vessel } = event;
  const hasStatus = vessel !== undefined && statusAttributes.some((name) => vessel[name] !== undefined);
  const kinds: [PortCallEventKind, boolean][] = [
    ['TIMESTAMP', timestamp !== undefined],
    ['MOVES_FORECAST', movesForecasts !== undefined && movesForecasts.length > 0],
    ['SERVICE_CANCELED', portCallService?.isCanceled === true],
    ['SERVICE_DECLINED', portCallService?.isDeclined === true],
    ['TERMINAL_CALL_OMITTED', terminalCall?.isOmitted === true],
    ['PORT_CALL_OMITTED', portCall?.isOmitted === true],
    ['VESSEL_STATUS', hasStatus],
  ];
  const found = kinds.flatMap(([kind, holds]) => (holds ? [kind] : []));
  return found.length === 0 ? ['DESCRIPTIVE'] : found;
}

const statusAttributes = ['vesselPosition', 'milesToDestinationPort', 'airDraft', 'draft', 'aftDraft', 'forwardDraft'] as const;

type ReadString = (event: PortCallEventContent) => string | undefined;

/** The filters of the standard's GET that compare strings, each with the attribute that it compares. */
const comparedAttributes = {
  UNLocationCode: ({ portCall }) => portCall?.UNLocationCode,
  portVisitReference: ({ portCall }) => portCall?.portVisitReference,
  carrierServiceName: ({ terminalCall }) => terminalCall?.carrierServiceName,
  carrierServiceCode: ({ terminalCall }) => terminalCall?.serviceCodeOrReference?.carrierServiceCode,
  universalServiceReference: ({ terminalCall }) => terminalCall?.serviceCodeOrReference?.universalServiceReference,
  terminalCallReference: ({ terminalCall }) => terminalCall?.terminalCallReference,
  carrierImportVoyageNumber: ({ terminalCall }) => terminalCall?.importVoyageNumberOrReference?.carrierVoyageNumber,
  universalImportVoyageReference: ({ terminalCall }) => terminalCall?.importVoyageNumberOrReference?.universalVoyageReference,
  carrierExportVoyageNumber: ({ terminalCall }) => terminalCall?.exportVoyageNumberOrReference?.carrierVoyageNumber,
  universalExportVoyageReference: ({ terminalCall }) => terminalCall?.exportVoyageNumberOrReference?.universalVoyageReference,
  portCallServiceTypeCode: ({ portCallService }) => portCallService?.portCallServiceTypeCode,
  vesselIMONumber: ({ vessel }) => vessel?.vesselIMONumber,
  vesselName: ({ vessel }) => vessel?.vesselName,
  vesselMMSINumber: ({ vessel }) => vessel?.vesselMMSINumber,
  portCallID: ({ portCall }) => portCall?.portCallID,
  terminalCallID: ({ terminalCall }) => terminalCall?.terminalCallID,
  portCallServiceID: ({ portCallService }) => portCallService?.portCallServiceID,
  classifierCode: ({ timestamp }) => timestamp?.classifierCode,
} as const satisfies Readonly<Record<string, ReadString>>;

/** The filters in {@link comparedAttributes}, each with the function that reads its attribute. */
export const comparedFilters = Object.entries<ReadString>(comparedAttributes) as [keyof typeof comparedAttributes, ReadString][];

/** The filters of the standard's GET and those of Landfall. Times of receipt have the format of `receivedAt`. */
export type PortCallEventFilter = GivenFilter<FilterArgument>;

/**
 * Returns the index entries of an event (Port Call 2.0.0, GET filters). Its date is the time of the service, otherwise
 * that of the last change.
 */
export function indexOfEvent(partner: string, event: PortCallEventContent): VersionIndex {
  const terms = [termOf('partner', partner)];
  for (const [name, read] of comparedFilters) {
    const value = read(event);
    if (value !== undefined && value !== '') terms.push(...termsOf(name, value));
  }
  const time = event.timestamp?.serviceDateTime ?? event.eventUpdatedDateTime;
  const instant = time === undefined ? undefined : instantOf(time);
  if (instant === undefined) return { terms, groups: [] };
  const { ships, ports } = placeOf(terms);
  // Of several spellings of the name, the last is the one that all have in common.
  const distinct = ships.filter((ship, place) => ship.startsWith('vesselIMONumber:') || place === ships.length - 1);
  return { terms: [...terms, ...visitTermsOf(distinct, ports, [instant, instant])], groups: [], date: instant };
}

/** Returns the terms of an event's ship, and the UN/LOCODE of its port. */
export function placeOf(terms: readonly string[]): { readonly ships: readonly string[]; readonly ports: readonly string[] } {
  const valuesOf = (name: string) => terms.filter((term) => term.startsWith(`${name}:`));
  const ports = valuesOf('UNLocationCode').map((term) => term.slice('UNLocationCode:'.length));
  return { ships: [...valuesOf('vesselIMONumber'), ...valuesOf('vesselName')], ports };
}

/**
 * Returns the terms by which matching finds the events of ships at ports, one for each quarter of a year, so that the cost
 * does not grow with a ship's history. The stores' upgrade from 0.2.0 adds the same terms.
 *
 * @param days the first and the last day or instant
 */
export function visitTermsOf(ships: readonly string[], ports: readonly string[], [first, last]: readonly [string, string]): string[] {
  const quarterOf = (day: string) => Number(day.slice(0, 4)) * 4 + Math.ceil(Number(day.slice(5, 7)) / 3) - 1;
  const count = quarterOf(last) - quarterOf(first) + 1;
  const quarters = Array.from({ length: Math.max(count, 0) }, (_, place) => quarterOf(first) + place);
  const textOf = (quarter: number) => `${String(Math.floor(quarter / 4)).padStart(4, '0')}-${(quarter % 4) + 1}`;
  return ships.flatMap((ship) => ports.flatMap((port) => quarters.map((quarter) => `at:${ship} ${port} ${textOf(quarter)}`)));
}

/** Converts a filter to the store's terms. An event without the attribute of a filter does not match. */
export function versionFilterOf(filter: PortCallEventFilter): VersionFilter {
  const { partners, receivedAfter, receivedBefore } = filter;
  const all = comparedFilters.flatMap(([name]) => (filter[name] === undefined ? [] : [termsOf(name, filter[name])]));
  if (partners !== undefined) all.push(partners.map((partner) => termOf('partner', partner)));
  const [dateMin, dateMax] = [filter.eventTimestampMin, filter.eventTimestampMax].map((time) =>
    time === undefined ? undefined : instantOf(time),
  );
  return { all, dateMin, dateMax, receivedAfter, receivedBefore };
}

/**
 * Returns a term of the store's index. Values that are used for matching are normalized as in matching, without case
 * and blanks; all others are compared exactly.
 */
export function termOf(name: string, value: string): string {
  const normal = isJoinKey(name) ? (normalKeys({ [name]: value })[name] ?? value) : value;
  // Lone surrogates, which UTF-8 cannot represent, are replaced in rows and in queries.
  return `${name}:${normal}`.toWellFormed();
}

/** Returns the term of a value, and for a ship's name also the one that all its spellings have in common. */
function termsOf(name: string, value: string): string[] {
  const { vesselName } = normalKeys({ vesselName: name === 'vesselName' ? value : undefined });
  return [...new Set([termOf(name, value), ...(vesselName === undefined ? [] : [termOf(name, foldedName(vesselName))])])];
}

const matchAttributes = [
  'vesselIMONumber',
  'vesselName',
  'UNLocationCode',
  'portVisitReference',
  'universalImportVoyageReference',
] as const;

function isJoinKey(name: string): name is (typeof matchAttributes)[number] {
  return matchAttributes.some((key) => key === name);
}
