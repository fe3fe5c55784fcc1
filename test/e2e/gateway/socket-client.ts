import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A message of `graphql-transport-ws`. */
export interface SocketMessage {
  readonly type: string;
  readonly id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of any shape
  readonly payload?: any;
}

/** A websocket that sends exactly what a test defines and records all received messages. */
export interface SocketClient extends AsyncDisposable {
  readonly socket: WebSocket;
  readonly messages: readonly SocketMessage[];
  send(message: object | string): void;
  /** Subscribes under an id. */
  subscribe(id: string, query: string, variables?: Record<string, unknown>): void;
  /** Returns the payloads received for an id. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of any shape
  payloadsOf(id: string): any[];
  /** Resolves when the received messages satisfy the condition. */
  until(condition: (messages: readonly SocketMessage[]) => boolean): Promise<void>;
  /** The close code and reason. */
  readonly closed: Promise<[code: number, reason: string]>;
}

export interface SocketOptions {
  readonly init?: boolean;
  readonly protocol?: string;
  readonly headers?: Record<string, string>;
}

/** Opens a socket on `/graphql` and, unless disabled, waits until the connection is acknowledged. */
export async function openSocket(
  url: string,
  { init = true, protocol = 'graphql-transport-ws', headers = {} }: SocketOptions = {},
): Promise<SocketClient> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, protocol, { headers });
  const messages: SocketMessage[] = [];
  const checks = new Set<() => void>();
  const closed = once(socket, 'close').then(([code, reason]): [number, string] => [code, String(reason)]);
  socket.on('message', (text) => {
    messages.push(JSON.parse(String(text)));
    for (const check of checks) check();
  });
  const client: SocketClient = {
    socket,
    messages,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    subscribe: (id, query, variables = {}) => client.send({ id, type: 'subscribe', payload: { query, variables } }),
    payloadsOf: (id) => messages.filter((message) => message.id === id && message.type === 'next').map(({ payload }) => payload),
    until: (condition) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!condition(messages)) return;
          checks.delete(check);
          resolve();
        };
        checks.add(check);
        void closed.then(([code, reason]) => reject(new Error(`closed by ${code} ${reason}`)));
        check();
      }),
    [Symbol.asyncDispose]: async () => {
      socket.terminate();
      await closed;
    },
  };
  await once(socket, 'open');
  if (init) {
    client.send({ type: 'connection_init' });
    await client.until(([first]) => first?.type === 'connection_ack');
  }
  return client;
}
