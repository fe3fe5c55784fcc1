import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import { LandfallError } from '#platform/errors.ts';
import { printLine } from '#platform/terminal.ts';
import { createLandfallClient, type LandfallClient, LandfallClientError, type WebSocketClass } from '../web/client/client.ts';
import type { TypedDocument } from '../web/client/document.ts';
import type { ConnectionStatus } from '../web/client/reconnection.ts';
import { transportFailureOf } from './transport-failure.ts';

interface Received {
  readonly arrivalNoticeVersionReceived: object;
}

interface Variables {
  readonly after?: string;
  readonly filter?: { readonly partners: readonly string[] };
}

const subscription: TypedDocument<Received, Variables> = /* GraphQL */ `
  subscription ($after: String, $filter: ArrivalNoticeFilter) {
    arrivalNoticeVersionReceived(after: $after, filter: $filter) {
      cursor
      version { partner { id name } transportDocumentReference typeLabel versionLabel issueDateTime isCurrent changes { path before after } }
      missed { from to count reason }
    }
  }
`;

/** What is followed, and how. */
export interface WatchCommand {
  /** Of the websocket, or of `/graphql`. */
  readonly url: string;
  /** Cursor to begin after; `0` replays everything retained. */
  readonly after?: string;
  readonly partner?: readonly string[];
  /** File with the API key of a tenant, where access is not open. */
  readonly keyFile?: string;
}

/**
 * Prints each notice version as it is taken in, one JSON object a line. After a lost connection it goes on after the last
 * event that it printed, with a pause that grows; standard error tells why it waits.
 *
 * @throws {LandfallError} CONFIG_INVALID if the URL or the key's file cannot be used, or nothing at the address can be
 * @throws {LandfallClientError} what the server said, where another attempt does not help
 */
export async function watch({ url: given, after, partner, keyFile }: WatchCommand): Promise<void> {
  const url = urlOf(given);
  const apiKey = keyFile === undefined ? undefined : readKey(keyFile);
  // A reader such as `head` that has seen enough is no failure.
  process.stdout.on('error', () => process.exit(0));
  const follower = openFollower(url, apiKey);
  const variables = { ...(after === undefined ? {} : { after }), ...(partner === undefined ? {} : { filter: { partners: partner } }) };
  await using client = follower.client;
  try {
    for await (const { arrivalNoticeVersionReceived } of client.subscribe(subscription, variables)) {
      printLine(JSON.stringify(arrivalNoticeVersionReceived));
    }
  } catch (error) {
    throw withRemedy(error, { isSignedIn: apiKey !== undefined });
  }
  if (follower.failure !== undefined) throw withRemedy(follower.failure, { isSignedIn: apiKey !== undefined });
}

interface Follower {
  readonly client: LandfallClient;
  /** Why the client was closed. */
  readonly failure: Error | undefined;
}

/** Makes a client that tells on standard error why it waits, and closes if the address was never any good. */
function openFollower(url: URL, apiKey: string | undefined): Follower {
  let socketError: Error | undefined;
  let wasConnected = false;
  let failure: Error | undefined;

  /** Browsers' websockets hide why they failed, so the client does not ask; those of `ws` tell. */
  class ToldSocket extends WebSocket {
    constructor(address: string, protocol: string) {
      super(address, protocol);
      socketError = undefined;
      this.on('error', (error) => {
        socketError = error;
      });
    }
  }

  const onStatus = ({ state, error, retryAt = 0 }: ConnectionStatus): void => {
    if (state === 'live') {
      if (wasConnected) printLine('Connected again.', process.stderr);
      wasConnected = true;
    }
    if (state !== 'waiting') return;
    const { message, isPermanent } = reasonOf(error);
    if (isPermanent && !wasConnected) failure = new LandfallError('CONFIG_INVALID', `--url: ${message}`);
    // A client may have a token that ends; a key that is refused stays refused.
    if (error?.kind === 'unauthenticated') failure = error;
    if (failure !== undefined) return void client.close();
    printLine(`${message} Trying again in ${((retryAt - Date.now()) / 1_000).toFixed(1)} s.`, process.stderr);
  };
  const reasonOf = (error: LandfallClientError | undefined) => {
    const cause = error?.cause ?? socketError;
    if (cause !== undefined) return transportFailureOf(cause, url);
    return { message: error?.message ?? 'The connection was lost.', isPermanent: false };
  };

  const client = createLandfallClient({
    url,
    // The types of browsers' events are wider than those of `ws`.
    webSocket: ToldSocket as unknown as WebSocketClass,
    onStatus,
    ...(apiKey === undefined ? {} : { token: () => ({ apiKey }) }),
  });
  return {
    client,
    get failure() {
      return failure;
    },
  };
}

/** Says which option mends what the server said. */
function withRemedy(error: unknown, { isSignedIn }: { readonly isSignedIn: boolean }): unknown {
  if (!(error instanceof LandfallClientError)) return error;
  const { code, message, errors, kind } = error;
  if (code === 'UNAUTHENTICATED' && !isSignedIn) {
    return new LandfallClientError(code, `${message} Name a file with the API key of a tenant: --key-file.`, { kind, errors });
  }
  if (code !== 'BAD_REQUEST' || errors.length > 0) return error;
  return new LandfallClientError(code, `${message} Landfall serves GraphQL at /graphql: check --url.`, { kind });
}

/** @returns where GraphQL is asked over HTTP; the websocket has the same address */
function urlOf(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^(ws|http)s?:$/.test(url.protocol)) {
    throw new LandfallError('CONFIG_INVALID', `--url: expected a URL such as ws://127.0.0.1:4000/graphql, got ${JSON.stringify(given)}.`);
  }
  url.protocol = url.protocol.replace('ws', 'http');
  return url;
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new LandfallError('CONFIG_INVALID', `--key-file: ${path} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}
