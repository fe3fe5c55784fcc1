import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';
import { type Curve, svgOf } from './curve.ts';
import { type MedianRow, tableOf } from './table.ts';

/** The committed figures: by size of the run, then by benchmark. */
export interface Figures {
  readonly full: Readonly<Record<string, MeasuredRows>>;
  readonly quick: Readonly<Record<string, MeasuredRows>>;
  readonly curves: readonly Curve[];
}

interface MeasuredRows {
  readonly measuredOn: string;
  readonly rows: readonly MedianRow[];
}

const docs = join(packageRoot, 'docs');
const figuresFile = join(docs, 'benchmarks.json');
const page = join(docs, 'benchmarks.md');

/** Reads the committed figures. */
export async function readFigures(): Promise<Figures> {
  return JSON.parse(await readFile(figuresFile, 'utf8')) as Figures;
}

/** Replaces the figures of what was measured, and writes the file, the table and the plots of the documentation. */
export async function writeFigures(measured: Figures): Promise<void> {
  const committed = await readFigures();
  const names = new Set(measured.curves.map(({ name }) => name));
  const figures: Figures = {
    full: { ...committed.full, ...measured.full },
    quick: { ...committed.quick, ...measured.quick },
    curves: [...committed.curves.filter(({ name }) => !names.has(name)), ...measured.curves],
  };
  await writeFile(figuresFile, `${JSON.stringify(figures, undefined, 2)}\n`);
  await mkdir(join(docs, 'plots'), { recursive: true });
  for (const curve of figures.curves) await writeFile(join(docs, 'plots', `${curve.name}.svg`), svgOf(curve));
  await writeFile(page, withGenerated(await readFile(page, 'utf8'), figures));
}

/** Replaces what the page has between its markers. */
export function withGenerated(text: string, { full, curves }: Figures): string {
  const rows = Object.values(full).flatMap(({ measuredOn, rows: measured }) => measured.map((row) => ({ ...row, measuredOn })));
  const images = curves.map(({ name, title, x }) => `![${title}, over ${x}](plots/${name}.svg)`);
  return replaceBetween(replaceBetween(text, 'bench', tableOf(rows)), 'plots', images.join('\n'));
}

function replaceBetween(text: string, marker: string, content: string): string {
  const [begin, end] = [`<!-- ${marker} -->`, `<!-- /${marker} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${page} has no ${begin} ... ${end}`);
  return `${text.slice(0, from)}${begin}\n${content}\n${text.slice(to)}`;
}
