import type { FastifyInstance, FastifyRequest } from 'fastify';
import { credentialInHeaders } from '../subgraphs/shared/access/credentials.ts';
import type { Session } from '../subgraphs/shared/access/sessions.ts';
import { LandfallError } from '../subgraphs/shared/errors.ts';
import type { Edge } from './edge.ts';
import { isLoopbackHost } from './origins.ts';

/**
 * Has everybody sign in who calls a route of `scope`, before anything of a body is read. Strangers come to its error
 * handler by an UNAUTHENTICATED error. `OPTIONS` is exempt: browsers send no credentials with it.
 *
 * @returns tells who sent a request
 */
export function requireSignIn(scope: FastifyInstance, edge: Pick<Edge, 'access' | 'policy'>): (request: FastifyRequest) => Session {
  const sessions = new WeakMap<FastifyRequest, Session>();
  scope.addHook('onRequest', async (request) => {
    if (isStrangeHost(edge, request.headers.host)) {
      throw new LandfallError('FORBIDDEN', 'Access is open for this machine only: ask by localhost, or set OPEN_ACCESS=true.');
    }
    if (request.method !== 'OPTIONS') sessions.set(request, await edge.access.signIn(credentialInHeaders(request.headers)));
  });
  scope.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="landfall"');
  });
  return (request) => {
    const session = sessions.get(request);
    if (session === undefined) throw new Error('a request was answered before its sender signed in');
    return session;
  };
}

/** Whether somebody asks by a name that leads here, while everybody on this machine and nobody else is to be answered. */
export function isStrangeHost({ access, policy }: Pick<Edge, 'access' | 'policy'>, host: string | undefined): boolean {
  return access.isOpen && policy.openHosts === 'loopback' && !isLoopbackHost(host);
}
