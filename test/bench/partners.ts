import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { Agent } from 'undici';
import { openPartnerRegistry } from '#platform/partners/registry.ts';
import { readPages } from '#platform/upstream/pages.ts';
import { openUpstream } from '#platform/upstream/upstream.ts';
import { arrivalNoticesRequest } from '../../subgraphs/arrival-notices/upstream/request-urls.ts';
import { cpuMsOf } from './joined-world.ts';
import { sendAll } from './load.ts';
import { type BenchProcess, startProcess } from './processes.ts';
import type { BenchRow } from './table.ts';

const references = Array.from({ length: 100 }, (_, number) => `BENCH${number}`);
/** Maximum number of references that the partners accept in one request. */
const maxReferences = 50;
const [timeoutMs, deadlineMs] = [500, 1_000];

/**
 * Measures what a query for 100 references costs partners and us, with several numbers of partners: requested from
 * partners, answered from recent answers, and with one partner that no longer answers.
 */
export async function benchPartners(options: { readonly queries: number }): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const partners of [1, 5, 20]) rows.push(...(await benchQuery(partners, options.queries)));
  const whole = await benchClient({ calls: options.queries * 2, perCall: maxReferences });
  return [...rows, whole, await benchClient({ calls: options.queries * 40, perCall: 1 })];
}

async function benchQuery(partners: number, queries: number): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  try {
    await using publishers = await startProcess(['test/bench/children/publishers.ts', String(partners)]);
    await writePartners(folder, publishers, partners);
    const environment = { DATA_DIR: folder, PARTNERS_DIR: folder, ACCESS_FILE: join(folder, 'none'), LOG_LEVEL: 'info' };
    await using landfall = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], environment);
    await measure(landfall, publishers, { maxAgeSeconds: 0, queries: Math.ceil(queries / 4) });
    const cold = await measure(landfall, publishers, { maxAgeSeconds: 0, queries });
    const warm = await measure(landfall, publishers, { maxAgeSeconds: 3_600, queries });
    await fetch(`${publishers.url}/hang/0`);
    const hanging = await measure(landfall, publishers, { maxAgeSeconds: 0, queries });
    const allowed = partners * Math.ceil(references.length / maxReferences);
    const what = `100 references over ${partners} ${partners === 1 ? 'partner' : 'partners'}`;
    return [
      {
        what: `${what}: requests cold; warm`,
        measured: `${cold.requests}; ${warm.requests}`,
        floor: `${allowed}; 0`,
        ratio: (cold.requests + warm.requests) / allowed,
        goal: { atMost: 1 },
      },
      {
        what: `${what}: p99 cold; warm; with one of them hanging`,
        measured: `${[cold, warm, hanging].map(({ p99Ms }) => p99Ms.toFixed(0)).join('; ')} ms, CPU ${cold.cpuMs.toFixed(1)}; ${warm.cpuMs.toFixed(1)} ms`,
        floor: `a deadline of ${deadlineMs} ms`,
        ratio: hanging.p99Ms / deadlineMs,
        goal: { atMost: 1.1 },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends queries one after the other, so that they share nothing. The figures are per query. */
async function measure(
  landfall: BenchProcess,
  publishers: BenchProcess,
  { maxAgeSeconds, queries }: { readonly maxAgeSeconds: number; readonly queries: number },
): Promise<{ requests: number; cpuMs: number; p99Ms: number }> {
  const query = `query ($references: [String!], $maxAgeSeconds: Int) { arrivalNotices(filter: { transportDocumentReferences: $references }, first: 100, maxAgeSeconds: $maxAgeSeconds) {
    nodes { id transportDocumentReference current { issueDateTime carrierCode } } sources { partner { id } status } } }`;
  const body = JSON.stringify({ query, variables: { references, maxAgeSeconds } });
  const countOf = async () => Number(await (await fetch(`${publishers.url}/requests`)).text());
  const [requestsBefore, cpuBefore] = [await countOf(), cpuMsOf(landfall.pid)];
  const { p99Ms } = await sendAll({
    url: landfall.url,
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    bodies: Array.from({ length: queries }, () => body),
    connections: 1,
  });
  return {
    requests: ((await countOf()) - requestsBefore) / queries,
    cpuMs: (cpuMsOf(landfall.pid) - cpuBefore) / queries,
    p99Ms,
  };
}

/**
 * Measures the CPU of our client against bare undici for the same requests, with the same number of references each,
 * and with parsing the answers in both.
 */
async function benchClient({ calls, perCall }: { readonly calls: number; readonly perCall: number }): Promise<BenchRow> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  const logger = pino({ level: 'info', enabled: false });
  try {
    await using publishers = await startProcess(['test/bench/children/publishers.ts', '1']);
    await writePartners(folder, publishers, 1);
    await using registry = await openPartnerRegistry({ dir: folder, logger, env: {} });
    await using upstream = openUpstream({ logger, partners: registry });
    const partner = registry.find('p0');
    if (partner === undefined) throw new Error('the partner of the bench is missing');
    const agent = new Agent({ connections: 64 });
    const ours = async (queried: readonly string[]) => {
      const request = arrivalNoticesRequest(partner, { transportDocumentReferences: queried });
      for await (const { objects } of readPages({ upstream, logger }, { partner, ...request })) {
        if (objects.length !== perCall) throw new Error('the partner of the bench answered something else');
      }
    };
    const bare = async (queried: readonly string[]) => {
      const path = `/0/arrival-notices?transportDocumentReferences=${queried.join()}`;
      const answer = await agent.request({ origin: publishers.url, path, method: 'GET', headers: { accept: 'application/json' } });
      const { arrivalNotices } = (await answer.body.json()) as { arrivalNotices: unknown[] };
      if (arrivalNotices.length !== perCall) throw new Error('the partner of the bench answered something else');
    };
    const queries = Array.from({ length: calls }, (_, number) =>
      references.slice(number % maxReferences, (number % maxReferences) + perCall),
    );
    await cpuOf(ours, queries);
    await cpuOf(bare, queries);
    // Alternates, so that other load on the machine affects both equally.
    let [oursMs, bareMs] = [0, 0];
    for (let round = 0; round < 5; round += 1) {
      oursMs += await cpuOf(ours, queries);
      bareMs += await cpuOf(bare, queries);
    }
    await agent.close();
    const microseconds = (milliseconds: number) => ((milliseconds / (5 * calls)) * 1_000).toFixed(0);
    return {
      what: `our client, signed in, gated and retrying: ${perCall} ${perCall === 1 ? 'reference' : 'references'} a call`,
      measured: `${microseconds(oursMs)} us CPU a call`,
      floor: `${microseconds(bareMs)} us (bare undici, the same calls)`,
      ratio: oursMs / bareMs,
      goal: { atMost: 1.3 },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures the CPU of this process for sending all queries, four at a time. @returns milliseconds */
async function cpuOf(call: (queried: readonly string[]) => Promise<void>, queries: readonly (readonly string[])[]): Promise<number> {
  let next = 0;
  const callNext = async (): Promise<void> => {
    for (let queried = queries[next++]; queried !== undefined; queried = queries[next++]) await call(queried);
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: 4 }, callNext));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function writePartners(folder: string, publishers: BenchProcess, partners: number): Promise<void> {
  for (let number = 0; number < partners; number += 1) {
    const lines = [
      `id: p${number}`,
      `name: Publisher ${number}`,
      'allowPrivate: true',
      `outbound: { bearer: { token: token-of-the-bench } }`,
      `arrivalNotices: { baseUrl: "${publishers.url}/${number}", maxReferences: ${maxReferences} }`,
      `limits: { requestsPerSecond: 100000, concurrency: 16, timeoutMs: ${timeoutMs}, deadlineMs: ${deadlineMs} }`,
    ];
    await writeFile(join(folder, `p${number}.yaml`), lines.join('\n'));
  }
}
