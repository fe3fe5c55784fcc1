import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { deferred } from '../../support/deferred.ts';
import { until } from '../../support/until.ts';

/** The address of a subgraph process that holds back the answers which a test names. */
export interface HeldSubgraph extends AsyncDisposable {
  /** Without path. */
  readonly url: string;
  /** Returns how many requests contain the text. */
  requestsWith(part: string): number;
  /** Resolves once a request contains the text. */
  received(part: string): Promise<void>;
  /** Resolves once the gateway has closed a connection before it was answered. */
  readonly brokenOff: Promise<void>;
  /** Sends the answers that are held back. */
  release(): void;
}

/** @param holds text in requests whose answers are held back */
export async function openHeldSubgraph(subgraphUrl: string, holds: string): Promise<HeldSubgraph> {
  const bodies: string[] = [];
  const [released, broken] = [deferred(), deferred()];
  const server = createServer(async (request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) broken.resolve();
    });
    const body = await text(request);
    bodies.push(body);
    if (body.includes(holds)) await released.promise;
    const answer = await forward(subgraphUrl, request, body);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const requestsWith = (part: string) => bodies.filter((body) => body.includes(part)).length;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestsWith,
    received: (part) => until(() => requestsWith(part) > 0),
    brokenOff: broken.promise,
    release: () => released.resolve(),
    [Symbol.asyncDispose]: async () => {
      released.resolve();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends a request as it came, with its signature. */
function forward(subgraphUrl: string, { url, method = 'GET', headers }: IncomingMessage, body: string): Promise<Response> {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('x-') || name === 'content-type');
  const init = { method, headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])) };
  return fetch(`${subgraphUrl}${url}`, method === 'GET' ? init : { ...init, body });
}
