import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partnerKeys, writePartners } from '../support/landfall.ts';
import { readAll } from './load.ts';
import { startProcess } from './processes.ts';
import { noticeNumber } from './pushes.ts';
import type { BenchRow } from './table.ts';

const held = 2_000;
const connections = 16;
const rounds = 7;

/**
 * Measures pages of 100 notices to a subscriber, from all parts of the log in turn, against bare node:http sending the
 * bytes of such a page from memory.
 */
export async function benchPublishGet(options: { readonly requests: number }): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  await writePartners(folder);
  await appendFile(join(folder, 'acme.yaml'), 'publish: {}\n');
  const headers = { 'x-api-key': partnerKeys.acme };
  try {
    await using landfall = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], {
      DATA_DIR: folder,
      PARTNERS_DIR: folder,
      ACCESS_FILE: join(folder, 'none'),
    });
    const url = `${landfall.url}/dcsa/arrival-notices`;
    for (let number = 0; number < held; number += 100) {
      const arrivalNotices = Array.from({ length: 100 }, (_, offset) => noticeNumber(number + offset));
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ arrivalNotices }),
      });
      if (answer.status !== 200) throw new Error(await answer.text());
    }
    const paths = await pathsOf(url, headers);
    const page = Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
    await writeFile(join(folder, 'page.json'), page);
    await using bare = await startProcess(['test/bench/children/send-file.ts', join(folder, 'page.json')]);
    const rates = await readSequentially([bare.url, landfall.url], { paths, headers, requests: options.requests });
    const [floor = Number.NaN, measured = Number.NaN] = rates;
    return [
      {
        what: 'GET of a page of 100 notices, by a subscriber',
        measured: `${Math.round(measured)} pages/s, ${Math.round(page.length / 1_024)} KB each`,
        floor: `${Math.round(floor)} pages/s (bare node:http, the same bytes)`,
        ratio: measured / floor,
        goal: { atLeast: 0.5 },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the paths of the pages of the whole log. */
async function pathsOf(url: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  const paths = ['/dcsa/arrival-notices'];
  for (;;) {
    const answer = await fetch(new URL(paths.at(-1) ?? '', url), { headers });
    await answer.arrayBuffer();
    const cursor = answer.headers.get('next-page-cursor');
    if (cursor === null) return paths;
    paths.push(`/dcsa/arrival-notices?cursor=${cursor}`);
  }
}

/**
 * Returns the pages per second of each server: the median of rounds, in which they are requested one after the other.
 */
async function readSequentially(
  urls: readonly string[],
  load: { readonly paths: readonly string[]; readonly headers: Readonly<Record<string, string>>; readonly requests: number },
): Promise<number[]> {
  const { requests, ...queried } = load;
  const rates = urls.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, url] of urls.entries()) {
      const { requestsPerSecond } = await readAll({ ...queried, url, connections, count: Math.ceil(requests / rounds) });
      // The first round warms up.
      if (round > 0) rates[index]?.push(requestsPerSecond);
    }
  }
  return rates.map((list) => list.sort((left, right) => left - right)[Math.floor(list.length / 2)] ?? Number.NaN);
}
