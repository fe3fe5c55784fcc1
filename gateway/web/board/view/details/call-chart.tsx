import type { CallChart, ChartMark, ChartRow } from '../../model/scale.ts';
import { formatDay, formatInstant, formatTick } from '../../model/times.ts';
import { type Ui, wordOf } from '../ui.ts';

export interface CallChartProps {
  readonly ui: Ui;
  readonly chart: CallChart;
  readonly portOffset: string | undefined;
}

/** Sizes in units of the drawing, which is scaled to the panel's width. */
const width = 440;
const rowHeight = 38;
const headHeight = 30;

/** The times of a call, drawn to scale, one row for each source or service. The list of events below has the same as text. */
export function CallChartView({ ui, chart, portOffset }: CallChartProps) {
  const { messages, times, now } = ui;
  const { rows, from, to, ticks } = chart;
  const xOf = (at: number) => ((at - from) / (to - from)) * width;
  const height = headHeight + rows.length * rowHeight;
  const style = { times, portOffset };
  return (
    <figure class="chart" part="chart">
      <figcaption class="muted">{messages.portCall.chart}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={describe(ui, rows, portOffset)}>
        {ticks.map((at) => {
          const [day, hour] = formatTick(at, style);
          const x = xOf(at);
          return (
            <g key={at}>
              <line class="tick" x1={x} x2={x} y1={headHeight - 4} y2={height} />
              <text class="tick" x={x} y={11} text-anchor={x < 25 ? 'start' : x > width - 25 ? 'end' : 'middle'}>
                {day}
                <tspan x={x} dy="1.1em">
                  {hour}
                </tspan>
              </text>
            </g>
          );
        })}
        {now > from && now < to && <line class="now" x1={xOf(now)} x2={xOf(now)} y1={headHeight - 4} y2={height} />}
        {rows.map((row, index) => {
          const y = headHeight + index * rowHeight;
          return (
            <g key={`${row.kind} ${row.name}`}>
              <line class="chart-row" x1={0} x2={width} y1={y + rowHeight} y2={y + rowHeight} />
              <text class="name" x={0} y={y + 13}>
                {nameOf(ui, row)}
              </text>
              {row.kind === 'schedule' && <Stay xs={row.marks.map(({ at }) => xOf(at))} y={y + 26} />}
              {row.marks.map((mark) => (
                <MarkView
                  key={`${mark.at} ${mark.classifier} ${mark.event} ${mark.isCurrent}`}
                  mark={mark}
                  x={xOf(mark.at)}
                  until={mark.until && xOf(mark.until)}
                  y={y + 26}
                />
              ))}
            </g>
          );
        })}
      </svg>
      <ul class="legend" aria-hidden="true">
        {(['EST', 'REQ', 'PLN', 'ACT'] as const).map((classifier) => (
          <li key={classifier}>
            <svg viewBox="-8 -8 16 16" aria-hidden="true">
              <Shape classifier={classifier} />
            </svg>
            {wordOf(messages, classifier)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function MarkView({
  mark,
  x,
  until,
  y,
}: {
  readonly mark: ChartMark;
  readonly x: number;
  readonly until: number | undefined;
  readonly y: number;
}) {
  if (until !== undefined) return <rect class="span" x={x} y={y - 6} width={until - x} height={12} rx={3} />;
  return (
    <g class={mark.isCurrent ? 'mark' : 'mark void'} transform={`translate(${x} ${y})`}>
      <Shape classifier={mark.classifier} />
    </g>
  );
}

/** From arrival to departure. */
function Stay({ xs, y }: { readonly xs: readonly number[]; readonly y: number }) {
  return <line class="stay" x1={Math.min(...xs)} x2={Math.max(...xs)} y1={y} y2={y} />;
}

/** The shape shows the classifier, because not every user can distinguish colours. */
function Shape({ classifier }: { readonly classifier: string | undefined }) {
  switch (classifier) {
    case 'ACT':
      return <circle class="full" r={5} />;
    case 'PLN':
      return <rect class="open" x={-4.5} y={-4.5} width={9} height={9} />;
    case 'REQ':
      return <path class="open" d="M0-6 6 0 0 6-6 0z" />;
    default:
      return <circle class="open" r={5} />;
  }
}

function nameOf({ messages }: Ui, { kind, name, event }: ChartRow): string {
  if (kind === 'notice') return messages.portCall.announced;
  return kind === 'schedule'
    ? messages.portCall.schedule(name)
    : [wordOf(messages, name), event && wordOf(messages, event)].filter(Boolean).join(' ');
}

/** The text alternative of the drawing. */
function describe(ui: Ui, rows: readonly ChartRow[], portOffset: string | undefined): string {
  const { messages, times } = ui;
  const marksOf = ({ marks }: ChartRow) =>
    marks.map(({ text, classifier, event }) => {
      const when = text.includes('T') ? formatInstant(text, times, portOffset) : formatDay(text, times.lang);
      return [event && wordOf(messages, event), classifier && wordOf(messages, classifier), when].filter(Boolean).join(' ');
    });
  return `${messages.portCall.chart}. ${rows.map((row) => `${nameOf(ui, row)}: ${marksOf(row).join(', ')}`).join('. ')}`;
}
