import type { Curve, Point } from './curve.ts';
import { measureFanOut } from './fan-out.ts';
import { bodiesOf, ingest, parseOnly } from './ingest.ts';
import { measurePages } from './pages.ts';
import { notices } from './pushes.ts';

/** Measures the curves of the documentation: fan-out over sockets, ingest over connections, time of a page over its depth. */
export async function benchCurves({ quick, mongodbUrl }: { readonly quick: boolean; readonly mongodbUrl: string | undefined }) {
  return [await fanOutOverSockets(quick), await ingestOverConnections(quick, mongodbUrl), await pagesOverDepth(quick, mongodbUrl)];
}

async function fanOutOverSockets(quick: boolean): Promise<Curve> {
  const sockets = quick ? [100, 1_000] : [50, 100, 250, 500, 1_000, 2_500, 5_000];
  const measured = await measureFanOut({ kind: notices, subscription: 'watch-arrivals.graphql', sockets });
  return {
    name: 'fan-out',
    title: 'Fan-out of one pushed notice',
    x: 'sockets',
    y: 'messages a second',
    isLogarithmic: true,
    lines: [
      { label: 'Landfall', points: measured.map(({ sockets: count, ours }) => [count, Math.round(ours.single)]) },
      { label: 'raw ws, the same bytes', points: measured.map(({ sockets: count, floor }) => [count, Math.round(floor.single)]) },
    ],
    measuredOn: today(),
  };
}

async function ingestOverConnections(quick: boolean, mongodbUrl: string | undefined): Promise<Curve> {
  const perRequest = 1;
  const documents = Array.from({ length: quick ? 1_000 : 6_000 }, (_, number) => notices.make(number));
  const bodies = bodiesOf(notices, documents, perRequest);
  const stores = [{ label: 'SQLite', url: undefined }, ...(mongodbUrl === undefined ? [] : [{ label: 'MongoDB', url: mongodbUrl }])];
  const lines: { label: string; points: Point[] }[] = [...stores.map(({ label }) => label), 'bare node:http, parsing only'].map(
    (label) => ({ label, points: [] }),
  );
  for (const connections of quick ? [1, 32] : [1, 2, 4, 8, 16, 32, 64, 128]) {
    const options = { kind: notices, perRequest, connections };
    for (const [index, { url }] of stores.entries()) {
      const { rate } = await ingest(bodies, { ...options, mongodbUrl: url });
      lines[index]?.points.push([connections, Math.round(rate)]);
    }
    lines.at(-1)?.points.push([connections, Math.round(await parseOnly(bodies, options))]);
  }
  const axes = { x: 'connections', y: 'notices a second, 1 a request', isLogarithmic: true };
  return { name: 'ingest', title: 'Durable ingest', ...axes, lines, measuredOn: today() };
}

async function pagesOverDepth(quick: boolean, mongodbUrl: string | undefined): Promise<Curve> {
  const count = quick ? 5_000 : 250_000;
  const pages = quick ? [1, 100] : [1, 10, 100, 1_000, 3_000, 10_000];
  const lines: { label: string; points: Point[] }[] = [];
  for (const [label, url] of [['SQLite', undefined] as const, ...(mongodbUrl === undefined ? [] : [['MongoDB', mongodbUrl] as const])]) {
    const times = await measurePages({ notices: count, mongodbUrl: url, pages });
    lines.push({ label, points: pages.map((page, index) => [page, times[index] ?? Number.NaN]) });
  }
  const title = `A page of 20 of ${count.toLocaleString('en')} notices`;
  return { name: 'pages', title, x: 'number of the page', y: 'ms', isLogarithmic: true, lines, measuredOn: today() };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
