import { describe, expect, inject, it } from 'vitest';
import { disposeAll, openBus, openSharedLimits } from '#platform/process/backends.ts';
import { openRedis } from '#platform/process/redis.ts';
import { deferred } from '../../support/deferred.ts';
import { startRedis } from '../../support/processes.ts';
import { until } from '../../support/until.ts';

const standard = 'PORT_CALL';

describe.runIf(inject('redisUrl'))('two deployments on two databases of one Redis server', () => {
  it('do not wake each other', async () => {
    await using redis = await startRedis();
    const open = async (database: number) => {
      const connections = await openRedis(`${redis.url}/${database}`, { logger: undefined });
      const bus = await openBus(connections);
      return {
        publish: bus.publish,
        subscribe: bus.subscribe,
        get connected() {
          return bus.connected;
        },
        [Symbol.asyncDispose]: () => disposeAll([bus, connections]),
      };
    };
    await using own = await open(1);
    await using sibling = await open(1);
    await using other = await open(2);
    await using otherSibling = await open(2);
    while (![own, sibling, other, otherSibling].every(({ connected }) => connected)) await new Promise((resolve) => setImmediate(resolve));
    const heads: number[] = [];
    const [received, otherReceived] = [deferred(), deferred()];
    sibling.subscribe('sequenced', () => received.resolve());
    otherSibling.subscribe('sequenced', ({ head }) => {
      heads.push(head ?? Number.NaN);
      if (head === 2) otherReceived.resolve();
    });
    // Subscribing takes a round trip, so messages are sent until one is received.
    const publishUntil = async (publish: () => void, end: Promise<void>) => {
      let isReceived = false;
      end.then(() => {
        isReceived = true;
      });
      for (; !isReceived; await new Promise((resolve) => setImmediate(resolve))) publish();
    };
    await publishUntil(() => other.publish('sequenced', { log: 'port-call-events', head: 2 }), otherReceived.promise);
    await publishUntil(() => own.publish('sequenced', { log: 'port-call-events', head: 1 }), received.promise);
    // Redis delivers in order, so this message arrives after one of the other database.
    const last = deferred();
    otherSibling.subscribe('appended', () => last.resolve());
    await publishUntil(() => other.publish('appended', { log: 'port-call-events' }), last.promise);
    expect(new Set(heads)).toEqual(new Set([2]));
  });

  it('do not share pauses of partners', async () => {
    await using redis = await startRedis();
    const open = async (database: number) => {
      const connections = await openRedis(`${redis.url}/${database}`, { logger: undefined });
      const limits = await openSharedLimits(connections);
      const close = () => disposeAll([limits, connections]);
      return { ...limits.shared, [Symbol.asyncDispose]: close };
    };
    await using own = await open(1);
    await using sibling = await open(1);
    await using other = await open(2);
    own.pause('acme', 60_000);
    other.pause('other-line', 60_000);
    await until(() => sibling.waitsOf('acme', standard).pausedMs > 0);
    expect([other.waitsOf('acme', standard).pausedMs, sibling.waitsOf('other-line', standard).pausedMs]).toEqual([0, 0]);
  });
});
