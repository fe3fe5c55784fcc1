import type { WebSocket } from 'ws';
import { credentialInPayload } from '../access/credentials.ts';
import type { SignInAttempt } from '../access/sign-in-watch.ts';
import { watchedSignIn } from '../access/watched-sign-in.ts';
import { LandfallError, RateLimitedError } from '../errors.ts';
import type { Peer } from '../http/client-address.ts';
import type { RequestPipeline } from './request-pipeline.ts';
import { createSessionGuard, type SessionGuard } from './session-guard.ts';

/** Payload of a `connection_init` or `ping`. */
export type SocketPayload = Readonly<Record<string, unknown>> | undefined;

/** Who is at the other end of a websocket. */
export interface SocketLogin extends Disposable {
  readonly guard: SessionGuard;
  /**
   * Takes the credential of a ping, if it carries one. One that is not good, or another tenant's, closes the socket.
   *
   * @returns payload of the pong: when the credential ends, errors if it cannot be verified now, else what came
   */
  refresh(payload: SocketPayload): Promise<SocketPayload>;
}

export interface SocketLoginOptions {
  readonly edge: Pick<RequestPipeline, 'access' | 'signIns' | 'nextRequestId' | 'showFailure'>;
  readonly socket: WebSocket;
  /** From where it came. */
  readonly peer: Peer;
  /** Time for a fresh credential after the one of a socket has ended. */
  readonly refreshTimeoutMs: number;
}

/** Codes of graphql-ws: clients come again after both, after the first one with another credential. */
const [forbidden, tryAgainLater] = [4403, 1013];

/**
 * Has a client sign in by the payload of its `connection_init`.
 *
 * @returns undefined when it was closed instead, or went away
 */
export async function logIn(payload: SocketPayload, options: SocketLoginOptions): Promise<SocketLogin | undefined> {
  const { edge, socket, peer, refreshTimeoutMs } = options;
  const { access, signIns } = edge;
  const attempt: SignInAttempt = { peer, entrance: 'websocket' };
  const close = (error: unknown): void => {
    if (!(error instanceof LandfallError)) throw error;
    const isPassing = error.status >= 500 || error instanceof RateLimitedError;
    socket.close(isPassing ? tryAgainLater : forbidden, error.message);
  };
  const session = await watchedSignIn(signIns, attempt, () => access.signIn(credentialInPayload(payload))).catch(close);
  if (!session || socket.readyState !== socket.OPEN) return undefined;

  let grace = new AbortController();
  const closeUnlessRefreshed = async (): Promise<void> => {
    grace = new AbortController();
    const { signal } = grace;
    await access.clock.wait(refreshTimeoutMs, signal).catch(() => undefined);
    const fault = guard.fault();
    if (!signal.aborted && fault !== undefined) close(fault);
  };
  const guard = createSessionGuard(session, { access, onLapse: () => void closeUnlessRefreshed() });
  return {
    guard,
    refresh: async (given) => {
      const credential = credentialInPayload(given);
      if (credential.kind === 'none') return given;
      try {
        await watchedSignIn(signIns, attempt, async () => {
          const fresh = await access.signIn(credential);
          guard.refresh(fresh);
          return fresh;
        });
      } catch (error) {
        // What was shown before stays good until it ends.
        if (error instanceof LandfallError && error.status >= 500) return { errors: edge.showFailure(error, edge.nextRequestId()) };
        close(error);
        return undefined;
      }
      grace.abort();
      const { expiresAt } = guard.session;
      return Number.isFinite(expiresAt) ? { expiresAt: new Date(expiresAt).toISOString() } : undefined;
    },
    [Symbol.dispose]: () => {
      guard[Symbol.dispose]();
      grace.abort();
    },
  };
}
