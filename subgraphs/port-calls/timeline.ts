import { instantOf } from '../shared/instant.ts';
import { isUndated } from './model.ts';
import type { PortCallEvent } from './store/port-call-events.ts';

/** Whether a time still counts. */
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

/** What one partner said about one port call, put in order. */
export interface PortCallTimeline {
  readonly partner: string;
  readonly portCallID: string;
  readonly portVisitReference?: string | undefined;
  readonly UNLocationCode?: string | undefined;
  readonly isOmitted: boolean;
  readonly omittedTerminalCallIDs: readonly string[];
  readonly currentTimes: readonly CurrentTime[];
  /** By the time of their last change. */
  readonly events: readonly PortCallEvent[];
}

/** Puts the events of one port call, in their newest versions, into a timeline; their order does not matter. */
export function timelineOf(
  key: { readonly partner: string; readonly portCallID: string },
  events: readonly PortCallEvent[],
): PortCallTimeline {
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
    events: ordered,
  };
}

/**
 * For each service, event type and phase the newest time of each classifier (Port Call 2.0.0, events of one service). An
 * actual time does not remove the others; times that are for information only are left out; a cancelled, declined or
 * omitted one is marked. The flags hold once any event has set them: they are never taken back, and absence says nothing.
 *
 * @param events of one partner, in any order
 */
export function currentTimesOf(events: readonly PortCallEvent[]): CurrentTime[] {
  const ordered = events.toSorted(byChange);
  const canceled = new Set<string>();
  const declined = new Set<string>();
  const omitted = omittedTerminalCallsOf(ordered);
  const omittedPorts = new Set<string>();
  for (const { portCallService, portCall } of ordered) {
    const id = portCallService?.portCallServiceID;
    if (id !== undefined && portCallService?.isCanceled) canceled.add(id);
    if (id !== undefined && portCallService?.isDeclined) declined.add(id);
    if (portCall?.portCallID !== undefined && portCall.isOmitted) omittedPorts.add(portCall.portCallID);
  }
  const newest = new Map<string, Omit<CurrentTime, 'state'>>();
  for (const event of ordered) {
    const { classifierCode, serviceDateTime } = event.timestamp ?? {};
    if (classifierCode === undefined || serviceDateTime === undefined || event.isFYI === true) continue;
    const time = { ...serviceOf(event), classifierCode, serviceDateTime, event };
    newest.set(JSON.stringify([event.portCall?.portCallID, ...Object.values(serviceOf(event)), classifierCode]), time);
  }
  const stateOf = ({ event: { portCallService, portCall, terminalCall } }: Omit<CurrentTime, 'state'>): CurrentTimeState => {
    const id = portCallService?.portCallServiceID ?? '';
    if (omittedPorts.has(portCall?.portCallID ?? '') || portCall?.isOmitted) return 'OMITTED';
    if (omitted.has(terminalCall?.terminalCallID ?? '') || terminalCall?.isOmitted) return 'OMITTED';
    if (canceled.has(id) || portCallService?.isCanceled) return 'CANCELED';
    return declined.has(id) || portCallService?.isDeclined ? 'DECLINED' : 'CURRENT';
  };
  return [...newest.values()].map((time) => ({ ...time, state: stateOf(time) })).sort(byTime);
}

/** What tells the times of one port call apart, in this order. */
function serviceOf({ portCallService: service, terminalCall }: PortCallEvent) {
  return {
    terminalCallID: terminalCall?.terminalCallID,
    portCallServiceID: service?.portCallServiceID,
    portCallServiceTypeCode: service?.portCallServiceTypeCode,
    portCallServiceEventTypeCode: service?.portCallServiceEventTypeCode,
    portCallPhaseTypeCode: service?.portCallPhaseTypeCode,
  };
}

function omittedTerminalCallsOf(events: readonly PortCallEvent[]): Set<string> {
  return new Set(events.flatMap(({ terminalCall }) => (terminalCall?.isOmitted && terminalCall.terminalCallID) || []));
}

/** By when the partner last changed the event, undated ones first; of equal ones the one that came later is newer. */
function byChange({ stored: left }: PortCallEvent, { stored: right }: PortCallEvent): number {
  const [leftOrder, rightOrder] = [left.order, right.order];
  if (isUndated(leftOrder) !== isUndated(rightOrder)) return isUndated(leftOrder) ? -1 : 1;
  return compare(leftOrder, rightOrder) || compare(left.receivedAt, right.receivedAt) || compare(left.thing, right.thing);
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
