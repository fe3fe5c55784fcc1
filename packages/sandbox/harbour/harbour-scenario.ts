import type { Call } from '../fleet/calls.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { groupBy } from '../fleet/grouping.ts';
import { dayMs, hourMs, minuteMs } from '../fleet/times.ts';
import type { Push, Step } from '../scenario-runner.ts';
import { arrivalForBerthAt, movesEvent, omissionEvent, type PortCallEvent, timeOf, timestampEvent } from './port-call-events.ts';

/** One step, whose events are sent in one request. */
type HarbourScenarioStep = Omit<Step, keyof Push> & { readonly events: readonly PortCallEvent[] };

/** The final delay of the late ship. */
const lateMs = 3 * dayMs;
/** Range of days whose calls are published. */
const [daysBack, daysAhead] = [1, 18];
/** Ships that are this near get a pilot and a forecast of the container moves. */
const nearDays = 4;
/** Smaller changes are not published. */
const leastChangeMs = 10 * minuteMs;
/** Time after which a call is announced again, so that older events may be removed. */
const announcedMs = 3 * hourMs;

/** The last published state of a call, and when all of it was last announced. */
type PublishedCall = ReturnType<typeof publishedOf> & { readonly announcedAt: number };

/** Creates the scenario of the harbours. It follows the fleet: a change of a call since its last event is published before anything else. */
export function createHarbourScenario(fleet: Fleet) {
  const published = new Map<string, PublishedCall>();
  let steps = 0;
  let isBerthLater = false;
  /** The latest event of the negotiation about the berth of the arriving ship. */
  let lastEvent: PortCallEvent | undefined;

  const negotiate = (kind: string, call: Call, classifierCode: 'REQ' | 'PLN', now: number): HarbourScenarioStep => {
    lastEvent = timestampEvent(call, { service: 'BERTH', classifierCode, at: timeOf('BERTH', call), replyTo: lastEvent }, now);
    const detail = classifierCode === 'REQ' ? 'its carrier asks for the berth' : 'the terminal grants the berth';
    return stepOf(kind, call, { detail, events: [lastEvent] });
  };
  /**
   * What happens to the ships with an assignment, by the number of the step after the opening. A moved ship is published
   * like every other change.
   */
  const scenes: Readonly<Record<number, (arriving: Call, now: number) => HarbourScenarioStep | undefined>> = {
    2: (arriving, now) => fleet.delay(arriving, now + 30 * minuteMs - arriving.arrival, now),
    4: (arriving, now) => negotiate('BERTH_REQUESTED', arriving, 'REQ', now),
    5: (arriving, now) => negotiate('BERTH_PLANNED', arriving, 'PLN', now),
    12: (arriving, now) => fleet.delay(arriving, arrivalForBerthAt(now) - arriving.arrival, now),
    14: (_, now) => fleet.delay(fleet.callFor('LATE_SHIP', now), lateMs, now),
    16: (arriving, now) => {
      const event = timestampEvent(arriving, { service: 'DISCHARGE', classifierCode: 'ACT', at: now }, now);
      return stepOf('DISCHARGE_COMPLETED', arriving, { detail: `is discharged in ${arriving.port.locationName}`, events: [event] });
    },
    20: (_, now) => fleet.change(fleet.callFor('OMITTED_CALL', now), { isOmitted: true }),
    22: (_, now) => fleet.change(fleet.callFor('UNLISTED_CALL', now), { isUnlisted: true }),
  };
  /** Moves the berth of the unsteady ship, but not the ship, by a day and back. */
  const moveBerth = (now: number): HarbourScenarioStep => {
    isBerthLater = !isBerthLater;
    const call = fleet.callFor('UNSTEADY_BERTH', now);
    const at = timeOf('BERTH', call) + (isBerthLater ? dayMs : 0);
    const event = timestampEvent(call, { service: 'BERTH', classifierCode: 'EST', at }, now);
    return stepOf('BERTH_MOVED', call, { detail: `berth expected ${event.timestamp?.serviceDateTime}`, events: [event] });
  };
  return {
    /**
     * Returns the next step; undefined while nothing has changed.
     *
     * @param now milliseconds since 1970, never less than in the previous call
     */
    next: (now: number): HarbourScenarioStep | undefined => {
      // The first call of `callFor` moves the ship, so it must precede the first event.
      const arriving = fleet.callFor('ARRIVING', now);
      const calls = () => fleet.calls(now - daysBack * dayMs, now + daysAhead * dayMs).filter(({ stop }) => stop.use === 'DISCHARGE');
      for (const [id, { announcedAt }] of published) if (now - announcedAt >= announcedMs) published.delete(id);
      const [unknown] = groupBy(
        calls().filter(({ id }) => !published.has(id)),
        ({ port }) => port,
      ).values();
      if (unknown !== undefined) {
        for (const call of unknown) published.set(call.id, { ...publishedOf(call, now), announcedAt: now });
        return stepOf('CALLS_ANNOUNCED', unknown[0], {
          isOpening: steps === 0,
          detail: `${unknown.length} ships in ${unknown[0].port.locationName}`,
          events: unknown.flatMap((call) => firstEventsOf(call, now)),
        });
      }
      steps += 1;
      if (isBerthMovedAt(steps)) return moveBerth(now);
      const scripted = scenes[steps]?.(arriving, now);
      if (scripted !== undefined) return scripted;
      const [changed] = calls()
        .filter((call) => isChanged(publishedOf(call, now), published.get(call.id)))
        // An omission takes precedence.
        .toSorted((left, right) => Number(right.isOmitted) - Number(left.isOmitted));
      const before = changed && published.get(changed.id);
      if (changed === undefined || before === undefined) return undefined;
      published.set(changed.id, { ...publishedOf(changed, now), announcedAt: before.announcedAt });
      const step = changeOf(changed, before, now);
      lastEvent = changed.id === arriving.id ? step.events[0] : lastEvent;
      return step;
    },
  };
}

/** Four times after the other scenes, which makes the berth unsteady, and then seldom, so that it stays so. */
function isBerthMovedAt(step: number): boolean {
  return step < 32 ? step >= 24 && step % 2 === 0 : step % 40 === 0;
}

function stepOf(
  kind: string,
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

function publishedOf(call: Call, now: number) {
  const { arrival, terminal, isOmitted } = call;
  return { arrival, facilityCode: terminal.facilityCode, hasBerthed: timeOf('BERTH', call) <= now, isOmitted };
}

/** Nothing else is published after an omission. */
function isChanged(now: ReturnType<typeof publishedOf>, before: PublishedCall | undefined): boolean {
  if (before === undefined || before.isOmitted || now.isOmitted) return before?.isOmitted === false && now.isOmitted;
  if (before.hasBerthed) return false;
  return now.hasBerthed || Math.abs(now.arrival - before.arrival) >= leastChangeMs || now.facilityCode !== before.facilityCode;
}

function firstEventsOf(call: Call, now: number): PortCallEvent[] {
  if (call.isOmitted) return [omissionEvent(call, now)];
  const timeEvent = (service: 'PILOT' | 'BERTH') => {
    const at = timeOf(service, call);
    return timestampEvent(call, { service, classifierCode: at <= now ? 'ACT' : 'EST', at }, now);
  };
  const isNear = call.arrival < now + nearDays * dayMs;
  return isNear ? [timeEvent('PILOT'), timeEvent('BERTH'), movesEvent(call, now)] : [timeEvent('BERTH')];
}
