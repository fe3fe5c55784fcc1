import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MalformedRequest, preflightHeaders } from './graphql-request.ts';

/** Which web pages of other origins may use this server from a browser. */
export interface Origins {
  /** Whether a page of the origin, as the browser says it, may open a websocket here. */
  mayOpenSocket(headers: IncomingHttpHeaders): boolean;
  /** Whether pages of the origin may send requests and read answers. */
  isAllowed(origin: string | undefined): origin is string;
}

/** @param allowed origins as browsers send them: `https://app.example` */
export function createOrigins(allowed: readonly string[]): Origins {
  const listed = new Set(allowed);
  return {
    // Browsers ask no permission for sockets as they do for requests: without this any page could read a Landfall on the
    // visitor's own machine. Programs that are no browser send no origin.
    mayOpenSocket: ({ origin, host }) => origin === undefined || listed.has(origin) || isSameHost(origin, host),
    isAllowed: (origin): origin is string => origin !== undefined && listed.has(origin),
  };
}

/**
 * Whether a request names this machine as browsers on it do. A page of another name that leads here (DNS rebinding) is
 * this server's own to a browser.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

/** Scheme aside: a TLS proxy in front of this server speaks another one than the page. */
function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/** What pages may send, beyond what every page may. */
const allowedHeaders = ['content-type', 'authorization', 'x-request-id', ...preflightHeaders].join(', ');

/** How long a browser may go on without asking again. */
const preflightSeconds = '600';

/**
 * Lets pages of allowed origins send requests to the routes of `scope` and read the answers. Cookies are not used here,
 * so pages need not be allowed to send any.
 */
export function allowOrigins(scope: FastifyInstance, origins: Origins): void {
  scope.addHook('onRequest', async ({ headers: { origin } }, reply) => {
    reply.header('vary', 'Origin');
    if (!origins.isAllowed(origin)) return;
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', 'x-request-id, retry-after');
  });
}

/**
 * Answers a browser that asks whether a page may send a request.
 *
 * @param onRefused called before a page is refused
 * @throws {MalformedRequest} unless it may
 */
export function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  { origins, onRefused }: { readonly origins: Origins; readonly onRefused: () => void },
): FastifyReply {
  const { origin, 'access-control-request-method': method } = request.headers;
  const isAllowed = origins.isAllowed(origin);
  if (method !== undefined && !isAllowed) onRefused();
  if (method === undefined || !isAllowed) throw new MalformedRequest(405, 'Use GET for queries or POST.');
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', allowedHeaders)
    .header('access-control-max-age', preflightSeconds)
    .send();
}
