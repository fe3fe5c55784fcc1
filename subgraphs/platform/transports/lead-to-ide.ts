import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptedTypes } from './media-types.ts';

/**
 * Redirects browsers that open `/graphql` to GraphiQL if it is served, keeping the query of the URL. Like the page
 * itself, the redirect needs no sign-in: call this function before {@link requireSignIn}.
 */
export function leadToIde(scope: FastifyInstance, hasIde: () => boolean): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (!hasIde() || !isVisit(request)) return undefined;
    const search = /\?.*/.exec(request.originalUrl)?.[0] ?? '';
    // Relative, because a proxy may serve both under a path.
    const folder = /^[^?]*\/(\?|$)/.test(request.originalUrl) ? '../' : '';
    return reply.header('vary', 'Accept').header('cache-control', 'no-store').redirect(`${folder}graphiql${search}`, 303);
  });
}

/**
 * Returns whether a GET comes from a browser that opens the URL, and not from a client that sends a query: browsers
 * accept JSON too.
 */
export function isVisit({ method, headers, query }: FastifyRequest): boolean {
  if (method !== 'GET') return false;
  const { best, prefersPage } = acceptedTypes(headers.accept);
  const { query: text, documentId, extensions } = query as Readonly<Record<string, unknown>>;
  const hasQuery = Boolean(text || documentId || extensions);
  return prefersPage && (best === undefined || !hasQuery);
}
