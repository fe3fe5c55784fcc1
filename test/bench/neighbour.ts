import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { disposeAll } from '#platform/process/backends.ts';
import { partnerKeys, temporaryFolder, writePartners } from '../support/landfall.ts';
import { withDatabase } from '../support/processes.ts';
import { type BenchProcess, startProcess } from './processes.ts';
import { notices } from './pushes.ts';
import { type BenchRow, nameOfStore } from './table.ts';

const [goalMs, goalMegabytes] = [500, 600];

const request = `{ arrivalNotices(first: 20) { nodes { id transportDocumentReference current { issueDateTime
  transport { portOfDischarge { UNLocationCode } } } } sources { status } } }`;

/** A client that repeatedly pushes a notice and sends a small query. */
export interface Neighbour extends AsyncDisposable {
  /** Continues for this many seconds. @returns its measurements, and the maximum memory of the server */
  watch(seconds: number): Promise<Noticed>;
}

export interface Noticed {
  readonly pushP99Ms: number;
  readonly queryP99Ms: number;
  readonly megabytes: number;
}

/** A separate Landfall, and the folder of its embedded store. */
export interface BenchServer extends BenchProcess {
  readonly dataDir: string;
}

/** A separate Landfall with a neighbour. */
export interface Neighbourhood extends AsyncDisposable {
  readonly landfall: BenchServer;
  readonly neighbour: Neighbour;
}

export interface NeighbourhoodOptions {
  /** Name of the database, if there is one. */
  readonly name: string;
  readonly mongodbUrl?: string | undefined;
  /** Files of further partners by their ids, in addition to `acme` and `other` of `writePartners`. */
  readonly partners?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Returns the name of the store of a neighbourhood, for its rows. */
export function storeNameOf(mongodbUrl: string | undefined): string {
  return nameOfStore[mongodbUrl === undefined ? 'sqlite' : 'mongodb'];
}

/** Starts a Landfall in a separate folder, over MongoDB if it is given. */
export async function openServer({ name, mongodbUrl, partners = {}, environment = {} }: NeighbourhoodOptions): Promise<BenchServer> {
  const folder = await temporaryFolder();
  try {
    const [partnersDir, dataDir] = [join(folder.path, 'partners'), join(folder.path, 'data')];
    await mkdir(partnersDir);
    await writePartners(partnersDir);
    for (const [id, yaml] of Object.entries(partners)) await writeFile(join(partnersDir, `${id}.yaml`), yaml);
    const landfall = await startProcess(['dist/gateway/cli/landfall.js', 'serve'], {
      DATA_DIR: dataDir,
      PARTNERS_DIR: partnersDir,
      ACCESS_FILE: join(folder.path, 'none'),
      AUDIT: 'off',
      ...(mongodbUrl === undefined ? {} : { MONGODB_URL: withDatabase(mongodbUrl, `${name}_${process.pid}`) }),
      ...environment,
    });
    return { ...landfall, dataDir, [Symbol.asyncDispose]: () => disposeAll([landfall, folder]) };
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

/** Starts a Landfall, and lets the neighbour warm it up. */
export async function openNeighbourhood(options: NeighbourhoodOptions): Promise<Neighbourhood> {
  const landfall = await openServer(options);
  try {
    const neighbour = await openNeighbour(landfall);
    return { landfall, neighbour, [Symbol.asyncDispose]: () => disposeAll([neighbour, landfall]) };
  } catch (error) {
    await landfall[Symbol.asyncDispose]();
    throw error;
  }
}

/** Opens a neighbour, as partner `other`. */
export async function openNeighbour({ url, pid }: BenchProcess): Promise<Neighbour> {
  const pool = new Pool(url, { connections: 2, pipelining: 1 });
  let number = 900_000_000;
  const send = async (path: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.other };
    const started = performance.now();
    const answer = await pool.request({ path, method: 'POST', headers, body: JSON.stringify(body) });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`a neighbour was answered ${answer.statusCode}`);
    return performance.now() - started;
  };
  const push = () =>
    send(notices.path, { arrivalNotices: [{ ...notices.make(number++), carrierCode: 'OTHR', carrierCodeListProvider: 'NMFTA' }] });
  const sendQuery = () => send('/graphql', { query: request });
  for (let warmUp = 0; warmUp < 100; warmUp += 1) await Promise.all([push(), sendQuery()]);
  return {
    watch: async (seconds) => {
      const [pushes, queryTimes]: [number[], number[]] = [[], []];
      let megabytes = 0;
      const until = performance.now() + seconds * 1_000;
      const keepOn = async (times: number[], once: () => Promise<number>) => {
        while (performance.now() < until) {
          times.push(await once());
          megabytes = Math.max(megabytes, await residentMegabytes(pid));
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      };
      await Promise.all([keepOn(pushes, push), keepOn(queryTimes, sendQuery)]);
      return { pushP99Ms: p99Of(pushes), queryP99Ms: p99Of(queryTimes), megabytes };
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}

/** What a neighbour measured while one kind of load was applied. */
export interface UnderLoad extends Noticed {
  readonly kind: string;
  /** Counts of the load, for the log. */
  readonly details: string;
}

/**
 * Returns the rows of the table: the kind of load with the longest latency, and the one with the most memory. Writes
 * all kinds to the log. @param cause the load, of all kinds, and the store
 */
export function rowsOf(measured: readonly UnderLoad[], cause: string): BenchRow[] {
  for (const { kind, details, ...noticed } of measured) console.error(`${kind}: ${latencyOf(noticed)}, ${details}`);
  const kinds = measured.length === 1 ? '' : ` (${measured.length} kinds)`;
  const latency = measured.toSorted((left, right) => slowestMs(right) - slowestMs(left))[0] as UnderLoad;
  const memory = measured.toSorted((left, right) => right.megabytes - left.megabytes)[0] as UnderLoad;
  return [
    {
      what: `p99 of a neighbour's pushes and queries while ${cause}${kinds}`,
      measured: `${latency.pushP99Ms.toFixed(0)} and ${latency.queryP99Ms.toFixed(0)} ms (${latency.kind})`,
      floor: `${goalMs} ms allowed`,
      ratio: slowestMs(latency) / goalMs,
      goal: { atMost: 1 },
    },
    {
      what: `most memory resident while ${cause}${kinds}`,
      measured: `${memory.megabytes.toFixed(0)} MB (${memory.kind})`,
      floor: `${goalMegabytes} MB allowed`,
      ratio: memory.megabytes / goalMegabytes,
      goal: { atMost: 1 },
    },
  ];
}

function slowestMs({ pushP99Ms, queryP99Ms }: Noticed): number {
  return Math.max(pushP99Ms, queryP99Ms);
}

function latencyOf({ pushP99Ms, queryP99Ms, megabytes }: Noticed): string {
  return `${pushP99Ms.toFixed(0)} and ${queryP99Ms.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`;
}

function p99Of(times: number[]): number {
  times.sort((left, right) => left - right);
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? Number.NaN;
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
