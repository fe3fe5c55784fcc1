import type { WebSocket } from 'ws';
import { credentialInPayload, credentialOfSocket } from '../access/credentials.ts';
import type { SignInAttempt } from '../access/sign-in-watch.ts';
import { watchedSignIn } from '../access/watched-sign-in.ts';
import { LandfallError, RateLimitedError } from '../errors.ts';
import type { Peer } from '../http/client-address.ts';
import { createTimer } from '../time/timer.ts';
import { closeSocket } from './close-codes.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import { createSessionGuard, type SessionGuard } from './session-guard.ts';

/** Payload of a `connection_init` or `ping`. */
export type SocketPayload = Readonly<Record<string, unknown>> | undefined;

/** The signed-in client of a websocket. */
export interface SocketLogin extends Disposable {
  readonly guard: SessionGuard;
  /**
   * Signs the client in again with the credential of a ping, if it has one. An invalid credential, or one of another
   * tenant, closes the socket.
   *
   * @returns payload of the pong: the time at which the credential expires, errors if it cannot be verified now,
   *   otherwise the payload of the ping
   */
  refresh(payload: SocketPayload): Promise<SocketPayload>;
}

export interface SocketLoginOptions {
  readonly pipeline: Pick<RequestPipeline, 'access' | 'policy' | 'signIns' | 'nextRequestId' | 'showFailure'>;
  readonly socket: WebSocket;
  readonly peer: Peer;
  /** Time for sending a fresh credential after the last one has expired. */
  readonly refreshTimeoutMs: number;
}

/**
 * Signs a client in with the payload of its `connection_init`, or, if the policy allows it, with the headers of its
 * handshake.
 *
 * @returns undefined if the socket was closed
 */
export async function logIn(payload: SocketPayload, options: SocketLoginOptions): Promise<SocketLogin | undefined> {
  const { pipeline, socket, peer, refreshTimeoutMs } = options;
  const { access, signIns } = pipeline;
  const attempt: SignInAttempt = { peer, entrance: 'websocket' };
  const close = (error: unknown): void => {
    if (!(error instanceof LandfallError)) throw error;
    const isTransient = error.status >= 500 || error instanceof RateLimitedError;
    closeSocket(socket, isTransient ? 'tryAgainLater' : 'forbidden', error.message);
  };
  const credential = pipeline.policy.handshakeCredentials ? credentialOfSocket(payload, peer.headers) : credentialInPayload(payload);
  const session = await watchedSignIn(signIns, attempt, () => access.signIn(credential)).catch(close);
  if (!session || socket.readyState !== socket.OPEN) return undefined;

  const { clock } = access;
  const refreshTimeout = createTimer(clock, () => {
    const error = guard.error();
    if (error !== undefined) close(error);
  });
  const guard = createSessionGuard(session, { access, onInvalid: () => refreshTimeout.setFor(clock.now() + refreshTimeoutMs) });
  return {
    guard,
    refresh: async (payload) => {
      const credential = credentialInPayload(payload);
      if (credential.kind === 'none') return payload;
      try {
        await watchedSignIn(signIns, attempt, async () => {
          const fresh = await access.signIn(credential);
          guard.refresh(fresh);
          return fresh;
        });
      } catch (error) {
        // The last credential remains valid until it expires.
        if (error instanceof LandfallError && error.status >= 500) return { errors: pipeline.showFailure(error, pipeline.nextRequestId()) };
        close(error);
        return undefined;
      }
      refreshTimeout.clear();
      const { expiresAt } = guard.session;
      return Number.isFinite(expiresAt) ? { expiresAt: new Date(expiresAt).toISOString() } : undefined;
    },
    [Symbol.dispose]: () => {
      guard[Symbol.dispose]();
      refreshTimeout.clear();
    },
  };
}
