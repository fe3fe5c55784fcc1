import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError, Option } from 'commander';
import { LandfallError } from '#platform/errors.ts';
import { readPackageVersion } from '#platform/package-root.ts';
import { endpointFields } from '#platform/partners/partner.ts';
import { logNames } from '#platform/store/version-store.ts';
import { printLines } from '#platform/terminal.ts';
import { LandfallClientError } from '../../packages/client/client-error.ts';
import type { ProcessName } from '../main.ts';
import type { ListCommand, PauseCommand, QueueCommand, ReplayCommand } from './deliveries.ts';
import type { DemoCommand } from './demo.ts';
import type { CheckCommand } from './partners.ts';
import type { EraseCommand, ExpireCommand, KeyCommand } from './retention.ts';
import type { SandboxCommand } from './sandbox.ts';
import type { AlertsCommand, WatchCommand } from './watch.ts';
import type { TestWebhookCommand } from './webhooks.ts';

/**
 * The `landfall` command. Each subcommand loads only its own modules: a subgraph in distributed mode has no gateway in
 * memory.
 */
export const program = new Command('landfall')
  .description('One GraphQL API over three DCSA standards.')
  .version(readPackageVersion())
  .showHelpAfterError();

/** Growth of the heap, in percent, that triggers the next full garbage collection. */
const heapGrowingPercent = 35;
/** In the demo, which runs for hours beside other programs and has little to do. */
const demoHeapGrowingPercent = 10;

const processes: readonly ProcessName[] = ['gateway', 'arrival-notices', 'commercial-schedules', 'port-calls', 'arrivals', 'all'];
const parts = `${processes.slice(0, -1).join(', ')} or all`;

program
  .command('serve')
  .argument('[what]', parts, 'all')
  .description('Run everything in one process (all), or one part of a deployment.')
  .action(async (name: string) => {
    const what = processes.find((each) => each === name);
    if (what === undefined) throw new LandfallError('CONFIG_INVALID', `Unknown part ${name}: expected ${parts}.`);
    boundHeap();
    await (await import('../main.ts')).serve(what);
  });

program
  .command('demo')
  .description('Run everything in one process, with sandbox carriers and ports that push and answer requests, and a sandbox subscriber.')
  .option('--pace <ms>', 'milliseconds between two changes of a carrier', wholeNumberOf, 1500)
  .option('--verbose', 'print one line for each step of a partner, instead of one line a minute')
  .action(async (options: DemoCommand) => {
    boundHeap(demoHeapGrowingPercent);
    await (await import('./demo.ts')).runDemo(options);
  });

program
  .command('sandbox')
  .argument('<party>', 'northern-star, which conforms to the standards; coral-line, which deviates from them; or subscriber')
  .description('Run one sandbox carrier or subscriber on loopback, to test a partner file.')
  .option('--port <port>', 'port to listen on; 0 selects any free port', wholeNumberOf, 0)
  .option('--push-to <url>', 'URL of a Landfall server to which the carrier pushes; without it the carrier only answers')
  .option('--pace <ms>', 'milliseconds between two changes', wholeNumberOf, 1500)
  .action(async (party: string, options: SandboxCommand) => (await import('./sandbox.ts')).runSandbox(party, options));

program
  .command('watch')
  .description('Print notice versions as they are stored, one JSON object per line. Reconnects and resumes after a lost connection.')
  .option('--url <url>', 'URL of the GraphQL endpoint: ws, wss, http or https', 'ws://127.0.0.1:4000/graphql')
  .option('--after <cursor>', 'begin after this cursor; 0 replays all retained events')
  .option('--partner <id...>', 'only versions of these partners')
  .option('--key-file <path>', 'file with the API key of a tenant, if access is not open')
  .action(async (options: WatchCommand) => (await import('./watch.ts')).watch(options));

const alerts = program.command('alerts').description('Alerts about arrivals: what changed, and what requires action.');
withServer(alerts.command('list'))
  .description('Print the open alerts, the latest first, as a table.')
  .option('--all', 'include closed alerts')
  .action(async (options: AlertsCommand & { all?: boolean }) => (await import('./watch.ts')).listAlerts(options));
withServer(alerts.command('watch'))
  .description('Print alerts as they are raised and closed, as a table. Reconnects and resumes after a lost connection.')
  .option('--after <cursor>', 'begin after this cursor; 0 replays all retained events')
  .action(async (options: AlertsCommand & { after?: string }) => (await import('./watch.ts')).watchAlerts(options));

const arrivals = program.command('arrivals').description('Arrivals, which are derived from notices, schedules and port call events.');
arrivals
  .command('rebuild')
  .description('Evaluate all arrivals again from the stored data. No alert is raised twice. Works while a server is running.')
  .action(async () => (await import('./maintain-store.ts')).rebuildArrivals());

const deadLetters = program.command('dead-letters').description('Pushed objects that were not accepted.');
deadLetters
  .command('list')
  .description('Print the dead letters, one JSON object per line.')
  .action(async () => (await import('./dead-letters.ts')).listDeadLetters());
deadLetters
  .command('replay')
  .argument('[ids...]', 'ids of dead letters; absent means all')
  .description('Process dead letters again; those that are accepted now are removed from the list.')
  .action(async (ids: string[]) => (await import('./dead-letters.ts')).replayDeadLetters(ids));

const partners = program.command('partners').description('Partners: their files, and their connections to Landfall.');
partners
  .command('list')
  .description('Print one line per partner, and the errors in partner files.')
  .option('--json', 'one JSON document')
  .action(async (options: { json?: boolean }) => {
    process.exitCode = await (await import('./partners.ts')).listPartners(options);
  });
partners
  .command('check')
  .argument('<id>', 'id of the partner')
  .description(
    'Compare the API of a partner with its standard and its file. Sends GET requests only. Exit status 0: nothing to change; 1: the file must change; 2: not everything could be checked; 3: nothing to change in the file, but the partner violates the standard.',
  )
  .addOption(new Option('--standard <name...>', 'only these standards').choices(Object.values(endpointFields)))
  .option('--timeout <seconds>', 'maximum time for the whole check, in seconds', secondsOf, 300)
  .option('--with <name=value...>', 'a query parameter and a value for which the partner has rows, if the check finds none', withPair)
  .option('--json', 'one JSON document')
  .action(async (id: string, options: CheckCommand) => {
    // An error means that the partner was not checked, not that it differs.
    process.exitCode = 2;
    process.exitCode = await (await import('./partners.ts')).runCheck(id, options);
  });

partners
  .command('invalid-rows')
  .argument('[id]', 'only rows of this partner')
  .description('Print the notices and events that are published without their invalid attributes, or withheld, one JSON object per line.')
  .action(async (id: string | undefined) => (await import('./partners.ts')).listInvalidRows(id));

const deliveries = program
  .command('deliveries')
  .description('Deliveries to subscribers. The commands work while a server is running; it applies changes within a second.');
deliveries
  .command('list')
  .argument('[subscriber]', 'only deliveries to this subscriber')
  .description('Print one line per subscriber and log: state, waiting versions and their age, last error, dead letters.')
  .option('--json', 'one JSON document')
  .action(async (subscriber: string | undefined, options: ListCommand) => {
    process.exitCode = await (await import('./deliveries.ts')).listDeliveries(subscriber, options);
  });
withLog(deliveries.command('pause'))
  .argument('<subscriber>', 'id of the subscriber')
  .description('Pause the deliveries to a subscriber until they are resumed; new versions wait.')
  .option('--reason <text>', 'reason; shown to operators')
  .option('--by <text>', 'name of the operator; shown to operators')
  .action(async (subscriber: string, options: PauseCommand) => (await import('./deliveries.ts')).pauseDeliveries(subscriber, options));
withLog(deliveries.command('resume'))
  .argument('<subscriber>', 'id of the subscriber')
  .description('Resume the deliveries to a subscriber and send waiting versions now.')
  .action(async (subscriber: string, options: QueueCommand) => (await import('./deliveries.ts')).resumeDeliveries(subscriber, options));
withLog(deliveries.command('replay'))
  .argument('<subscriber>', 'id of the subscriber')
  .description('Send earlier versions to a subscriber as new messages, including versions older than its subscription.')
  .option('--since <time>', 'all versions received at or after this time (RFC 3339 with offset)')
  .option('--document <reference>', 'all versions in the log of a transport document, or of a port call by its id or reference')
  .option('--dead-letters [ids...]', 'dead letters by their ids; without ids, all of them')
  .action(async (subscriber: string, options: ReplayCommand) => (await import('./deliveries.ts')).replayDeliveries(subscriber, options));
deliveries
  .command('dead-letters')
  .argument('[subscriber]', 'only of this subscriber')
  .description('Print the dead letters of subscribers, one JSON object per line.')
  .action(async (subscriber: string | undefined) => (await import('./deliveries.ts')).listDeliveryDeadLetters(subscriber));

const webhooks = program.command('webhooks').description('Webhooks of tenants, as the access file defines them.');
webhooks
  .command('list')
  .description('Print one line per webhook and log: state, waiting events and their age, last error, dead letters.')
  .option('--json', 'one JSON document')
  .action(async (options: ListCommand) => {
    process.exitCode = await (await import('./deliveries.ts')).listDeliveries(undefined, { ...options, webhooks: true });
  });
webhooks
  .command('test')
  .argument('<id>', 'id of the webhook')
  .description(
    'Send a signed sample event of each log that a webhook receives, and print the attempts. Exit status 1: one was not accepted.',
  )
  .option('--tenant <name>', 'the tenant, if several have a webhook with this id')
  .action(async (id: string, options: TestWebhookCommand) => {
    process.exitCode = await (await import('./webhooks.ts')).testWebhook(id, options);
  });

program
  .command('check-store')
  .description('Check the whole store and print damaged parts. Exit status 1: damage was found; 2: there is no data.')
  .action(async () => {
    process.exitCode = await (await import('./maintain-store.ts')).checkStore();
  });

program
  .command('backup')
  .argument('[file]', 'file to write; it must not exist')
  .description(
    'Copy the SQLite store to a file, and check the copy. Works while a server is running. With MongoDB: print the command to run.',
  )
  .action(async (file: string | undefined) => (await import('./maintain-store.ts')).backUp(file));
program
  .command('restore')
  .argument('[file]', 'file of `landfall backup`; with MongoDB none')
  .description(
    'Check a backup and restore it into a folder without data. With MongoDB: complete a database that mongorestore has restored. Stop all servers first.',
  )
  .action(async (file: string | undefined) => (await import('./maintain-store.ts')).restore(file));

program
  .command('migrate')
  .addOption(new Option('--from <store>', 'store to copy: the SQLite store in DATA_DIR').choices(['sqlite']).makeOptionMandatory())
  .addOption(new Option('--to <store>', 'store to fill: the empty database in MONGODB_URL').choices(['mongodb']).makeOptionMandatory())
  .description(
    'Copy the store, with sequence numbers and cursors, and compare all of it. Run it again after an interruption. Stop all servers first.',
  )
  .action(async () => (await import('./maintain-store.ts')).migrateToMongo());

const retention = program.command('retention').description('Retention: how long data is kept, and what was removed.');
retention
  .command('run')
  .description('Remove data older than LOG_RETENTION_HOURS and VERSION_RETENTION_DAYS. Works while a server is running.')
  .option('--dry-run', 'print what would be removed, and remove nothing')
  .option('--by <text>', 'name of the operator; stored in the record of removals')
  .action(async (options: ExpireCommand) => (await import('./retention.ts')).runRetention(options));
withKey(retention.command('show'))
  .description('Print the retention settings, the stored data, and the record of removals (with a key: only its removals).')
  .action(async (options: KeyCommand) => (await import('./retention.ts')).showRetention(options));
withKey(retention.command('erase'))
  .description('Remove all data of a party, a partner or a document. Works while a server is running.')
  .option('--dry-run', 'print how much would be removed, and remove nothing')
  .option('--list', 'with --dry-run: list everything that would be removed')
  .option('--by <text>', 'name of the operator; stored in the record of removals')
  .action(async (options: EraseCommand & KeyCommand) => (await import('./retention.ts')).eraseData(options));

const schema = program.command('schema').description('The composed supergraph.');
schema
  .command('compose')
  .description('Compose the subgraphs and write schema/supergraph.graphql.')
  .action(async () => (await import('../supergraph/composition.ts')).writeSupergraph());
schema
  .command('check')
  .description('Fail if schema/supergraph.graphql differs from the composition of the subgraphs.')
  .action(async () => (await import('../supergraph/composition.ts')).checkSupergraph());

/** Runs the command line. @param argv in the form of `process.argv`, the default */
export async function runProgram(argv?: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(argv);
  } catch (error) {
    // Errors of settings and files are shown as messages; any other error is a bug and shows its stack.
    if (!(error instanceof LandfallError || error instanceof LandfallClientError)) throw error;
    printLines(`${error.code}: ${error.message}`, process.stderr);
    process.exit(process.exitCode ?? 1);
  }
}

/** By default, Node lets the heap grow to several times the live objects if the machine has memory. */
function boundHeap(growingPercent = heapGrowingPercent): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
}

/** Adds `name=value` to the previous pairs. */
function withPair(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [name = '', ...value] = text.split('=');
  if (name === '' || value.length === 0) throw new InvalidArgumentError('Expected name=value.');
  return { ...before, [name]: value.join('=') };
}

/** Adds the options that select a data subject. */
function withKey(command: Command): Command {
  return command
    .option('--party <code>', 'party that has this code in notices')
    .option('--code-list-provider <name>', 'with --party: only in this code list')
    .option('--party-name <name>', 'party that has this name in notices; case and spaces are ignored')
    .option('--partner <id>', 'all data of this partner')
    .option('--notice <reference>', 'with --partner: only notices of this transport document')
    .option('--type-label <label>', 'with --notice: only notices with this label');
}

/** Adds the options of commands that query a server for alerts. */
function withServer(command: Command): Command {
  return command
    .option('--url <url>', 'URL of the GraphQL endpoint: ws, wss, http or https', 'ws://127.0.0.1:4000/graphql')
    .option('--kind <kind...>', 'only alerts of these kinds, such as ETA_CHANGED')
    .option('--partner <id...>', 'only alerts about notices of these partners')
    .option('--json', 'print one JSON object per line, with everything about an alert')
    .option('--key-file <path>', 'file with the API key of a tenant, if access is not open');
}

function withLog(command: Command): Command {
  return command.addOption(new Option('--log <name>', 'only deliveries of this log').choices(logNames));
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
