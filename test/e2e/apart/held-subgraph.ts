import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { deferred } from '../../support/deferred.ts';
import { until } from '../../support/until.ts';

/** The address of a subgraph process whose answers a test can hold back. */
export interface HeldSubgraph extends AsyncDisposable {
  /** The URL without a path. */
  readonly url: string;
  /**
   * Holds back the answers to requests that contain the text. @returns the number of requests received, and a function
   * that releases the answers
   */
  hold(part: string): { readonly requests: () => number; readonly release: () => void };
  /** Resolves when a request contains the text. */
  received(part: string): Promise<void>;
  /** Resolves when the gateway has closed a connection before its request was answered. */
  nextBreakOff(): Promise<void>;
}

export async function openHeldSubgraph(subgraphUrl: string): Promise<HeldSubgraph> {
  const bodies: string[] = [];
  const held = new Map<string, Promise<void>>();
  let broken = deferred();
  const server = createServer(async (request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) broken.resolve();
    });
    const body = await text(request);
    bodies.push(body);
    for (const [part, released] of held) if (body.includes(part)) await released;
    const answer = await forward(subgraphUrl, request, body);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const requestsWith = (part: string) => bodies.filter((body) => body.includes(part)).length;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (part) => {
      const released = deferred();
      held.set(part, released.promise);
      return { requests: () => requestsWith(part), release: () => released.resolve() };
    },
    received: async (part) => {
      await until(() => requestsWith(part) > 0);
    },
    nextBreakOff: () => {
      broken = deferred();
      return broken.promise;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends a request as it was received, with its signature. */
function forward(subgraphUrl: string, { url, method = 'GET', headers }: IncomingMessage, body: string): Promise<Response> {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('x-') || name === 'content-type');
  const init = { method, headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])) };
  return fetch(`${subgraphUrl}${url}`, method === 'GET' ? init : { ...init, body });
}
