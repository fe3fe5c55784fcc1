import { openSocket, type SocketClient, type SocketMessage } from '../gateway/socket-client.ts';
import { keyOf } from './open-access.ts';

/** What these sockets listen to. */
export const received = 'subscription ($after: String) { arrivalNoticeVersionReceived(after: $after) { cursor } }';

/** As the access file has them. */
export const tenants = { blue: keyOf('blue').written, red: keyOf('red').written };

/** Later than any time that a socket is given to show another credential. */
export const refreshTimeoutMs = 10_000;

/** Opens a socket and waits until its credential is taken. */
export async function openAs(url: string, payload: object): Promise<SocketClient> {
  const client = await openSocket(url, { init: false });
  client.send({ type: 'connection_init', payload });
  await client.until(([first]) => first?.type === 'connection_ack');
  return client;
}

/** Shows another credential, and waits for the answer. */
export async function refresh(client: SocketClient, payload: object): Promise<void> {
  const pongs = (messages: readonly SocketMessage[]) => messages.filter(({ type }) => type === 'pong').length;
  const before = pongs(client.messages);
  client.send({ type: 'ping', payload });
  await client.until((messages) => pongs(messages) > before);
}

/** Resolves once a message of a type has come for an operation. */
export function until(client: SocketClient, id: string, type: string): Promise<void> {
  return client.until((messages) => messages.some((message) => message.id === id && message.type === type));
}

/** What an operation ended with. */
export function errorsOf(client: SocketClient, id: string): { message: string; extensions: { code: string } }[] {
  return client.messages.find((message) => message.id === id && message.type === 'error')?.payload ?? [];
}

/** The same, codes only. */
export function codesOf(client: SocketClient, id: string): string[] {
  return errorsOf(client, id).map(({ extensions }) => extensions.code);
}
