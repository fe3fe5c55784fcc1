import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { packageRoot } from '#platform/package-root.ts';
import { startRedis, withDatabase } from '../support/processes.ts';
import { createWorld } from '../support/world/world.ts';
import {
  cpuOfEachPerRequest,
  cpuPerRequest,
  pushWorld,
  queryMany,
  requestsFor,
  seed,
  sendQuery,
  untilIdle,
  writePartners,
} from './joined-world.ts';
import { type BenchProcess, startProcess } from './processes.ts';
import { type CommandCounts, countCommands, openCountingRelay } from './round-trips.ts';
import type { BenchRow } from './table.ts';

/**
 * Measures the CPU of one joined query in one process, including HTTP, against a hand-written graphql-js schema that
 * reads the same answer from objects in memory; and how many requests to partners a page of 100 notices causes.
 */
export async function benchJoined(options: { readonly requests: number }): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  try {
    await using producers = await startProcess(['test/bench/children/producers.ts', String(seed)]);
    await writePartners(folder, producers.url);
    const environment = { DATA_DIR: folder, PARTNERS_DIR: folder, ACCESS_FILE: join(folder, 'none') };
    // Before the other process starts, because its evaluator sends requests to the same carriers.
    const { cold, warm } = await requestsOfPage(folder, producers);
    await using landfall = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], environment);
    await pushWorld({ notices: landfall.url, events: landfall.url });
    // Evaluating the pushed arrivals is not part of the query.
    await untilIdle(landfall);

    const answer = await sendQuery(landfall.url, 20);
    const dataFile = join(folder, 'answer.json');
    await writeFile(dataFile, JSON.stringify(answer.data));
    await using floor = await startProcess(['test/bench/children/hand-written.ts', join(packageRoot, 'schema', 'api.graphql'), dataFile]);
    const own = await cpuPerRequest(landfall, options.requests);
    const written = await cpuPerRequest(floor, options.requests);
    const kilobytes = (JSON.stringify(answer).length / 1024).toFixed(0);
    return [
      {
        what: 'joined query, 20 notices with schedules and events, single process',
        measured: `${own.toFixed(2)} ms CPU a request, ${kilobytes} KB`,
        floor: `${written.toFixed(2)} ms (hand-written graphql-js over joined objects in memory)`,
        ratio: own / written,
        goal: { atMost: 0.4 },
      },
      {
        what: `requests to ${createWorld(seed).carriers.length} carriers for a cold page of 100 notices; for a warm one`,
        measured: `${cold}; ${warm}`,
        floor: '150 allowed; 0',
        ratio: Math.max(cold / 150, warm),
        goal: { atMost: 1 },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Counts the requests to carriers for a page of 100 notices and for the same page again, without those of the evaluator. */
async function requestsOfPage(partnersFolder: string, producers: BenchProcess): Promise<{ readonly cold: number; readonly warm: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  const environment = { DATA_DIR: folder, PARTNERS_DIR: partnersFolder, ACCESS_FILE: join(folder, 'none'), EVALUATES_ARRIVALS: 'no' };
  try {
    await using landfall = await startProcess(['test/bench/children/single-process.ts'], environment);
    await pushWorld({ notices: landfall.url, events: landfall.url });
    return { cold: await requestsFor(landfall, producers, 100), warm: await requestsFor(landfall, producers, 100) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Measures the CPU of the gateway process alone, in front of three subgraph processes, against `@apollo/gateway` in
 * front of the same processes. That gateway is installed into a temporary folder; without a package registry there is
 * no row.
 */
export async function benchJoinedApart(options: {
  readonly requests: number;
  readonly mongodbUrl: string | undefined;
}): Promise<BenchRow[]> {
  if (options.mongodbUrl === undefined) return [];
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  try {
    if (!(await installApolloGateway(folder))) {
      console.error('@apollo/gateway could not be installed, its row is left out');
      return [];
    }
    await using redis = await startRedis();
    await using producers = await startProcess(['test/bench/children/producers.ts', String(seed)]);
    await writePartners(folder, producers.url);
    const environment = {
      // Until its registration expires, a killed process of another run would keep these from sending requests to partners.
      MONGODB_URL: withDatabase(options.mongodbUrl, `joined_${process.pid}_${Date.now()}`),
      REDIS_URL: redis.url,
      PARTNERS_DIR: folder,
      ACCESS_FILE: join(folder, 'none'),
    };
    const serve = (what: string, more = {}) => startProcess(['dist/gateway/cli/landfall.js', 'serve', what], { ...environment, ...more });
    await using notices = await serve('arrival-notices');
    await using schedules = await serve('commercial-schedules');
    await using events = await serve('port-calls');
    await pushWorld({ notices: notices.url, events: events.url });
    const urls = {
      ARRIVAL_NOTICES_URL: `${notices.url}/graphql`,
      COMMERCIAL_SCHEDULES_URL: `${schedules.url}/graphql`,
      PORT_CALLS_URL: `${events.url}/graphql`,
    };
    await using arrivals = await serve('arrivals', urls);
    await using own = await serve('gateway', { ...urls, ARRIVALS_URL: `${arrivals.url}/graphql` });
    const supergraphFile = join(folder, 'supergraph.graphql');
    const supergraph = readFileSync(join(packageRoot, 'schema', 'supergraph.graphql'), 'utf8')
      .replace('http://arrival-notices:4001', notices.url)
      .replace('http://commercial-schedules:4002', schedules.url)
      .replace('http://port-calls:4003', events.url)
      .replace('http://arrivals:4004', arrivals.url);
    await writeFile(supergraphFile, supergraph);
    await using other = await startProcess(['test/bench/children/apollo-gateway.ts', folder, supergraphFile]);
    const kilobytes = { allFields: '', fewFields: '' };
    for (const selected of ['allFields', 'fewFields'] as const) {
      const [answer, expected] = [await sendQuery(own.url, 20, { selected }), await sendQuery(other.url, 20, { selected })];
      if (!isDeepStrictEqual(answer, expected)) throw new Error('the two gateways answer differently');
      if (JSON.stringify(answer).includes('PARTNER_BUSY')) throw new Error('the answer is incomplete');
      kilobytes[selected] = `${(JSON.stringify(answer).length / 1024).toFixed(0)} KB`;
    }
    const parts = [own, notices, schedules, events, arrivals];
    await Promise.all(parts.map(untilIdle));
    const large = await cpuOfEachPerRequest(parts, options);
    const small = await cpuOfEachPerRequest(parts, { ...options, selected: 'fewFields' });
    const [ownMs = Number.NaN, ...subgraphsOfLarge] = large;
    const [smallMs = Number.NaN, ...subgraphsOfSmall] = small;
    const otherMs = await cpuPerRequest(other, options.requests);
    const trips = await roundTripsOf(urls, { environment, arrivals, requests: Math.ceil(options.requests / 10) });
    const eachOf = (subgraphs: readonly number[]) => `subgraphs: ${subgraphs.map((ms) => ms.toFixed(2)).join(', ')}`;
    return [
      {
        what: 'joined query, distributed, CPU of the gateway process',
        measured: `${ownMs.toFixed(2)} ms CPU a request, ${kilobytes.allFields} (all processes: ${sumOf(large).toFixed(2)} ms; ${eachOf(subgraphsOfLarge)})`,
        floor: `${otherMs.toFixed(2)} ms (@apollo/gateway)`,
        ratio: ownMs / otherMs,
        goal: { atMost: 0.35 },
      },
      {
        what: 'joined query of few fields, distributed, CPU of the gateway process',
        measured: `${smallMs.toFixed(2)} ms CPU a request, ${kilobytes.fewFields}`,
        floor: '2.5 ms allowed',
        ratio: smallMs / 2.5,
        goal: { atMost: 1 },
      },
      {
        what: 'joined query of few fields, distributed, CPU of all processes',
        measured: `${sumOf(small).toFixed(2)} ms CPU a request (${eachOf(subgraphsOfSmall)})`,
        floor: '5 ms allowed',
        ratio: sumOf(small) / 5,
        goal: { atMost: 1 },
      },
      {
        what: 'joined query, distributed, requests to subgraphs',
        measured: `${trips.requests.toFixed(1)} a query, ${trips.mongodb.toFixed(1)} commands to MongoDB, ${trips.redis.toFixed(1)} to Redis`,
        floor: '3 (one to each subgraph)',
        ratio: trips.requests / 3,
        goal: { atMost: 1 },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Counts what one query causes, using another gateway in front of relays. Commands of background work are included. */
async function roundTripsOf(
  urls: Readonly<Record<string, string>>,
  { environment, arrivals, requests }: { readonly environment: Environment; readonly arrivals: BenchProcess; readonly requests: number },
): Promise<{ readonly requests: number } & CommandCounts> {
  const servers = { mongodb: environment.MONGODB_URL, redis: environment.REDIS_URL };
  const relays = await Promise.all(Object.values(urls).map((url) => openCountingRelay(url)));
  const relayed = Object.fromEntries(Object.keys(urls).map((name, index) => [name, `${relays[index]?.url}/graphql`]));
  try {
    const program = ['dist/gateway/cli/landfall.js', 'serve', 'gateway'];
    await using gateway = await startProcess(program, { ...environment, ...relayed, ARRIVALS_URL: `${arrivals.url}/graphql` });
    await queryMany(gateway, { requests });
    const received = () => relays.reduce((sum, { count }) => sum + count, 0);
    const [requestsBefore, before] = [received(), await countCommands(servers)];
    await queryMany(gateway, { requests });
    const after = await countCommands(servers);
    return {
      requests: (received() - requestsBefore) / requests,
      mongodb: (after.mongodb - before.mongodb) / requests,
      redis: (after.redis - before.redis) / requests,
    };
  } finally {
    await Promise.all(relays.map((relay) => relay[Symbol.asyncDispose]()));
  }
}

type Environment = Readonly<Record<'MONGODB_URL' | 'REDIS_URL' | 'PARTNERS_DIR' | 'ACCESS_FILE', string>>;

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

async function installApolloGateway(folder: string): Promise<boolean> {
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const packages = ['@apollo/gateway@2', '@apollo/server@5', 'graphql@16'];
  const npm = spawn('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder, stdio: 'ignore' });
  return (await new Promise((resolve) => npm.once('exit', resolve))) === 0;
}
