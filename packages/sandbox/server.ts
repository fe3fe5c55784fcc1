import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a party of the sandbox. */
export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  /** Path and query as received. */
  readonly uri: string;
  readonly query: URLSearchParams;
  readonly apiVersion: string | undefined;
  /** The value of the `x-api-key` header. */
  readonly key: string | undefined;
}

/** A response before it is written. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body: unknown;
  /** A line for the output of the demo; undefined for none. */
  readonly summary: string | undefined;
}

/** A listening server. */
export interface Server extends AsyncDisposable {
  /** Base URL, without a slash at the end. */
  readonly url: string;
}

/**
 * Listens on a loopback port.
 *
 * @param onAnswered called after each response
 * @param port 0 for any free one
 */
export async function openServer(
  respond: (request: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>,
  onAnswered: (request: SandboxRequest, response: SandboxResponse) => void,
  port = 0,
): Promise<Server> {
  const server = createServer(async (incoming, response) => {
    const request = parseRequest(incoming);
    const answer = await respond(request);
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    onAnswered(request, answer);
  });
  return listenOn(server, port);
}

/** Starts a server on a loopback port. @param port 0 for any free one */
export async function listenOn(server: HttpServer, port: number): Promise<Server> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function parseRequest({ method = '', url = '', headers }: IncomingMessage): SandboxRequest {
  const text = `http://sandbox${url}`;
  const { pathname, searchParams } = new URL(URL.canParse(text) ? text : 'http://sandbox/');
  const header = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]));
  return { method, path: pathname, uri: url, query: searchParams, apiVersion: header('api-version'), key: header('x-api-key') };
}
