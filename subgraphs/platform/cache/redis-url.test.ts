import { expect, it } from 'vitest';
import { parseRedisUrl } from './redis-link.ts';

it.each([
  ['redis://one', { kind: 'SERVER', hosts: [{ host: 'one', port: 6379 }], tls: false, db: 0 }],
  ['rediss://:p%40ss@one:1/2', { kind: 'SERVER', hosts: [{ host: 'one', port: 1 }], tls: true, password: 'p@ss', db: 2 }],
  ['redis://user@[::1]:1', { kind: 'SERVER', hosts: [{ host: '::1', port: 1 }], tls: false, username: 'user', db: 0 }],
  [
    'redis://:a:b@one:1, redis://:a:b@two:2',
    {
      kind: 'CLUSTER',
      hosts: [
        { host: 'one', port: 1 },
        { host: 'two', port: 2 },
      ],
      tls: false,
      password: 'a:b',
      db: 0,
    },
  ],
  [
    'rediss+cluster://user:pass@one/',
    { kind: 'CLUSTER', hosts: [{ host: 'one', port: 6379 }], tls: true, username: 'user', password: 'pass', db: 0 },
  ],
  [
    'redis+sentinel://:pass@one,two:2/the-master/4?sentinelPassword=s%26t',
    {
      kind: 'SENTINEL',
      hosts: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 2 },
      ],
      tls: false,
      password: 'pass',
      db: 4,
      master: 'the-master',
      sentinelPassword: 's&t',
    },
  ],
])('parses %s', (url, expected) => {
  expect(JSON.parse(JSON.stringify(parseRedisUrl(url)))).toEqual(expected);
});

it.each([
  ['http://one', 'expected a URL with redis:'],
  ['redis://', 'expected hosts'],
  ['redis://one:99999', 'expected hosts as host or host:port'],
  ['redis://one:1/name', 'expected the number of a database'],
  ['redis://one,rediss://two', 'expected the same protocol in all URLs'],
  ['redis+cluster://one/1', 'a Redis Cluster has database 0 only'],
  ['redis+sentinel://one', 'expected the name of the master'],
  ['redis://:secret%@one', 'expected user and password in percent-encoding'],
])('refuses %s and never repeats it', (url, reason) => {
  expect(() => parseRedisUrl(url)).toThrow(reason);
  expect(() => parseRedisUrl(url)).not.toThrow('secret');
});
