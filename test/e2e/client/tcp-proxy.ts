import { connect, createServer, type Socket } from 'node:net';

/** What the network between client and server does. */
export type NetworkState = 'open' | 'refusing' | 'silent';

/** A network connection that a test can cut. */
export interface TcpProxy extends AsyncDisposable {
  readonly url: string;
  /** Connections that clients have made so far. */
  readonly connections: number;
  /** Where new connections go; servers may be restarted on another port. */
  lead(port: number): void;
  /** `refusing` resets all connections, and new ones; `silent` keeps them and carries nothing any more; `open` carries what comes from now on. */
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
        // What a silent network has swallowed does not come later.
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
      // Those that lost bytes in the silence are of no use any more.
      if (next === 'refusing' || state === 'silent') cut();
      state = next;
    },
    [Symbol.asyncDispose]: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
