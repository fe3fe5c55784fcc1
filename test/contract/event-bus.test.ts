import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { describe, expect, inject, it } from 'vitest';
import { createMemoryBus, createRedisBus, type EventBus } from '#platform/log/event-bus.ts';
import { openRedis } from '#platform/process/redis.ts';
import { startRedis } from '../support/processes.ts';
import { sendToRedis } from '../support/redis-servers.ts';
import { until } from '../support/until.ts';
import { connectedBoth, describeBus, listenTo, type OpenedBus } from './event-bus.ts';

describeBus('memory bus', async (): Promise<OpenedBus> => {
  const bus = createMemoryBus();
  return { bus, other: bus, [Symbol.asyncDispose]: () => bus[Symbol.asyncDispose]() };
});

const url = inject('redisUrl');
if (url !== undefined) {
  describeBus('Redis bus', async () => openPair(url));
  describe('Redis bus', () => describeRedis(url));
}

function describeRedis(redisUrl: string): void {
  it('works again after Redis was unavailable, and reports in the meantime that it is not connected', async () => {
    await using redis = await startRedis();
    await using opened = await openPair(redis.url);
    const before = listenTo(opened.bus, 'sequenced');
    await connectedBoth(opened);
    opened.other.publish('sequenced', { log: 'arrival-notice-versions', head: 1 });
    expect(await before.first()).toMatchObject({ head: 1 });

    await redis.kill();
    await until(() => !opened.bus.connected && !opened.other.connected);
    const meanwhile = listenTo(opened.bus, 'appended');
    opened.other.publish('sequenced', { log: 'arrival-notice-versions', head: 2 });
    await redis.restart();
    await connectedBoth(opened);

    opened.other.publish('sequenced', { log: 'arrival-notice-versions', head: 3 });
    opened.other.publish('appended', { log: 'arrival-notice-versions' });
    expect(await meanwhile.first()).toEqual({ log: 'arrival-notice-versions' });
    await until(() => before.received.at(-1)?.head === 3);
    expect(before.received.map(({ head }) => head)).toEqual([1, 3]);
  });

  it('reaches the listeners of its own process while Redis is unavailable', async () => {
    await using redis = await startRedis();
    await using opened = await openPair(redis.url);
    const listening = listenTo(opened.bus, 'sequenced');
    await connectedBoth(opened);
    await redis.kill();
    await until(() => !opened.bus.connected);
    opened.bus.publish('sequenced', { log: 'arrival-notice-versions', head: 1 });
    expect(await listening.first()).toMatchObject({ head: 1 });
  });

  it('receives messages again after Redis withdrew the right to its channels and gave it back', async () => {
    await using redis = await startRedis();
    await using opened = await openPair(redis.url);
    const listening = listenTo(opened.bus, 'sequenced');
    await connectedBoth(opened);
    await sendToRedis(redis.port, ['ACL', 'SETUSER', 'default', 'resetchannels']);
    await until(() => !opened.bus.connected);
    // A new connection was refused the channel.
    await until(async () => JSON.stringify(await sendToRedis(redis.port, ['ACL', 'LOG'])).includes('cmd=subscribe'));
    await sendToRedis(redis.port, ['ACL', 'SETUSER', 'default', 'allchannels']);
    await connectedBoth(opened);
    opened.other.publish('sequenced', { log: 'arrival-notice-versions', head: 1 });
    expect(await listening.first()).toMatchObject({ head: 1 });
  });

  it('ignores messages that no bus has sent', async () => {
    await using raw = disposable(new Redis(redisUrl));
    const prefix = randomUUID();
    await using opened = await openPair(redisUrl, prefix);
    const listening = listenTo(opened.bus, 'sequenced');
    await connectedBoth(opened);
    const message = { log: 'arrival-notice-versions', head: 1 };
    const foreign = ['', '{', 'null', '7', '[]', '{}', '{"from":"x"}', JSON.stringify(message), JSON.stringify({ from: 1, message })];
    const wrong = [null, {}, { log: 7, head: 1 }, { log: 'x' }, { log: 'x', head: '1' }, { log: 'x', head: 1.5 }].map((other) => {
      return JSON.stringify({ from: 'x', message: other });
    });
    for (const text of [...foreign, ...wrong]) await raw.client.publish(`${prefix}:sequenced`, text);
    await raw.client.publish(`${prefix}:sequenced`, JSON.stringify({ from: 'x', message }));
    expect(await listening.first()).toEqual(message);
    expect(listening.received).toEqual([message]);
  });

  it('receives nothing from a deployment with another prefix', async () => {
    await using ours = await openPair(redisUrl);
    await using theirs = await openPair(redisUrl);
    const listening = listenTo(ours.bus, 'sequenced');
    await connectedBoth(ours);
    await connectedBoth(theirs);
    const echo = listenTo(theirs.bus, 'sequenced');
    await connectedBoth(theirs);
    theirs.other.publish('sequenced', { log: 'arrival-notice-versions', head: 1 });
    await echo.first();
    ours.other.publish('sequenced', { log: 'arrival-notice-versions', head: 2 });
    expect(await listening.first()).toMatchObject({ head: 2 });
  });
}

async function openPair(redisUrl: string, prefix: string = randomUUID()): Promise<OpenedBus> {
  const [bus, other] = [await openBus(redisUrl, prefix), await openBus(redisUrl, prefix)];
  return {
    bus,
    other,
    [Symbol.asyncDispose]: async () => {
      await bus[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
    },
  };
}

async function openBus(redisUrl: string, prefix: string): Promise<EventBus> {
  const redis = await openRedis(redisUrl, { logger: undefined, prefix });
  const bus = createRedisBus(redis.commands, redis.subscriber, { prefix });
  return {
    publish: bus.publish,
    subscribe: bus.subscribe,
    get connected() {
      return bus.connected;
    },
    [Symbol.asyncDispose]: async () => {
      await bus[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
    },
  };
}

function disposable(client: Redis): AsyncDisposable & { readonly client: Redis } {
  return { client, [Symbol.asyncDispose]: async () => client.disconnect() };
}
