import type { FastifyInstance, FastifyRequest } from 'fastify';
import { credentialInHeaders, type Session } from '../access/sessions.ts';
import { attemptOf, isLoopbackHost, requireLoopbackHost, watchedSignIn } from '../access/sign-in-watch.ts';
import { RateLimitedError } from '../errors.ts';
import type { RequestPipeline } from './request-pipeline.ts';

export type SignInParts = Pick<RequestPipeline, 'access' | 'signIns'> & { readonly policy: Pick<RequestPipeline['policy'], 'openHosts'> };

/**
 * Requires a valid credential for all routes of `scope`, before a body is read. Otherwise the error handler of `scope`
 * receives UNAUTHENTICATED, or RATE_LIMITED after too many failures from one address. `OPTIONS` is exempt, because
 * browsers send no credentials with it.
 *
 * @param isExempt selects the requests that another hook signs in
 * @returns a function that returns the session of a request
 */
export function requireSignIn(
  scope: FastifyInstance,
  parts: SignInParts,
  isExempt: (request: FastifyRequest) => boolean = () => false,
): (request: FastifyRequest) => Session {
  const sessions = new WeakMap<FastifyRequest, Session>();
  scope.addHook('onRequest', async (request, reply) => {
    if (isExempt(request)) return;
    try {
      if (isForThisMachine(parts)) await requireLoopbackHost(request, parts.signIns);
      if (request.method !== 'OPTIONS') sessions.set(request, await signIn(parts, request));
    } catch (error) {
      if (error instanceof RateLimitedError) reply.header('retry-after', error.retryAfter);
      throw error;
    }
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

async function signIn(parts: SignInParts, request: FastifyRequest): Promise<Session> {
  return watchedSignIn(parts.signIns, attemptOf(request), () => parts.access.signIn(credentialInHeaders(request.headers)));
}

/** Returns whether a host name other than loopback was used while access is open only to this machine. */
export function isUntrustedHost({ access, policy }: Pick<SignInParts, 'access' | 'policy'>, host: string | undefined): boolean {
  return isForThisMachine({ access, policy }) && !isLoopbackHost(host);
}

function isForThisMachine({ access, policy }: Pick<SignInParts, 'access' | 'policy'>): boolean {
  return access.isOpen && policy.openHosts === 'loopback';
}
