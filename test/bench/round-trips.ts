import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

/** A relay in front of a process that counts the requests. */
export interface CountingRelay extends AsyncDisposable {
  readonly url: string;
  readonly count: number;
}

export async function openCountingRelay(target: string): Promise<CountingRelay> {
  let count = 0;
  const server = createServer((incoming, answer) => {
    count += 1;
    const { method, headers, url } = incoming;
    const outgoing = request(new URL(url ?? '/', target), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.once('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get count() {
      return count;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Number of commands that MongoDB and Redis have processed since they started. */
export interface CommandCounts {
  readonly mongodb: number;
  readonly redis: number;
}

/** Commands of MongoDB that read or write data. */
const dataCommands = ['find', 'getMore', 'aggregate', 'count', 'distinct', 'insert', 'update', 'delete', 'findAndModify'];

/** Counts the commands of all processes, including those of background work. */
export async function countCommands(urls: { readonly mongodb: string; readonly redis: string }): Promise<CommandCounts> {
  const redis = new Redis(urls.redis);
  const client = new MongoClient(urls.mongodb);
  try {
    const { metrics } = await client.db('admin').command({ serverStatus: 1 });
    const mongodb = dataCommands.reduce((sum, name) => sum + Number(metrics.commands[name]?.total ?? 0), 0);
    return { mongodb, redis: Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1]) };
  } finally {
    redis.disconnect();
    await client.close();
  }
}
