import { join, relative } from 'node:path';
import { openSandbox, type Sandbox } from '@landfall/sandbox/sandbox.ts';
import { lineOf } from '@landfall/sandbox/scenario-runner.ts';
import { type Config, partnersFolderOf, readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { packageRoot } from '#platform/package-root.ts';
import { readPartners } from '#platform/partners/registry.ts';
import { drainOnSignal, openBackends } from '#platform/process/backends.ts';
import { printLine, printLines } from '#platform/terminal.ts';
import { type Running, start, urlsOf } from '../main.ts';
import { ingest } from './dead-letters.ts';

/**
 * Runs everything in one process, together with a sandbox of two carriers, some ports and a subscriber: HTTP servers on
 * loopback ports that push, answer requests and receive pushes like partners. Prints one line for each of their steps.
 */
export async function runDemo(paceMs: number): Promise<void> {
  const sandbox = await openSandbox({ onEvent: (event) => printLine(lineOf(event)) });
  const config = demoConfigOf(readConfig({ LOG_LEVEL: 'warn', ...process.env, PARTNERS_DIR: partnersDir }));
  const env = { ...process.env, ...sandbox.env };
  await storeEarlier(sandbox.earlier, config, env);
  const landfall = await start('all', config, createLogger(config.LOG_LEVEL), { env });
  printLines(introduction(landfall, config.DATA_DIR));
  sandbox.run({ landfallUrl: landfall.url, paceMs });
  drainOnSignal({ logger: landfall.logger, steps: [() => sandbox[Symbol.asyncDispose](), ...landfall.drainSteps] });
}

/** Seconds between two requests for the schedules of an arrival, short enough to see changes while the demo runs. */
const scheduleSeconds = 15;

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
        Within two minutes the sandbox raises every kind of alert.
`;
}

/**
 * Stores notices as if they had been received earlier, because a new store would otherwise contain no arrival that has been
 * without news for days.
 *
 * @param env source of `${env:NAME}` in the partners' files
 */
async function storeEarlier(notices: Sandbox['earlier'], config: Config, env: NodeJS.ProcessEnv): Promise<void> {
  const { partners } = await readPartners({ ...partnersFolderOf(config), env });
  await using backends = await openBackends(config);
  const common = { log: 'arrival-notice-versions', store: backends.store, logger: createLogger('silent') } as const;
  for (const { partner: id, notice, receivedAt } of notices) {
    const partner = partners.find((each) => each.id === id);
    if (partner === undefined) throw new Error(`there is no partner ${id}`);
    const object = { path: '$.arrivalNotices[0]', bytes: Buffer.from(JSON.stringify(notice)), value: notice };
    const refusal = await ingest(object, { ...common, receipt: { partner, receivedAt, receivedBy: 'PUSH' } });
    if (refusal !== undefined) throw new Error(refusal);
  }
}
