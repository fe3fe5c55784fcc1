import type { SandboxEvent } from '../partners/sandbox/carrier.ts';
import { openSandboxCarriers } from '../partners/sandbox/carriers.ts';
import { readConfig } from '../subgraphs/shared/config.ts';
import { createLogger } from '../subgraphs/shared/logger.ts';
import { drainOnSignal } from '../subgraphs/shared/main.ts';
import { startTogether, urlsOf } from './main.ts';

/**
 * Runs everything in one process, with two carriers beside it: HTTP servers on loopback ports of their own that push
 * notices over HTTP and answer questions, as a partner would. What they do is printed, one line each.
 */
export async function runDemo({ paceMs }: { readonly paceMs: number }): Promise<void> {
  const carriers = await openSandboxCarriers({ onEvent: (event) => process.stdout.write(`${lineOf(event)}\n`) });
  const environment = { ...process.env, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn', PARTNERS_DIR: carriers.partnersDir };
  const config = readConfig(environment);
  const landfall = await startTogether(config, createLogger(config.LOG_LEVEL), { ...process.env, ...carriers.env });
  process.stdout.write(`${introduction(landfall.url)}\n`);
  carriers.tell({ landfallUrl: landfall.url, paceMs });
  drainOnSignal({
    logger: landfall.logger,
    timeoutMs: config.DRAIN_TIMEOUT_MS,
    steps: [() => carriers[Symbol.asyncDispose](), ...landfall.drainSteps],
  });
}

function introduction(url: string): string {
  return `
Landfall runs, with two sandbox carriers that push to it:
${urlsOf(url)}

Ask:    curl -s ${url}/graphql -H 'content-type: application/json' \\
          -d '{"query":"{ arrivalNotices(first: 3) { nodes { partner transportDocumentReference current { versionLabel transport { portOfDischargeArrivalDate { value } } } } } }"}'
Watch:  npx landfall watch --url ${url.replace(/^http/, 'ws')}/graphql
`;
}

function lineOf({ carrier, kind, reference, detail, status }: SandboxEvent): string {
  return `${carrier.padEnd(14)} ${kind.toLowerCase().replaceAll('_', ' ').padEnd(20)} ${(reference ?? '').padEnd(18)} ${status ?? ''} ${detail}`;
}
