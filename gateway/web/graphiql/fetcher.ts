import type { GraphiQLProps } from 'graphiql';
import { type ExecutionResult, getOperationAST } from 'graphql';
import { createClient as createSseClient, NetworkError } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import type { Account } from '../../../packages/board/sign-in/account.ts';
import { headersOf as credentialHeadersOf } from '../../../packages/client/credentials.ts';

/** The transport of events. */
export type Transport = 'websocket' | 'sse';

export interface FetcherOptions {
  /** Called before each subscription to select its transport. */
  readonly transport: () => Transport;
  /** Called with each response, and whether the server requires a sign-in. */
  readonly onSignIn: (isWanted: boolean) => void;
  /** Whose credential is sent. */
  readonly account: Account;
}

type Fetcher = GraphiQLProps['fetcher'];
type Request = Parameters<Fetcher>[0];
type Headers = Readonly<Record<string, string>>;

const accept = 'application/graphql-response+json, application/json;q=0.9';

/** Close codes by which a server requests another credential. */
const signInCodes: ReadonlySet<number> = new Set([4401, 4403]);

/**
 * Creates GraphiQL's fetcher: queries over HTTP, subscriptions over the selected transport. All of them send the
 * content of the headers editor, or the page's credential; over a websocket in the payload of `connection_init`.
 */
export function createFetcher({ transport, onSignIn, account }: FetcherOptions): Fetcher {
  const endpoint = new URL('graphql', location.href).href;

  async function sendQuery(request: Request, written: Headers): Promise<ExecutionResult> {
    const headers = await withCredential(written, account);
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(request),
    });
    onSignIn(answer.status === 401);
    return answer.json();
  }

  function follow({ query, variables, operationName }: Request, written: Headers): AsyncIterableIterator<object> {
    const headers = () => withCredential(written, account);
    const request = { query, variables, ...(operationName ? { operationName } : {}) };
    // A lost connection is shown instead of retried, because the user of an IDE can send the request again.
    const retryAttempts = 0;
    if (transport() === 'sse') return createSseClient({ url: endpoint, headers, retryAttempts }).iterate(request);
    const url = endpoint.replace(/^http/, 'ws');
    return createSocketClient({ url, connectionParams: headers, retryAttempts }).iterate(request);
  }

  /** Not a generator, because a generator that waits for an event cannot be stopped. */
  function watchOver(events: AsyncIterableIterator<object>): AsyncIterableIterator<ExecutionResult> {
    return {
      next: async () => {
        try {
          const step = await events.next();
          onSignIn(false);
          return step as IteratorResult<ExecutionResult>;
        } catch (error) {
          onSignIn(isSignInWanted(error));
          throw error instanceof CloseEvent ? new Error(`The websocket was closed: ${error.code} ${error.reason}`) : error;
        }
      },
      return: async () => {
        await events.return?.();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  return (request, { headers = {}, documentAST } = {}) => {
    const operation = documentAST && getOperationAST(documentAST, request.operationName);
    return operation?.operation === 'subscription' ? watchOver(follow(request, headers)) : sendQuery(request, headers);
  };
}

function isSignInWanted(error: unknown): boolean {
  if (error instanceof CloseEvent) return signInCodes.has(error.code);
  return error instanceof NetworkError && error.response?.status === 401;
}

/**
 * Returns the headers of a request: those of the headers editor, with the credential of the page unless the editor has
 * one.
 */
async function withCredential(headers: Headers, account: Account): Promise<Headers> {
  const isOwn = Object.keys(headers).some((name) => ['authorization', 'x-api-key'].includes(name.toLowerCase()));
  return isOwn ? headers : { ...credentialHeadersOf(await account.credential()), ...headers };
}
