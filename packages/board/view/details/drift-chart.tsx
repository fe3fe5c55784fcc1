import type { ArrivalSide } from '../../../client/generated/operations.ts';
import { type Drift, type DriftPoint, driftOf, type Statement } from '../../model/drift.ts';
import { addDays, formatDay, formatInstant, formatShortDay } from '../../model/times.ts';
import { capital } from '../alert-text.ts';
import { type Ui, wordOf } from '../ui.ts';

/** Sizes in units of the drawing, which is scaled to the width of the panel. */
const width = 440;
const left = 58;
const right = 92;
const top = 8;
const leastHeight = 84;
const dayHeight = 22;
const mostHeight = 176;
const labelHeight = 16;
const mostTicks = 6;

/**
 * Shows how the stated arrival changed: one line per side, in the order of the statements, and the same data as a
 * table.
 */
export function DriftChart({ ui, statements }: { readonly ui: Ui; readonly statements: readonly Statement[] }) {
  const { words } = ui;
  const drift = driftOf(statements);
  if (drift === undefined) return null;
  return (
    <section>
      <h3>{words.drift.title}</h3>
      <figure class="drift" part="chart">
        <Drawing {...{ ui, drift }} />
      </figure>
      <details>
        <summary>{words.drift.table}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.drift.said}</th>
              <th scope="col">{words.drift.by}</th>
              <th scope="col">{words.columns.arrival}</th>
            </tr>
          </thead>
          <tbody>
            {statements.toReversed().map((statement) => (
              <tr key={`${statement.side} ${statement.statedAt} ${statement.day} ${statement.time}`}>
                <td>{formatInstant(statement.statedAt, ui.times)}</td>
                <td>{capital(ui.words.sides[statement.side])}</td>
                <td>{statementText(ui, statement)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function Drawing({ ui, drift }: { readonly ui: Ui; readonly drift: Drift }) {
  const { columns, days, from, lines } = drift;
  const plot = Math.min(mostHeight, Math.max(leastHeight, days * dayHeight));
  const xOf = (column: number) => left + 10 + (column / Math.max(columns - 1, 1)) * (width - left - right - 20);
  const yOf = (day: number) => top + plot - (day / days) * plot;
  const step = Math.ceil(days / mostTicks);
  const ticks = Array.from({ length: Math.floor((days - 1) / step) + 1 }, (_, index) => index * step);
  const ends = lines.map(({ side, points }) => ({ side, y: yOf(points.at(-1)?.day0 ?? 0) }));
  return (
    <svg viewBox={`0 0 ${width} ${top + plot + 8}`} role="img" aria-label={describe(ui, drift)}>
      {ticks.map((day) => (
        <g key={day}>
          <line class="grid" x1={left} x2={width - right} y1={yOf(day)} y2={yOf(day)} />
          <text x={left - 6} y={yOf(day + 0.5) + 3.5} text-anchor="end">
            {formatShortDay(addDays(from, day), ui.times.lang)}
          </text>
        </g>
      ))}
      {lines.map(({ side, points }) => (
        <g key={side} class={side.toLowerCase()}>
          <path class="path" d={stepsOf(points, { xOf, yOf, end: width - right })} />
          {points.map((point) => (
            <Mark key={point.column} side={side} x={xOf(point.column)} y={yOf(point.day0)} isActual={point.classifier === 'ACT'} />
          ))}
        </g>
      ))}
      {spread(ends).map(({ side, y }) => (
        <text key={side} class={`end ${side.toLowerCase()}`} x={width - right + 8} y={y + 3.5}>
          {capital(ui.words.sides[side])}
        </text>
      ))}
    </svg>
  );
}

/** A statement remains valid until the same side makes another one. */
function stepsOf(
  points: readonly DriftPoint[],
  { xOf, yOf, end }: { readonly xOf: (column: number) => number; readonly yOf: (day: number) => number; readonly end: number },
): string {
  const [first, ...others] = points;
  if (first === undefined) return '';
  return `M${xOf(first.column)} ${yOf(first.day0)}${others.map(({ column, day0 }) => `H${xOf(column)}V${yOf(day0)}`).join('')}H${end}`;
}

/** The shape identifies the side, because not every user can distinguish colours. */
function Mark({
  side,
  x,
  y,
  isActual,
}: {
  readonly side: ArrivalSide;
  readonly x: number;
  readonly y: number;
  readonly isActual: boolean;
}) {
  const shapes = {
    NOTICE: 'M-4-4h8v8h-8z',
    SCHEDULE: 'M-4.500 0a4.500 4.500 0 1 0 9 0a4.500 4.500 0 1 0-9 0z',
    PORT: 'M0-5.500 5.500 0 0 5.500-5.500 0z',
  };
  return <path class={isActual ? 'mark full' : 'mark'} d={shapes[side]} transform={`translate(${x} ${y})`} />;
}

/** Separates labels that would cover each other. */
function spread<Label extends { readonly y: number }>(labels: readonly Label[]): Label[] {
  const sorted = labels.toSorted((one, other) => one.y - other.y);
  let next = Number.NEGATIVE_INFINITY;
  return sorted.map((label) => {
    const y = Math.max(label.y, next);
    next = y + labelHeight;
    return { ...label, y };
  });
}

/** Returns the text alternative: what each side stated first, and what it states now. */
function describe(ui: Ui, { lines }: Drift): string {
  const { words } = ui;
  const parts = lines.map(({ side, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return '';
    const now = statementText(ui, last);
    return `${words.sides[side]}: ${points.length === 1 ? now : words.drift.fromTo(statementText(ui, first), now)}`;
  });
  return `${words.drift.title}. ${parts.join('; ')}`;
}

function statementText({ words, times }: Ui, { day, time, classifier }: Statement): string {
  return [formatDay(day, times.lang), time, classifier && wordOf(words, classifier)].filter(Boolean).join(' ');
}
