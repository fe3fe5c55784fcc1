import { describe, expect, it } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { openFakePartner, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { openSetting, type Setting } from './open-setting.ts';

const broken: ScriptedAnswer = { status: 500 };
const times = (count: number, answer: ScriptedAnswer) => Array.from({ length: count }, () => answer);
const coolingDown = { code: 'UPSTREAM_BUSY', message: expect.stringContaining('failed several times in a row') };

/** A wait that only its signal ends. */
const untilAborted = (_ms: number, signal?: AbortSignal) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** Sends requests until the breaker opens. */
async function failUntilOpen(setting: Setting): Promise<void> {
  setting.fake.answer(...times(10, broken));
  for (let time = 0; time < 10; time += 1) await expect(setting.query()).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
  expect(setting.health().breaker).toBe('OPEN');
}

describe('a partner that fails several times in a row', () => {
  it('gets no requests for a while, and those for that standard fail immediately', async () => {
    const clock = createTestClock();
    await using setting = await openSetting('', { clock });
    await failUntilOpen(setting);
    await expect(setting.query()).rejects.toMatchObject({ ...coolingDown, message: expect.stringContaining('2026-03-02T13:05:10.000Z') });
    expect(setting.fake.requests).toHaveLength(10);
    expect(setting.health()).toMatchObject({ coolDownUntil: '2026-03-02T13:05:10.000Z', failures: 10 });
    expect((await setting.query('ARRIVAL_NOTICE')).status).toBe(200);
  });

  it.each<[string, ScriptedAnswer]>([
    ['429', { status: 429 }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['a lost connection', { fault: 'drop' }],
    ['half a body', { fault: 'cut', body: '{}' }],
    ['silence', { fault: 'hang' }],
  ])('is one that answers with %s; retries end then', async (_what, answer) => {
    await using setting = await openSetting('timeoutMs: 300, deadlineMs: 20000', { clock: createTestClock() });
    setting.fake.answer(...times(10, answer));
    while (setting.health().breaker === 'CLOSED') await expect(setting.query()).rejects.not.toMatchObject(coolingDown);
    await expect(setting.query()).rejects.toMatchObject(coolingDown);
    await setting.fake.received(10);
    expect(setting.fake.requests).toHaveLength(10);
  });

  it.each<[string, ScriptedAnswer]>([
    ['400', { status: 400 }],
    ['401', { status: 401 }],
    ['404', { status: 404 }],
    ['a redirect', { status: 302, headers: { location: 'http://elsewhere.example' } }],
    ['too much', { fault: 'flood' }],
  ])('is not one that answers with %s', async (_what, answer) => {
    await using setting = await openSetting('maxBodyBytes: 1000, requestsPerSecond: 1000');
    setting.fake.answer(...times(11, answer));
    for (let time = 0; time < 11; time += 1) await expect(setting.query()).rejects.not.toMatchObject(coolingDown);
    expect(setting.health().breaker).toBe('CLOSED');
    expect((await setting.query()).status).toBe(200);
  });

  it('fails waiting requests for that standard immediately; those for another standard continue', async () => {
    await using setting = await openSetting('concurrency: 1, requestsPerSecond: 1000');
    const held = deferred();
    setting.fake.answer({ ...broken, after: held.promise }, ...times(9, broken));
    const sending = Promise.allSettled(Array.from({ length: 13 }, () => setting.query()));
    const other = setting.query('ARRIVAL_NOTICE');
    await setting.fake.received(1);
    expect([setting.health().waiting, setting.health('ARRIVAL_NOTICE').waiting]).toEqual([12, 1]);
    held.resolve();
    const outcomes = await sending;
    expect(outcomes.slice(10)).toMatchObject([{ reason: coolingDown }, { reason: coolingDown }, { reason: coolingDown }]);
    expect((await other).status).toBe(200);
    expect(setting.fake.requests).toHaveLength(11);
  });

  it('fails requests that pause before a retry immediately', async () => {
    await using setting = await openSetting('concurrency: 10, requestsPerSecond: 1000, deadlineMs: 60000', {
      // Does not advance, because on a busy machine a pause could end before the partner has failed often enough.
      clock: { ...createTestClock(), wait: untilAborted },
    });
    setting.fake.answer({ status: 503 });
    const patient = setting.query();
    await setting.fake.received(1);
    setting.fake.answer(...times(9, broken));
    for (let time = 0; time < 9; time += 1) await expect(setting.query()).rejects.toMatchObject({ cause: { status: 500 } });
    await expect(patient).rejects.toMatchObject(coolingDown);
    expect(setting.fake.requests).toHaveLength(10);
  });
});

describe('a partner after its cool-down', () => {
  it('gets one trial request at a time, and all after its success', async () => {
    const clock = createTestClock();
    await using setting = await openSetting('', { clock });
    await failUntilOpen(setting);
    clock.advance(10_000);
    const held = deferred();
    setting.fake.answer({ after: held.promise });
    const probe = setting.query();
    await setting.fake.received(11);
    expect(setting.health().breaker).toBe('HALF_OPEN');
    await expect(setting.query()).rejects.toMatchObject(coolingDown);
    held.resolve();
    expect((await probe).status).toBe(200);
    expect(setting.health()).toMatchObject({ breaker: 'CLOSED', coolDownUntil: undefined });
    await Promise.all([setting.query(), setting.query()]);
    expect(setting.fake.requests).toHaveLength(13);
  });

  it('has a longer cool-down when it still fails', async () => {
    const clock = createTestClock();
    await using setting = await openSetting('', { clock, breakerCoolDown: { firstMs: 1_000, nextMs: 5_000 } });
    await failUntilOpen(setting);
    clock.advance(1_000);
    setting.fake.answer(broken);
    await expect(setting.query()).rejects.toMatchObject({ cause: { status: 500 } });
    expect(setting.health().coolDownUntil).toBe('2026-03-02T13:05:06.000Z');
    clock.advance(4_999);
    await expect(setting.query()).rejects.toMatchObject(coolingDown);
    clock.advance(1);
    expect((await setting.query()).status).toBe(200);
  });

  it('gets requests immediately when its file has another address, and not with the same one', async () => {
    await using setting = await openSetting('requestsPerSecond: 1000');
    await failUntilOpen(setting);
    await setting.describe('concurrency: 9');
    await expect(setting.query()).rejects.toMatchObject(coolingDown);
    await using moved = await openFakePartner({ otherwise: {} });
    await setting.describe('', moved.url);
    expect(setting.health()).toMatchObject({ breaker: 'CLOSED', failures: 0 });
    expect((await setting.query()).status).toBe(200);
    expect(moved.requests).toHaveLength(1);
  });
});
