import { openSocket, type SocketClient, type SocketMessage } from '../gateway/socket-client.ts';
import { keyOf } from './open-access.ts';

/** The subscription of these sockets. */
export const received = 'subscription ($after: String) { arrivalNoticeVersionReceived(after: $after) { cursor } }';

/** The tenants in the access file. */
export const tenants = { blue: keyOf('blue').written, red: keyOf('red').written };

/** Longer than the time that a socket has to send another credential. */
export const refreshTimeoutMs = 10_000;

/** Opens a socket and waits until its credential is accepted. */
export async function openAs(url: string, payload: object): Promise<SocketClient> {
  const client = await openSocket(url, { init: false });
  client.send({ type: 'connection_init', payload });
  await client.until(([first]) => first?.type === 'connection_ack');
  return client;
}

/** Sends another credential, and waits for the response. */
export async function refresh(client: SocketClient, payload: object): Promise<void> {
  const pongs = (messages: readonly SocketMessage[]) => messages.filter(({ type }) => type === 'pong').length;
  const before = pongs(client.messages);
  client.send({ type: 'ping', payload });
  await client.until((messages) => pongs(messages) > before);
}

/** Resolves when a message of this type has been received for an operation. */
export function until(client: SocketClient, id: string, type: string): Promise<void> {
  return client.until((messages) => messages.some((message) => message.id === id && message.type === type));
}

/** Returns the errors with which an operation ended. */
export function errorsOf(client: SocketClient, id: string): { message: string; extensions: { code: string } }[] {
  return client.messages.find((message) => message.id === id && message.type === 'error')?.payload ?? [];
}

/** Returns the codes of these errors. */
export function codesOf(client: SocketClient, id: string): string[] {
  return errorsOf(client, id).map(({ extensions }) => extensions.code);
}
