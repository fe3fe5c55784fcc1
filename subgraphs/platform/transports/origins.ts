import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { credentialInHeaders } from '../access/credentials.ts';
import { MalformedRequest } from './graphql-request.ts';
import { parseMediaType } from './media-types.ts';

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

/** Scheme aside: a TLS proxy in front of this server speaks another one than the page. */
function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/** Headers that a page of another origin cannot send without asking first; a browser that has asked sends them. */
const preflightHeaders = [
  'graphql-require-preflight',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'x-graphql-cost',
  'x-api-key',
];

/** Media types that forms of any page may send. */
const simpleTypes: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/**
 * Refuses a GET that any page could have had its visitor's browser send, as an image can: the page does not get to read
 * the answer, but could load this server, and measure how long answers take.
 *
 * @throws {MalformedRequest} unless the sender is allowed to ask, or is no browser
 */
export function rejectCrossSite(headers: IncomingHttpHeaders, origins: Pick<Origins, 'isAllowed'>): void {
  if (!mayBeForged(headers, origins)) return;
  throw new MalformedRequest(
    400,
    'Send the header graphql-require-preflight: 1 with a GET, or use POST (urql: preferGetMethod: false). Without it any page could make a browser send this request.',
  );
}

function mayBeForged(headers: IncomingHttpHeaders, origins: Pick<Origins, 'isAllowed'>): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (site === 'same-origin' || site === 'none' || origins.isAllowed(origin)) return false;
  // Node's fetch. A browser says the site with the mode, and a page of another origin that asks so has its origin said.
  if (mode === 'cors' && site === undefined && origin === undefined) return false;
  // Of what goes into `Authorization` browsers add some of their own accord, but no bearer token.
  if (credentialInHeaders(headers).kind !== 'none') return false;
  const { type } = parseMediaType(headers['content-type'] ?? 'text/plain');
  const isSimple = simpleTypes.has(type) || !type.includes('/');
  return isSimple && !preflightHeaders.some((name) => headers[name] !== undefined);
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
export async function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  { origins, onRefused }: { readonly origins: Origins; readonly onRefused: () => Promise<void> },
): Promise<FastifyReply> {
  const { origin, 'access-control-request-method': method } = request.headers;
  const isAllowed = origins.isAllowed(origin);
  if (method !== undefined && !isAllowed) await onRefused();
  if (method === undefined || !isAllowed) throw new MalformedRequest(405, 'Use GET for queries or POST.');
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', allowedHeaders)
    .header('access-control-max-age', preflightSeconds)
    .send();
}
