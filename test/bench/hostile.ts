import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partnerKeys, writePartners } from '../support/landfall.ts';
import { accessFileOf, keyOf } from './access.ts';
import { sendAll } from './load.ts';
import { startProcess } from './processes.ts';
import { notices } from './pushes.ts';
import type { BenchRow } from './table.ts';

const request = {
  query: `{ arrivalNotices(first: 20) { nodes { id partner { id } transportDocumentReference current { issueDateTime versionLabel
    transport { portOfDischarge { UNLocationCode } portOfDischargeArrivalDate { value classifier } } changes { path before after } } } sources { partner { id } status } } }`,
};

/**
 * Measures the latency for a neighbour of a tenant that sends malicious operations over several connections, each
 * connection sending the next one as soon as the previous one is rejected.
 */
export async function benchHostile(options: { readonly requests: number; readonly connections: number }): Promise<BenchRow[]> {
  const { requests, connections } = options;
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  try {
    const partnersDir = join(folder, 'partners');
    await mkdir(partnersDir);
    await writePartners(partnersDir);
    const accessFile = join(folder, 'access.yaml');
    await writeFile(accessFile, accessFileOf(2, ['acme']));
    const environment = { DATA_DIR: join(folder, 'data'), PARTNERS_DIR: partnersDir, ACCESS_FILE: accessFile, LOG_LEVEL: 'info' };
    await using landfall = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], environment);
    const arrivalNotices = Array.from({ length: 100 }, (_, number) => notices.make(number));
    const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
    await fetch(`${landfall.url}${notices.path}`, { method: 'POST', headers, body: JSON.stringify({ arrivalNotices }) });
    const bodies = Array.from({ length: requests }, () => JSON.stringify(request));
    const neighbour = { url: landfall.url, path: '/graphql', headers: { ...headers, 'x-api-key': keyOf(0) }, bodies, connections: 2 };
    await sendAll(neighbour);
    const calm = await sendAll(neighbour);
    await using attacker = await startProcess(['test/bench/children/attacker.ts', landfall.url, keyOf(1), String(connections)]);
    await sendAll(neighbour);
    const before = await refusedBy(attacker.url);
    const started = performance.now();
    const attacked = await sendAll(neighbour);
    const refused = ((await refusedBy(attacker.url)) - before) / ((performance.now() - started) / 1_000);
    return [
      {
        what: `p99 of a neighbour's answers (20 notices, 2 connections) while ${connections} connections of another tenant send hostile operations`,
        measured: `${attacked.p99Ms.toFixed(1)} ms (${Math.round(refused)} operations a second refused)`,
        floor: `${calm.p99Ms.toFixed(1)} ms (no other client)`,
        ratio: attacked.p99Ms / calm.p99Ms,
        goal: { atMost: 2 },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refusedBy(url: string): Promise<number> {
  const refused = (await (await fetch(url)).json()) as Record<string, number>;
  console.error(refused);
  return Object.values(refused).reduce((sum, count) => sum + count, 0);
}
