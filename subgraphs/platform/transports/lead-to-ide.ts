import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptedTypes } from './media-types.ts';

/**
 * Leads people who open `/graphql` in a browser to GraphiQL while that is served, with what they ask in the URL. Nobody
 * has to sign in for that, as for the page itself: it is to be called before {@link requireSignIn}.
 */
export function leadToIde(scope: FastifyInstance, hasIde: () => boolean): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (!hasIde() || !isVisit(request)) return undefined;
    const search = /\?.*/.exec(request.raw.url ?? '')?.[0] ?? '';
    // Relative, as a proxy in front may have both under a prefix.
    return reply.header('vary', 'Accept').header('cache-control', 'no-store').redirect(`graphiql${search}`, 303);
  });
}

/** Whether a GET comes from somebody who wants to look, and not from a client that asks: browsers take JSON, too. */
export function isVisit({ method, headers, query }: FastifyRequest): boolean {
  if (method !== 'GET') return false;
  const { best, prefersPage } = acceptedTypes(headers.accept);
  const { query: text, documentId, extensions } = query as Readonly<Record<string, unknown>>;
  const asks = Boolean(text || documentId || extensions);
  return prefersPage && (best === undefined || !asks);
}
