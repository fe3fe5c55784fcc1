import type { Cluster, Redis } from 'ioredis';
import { within } from '../time/clock.ts';

/** The client of a server, of the master that sentinels name, or of a cluster. */
export type RedisClient = Redis | Cluster;

/** Why Redis cannot be used. */
export interface RedisAway {
  /** The first word of the error reply, `TIMEOUT`, or `UNREACHABLE` without a connection. */
  readonly code: string;
  /** The cause in words, for operators. */
  readonly cause: string;
}

/** Thrown when a command failed or timed out, or was not sent because Redis is away. Its effect is unknown. */
export class RedisAwayError extends Error {
  constructor(away: RedisAway) {
    super(`Redis is away: ${away.cause}`);
    this.name = 'RedisAwayError';
  }
}

/**
 * Commands of one client, each within {@link replyMs}. After a failure Redis counts as away: no command is sent until a
 * probe has been able to write, so that neither callers nor queues of commands grow.
 */
export type RedisLink = ReturnType<typeof createRedisLink>;

/** Maximum wait for a reply. Redis usually responds in less than one millisecond. */
export const replyMs = 200;

/** Replies of a Redis that works and does not accept this command now. Scripts repeat them inside their own error. */
const awayReplies =
  /\b(READONLY|OOM|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|CROSSSLOT|MISCONF|NOREPLICAS|BUSY|NOAUTH|NOPERM|WRONGPASS)\b/;
/** Replies after which another server may be found under the same address. */
const otherServerReplies = /\b(READONLY|MASTERDOWN)\b/;

/** Key: probe, which is also the name of a channel. */
const probeScript = `
redis.call('TIME')
redis.call('PUBLISH', KEYS[1], '')
return redis.call('SET', KEYS[1], '', 'PX', 1000)`;

/** Returns whether a client should connect again after this error reply, see `reconnectOnError` of ioredis. */
export function isOtherServer({ message }: Error): boolean {
  return otherServerReplies.test(message);
}

/**
 * Creates the link of a client.
 *
 * @param options.probeKey key and channel of the probe
 * @param options.onError called with an error reply that does not mean that Redis is away
 */
export function createRedisLink(
  client: RedisClient,
  { probeKey, onError }: { readonly probeKey: string; readonly onError: (error: unknown) => void },
) {
  let away: RedisAway | undefined;
  let changedAt = performance.now();
  let lostAt = Number.NEGATIVE_INFINITY;
  let mayBeLost = false;
  let connectionError: Error | undefined;
  const fail = (error: unknown): RedisAway => {
    const found = awayOf(error, { connectionError, isConnected: client.status === 'ready', isCluster: client.isCluster });
    // A forced reconnection is no other cause.
    if (away === undefined || found.code !== 'UNREACHABLE' || connectionError !== undefined) {
      if (away === undefined) changedAt = performance.now();
      away = found;
    }
    mayBeLost ||= away.code !== 'TIMEOUT';
    return away;
  };
  const keepError = (error: Error) => {
    connectionError = error;
  };
  client.on('error', keepError);
  // The error of one node of a cluster.
  client.on('node error', keepError);
  client.on('ready', () => {
    connectionError = undefined;
  });
  client.on('close', () => fail(new Error('Connection is closed.')));

  const send = async <R>(command: (client: RedisClient) => Promise<R>): Promise<R> => {
    try {
      return await within(replyMs, command(client), () => {
        throw new RedisTimeoutError(replyMs);
      });
    } catch (error) {
      const found = fail(error);
      if (found.code === 'ERROR') onError(error);
      throw new RedisAwayError(found);
    }
  };
  const command = <R>(wanted: (client: RedisClient) => Promise<R>): Promise<R> =>
    away === undefined ? send(wanted) : Promise.reject(new RedisAwayError(away));
  return {
    get away(): RedisAway | undefined {
      return away;
    },
    /** Time of the last change of `away`, see `performance.now`. */
    get changedAt(): number {
      return changedAt;
    },
    /**
     * Time until which data may have been lost: Redis was away for another reason than a slow reply, so that this is
     * another server or one that was restarted. See `performance.now`.
     */
    get lostAt(): number {
      return lostAt;
    },
    /** @throws {RedisAwayError} */
    command,
    /** @returns undefined instead of an error, for callers that have something in its place */
    run: <R>(wanted: (client: RedisClient) => Promise<R>): Promise<R | undefined> => command(wanted).catch(() => undefined),
    /**
     * Runs a script that writes a key and publishes a message, which fails wherever Redis or the user's rights do not permit
     * what processes need. Must be called regularly.
     */
    probe: async (): Promise<void> => {
      try {
        await send((usable) => usable.eval(probeScript, 1, probeKey));
      } catch {
        return;
      }
      if (away === undefined) return;
      away = undefined;
      changedAt = performance.now();
      if (mayBeLost) lostAt = changedAt;
      mayBeLost = false;
    },
  };
}

interface ConnectionState {
  readonly connectionError: Error | undefined;
  readonly isConnected: boolean;
  readonly isCluster: boolean;
}

function awayOf(error: unknown, { connectionError, isConnected, isCluster }: ConnectionState): RedisAway {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const [code] = awayReplies.exec(message) ?? [];
  if (!isCluster && (code === 'MOVED' || code === 'ASK' || code === 'CROSSSLOT')) {
    const what = 'REDIS_URL names one node of a Redis Cluster, which did not respond at the start: restart this process';
    return { code, cause: `${what} (${message})` };
  }
  if (code !== undefined) return { code, cause: message };
  // Redis reports missing rights inside a script without a code of its own.
  if (/The user executing the script can't/.test(message)) return { code: 'NOPERM', cause: message };
  if (error instanceof RedisTimeoutError) return { code: 'TIMEOUT', cause: message };
  if (error instanceof Error && error.name === 'ReplyError') return { code: 'ERROR', cause: message };
  const why = connectionError?.message ?? message;
  const known = awayReplies.exec(why)?.[0];
  if (known !== undefined) return { code: known, cause: why };
  if (/Socket timeout|ETIMEDOUT/.test(why)) return { code: 'TIMEOUT', cause: new RedisTimeoutError(replyMs).message };
  // The client reports the end of a connection only after it has refused commands for it.
  const isLost = !isConnected || /Stream isn't writeable/.test(why);
  return { code: 'UNREACHABLE', cause: isLost ? `not connected (${why})` : why };
}

/** Thrown when a command exceeds its time limit. */
class RedisTimeoutError extends Error {
  constructor(ms: number) {
    super(`Redis did not answer within ${ms} ms.`);
    this.name = 'RedisTimeoutError';
  }
}

/** A Redis, as `REDIS_URL` names it. */
export interface RedisAddress {
  /** `SERVER`: one server, which may turn out to be a node of a cluster. */
  readonly kind: 'SERVER' | 'CLUSTER' | 'SENTINEL';
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly db: number;
  /** Name of the master that the sentinels watch. */
  readonly master?: string | undefined;
  readonly sentinelUsername?: string | undefined;
  readonly sentinelPassword?: string | undefined;
}

const [redisPort, sentinelPort] = [6379, 26379];
const scheme = /^rediss?(?:\+cluster|\+sentinel)?:\/\//;
const parts = /^(redis|rediss)(?:\+(cluster|sentinel))?:\/\/(?:([^/?]*)@)?([^/?@]+)(?:\/([^?]*))?(?:\?(.*))?$/;

/**
 * Parses `REDIS_URL`: `redis://` or `rediss://` (TLS) for one server; several of them separated by commas, or
 * `redis+cluster://`, for a cluster; `redis+sentinel://host1,host2/master-name/database` for sentinels.
 *
 * @throws {Error} with the reason, which never contains the URL, because it may hold a password
 */
export function parseRedisUrl(text: string): RedisAddress {
  const [first = '', ...others] = text.split(',').map((each) => each.trim());
  const prefix = scheme.exec(first)?.[0];
  if (prefix === undefined)
    throw new Error('expected a URL with redis:, rediss:, redis+cluster:, rediss+cluster:, redis+sentinel: or rediss+sentinel:');
  const more = others.map((each) => {
    if (scheme.test(each) && !each.startsWith(prefix)) throw new Error('expected the same protocol in all URLs');
    return each.replace(scheme, '').replace(/^[^/?]*@/, '');
  });
  // Path and options of a list stand after its last host.
  const match = parts.exec([first, ...more].join(','));
  if (match === null) throw new Error('expected hosts after the protocol, then at most one path');
  const [, protocol, form, user = '', hostList = '', path = '', query = ''] = match;
  const kind = form === 'sentinel' ? 'SENTINEL' : form === 'cluster' || more.length > 0 ? 'CLUSTER' : 'SERVER';
  const hosts = hostList.split(',').map((each) => hostOf(each, kind === 'SENTINEL' ? sentinelPort : redisPort));
  const [master, database] = kind === 'SENTINEL' ? path.split('/') : [undefined, path];
  if (kind === 'SENTINEL' && !master)
    throw new Error('expected the name of the master after the sentinels: redis+sentinel://host1,host2/master-name');
  if (!/^\d*$/.test(database ?? '')) throw new Error('expected the number of a database after the host');
  const db = Number(database ?? 0);
  if (kind === 'CLUSTER' && db !== 0) throw new Error('expected no database number, because a Redis Cluster has database 0 only');
  const [username, password] = user.includes(':') ? [user.slice(0, user.indexOf(':')), user.slice(user.indexOf(':') + 1)] : [user, ''];
  const options = new URLSearchParams(query);
  return {
    kind,
    hosts,
    tls: protocol === 'rediss',
    username: decoded(username),
    password: decoded(password),
    db,
    master: decoded(master ?? ''),
    sentinelUsername: options.get('sentinelUsername') ?? undefined,
    sentinelPassword: options.get('sentinelPassword') ?? undefined,
  };
}

function hostOf(text: string, defaultPort: number): { host: string; port: number } {
  const [, host, port] = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === undefined || Number(port ?? 0) > 65_535) throw new Error('expected hosts as host or host:port');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? defaultPort) };
}

function decoded(text: string): string | undefined {
  try {
    return text === '' ? undefined : decodeURIComponent(text);
  } catch {
    throw new Error('expected user and password in percent-encoding');
  }
}
