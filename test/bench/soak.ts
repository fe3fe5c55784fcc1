import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#platform/package-root.ts';
import { withDatabase } from '../support/processes.ts';
import type { Curve } from './curve.ts';
import { cpuMsOf } from './joined-world.ts';
import { startProcess } from './processes.ts';
import type { SoakCounts, SoakTask } from './soak-task.ts';
import type { BenchRow } from './table.ts';

const partnerKey = 'key-of-soak-line';
const tenants = ['everything', 'no-charges', 'one-party'] as const;
const keyOf = (tenant: string) => `key-of-${tenant}`;

/** Maximum resident memory, and maximum change of it in the last third. */
const maxResidentMb = 350;
const maxDrift = 1.05;
const samplesPerMinute = 12;

const load = { sockets: 200, pushesPerSecond: 33, queriesPerSecond: 8.6, resumesPerSecond: 3 };

/** Notices with the call at which they are discharged and the port call events about that call. */
const query = /* GraphQL */ `
  query Soak($orderBy: ArrivalNoticeOrder) {
    arrivalNotices(first: 10, orderBy: $orderBy) {
      nodes {
        id
        current {
          issueDateTime
          arrivalCall { outcome unique { confidence call { records { partner { id } times { eventTypeCode dateTime } } } } sources { partner { id } status } }
          portCallEvents { outcome events { confidence rule isCurrent event { id eventID timestamp { classifierCode serviceDateTime } } } currentTimes { event { id } } }
        }
      }
      sources { partner { id } status }
    }
  }
`;

/** One figure of the server over a minute. */
interface Minute {
  readonly residentMb: number;
}

/**
 * Runs a server under a steady load and monitors its memory: sockets that are opened and lost, pushes, joined queries
 * of tenants with different rights, deliveries. Prints a line per minute.
 *
 * @param options.speed factor by which the load is faster than in production, for a shorter test
 */
export async function benchSoak(options: {
  readonly minutes: number;
  readonly store: 'sqlite' | 'mongodb';
  readonly mongodbUrl: string | undefined;
  readonly speed?: number;
}): Promise<(BenchRow | Curve)[]> {
  const { minutes, store, mongodbUrl, speed = 1 } = options;
  if (store === 'mongodb' && mongodbUrl === undefined) throw new Error('there is no MongoDB to soak with');
  const folder = await mkdtemp(join(tmpdir(), 'landfall-soak-'));
  const child = fork(join(packageRoot, 'test', 'bench', 'children', 'soak-load.ts'), { execArgv: ['--import', 'tsx'] });
  try {
    const { url: loadUrl } = await messageOf<{ url: string }>(child, 'serving');
    await writeFiles(folder, loadUrl);
    const environment: Record<string, string> = {
      DATA_DIR: folder,
      PARTNERS_DIR: join(folder, 'partners'),
      ACCESS_FILE: join(folder, 'access.yaml'),
    };
    if (store === 'mongodb') environment['MONGODB_URL'] = withDatabase(mongodbUrl ?? '', `soak_${process.pid}`);
    await using landfall = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], environment);
    const begun = messageOf(child, 'begun');
    child.send(taskFor(landfall.url, speed));
    await begun;
    const lines: Minute[] = [];
    for (let minute = 1; minute <= minutes; minute += 1)
      lines.push(await watchMinute({ child, url: landfall.url, pid: landfall.pid, minute }));
    return [...verdictOf(lines, store), curveOf(lines, store)];
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

function taskFor(url: string, speed: number): SoakTask {
  const read = (name: string) => readFileSync(join(packageRoot, 'schema', 'operations', name), 'utf8');
  return {
    url,
    partnerKey,
    tenantKeys: tenants.map(keyOf),
    query,
    subscriptions: [read('watch-arrivals.graphql'), read('watch-port-calls.graphql')],
    sockets: load.sockets,
    pushesPerSecond: load.pushesPerSecond * speed,
    queriesPerSecond: load.queriesPerSecond * speed,
    resumesPerSecond: load.resumesPerSecond * speed,
  };
}

async function watchMinute(parts: { child: ChildProcess; url: string; pid: number; minute: number }): Promise<Minute> {
  const { child, url, pid, minute } = parts;
  const residents: number[] = [];
  const cpuBefore = cpuMsOf(pid);
  for (let sample = 0; sample < samplesPerMinute; sample += 1) {
    await sleep(60_000 / samplesPerMinute);
    residents.push(residentMbOf(pid));
  }
  const counted = messageOf<SoakCounts>(child, 'counts');
  child.send('counts');
  const { sockets, resumes, pushes, queries, messages, left, errors, p99Ms } = await counted;
  const metrics = await (await fetch(`${url}/metrics`, { headers: { 'x-api-key': keyOf('everything') } })).text();
  const mb = (name: string) => (Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 1024 / 1024).toFixed(0);
  const residentMb = residents.reduce((sum, value) => sum + value, 0) / residents.length;
  const memory = `rss ${residentMb.toFixed(0)} MB, heapUsed ${mb('nodejs_heap_size_used_bytes')} of ${mb('nodejs_heap_size_total_bytes')}, external ${mb('nodejs_external_memory_bytes')}`;
  const cpu = `CPU ${((cpuMsOf(pid) - cpuBefore) / 600).toFixed(0)} % of a core`;
  const work = `${sockets} sockets, ${resumes} resumes, ${pushes} pushes, ${queries} queries, ${messages} messages, p99 ${p99Ms.toFixed(0)} ms`;
  console.error(`minute ${minute}: ${memory}; ${cpu}; ${work}${left + errors === 0 ? '' : `; ${left} not begun, ${errors} failed`}`);
  return { residentMb };
}

/** Returns the resident memory of a process in MB. */
export function residentMbOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function verdictOf(minutes: readonly Minute[], store: string): BenchRow[] {
  const residents = minutes.map(({ residentMb }) => residentMb);
  const last = residents.slice(-Math.max(1, Math.ceil(residents.length / 3)));
  const [least, most] = [Math.min(...last), Math.max(...residents)];
  const what = `soak of ${minutes.length} minutes, ${store}, ${load.sockets} sockets`;
  return [
    {
      what: `${what}: most resident memory of a minute`,
      measured: `${most.toFixed(0)} MB`,
      floor: `${maxResidentMb} MB`,
      ratio: most / maxResidentMb,
      goal: { atMost: 1 },
    },
    {
      what: `${what}: most of the last third against least of it`,
      measured: `${Math.max(...last).toFixed(0)} MB`,
      floor: `${least.toFixed(0)} MB`,
      ratio: Math.max(...last) / least,
      goal: { atMost: maxDrift },
    },
  ];
}

function curveOf(minutes: readonly Minute[], store: string): Curve {
  return {
    name: `soak-${store}`,
    title: `Memory of a process over ${store === 'sqlite' ? 'SQLite' : 'MongoDB'}`,
    x: 'minutes under load',
    y: 'resident MB',
    isLogarithmic: false,
    lines: [{ label: 'Landfall', points: minutes.map(({ residentMb }, index) => [index + 1, residentMb]) }],
    measuredOn: new Date().toISOString().slice(0, 10),
  };
}

/**
 * Writes the files of one partner that pushes and answers requests for schedules, one that receives everything, and
 * three tenants with different rights.
 */
async function writeFiles(folder: string, loadUrl: string): Promise<void> {
  const sha256 = (key: string) => createHash('sha256').update(key).digest('hex');
  await mkdir(join(folder, 'partners'));
  const partner = {
    id: 'soak-line',
    name: 'Soak Line',
    allowPrivate: true,
    inbound: { apiKey: { header: 'x-api-key', sha256: [sha256(partnerKey)] } },
    commercialSchedules: { baseUrl: loadUrl },
    limits: { requestsPerSecond: 100 },
  };
  const subscriber = {
    id: 'soak-reader',
    name: 'Soak Reader',
    allowPrivate: true,
    inbound: { apiKey: { header: 'x-api-key', sha256: [sha256('key-of-soak-reader')] } },
    publish: { push: { arrivalNotices: loadUrl, portCallEvents: loadUrl, secret: `${'$'}{file:${join(folder, 'secret')}}` } },
  };
  await writeFile(join(folder, 'secret'), `whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  // JSON is also YAML.
  for (const file of [partner, subscriber]) await writeFile(join(folder, 'partners', `${file.id}.yaml`), JSON.stringify(file));
  const apiKeys = (tenant: string) => [{ sha256: sha256(keyOf(tenant)) }];
  const access = {
    tenants: {
      everything: { apiKeys: apiKeys('everything'), operator: true },
      'no-charges': { apiKeys: apiKeys('no-charges'), charges: false },
      'one-party': { apiKeys: apiKeys('one-party'), parties: [{ codeListProvider: 'GLEIF', partyCode: '7245000000000000NK07' }] },
    },
  };
  await writeFile(join(folder, 'access.yaml'), JSON.stringify(access));
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
