import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { partnerKeys, writePartners } from '../support/landfall.ts';
import { startProcess } from './processes.ts';
import { notices } from './pushes.ts';
import type { BenchRow } from './table.ts';

const [goalMs, goalMegabytes] = [500, 600];

/** Kinds of hostile or merely large bodies, and over how many connections they come at once. */
const attacks = [
  { what: 'gzip bodies of 16 KB that unpack to empty objects', kind: 'empty-objects', connections: 30 },
  { what: 'gzip bodies of 16 KB that unpack to empty rows', kind: 'empty-rows', connections: 30 },
  { what: 'gzip bodies of 16 KB of empty objects beside the list', kind: 'empty-objects-aside', connections: 30 },
  { what: 'gzip bodies of keys', kind: 'keys', connections: 30 },
  { what: 'plain lists of 15.8 MB of faulty notices', kind: 'faulty', connections: 12 },
  { what: 'plain lists of 15.8 MB of valid notices', kind: 'valid', connections: 12 },
  { what: 'strangers with forged signatures and bodies of 15.8 MB', kind: 'forged', connections: 60 },
] as const;

const question = `{ arrivalNotices(first: 20) { nodes { id transportDocumentReference current { issueDateTime
  transport { portOfDischarge { UNLocationCode } } } } sources { status } } }`;

/**
 * What a neighbour notices, a small push and a question in turn, while somebody else keeps pushing bodies that cost much;
 * and what the process holds in memory meanwhile.
 */
export async function benchBodies(options: { readonly seconds: number }): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const attack of attacks) {
    const { pushP99Ms, queryP99Ms, megabytes, told } = await measure(attack, options.seconds);
    const slower = Math.max(pushP99Ms, queryP99Ms);
    rows.push({
      what: `p99 of a neighbour's pushes and questions while ${attack.connections} connections send ${attack.what}`,
      measured: `${pushP99Ms.toFixed(0)} and ${queryP99Ms.toFixed(0)} ms (${told})`,
      floor: `${goalMs} ms allowed`,
      ratio: slower / goalMs,
      goal: { atMost: 1 },
    });
    rows.push({
      what: `most memory resident while ${attack.connections} connections send ${attack.what}`,
      measured: `${megabytes.toFixed(0)} MB`,
      floor: `${goalMegabytes} MB allowed`,
      ratio: megabytes / goalMegabytes,
      goal: { atMost: 1 },
    });
  }
  return rows;
}

async function measure(
  { kind, connections }: (typeof attacks)[number],
  seconds: number,
): Promise<{ pushP99Ms: number; queryP99Ms: number; megabytes: number; told: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  try {
    const partnersDir = join(folder, 'partners');
    await mkdir(partnersDir);
    await writePartners(partnersDir);
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    await writeFile(
      join(partnersDir, 'signs.yaml'),
      `id: signs\nname: signs\ninbound:\n  hmac: { scheme: standard-webhooks, secrets: ["\${env:SIGNS}"] }\n`,
    );
    const environment = {
      DATA_DIR: join(folder, 'data'),
      PARTNERS_DIR: partnersDir,
      ACCESS_FILE: join(folder, 'none'),
      SIGNS: secret,
      AUDIT: 'off',
    };
    await using landfall = await startProcess(['dist/gateway/landfall.js', 'serve'], environment);
    const pool = new Pool(landfall.url, { connections: 2, pipelining: 1 });
    let number = 900_000_000;
    const send = async (path: string, body: object): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.other };
      const started = performance.now();
      const answer = await pool.request({ path, method: 'POST', headers, body: JSON.stringify(body) });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`a neighbour was answered ${answer.statusCode}`);
      return performance.now() - started;
    };
    const push = () =>
      send(notices.path, { arrivalNotices: [{ ...notices.make(number++), carrierCode: 'OTHR', carrierCodeListProvider: 'NMFTA' }] });
    const ask = () => send('/graphql', { query: question });
    for (let warmUp = 0; warmUp < 100; warmUp += 1) await Promise.all([push(), ask()]);
    await using pushing = await startProcess([
      'test/bench/children/large-bodies.ts',
      landfall.url,
      partnerKeys.acme,
      kind,
      String(connections),
    ]);
    const [pushes, asks]: [number[], number[]] = [[], []];
    let megabytes = 0;
    const until = performance.now() + seconds * 1_000;
    const keepOn = async (times: number[], once: () => Promise<number>) => {
      while (performance.now() < until) {
        times.push(await once());
        megabytes = Math.max(megabytes, await residentMegabytes(landfall.pid));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    await Promise.all([keepOn(pushes, push), keepOn(asks, ask)]);
    const { answered, slowestMs } = (await (await fetch(pushing.url)).json()) as { answered: Record<string, number>; slowestMs: number };
    await pool.destroy();
    const counts = Object.entries(answered).map(([status, count]) => `${count} x ${status}`);
    const told = `${[...counts, `slowest taken ${(slowestMs / 1_000).toFixed(1)} s`].join(', ')}`;
    return { pushP99Ms: p99Of(pushes), queryP99Ms: p99Of(asks), megabytes, told };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function p99Of(times: number[]): number {
  times.sort((left, right) => left - right);
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? Number.NaN;
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
