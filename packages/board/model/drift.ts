import type { ArrivalSide, BoardNoticeQuery } from '../../client/generated/operations.ts';
import type { Arrival } from './arrival-row.ts';
import { portEventsOf, statedAtOf } from './port-events.ts';
import { minutesOf, zoneOffsetOf } from './times.ts';

type Notice = NonNullable<BoardNoticeQuery['arrivalNotice']>;
type Alerts = readonly Pick<NonNullable<BoardNoticeQuery['arrivalAlerts']>['nodes'][number], 'before' | 'after'>[];
type StatedTime = Pick<NonNullable<Arrival['statements']['notice']['arrival']>, 'localDate' | 'localTime' | 'classifier' | 'statedAt'>;
/** What a side stated about the arrival at one time. */
export interface Statement {
  readonly side: ArrivalSide;
  /** RFC 3339. */
  readonly statedAt: string;
  /** Day at the port, `YYYY-MM-DD`. */
  readonly day: string;
  /** `HH:MM` at the port; undefined if only a day is stated. */
  readonly time: string | undefined;
  /** `PLN`, `EST`, `ACT`. */
  readonly classifier: string | undefined;
}

/** Statements on a chart, whose columns are in the order in which they were made. */
export type Drift = NonNullable<ReturnType<typeof driftOf>>;
/** A statement with its column, counted from 0, and the days since the first day of the chart: half a day more if it is only a day. */
export type DriftPoint = Drift['lines'][number]['points'][number];

/** Older statements are in the table and in the history. */
const mostColumns = 14;
const sides: readonly ArrivalSide[] = ['NOTICE', 'SCHEDULE', 'PORT'];

/** Returns what each side stated about the arrival, in the order in which it was stated, without repetitions. */
export function statementsOf(arrival: Arrival, notice: Notice, alerts: Alerts): Statement[] {
  const zone = arrival.bestTime?.zone ?? null;
  const said = [...ofVersions(notice), ...ofPort(notice, zone), ...ofSides(arrival), ...ofAlerts(alerts)].sort(
    (left, right) => Date.parse(left.statedAt) - Date.parse(right.statedAt),
  );
  const last = new Map<ArrivalSide, string>();
  return said.filter(({ side, day, time, classifier }) => {
    const what = `${day} ${time} ${classifier}`;
    const isNew = last.get(side) !== what;
    last.set(side, what);
    return isNew;
  });
}

/** Places the latest statements on the chart; undefined if no side has changed its statement and all sides agree. */
export function driftOf(statements: readonly Statement[]) {
  const shown = statements.slice(-mostColumns);
  if (shown.length < 2) return undefined;
  const days = shown.map(({ day }) => day).sort();
  const from = days[0] ?? '';
  const numberOf = (day: string) => Math.round((Date.parse(day) - Date.parse(from)) / dayMs);
  const points = shown.map((statement, column) => ({
    ...statement,
    column,
    day0: numberOf(statement.day) + (statement.time === undefined ? 0.5 : hoursOf(statement.time) / 24),
  }));
  return {
    columns: shown.length,
    from,
    days: numberOf(days.at(-1) ?? from) + 1,
    lines: sides.flatMap((side) => {
      const own = points.filter((point) => point.side === side);
      return own.length === 0 ? [] : [{ side, points: own }];
    }),
  };
}

const dayMs = 86_400_000;

function ofVersions({ versions }: Notice): Statement[] {
  return versions.nodes.flatMap(({ issueDateTime, transport }) => {
    const stated = transport?.portOfDischargeArrivalDate;
    if (stated?.value == null) return [];
    return [
      { side: 'NOTICE' as const, statedAt: issueDateTime, day: stated.value, time: undefined, classifier: stated.classifier ?? undefined },
    ];
  });
}

/** Returns the arrivals at the berth, or, if the port states none, those at the pilot boarding place. */
function ofPort({ current }: Notice, zone: string | null): Statement[] {
  const { events, outcome } = portEventsOf(current);
  if (outcome !== 'UNIQUE') return [];
  const ofType = (type: string) =>
    events.filter(({ event: { portCallService, timestamp, isFYI } }) => {
      const isArrival = portCallService?.portCallServiceTypeCode === type && portCallService.portCallServiceEventTypeCode === 'ARRI';
      return isArrival && isFYI !== true && timestamp?.classifierCode !== 'REQ' && timestamp?.serviceDateTime != null;
    });
  const atBerth = ofType('BERTH');
  return (atBerth.length > 0 ? atBerth : ofType('PILOT_BOARDING_PLACE')).map((match) => {
    const { timestamp } = match.event;
    const [day = '', time = ''] = wallClockOf(timestamp?.serviceDateTime ?? '', zone);
    return { side: 'PORT', statedAt: statedAtOf(match), day, time, classifier: timestamp?.classifierCode ?? undefined };
  });
}

function ofSides({ statements: { schedule, port } }: Arrival): Statement[] {
  return [schedule, port].flatMap(({ side, arrival }) => (arrival === null ? [] : [statementOf(side, arrival)]));
}

/** Schedules keep no history: earlier statements are known only from the alerts that they raised. */
function ofAlerts(alerts: Alerts): Statement[] {
  return alerts.flatMap(({ before, after }) =>
    [before, after].flatMap((value) =>
      value?.source === 'SCHEDULE' && value.time !== null ? [statementOf(value.source, value.time)] : [],
    ),
  );
}

function statementOf(side: ArrivalSide, { localDate, localTime, classifier, statedAt }: StatedTime): Statement {
  return { side, statedAt, day: localDate, time: localTime?.slice(0, 5), classifier: classifier ?? undefined };
}

/**
 * Returns day and time of an instant at the port, `YYYY-MM-DD` and `HH:MM`, or by the instant's own offset if the zone
 * is unknown.
 */
export function wallClockOf(instant: string, zone: string | null): string[] {
  const at = Date.parse(instant);
  const offset = zone === null ? /([+-]\d\d:\d\d)$/.exec(instant)?.[1] : zoneOffsetOf(zone, at);
  return new Date(at + minutesOf(offset) * 60_000).toISOString().slice(0, 16).split('T');
}

function hoursOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours + minutes / 60;
}
