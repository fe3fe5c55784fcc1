import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { feedback } from '@landfall/dcsa/feedback.ts';

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

/** Handles GET requests with a known key to one path; rejects all others with a reason. */
export function requireSignIn(
  route: { readonly path: string; readonly key: string; readonly refuse: (status: number, message: string) => SandboxResponse },
  respond: (request: SandboxRequest) => SandboxResponse,
): (request: SandboxRequest) => SandboxResponse {
  const { path, key, refuse } = route;
  return (request) => {
    if (request.path !== path) return { ...refuse(404, 'The path does not exist.'), summary: undefined };
    if (request.method !== 'GET') {
      const answer = refuse(405, `${request.method} is not served here.`);
      return { ...answer, headers: { ...answer.headers, Allow: 'GET' }, summary: undefined };
    }
    return request.key === key ? respond(request) : refuse(401, 'The credential is missing or unknown.');
  };
}

/** Returns a refusal in the error body that arrival notices and port calls share. */
export function refusalOf(apiVersion: string, status: number, messages: readonly string[]): SandboxResponse {
  const feedbackElements = messages.map((message) => feedback('ERROR', message));
  return { status, headers: { 'API-Version': apiVersion }, body: { feedbackElements }, summary: messages[0] };
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
