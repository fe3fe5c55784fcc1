import { Pool } from 'undici';
import { openNeighbourhood, rowsOf, storeNameOf, type UnderLoad } from './neighbour.ts';
import { startProcess } from './processes.ts';
import type { BenchRow } from './table.ts';

/** Answers of partners that are malicious or large. */
const attacks = [
  { what: 'of empty objects in gzip', kind: 'empty-objects' },
  { what: 'of empty rows in gzip', kind: 'empty-rows' },
  { what: 'of 45,000 levels', kind: 'deep' },
  { what: 'of keys in gzip', kind: 'keys' },
  { what: 'of as many values as may be, in gzip', kind: 'rows' },
  { what: 'of valid rows, 15.8 MB', kind: 'valid' },
] as const;

/** How ten partners of each standard are requested. */
const standards = [
  {
    endpoint: 'arrivalNotices',
    query: (id: string) =>
      `{ arrivalNotices(filter: { partners: ["${id}"] }, first: 1, maxAgeSeconds: 0) { nodes { id } sources { status } } }`,
  },
  {
    endpoint: 'portCalls',
    query: (id: string) =>
      `{ portCallEvents(filter: { partners: ["${id}"] }, first: 1, maxAgeSeconds: 0) { nodes { id } sources { status } } }`,
  },
  {
    endpoint: 'commercialSchedules',
    query: (id: string) =>
      `{ portSchedules(filter: { partners: ["${id}"], UNLocationCode: "NLRTM", date: "2026-03-02" }, first: 1, maxAgeSeconds: 0) { nodes { __typename } sources { status } } }`,
  },
] as const;
const partnersEach = 10;

/**
 * Measures the latency for a neighbour, and the memory of the process, while thirty partners are requested continuously
 * and give such answers.
 */
export async function benchAnswers(options: { readonly seconds: number; readonly mongodbUrl?: string | undefined }): Promise<BenchRow[]> {
  const measured: UnderLoad[] = [];
  for (const attack of attacks) measured.push(await measure(attack, options));
  return rowsOf(measured, `30 partners give hostile or large answers, ${storeNameOf(options.mongodbUrl)}`);
}

async function measure(
  { what, kind }: (typeof attacks)[number],
  { seconds, mongodbUrl }: Parameters<typeof benchAnswers>[0],
): Promise<UnderLoad> {
  await using answering = await startProcess(['test/bench/children/hostile-answers.ts', kind]);
  const queried = standards.flatMap(({ endpoint, query: sendQuery }) =>
    Array.from({ length: partnersEach }, (_, index) => ({ id: `${endpoint.toLowerCase()}-${index}`, endpoint, query: sendQuery })),
  );
  const files = queried.map(({ id, endpoint }) => [
    id,
    `id: ${id}\nname: ${id}\nallowPrivate: true\n${endpoint}: { baseUrl: "${answering.url}/${id}" }\n`,
  ]);
  await using neighbourhood = await openNeighbourhood({
    name: `answers_${kind.replaceAll('-', '')}`,
    mongodbUrl,
    partners: Object.fromEntries(files),
  });
  const { landfall, neighbour } = neighbourhood;
  const pool = new Pool(landfall.url, { connections: queried.length, pipelining: 1, headersTimeout: 0 });
  let isOver = false;
  const statuses = new Map<string, number>();
  const sending = queried.map(async ({ id, query: sendQuery }) => {
    while (!isOver) {
      const body = JSON.stringify({ query: sendQuery(id) });
      const answer = await pool.request({ path: '/graphql', method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const { data, errors } = (await answer.body.json()) as {
        data: Record<string, { sources: { status: string }[] }> | null;
        errors?: { message: string }[];
      };
      const status = Object.values(data ?? {})[0]?.sources[0]?.status ?? errors?.[0]?.message ?? 'nothing';
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // Waits after an immediate rejection, because otherwise only the speed of rejections would be measured.
      if (status !== 'OK') await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  const noticed = await neighbour.watch(seconds);
  isOver = true;
  await Promise.all(sending);
  await pool.close();
  const requests = await (await fetch(`${answering.url}/requests`)).text();
  const reported = [`${requests} answers`, ...[...statuses].map(([status, count]) => `${count} x ${status}`)].join(', ');
  return { ...noticed, kind: `answers ${what}`, details: reported };
}
