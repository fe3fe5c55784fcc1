import type { OpenedNotice } from '../board-state.ts';
import { unknownVisit } from './joined.ts';
import { localOffsetOf } from './times.ts';

type Timeline = NonNullable<OpenedNotice['current']['portCallEvents']>;
export type TimelineEvent = Timeline['events'][number];

/** A time on the chart of a call. */
export interface ChartMark {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** End of a span, such as a day; undefined for an instant. */
  readonly until: number | undefined;
  /** The time as the source wrote it. */
  readonly text: string;
  /** `EST`, `REQ`, `PLN`, `ACT`, or undefined where the source does not state it. */
  readonly classifier: string | undefined;
  /** `ARRI`, `DEPA`, `STRT`, `CMPL`. */
  readonly event: string | undefined;
  /** Whether no newer event replaces it. */
  readonly isCurrent: boolean;
}

/** Marks of one source or one service. */
export interface ChartRow {
  readonly kind: 'notice' | 'schedule' | 'service';
  /** The name of a schedule's partner, the kind of a service; empty for the notice. */
  readonly name: string;
  /** The kind of event, where all marks of the row have the same. */
  readonly event: string | undefined;
  readonly marks: readonly ChartMark[];
}

/** All times of a call, on one scale. */
export interface CallChart {
  readonly rows: readonly ChartRow[];
  /** Milliseconds since 1970, with room at both ends. */
  readonly from: number;
  readonly to: number;
  /** Ticks at whole steps of the port's or the viewer's clock. */
  readonly ticks: readonly number[];
}

/** Returns the port's events of the matched call or, without a unique match, those of all candidates. */
export function timelineOf({ arrivalCall, portCallEvents }: OpenedNotice['current']): Timeline {
  const ofCall = arrivalCall?.unique?.call.portCallEvents;
  return (ofCall?.outcome === 'UNIQUE' ? ofCall : portCallEvents) ?? unknownVisit;
}

/**
 * Lays out all times of a call: those of the notice, of schedules and of the port's services.
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
  const rows: ChartRow[] = [];
  const portOffset = times.map(({ dateTime }) => localOffsetOf(dateTime)).find((offset) => offset !== undefined) ?? 'Z';
  const dayStart = Date.parse(`${arrivalDay}T00:00:00${portOffset}`);
  if (arrivalDay !== undefined && !Number.isNaN(dayStart)) {
    const mark = { at: dayStart, until: dayStart + dayMs, text: arrivalDay, classifier: undefined, event: undefined, isCurrent: true };
    rows.push({ kind: 'notice', name: '', event: undefined, marks: [mark] });
  }
  for (const { id, name } of new Map(times.map(({ partner }) => [partner.id, partner])).values()) {
    const marks = times
      .filter(({ partner }) => partner.id === id)
      .map(({ dateTime, eventTypeCode, eventClassifierCode }) =>
        markOf(dateTime, { classifier: eventClassifierCode, event: eventTypeCode, isCurrent: true }),
      );
    rows.push({ kind: 'schedule', name, event: undefined, marks });
  }
  rows.push(...serviceRows(timelineOf(current)));
  const all = rows.flatMap(({ marks }) => marks.flatMap(({ at, until }) => [at, until ?? at])).filter((at) => !Number.isNaN(at));
  if (all.length === 0) return undefined;
  const [earliest, latest] = [Math.min(...all), Math.max(...all)];
  const margin = Math.max((latest - earliest) * 0.06, hourMs);
  const [from, to] = [earliest - margin, latest + margin];
  return { rows, from, to, ticks: ticksBetween(from, to, offsetMinutes) };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const steps = [1, 3, 6, 12, 24, 48, 96, 168, 336].map((hours) => hours * hourMs);
const maxTicks = 6;

function serviceRows({ events, outcome }: Timeline): ChartRow[] {
  const rows = new Map<string, ChartRow & { marks: ChartMark[] }>();
  // Times of several visits on one scale would look like times of one.
  if (outcome !== 'UNIQUE') return [];
  for (const { event, isCurrent } of events) {
    const { timestamp, portCallService } = event;
    if (timestamp?.serviceDateTime == null) continue;
    const [name, what] = [portCallService?.portCallServiceTypeCode ?? '', portCallService?.portCallServiceEventTypeCode ?? undefined];
    const row = rows.get(`${name} ${what}`) ?? { kind: 'service', name, event: what, marks: [] };
    const mark = markOf(timestamp.serviceDateTime, { classifier: timestamp.classifierCode, event: what, isCurrent });
    // The newest event is last: it replaces earlier ones of the same classifier.
    row.marks = [...row.marks.map((each) => (each.classifier === mark.classifier ? { ...each, isCurrent: false } : each)), mark];
    rows.set(`${name} ${what}`, row);
  }
  return [...rows.values()];
}

function markOf(text: string, rest: { classifier: string | null; event: string | undefined; isCurrent: boolean }): ChartMark {
  return { ...rest, at: Date.parse(text), until: undefined, text, classifier: rest.classifier ?? undefined };
}

function ticksBetween(from: number, to: number, offsetMinutes: number): number[] {
  const step = steps.find((each) => (to - from) / each <= maxTicks) ?? to - from;
  const offset = offsetMinutes * 60_000;
  const first = Math.ceil((from + offset) / step) * step - offset;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
}
