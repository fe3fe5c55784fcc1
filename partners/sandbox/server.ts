import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { feedback } from '#platform/wire/dcsa.ts';

/** What somebody asks of a party of the sandbox. */
export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  /** Path and query as they came. */
  readonly uri: string;
  readonly query: URLSearchParams;
  readonly apiVersion: string | undefined;
  /** The `x-api-key` header. */
  readonly key: string | undefined;
}

/** An answer before it is written. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body: unknown;
  /** For a person who watches; undefined where nothing was asked that is worth a line. */
  readonly summary: string | undefined;
}

/** Answers questions to one path: a GET by somebody whose key is known goes in, all others are told why not. */
export function behindDoor(
  door: { readonly path: string; readonly key: string; readonly refuse: (status: number, message: string) => SandboxResponse },
  respond: (question: SandboxRequest) => SandboxResponse,
): (question: SandboxRequest) => SandboxResponse {
  const { path, key, refuse } = door;
  return (question) => {
    if (question.path !== path) return { ...refuse(404, 'The path does not exist.'), summary: undefined };
    if (question.method !== 'GET') {
      const answer = refuse(405, `${question.method} is not served here.`);
      return { ...answer, headers: { ...answer.headers, Allow: 'GET' }, summary: undefined };
    }
    return question.key === key ? respond(question) : refuse(401, 'The credential is missing or unknown.');
  };
}

/** Writes why there is no answer, in the error body that arrival notices and port calls share. */
export function refusalOf(apiVersion: string, status: number, messages: readonly string[]): SandboxResponse {
  const feedbackElements = messages.map((message) => feedback('ERROR', message));
  return { status, headers: { 'API-Version': apiVersion }, body: { feedbackElements }, summary: messages[0] };
}

/** A party that answers. */
export interface Server extends AsyncDisposable {
  /** Base URL, without a slash at the end. */
  readonly url: string;
}

/**
 * Listens on a port of loopback.
 *
 * @param onAnswered told of each answer
 * @param port 0: any free one
 */
export async function openServer(
  respond: (question: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>,
  onAnswered: (question: SandboxRequest, answer: SandboxResponse) => void,
  port = 0,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const question = questionOf(request);
    const answer = await respond(question);
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    onAnswered(question, answer);
  });
  return listenOn(server, port);
}

/** Has a server listen on a port of loopback. @param port 0: any free one */
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

function questionOf({ method = '', url = '', headers }: IncomingMessage): SandboxRequest {
  const text = `http://sandbox${url}`;
  const { pathname, searchParams } = new URL(URL.canParse(text) ? text : 'http://sandbox/');
  const header = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]));
  return { method, path: pathname, uri: url, query: searchParams, apiVersion: header('api-version'), key: header('x-api-key') };
}
