import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { IdentifyCaller } from '../partners/inbound-auth/identify-caller.ts';
import { SignInError, type SignInFailure } from '../partners/inbound-auth/sign-in-error.ts';
import type { Partner } from '../partners/partner.ts';
import type { Session } from './sessions.ts';
import type { SignInAttempt, SignInWatch } from './sign-in-watch.ts';

/**
 * Records the sign-in of a tenant. @throws {LandfallError} the errors of `signIn`, and RATE_LIMITED after too many
 * failures from the address
 */
export async function watchedSignIn(signIns: SignInWatch, attempt: SignInAttempt, signIn: () => Promise<Session>): Promise<Session> {
  try {
    const session = await signIn();
    // Tokens are not recorded, because they cannot be guessed.
    if (session.signedInBy.startsWith('key:')) await signIns.succeeded(attempt, session.signedInBy);
    return session;
  } catch (error) {
    if (error instanceof SignInError) await signIns.failed(attempt, error.refused);
    throw error;
  }
}

/** Describes the origin of a request. */
export function attemptOf({ headers, socket, id }: FastifyRequest): SignInAttempt {
  const entrance = headers.accept?.includes('text/event-stream') ? 'sse' : 'http';
  return { peer: { headers, peerAddress: socket.remoteAddress }, entrance, requestId: id };
}

/** Records the sign-ins of partners: failures are logged, counted and limited by address. */
export function watchCallerSignIns(
  identify: IdentifyCaller,
  { signIns, partners }: { readonly signIns: SignInWatch; readonly partners: () => readonly Partner[] },
): IdentifyCaller {
  return async (request) => {
    const attempt: SignInAttempt = { peer: request, entrance: 'dcsa' };
    let reason: SignInFailure | undefined;
    const partner = await identify({
      ...request,
      onRefusal: (found) => {
        reason = found;
      },
    });
    if (partner === undefined) await signIns.failed(attempt, { reason: reason ?? reasonOf(request.headers, partners()) });
    else await signIns.succeeded(attempt, partner.id);
    return partner;
  };
}

/** Returns the reason for the kind of credential in the headers. */
function reasonOf(headers: IncomingHttpHeaders, partners: readonly Partner[]): SignInFailure {
  const has = (name: string) => headers[name] !== undefined;
  if (has('webhook-signature')) return 'WEBHOOK_SIGNATURE';
  if (has('authorization') || has('x-api-key')) return 'UNKNOWN_KEY';
  if (partners.some(({ inbound }) => inbound?.apiKey !== undefined && has(inbound.apiKey.header))) return 'UNKNOWN_KEY';
  if (partners.some(({ inbound }) => inbound?.mtls !== undefined && has(inbound.mtls.header))) return 'CERTIFICATE';
  return 'NO_CREDENTIAL';
}
