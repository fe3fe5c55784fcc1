import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * One address for several backends. Each connection goes to the next backend that accepts it, as with the service of a
 * cluster.
 */
export interface RoundRobin extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
}

/** @param ports called for each connection, so that backends may be added and removed */
export async function openRoundRobin(ports: () => readonly number[]): Promise<RoundRobin> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    keep(sockets, client);
    const backend = await firstThatTakes(ports(), turn++);
    if (backend === undefined) return void client.destroy();
    keep(sockets, backend);
    client.pipe(backend).pipe(client);
    // When a backend is killed, its clients' connections end too.
    client.once('close', () => backend.destroy());
    backend.once('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

async function firstThatTakes(ports: readonly number[], turn: number): Promise<Socket | undefined> {
  for (let attempt = 0; attempt < ports.length; attempt += 1) {
    const socket = connect(ports[(turn + attempt) % ports.length] ?? 0, '127.0.0.1');
    const taken = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (taken) return socket;
  }
  return undefined;
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => sockets.delete(socket));
}
