import { createServer, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A proxy that serves one server under a path. */
export interface PrefixProxy extends AsyncDisposable {
  /** Address of the server behind it, without a slash at the end. */
  readonly url: string;
  /** Paths that were requested outside the prefix. */
  readonly outsidePaths: readonly string[];
}

/**
 * Opens a proxy that serves `/landfall/*` and forwards what follows the prefix, including websockets, as `handle_path`
 * of Caddy does.
 *
 * @param target returns the address of the server behind it; called for each request
 */
export async function openPrefixProxy(target: () => string): Promise<PrefixProxy> {
  const prefix = '/landfall';
  const outsidePaths: string[] = [];
  const targetOf = ({ url = '', method, headers }: IncomingMessage) => {
    const { hostname, port } = new URL(target());
    return { host: hostname, port: Number(port), path: url.slice(prefix.length), method, headers };
  };
  const isOutside = ({ url = '' }: IncomingMessage) => {
    if (url.startsWith(`${prefix}/`)) return false;
    outsidePaths.push(url);
    return true;
  };
  const server = createServer((request, response) => {
    if (isOutside(request)) return void response.writeHead(404).end();
    const onward = send(targetOf(request), (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.on('upgrade', (request, socket, head) => {
    if (isOutside(request)) return void socket.destroy();
    const { host, port, path, method, headers } = targetOf(request);
    const onward = connect(port, host);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    onward.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
    for (const [one, other] of [[socket, onward] as const, [onward, socket] as const]) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    outsidePaths,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
