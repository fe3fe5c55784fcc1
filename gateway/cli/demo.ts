import { join } from 'node:path';
import { type Config, readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { packageRoot } from '#platform/package-root.ts';
import { drainOnSignal } from '#platform/process/backends.ts';
import { printLine, printLines } from '#platform/terminal.ts';
import { openSandbox } from '../../partners/sandbox/sandbox.ts';
import { lineOf } from '../../partners/sandbox/scenario-runner.ts';
import { type Running, startSingleProcess, urlsOf } from '../main.ts';

/**
 * Runs everything in one process, with two carriers, some harbours and a subscriber beside it: HTTP servers on loopback
 * ports of their own that push over HTTP, answer questions and are pushed to, as partners would. What they do is printed,
 * one line each.
 */
export async function runDemo({ paceMs }: { readonly paceMs: number }): Promise<void> {
  const sandbox = await openSandbox({ onEvent: (event) => printLine(lineOf(event)) });
  const config = demoConfigOf(readConfig({ LOG_LEVEL: 'warn', ...process.env, PARTNERS_DIR: sandbox.partnersDir }));
  const landfall = await startSingleProcess(config, createLogger(config.LOG_LEVEL), { env: { ...process.env, ...sandbox.env } });
  printLines(introduction(landfall, config.DATA_DIR));
  sandbox.run({ landfallUrl: landfall.url, paceMs });
  drainOnSignal({ logger: landfall.logger, steps: [() => sandbox[Symbol.asyncDispose](), ...landfall.drainSteps] });
}

/** Keeps invented notices out of any store that real ones are in, whatever the settings name for those. */
function demoConfigOf({ MONGODB_URL: _store, REDIS_URL: _bus, ...config }: Config): Config {
  return { ...config, DATA_DIR: join(config.DATA_DIR, 'demo') };
}

/** Of this package, so that the command works from any folder. */
const exampleQuery = join(packageRoot, 'schema', 'operations', 'across-the-standards.graphql');

function introduction({ app, url }: Running, dataDir: string): string {
  return `
Landfall runs, with a sandbox of two carriers and their harbours that push to it, and of a subscriber, hinterland, that is
sent what they say:
${urlsOf({ app, url })}

It keeps its data in ${dataDir}, apart from that of \`landfall serve\`, and uses no MONGODB_URL and no REDIS_URL.

Ask:    curl -sG -H 'graphql-require-preflight: 1' ${url}/graphql --data-urlencode 'query@${exampleQuery}'
        Twenty notices, each with what schedules and port say about its call. Ask again as it goes on: one ship gets
        its berth within seconds, another one leaves a port out that a notice announces.
Watch:  npx landfall watch --url ${url.replace(/^http/, 'ws')}/graphql
`;
}
