import type { OpenedNotice } from '../board-state.ts';
import { unknownVisit } from './joined.ts';
import { localOffsetOf } from './times.ts';

type Story = NonNullable<OpenedNotice['current']['portCallEvents']>;
export type StoryEvent = Story['events'][number];

/** A time on the chart of a call. */
export interface Mark {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** End of a span, such as a day; undefined for an instant. */
  readonly until: number | undefined;
  /** As it was written. */
  readonly text: string;
  /** `EST`, `REQ`, `PLN`, `ACT`, or undefined where nobody says. */
  readonly classifier: string | undefined;
  /** `ARRI`, `DEPA`, `STRT`, `CMPL`. */
  readonly event: string | undefined;
  /** Whether it still counts. */
  readonly isCurrent: boolean;
}

/** Marks of one source or one service. */
export interface Lane {
  readonly kind: 'notice' | 'schedule' | 'service';
  /** The name of a schedule's partner, the kind of a service; empty for the notice. */
  readonly name: string;
  /** What happens, where a lane has one kind of event only. */
  readonly event: string | undefined;
  readonly marks: readonly Mark[];
}

/** All times of a call, on one scale. */
export interface CallChart {
  readonly lanes: readonly Lane[];
  /** Milliseconds since 1970, with room at both ends. */
  readonly from: number;
  readonly to: number;
  /** Ticks at whole steps of the port's or the viewer's clock. */
  readonly ticks: readonly number[];
}

/** What the port says of the call that was found; failing that, of all that may be meant. */
export function storyOf({ arrivalCall, portCallEvents }: OpenedNotice['current']): Story {
  const ofCall = arrivalCall?.unique?.call.portCallEvents;
  return (ofCall?.outcome === 'UNIQUE' ? ofCall : portCallEvents) ?? unknownVisit;
}

/**
 * Lays out all times of a call: what the notice announces, what schedules say, what the port says of each service.
 *
 * @param options.arrivalDay day of the notice, `YYYY-MM-DD` at the port
 * @param options.offsetMinutes of the clock that the ticks follow
 * @returns undefined when there is no time at all
 */
export function chartOf(
  current: OpenedNotice['current'],
  { arrivalDay, offsetMinutes }: { readonly arrivalDay: string | undefined; readonly offsetMinutes: number },
): CallChart | undefined {
  const taken = current.arrivalCall?.candidates.find(({ call }) => call.id === current.arrivalCall?.unique?.call.id);
  const times = taken?.call.times ?? [];
  const lanes: Lane[] = [];
  const portOffset = times.map(({ dateTime }) => localOffsetOf(dateTime)).find((offset) => offset !== undefined) ?? 'Z';
  const dayStart = Date.parse(`${arrivalDay}T00:00:00${portOffset}`);
  if (arrivalDay !== undefined && !Number.isNaN(dayStart)) {
    const mark = { at: dayStart, until: dayStart + dayMs, text: arrivalDay, classifier: undefined, event: undefined, isCurrent: true };
    lanes.push({ kind: 'notice', name: '', event: undefined, marks: [mark] });
  }
  for (const { id, name } of new Map(times.map(({ partner }) => [partner.id, partner])).values()) {
    const marks = times
      .filter(({ partner }) => partner.id === id)
      .map(({ dateTime, eventTypeCode, eventClassifierCode }) =>
        markOf(dateTime, { classifier: eventClassifierCode, event: eventTypeCode, isCurrent: true }),
      );
    lanes.push({ kind: 'schedule', name, event: undefined, marks });
  }
  lanes.push(...serviceLanes(storyOf(current)));
  const all = lanes.flatMap(({ marks }) => marks.flatMap(({ at, until }) => [at, until ?? at])).filter((at) => !Number.isNaN(at));
  if (all.length === 0) return undefined;
  const [earliest, latest] = [Math.min(...all), Math.max(...all)];
  const margin = Math.max((latest - earliest) * 0.06, hourMs);
  const [from, to] = [earliest - margin, latest + margin];
  return { lanes, from, to, ticks: ticksBetween(from, to, offsetMinutes) };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const steps = [1, 3, 6, 12, 24, 48, 96, 168, 336].map((hours) => hours * hourMs);
const maxTicks = 6;

function serviceLanes({ events, outcome }: Story): Lane[] {
  const lanes = new Map<string, Lane & { marks: Mark[] }>();
  // Times of several visits on one scale would look like times of one.
  if (outcome !== 'UNIQUE') return [];
  for (const { event, isCurrent } of events) {
    const { timestamp, portCallService } = event;
    if (timestamp?.serviceDateTime == null) continue;
    const [name, what] = [portCallService?.portCallServiceTypeCode ?? '', portCallService?.portCallServiceEventTypeCode ?? undefined];
    const lane = lanes.get(`${name} ${what}`) ?? { kind: 'service', name, event: what, marks: [] };
    const mark = markOf(timestamp.serviceDateTime, { classifier: timestamp.classifierCode, event: what, isCurrent });
    // The newest event is last: what it says takes the place of what was said before it as surely.
    lane.marks = [...lane.marks.map((each) => (each.classifier === mark.classifier ? { ...each, isCurrent: false } : each)), mark];
    lanes.set(`${name} ${what}`, lane);
  }
  return [...lanes.values()];
}

function markOf(text: string, rest: { classifier: string | null; event: string | undefined; isCurrent: boolean }): Mark {
  return { ...rest, at: Date.parse(text), until: undefined, text, classifier: rest.classifier ?? undefined };
}

function ticksBetween(from: number, to: number, offsetMinutes: number): number[] {
  const step = steps.find((each) => (to - from) / each <= maxTicks) ?? to - from;
  const offset = offsetMinutes * 60_000;
  const first = Math.ceil((from + offset) / step) * step - offset;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
}
