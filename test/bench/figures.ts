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
/** Pages with generated parts. */
const pages = ['benchmarks.md', 'benchmarks-all.md'];

/** The rows that users ask about, in the order of the page that shows only these. */
const askedRows: readonly string[] = [
  'start to first answer, single process',
  'joined query, 20 notices with schedules and events, single process',
  'joined query, distributed, CPU of the gateway process',
  'durable ingest of notices, SQLite, 100 a request',
  'durable ingest of notices, MongoDB, 100 a request',
  'fan-out of pushed notices to 1000 sockets',
  'fan-out of pushed notices to 1000 sockets, p99 after the push began',
  'first page by attention, sqlite, 100000 open arrivals',
  'page 10000 against page 1, SQLite, 1000000 versions of 250000 notices',
  'soak of 15 minutes, sqlite, 200 sockets: most resident memory of a minute',
];

/** Reads the committed figures. */
export async function readFigures(): Promise<Figures> {
  return JSON.parse(await readFile(figuresFile, 'utf8')) as Figures;
}

/** Replaces the figures of what was measured, and writes the file, the tables and the plots of the documentation. */
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
  for (const page of pages) await writeFile(join(docs, page), withGenerated(await readFile(join(docs, page), 'utf8'), figures));
}

/**
 * Replaces what a page has between its markers. @throws {Error} if it has none, or one of {@link askedRows} was not measured
 */
export function withGenerated(text: string, { full, curves }: Figures): string {
  const rows = Object.values(full).flatMap(({ measuredOn, rows: measured }) => measured.map((row) => ({ ...row, measuredOn })));
  const asked = () =>
    askedRows.map((what) => {
      const row = rows.find((candidate) => candidate.what === what);
      if (row === undefined) throw new Error(`there is no row ${JSON.stringify(what)}`);
      return row;
    });
  const parts: Readonly<Record<string, () => string>> = {
    asked: () => tableOf(asked()),
    bench: () => tableOf(rows),
    plots: () => curves.map(({ name, title, x }) => `![${title}, over ${x}](plots/${name}.svg)`).join('\n'),
  };
  const found = Object.entries(parts).filter(([marker]) => text.includes(`<!-- ${marker} -->`));
  if (found.length === 0) throw new Error(`the page has none of the markers ${Object.keys(parts).join(', ')}`);
  return found.reduce((page, [marker, content]) => replaceBetween(page, marker, content()), text);
}

function replaceBetween(text: string, marker: string, content: string): string {
  const [begin, end] = [`<!-- ${marker} -->`, `<!-- /${marker} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (to < from) throw new Error(`${begin} has no ${end} after it`);
  return `${text.slice(0, from)}${begin}\n${content}\n${text.slice(to)}`;
}
