import { connect, createServer, type Socket } from 'node:net';

/** The state of the network between client and server. */
export type NetworkState = 'open' | 'refusing' | 'silent';

/** A network connection that a test can interrupt. */
export interface TcpProxy extends AsyncDisposable {
  readonly url: string;
  /** Number of connections that clients have opened so far. */
  readonly connections: number;
  /** Sets the port for new connections, because servers may be restarted on another port. */
  lead(port: number): void;
  /**
   * Sets the state. `refusing` resets all current and new connections; `silent` keeps them and transfers nothing;
   * `open` transfers everything from now on.
   */
  be(state: NetworkState): void;
}

export async function openTcpProxy(port: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let [target, state, connections] = [port, 'open' as NetworkState, 0];

  const server = createServer((client) => {
    connections += 1;
    if (state === 'refusing') return void client.resetAndDestroy();
    const upstream = connect(target, '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('data', (bytes) => {
        // Bytes lost in a silent network do not arrive later.
        if (state === 'open') to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        pairs.delete(pair);
        if (state !== 'silent') to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    get connections() {
      return connections;
    },
    lead: (next) => {
      target = next;
    },
    be: (next) => {
      // Connections that lost bytes while the network was silent are unusable.
      if (next === 'refusing' || state === 'silent') cut();
      state = next;
    },
    [Symbol.asyncDispose]: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
