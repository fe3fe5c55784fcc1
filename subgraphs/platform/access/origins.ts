import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LandfallError } from '../errors.ts';
import { credentialInHeaders } from './sessions.ts';

/** Decides which origins may use this server from a browser. */
export type Origins = ReturnType<typeof createOrigins>;

/**
 * Creates the check of origins.
 *
 * @param allowed origins in the form in which browsers send them: `https://app.example`
 * @param headers further request headers that their pages may send
 */
export function createOrigins(allowed: readonly string[], headers: readonly string[] = []) {
  const listed = new Set(allowed);
  return {
    /** Whether a page of the request's origin may open a websocket. */
    // Browsers send no preflight for websockets: without this check any page could read a Landfall on the visitor's
    // machine. Programs other than browsers send no origin.
    mayOpenSocket: ({ origin, host }: IncomingHttpHeaders): boolean =>
      origin === undefined || listed.has(origin) || isSameHost(origin, host),
    /** Whether pages of the origin may send requests and read responses. */
    isAllowed: (origin: string | undefined): origin is string => origin !== undefined && listed.has(origin),
    /** Names of the request headers that these pages may send, separated by commas. */
    allowedHeaders: [...usualHeaders, ...headers].join(', '),
  };
}

/** Ignores the scheme, which differs behind a TLS proxy. */
function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/** Headers that a page of another origin can send only after a preflight. */
const preflightHeaders = [
  'graphql-require-preflight',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'x-graphql-cost',
  'x-api-key',
];

/** Media types that forms can send without a preflight. */
const simpleTypes: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/**
 * Rejects a GET that any page could make a browser send, for example as an image: the page could not read the response,
 * but could put load on this server and measure response times.
 *
 * @throws {LandfallError} BAD_REQUEST unless the origin is allowed, or the sender is not a browser
 */
export function rejectCrossSite(headers: IncomingHttpHeaders, origins: Pick<Origins, 'isAllowed'>): void {
  if (!mayBeForged(headers, origins)) return;
  throw new LandfallError(
    'BAD_REQUEST',
    'Send the header graphql-require-preflight: 1 with a GET, or use POST (urql: preferGetMethod: false). Without it any page could make a browser send this request.',
  );
}

function mayBeForged(headers: IncomingHttpHeaders, origins: Pick<Origins, 'isAllowed'>): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (site === 'same-origin' || site === 'none' || origins.isAllowed(origin)) return false;
  // Sent by `fetch` of Node. A browser sends the site along with the mode, and the origin of a page that sends a
  // cross-origin request.
  if (mode === 'cors' && site === undefined && origin === undefined) return false;
  // Browsers may add other credentials automatically, but not bearer tokens.
  if (credentialInHeaders(headers).kind !== 'none') return false;
  const [type = ''] = (headers['content-type'] ?? 'text/plain').split(';', 1);
  const isSimple = simpleTypes.has(type.trim().toLowerCase()) || !type.includes('/');
  return isSimple && !preflightHeaders.some((name) => headers[name] !== undefined);
}

/** Headers that libraries for traces and errors add to the requests of a page (W3C Trace Context and Baggage, Sentry). */
const traceHeaders = ['traceparent', 'tracestate', 'baggage', 'sentry-trace'];
/** Headers that Apollo Client adds if it has a name. */
const clientHeaders = ['apollographql-client-name', 'apollographql-client-version'];
const usualHeaders = ['content-type', 'authorization', 'x-request-id', ...preflightHeaders, ...traceHeaders, ...clientHeaders];

/** Time for which browsers cache a preflight. */
const preflightSeconds = '600';

/**
 * Lets pages of allowed origins send requests to the routes of `scope` and read the responses. Cookies are not used, so pages
 * may not send any.
 */
export function allowOrigins(scope: FastifyInstance, origins: Origins): void {
  scope.addHook('onRequest', async ({ headers: { origin } }, reply) => {
    reply.header('vary', 'Origin');
    if (!origins.isAllowed(origin)) return;
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', 'x-request-id, retry-after');
  });
}

/**
 * Answers a preflight.
 *
 * @param onRefused called before a page is rejected
 * @throws {LandfallError} METHOD_NOT_ALLOWED if the page may not send requests
 */
export async function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  { origins, onRefused }: { readonly origins: Origins; readonly onRefused: () => Promise<void> },
): Promise<FastifyReply> {
  const { origin, 'access-control-request-method': method } = request.headers;
  const isAllowed = origins.isAllowed(origin);
  if (method !== undefined && !isAllowed) await onRefused();
  if (method === undefined || !isAllowed) throw new LandfallError('METHOD_NOT_ALLOWED', 'Use GET for queries or POST.');
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST')
    .header('access-control-allow-headers', origins.allowedHeaders)
    .header('access-control-max-age', preflightSeconds)
    .send();
}
