import type { Call } from '../fleet/call.ts';
import { dayMs, minuteMs } from '../fleet/durations.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { groupBy } from '../fleet/grouping.ts';
import { arrivalForBerthAt, movesEvent, omissionEvent, type PortCallEvent, timeOf, timestampEvent } from './port-call-events.ts';

/** What the harbours tell in one step. */
export type HarbourStep =
  | 'CALLS_ANNOUNCED'
  | 'ESTIMATE_CHANGED'
  | 'TERMINAL_CHANGED'
  | 'BERTH_REQUESTED'
  | 'BERTH_PLANNED'
  | 'SHIP_BERTHED'
  | 'CALL_OMITTED';

/** One step, sent in one request. */
export interface HarbourScenarioStep {
  readonly kind: HarbourStep;
  /** Port, and ship where it is about one. */
  readonly reference: string;
  readonly detail: string;
  readonly events: readonly PortCallEvent[];
  readonly isOpening: boolean;
}

export interface HarbourScenario {
  /**
   * The next step; undefined while everything is said. It follows the fleet: what has changed since the harbours last
   * spoke of a call is told before anything else.
   *
   * @param now milliseconds since 1970, never less than in the call before
   */
  next(now: number): HarbourScenarioStep | undefined;
}

/** Steps after the opening at which something happens to a ship that has a part in the story. */
const plot = { estimate: 2, request: 4, plan: 5, berth: 7, omission: 20 } as const;
/** Calls of these days are told of. */
const [daysBack, daysAhead] = [1, 16];
/** Ships that are this near get a pilot, and a forecast of the work on them. */
const nearDays = 4;
/** Smaller changes are not worth an event. */
const leastChangeMs = 10 * minuteMs;
/** Many times the calls of those days. */
const maxSaid = 500;

/** What was last said of a call. */
interface Said {
  readonly arrival: number;
  readonly facilityCode: string;
  readonly hasBerthed: boolean;
  readonly isOmitted: boolean;
}

export function createHarbourScenario(fleet: Fleet): HarbourScenario {
  const said = new Map<string, Said>();
  let steps = 0;
  /** Last word in the exchange about the berth of the ship that arrives. */
  let lastWord: PortCallEvent | undefined;

  const chapter = (
    kind: HarbourStep,
    { port, vessel }: Call,
    rest: Pick<HarbourScenarioStep, 'detail' | 'events'>,
  ): HarbourScenarioStep => ({
    kind,
    reference: `${port.UNLocationCode}${kind === 'CALLS_ANNOUNCED' ? '' : ` ${vessel.vesselName}`}`,
    isOpening: steps === 0,
    ...rest,
  });
  const announce = (calls: readonly [Call, ...Call[]], now: number): HarbourScenarioStep => {
    const events = calls.flatMap((call) => firstEventsOf(call, now));
    return chapter('CALLS_ANNOUNCED', calls[0], { detail: `${calls.length} ships in ${calls[0].port.locationName}`, events });
  };
  const follow = (call: Call, before: Said, now: number): HarbourScenarioStep => {
    const { port, terminal, isOmitted } = call;
    if (isOmitted) return chapter('CALL_OMITTED', call, { detail: `leaves ${port.locationName} out`, events: [omissionEvent(call, now)] });
    const at = timeOf('BERTH', call);
    if (at <= now) {
      const events = (['BERTH', 'PILOT'] as const).map((service) =>
        timestampEvent(call, { service, classifierCode: 'ACT', at: timeOf(service, call) }, now),
      );
      return chapter('SHIP_BERTHED', call, { detail: `is at its berth in ${port.locationName}`, events });
    }
    const isMoved = terminal.facilityCode !== before.facilityCode;
    const remark = isMoved ? `Berth changed to ${terminal.facilityName}` : undefined;
    const event = timestampEvent(call, { service: 'BERTH', classifierCode: 'EST', at, remark }, now);
    const detail = isMoved
      ? `terminal ${before.facilityCode} -> ${terminal.facilityCode}`
      : `berth expected ${event.timestamp?.serviceDateTime}`;
    return chapter(isMoved ? 'TERMINAL_CHANGED' : 'ESTIMATE_CHANGED', call, { detail, events: [event] });
  };
  /** Moves the ships that have a part; what that changes is told like any other change. */
  const moveShips = (now: number): void => {
    const arriving = fleet.callFor('ARRIVING', now);
    if (steps === plot.estimate) fleet.delay(arriving, arrivalForBerthAt(now + 30 * minuteMs) - arriving.arrival);
    if (steps === plot.berth) fleet.delay(arriving, arrivalForBerthAt(now) - arriving.arrival);
    if (steps === plot.omission) fleet.omit(fleet.callFor('OMITTED_CALL', now));
  };
  /** The carrier of the ship that arrives asks for the berth, and the terminal grants it. */
  const negotiate = (now: number): HarbourScenarioStep | undefined => {
    if (steps !== plot.request && steps !== plot.plan) return undefined;
    const arriving = fleet.callFor('ARRIVING', now);
    const isRequest = steps === plot.request;
    const statement = {
      service: 'BERTH',
      classifierCode: isRequest ? 'REQ' : 'PLN',
      at: timeOf('BERTH', arriving),
      replyTo: lastWord,
    } as const;
    lastWord = timestampEvent(arriving, statement, now);
    const detail = isRequest ? 'its carrier asks for the berth' : 'the terminal grants the berth';
    return chapter(isRequest ? 'BERTH_REQUESTED' : 'BERTH_PLANNED', arriving, { detail, events: [lastWord] });
  };
  return {
    next: (now) => {
      // It is moved when it is first asked for, so before anything is said of it.
      const arriving = fleet.callFor('ARRIVING', now);
      const calls = () => fleet.calls(now - daysBack * dayMs, now + daysAhead * dayMs).filter(({ stop }) => stop.use === 'DISCHARGE');
      const [unknown] = groupBy(
        calls().filter(({ id }) => !said.has(id)),
        ({ port }) => port,
      ).values();
      if (unknown !== undefined) {
        for (const call of unknown) said.set(call.id, sayingOf(call, now));
        for (const id of [...said.keys()].slice(0, -maxSaid)) said.delete(id);
        return announce(unknown, now);
      }
      steps += 1;
      moveShips(now);
      const negotiated = negotiate(now);
      if (negotiated !== undefined) return negotiated;
      const [changed] = calls()
        .filter((call) => isChanged(sayingOf(call, now), said.get(call.id)))
        // Who waits for the ship has to know first that it does not come.
        .toSorted((left, right) => Number(right.isOmitted) - Number(left.isOmitted));
      const before = changed && said.get(changed.id);
      if (changed === undefined || before === undefined) return undefined;
      said.set(changed.id, sayingOf(changed, now));
      const told = follow(changed, before, now);
      lastWord = changed.id === arriving.id ? told.events[0] : lastWord;
      return told;
    },
  };
}

function sayingOf(call: Call, now: number): Said {
  const { arrival, terminal, isOmitted } = call;
  return { arrival, facilityCode: terminal.facilityCode, hasBerthed: timeOf('BERTH', call) <= now, isOmitted };
}

/** After an omission nothing else is worth telling. */
function isChanged(now: Said, before: Said | undefined): boolean {
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
