import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { configOf } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { packageRoot } from '#platform/package-root.ts';
import { start } from '../../gateway/main.ts';
import { pushWorld, seed, sendQuery, writePartners } from '../bench/joined-world.ts';
import { startProcess } from '../bench/processes.ts';
import { createWorld } from './world/world.ts';

/**
 * Prints the files of the program that a request passes from its first to its last byte: `npx tsx
 * test/support/print-passed-files.ts`. Measured are the joined query of one notice when it is answered from memory, a push
 * whose event reaches a websocket, and one whose notice reaches a webhook. A file counts if one of its functions runs in the meantime; those of timers that
 * run while nothing is requested do not.
 */
const folder = await mkdtemp(join(tmpdir(), 'landfall-passed-'));
const environment = { DATA_DIR: folder, PARTNERS_DIR: folder, ACCESS_FILE: join(folder, 'none'), AUDIT: 'off', PORT: 0 } as const;
const session = new Session();
session.connect();

/** Returns the files with functions that run during a step. */
async function filesDuring(step: () => Promise<unknown>): Promise<Map<string, string[]>> {
  await session.post('Profiler.takePreciseCoverage');
  await step();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const passed = result.flatMap(({ url, functions }) => {
    if (!url.startsWith('file:') || url.includes('node_modules')) return [];
    const path = relative(packageRoot, fileURLToPath(url));
    if (!/^(gateway|subgraphs|packages)\//.test(path)) return [];
    const names = functions.flatMap(({ functionName, ranges: [range] }) =>
      range?.count && range.startOffset > 0 ? [functionName || '=>'] : [],
    );
    return names.length === 0 ? [] : [[path, names] as const];
  });
  return new Map(passed);
}

async function print(what: string, step: () => Promise<unknown>): Promise<void> {
  const idle = await filesDuring(() => setTimeout(2_000));
  const passed = [...(await filesDuring(step))].filter(([path]) => !idle.has(path));
  process.stdout.write(`${what}: ${passed.length} files\n`);
  for (const [path, names] of passed)
    process.stdout.write(`  ${path}${process.argv.includes('--functions') ? `  ${[...new Set(names)].join(' ')}` : ''}\n`);
}

/** Measures a push in a process whose tenant has a webhook. */
async function printWebhook(producersUrl: string): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), 'landfall-passed-'));
  const taken = new EventEmitter();
  await using receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end(() => taken.emit('message'));
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const secrets = [`whsec_${Buffer.alloc(32, 1).toString('base64')}`];
  const webhooks = [{ id: 'taker', url: `http://127.0.0.1:${port}`, secrets, noticeVersions: true }];
  const accessFile = join(own, 'access.json');
  await writeFile(accessFile, JSON.stringify({ allowPrivate: true, tenants: { tenant: { webhooks } } }));
  await writePartners(own, producersUrl);
  try {
    const settings = configOf({ ...environment, DATA_DIR: own, PARTNERS_DIR: own, ACCESS_FILE: accessFile });
    const hooked = await start('all', settings, createLogger('fatal'), { evaluatesArrivals: false });
    const world = createWorld(seed);
    const carrier = world.carriers.find((each) => world.noticesOf(each).length > 0);
    const [written] = carrier === undefined ? [] : world.noticesOf(carrier);
    const push = async (number: number) => {
      const body = JSON.stringify({ arrivalNotices: [{ ...written?.notice, transportDocumentReference: `PASSED${number}` }] });
      const headers = { 'content-type': 'application/json', 'x-api-key': `key-of-${carrier?.id}` };
      const message = once(taken, 'message');
      const answer = await fetch(`${hooked.url}/dcsa/arrival-notices`, { method: 'POST', headers, body });
      if (answer.status !== 200) throw new Error(await answer.text());
      await message;
    };
    await setTimeout(1_000);
    for (let number = 0; number < 6; number += 1) await push(number);
    await print('push whose notice reaches a webhook', async () => {
      await push(6);
      await setTimeout(200);
    });
    await hooked[Symbol.asyncDispose]();
  } finally {
    receiver.closeAllConnections();
    await rm(own, { recursive: true, force: true });
  }
}

try {
  await session.post('Profiler.enable');
  await using producers = await startProcess(['test/bench/children/producers.ts', String(seed)]);
  await writePartners(folder, producers.url);
  const running = await start('all', configOf(environment), createLogger('fatal'), { evaluatesArrivals: false });
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await pushWorld({ notices: running.url, events: running.url });
  // The compiler is loaded beside the first requests, and parts are cached when they are seen again.
  for (let time = 0; time < 12; time += 1) {
    await sendQuery(running.url, 1);
    await setTimeout(100);
  }
  await print('joined query of one notice', () => sendQuery(running.url, 1));
  const client = createClient({ url: `${running.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
  const events = client.iterate({ query: 'subscription { portCallEventReceived { cursor event { eventID } } }' });
  const first = events.next();
  const world = createWorld(seed);
  const [publisher = ''] = world.eventPublishers;
  const [event] = world.eventsOf(publisher);
  const push = async (number: number) => {
    const body = JSON.stringify({ events: [{ ...event, eventID: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` }] });
    const headers = { 'content-type': 'application/json', 'x-api-key': `key-of-${publisher}` };
    const answer = await fetch(`${running.url}/dcsa/events`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  await setTimeout(500);
  await push(0);
  await first;
  // Compiled operations differ from those that are executed for the first time.
  for (let number = 1; number < 6; number += 1) {
    await push(number);
    await events.next();
  }
  const next = events.next();
  await print('push whose event reaches a websocket', async () => {
    await push(6);
    await next;
    await setTimeout(100);
  });
  await client.dispose();
  await running[Symbol.asyncDispose]();
  await printWebhook(producers.url);
} finally {
  session.disconnect();
  await rm(folder, { recursive: true, force: true });
}
