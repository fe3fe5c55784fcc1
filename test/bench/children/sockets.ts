import { WebSocket } from 'ws';

/** Opens many sockets in a separate process and reports to its parent when messages arrive. Messages are not parsed. */
interface Connect {
  readonly kind: 'connect';
  readonly url: string;
  readonly count: number;
  /** GraphQL subscription to start on each socket; absent for a plain socket. */
  readonly subscribe?: { readonly query: string; readonly variables?: object };
  /** Keys of tenants, which the sockets use in turn. */
  readonly keys?: readonly string[];
}
interface Expect {
  readonly kind: 'expect';
  /** Number of messages on all sockets together. */
  readonly messages: number;
}

let sockets: WebSocket[] = [];
let receivedAt: number[] = [];
let expected = Number.POSITIVE_INFINITY;
let bytes = 0;
const now = (): number => performance.timeOrigin + performance.now();

function onMessage(message: Buffer): void {
  bytes = message.length;
  receivedAt.push(now());
  if (receivedAt.length < expected) return;
  expected = Number.POSITIVE_INFINITY;
  const sorted = Float64Array.from(receivedAt).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  process.send?.({ kind: 'received', last: sorted.at(-1), p50: at(0.5), p99: at(0.99), bytes });
}

function open({ url, subscribe, keys = [] }: Connect, number: number): Promise<WebSocket> {
  const socket = subscribe ? new WebSocket(url, 'graphql-transport-ws') : new WebSocket(url);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      if (subscribe === undefined) {
        socket.on('message', onMessage);
        resolve(socket);
      } else socket.send(JSON.stringify({ type: 'connection_init', payload: { 'x-api-key': keys[number % keys.length] } }));
    });
    if (subscribe === undefined) return;
    socket.once('message', () => {
      socket.on('message', onMessage);
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: subscribe }));
      // The pong arrives after the server has handled the subscription.
      socket.once('pong', () => resolve(socket));
      socket.ping();
    });
  });
}

process.on('message', async (message: Connect | Expect) => {
  if (message.kind === 'expect') {
    receivedAt = [];
    expected = message.messages;
    process.send?.({ kind: 'expecting' });
    return;
  }
  for (const socket of sockets) socket.terminate();
  sockets = [];
  for (let index = 0; index < message.count; index += 100) {
    const some = Array.from({ length: Math.min(100, message.count - index) }, (_, place) => open(message, index + place));
    sockets.push(...(await Promise.all(some)));
  }
  process.send?.({ kind: 'connected' });
});
