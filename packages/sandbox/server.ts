import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
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
  readonly headers: IncomingHttpHeaders;
  /** The bytes as received; undefined if they exceed {@link maxBodyBytes}. */
  readonly body: Buffer | undefined;
}

export const maxBodyBytes = 16 * 1024 * 1024;

/** A response before it is written. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body: unknown;
  /** A line for the output of the demo; undefined for none. */
  readonly summary: string | undefined;
}

/**
 * Listens on a loopback port.
 *
 * @param onAnswered called after each response
 * @param port 0 for any free one
 */
export async function openServer<Response extends SandboxResponse>(
  respond: (request: SandboxRequest) => Response,
  onAnswered: (request: SandboxRequest, response: Response) => void,
  port = 0,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(async (incoming, response) => {
    const body = await readBody(incoming).catch(() => null);
    // The connection was closed.
    if (body === null) return response.destroy();
    const request = { ...parseRequest(incoming), body };
    const answer = respond(request);
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    return onAnswered(request, answer);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** Base URL, without a slash at the end. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let byteLength = 0;
  for await (const chunk of request) {
    byteLength += chunk.length;
    if (byteLength <= maxBodyBytes) chunks.push(chunk);
  }
  return byteLength <= maxBodyBytes ? Buffer.concat(chunks) : undefined;
}

function parseRequest({ method = '', url = '', headers }: IncomingMessage): Omit<SandboxRequest, 'body'> {
  const text = `http://sandbox${url}`;
  const { pathname: path, searchParams: query } = new URL(URL.canParse(text) ? text : 'http://sandbox/');
  const header = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]));
  return { method, path, uri: url, query, headers, apiVersion: header('api-version'), key: header('x-api-key') };
}
