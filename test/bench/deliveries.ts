import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { partnerKeys, writePartners } from '../support/landfall.ts';
import { sendAll } from './load.ts';
import { type BenchProcess, startProcess } from './processes.ts';
import { noticeNumber } from './pushes.ts';
import type { BenchRow } from './table.ts';

const subscribers = 50;
const concurrency = 4;
const log = 'arrival-notice-versions';

/**
 * Notices delivered to many subscribers, signed and durably kept track of, against undici alone posting the same bodies
 * with the same concurrency to the same servers: what waits, in large messages, and what comes one by one.
 */
export async function benchDeliveries(options: { readonly waiting: number; readonly live: number }): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  await using takers = await startProcess(['test/bench/children/take-pushes.ts', String(subscribers)]);
  try {
    const { waiting, live } = options;
    await mkdir(join(folder, 'partners'));
    await writePartners(join(folder, 'partners'));
    await ingest(folder, 0, waiting);
    await subscribe(folder, await ask<number[]>(takers, 'ports'));
    return [
      await measure(`what waits: ${waiting} notices`, { takers, folder, count: waiting, push: async () => {} }),
      await measure(`as they come: ${live} notices, pushed one by one`, {
        takers,
        folder,
        count: live,
        push: (landfall) => pushOneByOne(landfall, waiting, live),
      }),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly takers: BenchProcess;
  readonly folder: string;
  readonly count: number;
  readonly push: (landfall: BenchProcess) => Promise<void>;
}

async function measure(what: string, { takers, folder, count, push }: Measured): Promise<BenchRow> {
  await ask(takers, 'begin');
  const delivered = await deliver({ takers, folder, count, push });
  const bodies = await ask<string[]>(takers, 'bodies');
  const task = join(folder, 'task.json');
  await writeFile(task, JSON.stringify({ ports: await ask<number[]>(takers, 'ports'), bodies, concurrency }));
  await using poster = await startProcess(['test/bench/children/post-bodies.ts', task]);
  await ask(takers, 'begin');
  await fetch(poster.url);
  const posted = await comes(takers, count);
  return {
    what: `deliveries to ${subscribers} subscribers, ${what}, ${(count / bodies.length).toFixed(1)} in a message`,
    measured: `${Math.round(delivered)} notices/s`,
    floor: `${Math.round(posted)} notices/s (undici alone, the same bodies)`,
    ratio: delivered / posted,
    goal: { atLeast: 0.5 },
  };
}

/** @returns notices a second */
async function deliver({ takers, folder, count, push }: Measured): Promise<number> {
  await using landfall = await startLandfall(folder);
  await push(landfall);
  const rate = await comes(takers, count);
  // What is answered and not written down would go again.
  const isOpen = async () => /^landfall_delivery_messages\{.*\} [1-9]/m.test(await (await fetch(`${landfall.url}/metrics`)).text());
  while (await isOpen());
  return rate;
}

function startLandfall(folder: string): Promise<BenchProcess> {
  const folders = { DATA_DIR: join(folder, 'data'), PARTNERS_DIR: join(folder, 'partners'), ACCESS_FILE: join(folder, 'none') };
  return startProcess(['dist/gateway/cli/landfall.js', 'serve'], folders);
}

async function ingest(folder: string, from: number, count: number): Promise<void> {
  await using landfall = await startLandfall(folder);
  for (let number = from; number < from + count; number += 100) {
    await post(landfall, { length: Math.min(100, from + count - number) }, number);
  }
}

async function post({ url }: BenchProcess, list: { readonly length: number }, from: number): Promise<void> {
  const answer = await fetch(`${url}/dcsa/arrival-notices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme },
    body: JSON.stringify({ arrivalNotices: Array.from(list, (_, offset) => noticeNumber(from + offset)) }),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
}

async function pushOneByOne({ url }: BenchProcess, from: number, count: number): Promise<void> {
  const bodies = Array.from({ length: count }, (_, offset) => JSON.stringify({ arrivalNotices: [noticeNumber(from + offset)] }));
  const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
  await sendAll({ url, path: '/dcsa/arrival-notices', headers, bodies, connections: 8 });
}

/** Writes the subscribers' files, and their delivery queues as if they had subscribed before the first notice was stored. */
async function subscribe(folder: string, ports: readonly number[]): Promise<void> {
  await using store = await createSqliteStore({ path: join(folder, 'data', 'landfall.db') });
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  await writeFile(join(folder, 'secret'), secret);
  for (const [number, port] of ports.entries()) {
    const id = `taker-${number}`;
    const push = `{ arrivalNotices: "http://127.0.0.1:${port}", secret: "\${file:${join(folder, 'secret')}}" }`;
    const limits = `{ requestsPerSecond: 100000, concurrency: ${concurrency} }`;
    await writeFile(
      join(folder, 'partners', `${id}.yaml`),
      `id: ${id}\nname: ${id}\nallowPrivate: true\npublish: { push: ${push} }\nlimits: ${limits}\n`,
    );
    const state = { offset: 0, messages: [], startedAt: new Date().toISOString() };
    await store.deliveries.writeQueue({ subscriber: id, log, version: 0, state });
  }
}

/** Waits until everybody has everything. @returns notices a second, from the first message to the last */
async function comes(takers: BenchProcess, count: number): Promise<number> {
  for (;;) {
    const { notices, firstAt, lastAt } = await ask<{ notices: number; firstAt: number; lastAt: number }>(takers, 'figures');
    if (notices >= count * subscribers) return notices / ((lastAt - firstAt) / 1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function ask<T>({ url }: BenchProcess, what: string): Promise<T> {
  return (await (await fetch(`${url}/${what}`)).json()) as T;
}
