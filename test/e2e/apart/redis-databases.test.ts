import { describe, expect, inject, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openBus } from '#platform/process/backends.ts';
import { openConnectedLimits } from '../../support/connected-limits.ts';
import { deferred } from '../../support/deferred.ts';
import { startRedis } from '../../support/processes.ts';

const standard = 'PORT_CALL';
const limits = { requestsPerSecond: 100, concurrency: 1, timeoutMs: 100 };

describe.runIf(inject('redisUrl'))('two deployments on two databases of one Redis server', () => {
  it('do not wake each other', async () => {
    await using redis = await startRedis();
    const open = (database: number) => openBus(readConfig({ REDIS_URL: `${redis.url}/${database}` }));
    await using own = await open(1);
    await using sibling = await open(1);
    await using other = await open(2);
    await using otherSibling = await open(2);
    while (![own, sibling, other, otherSibling].every(({ connected }) => connected)) await new Promise((resolve) => setImmediate(resolve));
    const heads: number[] = [];
    const [received, otherReceived] = [deferred(), deferred()];
    sibling.subscribe('sequenced', () => received.resolve());
    otherSibling.subscribe('sequenced', ({ head }) => {
      heads.push(head);
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
    const open = (database: number) => openConnectedLimits(`${redis.url}/${database}`, 'landfall');
    await using own = await open(1);
    await using sibling = await open(1);
    await using other = await open(2);
    // A longer pause is reported again, until the other replica has subscribed.
    for (let ms = 60_000; sibling.coolDownOf('acme', standard).pausedMs === 0; ms += 1_000) {
      own.pause('acme', ms);
      await new Promise((resolve) => setImmediate(resolve));
    }
    // A round trip later, the message would have arrived here too.
    await other.runId();
    expect(other.coolDownOf('acme', standard).pausedMs).toBe(0);
    expect((await other.acquire('acme', { limits, standard })).kind).toBe('GRANTED');
  });
});
