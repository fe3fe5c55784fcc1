import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { Pool } from 'undici';
import { partnerKeys, writePartners } from '../support/landfall.ts';
import { cpuMsOf } from './joined-world.ts';
import { sendAll } from './load.ts';
import { compileProgram, startProcess } from './processes.ts';
import { noticeNumber } from './pushes.ts';
import { untilEvaluated } from './ships.ts';
import type { BenchRow } from './table.ts';

const [perSecond, path] = [100, '/dcsa/arrival-notices'];
const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };
/** One of this many versions moves the arrival by a day. */
const movedEvery = 5;

/**
 * Measures the CPU that the evaluator adds while partners push a hundred notice versions per second, one per request:
 * half of them first versions, half second ones. The floor is the same process without the evaluator.
 */
export async function benchEvaluator(options: { readonly seconds: number; readonly mongodbUrl: string | undefined }): Promise<BenchRow[]> {
  const program = await compileProgram('test/bench/children/single-process.ts');
  const rows: BenchRow[] = [];
  for (const store of ['sqlite', 'mongodb'] as const) {
    const mongodbUrl = store === 'mongodb' ? options.mongodbUrl : undefined;
    if (store === 'mongodb' && mongodbUrl === undefined) continue;
    const floor = await cpuOf({ program, isEvaluating: false, seconds: options.seconds, mongodbUrl });
    const all = await cpuOf({ program, isEvaluating: true, seconds: options.seconds, mongodbUrl });
    rows.push({
      what: `evaluation of arrivals, ${store}, ${perSecond} notice versions/s, CPU it adds`,
      measured: `${(all - floor).toFixed(2)} ms a version`,
      floor: `${floor.toFixed(2)} ms (ingest)`,
      ratio: (all - floor) / floor,
      goal: { atMost: 0.3 },
    });
  }
  return rows;
}

/** Returns the CPU time of the process per version, in milliseconds. */
async function cpuOf(options: {
  readonly program: string;
  readonly isEvaluating: boolean;
  readonly seconds: number;
  readonly mongodbUrl: string | undefined;
}): Promise<number> {
  const { program, isEvaluating, seconds, mongodbUrl } = options;
  const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-'));
  await writePartners(folder);
  const database = `bench_${process.pid}_${Date.now()}`;
  const environment: Record<string, string> = {
    DATA_DIR: join(folder, 'data'),
    PARTNERS_DIR: folder,
    ACCESS_FILE: join(folder, 'none'),
    EVALUATES_ARRIVALS: isEvaluating ? 'yes' : 'no',
  };
  if (mongodbUrl !== undefined) {
    const address = new URL(mongodbUrl);
    address.pathname = `/${database}`;
    environment['MONGODB_URL'] = address.href;
  }
  try {
    await using server = await startProcess([program], environment);
    // As measured, so that the code of second versions is compiled as well.
    const warmUp = Array.from({ length: 6_000 }, (_, number) => bodyOf(10_000_000 + (number >> 1), 1 + (number % 2)));
    await sendAll({ url: server.url, path, headers, bodies: warmUp, connections: 8 });
    await untilEvaluated(server);
    const count = seconds * perSecond;
    const bodies = Array.from({ length: count }, (_, number) => bodyOf(number >> 1, 1 + (number % 2)));
    const before = cpuMsOf(server.pid);
    await sendPaced(server.url, bodies);
    await untilEvaluated(server);
    return (cpuMsOf(server.pid) - before) / count;
  } finally {
    if (mongodbUrl !== undefined) {
      await using client = await MongoClient.connect(mongodbUrl);
      await client.db(database).dropDatabase();
    }
    await rm(folder, { recursive: true, force: true });
  }
}

function bodyOf(number: number, version: number): string {
  const notice = noticeNumber(number, `2026-03-02T13:0${version}:00Z`);
  if (version > 1 && number % movedEvery === 0) {
    (notice['transport'] as { portOfDischargeArrivalDate: unknown }).portOfDischargeArrivalDate = {
      value: '2026-05-18',
      classifier: 'EST',
    };
  }
  return JSON.stringify({ arrivalNotices: [notice] });
}

/** Sends each body at its time, whether or not earlier ones have been answered. */
async function sendPaced(url: string, bodies: readonly string[]): Promise<void> {
  await using pool = Object.assign(new Pool(url, { connections: 16 }), {
    async [Symbol.asyncDispose]() {
      await pool.close();
    },
  });
  const started = performance.now();
  const answers = bodies.map(async (body, index) => {
    await pause(started + (index * 1_000) / perSecond - performance.now());
    const { statusCode, body: answer } = await pool.request({ path, method: 'POST', headers, body });
    await answer.dump();
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  });
  await Promise.all(answers);
}
