import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';
import { partnerKeys, writePartners } from '../support/landfall.ts';
import { startProcess } from './processes.ts';
import type { PushedKind } from './pushes.ts';
import type { BenchRow } from './table.ts';

interface Received {
  readonly last: number;
  readonly p99: number;
  readonly bytes: number;
}

/** Number of events in one push in a burst. */
const burst = 20;

/**
 * Measures the fan-out of pushed versions to many websockets, against a raw `ws` broadcast of the same bytes to the
 * same clients. The rate is measured from before the push to the last message on the last socket, so it includes
 * durability.
 */
export async function benchFanOut(options: FanOutOptions): Promise<BenchRow[]> {
  return (await measureFanOut(options)).flatMap(({ sockets, ours, floor }) => {
    const what = `fan-out of pushed ${options.kind.name} to ${sockets} sockets`;
    return [
      {
        what,
        measured: `${textOf(ours)}, ${ours.bytes} bytes a message`,
        floor: `${textOf(floor)} (raw ws)`,
        ratio: ours.single / floor.single,
        goal: { atLeast: 0.7 },
      },
      {
        what: `${what}, p99 after the push began`,
        measured: `${ours.singleP99Ms.toFixed(0)} ms`,
        floor: `${floor.singleP99Ms.toFixed(0)} ms (raw ws)`,
        ratio: ours.singleP99Ms / floor.singleP99Ms,
        goal: { atMost: 1.5 },
      },
    ];
  });
}

export interface FanOutOptions {
  readonly kind: PushedKind;
  /** File in `schema/operations/` with the subscription. */
  readonly subscription: string;
  /** Numbers of sockets to measure with. */
  readonly sockets: readonly number[];
}

interface FanOut {
  readonly sockets: number;
  readonly ours: Measured;
  readonly floor: Measured;
}

/** Measures with each number of sockets. */
export async function measureFanOut(options: FanOutOptions): Promise<FanOut[]> {
  const { kind } = options;
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  await writePartners(folder);
  const measured: FanOut[] = [];
  const subscribe = { query: readFileSync(join(packageRoot, 'schema', 'operations', options.subscription), 'utf8') };
  try {
    await using landfall = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], {
      // Not the folder of the partners' files, which is watched for changes.
      DATA_DIR: join(folder, 'data'),
      PARTNERS_DIR: folder,
      ACCESS_FILE: join(folder, 'none'),
    });
    await using raw = await startProcess(['test/bench/children/broadcast.ts']);
    let number = 0;
    const push = async (count: number): Promise<void> => {
      const objects = Array.from({ length: count }, () => kind.make(number++));
      await post(`${landfall.url}${kind.path}`, JSON.stringify({ [kind.listName]: objects }));
    };
    for (const sockets of options.sockets) {
      await using clients = openClients();
      await clients.connect({ url: `${landfall.url.replace('http', 'ws')}/graphql`, count: sockets, subscribe });
      const ours = await measure(clients, sockets, push);
      await clients.connect({ url: raw.url.replace('http', 'ws'), count: sockets });
      const message = 'x'.repeat(ours.bytes);
      const floor = await measure(clients, sockets, (count) => post(`${raw.url}/?count=${count}`, message));
      measured.push({ sockets, ours, floor });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return measured;
}

/** Messages per second until the last socket has the last one. */
export interface Measured {
  /** Events that are sent one at a time. */
  readonly single: number;
  readonly singleP99Ms: number;
  /** Events that are sent in a burst. */
  readonly burst: number;
  readonly bytes: number;
}

/** Sends events one at a time, then in bursts, and waits for the last socket each time. */
export async function measure(clients: Clients, sockets: number, send: (count: number) => Promise<void>): Promise<Measured> {
  const run = async (events: number, rounds: number) => {
    const results: { rate: number; p99Ms: number; bytes: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { started, received } = await clients.receive(sockets * events, () => send(events));
      const rate = (sockets * events) / ((received.last - started) / 1_000);
      results.push({ rate, p99Ms: received.p99 - started, bytes: received.bytes });
    }
    // The first rounds warm up.
    const counted = results.slice(2);
    return {
      rate: median(counted.map(({ rate }) => rate)),
      p99Ms: median(counted.map(({ p99Ms }) => p99Ms)),
      bytes: results[0]?.bytes ?? 0,
    };
  };
  const singles = await run(1, 22);
  const bursts = await run(burst, 7);
  return { single: singles.rate, singleP99Ms: singles.p99Ms, burst: bursts.rate, bytes: singles.bytes };
}

function textOf({ single, burst: many }: Measured): string {
  return `${Math.round(single)} messages/s (${Math.round(many)} in bursts of ${burst})`;
}

export interface Clients extends AsyncDisposable {
  connect(options: { url: string; count: number; subscribe?: object; keys?: readonly string[] }): Promise<void>;
  receive(messages: number, send: () => Promise<void>): Promise<{ started: number; received: Received }>;
}

/** Starts the process that opens the sockets. */
export function openClients(): Clients {
  const child = fork(join(packageRoot, 'test', 'bench', 'children', 'sockets.ts'), { execArgv: ['--import', 'tsx'] });
  return {
    connect: async (options) => {
      const connected = messageOf(child, 'connected');
      child.send({ kind: 'connect', ...options });
      await connected;
    },
    receive: async (messages, send) => {
      const expecting = messageOf(child, 'expecting');
      child.send({ kind: 'expect', messages });
      await expecting;
      const received = messageOf<Received>(child, 'received');
      const started = performance.timeOrigin + performance.now();
      await send();
      return { started, received: await received };
    },
    [Symbol.asyncDispose]: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function messageOf<T>(child: ChildProcess, kind: string): Promise<T> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => {
      if ((message as { kind: string }).kind !== kind) return;
      child.off('message', onMessage);
      resolve(message as T);
    };
    child.on('message', onMessage);
  });
}

async function post(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  await answer.arrayBuffer();
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
