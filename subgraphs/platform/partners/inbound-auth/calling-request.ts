import type { IncomingHttpHeaders } from 'node:http';
import type { SignInFailure } from './sign-in-error.ts';

/** The parts of a request that identify its sender. */
export interface CallingRequest {
  readonly headers: IncomingHttpHeaders;
  /** IP address of the other end of the connection, which may be a proxy. */
  readonly peerAddress?: string | undefined;
  /** Reads the body as received, still compressed, within the limits of a push. @throws {LandfallError} PUSH_* */
  readonly readRawPieces: () => Promise<readonly Buffer[]>;
  /** Called with the reason why a credential is rejected, if more than its kind is known. */
  readonly onRefusal?: (reason: SignInFailure) => void;
}
