import { describe, expect, inject, test } from 'vitest';
import { startRedis } from '../../support/processes.ts';
import { type PushedNotice, pushNotices } from '../../support/push.ts';
import { readinessThat } from '../../support/readiness.ts';
import { createSubscriber, nameOf } from '../../support/subscriber.ts';
import { openDeployment } from '../apart/deployment.ts';

const mongodbUrl = inject('mongodbUrl');

const noticeOf = (number: number): PushedNotice => ({
  transportDocumentReference: `D${number}`,
  issueDateTime: '2026-03-02T13:05:00Z',
});

describe.runIf(mongodbUrl && inject('redisUrl'))('while Redis is unavailable', () => {
  test('events arrive nevertheless, readiness is degraded, and nothing is lost when Redis is available again', async () => {
    await using redis = await startRedis();
    await using deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redis.url });
    const subgraphs = [await deployment.serveSubgraph(), await deployment.serveSubgraph()];
    const gateway = await deployment.serveGateway({ 'arrival-notices': subgraphs[0]?.url ?? '' });
    const parts = [...subgraphs, gateway];
    const subscriber = createSubscriber('0');
    const listening = subscriber.listen(gateway.url);
    const pushed: string[] = [];
    const pushToEach = async () => {
      for (const { url } of subgraphs) {
        const notice = noticeOf(pushed.length);
        expect((await pushNotices(url, notice)).status).toBe(200);
        pushed.push(`${notice.transportDocumentReference} ${notice.issueDateTime}`);
      }
      await subscriber.until((events) => events.length >= pushed.length);
    };

    await pushToEach();
    await redis.kill();
    for (const { url } of parts) {
      const { code, status, degraded } = await readinessThat(url, (readiness) => 'redis' in readiness.degraded);
      expect([code, status, degraded['redis']]).toEqual([200, 'ready', expect.stringContaining('Redis')]);
    }
    await pushToEach();
    await pushToEach();
    await redis.restart();
    for (const { url } of parts) await readinessThat(url, ({ degraded }) => Object.keys(degraded).length === 0);
    await pushToEach();

    await subscriber.stop();
    await listening;
    expect(subscriber.events.map(nameOf).sort()).toEqual(pushed.sort());
    expect(subscriber.events.every(({ missed }) => missed === null)).toBe(true);
  });
});
