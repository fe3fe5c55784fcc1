import { createServer } from 'node:http';
import { WebSocket } from 'ws';
import { callNumber, eventOf, noticeOf, schedulesAt } from '../soak-cargo.ts';
import type { SoakCounts, SoakTask } from '../soak-task.ts';

/**
 * The load of a soak, in a separate process: a carrier that answers requests for schedules and accepts deliveries,
 * partners that push, clients that query, and sockets that lose their connection and resume. It starts its server
 * first, so that partner files can contain its address, and begins when its parent sends the task.
 */
const calls = Array.from({ length: 120 }, (_, number) => callNumber(number));
const noticesPerCall = 10;
const eventsPerCall = 6;
const tickMs = 50;
/** Maximum number of concurrent requests, so that a slow server is not overloaded. */
const maxUnderWay = 16;
/** Maximum time for which a lost socket stays away. */
const maxAwayMs = 4_000;

const counts = { resumes: 0, pushes: 0, versions: 0, queries: 0, messages: 0, left: 0, errors: 0 };
let times: number[] = [];
let open = 0;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://x');
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json').setHeader('API-Version', '1.0.3');
    if (request.method === 'POST') return response.setHeader('API-Version', '1.0.1').end('{}');
    const isRequested = url.pathname.endsWith('/vessel-schedules');
    return response.end(JSON.stringify(isRequested ? schedulesAt(calls, url.searchParams.get('UNLocationCode') ?? '') : []));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ kind: 'serving', url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` });
});

process.on('message', async (message: SoakTask | 'counts') => {
  if (message === 'counts') {
    const sorted = times.sort((left, right) => left - right);
    const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
    process.send?.({ kind: 'counts', ...counts, sockets: open, p99Ms } satisfies SoakCounts);
    times = [];
    return;
  }
  const task = message;
  for (const { number } of calls) await push(task, '/dcsa/events', { events: eventsOf(number, 0) });
  for (const { number } of calls) await push(task, '/dcsa/arrival-notices', { arrivalNotices: noticesOf(number, 0) });
  await Promise.all(Array.from({ length: task.sockets }, (_, number) => follow(task, number)));
  let version = 1;
  atRate(task.pushesPerSecond, () => {
    version += 1;
    const call = calls[version % calls.length] ?? calls[0];
    if (call === undefined) return;
    const [path, body] =
      version % 3 === 0
        ? ['/dcsa/events', { events: [eventOf(call, Math.floor(version / calls.length) % eventsPerCall, version)] }]
        : ['/dcsa/arrival-notices', { arrivalNotices: [noticeOf(call, noticeNumberOf(call.number, version), version)] }];
    return timed(() => push(task, path, body));
  });
  atRate(task.queriesPerSecond, () => timed(() => sendQuery(task)));
  process.send?.({ kind: 'begun' });
});

function eventsOf(call: number, version: number): object[] {
  return Array.from({ length: eventsPerCall }, (_, kind) => eventOf(callNumber(call), kind, version));
}

function noticesOf(call: number, version: number): object[] {
  return Array.from({ length: noticesPerCall }, (_, index) => noticeOf(callNumber(call), call * noticesPerCall + index, version));
}

function noticeNumberOf(call: number, version: number): number {
  return call * noticesPerCall + (Math.floor(version / calls.length) % noticesPerCall);
}

/** Starts tasks at this rate, whether or not earlier ones have ended. */
function atRate(perSecond: number, run: () => Promise<void> | undefined): void {
  const begun = performance.now();
  let done = 0;
  let underWay = 0;
  setInterval(() => {
    for (const due = ((performance.now() - begun) / 1_000) * perSecond; done < due; done += 1) {
      if (underWay >= maxUnderWay) {
        counts.left += 1;
        continue;
      }
      underWay += 1;
      void Promise.resolve(run())
        .catch(() => {
          counts.errors += 1;
        })
        .finally(() => {
          underWay -= 1;
        });
    }
  }, tickMs);
}

async function timed(run: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await run();
  times.push(performance.now() - started);
}

async function push({ url, partnerKey }: SoakTask, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': partnerKey };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a push was answered ${answer.status}`);
  counts.pushes += 1;
}

async function sendQuery({ url, tenantKeys, query }: SoakTask): Promise<void> {
  const key = tenantKeys[counts.queries % tenantKeys.length] ?? '';
  const orderBy = counts.queries % 2 === 0 ? 'RECENTLY_CHANGED' : 'NEWEST_FIRST';
  counts.queries += 1;
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables: { orderBy } }) });
  const { errors } = (await answer.json()) as { errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
}

/** Keeps one subscription open indefinitely. Occasionally drops its socket, and resumes after the last event. */
async function follow(task: SoakTask, number: number): Promise<void> {
  const key = task.tenantKeys[number % task.tenantKeys.length] ?? '';
  const query = task.subscriptions[number % task.subscriptions.length] ?? '';
  let after: string | undefined;
  const connect = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${task.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      const lastsMs = (task.sockets / task.resumesPerSecond) * 1_000 * (0.5 + Math.random());
      socket.on('error', () => {
        counts.errors += 1;
      });
      socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { 'x-api-key': key } })));
      socket.once('message', () => {
        open += 1;
        socket.once('close', () => {
          open -= 1;
        });
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables: { after } } }));
        socket.on('message', (message) => {
          counts.messages += 1;
          after = /"cursor":"([^"]+)"/.exec(String(message))?.[1] ?? after;
        });
        setTimeout(() => socket.terminate(), lastsMs);
        resolve();
      });
      // Also called for a socket that the server never accepted.
      socket.once('close', () => {
        resolve();
        setTimeout(() => {
          counts.resumes += 1;
          void connect();
        }, Math.random() * maxAwayMs);
      });
    });
  await connect();
}
