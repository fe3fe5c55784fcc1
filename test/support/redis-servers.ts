import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { temporaryFolder } from './landfall.ts';
import { freePort, type ServerProcess, startProcess, startRedis } from './processes.ts';
import { until } from './until.ts';

/** Sends commands to one server on a connection of their own. */
export async function sendToRedis(port: number, ...commands: readonly (readonly [string, ...(string | number)[]])[]): Promise<unknown[]> {
  const client = new Redis({ port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  try {
    const replies: unknown[] = [];
    for (const [name, ...args] of commands) replies.push(await client.call(name, ...args));
    return replies;
  } finally {
    client.disconnect();
  }
}

/** A Redis Cluster of three masters on loopback, without replicas. */
export interface RedisCluster extends AsyncDisposable {
  readonly nodes: readonly ServerProcess[];
}

/** Starts a cluster and waits until it serves all slots. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = await temporaryFolder();
  const nodes = await Promise.all(
    [0, 1, 2].map(async (place) => {
      const [port, busPort] = [await freePort(), await freePort()];
      const cluster = ['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`, '--cluster-node-timeout', '1000'];
      const args = [...cluster, '--dir', folder.path, '--cluster-config-file', `node-${place}.conf`];
      return { busPort, server: await startRedis({ port, args }) };
    }),
  );
  const [first] = nodes;
  const slots = 16_384;
  for (const [place, { server }] of nodes.entries()) {
    const [from, to] = [place, place + 1].map((part) => Math.floor((part * slots) / nodes.length)) as [number, number];
    await sendToRedis(server.port, ['CLUSTER', 'ADDSLOTSRANGE', from, to - 1], ['CLUSTER', 'SET-CONFIG-EPOCH', place + 1]);
    if (first !== undefined && place > 0) {
      await sendToRedis(server.port, ['CLUSTER', 'MEET', '127.0.0.1', first.server.port, first.busPort]);
    }
  }
  for (const { server } of nodes) {
    await until(async () => {
      const [info, list] = (await sendToRedis(server.port, ['CLUSTER', 'INFO'], ['CLUSTER', 'SLOTS'])) as [string, unknown[]];
      return info.includes('cluster_state:ok') && list.length === nodes.length;
    });
  }
  return {
    nodes: nodes.map(({ server }) => server),
    [Symbol.asyncDispose]: async () => {
      for (const { server } of nodes) await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A master and a replica, which one sentinel watches. */
export interface RedisSentinel extends AsyncDisposable {
  /** URL of Landfall's `REDIS_URL`. */
  readonly url: string;
  readonly master: ServerProcess;
  readonly replica: ServerProcess;
  /** Makes the replica the master, and waits until the former master follows it. */
  failOver(): Promise<void>;
}

/** Starts master, replica and sentinel, and waits until the sentinel knows both. */
export async function startRedisSentinel(): Promise<RedisSentinel> {
  const folder = await temporaryFolder();
  const master = await startRedis();
  const replica = await startRedis({ args: ['--replicaof', '127.0.0.1', `${master.port}`, '--repl-diskless-sync-delay', '0'] });
  const port = await freePort();
  const file = join(folder.path, 'sentinel.conf');
  const lines = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder.path}`, `sentinel monitor landfall 127.0.0.1 ${master.port} 1`];
  const times = ['sentinel down-after-milliseconds landfall 500', 'sentinel failover-timeout landfall 2000'];
  await writeFile(file, [...lines, ...times, ''].join('\n'));
  const sentinel = await startProcess('redis-server', { args: [file, '--sentinel'], ready: /\+monitor master/ });
  const replicasKnown = async () => {
    const [replicas] = await sendToRedis(port, ['SENTINEL', 'REPLICAS', 'landfall']);
    return (replicas as unknown[]).length === 1 && JSON.stringify(replicas).includes('"master-link-status","ok"');
  };
  await until(replicasKnown);
  return {
    url: `redis+sentinel://127.0.0.1:${port}/landfall`,
    master,
    replica,
    failOver: async () => {
      await sendToRedis(port, ['SENTINEL', 'FAILOVER', 'landfall']);
      await until(async () => {
        const [role] = (await sendToRedis(master.port, ['ROLE'])) as [[string, string, number, string]];
        return role[0] === 'slave' && role[2] === replica.port && role[3] === 'connected';
      });
      await until(replicasKnown);
    },
    [Symbol.asyncDispose]: async () => {
      await sentinel.kill();
      for (const server of [replica, master]) await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A Redis that accepts TLS only. */
export interface TlsRedis extends AsyncDisposable {
  readonly url: string;
  /** Path of its self-signed certificate, for `NODE_EXTRA_CA_CERTS`. */
  readonly certificate: string;
}

/** Starts a Redis with a new self-signed certificate for 127.0.0.1. */
export async function startTlsRedis(): Promise<TlsRedis> {
  const folder = await temporaryFolder();
  const [key, certificate] = [join(folder.path, 'key.pem'), join(folder.path, 'certificate.pem')];
  const subject = ['-subj', '/CN=redis', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ];
  execFileSync('openssl', request, { stdio: 'ignore' });
  const port = await freePort();
  const tls = ['--tls-port', `${port}`, '--tls-cert-file', certificate, '--tls-key-file', key, '--tls-auth-clients', 'no'];
  const server = await startProcess('redis-server', {
    args: ['--port', '0', '--bind', '127.0.0.1', '--save', '', ...tls],
    ready: /Ready to accept connections/,
  });
  return {
    url: `rediss://127.0.0.1:${port}`,
    certificate,
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A state in which Redis cannot be written to. */
export interface RedisFailure {
  readonly what: string;
  /** What readiness and log say about it. */
  readonly cause: RegExp;
  begin(redis: ServerProcess): Promise<unknown>;
  end(redis: ServerProcess): Promise<unknown>;
}

/** The failures of a single Redis that a deployment has to survive. */
export const redisFailures: readonly RedisFailure[] = [
  {
    what: 'is read-only after a failover',
    cause: /READONLY/,
    // Its master is an address on which nothing listens.
    begin: ({ port }) => sendToRedis(port, ['REPLICAOF', '127.0.0.1', 9]),
    end: ({ port }) => sendToRedis(port, ['REPLICAOF', 'NO', 'ONE']),
  },
  {
    what: 'has no memory left',
    cause: /OOM/,
    begin: ({ port }) => sendToRedis(port, ['CONFIG', 'SET', 'maxmemory-policy', 'noeviction'], ['CONFIG', 'SET', 'maxmemory', 1]),
    end: ({ port }) => sendToRedis(port, ['CONFIG', 'SET', 'maxmemory', 0]),
  },
  {
    what: 'does not respond',
    cause: /did not answer within/,
    begin: async ({ pid }) => process.kill(pid, 'SIGSTOP'),
    end: async ({ pid }) => process.kill(pid, 'SIGCONT'),
  },
  {
    what: 'is gone',
    cause: /ECONNREFUSED|Connection is closed|not connected/,
    begin: (redis) => redis.kill(),
    end: (redis) => redis.restart(),
  },
  {
    what: 'rejects the user',
    cause: /NOPERM/,
    begin: ({ port }) =>
      sendToRedis(port, ['ACL', 'SETUSER', 'default', 'reset', 'on', 'nopass', '~*', '&*', '+@read', '+@connection', '+info', '+acl']),
    end: ({ port }) => sendToRedis(port, ['ACL', 'SETUSER', 'default', 'reset', 'on', 'nopass', '~*', '&*', '+@all']),
  },
  {
    what: 'withdraws the right to its channels, and closes the connections that use them',
    cause: /NOPERM|can't publish to the channel/,
    begin: ({ port }) => sendToRedis(port, ['ACL', 'SETUSER', 'default', 'resetchannels']),
    end: ({ port }) => sendToRedis(port, ['ACL', 'SETUSER', 'default', 'allchannels']),
  },
];
