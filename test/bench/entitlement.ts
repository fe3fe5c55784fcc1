import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { packageRoot } from '#platform/package-root.ts';
import { partnerKeys, writePartners as writePushingPartners } from '../support/landfall.ts';
import { createWorld } from '../support/world/world.ts';
import { accessFileOf, keyOf } from './access.ts';
import { measure, openClients } from './fan-out.ts';
import { cpuPerRequest, pushWorld, seed, sendQuery, untilIdle, writePartners } from './joined-world.ts';
import { type BenchProcess, startProcess } from './processes.ts';
import { notices } from './pushes.ts';
import type { BenchRow } from './table.ts';

const tenants = 50;
const rounds = 3;
/**
 * Maximum cost relative to the measurement without tenants. Tenants with different rights execute a subscription by themselves:
 * nothing that is shown to one of them is used for another.
 */
const [queryGoal, fanOutGoal] = [{ atMost: 1.05 }, { atMost: 2.3 }];

/**
 * Measures the cost of entitlement: the joined query of a tenant that may see certain partners, and the fan-out to
 * sockets of many tenants with different rights, each against the same without an access file. All of them see the same
 * rows.
 */
export async function benchEntitlement(options: { readonly requests: number; readonly sockets: number }): Promise<BenchRow[]> {
  return [await benchQuery(options.requests), await benchFanOut(options.sockets)];
}

async function benchQuery(requests: number): Promise<BenchRow> {
  await using producers = await startProcess(['test/bench/children/producers.ts', String(seed)]);
  const world = createWorld(seed);
  const partners = [...world.carriers.map(({ id }) => id), ...world.eventPublishers];
  await using open = await openLandfall({ write: (folder) => writePartners(folder, producers.url) });
  await using limited = await openLandfall({ write: (folder) => writePartners(folder, producers.url), partners });
  for (const { server } of [open, limited]) await pushWorld({ notices: server.url, events: server.url });
  const everything = await sendQuery(open.server.url, 20);
  if (!isDeepStrictEqual(withUnknown(everything), await sendQuery(limited.server.url, 20, { key: keyOf(0) }))) {
    throw new Error('the tenant does not see what everybody sees');
  }
  for (const { server } of [open, limited]) await untilIdle(server);
  // The first evaluation of 50 views at once leaves a large heap, in which garbage collection and reading take longer.
  for (const landfall of [open, limited]) await landfall.restart();
  for (const { server } of [open, limited]) await untilIdle(server);
  let [openMs, limitedMs] = [0, 0];
  // Alternates, so that other load on the machine affects both equally. The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const inRound = [await cpuPerRequest(open.server, requests), await cpuPerRequest(limited.server, requests, keyOf(0))] as const;
    if (round === 0) continue;
    openMs += inRound[0] / rounds;
    limitedMs += inRound[1] / rounds;
  }
  return {
    what: 'entitlement to certain partners: joined query of 20 notices',
    measured: `${limitedMs.toFixed(2)} ms CPU a request`,
    floor: `${openMs.toFixed(2)} ms (no access file)`,
    ratio: limitedMs / openMs,
    goal: queryGoal,
  };
}

/** For a tenant with a list of partners, a missing record could also be a hidden one. */
function withUnknown(answer: object): object {
  return JSON.parse(JSON.stringify(answer).replaceAll('"outcome":"NONE"', '"outcome":"UNKNOWN"'));
}

async function benchFanOut(sockets: number): Promise<BenchRow> {
  const subscribe = { query: readFileSync(join(packageRoot, 'schema', 'operations', 'watch-arrivals.graphql'), 'utf8') };
  let number = 0;
  const rateOf = async (partners?: readonly string[]): Promise<number> => {
    await using landfall = await openLandfall({ write: writePushingPartners, ...(partners === undefined ? {} : { partners }) });
    await using clients = openClients();
    const url = `${landfall.server.url.replace('http', 'ws')}/graphql`;
    const keys = partners === undefined ? [] : Array.from({ length: tenants }, (_, tenant) => keyOf(tenant));
    await clients.connect({ url, count: sockets, subscribe, keys });
    const { single } = await measure(clients, sockets, async (count) => {
      const arrivalNotices = Array.from({ length: count }, () => notices.make(number++));
      const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
      await fetch(`${landfall.server.url}${notices.path}`, { method: 'POST', headers, body: JSON.stringify({ arrivalNotices }) });
    });
    return single;
  };
  const open = await rateOf();
  const limited = await rateOf(['acme']);
  return {
    what: `entitlement of ${tenants} tenants: fan-out to ${sockets} sockets, time for one event`,
    measured: `${Math.round(limited)} messages/s`,
    floor: `${Math.round(open)} messages/s (no access file)`,
    ratio: open / limited,
    goal: fanOutGoal,
  };
}

interface Opened extends AsyncDisposable {
  readonly server: BenchProcess;
  /** Replaces the process by another one over the same store. */
  restart(): Promise<void>;
}

/**
 * Starts a Landfall. With `partners` it has tenants, each of which may see these partners and one further partner, so
 * that no two have equal rights.
 */
async function openLandfall(options: { write: (folder: string) => Promise<void>; partners?: readonly string[] }): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  const partnersDir = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  await options.write(partnersDir);
  const accessFile = join(folder, 'access.yaml');
  const { partners } = options;
  if (partners !== undefined) await writeFile(accessFile, accessFileOf(tenants, partners));
  const environment = { DATA_DIR: folder, PARTNERS_DIR: partnersDir, ACCESS_FILE: accessFile };
  const start = () => startProcess(['dist/gateway/cli/landfall.js', 'serve'], environment);
  let server = await start();
  return {
    get server() {
      return server;
    },
    restart: async () => {
      await server[Symbol.asyncDispose]();
      server = await start();
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      for (const path of [folder, partnersDir]) await rm(path, { recursive: true, force: true });
    },
  };
}
