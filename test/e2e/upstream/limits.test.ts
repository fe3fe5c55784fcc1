import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createMemoryCursorCache } from '#platform/cache/cursor-cache.ts';
import type { Standard } from '#platform/partners/partner.ts';
import { registerUpstreamMetrics } from '#platform/upstream/endpoints.ts';
import { openUpstream } from '#platform/upstream/upstream.ts';
import { deferred } from '../../support/deferred.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { openSetting } from './open-setting.ts';

const standards: readonly Standard[] = ['ARRIVAL_NOTICE', 'COMMERCIAL_SCHEDULES', 'PORT_CALL'];
const many = 'requestsPerSecond: 1000';

describe('the limits of a partner’s file', () => {
  it('limit the requests in flight over all standards, and admit waiting ones in the order of their arrival', async () => {
    await using setting = await openSetting(`${many}, concurrency: 2`);
    const held = deferred();
    const first = { after: held.promise };
    setting.fake.answer(first, first);
    const order: number[] = [];
    const sending = Array.from({ length: 9 }, async (_, place) => {
      await setting.query(standards[place % 3]);
      order.push(place);
    });
    await setting.fake.received(2);
    const health = standards.map((standard) => setting.health(standard));
    expect(health.reduce((sum, { inFlight }) => sum + inFlight, 0)).toBe(2);
    expect(health.reduce((sum, { waiting }) => sum + waiting, 0)).toBe(7);
    expect(setting.fake.requests).toHaveLength(2);
    held.resolve();
    await Promise.all(sending);
    const paths = setting.fake.requests.slice(2).map(({ url }) => url);
    expect(paths).toEqual(Array.from({ length: 7 }, (_, place) => ['/portCalls', '/arrivalNotices', '/commercialSchedules'][place % 3]));
    expect(order).toHaveLength(9);
  });

  it('limit the requests in any second, over all standards', async () => {
    const clock = createTestClock();
    await using setting = await openSetting('requestsPerSecond: 5, concurrency: 50', { clock });
    const start = clock.now();
    const seconds: number[] = [];
    setting.fake.answer(
      ...Array.from({ length: 20 }, () => () => {
        seconds.push((clock.now() - start) / 1_000);
        return {};
      }),
    );
    await Promise.all(Array.from({ length: 20 }, (_, place) => setting.query(standards[place % 3])));
    expect(Math.max(...seconds)).toBeGreaterThanOrEqual(3);
    expect(clock.now() - start).toBeGreaterThanOrEqual(3_000);
  });

  it('apply immediately when they change, also to waiting requests, and none of these is lost', async () => {
    await using setting = await openSetting(`${many}, concurrency: 1`);
    const held = deferred();
    setting.fake.answer(...Array.from({ length: 5 }, () => ({ after: held.promise })));
    const sending = standards.flatMap((standard) => [setting.query(standard), setting.query(standard)]);
    await setting.fake.received(1);
    await setting.describe(`${many}, concurrency: 5`);
    await setting.fake.received(5);
    held.resolve();
    expect((await Promise.all(sending)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('time out a request that waits until its deadline, and nothing is sent for it', async () => {
    await using setting = await openSetting('concurrency: 1, timeoutMs: 300, deadlineMs: 300');
    setting.fake.answer({ fault: 'hang' });
    const outcomes = await Promise.allSettled([setting.query(), setting.query()]);
    expect(outcomes).toMatchObject([{ reason: { code: 'UPSTREAM_TIMEOUT' } }, { reason: { code: 'UPSTREAM_TIMEOUT' } }]);
    expect(setting.fake.requests).toHaveLength(1);
  });
});

describe('a partner that requests a pause', () => {
  it.each([429, 503])('with %i and Retry-After gets it from all standards, including waiting requests', async (status) => {
    const clock = createTestClock();
    await using setting = await openSetting('concurrency: 1', { clock });
    const start = clock.now();
    const times: [string, number][] = [];
    const record = (answer: object) => (request: { readonly url: string }) => {
      times.push([request.url, clock.now() - start]);
      return answer;
    };
    setting.fake.answer(record({ status, headers: { 'retry-after': '7' } }), record({}), record({}));
    await Promise.all([setting.query('PORT_CALL'), setting.query('ARRIVAL_NOTICE')]);
    expect(times).toEqual([
      ['/portCalls', 0],
      ['/arrivalNotices', 7_000],
      ['/portCalls', 7_000],
    ]);
    expect(clock.pauses).toEqual([7_000]);
  });

  it('beyond the deadline ends the request immediately, and later ones until then', async () => {
    const clock = createTestClock();
    await using setting = await openSetting('deadlineMs: 20000', { clock });
    setting.fake.answer({ status: 503, headers: { 'retry-after': '60' } });
    await expect(setting.query('PORT_CALL')).rejects.toMatchObject({ code: 'UPSTREAM_BUSY', cause: { status: 503 } });
    await expect(setting.query('ARRIVAL_NOTICE')).rejects.toMatchObject({
      code: 'UPSTREAM_BUSY',
      message: 'Partner acme accepts no requests before 2026-03-02T13:06:00.000Z.',
    });
    expect([setting.fake.requests.length, clock.pauses]).toEqual([1, []]);
    clock.advance(45_000);
    await setting.query('ARRIVAL_NOTICE');
    expect(clock.pauses).toEqual([15_000]);
  });

  it('of a year is requested again after an hour', async () => {
    const clock = createTestClock();
    await using setting = await openSetting('', { clock });
    setting.fake.answer({ status: 429, headers: { 'retry-after': '31536000' } });
    await expect(setting.query()).rejects.toThrow('limits the request rate');
    clock.advance(60 * 60_000);
    expect((await setting.query()).status).toBe(200);
  });
});

describe('health', () => {
  it('shows responses and failures per standard', async () => {
    const clock = createTestClock();
    await using setting = await openSetting('', { clock });
    setting.fake.answer({ headers: { 'api-version': '2.0.0' } }, { status: 404 }, { status: 401 });
    await setting.query();
    clock.advance(1_000);
    for (const _ of [1, 2]) await expect(setting.query()).rejects.toMatchObject({ code: 'UPSTREAM_REJECTED' });
    expect(setting.health()).toEqual({
      partner: 'acme',
      standard: 'PORT_CALL',
      breaker: 'CLOSED',
      coolDownUntil: undefined,
      answers: 1,
      failures: 2,
      lastResponse: { at: '2026-03-02T13:05:00.000Z', milliseconds: expect.any(Number), apiVersion: '2.0.0' },
      lastFailure: {
        at: '2026-03-02T13:05:01.000Z',
        code: 'UPSTREAM_REJECTED',
        message: expect.stringContaining('rejected the credential (401)'),
      },
      inFlight: 0,
      waiting: 0,
      observed: { ignoredFilters: [], refusedRequests: [] },
    });
    expect(setting.health('ARRIVAL_NOTICE')).toMatchObject({ answers: 0, failures: 0, lastResponse: undefined, lastFailure: undefined });
    expect(setting.upstream.healthOf('unknown', 'PORT_CALL')).toBeUndefined();
  });

  it('shows which filters a partner refused, and which of them it named', async () => {
    await using setting = await openSetting();
    const body = { feedbackElements: [{ severity: 'ERROR', message: 'Query parameter vesselName is not supported' }] };
    setting.fake.answer({ status: 400, body }, { status: 400 });
    const path = '/events?UNLocationCode=NLRTM&vesselName=COFFEE%20STAR';
    await expect(setting.query('PORT_CALL', { path })).rejects.toMatchObject({ code: 'UPSTREAM_REJECTED' });
    await expect(setting.query('PORT_CALL', { path: `${path}&cursor=one` })).rejects.toMatchObject({ code: 'UPSTREAM_REJECTED' });
    expect(setting.health().observed.refusedRequests).toEqual([
      { filters: ['UNLocationCode', 'vesselName'], namedFilters: ['vesselName'] },
    ]);
  });

  it('shows the observations of another process, after they have been read', async () => {
    const cursorCache = createMemoryCursorCache();
    await using setting = await openSetting('', { cursorCache });
    setting.fake.answer({ status: 400 });
    await expect(setting.query('PORT_CALL', { path: '/events?vesselName=X' })).rejects.toThrow('rejected the request');
    await using other = openUpstream({ logger: pino({ level: 'silent' }), partners: setting.partners, cursorCache });
    other.healthOf('acme', 'PORT_CALL');
    await new Promise((resolve) => setImmediate(resolve));
    expect(other.healthOf('acme', 'PORT_CALL')?.observed).toEqual({
      ignoredFilters: [],
      refusedRequests: [{ filters: ['vesselName'], namedFilters: [] }],
    });
  });

  it('is dropped together with the partner’s file', async () => {
    await using setting = await openSetting();
    await setting.query();
    expect(setting.upstream.endpoints()).toHaveLength(1);
    await rm(setting.file);
    await setting.partners.reload();
    expect(setting.upstream.endpoints()).toEqual([]);
    expect(setting.upstream.healthOf('acme', 'PORT_CALL')).toBeUndefined();
  });

  it('is shown as metrics', async () => {
    await using setting = await openSetting();
    const registry = new Registry();
    registerUpstreamMetrics(registry, setting.upstream);
    setting.fake.answer({}, { status: 404 }, {});
    await setting.query();
    await expect(setting.query()).rejects.toThrow();
    await setting.query();
    const lines = (await registry.metrics()).split('\n');
    expect(lines).toContain('landfall_upstream_calls_total{partner="acme",standard="PORT_CALL",outcome="OK"} 2');
    expect(lines).toContain('landfall_upstream_calls_total{partner="acme",standard="PORT_CALL",outcome="UPSTREAM_REJECTED"} 1');
    for (const name of ['breaker', 'waiting', 'in_flight']) {
      expect(lines).toContain(`landfall_upstream_${name}{partner="acme",standard="PORT_CALL"} 0`);
    }
  });
});
