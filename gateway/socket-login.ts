import type { WebSocket } from 'ws';
import { credentialInPayload } from '../subgraphs/shared/access/credentials.ts';
import { LandfallError } from '../subgraphs/shared/errors.ts';
import type { Edge } from './edge.ts';
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
  readonly edge: Pick<Edge, 'access' | 'nextRequestId' | 'showFailure'>;
  readonly socket: WebSocket;
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
  const { edge, socket, refreshTimeoutMs } = options;
  const { access } = edge;
  const close = (error: unknown): void => {
    if (!(error instanceof LandfallError)) throw error;
    socket.close(error.status < 500 ? forbidden : tryAgainLater, error.message);
  };
  const session = await access.signIn(credentialInPayload(payload)).catch(close);
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
        guard.refresh(await access.signIn(credential));
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
