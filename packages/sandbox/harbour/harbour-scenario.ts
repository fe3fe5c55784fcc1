import type { Call } from '../fleet/calls.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { groupBy } from '../fleet/grouping.ts';
import { dayMs, minuteMs } from '../fleet/times.ts';
import { arrivalForBerthAt, movesEvent, omissionEvent, type PortCallEvent, timeOf, timestampEvent } from './port-call-events.ts';

/** The events that the harbours publish in one step. */
export type HarbourStep =
  | 'CALLS_ANNOUNCED'
  | 'ESTIMATE_CHANGED'
  | 'TERMINAL_CHANGED'
  | 'BERTH_REQUESTED'
  | 'BERTH_PLANNED'
  | 'SHIP_BERTHED'
  | 'DISCHARGE_COMPLETED'
  | 'CALL_OMITTED';

/** One step, sent in one request. */
export interface HarbourScenarioStep {
  readonly kind: HarbourStep;
  /** The port, and the ship if the step concerns one. */
  readonly reference: string;
  readonly detail: string;
  readonly events: readonly PortCallEvent[];
  readonly isOpening: boolean;
}

export interface HarbourScenario {
  /**
   * Returns the next step; undefined while nothing has changed. It follows the fleet: a change of a call since its last
   * event is published before anything else.
   *
   * @param now milliseconds since 1970, never less than in the previous call
   */
  next(now: number): HarbourScenarioStep | undefined;
}

/** The steps after the opening at which ships with an assignment are moved. */
const stepNumbers = { estimate: 2, request: 4, plan: 5, berth: 12, delay: 14, discharge: 16, omission: 20, unlisting: 22 } as const;
/** The final delay of the late ship. */
const lateMs = 3 * dayMs;
/** Range of days whose calls are published. */
const [daysBack, daysAhead] = [1, 18];
/** Ships that are this near get a pilot and a forecast of the container moves. */
const nearDays = 4;
/** Smaller changes are not published. */
const leastChangeMs = 10 * minuteMs;
/** Several times the number of calls within that range. */
const maxPublished = 500;

/** The last published state of a call. */
interface PublishedCall {
  readonly arrival: number;
  readonly facilityCode: string;
  readonly hasBerthed: boolean;
  readonly isOmitted: boolean;
}

export function createHarbourScenario(fleet: Fleet): HarbourScenario {
  const published = new Map<string, PublishedCall>();
  let steps = 0;
  /** The latest event of the negotiation about the berth of the arriving ship. */
  let lastEvent: PortCallEvent | undefined;

  const announce = (calls: readonly [Call, ...Call[]], now: number): HarbourScenarioStep => {
    const events = calls.flatMap((call) => firstEventsOf(call, now));
    return stepOf('CALLS_ANNOUNCED', calls[0], {
      isOpening: steps === 0,
      detail: `${calls.length} ships in ${calls[0].port.locationName}`,
      events,
    });
  };
  /** Moves the ships with an assignment. The changes are published like all others. */
  const moveShips = (now: number): void => {
    const arriving = fleet.callFor('ARRIVING', now);
    if (steps === stepNumbers.estimate) fleet.delay(arriving, now + 30 * minuteMs - arriving.arrival);
    if (steps === stepNumbers.berth) fleet.delay(arriving, arrivalForBerthAt(now) - arriving.arrival);
    if (steps === stepNumbers.unlisting) fleet.unlist(fleet.callFor('UNLISTED_CALL', now));
    if (steps === stepNumbers.delay) fleet.delay(fleet.callFor('LATE_SHIP', now), lateMs);
    if (steps === stepNumbers.omission) fleet.omit(fleet.callFor('OMITTED_CALL', now));
  };
  /** Returns the steps in which the carrier of the arriving ship requests the berth, and the terminal confirms it. */
  const negotiate = (now: number): HarbourScenarioStep | undefined => {
    if (steps !== stepNumbers.request && steps !== stepNumbers.plan) return undefined;
    const arriving = fleet.callFor('ARRIVING', now);
    const isRequest = steps === stepNumbers.request;
    const statement = {
      service: 'BERTH',
      classifierCode: isRequest ? 'REQ' : 'PLN',
      at: timeOf('BERTH', arriving),
      replyTo: lastEvent,
    } as const;
    lastEvent = timestampEvent(arriving, statement, now);
    const detail = isRequest ? 'its carrier asks for the berth' : 'the terminal grants the berth';
    return stepOf(isRequest ? 'BERTH_REQUESTED' : 'BERTH_PLANNED', arriving, { detail, events: [lastEvent] });
  };
  /** Returns the step in which the discharge of the berthed ship is completed. */
  const completeDischarge = (now: number): HarbourScenarioStep | undefined => {
    if (steps !== stepNumbers.discharge) return undefined;
    const call = fleet.callFor('ARRIVING', now);
    const event = timestampEvent(call, { service: 'DISCHARGE', classifierCode: 'ACT', at: now }, now);
    return stepOf('DISCHARGE_COMPLETED', call, { detail: `is discharged in ${call.port.locationName}`, events: [event] });
  };
  return {
    next: (now) => {
      // The first call of `callFor` moves the ship, so it must precede the first event.
      const arriving = fleet.callFor('ARRIVING', now);
      const calls = () => fleet.calls(now - daysBack * dayMs, now + daysAhead * dayMs).filter(({ stop }) => stop.use === 'DISCHARGE');
      const [unknown] = groupBy(
        calls().filter(({ id }) => !published.has(id)),
        ({ port }) => port,
      ).values();
      if (unknown !== undefined) {
        for (const call of unknown) published.set(call.id, publishedOf(call, now));
        for (const id of [...published.keys()].slice(0, -maxPublished)) published.delete(id);
        return announce(unknown, now);
      }
      steps += 1;
      moveShips(now);
      const scripted = negotiate(now) ?? completeDischarge(now);
      if (scripted !== undefined) return scripted;
      const [changed] = calls()
        .filter((call) => isChanged(publishedOf(call, now), published.get(call.id)))
        // An omission takes precedence.
        .toSorted((left, right) => Number(right.isOmitted) - Number(left.isOmitted));
      const before = changed && published.get(changed.id);
      if (changed === undefined || before === undefined) return undefined;
      published.set(changed.id, publishedOf(changed, now));
      const step = changeOf(changed, before, now);
      lastEvent = changed.id === arriving.id ? step.events[0] : lastEvent;
      return step;
    },
  };
}

function stepOf(
  kind: HarbourStep,
  { port, vessel }: Call,
  rest: Pick<HarbourScenarioStep, 'detail' | 'events'> & { readonly isOpening?: boolean },
): HarbourScenarioStep {
  const reference = kind === 'CALLS_ANNOUNCED' ? port.UNLocationCode : `${port.UNLocationCode} ${vessel.vesselName}`;
  return { kind, reference, isOpening: false, ...rest };
}

/** Returns the step that publishes the changes of a call. */
function changeOf(call: Call, before: PublishedCall, now: number): HarbourScenarioStep {
  const { port, terminal, isOmitted } = call;
  if (isOmitted) return stepOf('CALL_OMITTED', call, { detail: `leaves ${port.locationName} out`, events: [omissionEvent(call, now)] });
  const at = timeOf('BERTH', call);
  if (at <= now) {
    const events = (['PILOT', 'BERTH'] as const).map((service) =>
      timestampEvent(call, { service, classifierCode: 'ACT', at: timeOf(service, call) }, now),
    );
    return stepOf('SHIP_BERTHED', call, { detail: `is at its berth in ${port.locationName}`, events });
  }
  const isMoved = terminal.facilityCode !== before.facilityCode;
  const remark = isMoved ? `Berth changed to ${terminal.facilityName}` : undefined;
  const event = timestampEvent(call, { service: 'BERTH', classifierCode: 'EST', at, remark }, now);
  const detail = isMoved
    ? `terminal ${before.facilityCode} -> ${terminal.facilityCode}`
    : `berth expected ${event.timestamp?.serviceDateTime}`;
  return stepOf(isMoved ? 'TERMINAL_CHANGED' : 'ESTIMATE_CHANGED', call, { detail, events: [event] });
}

function publishedOf(call: Call, now: number): PublishedCall {
  const { arrival, terminal, isOmitted } = call;
  return { arrival, facilityCode: terminal.facilityCode, hasBerthed: timeOf('BERTH', call) <= now, isOmitted };
}

/** Nothing else is published after an omission. */
function isChanged(now: PublishedCall, before: PublishedCall | undefined): boolean {
  if (before === undefined || before.isOmitted || now.isOmitted) return before?.isOmitted === false && now.isOmitted;
  if (before.hasBerthed) return false;
  return now.hasBerthed || Math.abs(now.arrival - before.arrival) >= leastChangeMs || now.facilityCode !== before.facilityCode;
}

function firstEventsOf(call: Call, now: number): PortCallEvent[] {
  const timeEvent = (service: 'PILOT' | 'BERTH') => {
    const at = timeOf(service, call);
    return timestampEvent(call, { service, classifierCode: at <= now ? 'ACT' : 'EST', at }, now);
  };
  const isNear = call.arrival < now + nearDays * dayMs;
  return isNear ? [timeEvent('PILOT'), timeEvent('BERTH'), movesEvent(call, now)] : [timeEvent('BERTH')];
}
