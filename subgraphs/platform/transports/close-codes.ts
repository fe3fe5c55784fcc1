import type { WebSocket } from 'ws';

/**
 * All codes with which this server closes websockets, in the meaning of RFC 6455 and of graphql-ws, whose client retries
 * after some of them only. `docs/subscriptions.md` has the same list.
 */
export const closeCodes = {
  goingAway: 1001,
  /** These three are sent by `ws`. */
  protocolError: 1002,
  invalidText: 1007,
  messageTooLarge: 1009,
  tryAgainLater: 1013,
  invalidMessage: 4400,
  notInitialized: 4401,
  forbidden: 4403,
  otherSubprotocol: 4406,
  initializedTooLate: 4408,
  idInUse: 4409,
  initializedTwice: 4429,
  serverFailed: 4500,
} as const;

/** Maximum length of a reason (RFC 6455, section 5.5). */
const maxReasonBytes = 123;

/** Closes a socket. A reason that is too long, because it contains what a client sent, is cut off. */
export function closeSocket(socket: WebSocket, code: keyof typeof closeCodes, reason: string): void {
  // Cutting off may leave part of a character, which is decoded as U+FFFD, of three bytes.
  const text = Buffer.from(reason)
    .subarray(0, maxReasonBytes)
    .toString()
    .replace(/\uFFFD+$/, '');
  socket.close(closeCodes[code], text);
}
