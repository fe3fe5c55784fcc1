import { normalKeys } from '#platform/matching/claims/normal-values.ts';
import type { VersionFilter, VersionIndex } from '#platform/store/version-store.ts';
import { instantOf } from '#platform/time/instant.ts';
import type { PortCallEventContent } from './wire/parse.ts';

/** The text under which the store keeps an event: who sent it and its `eventID`, or what stands for a missing one. */
export function entityIdOf(partner: string, eventID: string): string {
  return JSON.stringify([partner, eventID]);
}

/**
 * Orders the versions of one event: by `eventUpdatedDateTime` as an instant. Versions without one are older than all
 * that have one, and go by `undated` among themselves.
 */
export function sortKeyOf({ eventUpdatedDateTime: updated }: PortCallEventContent, undated: string): string {
  const instant = updated === undefined ? undefined : instantOf(updated);
  // '-' sorts before every digit.
  return instant ?? `-${undated}`;
}

/** Whether an order says nothing about when the partner changed the event. */
export function isUndated(order: string): boolean {
  return order.startsWith('-');
}

/** An order behind all undated ones and before all others. */
export const afterUndated = '.';

/** What an event says. One may be several kinds at once. */
export type PortCallEventKind =
  | 'TIMESTAMP'
  | 'MOVES_FORECAST'
  | 'SERVICE_CANCELED'
  | 'SERVICE_DECLINED'
  | 'TERMINAL_CALL_OMITTED'
  | 'PORT_CALL_OMITTED'
  | 'VESSEL_STATUS'
  | 'DESCRIPTIVE';

/** Derives the kinds of an event from the parts it has; the standard has no types of events. */
export function kindsOf({
  timestamp,
  movesForecasts,
  portCallService,
  terminalCall,
  portCall,
  vessel,
}: PortCallEventContent): PortCallEventKind[] {
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

type ReadText = (event: PortCallEventContent) => string | undefined;

/** The filters of the standard's GET that compare texts, each with the attribute it compares. */
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
} as const satisfies Readonly<Record<string, ReadText>>;

type ComparedFilters = { readonly [Name in keyof typeof comparedAttributes]?: string | undefined };

/** Those filters, each with how its attribute is read. */
export const comparedFilters = Object.entries<ReadText>(comparedAttributes) as [keyof ComparedFilters, ReadText][];

/** The filters of the standard's GET, Landfall's own beside them. */
export interface PortCallEventFilter extends ComparedFilters {
  /** RFC 3339, inclusive. */
  readonly eventTimestampMin?: string | undefined;
  readonly eventTimestampMax?: string | undefined;
  readonly partners?: readonly string[] | undefined;
  /** In the form of `receivedAt`. */
  readonly receivedAfter?: string | undefined;
  readonly receivedBefore?: string | undefined;
}

/** What an event can be found by (Port Call 2.0.0, GET filters). The business time counts, else that of the last change. */
export function indexOfEvent(partner: string, event: PortCallEventContent): VersionIndex {
  const terms = [termOf('partner', partner)];
  for (const [name, read] of comparedFilters) {
    const value = read(event);
    if (value !== undefined && value !== '') terms.push(termOf(name, value));
  }
  const time = event.timestamp?.serviceDateTime ?? event.eventUpdatedDateTime;
  const instant = time === undefined ? undefined : instantOf(time);
  return { terms, groups: [], ...(instant === undefined ? {} : { date: instant }) };
}

/** Puts a filter into the store's terms. An event that lacks the attribute of a filter does not match. */
export function versionFilterOf(filter: PortCallEventFilter): VersionFilter {
  const { partners, receivedAfter, receivedBefore } = filter;
  const all = comparedFilters.flatMap(([name]) => (filter[name] === undefined ? [] : [[termOf(name, filter[name])]]));
  if (partners !== undefined) all.push(partners.map((partner) => termOf('partner', partner)));
  const [min, max] = [filter.eventTimestampMin, filter.eventTimestampMax].map((time) => (time === undefined ? undefined : instantOf(time)));
  return {
    ...(all.length === 0 ? {} : { all }),
    ...(min === undefined ? {} : { dateMin: min }),
    ...(max === undefined ? {} : { dateMax: max }),
    ...(receivedAfter === undefined ? {} : { receivedAfter }),
    ...(receivedBefore === undefined ? {} : { receivedBefore }),
  };
}

/**
 * A term of the store's index. Keys by which records of different standards are joined compare as joins compare them,
 * whatever their case and blanks; all else compares exactly.
 */
export function termOf(name: string, value: string): string {
  const normal = isJoinKey(name) ? (normalKeys({ [name]: value })[name] ?? value) : value;
  // A lone surrogate cannot be stored as UTF-8; replaced alike in rows and in questions.
  return `${name}:${normal}`.toWellFormed();
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
