import type { IncomingHttpHeaders } from 'node:http';
import type { SignInFailure } from './sign-in-error.ts';

/** What a request shows of who sends it. */
export interface CallingRequest {
  readonly headers: IncomingHttpHeaders;
  /** IP address of the other end of the connection, which may be a proxy. */
  readonly peerAddress?: string | undefined;
  /** Gives the body byte for byte as it came, still packed, within the limits of a push. @throws {LandfallError} PUSH_* */
  readonly readRawPieces: () => Promise<readonly Buffer[]>;
  /** Told why a credential is nobody's, where more than its kind is known. */
  readonly onFault?: (fault: SignInFailure) => void;
}
