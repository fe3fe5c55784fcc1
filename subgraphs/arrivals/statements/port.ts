import type { EventFieldsFragment, PortFieldsFragment } from '../generated/queries.ts';
import type { ArrivalEvent } from '../generated/schema.ts';
import type { EvidenceRef, PortEvent, PortEvidence, SideStatement, StatedArrivalTime } from '../model.ts';
import { classifierOf, hourMs, localOf, millisecondsOf, portCertaintyOf, portZoneOf } from './port-time.ts';
import { isUnanswered, type SideQuery } from './schedule.ts';

type Maybe<T> = T | null | undefined;
/** A `PortCallEventMatch` of an answer. */
type EventMatch = PortFieldsFragment['events'][number];

/** Evidence of a port side that has never been queried, or that is not visible in the view. */
export const portNotAsked: PortEvidence = { outcome: 'NOT_QUERIED', couldQuery: true, events: [], terminalCallIDs: [] };

/**
 * Reduces the answer of `portCallEvents`. An omitted visit is never a unique match. Its events are kept if they belong
 * to the visit that was the match, or that would be the match if it were not omitted.
 *
 * @param answer null or undefined if the field failed
 */
export function portEvidenceOf(
  answer: Maybe<PortFieldsFragment>,
  { queriedAt, callKey }: Pick<SideQuery, 'queriedAt' | 'callKey'>,
  previous: PortEvidence | undefined,
): PortEvidence {
  const known = previous?.callKey === callKey ? previous : undefined;
  const matches = matchesOf(answer, known);
  if (answer == null || (matches.length === 0 && answer.outcome !== 'UNIQUE' && isUnanswered(answer.sources))) {
    const unknown = { outcome: answer?.outcome ?? 'NOT_QUERIED', callKey, events: [], terminalCallIDs: [] } as const;
    return { ...(known ?? unknown), couldQuery: false };
  }
  const events = withTerminalCalls(matches.map(({ event }) => event));
  const [UNLocationCode] = matches.flatMap(({ event }) => event.portCall?.UNLocationCode ?? []);
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

function matchesOf(answer: Maybe<PortFieldsFragment>, known: PortEvidence | undefined): readonly EventMatch[] {
  if (answer == null) return [];
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
function isDoubtful({ contradictions, reasons }: EventMatch): boolean {
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
export function portEventOf(event: EventFieldsFragment): PortEvent {
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
function withTerminalCalls(events: readonly EventFieldsFragment[]): PortEvent[] {
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
function terminalCallsOf({ terminalOutcome }: PortFieldsFragment, matches: readonly EventMatch[], events: readonly PortEvent[]): string[] {
  const same = new Set(
    events.flatMap(({ terminalCallID }, place) => (matches[place]?.reasons.includes('TERMINAL_DIFFERS') ? [] : (terminalCallID ?? []))),
  );
  const all = new Set(events.flatMap(({ terminalCallID }) => terminalCallID ?? []));
  const isTold = all.size === 1 || (same.size > 0 && same.size < all.size) || terminalOutcome === 'UNIQUE';
  return isTold ? [...same] : [];
}

/**
 * Returns what the ports stated when an event of the log was the latest one. An answer contains each event in its
 * current version. Therefore later events are omitted, and an event that was changed later is replaced by its previous
 * version, so that each value is evaluated in turn. What was known before the page is never retracted.
 *
 * @param port what the ports state now
 * @param page.held evidence that was known before the page
 * @param page.events the events of the page, in the order of the log
 * @param page.place index of the event that is being evaluated
 */
export function portAsOf(
  port: PortEvidence,
  { held, events, place }: { readonly held: PortEvidence | undefined; readonly events: readonly PortEvent[]; readonly place: number },
): PortEvidence {
  const before = held !== undefined && held.callKey === port.callKey ? held : undefined;
  const known = [...(before?.events ?? []), ...events.slice(0, place + 1)];
  const knownIds = new Set(known.map(({ versionId }) => versionId));
  const later = new Set(events.slice(place + 1).map(({ versionId }) => versionId));
  const last = events.reduce((latest, { receivedAt }) => (receivedAt > latest ? receivedAt : latest), '');
  // Whatever was received after the page was read is on a later page.
  const isLater = ({ versionId, receivedAt }: PortEvent) => !knownIds.has(versionId) && (later.has(versionId) || receivedAt > last);
  const then = port.events.flatMap((event): PortEvent[] => {
    if (!isLater(event)) return [event];
    const [version] = inStatementOrder(known.filter((one) => eventKeyOf(one) === eventKeyOf(event))).slice(-1);
    return version === undefined ? [] : [{ ...version, terminalCallID: event.terminalCallID ?? version.terminalCallID }];
  });
  // An omission has ended the match with the visit, which was unique before.
  const wasUnique = port.outcome !== 'UNIQUE' && before?.outcome === 'UNIQUE' && then.length > 0 && !then.some(isOmission);
  return { ...port, events: then, ...(wasUnique && { outcome: 'UNIQUE', terminalCallIDs: before.terminalCallIDs }) };
}

/** What was stated before this time has no effect on turns that still count. */
const formerMs = 48 * hourMs;

/**
 * Returns what the port stated before, the oldest first: the evidence after each of the latest versions of its events, in
 * the order of their receipt. A version that was received after a later one of its event changed nothing.
 *
 * @param versions all versions of the events of the visit
 */
export function formerPortsOf(port: PortEvidence, versions: readonly PortEvent[], nowMs: number): PortEvidence[] {
  const ordered = inStatementOrder(versions).toSorted((left, right) => compare(left.receivedAt, right.receivedAt));
  return ordered.flatMap((version, place) => {
    if (statementKeyOf(version) < nowMs - formerMs) return [];
    const latest = new Map(inStatementOrder(ordered.slice(0, place + 1)).map((one) => [eventKeyOf(one), one]));
    return [{ ...port, events: [...latest.values()] }];
  });
}

function isOmission({ isPortCallOmitted, isTerminalCallOmitted }: PortEvent): boolean {
  return isPortCallOmitted === true || isTerminalCallOmitted === true;
}

/** Returns the reference of an event version as evidence. */
export function portRef(event: PortEvent): EvidenceRef {
  return { source: 'PORT', partner: event.partner, id: event.versionId, at: event.eventUpdatedDateTime ?? event.receivedAt };
}

/**
 * Returns what the port states about the arrival: for each kind of time and classifier, the value stated last.
 * Requests, times for information only, and times of cancelled or declined services are omitted. If a visit has several
 * terminal calls and it is unknown which one is meant, the arrival at the first one counts.
 */
export function portStatementOf(port: PortEvidence, noticeUNLocationCode: string | undefined): SideStatement {
  const zone = portZoneOf(port.UNLocationCode ?? noticeUNLocationCode);
  const times = portTimesOf(port).map(({ event, kind }) => statedTimeOf(event, kind, zone));
  const ranked = times.filter(({ event }) => arrivalRanks[event] !== undefined).toSorted(byRank);
  return {
    side: 'PORT',
    outcome: port.outcome,
    isStale: !port.couldQuery,
    queriedAt: port.queriedAt,
    arrival: ranked[0],
    times: times.toSorted((left, right) => compare(left.event, right.event) || rankOf(left) - rankOf(right)),
  };
}

/**
 * Returns the newest event that states that the visit, or the relevant terminal call, is omitted. A later event with a
 * time reverses an omission, and is then returned as `undoneBy`.
 */
export function omissionOf({ events, terminalCallIDs }: PortEvidence) {
  const known = terminalCallsIn(events);
  const where = (event: PortEvent) => {
    const terminalCallID = terminalCallOf(event, known);
    return terminalCallID === undefined || terminalCallIDs.length === 0 || terminalCallIDs.includes(terminalCallID);
  };
  // If there are several terminal calls and none is known to be relevant, the omission of one states nothing about the
  // cargo.
  const isTerminalKnown = terminalCallIDs.length > 0 || new Set(known.values()).size <= 1;
  const withdrawn = withdrawnServices(events);
  let [omitted, undoneBy]: [PortEvent | undefined, PortEvent | undefined] = [undefined, undefined];
  for (const event of inStatementOrder(events.filter(where))) {
    const isOmission = event.isPortCallOmitted === true || (event.isTerminalCallOmitted === true && isTerminalKnown);
    const isRevoked = event.isPortCallOmitted === false || event.isTerminalCallOmitted === false;
    if (isOmission) [omitted, undoneBy] = [event, undefined];
    else if (omitted !== undefined && (isRevoked || hasTime(event, withdrawn)) && isLater(event, omitted))
      [omitted, undoneBy] = [undefined, event];
  }
  return { omitted, undoneBy };
}

interface PortTime {
  readonly event: PortEvent;
  readonly kind: ArrivalEvent;
  readonly terminalCallID: string | undefined;
}

function portTimesOf({ outcome, events, terminalCallIDs }: PortEvidence): PortTime[] {
  // Events of an omitted visit, which is never a unique match, state that it is omitted, but no time.
  if (outcome !== 'UNIQUE') return [];
  const known = terminalCallsIn(events);
  const withdrawn = withdrawnServices(events);
  /** Times by kind and classifier, then by partner, in the order in which they were stated. */
  const stated = new Map<string, Map<string, PortTime[]>>();
  for (const event of inStatementOrder(events)) {
    const kind = kindOf(event);
    if (kind === undefined || !hasTime(event, withdrawn)) continue;
    const terminalCallID = terminalCallOf(event, known);
    if (terminalCallID !== undefined && terminalCallIDs.length > 0 && !terminalCallIDs.includes(terminalCallID)) continue;
    const key = `${kind} ${event.classifierCode?.trim().toUpperCase()}`;
    const ofKind = stated.get(key) ?? new Map<string, PortTime[]>();
    stated.set(key, ofKind.set(event.partner, [...(ofKind.get(event.partner) ?? []), { event, kind, terminalCallID }]));
  }
  return [...stated.values()].flatMap((ofKind) => {
    const ofPartners = [...ofKind.values()].flatMap((times) => firstOf(lastOfCalls(times)) ?? []);
    const [last] = inStatementOrder(ofPartners.map(({ event }) => event)).slice(-1);
    return ofPartners.filter(({ event }) => event === last);
  });
}

/** Returns what was stated last about each terminal call; an event that names none may be about any of them. */
function lastOfCalls(times: readonly PortTime[]): PortTime[] {
  const calls = new Set(times.flatMap(({ terminalCallID }) => terminalCallID ?? []));
  if (calls.size === 0) return times.slice(-1);
  return [...calls].flatMap((call) =>
    times.filter(({ terminalCallID }) => terminalCallID === undefined || terminalCallID === call).slice(-1),
  );
}

/** Returns the first of several terminal calls for the arrival, and the last one for the completion. */
function firstOf(times: readonly PortTime[]): PortTime | undefined {
  const ordered = times.toSorted(
    (left, right) => (millisecondsOf(left.event.serviceDateTime) ?? 0) - (millisecondsOf(right.event.serviceDateTime) ?? 0),
  );
  return ordered.at(ordered[0]?.kind.endsWith('COMPLETION') ? -1 : 0);
}

function kindOf({
  portCallServiceTypeCode: type,
  portCallServiceEventTypeCode: eventType,
  portCallPhaseTypeCode: phase,
}: PortEvent): ArrivalEvent | undefined {
  const kind = kinds[`${type} ${eventType}`];
  // A ship that shifts or leaves arrives at another berth, or at none.
  return kind === 'BERTH_ARRIVAL' && (phase === 'SHIF' || phase === 'OUTB') ? undefined : kind;
}

const kinds: Readonly<Record<string, ArrivalEvent>> = {
  'PILOT_BOARDING_PLACE ARRI': 'PILOT_BOARDING_PLACE_ARRIVAL',
  'ANCHORAGE STRT': 'ANCHORAGE_START',
  'BERTH ARRI': 'BERTH_ARRIVAL',
  'ALL_FAST ARRI': 'ALL_FAST',
  'CARGO_OPERATIONS STRT': 'CARGO_OPERATIONS_START',
  'CARGO_OPERATIONS CMPL': 'CARGO_OPERATIONS_COMPLETION',
  'DISCHARGE_CARGO_OPERATIONS STRT': 'DISCHARGE_START',
  'DISCHARGE_CARGO_OPERATIONS CMPL': 'DISCHARGE_COMPLETION',
};

/**
 * Precedence of the times that count as the port's arrival: the arrival at the berth, otherwise the times before it. An
 * actual time at the berth takes precedence over estimates.
 */
const arrivalRanks: Readonly<Partial<Record<ArrivalEvent, number>>> = {
  BERTH_ARRIVAL: 0,
  ALL_FAST: 0.5,
  PILOT_BOARDING_PLACE_ARRIVAL: 10,
  ANCHORAGE_START: 20,
};

function rankOf({ event, classifier }: StatedArrivalTime): number {
  return (arrivalRanks[event] ?? 30) + (classifier === undefined ? 3 : portCertaintyOf(classifier));
}

function byRank(left: StatedArrivalTime, right: StatedArrivalTime): number {
  return rankOf(left) - rankOf(right);
}

function hasTime(event: PortEvent, withdrawn: ReadonlySet<string>): boolean {
  const { classifierCode, serviceDateTime, isFYI, isCanceled, isDeclined, portCallServiceID } = event;
  if (isFYI || isCanceled || isDeclined || (portCallServiceID !== undefined && withdrawn.has(portCallServiceID))) return false;
  return classifierOf(classifierCode) !== undefined && millisecondsOf(serviceDateTime) !== undefined;
}

/** The flags apply to a service from the first event that sets them; their absence states nothing. */
function withdrawnServices(events: readonly PortEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ isCanceled, isDeclined, portCallServiceID }) => ((isCanceled || isDeclined) && portCallServiceID) || []),
  );
}

/** Returns the terminal call of each service by its id. The events of a service need not repeat it. */
function terminalCallsIn(events: readonly PortEvent[]): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap(({ terminalCallID, portCallServiceID }) =>
      terminalCallID === undefined ? [] : [[portCallServiceID ?? `of ${terminalCallID}`, terminalCallID] as const],
    ),
  );
}

function terminalCallOf({ terminalCallID, portCallServiceID }: PortEvent, known: ReadonlyMap<string, string>): string | undefined {
  return terminalCallID ?? (portCallServiceID === undefined ? undefined : known.get(portCallServiceID));
}

/** Sorts events by when they were stated: by the partner's last change, otherwise by receipt. */
export function inStatementOrder(events: readonly PortEvent[]): PortEvent[] {
  const keyed = events.map((event) => ({ event, key: statementKeyOf(event) }));
  keyed.sort(
    (left, right) =>
      left.key - right.key ||
      compare(left.event.receivedAt, right.event.receivedAt) ||
      compare(left.event.versionId, right.event.versionId),
  );
  return keyed.map(({ event }) => event);
}

function isLater(event: PortEvent, than: PortEvent): boolean {
  return statementKeyOf(event) > statementKeyOf(than);
}

function statementKeyOf({ eventUpdatedDateTime, receivedAt }: PortEvent): number {
  return millisecondsOf(eventUpdatedDateTime) ?? millisecondsOf(receivedAt) ?? 0;
}

function statedTimeOf(event: PortEvent, kind: ArrivalEvent, zone: string | undefined): StatedArrivalTime {
  const instantMs = millisecondsOf(event.serviceDateTime) ?? 0;
  const evidence = portRef(event);
  return {
    source: 'PORT',
    event: kind,
    classifier: classifierOf(event.classifierCode),
    ...localOf(instantMs, zone),
    zone,
    instant: new Date(instantMs).toISOString(),
    statedAt: evidence.at,
    evidence,
  };
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
