import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partnerKeys, writePartners } from '../support/landfall.ts';
import { withDatabase } from '../support/processes.ts';
import { openNeighbour, rowsOf } from './neighbour.ts';
import { startProcess } from './processes.ts';
import type { BenchRow } from './table.ts';

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

/**
 * What a neighbour notices, a small push and a question in turn, while somebody else keeps pushing bodies that cost much;
 * and what the process holds in memory meanwhile.
 */
export async function benchBodies({
  seconds,
  mongodbUrl,
}: {
  readonly seconds: number;
  readonly mongodbUrl?: string | undefined;
}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const attack of attacks) rows.push(...(await measure(attack, seconds, mongodbUrl)));
  return rows;
}

async function measure(
  { what, kind, connections }: (typeof attacks)[number],
  seconds: number,
  mongodbUrl: string | undefined,
): Promise<BenchRow[]> {
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
      ...(mongodbUrl === undefined ? {} : { MONGODB_URL: withDatabase(mongodbUrl, `bodies_${process.pid}_${kind.replaceAll('-', '')}`) }),
    };
    await using landfall = await startProcess(['dist/gateway/landfall.js', 'serve'], environment);
    await using neighbour = await openNeighbour(landfall);
    const attacker = ['test/bench/children/large-bodies.ts', landfall.url, partnerKeys.acme, kind, String(connections)];
    await using pushing = await startProcess(attacker);
    const noticed = await neighbour.watch(seconds);
    const { answered, slowestMs } = (await (await fetch(pushing.url)).json()) as { answered: Record<string, number>; slowestMs: number };
    const counts = Object.entries(answered).map(([status, count]) => `${count} x ${status}`);
    return rowsOf(
      noticed,
      `${connections} connections send ${what}`,
      [...counts, `slowest taken ${(slowestMs / 1_000).toFixed(1)} s`].join(', '),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
