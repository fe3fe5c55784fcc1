import { instantOf } from '@landfall/dcsa/instant.ts';
import type { StoredVersion } from '#platform/store/version-store.ts';
import { isUndated } from './model.ts';
import type { PortCallEvent } from './store/port-call-events.ts';

/** Whether a time still applies. */
export type CurrentTimeState = 'CURRENT' | 'CANCELED' | 'DECLINED' | 'OMITTED';

/** The newest time of one classifier, for one service in one phase. */
export interface CurrentTime {
  readonly portCallServiceID?: string | undefined;
  readonly terminalCallID?: string | undefined;
  readonly portCallServiceTypeCode?: string | undefined;
  readonly portCallServiceEventTypeCode?: string | undefined;
  readonly portCallPhaseTypeCode?: string | undefined;
  readonly classifierCode: string;
  readonly serviceDateTime: string;
  readonly state: CurrentTimeState;
  readonly event: PortCallEvent;
}

/** The events of one partner about one port call, in order. */
export type PortCallTimeline = ReturnType<typeof timelineOf>;

/** Creates the timeline of one port call from its events, in their newest versions and in any order. */
export function timelineOf(key: { readonly partner: string; readonly portCallID: string }, events: readonly PortCallEvent[]) {
  const ordered = events.toSorted(byChange);
  const newestWith = <T>(read: (event: PortCallEvent) => T | undefined): T | undefined =>
    ordered.reduce<T | undefined>((newest, event) => read(event) ?? newest, undefined);
  return {
    ...key,
    portVisitReference: newestWith(({ portCall }) => portCall?.portVisitReference),
    UNLocationCode: newestWith(({ portCall }) => portCall?.UNLocationCode),
    isOmitted: ordered.some(({ portCall }) => portCall?.isOmitted === true),
    omittedTerminalCallIDs: [...omittedTerminalCallsOf(ordered)],
    currentTimes: currentTimesOf(ordered),
    /** Sorted by the time of their last change. */
    events: ordered,
  };
}

/**
 * Returns, for each service, event type and phase, the newest time of each classifier (Port Call 2.0.0, events of one
 * service). An actual time does not replace the others. Times that are for information only are excluded; a cancelled,
 * declined or omitted one is marked. The flags apply once any event has set them: they are never reset, and absence has
 * no meaning.
 *
 * @param events in their newest versions, in any order
 */
export function currentTimesOf(events: readonly PortCallEvent[]): CurrentTime[] {
  const ordered = events.toSorted(byChange);
  const known = servicesIn(ordered);
  const stateOf = statesIn(ordered);
  const newest = new Map<string, CurrentTime>();
  for (const event of ordered) {
    const { classifierCode, serviceDateTime } = event.timestamp ?? {};
    if (classifierCode === undefined || serviceDateTime === undefined || event.isFYI === true) continue;
    const { portCallServiceID: id, portCallServiceEventTypeCode, portCallPhaseTypeCode } = event.portCallService ?? {};
    const service = (id === undefined ? undefined : known.get(id)) ?? serviceOf(event);
    const moment = { portCallServiceEventTypeCode, portCallPhaseTypeCode, classifierCode };
    // A service without an id is identified by its kind and location.
    const key = JSON.stringify([id ?? [event.portCall?.portCallID, ...Object.values(service)], ...Object.values(moment)]);
    newest.set(key, { portCallServiceID: id, ...service, ...moment, serviceDateTime, state: stateOf(event, service), event });
  }
  return [...newest.values()].sort(byTime);
}

type Service = Pick<CurrentTime, 'terminalCallID' | 'portCallServiceTypeCode'>;

function serviceOf({ terminalCall, portCallService }: PortCallEvent): Service {
  return { terminalCallID: terminalCall?.terminalCallID, portCallServiceTypeCode: portCallService?.portCallServiceTypeCode };
}

/**
 * Collects what is known of each service, by its id. An event may omit attributes of the service, and omitted
 * attributes still apply.
 */
function servicesIn(ordered: readonly PortCallEvent[]): ReadonlyMap<string, Service> {
  const services = new Map<string, Service>();
  for (const event of ordered) {
    const id = event.portCallService?.portCallServiceID;
    if (id === undefined) continue;
    const [before, { terminalCallID, portCallServiceTypeCode }] = [services.get(id), serviceOf(event)];
    services.set(id, {
      terminalCallID: terminalCallID ?? before?.terminalCallID,
      portCallServiceTypeCode: portCallServiceTypeCode ?? before?.portCallServiceTypeCode,
    });
  }
  return services;
}

/**
 * Returns the function that looks up the state of a time, by what any of the events states about its service and its
 * calls.
 */
function statesIn(events: readonly PortCallEvent[]): (event: PortCallEvent, service: Service) => CurrentTimeState {
  const idsWhere = (read: (event: PortCallEvent) => string | false | undefined) => new Set(events.flatMap((event) => read(event) || []));
  const canceled = idsWhere(({ portCallService: service }) => service?.isCanceled && service.portCallServiceID);
  const declined = idsWhere(({ portCallService: service }) => service?.isDeclined && service.portCallServiceID);
  const omittedPorts = idsWhere(({ portCall }) => portCall?.isOmitted && portCall.portCallID);
  const omittedTerminals = omittedTerminalCallsOf(events);
  const has = (ids: ReadonlySet<string>, id: string | undefined) => id !== undefined && ids.has(id);
  return ({ portCall, terminalCall, portCallService: service }, { terminalCallID }) => {
    if (portCall?.isOmitted || has(omittedPorts, portCall?.portCallID)) return 'OMITTED';
    if (terminalCall?.isOmitted || has(omittedTerminals, terminalCallID)) return 'OMITTED';
    if (service?.isCanceled || has(canceled, service?.portCallServiceID)) return 'CANCELED';
    return service?.isDeclined || has(declined, service?.portCallServiceID) ? 'DECLINED' : 'CURRENT';
  };
}

function omittedTerminalCallsOf(events: readonly PortCallEvent[]): Set<string> {
  return new Set(events.flatMap(({ terminalCall }) => (terminalCall?.isOmitted && terminalCall.terminalCallID) || []));
}

/** Orders events by when the partner last changed them; undated events come first, by time of receipt. */
function byChange({ stored: left }: PortCallEvent, { stored: right }: PortCallEvent): number {
  return compare(changeOf(left), changeOf(right)) || compare(left.entityId, right.entityId);
}

function changeOf({ sortKey, receivedAt }: StoredVersion): string {
  return isUndated(sortKey) ? `-${receivedAt}` : sortKey;
}

function byTime(left: CurrentTime, right: CurrentTime): number {
  return (
    compare(instantOf(left.serviceDateTime) ?? '', instantOf(right.serviceDateTime) ?? '') ||
    compare(left.classifierCode, right.classifierCode)
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
