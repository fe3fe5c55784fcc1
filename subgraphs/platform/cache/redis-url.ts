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
