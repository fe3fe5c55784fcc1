import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMongod } from '../support/processes.ts';
import { benchAnswers } from './answers.ts';
import { benchArrivalLists } from './arrival-lists.ts';
import { benchBodies } from './bodies.ts';
import { benchDeliveries, benchWebhooks } from './deliveries.ts';
import { benchEntitlement } from './entitlement.ts';
import { benchEvaluator } from './evaluator.ts';
import { benchFanOut } from './fan-out.ts';
import { benchHostile } from './hostile.ts';
import { benchIngest } from './ingest.ts';
import { benchJoined, benchJoinedApart } from './joined.ts';
import { benchLargePages } from './large-pages.ts';
import { benchMatching, benchMatchingRules } from './matching.ts';
import { benchPages } from './pages.ts';
import { benchPartners } from './partners.ts';
import { benchPublishGet } from './publish-get.ts';
import { events, notices } from './pushes.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { type BenchRow, isReached, tableOf } from './table.ts';

/**
 * `npm run bench [-- name...] [--quick]`: measures and prints a table, each figure beside its floor from the same run.
 * MongoDB is the one of MONGODB_URL, else a private one; without any its rows are left out, and a line says so. The soak
 * and matching run only when they are named: `soak [--minutes 15] [--store sqlite|mongodb] [--speed 1]`,
 * `matching [--worlds usual,dense] [--seeds 101-120] [--explain]`, `matching-rules [--worlds usual,dense] [--seeds 101-120]`.
 */
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '15' },
    store: { type: 'string', default: 'sqlite' },
    speed: { type: 'string', default: '1' },
    worlds: { type: 'string', default: 'usual,twice-a-week,counters,dense' },
    seeds: { type: 'string' },
    explain: { type: 'boolean', default: false },
  },
});
const { quick } = options;
const benches: Record<string, (mongodbUrl: string | undefined) => Promise<BenchRow[]>> = {
  start: () => benchStart({ runs: quick ? 3 : 7 }),
  joined: () => benchJoined({ requests: quick ? 300 : 2_000 }),
  'joined-apart': (mongodbUrl) => benchJoinedApart({ requests: quick ? 300 : 2_000, mongodbUrl }),
  partners: () => benchPartners({ queries: quick ? 50 : 200 }),
  ingest: (mongodbUrl) => benchIngest({ kind: notices, count: quick ? 4_000 : 20_000, mongodbUrl }),
  'ingest-events': (mongodbUrl) => benchIngest({ kind: events, count: quick ? 4_000 : 20_000, mongodbUrl }),
  'fan-out': () => benchFanOut({ kind: notices, subscription: 'watch-arrivals.graphql', sockets: quick ? [1_000] : [1_000, 5_000] }),
  'fan-out-events': () => benchFanOut({ kind: events, subscription: 'watch-port-calls.graphql', sockets: [1_000] }),
  entitlement: () => benchEntitlement({ requests: quick ? 300 : 1_000, sockets: 1_000 }),
  hostile: () => benchHostile({ requests: quick ? 1_000 : 5_000, connections: 8 }),
  bodies: () => benchBodies({ seconds: quick ? 8 : 20 }),
  'bodies-mongodb': (mongodbUrl) => benchBodies({ seconds: quick ? 8 : 20, mongodbUrl }),
  answers: () => benchAnswers({ seconds: quick ? 8 : 20 }),
  'answers-mongodb': (mongodbUrl) => benchAnswers({ seconds: quick ? 8 : 20, mongodbUrl }),
  'large-pages': () => benchLargePages({ seconds: quick ? 8 : 20 }),
  'large-pages-mongodb': (mongodbUrl) => benchLargePages({ seconds: quick ? 8 : 20, mongodbUrl }),
  'publish-get': () => benchPublishGet({ requests: quick ? 2_000 : 10_000 }),
  deliveries: () => benchDeliveries(quick ? { waiting: 500, live: 200 } : { waiting: 5_000, live: 2_000 }),
  webhooks: () => benchWebhooks({ waiting: quick ? 200 : 2_000 }),
  pages: (mongodbUrl) => benchPages({ notices: quick ? 25_000 : 250_000, mongodbUrl }),
  'arrival-lists': (mongodbUrl) => benchArrivalLists({ arrivals: quick ? 20_000 : 100_000, mongodbUrl }),
  evaluator: (mongodbUrl) => benchEvaluator({ seconds: quick ? 10 : 30, mongodbUrl }),
  matching: () => {
    const { worlds, seeds = quick ? '101-103' : '101-120' } = options;
    return benchMatching({ worlds, seeds, quick, explain: options.explain });
  },
  'matching-rules': () => benchMatchingRules({ worlds: options.worlds, seeds: options.seeds ?? '101-120' }),
  soak: (mongodbUrl) => {
    const store = options.store === 'mongodb' ? 'mongodb' : 'sqlite';
    return benchSoak({ minutes: Number(options.minutes), store, mongodbUrl, speed: Number(options.speed) });
  },
};

const onlyNamed: ReadonlySet<string> = new Set(['soak', 'matching', 'matching-rules']);
const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-mongod-'));
const mongod = process.env['MONGODB_URL'] === undefined ? await startMongod({ dbPath: folder }).catch(describeWithout) : undefined;
const mongodbUrl = process.env['MONGODB_URL'] ?? mongod?.url;
const rows: BenchRow[] = [];
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 ? !wanted.includes(name) : onlyNamed.has(name)) continue;
    console.error(`measuring ${name} ...`);
    rows.push(...(await bench(mongodbUrl)));
  }
} finally {
  // Also what was measured before something went wrong.
  console.log(tableOf(rows));
  await mongod?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = rows.every(isReached) ? 0 : 1;

function describeWithout(error: unknown): undefined {
  console.error(`no MongoDB, its rows are left out: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
}
