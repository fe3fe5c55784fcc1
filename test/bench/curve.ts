/** Figures over a range, drawn as a plot in the documentation. */
export interface Curve {
  /** Name of the image, without its extension. */
  readonly name: string;
  readonly title: string;
  /** What the axes show, with units. */
  readonly x: string;
  readonly y: string;
  /** Whether equal distances on the x axis are equal factors. */
  readonly isLogarithmic: boolean;
  readonly lines: readonly { readonly label: string; readonly points: readonly Point[] }[];
  readonly measuredOn: string;
}

export type Point = readonly [x: number, y: number];

const [width, height] = [640, 320];
const plot = { left: 64, right: width - 28, top: 40, bottom: height - 84 };
const colors = ['#0b6bcb', '#8a8f98', '#c2410c', '#15803d'];

/** Draws a curve as an SVG image that is readable on light and on dark pages. */
export function svgOf({ title, x, y, isLogarithmic, lines, measuredOn }: Curve): string {
  const points = lines.flatMap((line) => line.points);
  const xs = [...new Set(points.map(([value]) => value))].toSorted((left, right) => left - right);
  const top = niceCeiling(Math.max(...points.map(([, value]) => value)));
  const scale = isLogarithmic ? (value: number) => Math.log(value) : (value: number) => value;
  const [first, last] = [scale(xs[0] ?? 0), scale(xs.at(-1) ?? 1)];
  const xOf = (value: number) => plot.left + ((scale(value) - first) / (last - first || 1)) * (plot.right - plot.left);
  const yOf = (value: number) => plot.bottom - (value / top) * (plot.bottom - plot.top);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = yOf(top * share);
    return `<path class="grid" d="M${plot.left} ${round(at)}H${plot.right}"/>${text(plot.left - 8, at + 4, numberOf(top * share), 'end')}`;
  });
  const ticks = ticksOf(xs).map((value) => text(xOf(value), plot.bottom + 18, numberOf(value), 'middle'));
  const drawn = lines.map(({ label, points: ofLine }, index) => {
    const path = ofLine.map(([px, py]) => `${round(xOf(px))} ${round(yOf(py))}`).join('L');
    const color = colors[index % colors.length];
    const [at, row] = [plot.left + (index % 2) * 300, height - 22 + Math.floor(index / 2) * 16];
    const key = `<path stroke="${color}" d="M${at} ${row - 4}h20"/>${text(at + 28, row, label, 'start')}`;
    return `<path class="line" stroke="${color}" d="M${path}"/>${key}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    '<style>rect{fill:#fff}text{font:12px system-ui,sans-serif;fill:#1f2328}.grid{stroke:#d8dce2}path{fill:none;stroke-width:2}.grid{stroke-width:1}</style>',
    `<rect width="${width}" height="${height}"/>`,
    text(plot.left, 20, `${title}: ${y}`, 'start'),
    ...grid,
    ...ticks,
    text(plot.right, plot.bottom + 36, `${x} (${measuredOn})`, 'end'),
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

/** At most eight values of the x axis, so that their labels do not overlap. */
function ticksOf(xs: readonly number[]): readonly number[] {
  const every = Math.ceil(xs.length / 8);
  return xs.filter((_, index) => index % every === 0);
}

/** The next number of the form 1, 2, 2.5, 4, 5 or 8 times a power of ten. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return ([1, 2, 2.5, 4, 5, 8, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function numberOf(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 2 });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
