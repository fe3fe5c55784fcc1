import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError, Option } from 'commander';
import { LandfallError } from '#platform/errors.ts';
import { readPackageVersion } from '#platform/package-root.ts';
import { endpointFields } from '#platform/partners/endpoint-of.ts';
import { logNames } from '#platform/store/version-store.ts';
import { printText } from '#platform/terminal.ts';
import { LandfallClientError } from '../web/client/client-error.ts';
import type { LaneCommand, ListCommand, OperatedKinds, PauseCommand, ReplayCommand } from './deliveries.ts';
import type { CheckCommand } from './partners.ts';
import type { EraseCommand, KeyCommand, RemovalCommand } from './retention.ts';
import type { SandboxCommand } from './sandbox.ts';
import type { WatchCommand } from './watch.ts';

/**
 * The `landfall` command. Each subcommand loads what it needs and nothing else: a subgraph started apart holds no
 * gateway in memory.
 */
export const program = new Command('landfall')
  .description('One GraphQL API over three DCSA standards.')
  .version(readPackageVersion())
  .showHelpAfterError();

/** How much the heap of a server may grow before old objects are collected again. */
const heapGrowingPercent = 50;

const parts = 'gateway, arrival-notices, commercial-schedules, port-calls or all';

program
  .command('serve')
  .argument('[what]', parts, 'all')
  .description('Run everything in one process (all), or one part of a deployment.')
  .action(async (what: string) => {
    // By default Node lets the heap grow to several times what is in use, where the machine has room.
    setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
    if (what === 'all') return (await import('../main.ts')).serveTogether();
    if (what === 'gateway') return (await import('../main.ts')).serveGateway();
    if (what === 'arrival-notices') return (await import('../../subgraphs/arrival-notices/main.ts')).main();
    if (what === 'commercial-schedules') return (await import('../../subgraphs/commercial-schedules/main.ts')).main();
    if (what === 'port-calls') return (await import('../../subgraphs/port-calls/main.ts')).main();
    throw new LandfallError('CONFIG_INVALID', `There is nothing named ${what} to serve: expected ${parts}.`);
  });

program
  .command('demo')
  .description('Run everything in one process with two sandbox carriers and their harbours, which push and answer, and a subscriber.')
  .option('--pace <ms>', 'time between two changes of a carrier', wholeNumberOf, 1500)
  .action(async ({ pace }: { pace: number }) => (await import('./demo.ts')).runDemo({ paceMs: pace }));

program
  .command('sandbox')
  .argument('<party>', 'northern-star, which keeps to the standards; coral-line, which has habits of its own; or subscriber')
  .description('Run one sandbox carrier on loopback, or a subscriber, as a partner to try a file with.')
  .option('--port <port>', 'port to listen on; 0 takes any free one', wholeNumberOf, 0)
  .option('--push-to <url>', 'a Landfall that a carrier tells of what happens; without it the carrier only answers')
  .option('--pace <ms>', 'time between two changes', wholeNumberOf, 1500)
  .action(async (party: string, options: SandboxCommand) => (await import('./sandbox.ts')).runSandbox(party, options));

program
  .command('watch')
  .description('Print notice versions as they are taken in, one JSON object a line; goes on by itself after a lost connection.')
  .option('--url <url>', 'address of GraphQL: ws, wss, http or https', 'ws://127.0.0.1:4000/graphql')
  .option('--after <cursor>', 'begin behind this cursor; 0 replays everything retained')
  .option('--partner <id...>', 'only versions of these partners')
  .option('--key-file <path>', 'file with the API key of a tenant, where access is not open')
  .action(async (options: WatchCommand) => (await import('./watch.ts')).watch(options));

const deadLetters = program.command('dead-letters').description('What partners sent that could not be kept.');
deadLetters
  .command('list')
  .description('Print them, one JSON object a line.')
  .action(async () => (await import('./dead-letters.ts')).listDeadLetters());
deadLetters
  .command('replay')
  .argument('[ids...]', 'which; all when none is named')
  .description('Take them in again; those that are kept now are no dead letters any more.')
  .action(async (ids: string[]) => {
    const [{ replayDeadLetters }, arrivalNotices, portCalls] = await Promise.all([
      import('./dead-letters.ts'),
      import('../../subgraphs/arrival-notices/subgraph.ts'),
      import('../../subgraphs/port-calls/subgraph.ts'),
    ]);
    await replayDeadLetters(ids, { ...arrivalNotices.intakes, ...portCalls.intakes });
  });

const partners = program.command('partners').description('Those who push to Landfall and are asked by it, as their files say.');
partners
  .command('list')
  .description('Print one line per partner, and what is wrong with files.')
  .option('--json', 'one JSON document')
  .action(async (options: { json?: boolean }) => {
    process.exitCode = await (await import('./partners.ts')).listPartners(options);
  });
partners
  .command('check')
  .argument('<id>', 'which')
  .description('Ask a partner what it really does, beside what its file claims. Reads only. Exit status 1: differences; 2: not checked.')
  .addOption(new Option('--standard <name...>', 'only these').choices(Object.values(endpointFields)))
  .option('--timeout <seconds>', 'time for the whole check', secondsOf, 300)
  .option(
    '--with <name=value...>',
    'a query parameter with a value that is known to be there; finds rows where nothing else does',
    withPair,
  )
  .option('--json', 'one JSON document')
  .action(async (id: string, options: CheckCommand) => {
    // What keeps it from being checked is no difference.
    process.exitCode = 2;
    const [{ runCheck }, ...subgraphs] = await Promise.all([
      import('./partners.ts'),
      import('../../subgraphs/arrival-notices/subgraph.ts'),
      import('../../subgraphs/commercial-schedules/subgraph.ts'),
      import('../../subgraphs/port-calls/subgraph.ts'),
    ]);
    process.exitCode = await runCheck(
      id,
      options,
      subgraphs.map(({ probes }) => probes),
    );
  });

partners
  .command('invalid-rows')
  .argument('[id]', 'only rows of this one')
  .description('Print rows of notices and events that are published without what is invalid in them, or withheld, one JSON object a line.')
  .action(async (id: string | undefined) => {
    const [{ listInvalidRows }, arrivalNotices, portCalls] = await Promise.all([
      import('./list-invalid-rows.ts'),
      import('../../subgraphs/arrival-notices/subgraph.ts'),
      import('../../subgraphs/port-calls/subgraph.ts'),
    ]);
    await listInvalidRows(id, { ...arrivalNotices.publishedShapes, ...portCalls.publishedShapes });
  });

const deliveries = program
  .command('deliveries')
  .description('What subscribers are sent; a server may run beside each of these, and hears of orders within a second.');
deliveries
  .command('list')
  .argument('[subscriber]', 'only what this one is sent')
  .description('Print one line per subscriber and log: how it goes, how much waits and since when, what went wrong last.')
  .option('--json', 'one JSON document')
  .action(async (subscriber: string | undefined, options: ListCommand) => {
    process.exitCode = await (await import('./deliveries.ts')).listDeliveries(subscriber, options, await deliveryKinds());
  });
withLog(deliveries.command('pause'))
  .argument('<subscriber>', 'who is sent nothing any more')
  .description('Send a subscriber nothing until it is resumed; what comes waits.')
  .option('--reason <text>', 'why; shown to operators')
  .option('--by <text>', 'who asks for it; shown to operators')
  .action(async (subscriber: string, options: PauseCommand) => (await import('./deliveries.ts')).pauseDeliveries(subscriber, options));
withLog(deliveries.command('resume'))
  .argument('<subscriber>', 'who is sent what waits, paused or not')
  .description('Send a subscriber what waits, now.')
  .action(async (subscriber: string, options: LaneCommand) => (await import('./deliveries.ts')).resumeDeliveries(subscriber, options));
withLog(deliveries.command('replay'))
  .argument('<subscriber>', 'who is sent something again')
  .description('Send a subscriber what it was sent before, or what came before it did, as new messages.')
  .option('--since <time>', 'everything that was received then or later, RFC 3339 with offset')
  .option('--document <reference>', 'every version of it that the log holds: a transport document, or a port call by its id or reference')
  .option('--dead-letters [ids...]', 'what it has not taken: these, or all')
  .action(async (subscriber: string, options: ReplayCommand) =>
    (await import('./deliveries.ts')).replayDeliveries(subscriber, options, await deliveryKinds()),
  );
deliveries
  .command('dead-letters')
  .argument('[subscriber]', 'only of this one')
  .description('Print what subscribers have not taken for good, one JSON object a line.')
  .action(async (subscriber: string | undefined) => (await import('./deliveries.ts')).listDeliveryLetters(subscriber));

program
  .command('check-store')
  .description('Check everything that the store holds, and print what is damaged. Exit status 1: something is; 2: there is no data.')
  .action(async () => {
    process.exitCode = await (await import('./check-store.ts')).checkStore();
  });

const retention = program.command('retention').description('How long data is kept, and what was removed.');
retention
  .command('run')
  .description('Remove what is older than LOG_RETENTION_HOURS and VERSION_RETENTION_DAYS say; a server may run beside it.')
  .option('--dry-run', 'say what would go')
  .option('--by <text>', 'who asks for it; kept in the trace')
  .action(async (options: RemovalCommand) => (await import('./retention.ts')).runRetention(options));
withKey(retention.command('show'))
  .description('Print ages, what is held, and the trace of what was removed; of one key, when one is named.')
  .action(async (options: KeyCommand) => (await import('./retention.ts')).showRetention(options));
withKey(retention.command('erase'))
  .description('Remove all data of a party, a partner or a document; a server may run beside it.')
  .option('--dry-run', 'say how much would go')
  .option('--list', 'with --dry-run: name everything that would go')
  .option('--by <text>', 'who asks for it; kept in the trace')
  .action(async (options: EraseCommand & KeyCommand) => {
    const [{ eraseData }, arrivalNotices, portCalls] = await Promise.all([
      import('./retention.ts'),
      import('../../subgraphs/arrival-notices/subgraph.ts'),
      import('../../subgraphs/port-calls/subgraph.ts'),
    ]);
    await eraseData(options, { ...arrivalNotices.erasureRules, ...portCalls.erasureRules });
  });

const schema = program.command('schema').description('The composed supergraph.');
schema
  .command('compose')
  .description('Compose the subgraphs and write schema/supergraph.graphql.')
  .action(async () => (await import('../supergraph/composition.ts')).writeSupergraph());
schema
  .command('check')
  .description('Fail when schema/supergraph.graphql is not what the subgraphs compose to.')
  .action(async () => (await import('../supergraph/composition.ts')).checkSupergraph());

/** Runs what the command line asks for. @param argv as `process.argv` has it, which is taken unless another is given */
export async function runProgram(argv?: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(argv);
  } catch (error) {
    // Faults of settings and files are for a person at a terminal; everything else is a bug and shows its stack.
    if (!(error instanceof LandfallError || error instanceof LandfallClientError)) throw error;
    printText(`${error.code}: ${error.message}`, process.stderr);
    process.exit(process.exitCode ?? 1);
  }
}

/** What is sent, of all standards. */
async function deliveryKinds(): Promise<OperatedKinds> {
  const subgraphs = await Promise.all([
    import('../../subgraphs/arrival-notices/subgraph.ts'),
    import('../../subgraphs/port-calls/subgraph.ts'),
  ]);
  return subgraphs.flatMap((subgraph) => subgraph.deliveryKinds());
}

/** Adds `name=value` to those before it. */
function withPair(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [name = '', ...value] = text.split('=');
  if (name === '' || value.length === 0) throw new InvalidArgumentError('Expected name=value.');
  return { ...before, [name]: value.join('=') };
}

/** The ways to name whose data is meant. */
function withKey(command: Command): Command {
  return command
    .option('--party <code>', 'whoever notices name by this code')
    .option('--code-list-provider <name>', 'with --party: of this list only')
    .option('--party-name <name>', 'whoever notices name so; case and blanks do not matter')
    .option('--partner <id>', 'all that came from a partner')
    .option('--notice <reference>', 'with --partner: only notices of this transport document')
    .option('--type-label <label>', 'with --notice: only those with this label');
}

function withLog(command: Command): Command {
  return command.addOption(new Option('--log <name>', 'only what it is sent of this log').choices(logNames));
}

function wholeNumberOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new InvalidArgumentError('Expected seconds, more than 0.');
  return seconds;
}
