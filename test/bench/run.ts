import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMongod } from '../support/processes.ts';
import { benchAnswers } from './answers.ts';
import { benchArrivalLists } from './arrival-lists.ts';
import { benchBacklog } from './backlog.ts';
import { benchBodies } from './bodies.ts';
import type { Curve } from './curve.ts';
import { benchCurves } from './curves.ts';
import { benchDeliveries, benchWebhooks } from './deliveries.ts';
import { benchDemo } from './demo.ts';
import { benchEntitlement } from './entitlement.ts';
import { benchEvaluator } from './evaluator.ts';
import { benchFanOut } from './fan-out.ts';
import { readFigures, writeFigures } from './figures.ts';
import { benchHostile } from './hostile.ts';
import { benchIngest } from './ingest.ts';
import { benchJoined, benchJoinedApart } from './joined.ts';
import { benchLargePages } from './large-pages.ts';
import { benchMatching, benchMatchingCpuOf, benchMatchingRules } from './matching.ts';
import { benchPages } from './pages.ts';
import { benchPartners } from './partners.ts';
import { benchPublishGet } from './publish-get.ts';
import { events, notices } from './pushes.ts';
import { benchShip } from './ship.ts';
import { benchShipHistory } from './ship-history.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { benchStorm } from './storm.ts';
import { type BenchRow, lossesOf, type MedianRow, medianRows, tableOf } from './table.ts';
import { benchTenantLists } from './tenant-lists.ts';
import { benchWeek } from './week.ts';

/**
 * `npm run bench [-- name...] [--quick] [--runs 5] [--write]`: measures and prints a table, each figure beside its floor from
 * the same run, and fails if a ratio is worse than the committed one by more than a third. With several runs a row is
 * their median. `--write` commits the figures to docs/benchmarks.json, and the tables and plots that the documentation shows.
 *
 * `--quick` measures less of fewer benchmarks, in under three minutes. MongoDB is the one of MONGODB_URL, else a private one;
 * without any its rows are left out, and a line says so. The long ones run only when they are named:
 * `soak [--minutes 15] [--speed 1]`, `soak-mongodb` and `demo`, `week`, `storm`, `matching [--worlds usual,dense] [--seeds 7,101-120] [--explain]`,
 * `matching-rules [--worlds usual,dense] [--seeds 7,101-120 | COMMIT:20] [--quick]`, `curves`.
 */
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    runs: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '15' },
    speed: { type: 'string', default: '1' },
    worlds: { type: 'string', default: 'usual,twice-a-week,counters,dense' },
    seeds: { type: 'string' },
    explain: { type: 'boolean', default: false },
  },
});
const { quick } = options;
type Bench = (mongodbUrl: string | undefined) => Promise<readonly (BenchRow | Curve)[]>;

const benches: Record<string, Bench> = {
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
  'arrival-lists': (mongodbUrl) => benchArrivalLists({ arrivals: quick ? 25_000 : 100_000, mongodbUrl }),
  'ship-history': (mongodbUrl) => benchShipHistory({ events: quick ? 30_000 : 300_000, mongodbUrl }),
  evaluator: (mongodbUrl) => benchEvaluator({ seconds: quick ? 10 : 30, mongodbUrl }),
  ship: (mongodbUrl) => benchShip({ documents: quick ? 1_000 : 5_000, mongodbUrl }),
  backlog: (mongodbUrl) => benchBacklog({ ships: quick ? 20 : 200, mongodbUrl }),
  'tenant-lists': (mongodbUrl) => benchTenantLists({ ships: quick ? 6 : 48, mongodbUrl }),
  storm: (mongodbUrl) => benchStorm({ documents: quick ? 60 : 300, mongodbUrl }),
  matching: () => {
    const { worlds, seeds = quick ? '101-103' : '101-120' } = options;
    return benchMatching({ worlds, seeds, quick, explain: options.explain });
  },
  'matching-rules': () => benchMatchingRules({ worlds: options.worlds, seeds: options.seeds ?? '101-120', quick }),
  'matching-cpu': () => benchMatchingCpuOf({ worlds: options.worlds, seeds: options.seeds ?? '101', quick }),
  curves: (mongodbUrl) => benchCurves({ quick, mongodbUrl }),
  demo: () => benchDemo({ minutes: Number(options.minutes), speed: Number(options.speed) }),
  week: () => benchWeek({ ships: quick ? 8 : 20 }),
  soak: () => benchSoak({ minutes: Number(options.minutes), store: 'sqlite', mongodbUrl: undefined, speed: Number(options.speed) }),
  'soak-mongodb': (mongodbUrl) =>
    benchSoak({ minutes: Number(options.minutes), store: 'mongodb', mongodbUrl, speed: Number(options.speed) }),
};

const onlyNamed: ReadonlySet<string> = new Set([
  'soak',
  'soak-mongodb',
  'demo',
  'week',
  'storm',
  'matching',
  'matching-rules',
  'matching-cpu',
  'curves',
]);
/** One for each road of the data, so that a loss anywhere shows. */
const quickOnes: ReadonlySet<string> = new Set(['start', 'joined', 'ingest', 'ingest-events', 'fan-out', 'publish-get', 'deliveries']);

const unknown = wanted.filter((name) => benches[name] === undefined);
if (unknown.length > 0) throw new Error(`there is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
const names = Object.keys(benches).filter((name) => {
  if (wanted.length > 0) return wanted.includes(name);
  return quick ? quickOnes.has(name) : !onlyNamed.has(name);
});
const folder = await mkdtemp(join(tmpdir(), 'landfall-bench-mongod-'));
const mongod = process.env['MONGODB_URL'] === undefined ? await startMongod({ dbPath: folder }).catch(describeWithout) : undefined;
const mongodbUrl = process.env['MONGODB_URL'] ?? mongod?.url;
const measured: Record<string, { measuredOn: string; rows: MedianRow[] }> = {};
const curves: Curve[] = [];
try {
  for (const name of names) {
    const results: (readonly (BenchRow | Curve)[])[] = [];
    for (let run = 1; run <= Number(options.runs); run += 1) {
      console.error(`measuring ${name}, run ${run} of ${options.runs} ...`);
      results.push((await benches[name]?.(mongodbUrl)) ?? []);
    }
    curves.push(...(results.at(-1)?.filter(isCurve) ?? []));
    const rows = medianRows(results.map((result) => result.filter((each): each is BenchRow => !isCurve(each))));
    if (rows.length > 0) measured[name] = { measuredOn: new Date().toISOString().slice(0, 10), rows };
  }
} finally {
  // After an error as well: what was measured before it.
  console.log(tableOf(Object.values(measured).flatMap(({ rows }) => rows)));
  await mongod?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}

const committed = (await readFigures())[quick ? 'quick' : 'full'];
const losses = Object.entries(measured).flatMap(([name, { rows }]) => lossesOf(rows, committed[name]?.rows ?? []));
for (const loss of losses) console.error(`LOSS of more than a third: ${loss}`);
if (options.write) await writeFigures({ full: quick ? {} : measured, quick: quick ? measured : {}, curves });
process.exitCode = losses.length > 0 ? 1 : 0;

function isCurve(each: BenchRow | Curve): each is Curve {
  return 'lines' in each;
}

function describeWithout(error: unknown): undefined {
  console.error(`no MongoDB, its rows are left out: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
}
