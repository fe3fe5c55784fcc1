import { partnerKeys } from '../support/landfall.ts';
import { openNeighbourhood, rowsOf, storeNameOf, type UnderLoad } from './neighbour.ts';
import { startProcess } from './processes.ts';
import type { BenchRow } from './table.ts';

/** Kinds of malicious or large bodies, and the number of connections over which they are sent. */
const attacks = [
  { what: 'gzip bodies of 16 KB that unpack to empty objects', kind: 'empty-objects', connections: 30 },
  { what: 'gzip bodies of 16 KB that unpack to empty rows', kind: 'empty-rows', connections: 30 },
  { what: 'gzip bodies of 16 KB of empty objects beside the list', kind: 'empty-objects-aside', connections: 30 },
  { what: 'gzip bodies of keys', kind: 'keys', connections: 30 },
  { what: 'plain lists of 15.8 MB of faulty notices', kind: 'faulty', connections: 12 },
  { what: 'plain lists of 15.8 MB of valid notices', kind: 'valid', connections: 12 },
  { what: 'single valid notices, each the next one at once', kind: 'small', connections: 200 },
  { what: 'strangers with forged signatures and bodies of 15.8 MB', kind: 'forged', connections: 60 },
] as const;

/**
 * Measures the latency of small pushes and queries, sent alternately, and the memory of the process, while another
 * client keeps pushing expensive bodies.
 */
export async function benchBodies({
  seconds,
  mongodbUrl,
}: {
  readonly seconds: number;
  readonly mongodbUrl?: string | undefined;
}): Promise<BenchRow[]> {
  const measured: UnderLoad[] = [];
  for (const attack of attacks) measured.push(await measure(attack, seconds, mongodbUrl));
  return rowsOf(measured, `12 to 200 connections send hostile or large bodies, ${storeNameOf(mongodbUrl)}`);
}

async function measure(
  { what, kind, connections }: (typeof attacks)[number],
  seconds: number,
  mongodbUrl: string | undefined,
): Promise<UnderLoad> {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  await using neighbourhood = await openNeighbourhood({
    name: `bodies_${kind.replaceAll('-', '')}`,
    mongodbUrl,
    partners: { signs: `id: signs\nname: signs\ninbound:\n  hmac: { scheme: standard-webhooks, secrets: ["\${env:SIGNS}"] }\n` },
    environment: { SIGNS: secret },
  });
  const { landfall, neighbour } = neighbourhood;
  const attacker = ['test/bench/children/large-bodies.ts', landfall.url, partnerKeys.acme, kind, String(connections)];
  await using pushing = await startProcess(attacker);
  const noticed = await neighbour.watch(seconds);
  const { answered, slowestMs } = (await (await fetch(pushing.url)).json()) as { answered: Record<string, number>; slowestMs: number };
  const counts = Object.entries(answered).map(([status, count]) => `${count} x ${status}`);
  const details = [...counts, `slowest taken ${(slowestMs / 1_000).toFixed(1)} s`].join(', ');
  return { ...noticed, kind: `${connections} connections, ${what}`, details };
}
