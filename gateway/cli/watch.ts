import { readFileSync } from 'node:fs';
import { LandfallError } from '#platform/errors.ts';
import { printLine, printLines, textTableOf } from '#platform/terminal.ts';
import { type Credential, createLandfallClient, LandfallClientError } from '../../packages/client/client.ts';
import type { TypedDocument } from '../../packages/client/document.ts';
import {
  AlertsDocument,
  type AlertsQueryVariables,
  WatchAlertsDocument,
  type WatchAlertsSubscription,
} from '../../packages/client/generated/operations.ts';
import type { ConnectionStatus } from '../../packages/client/reconnection.ts';

/** Options of `alerts list` and `alerts watch`. */
export interface AlertsCommand extends ServerCommand {
  readonly kind?: readonly string[];
  readonly partner?: readonly string[];
  /** Whether to print one JSON object per line instead of a table. */
  readonly json?: boolean;
}

type WatchedEvent = WatchAlertsSubscription['arrivalAlertRaised'];

/** What the rows of both tables show of an alert. */
type ShownAlert = Pick<
  NonNullable<WatchedEvent['alert']>,
  'kind' | 'severity' | 'transition' | 'raisedAt' | 'closedAt' | 'before' | 'after'
> & {
  readonly arrival: { readonly transportDocumentReference: string; readonly equipmentReferences: readonly string[] } | null;
};

type Filter = NonNullable<AlertsQueryVariables['filter']>;

/** Number of rows on one page of a list. */
const pageSize = 100;

/** Prints the open alerts, or all alerts, the latest first, as a table or as one JSON object per line. */
export async function listAlerts({ all = false, json = false, ...command }: AlertsCommand & { readonly all?: boolean }): Promise<void> {
  const filter = { ...filterOf(command), ...(all ? {} : { isOpen: true }) };
  const rows: string[][] = [];
  let after: string | null | undefined;
  do {
    const { arrivalAlerts: page } = await queryServer(command, AlertsDocument, { filter, first: pageSize, after });
    for (const alert of page?.nodes ?? []) {
      if (json) printLine(JSON.stringify(alert));
      else rows.push(rowOf(alert));
    }
    after = page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : undefined;
  } while (after !== null && after !== undefined);
  if (rows.length > 0) printLines(textTableOf([headings, ...rows]).join('\n'));
  else if (!json) printLine(all ? 'No alert matches.' : 'No open alert matches.');
}

/** Prints each alert when it is raised and when it is closed, as a row of a table or as one JSON object per line. */
export async function watchAlerts({ after, json = false, ...command }: AlertsCommand & { readonly after?: string }): Promise<void> {
  const variables = { filter: filterOf(command), ...(after === undefined ? {} : { after }) };
  if (json) return printEvents(command, WatchAlertsDocument, variables);
  printLine(lineOf(headings));
  await printEvents(command, WatchAlertsDocument, variables, ({ arrivalAlertRaised: { alert, missed } }) => {
    if (missed !== null) return `${missed.count ?? 'some'} events cannot be sent any more: ${missed.reason}`;
    return alert === null ? 'an alert cannot be read' : lineOf(rowOf(alert));
  });
}

const headings = ['time', 'what', 'severity', 'kind', 'document', 'before', 'after', 'containers'];

function rowOf({ transition, raisedAt, closedAt, severity, kind, arrival, before, after }: ShownAlert): string[] {
  const statement = (side: ShownAlert['before']) => (side === null ? '-' : `${side.text} (${side.source})`);
  const time = (transition === 'CLOSED' ? closedAt : undefined) ?? raisedAt;
  const sides = [statement(before), statement(after)];
  const containers = arrival?.equipmentReferences.join(' ') || '-';
  return [time.slice(0, 19), transition, severity, kind, arrival?.transportDocumentReference ?? '-', ...sides, containers];
}

/** Widths of the columns of a table whose later rows are not yet known, enough for most rows. */
const widths = [19, 6, 8, 20, 16, 28, 28, 0];

function lineOf(cells: readonly string[]): string {
  return textTableOf([cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))])[0] ?? '';
}

/** The server reports the known kinds if one of these is unknown. */
function filterOf({ kind, partner }: AlertsCommand): Filter {
  return { ...(kind === undefined ? {} : { kinds: kind as Filter['kinds'] }), ...(partner === undefined ? {} : { partners: partner }) };
}

interface Variables {
  readonly after?: string;
  readonly filter?: { readonly partners: readonly string[] };
}

const subscription: TypedDocument<{ readonly arrivalNoticeVersionReceived: object }, Variables> = /* GraphQL */ `
  subscription ($after: String, $filter: ArrivalNoticeFilter) {
    arrivalNoticeVersionReceived(after: $after, filter: $filter) {
      cursor
      version { partner { id name } transportDocumentReference typeLabel versionLabel issueDateTime isCurrent changes { path before after } }
      missed { from to count reason }
    }
  }
`;

/** Options of `watch`. */
export interface WatchCommand extends ServerCommand {
  /** Cursor to begin after; `0` replays all retained events. */
  readonly after?: string;
  readonly partner?: readonly string[];
}

/** Prints each notice version as it is stored. */
export async function watch({ after, partner, ...server }: WatchCommand): Promise<void> {
  const variables: Variables = {
    ...(after === undefined ? {} : { after }),
    ...(partner === undefined ? {} : { filter: { partners: partner } }),
  };
  await printEvents(server, subscription, variables);
}

/** Options of every command that queries a server. */
export interface ServerCommand {
  /** URL of `/graphql`; `ws:` stands for `http:`. */
  readonly url: string;
  /** File with the API key of a tenant, unless access is open. */
  readonly keyFile?: string;
}

/**
 * Prints each event of a subscription, by default as one JSON object per line. After a lost connection it resumes after the last
 * printed event, with a growing pause, and prints the reason on standard error.
 *
 * @throws {LandfallError} CONFIG_INVALID if the URL, the key file or the server at the address cannot be used
 * @throws {LandfallClientError} a permanent error of the server
 */
export async function printEvents<Received extends object, Variables>(
  command: ServerCommand,
  subscription: TypedDocument<Received, Variables>,
  variables: Variables,
  lineOf: (received: Received) => string = (received) => JSON.stringify(Object.values(received)[0]),
): Promise<void> {
  const { url, credential } = serverOf(command);
  // A reader such as `head` may close the pipe; that is not a failure.
  process.stdout.on('error', () => process.exit(0));
  let wasConnected = false;
  let failure: Error | undefined;
  const onStatus = ({ state, error, retryAt = 0 }: ConnectionStatus): void => {
    if (state === 'live') {
      if (wasConnected) printLine('Connected again.', process.stderr);
      wasConnected = true;
    }
    if (state !== 'waiting' || error === undefined) return;
    const { message, isPermanent } = error.cause === undefined ? { message: error.message } : transportFailureOf(error.cause, url);
    if (isPermanent && !wasConnected) failure = new LandfallError('CONFIG_INVALID', `--url: ${message}`);
    // A token may be replaced after its expiry, but a rejected key stays rejected.
    if (error.kind === 'unauthenticated') failure = error;
    if (failure !== undefined) return void client.close();
    printLine(`${message} Trying again in ${((retryAt - Date.now()) / 1_000).toFixed(1)} s.`, process.stderr);
  };
  // By HTTP, whose errors tell their causes; websockets hide them.
  await using client = createLandfallClient({ url, token: () => credential, transport: 'sse', onStatus });
  try {
    for await (const data of client.subscribe(subscription, variables)) printLine(lineOf(data));
    if (failure !== undefined) throw failure;
  } catch (error) {
    throw withRemedy(error, credential);
  }
}

/**
 * Executes a query once. @throws {LandfallError} as {@link printEvents} @throws {LandfallClientError} an error of the
 * server
 */
export async function queryServer<Data, Variables>(
  command: ServerCommand,
  query: TypedDocument<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { url, credential } = serverOf(command);
  await using client = createLandfallClient({ url, token: () => credential });
  try {
    return (await client.query(query, variables)).data;
  } catch (error) {
    throw withRemedy(error, credential);
  }
}

/** Adds the option that resolves an error of the server. */
function withRemedy(error: unknown, credential: Credential | undefined): unknown {
  if (!(error instanceof LandfallClientError)) return error;
  const { code, message, errors, kind } = error;
  if (code === 'UNAUTHENTICATED' && credential === undefined) {
    return new LandfallClientError(code, `${message} Name a file with the API key of a tenant: --key-file.`, { kind, errors });
  }
  if (code !== 'BAD_REQUEST' || errors.length > 0) return error;
  return new LandfallClientError(code, `${message} Landfall serves GraphQL at /graphql: check --url.`, { kind });
}

/** Returns the HTTP URL of the endpoint, and the credential for it. */
function serverOf({ url: given, keyFile }: ServerCommand): { readonly url: URL; readonly credential: Credential | undefined } {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^(ws|http)s?:$/.test(url.protocol)) {
    throw new LandfallError('CONFIG_INVALID', `--url: expected a URL such as ws://127.0.0.1:4000/graphql, got ${JSON.stringify(given)}.`);
  }
  url.protocol = url.protocol.replace('ws', 'http');
  return { url, credential: keyFile === undefined ? undefined : { apiKey: readKey(keyFile) } };
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new LandfallError('CONFIG_INVALID', `--key-file: ${path} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

/**
 * Classifies failures of a connection by the error codes of Node and of its HTTP client.
 *
 * @param error an error, whose causes are examined too
 */
export function transportFailureOf(error: unknown, { host }: URL) {
  const chain = causesOf(error);
  const code = chain.map(codeOf).find((each) => each !== '') ?? '';
  const message = chain.at(-1)?.message ?? String(error);
  if (code === 'ECONNREFUSED') return { message: `No server listens at ${host} (${code}).`, isPermanent: false };
  if (code === 'ENOTFOUND') return { message: `The host name in ${host} is unknown (${code}).`, isPermanent: true };
  if (code === 'EAI_AGAIN') return { message: `The host name in ${host} cannot be resolved now (${code}).`, isPermanent: false };
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return { message: `${host} did not answer in time (${code}).`, isPermanent: false };
  if (/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/.test(code)) return { message: `There is no route to ${host} (${code}).`, isPermanent: false };
  if (/CERT|ISSUER|LEAF|ALTNAME/.test(code)) return { message: `The certificate of ${host} is not trusted (${code}).`, isPermanent: true };
  if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code)) return { message: `${host} does not speak TLS as expected (${code}).`, isPermanent: true };
  if (message === 'bad port') return { message: `HTTP clients do not use the port in ${host} (bad port).`, isPermanent: true };
  if (/^HPE_/.test(code)) return { message: `${host} does not speak HTTP (${code}).`, isPermanent: true };
  const detail = code === '' ? message : code;
  return { message: `The connection to ${host} was lost${detail === '' ? '' : ` (${detail})`}.`, isPermanent: false };
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * Returns the error and its causes, the outermost first. If several addresses were tried, only the error of the first
 * one counts.
 */
function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let next = error; next instanceof Error && !found.includes(next); ) {
    found.push(next);
    next = next instanceof AggregateError ? next.errors[0] : next.cause;
  }
  return found;
}
