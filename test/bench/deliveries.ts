import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStore } from '#platform/store/sqlite/store.ts';
import { partnerKeys, writePartners } from '../support/landfall.ts';
import { untilIdle } from './joined-world.ts';
import { sendAll } from './load.ts';
import { type BenchProcess, startProcess } from './processes.ts';
import { noticeNumber } from './pushes.ts';
import type { BenchRow } from './table.ts';

const subscribers = 50;
/** Number of webhooks. Each message is an operation that is executed for one event. */
const receivers = 10;
const concurrency = 4;
const log = 'arrival-notice-versions';

/**
 * Measures notice versions sent to webhooks of one tenant with the default document, one event in a message, against
 * undici alone as in {@link benchDeliveries}.
 */
export async function benchWebhooks({ waiting }: { readonly waiting: number }): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  await using takers = await startProcess(['test/bench/children/take-pushes.ts', String(receivers)]);
  try {
    await mkdir(join(folder, 'partners'));
    await writePartners(join(folder, 'partners'));
    await ingest(folder, 0, waiting);
    await hook(folder, await sendQuery<number[]>(takers, 'ports'));
    const backlog = { takers, folder, count: waiting, receivers, whom: `${receivers} webhooks` };
    await warmUp(backlog, 1);
    return [await measure(`backlog of ${waiting} notices`, { ...backlog, push: async () => {}, atLeast: 0.4 })];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Measures signed and durably tracked deliveries of notices to many subscribers, against undici alone posting the same
 * bodies with the same concurrency to the same servers: a backlog in large messages, and new notices one by one.
 */
export async function benchDeliveries(options: { readonly waiting: number; readonly live: number }): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  await using takers = await startProcess(['test/bench/children/take-pushes.ts', String(subscribers)]);
  try {
    const { waiting, live } = options;
    await mkdir(join(folder, 'partners'));
    await writePartners(join(folder, 'partners'));
    await ingest(folder, 0, waiting);
    await subscribe(folder, await sendQuery<number[]>(takers, 'ports'));
    const to = { takers, folder, receivers: subscribers, whom: `${subscribers} subscribers` };
    const backlog = { ...to, count: waiting };
    await warmUp(backlog, 100);
    return [
      await measure(`backlog of ${waiting} notices`, { ...backlog, push: async () => {}, atLeast: 0.5 }),
      await measure(`${live} notices pushed one by one`, {
        ...to,
        count: live,
        push: (landfall) => pushOneByOne(landfall, waiting, live),
        atLeast: 0.4,
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
  /** Number of subscribers that receive everything, and their description. */
  readonly receivers: number;
  readonly whom: string;
  /** The smallest ratio to reach. */
  readonly atLeast: number;
}

async function measure(what: string, measured: Measured): Promise<BenchRow> {
  const { takers, count } = measured;
  await sendQuery(takers, 'begin');
  const delivered = await deliver(measured);
  const bodies = await sendQuery<string[]>(takers, 'bodies');
  const posted = await postAlone(measured, bodies);
  return {
    what: `deliveries to ${measured.whom}, ${what}`,
    measured: `${Math.round(delivered)} notices/s, ${(count / bodies.length).toFixed(1)} in a message`,
    floor: `${Math.round(posted)} notices/s (undici alone, the same bodies)`,
    ratio: delivered / posted,
    goal: { atLeast: measured.atLeast },
  };
}

/**
 * Posts as many notices to the receivers before they are measured. Otherwise V8 would still compile their functions while
 * they receive from Landfall, but no longer when they receive the same bodies from undici alone.
 */
async function warmUp(measured: Pick<Measured, 'takers' | 'folder' | 'count' | 'receivers'>, inMessage: number): Promise<void> {
  const noticesFrom = (first: number) => Array.from({ length: inMessage }, (_, offset) => noticeNumber(first + offset));
  const messages = Array.from({ length: measured.count / inMessage }, (_, index) => ({ arrivalNotices: noticesFrom(index * inMessage) }));
  await postAlone(
    measured,
    messages.map((message) => JSON.stringify(message)),
  );
}

/** Posts bodies with undici alone. @returns notices per second */
async function postAlone(
  { takers, folder, ...sent }: Pick<Measured, 'takers' | 'folder' | 'count' | 'receivers'>,
  bodies: readonly string[],
): Promise<number> {
  const task = join(folder, 'task.json');
  await writeFile(task, JSON.stringify({ ports: await sendQuery<number[]>(takers, 'ports'), bodies, concurrency }));
  await using poster = await startProcess(['test/bench/children/post-bodies.ts', task]);
  await sendQuery(takers, 'begin');
  await fetch(poster.url);
  return comes({ takers, ...sent });
}

/** Delivers the notices. @returns notices per second */
async function deliver({ push, ...measured }: Measured): Promise<number> {
  await using landfall = await startLandfall(measured.folder);
  await push(landfall);
  const rate = await comes(measured);
  // Answered messages whose state is not written yet would be sent again.
  const isOpen = async () => /^landfall_delivery_messages\{.*\} [1-9]/m.test(await (await fetch(`${landfall.url}/metrics`)).text());
  while (await isOpen());
  return rate;
}

function startLandfall(folder: string): Promise<BenchProcess> {
  const folders = { DATA_DIR: join(folder, 'data'), PARTNERS_DIR: join(folder, 'partners'), ACCESS_FILE: join(folder, 'access.json') };
  return startProcess(['dist/gateway/cli/landfall.js', 'serve'], folders);
}

async function ingest(folder: string, from: number, count: number): Promise<void> {
  await using landfall = await startLandfall(folder);
  for (let number = from; number < from + count; number += 100) {
    await post(landfall, { length: Math.min(100, from + count - number) }, number);
  }
  await untilIdle(landfall);
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

/**
 * Writes the subscribers' files, and their delivery queues as if they had subscribed before the first notice was
 * stored.
 */
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

/**
 * Writes the access file, and the delivery queues as if the webhooks had existed before the first notice was stored.
 */
async function hook(folder: string, ports: readonly number[]): Promise<void> {
  await using store = await createSqliteStore({ path: join(folder, 'data', 'landfall.db') });
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const limits = { requestsPerSecond: 100_000, concurrency };
  const webhooks = ports.map((port, number) => ({
    ...{ id: `taker-${number}`, url: `http://127.0.0.1:${port}`, secrets: [secret], noticeVersions: true, limits },
  }));
  await writeFile(join(folder, 'access.json'), JSON.stringify({ allowPrivate: true, tenants: { bench: { webhooks } } }));
  for (const { id } of webhooks) {
    const state = { offset: 0, messages: [], startedAt: new Date().toISOString() };
    await store.deliveries.writeQueue({ subscriber: `webhook:bench:${id}`, log, version: 0, state });
  }
}

/**
 * Waits until every subscriber has received everything. @returns notices per second, from the first message to the last
 */
async function comes({ takers, count, receivers }: Pick<Measured, 'takers' | 'count' | 'receivers'>): Promise<number> {
  for (;;) {
    const { notices, firstAt, lastAt } = await sendQuery<{ notices: number; firstAt: number; lastAt: number }>(takers, 'figures');
    if (notices >= count * receivers) return notices / ((lastAt - firstAt) / 1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function sendQuery<T>({ url }: BenchProcess, what: string): Promise<T> {
  return (await (await fetch(`${url}/${what}`)).json()) as T;
}
