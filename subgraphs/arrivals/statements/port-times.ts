import type { ArrivalEvent, EvidenceRef, PortEvent, PortEvidence, SideStatement, StatedArrivalTime } from '../model.ts';
import { classifierOf, portCertaintyOf } from './classifier.ts';
import { localOf, millisecondsOf, portZoneOf } from './port-time.ts';

/** Whether port call events state that the visit is omitted. */
export interface Omission {
  /**
   * The newest event that marks the visit or the terminal call as omitted, unless a later event with a time reverses
   * it.
   */
  readonly omitted?: PortEvent | undefined;
  /** The event that reversed the newest omission. */
  readonly undoneBy?: PortEvent | undefined;
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
 * Returns whether the visit, or the relevant terminal call, is omitted; a later event with a time reverses an omission.
 */
export function omissionOf({ events, terminalCallIDs }: PortEvidence): Omission {
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
