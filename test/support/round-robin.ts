import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address in front of several: each connection goes to the next backend that takes it, as a cluster's service does. */
export interface RoundRobin extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
}

/** @param ports asked anew for each connection, so backends may come and go */
export async function openRoundRobin(ports: () => readonly number[]): Promise<RoundRobin> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    keep(sockets, client);
    const backend = await firstThatTakes(ports(), turn++);
    if (backend === undefined) return void client.destroy();
    keep(sockets, backend);
    client.pipe(backend).pipe(client);
    // A backend that is killed takes its clients' connections with it.
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
