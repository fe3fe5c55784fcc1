import type { FastifyRequest } from 'fastify';
import { SignInError } from '../partners/inbound-auth/sign-in-error.ts';
import type { Session } from './sessions.ts';
import type { SignInAttempt, SignInWatch } from './sign-in-watch.ts';

/** Has a sign-in watched. @throws {LandfallError} what `signIn` throws, and RATE_LIMITED where too many of the address failed */
export async function watchedSignIn(signIns: SignInWatch, attempt: SignInAttempt, signIn: () => Promise<Session>): Promise<Session> {
  try {
    const session = await signIn();
    // A token cannot be guessed.
    if (session.signedInBy.startsWith('key:')) await signIns.succeeded(attempt, session.signedInBy);
    return session;
  } catch (error) {
    if (error instanceof SignInError) await signIns.failed(attempt, error.refused);
    throw error;
  }
}

/** Says by which way a request comes, and from where. */
export function attemptOf({ headers, socket, id }: FastifyRequest): SignInAttempt {
  const entrance = headers.accept?.includes('text/event-stream') ? 'sse' : 'http';
  return { peer: { headers, peerAddress: socket.remoteAddress }, entrance, requestId: id };
}
