import { createHash } from 'node:crypto';
import { Pool } from 'undici';
import { partnerKeys } from '../support/landfall.ts';
import { openNeighbourhood, rowsOf, storeNameOf, type UnderLoad } from './neighbour.ts';
import { startProcess } from './processes.ts';
import { notices } from './pushes.ts';
import type { BenchRow } from './table.ts';

const callers = 10;
const storedNotices = 40;
const paddingBytes = 1_000_000;
const readerKey = 'key-of-reader';
const schedulesPath = '/dcsa/v1/port-schedules?UNLocationCode=NLRTM&date=2026-03-02';

/** Requests a page. @returns the cursor of the next one; undefined at the end */
type ReadPage = (pool: Pool, cursor: string | undefined) => Promise<string | undefined>;

const readConnection =
  (field: string, selection: string): ReadPage =>
  async (pool, after) => {
    const rest = `first: 500${after === undefined ? '' : `, after: "${after}"`}`;
    const query = `{ page: ${field.replace(')', `, ${rest})`)} { nodes { ${selection} } pageInfo { hasNextPage endCursor } } }`;
    const answer = await pool.request({
      path: '/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const text = await answer.body.text();
    // Only the end is parsed, so that the measuring process is not the bottleneck.
    const [, cursor] = /"hasNextPage":true,"endCursor":"([^"]+)"/.exec(text.slice(-2_000)) ?? [];
    if (!text.startsWith('{"data"')) throw new Error(text.slice(0, 500));
    return cursor;
  };

const readPublished =
  (path: string): ReadPage =>
  async (pool, cursor) => {
    const more = cursor === undefined ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const answer = await pool.request({ path: `${path}${more}`, method: 'GET', headers: { 'x-api-key': readerKey } });
    if (answer.statusCode !== 200) throw new Error(await answer.body.text());
    await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
    return answer.headers['next-page-cursor'] as string | undefined;
  };

const kinds: readonly { readonly what: string; readonly read: ReadPage }[] = [
  {
    what: 'connections of notices',
    read: readConnection('arrivalNotices(filter: { partners: ["acme"] })', 'current { document }'),
  },
  {
    what: 'connections of schedules',
    read: readConnection('portSchedules(filter: { UNLocationCode: "NLRTM", date: "2026-03-02" })', 'document'),
  },
  { what: 'published pages of notices', read: readPublished('/dcsa/arrival-notices') },
  { what: 'published pages of schedules', read: readPublished(schedulesPath) },
];

/**
 * Measures the latency for a neighbour, and the memory of the process, while ten callers page through rows of a
 * megabyte as fast as they can.
 */
export async function benchLargePages({
  seconds,
  mongodbUrl,
}: {
  readonly seconds: number;
  readonly mongodbUrl?: string | undefined;
}): Promise<BenchRow[]> {
  await using producer = await startProcess(['test/bench/children/hostile-answers.ts', 'large']);
  const hash = createHash('sha256').update(readerKey).digest('hex');
  await using neighbourhood = await openNeighbourhood({
    name: 'pages',
    mongodbUrl,
    partners: {
      reader: `id: reader\nname: reader\ninbound:\n  apiKey: { header: x-api-key, sha256: ["${hash}"] }\npublish: {}\n`,
      producer: `id: producer\nname: producer\nallowPrivate: true\ncommercialSchedules: { baseUrl: "${producer.url}" }\n`,
    },
  });
  const { landfall, neighbour } = neighbourhood;
  await pushLarge(landfall.url);
  // Waits until its own notices are the newest.
  await neighbour.watch(2);
  const measured: UnderLoad[] = [];
  for (const { what, read } of kinds) {
    const pool = new Pool(landfall.url, { connections: callers, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
    let [isOver, pages] = [false, 0];
    const paging = Array.from({ length: callers }, async () => {
      let cursor: string | undefined;
      while (!isOver) {
        cursor = await read(pool, cursor);
        pages += 1;
      }
    });
    const noticed = await neighbour.watch(seconds);
    isOver = true;
    await Promise.all(paging);
    await pool.close();
    measured.push({ ...noticed, kind: what, details: `${(pages / seconds).toFixed(1)} pages/s` });
  }
  return rowsOf(measured, `${callers} callers read pages of rows of 1 MB, ${storeNameOf(mongodbUrl)}`);
}

async function pushLarge(url: string): Promise<void> {
  for (let number = 0; number < storedNotices; number += 1) {
    const notice = { ...notices.make(number), padding: 'x'.repeat(paddingBytes) };
    const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
    const answer = await fetch(`${url}${notices.path}`, { method: 'POST', headers, body: JSON.stringify({ arrivalNotices: [notice] }) });
    if (answer.status !== 200) throw new Error(await answer.text());
  }
}
