import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { openSandbox, type Sandbox } from '@landfall/sandbox/sandbox.ts';
import { lineOf, type SandboxEvent } from '@landfall/sandbox/scenario-runner.ts';
import { type Config, partnersFolderOf, readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { packageRoot } from '#platform/package-root.ts';
import { readPartners } from '#platform/partners/registry.ts';
import { drainOnSignal, openBackends } from '#platform/process/backends.ts';
import { expireVersions } from '#platform/store/removal/expire-versions.ts';
import { printLine, printLines } from '#platform/terminal.ts';
import { startWakeUpLoop } from '#platform/time/wake-up-loop.ts';
import { type Running, start, urlsOf } from '../main.ts';
import { ingest } from './dead-letters.ts';
import { eraseDocument } from './retention.ts';

/** Options of the command. */
export interface DemoCommand {
  /** Milliseconds between two changes. */
  readonly pace: number;
  /** Prints a line for each step of a party. */
  readonly verbose?: boolean;
}

/**
 * Runs everything in one process, together with a sandbox of two carriers, some ports and a subscriber: HTTP servers on
 * loopback ports that push, answer requests and receive pushes like partners. It can run for weeks: after everything has
 * happened once, they push seldom, and what they retire is removed. Prints at most one line a minute.
 */
export async function runDemo({ pace: paceMs, verbose = false }: DemoCommand): Promise<void> {
  const minute = createMinute();
  const sandbox = await openSandbox({ onEvent: verbose ? (event) => printLine(lineOf(event)) : minute.add });
  const config = demoConfigOf(readConfig({ LOG_LEVEL: 'warn', ...process.env, PARTNERS_DIR: partnersDir }));
  const env = { ...process.env, ...sandbox.env };
  await prepareStore(sandbox.earlier, config, env);
  const landfall = await start('all', config, createLogger(config.LOG_LEVEL), { env });
  // The space for new objects stays as small as the first collection leaves it. Node 20 undoes this when a thread starts.
  setFlagsFromString('--semi-space-growth-factor=1');
  printLines(introduction(landfall, config.DATA_DIR));
  sandbox.run({ landfallUrl: landfall.url, paceMs, calmPaceMs: paceMs * calmFactor });
  const retiring = startWakeUpLoop({
    pollMs: Math.max(1_000, paceMs * retireFactor),
    round: async () => {
      await retire(sandbox, landfall);
      await compactHeap();
    },
    onError: (error) => landfall.logger.warn({ err: error }, 'retired documents could not be removed; retrying'),
  });
  if (!verbose) setInterval(() => printLine(minute.end()), minuteMs).unref();
  const stop = [() => retiring.stop(), () => sandbox[Symbol.asyncDispose]()];
  drainOnSignal({ logger: landfall.logger, steps: [...stop, ...landfall.drainSteps] });
}

/** Seconds between two requests for the schedules of an arrival, short enough to see a lost match within two minutes. */
const scheduleSeconds = 60;
/** Factors of the pace: between two changes once everything has happened, and between two removals of retired documents. */
const [calmFactor, retireFactor] = [20, 200];
const minuteMs = 60_000;
/** How long port call events are kept, which the harbours repeat more often, and how long the data of earlier demos. */
const keptMs = 12 * 60 * minuteMs;

/** Separates generated notices from real ones, whatever store the settings name. */
function demoConfigOf({ MONGODB_URL: _store, REDIS_URL: _bus, ...config }: Config): Config {
  const { ALERTS_SCHEDULE_SECONDS = scheduleSeconds } = config;
  return { ...config, ALERTS_SCHEDULE_SECONDS, DATA_DIR: join(config.DATA_DIR, 'demo') };
}

/** The files of the sandbox partners. */
const partnersDir = join(packageRoot, 'partners', 'sandbox');

/** Relative to this package, so that the command works in any folder. */
const exampleQuery = join(packageRoot, 'docs', 'examples', 'arrivals-that-need-attention.graphql');

function introduction({ app, url }: Running, dataDir: string): string {
  // The program that runs now, because npx would load a package of this name from the registry where none is installed.
  const command = `node ${relative('', process.argv[1] ?? '')}`;
  return `
Landfall is running with sandbox partners: two carriers and their ports push to it, and a subscriber, hinterland, receives
its notices and events.
${urlsOf({ app, url })}

The data of the demo is in ${dataDir}, separate from the data of a server. MONGODB_URL and REDIS_URL are not used.

Query:  curl -sG -H 'graphql-require-preflight: 1' ${url}/graphql --data-urlencode 'query@${exampleQuery}'
        Returns the arrivals that need attention, why, and who says so. Repeat the query later: within seconds a ship gets
        its berth, and another ship omits a port that a notice announces.
Watch:  ${command} watch --url ${url.replace(/^http/, 'ws')}/graphql
Alerts: ${command} alerts watch --after 0 --url ${url.replace(/^http/, 'ws')}/graphql
        Within two minutes the sandbox raises every kind of alert. Then it is calm: two changes a minute by each carrier.
`;
}

/** Collects what the parties did, for one line a minute. */
function createMinute() {
  const counts = new Map<string, number>();
  let failure = '';
  return {
    add: (event: SandboxEvent): void => {
      const { party, kind } = event;
      if (kind === 'SCENARIO_FAILED') failure = `; ${lineOf(event)}`;
      const what = `${party} ${kind === 'ANSWERED' ? 'answers' : kind === 'RECEIVED' ? 'received messages' : 'pushes'}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    },
    /** Returns the line of the past minute. */
    end: (): string => {
      const parts = [...counts].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([what, count]) => `${what} ${count}`);
      counts.clear();
      return `${new Date().toISOString().slice(11, 16)}  last minute: ${parts.join(', ') || 'nothing'}${failure}`;
    },
  };
}

/**
 * Removes the data of earlier demos, and stores notices as if they had been received earlier, because a new store would
 * otherwise contain no arrival that has been without news for days.
 *
 * @param env source of `${env:NAME}` in the partners' files
 */
async function prepareStore(notices: Sandbox['earlier'], config: Config, env: NodeJS.ProcessEnv): Promise<void> {
  const { partners } = await readPartners({ ...partnersFolderOf(config), env });
  await using backends = await openBackends(config);
  const { store } = backends;
  await expireVersions(store, { receivedBefore: new Date(Date.now() - keptMs).toISOString() });
  const common = { log: 'arrival-notice-versions', store, logger: createLogger('silent') } as const;
  for (const { partner: id, notice, receivedAt } of notices) {
    const partner = partners.find((each) => each.id === id);
    if (partner === undefined) throw new Error(`there is no partner ${id}`);
    const object = { path: '$.arrivalNotices[0]', bytes: Buffer.from(JSON.stringify(notice)), value: notice };
    const refusal = await ingest(object, { ...common, receipt: { partner, receivedAt, receivedBy: 'PUSH' } });
    if (refusal !== undefined) throw new Error(refusal);
  }
}

/** Removes documents that their carriers have retired with all that was derived from them, and old port call events. */
async function retire(sandbox: Sandbox, { store }: Pick<Running, 'store'>): Promise<void> {
  if (store === undefined) throw new Error('the process has a store');
  const by = 'the demo, because its partner has retired it';
  for (const { partner, notice } of sandbox.takeRetired()) await eraseDocument(store, { partner, notice, by });
  await expireVersions(store, { receivedBefore: new Date(Date.now() - keptMs).toISOString(), logs: ['port-call-events'], by });
}

/**
 * Collects garbage and gives the memory back. Otherwise a process that has little to do keeps a heap of half-empty pages, twice
 * as large as its objects.
 */
async function compactHeap(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
