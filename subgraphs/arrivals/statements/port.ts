import type { PortEvent, PortEvidence, SideOutcome } from '../model.ts';
import type { SideQuery, SourceAnswer } from './schedule.ts';
import { isUnanswered } from './schedule.ts';

type Maybe<T> = T | null | undefined;

/** `PortCallEventMatch` as a GraphQL operation returns it. */
export interface EventMatchAnswer {
  readonly confidence: string;
  readonly contradictions: readonly { readonly attribute?: string }[];
  readonly reasons: readonly string[];
  readonly event: {
    readonly id: string;
    readonly partner: { readonly id: string };
    readonly eventID?: Maybe<string>;
    readonly eventUpdatedDateTime?: Maybe<string>;
    readonly receivedAt: string;
    readonly isFYI?: Maybe<boolean>;
    readonly portCall?: Maybe<{
      readonly portCallID?: Maybe<string>;
      readonly UNLocationCode?: Maybe<string>;
      readonly isOmitted?: Maybe<boolean>;
    }>;
    readonly terminalCall?: Maybe<{
      readonly terminalCallID?: Maybe<string>;
      readonly terminalCallReference?: Maybe<string>;
      readonly isOmitted?: Maybe<boolean>;
    }>;
    readonly portCallService?: Maybe<{
      readonly portCallServiceID?: Maybe<string>;
      readonly portCallServiceTypeCode?: Maybe<string>;
      readonly portCallServiceEventTypeCode?: Maybe<string>;
      readonly portCallPhaseTypeCode?: Maybe<string>;
      readonly isCanceled?: Maybe<boolean>;
      readonly isDeclined?: Maybe<boolean>;
    }>;
    readonly timestamp?: Maybe<{ readonly classifierCode?: Maybe<string>; readonly serviceDateTime?: Maybe<string> }>;
  };
}

/** `PortCallEventMatchSet` as a GraphQL operation returns it. */
export interface PortCallEventMatchSetAnswer {
  readonly outcome: Exclude<SideOutcome, 'NOT_QUERIED'>;
  readonly terminalOutcome: Exclude<SideOutcome, 'NOT_QUERIED'>;
  readonly events: readonly EventMatchAnswer[];
  readonly sources: readonly SourceAnswer[];
}

/** Evidence of a port side that has never been queried, or that is not visible in the view. */
export const portNotAsked: PortEvidence = { outcome: 'NOT_QUERIED', couldQuery: true, events: [], terminalCallIDs: [] };

/**
 * Reduces the answer of `portCallEvents`. An omitted visit is never a unique match. Its events are kept if they belong
 * to the visit that was the match, or that would be the match if it were not omitted.
 *
 * @param answer null or undefined if the field failed
 */
export function portEvidenceOf(
  answer: Maybe<PortCallEventMatchSetAnswer>,
  { queriedAt, callKey }: Pick<SideQuery, 'queriedAt' | 'callKey'>,
  previous: PortEvidence | undefined,
): PortEvidence {
  const known = previous?.callKey === callKey ? previous : undefined;
  const matches = matchesOf(answer, known);
  const isOpen =
    answer === null || answer === undefined || (matches.length === 0 && answer.outcome !== 'UNIQUE' && isUnanswered(answer.sources));
  if (isOpen) {
    const unknown = { outcome: answer?.outcome ?? 'NOT_QUERIED', callKey, events: [], terminalCallIDs: [] } as const;
    return { ...(known ?? unknown), couldQuery: false };
  }
  const events = withTerminalCalls(matches.map(({ event }) => event));
  const UNLocationCode = matches.map(({ event }) => event.portCall?.UNLocationCode).find((code) => code !== null && code !== undefined);
  return {
    outcome: answer.outcome,
    couldQuery: true,
    queriedAt,
    callKey,
    events,
    terminalCallIDs: terminalCallsOf(answer, matches, events),
    ...(UNLocationCode && { UNLocationCode }),
  };
}

function matchesOf(answer: Maybe<PortCallEventMatchSetAnswer>, known: PortEvidence | undefined): readonly EventMatchAnswer[] {
  if (answer === null || answer === undefined) return [];
  if (answer.outcome === 'UNIQUE') return answer.events;
  const omitted = answer.events.filter(({ reasons }) => reasons.includes('OMITTED'));
  const former = new Set((known?.events ?? []).map(eventKeyOf));
  if (omitted.some(({ event }) => former.has(eventKeyOf(portEventOf(event))))) return omitted;
  if (omitted.length === 0 || omitted.some(isDoubtful)) return [];
  if (omitted.some(({ confidence }) => confidence === 'EXACT')) return omitted;
  // Without a reference, the notice may be about another visit, and an omission without a time may concern any call of
  // the voyage.
  const isOnly = omitted.length === answer.events.length && omitted.some(({ confidence }) => confidence === 'STRONG');
  return isOnly && omitted.some(({ event }) => event.timestamp?.serviceDateTime) ? omitted : [];
}

const doubts: ReadonlySet<string> = new Set(['VESSEL_DIFFERS', 'IMPORT_IS_EXPORT_OF_OTHER', 'OUTSIDE_WINDOW', 'FAR_APART']);

/** Returns whether anything other than the terminal contradicts an event, by the rules for a unique match. */
function isDoubtful({ contradictions, reasons }: EventMatchAnswer): boolean {
  return contradictions.some(({ attribute }) => attribute !== 'FACILITY') || reasons.some((reason) => doubts.has(reason));
}

/** Identifies an event within the statements of its partner: by its `eventID`, otherwise by its version. */
export function eventKeyOf({ partner, eventID, versionId }: Pick<PortEvent, 'partner' | 'eventID' | 'versionId'>): string {
  return JSON.stringify(eventID === undefined ? [partner, null, versionId] : [partner, eventID]);
}

/** Identifies the visit within the statements of its partner; undefined if the event names none. */
export function portCallKeyOf({ partner, portCallID }: Pick<PortEvent, 'partner' | 'portCallID'>): string | undefined {
  return portCallID === undefined ? undefined : JSON.stringify([partner, portCallID]);
}

/** Reduces an event to what the rules read. */
export function portEventOf(event: EventMatchAnswer['event']): PortEvent {
  const { portCall, terminalCall, portCallService: service, timestamp } = event;
  return {
    partner: event.partner.id,
    versionId: event.id,
    eventID: event.eventID ?? undefined,
    eventUpdatedDateTime: event.eventUpdatedDateTime ?? undefined,
    receivedAt: event.receivedAt,
    portCallID: portCall?.portCallID ?? undefined,
    terminalCallID: terminalCall?.terminalCallID ?? terminalCall?.terminalCallReference ?? undefined,
    terminalCallReference: terminalCall?.terminalCallReference ?? undefined,
    portCallServiceID: service?.portCallServiceID ?? undefined,
    portCallServiceTypeCode: service?.portCallServiceTypeCode ?? undefined,
    portCallServiceEventTypeCode: service?.portCallServiceEventTypeCode ?? undefined,
    portCallPhaseTypeCode: service?.portCallPhaseTypeCode ?? undefined,
    classifierCode: timestamp?.classifierCode ?? undefined,
    serviceDateTime: timestamp?.serviceDateTime ?? undefined,
    isFYI: event.isFYI === true,
    isCanceled: service?.isCanceled === true,
    isDeclined: service?.isDeclined === true,
    isPortCallOmitted: portCall?.isOmitted ?? undefined,
    isTerminalCallOmitted: terminalCall?.isOmitted ?? undefined,
  };
}

/**
 * Names terminal calls by their id, or, if they have none, by their reference, which is the same for all events of the
 * call.
 */
function withTerminalCalls(events: readonly EventMatchAnswer['event'][]): PortEvent[] {
  const ids = new Map<string, string>();
  for (const { partner, terminalCall } of events) {
    const { terminalCallID: id, terminalCallReference: reference } = terminalCall ?? {};
    if (id != null && reference != null) ids.set(JSON.stringify([partner.id, reference]), id);
  }
  return events.map((event) => {
    const reference = event.terminalCall?.terminalCallReference ?? undefined;
    const id = event.terminalCall?.terminalCallID ?? ids.get(JSON.stringify([event.partner.id, reference])) ?? reference;
    return { ...portEventOf(event), terminalCallID: id };
  });
}

/**
 * Returns the relevant terminal calls within the visit: all of them if the answer does not distinguish them, otherwise
 * those whose terminal does not differ. Empty if the relevant one is unknown.
 */
function terminalCallsOf(
  { terminalOutcome }: PortCallEventMatchSetAnswer,
  matches: readonly EventMatchAnswer[],
  events: readonly PortEvent[],
): string[] {
  const same = new Set(
    events.flatMap(({ terminalCallID }, place) => (matches[place]?.reasons.includes('TERMINAL_DIFFERS') ? [] : (terminalCallID ?? []))),
  );
  const all = new Set(events.flatMap(({ terminalCallID }) => terminalCallID ?? []));
  const isTold = all.size === 1 || (same.size > 0 && same.size < all.size) || terminalOutcome === 'UNIQUE';
  return isTold ? [...same] : [];
}
