#!/usr/bin/env node
import { Command } from 'commander';
import { LandfallError } from '../subgraphs/shared/errors.ts';

/**
 * The `landfall` command. Each subcommand loads what it needs and nothing else: a subgraph started apart holds no
 * gateway in memory.
 */
const program = new Command('landfall').description('One GraphQL API over three DCSA standards.').showHelpAfterError();

const parts = 'gateway, arrival-notices, commercial-schedules, port-calls or all';

program
  .command('serve')
  .argument('[what]', parts, 'all')
  .description('Run everything in one process (all), or one part of a deployment.')
  .action(async (what: string) => {
    if (what === 'all') return (await import('./main.ts')).serveTogether();
    if (what === 'gateway') return (await import('./main.ts')).serveGateway();
    if (what === 'arrival-notices') return (await import('../subgraphs/arrival-notices/main.ts')).main();
    if (what === 'commercial-schedules') return (await import('../subgraphs/commercial-schedules/main.ts')).main();
    if (what === 'port-calls') return (await import('../subgraphs/port-calls/main.ts')).main();
    throw new LandfallError('CONFIG_INVALID', `There is nothing named ${what} to serve: expected ${parts}.`);
  });

program
  .command('demo')
  .description('Run everything in one process with two sandbox carriers and their harbours, which push and answer.')
  .option('--pace <ms>', 'time between two changes of a carrier', '1500')
  .action(async (options: { pace: string }) => (await import('./demo.ts')).runDemo({ paceMs: Number(options.pace) }));

program
  .command('watch')
  .description('Print notice versions as they are taken in, one JSON object a line; goes on by itself after a lost connection.')
  .option('--url <url>', 'websocket address', 'ws://127.0.0.1:4000/graphql')
  .option('--after <cursor>', 'begin behind this cursor; 0 replays everything retained')
  .option('--partner <id...>', 'only versions of these partners')
  .action(async (options: { url: string; after?: string; partner?: string[] }) => (await import('./watch.ts')).watch(options));

const deadLetters = program.command('dead-letters').description('What partners sent that could not be kept.');
deadLetters
  .command('list')
  .description('Print them, one JSON object a line.')
  .action(async () => (await import('../subgraphs/shared/push/dead-letters.ts')).listDeadLetters());
deadLetters
  .command('replay')
  .argument('[ids...]', 'which; all when none is named')
  .description('Take them in again; those that are kept now are no dead letters any more.')
  .action(async (ids: string[]) => {
    const [{ replayDeadLetters }, arrivalNotices, portCalls] = await Promise.all([
      import('../subgraphs/shared/push/dead-letters.ts'),
      import('../subgraphs/arrival-notices/subgraph.ts'),
      import('../subgraphs/port-calls/subgraph.ts'),
    ]);
    await replayDeadLetters(ids, { ...arrivalNotices.intakes, ...portCalls.intakes });
  });

const schema = program.command('schema').description('The composed supergraph.');
schema
  .command('compose')
  .description('Compose the subgraphs and write schema/supergraph.graphql.')
  .action(async () => (await import('./composition.ts')).writeSupergraph());
schema
  .command('check')
  .description('Fail when schema/supergraph.graphql is not what the subgraphs compose to.')
  .action(async () => (await import('./composition.ts')).checkSupergraph());

try {
  await program.parseAsync();
} catch (error) {
  // Faults of settings and files are for a person at a terminal; everything else is a bug and shows its stack.
  if (!(error instanceof LandfallError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exit(1);
}
