import { instantOf } from '../shared/instant.ts';
import type { VersionFilter, VersionIndex } from '../shared/store/version-store.ts';
import type { PortCallEventContent } from './wire/parse.ts';

/** The text under which the store keeps an event: who sent it and its `eventID`, or what stands for a missing one. */
export function thingOf(partner: string, eventID: string): string {
  return JSON.stringify([partner, eventID]);
}

/** Stands for the `eventID` of an event that has none: equal content is the same event. */
export function syntheticIdOf(contentHash: string): string {
  return `sha256:${contentHash}`;
}

/**
 * Orders the versions of one event: by `eventUpdatedDateTime` as an instant. Versions without one are older than all
 * that have one, and among themselves the last received is the newest.
 */
export function orderOf(content: PortCallEventContent, receipt: { readonly receivedAt: string; readonly contentHash: string }): string {
  const { eventUpdatedDateTime: updated } = content;
  const instant = updated === undefined ? undefined : instantOf(updated);
  // '-' sorts before every digit.
  return instant ?? `-${receipt.receivedAt} ${receipt.contentHash}`;
}

/** Whether an order says nothing about when the partner changed the event. */
export function isUndated(order: string): boolean {
  return order.startsWith('-');
}

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

/** The filters of the standard's GET that compare texts, each with the attribute it compares. */
const comparedAttributes: Readonly<Record<string, (event: PortCallEventContent) => string | undefined>> = {
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
};

/** Names of the filters that compare texts. */
export const comparedFilters: readonly string[] = Object.keys(comparedAttributes);

/** The filters of the standard's GET, Landfall's own beside them. */
export interface PortCallEventFilter {
  /** By the names of {@link comparedFilters}. */
  readonly equal: Readonly<Record<string, string>>;
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
  for (const [name, read] of Object.entries(comparedAttributes)) {
    const value = read(event);
    if (value !== undefined && value !== '') terms.push(termOf(name, value));
  }
  const time = event.timestamp?.serviceDateTime ?? event.eventUpdatedDateTime;
  const instant = time === undefined ? undefined : instantOf(time);
  return { terms, groups: [], ...(instant === undefined ? {} : { date: instant }) };
}

/** Puts a filter into the store's terms. An event that lacks what is asked for does not match. */
export function versionFilterOf(filter: PortCallEventFilter): VersionFilter {
  const { partners, receivedAfter, receivedBefore } = filter;
  const all = Object.entries(filter.equal).map(([name, value]) => [termOf(name, value)]);
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

/** A term of the store's index. Names of ships compare without case and surrounding blanks, all else exactly. */
export function termOf(name: string, value: string): string {
  const normal = name === 'vesselName' ? value.trim().toLowerCase() : value;
  // A lone surrogate cannot be stored as UTF-8; replaced alike in rows and in questions.
  return `${name}:${normal}`.toWellFormed();
}
