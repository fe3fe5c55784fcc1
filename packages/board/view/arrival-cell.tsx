import type { Arrival, Side } from '../model/arrival-row.ts';
import { largestDifference } from '../model/largest-difference.ts';
import { dayAt, daysBetween, formatDay, formatInstant, formatZone } from '../model/times.ts';
import type { Ui } from './ui.ts';

/** Shows the best known time, and what each side states about it. */
export function ArrivalCell({ ui, arrival }: { readonly ui: Ui; readonly arrival: Arrival }) {
  const { words, times } = ui;
  const { bestTime } = arrival;
  // The time at a port that the ship skips is no longer valid.
  const Time = arrival.state === 'OMITTED' ? 's' : 'b';
  const difference = largestDifference(arrival);
  const late = daysLate(arrival, ui.now);
  const isAlarming = arrival.openAlerts.some(({ kind }) => kind === 'SOURCES_DISAGREE');
  return (
    <>
      <span class="line">
        {bestTime === null ? (
          <b class="time">–</b>
        ) : (
          <>
            <Time
              class="time"
              title={bestTime.instant === null ? undefined : formatInstant(bestTime.instant, { ...times, zone: 'viewer' })}
            >
              {formatDay(bestTime.localDate, times.lang)}
              {bestTime.localTime !== null && ` ${bestTime.localTime}`}
            </Time>{' '}
            <span class="muted small">
              <span class="zone">{zoneOf(bestTime, times.lang) ?? words.local}</span>
              {bestTime.classifier !== null && (
                <abbr title={words.classifiers[bestTime.classifier][1]}> {words.classifiers[bestTime.classifier][0]}</abbr>
              )}
            </span>
          </>
        )}
      </span>
      <span class="line sides">
        <Axis ui={ui} arrival={arrival} />
        {late > 0 ? (
          <span class="badge bad">{words.late(words.days(late))}</span>
        ) : difference?.later == null ? (
          <span class="badge agreement">{agreementText(ui, arrival)}</span>
        ) : (
          <span class={`badge ${isAlarming ? 'warn' : ''}`} part="difference">
            <span class="side">{words.sides[difference.later]} </span>+{words[difference.unit](difference.count)}
            <span class="later">{words.later(words.sides[difference.later])}</span>
          </span>
        )}
      </span>
    </>
  );
}

/** Returns by how many days a ship is late by the rule of `OVERDUE`; 0 if it is not. */
function daysLate({ openAlerts, bestTime }: Arrival, now: number): number {
  if (bestTime === null || !openAlerts.some(({ kind }) => kind === 'OVERDUE')) return 0;
  return Math.max(1, daysBetween(bestTime.localDate, dayAt(bestTime, now)));
}

const width = 66;
const margin = 4;
/** Minimum number of days, so that an axis of one day has space on both sides. */
const leastDays = 2;
const mostDots = 12;
/** The sides, in the order in which they are shown. */
export const sideNames = ['notice', 'schedule', 'port'] as const;

/** Shows three ticks on one axis of days: the notice above, the schedule in the middle, the port below. */
function Axis({ ui, arrival }: { readonly ui: Ui; readonly arrival: Arrival }) {
  const { statements, bestTime } = arrival;
  const stated = sideNames.flatMap((side) => statements[side].arrival ?? []);
  const text = sidesText(ui, arrival);
  if (stated.length === 0 || bestTime === null) return <span class="axis" role="img" aria-label={text} />;
  const days = stated.map(({ localDate }) => localDate).sort();
  const [first = '', latest = ''] = [days[0], days.at(-1)];
  const count = Math.max(daysBetween(first, latest), leastDays);
  const offset = Math.floor((count - daysBetween(first, latest)) / 2);
  const xOf = (day: number) => margin + (day / count) * (width - 2 * margin);
  const dots = count > mostDots ? [] : Array.from({ length: count + 1 }, (_, day) => xOf(day));
  return (
    <svg class="axis" viewBox={`0 0 ${width} 16`} role="img">
      <title>{text}</title>
      <line class="base" x1={0} x2={width} y1={15} y2={15} />
      {dots.map((x) => (
        <circle key={x} class="dot" cx={x} cy={15} r={1} />
      ))}
      {sideNames.map((side, index) => {
        const time = statements[side].arrival;
        if (time === null) return null;
        const x = xOf(daysBetween(first, time.localDate) + offset);
        return (
          <rect
            key={side}
            class={`tick ${side} ${statements[side].isStale ? 'stale' : ''}`}
            x={x - 4}
            y={index * 4.5}
            width={8}
            height={3.5}
            rx={1}
          />
        );
      })}
    </svg>
  );
}

/** Returns which sides state the same time, if no difference is worth showing. */
function agreementText({ words }: Ui, { statements }: Arrival): string {
  const [first, ...others] = sideNames.flatMap((name) => (statements[name].arrival === null ? [] : [words.sides[statements[name].side]]));
  if (first === undefined) return '';
  const [second, third] = others;
  return second === undefined ? words.only(first) : third === undefined ? words.agrees(second) : words.allAgree;
}

/** Describes what each side states. */
function sidesText(ui: Ui, { statements }: Arrival): string {
  return sideNames.map((side) => sideText(ui, statements[side])).join('; ');
}

function sideText(ui: Ui, side: Side): string {
  return `${ui.words.sides[side.side]}: ${sideSays(ui, side)}`;
}

/** Describes what a side states about the arrival, or why it states nothing. */
export function sideSays({ words, times }: Ui, { outcome, arrival, isStale, queriedAt }: Side): string {
  const what =
    arrival === null
      ? words.outcomes[outcome]
      : [formatDay(arrival.localDate, times.lang), arrival.localTime, arrival.classifier && words.classifiers[arrival.classifier][1]]
          .filter(Boolean)
          .join(' ');
  return isStale && queriedAt !== null ? `${what} (${words.stale(formatInstant(queriedAt, times))})` : what;
}

/** Returns the short name of the zone of a time; undefined if it is unknown. */
export function zoneOf({ zone, instant, localDate }: NonNullable<Arrival['bestTime']>, lang: string): string | undefined {
  return zone === null ? undefined : formatZone(zone, Date.parse(instant ?? `${localDate}T12:00:00Z`), lang);
}
