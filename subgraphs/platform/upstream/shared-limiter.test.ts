import { expect, it } from 'vitest';
import type { Entrant } from './limiter.ts';
import type { LimitReply, PartnerCoolDown, RedisLimits } from './redis-limits.ts';
import type { Counting } from './replicas.ts';
import { CoolingDownError, createSharedLimiter } from './shared-limiter.ts';

const start = Date.UTC(2026, 2, 2, 13, 5);
const standard = 'PORT_CALL';

/** A limiter of one replica, with what Redis and the other replicas say to it. */
function open(answers: LimitReply[] = []) {
  let now = start;
  const clock = {
    now: () => now,
    wait: async (ms: number) => {
      now += ms;
    },
  };
  const told: unknown[] = [];
  let rest: PartnerCoolDown = { pausedMs: 0, coolingMs: 0 };
  const redis: RedisLimits = {
    isConfirmed: () => true,
    runId: async () => 'redis',
    acquire: async () => answers.shift() ?? { kind: 'AWAY' },
    arrived: (_partner, { lease }) => told.push(['arrived', lease]),
    release: (_partner, { lease }) => told.push(['release', lease]),
    pause: (_partner, ms) => told.push(['pause', ms]),
    coolDown: (_partner, { ms }) => told.push(['cool down', ms]),
    endCoolDown: () => told.push(['end of cool-down']),
    restOf: () => rest,
    onSlot: () => {},
    [Symbol.asyncDispose]: async () => {},
  };
  const replicas: { counting: Counting | undefined; underWay: number; begin(): void; end(): void } = {
    counting: { kind: 'REDIS', runId: 'redis' },
    underWay: 0,
    begin: () => {
      replicas.underWay += 1;
    },
    end: () => {
      replicas.underWay -= 1;
    },
  };
  const limits = { requestsPerSecond: 100, concurrency: 10, timeoutMs: 1_000 };
  const limiter = createSharedLimiter('acme', { limits, clock, shared: { redis, replicas } });
  const enter = (entrant: Partial<Entrant> = {}) => limiter.enter({ standard, deadline: now + 60_000, notBefore: 0, ...entrant });
  const setRest = (changed: Partial<PartnerCoolDown>) => {
    rest = { pausedMs: 0, coolingMs: 0, ...changed };
  };
  return { clock, told, replicas, limiter, enter, setRest };
}

const shares: Counting = { kind: 'SHARES', rank: 0, count: 3 };

it('leaves a partner alone by its share for as long as any replica was told before Redis went away', async () => {
  const { clock, replicas, enter, setRest } = open();
  replicas.counting = shares;
  setRest({ coolingMs: 5_000 });
  await expect(enter()).rejects.toThrow(CoolingDownError);
  await expect(enter()).rejects.toMatchObject({ code: 'UPSTREAM_BUSY', until: start + 5_000 });
  setRest({ pausedMs: 90_000 });
  await expect(enter()).rejects.toMatchObject({ code: 'UPSTREAM_BUSY', retryAt: start + 90_000 });
  expect(replicas.underWay).toBe(0);
  setRest({});
  await clock.wait(90_000);
  await enter();
  expect(replicas.underWay).toBe(1);
});

it('obeys a pause that Redis tells, and tells one that this replica was asked for', async () => {
  const { told, limiter, enter } = open([{ kind: 'PAUSED', ms: 90_000 }]);
  limiter.hold(start + 3_000);
  expect(told).toEqual([['pause', 3_000]]);
  await expect(enter({ deadline: start + 5_000 })).rejects.toMatchObject({ code: 'UPSTREAM_BUSY', retryAt: start + 93_000 });
});

it('counts a call from its grant until it has ended, and begins none while the way of counting changes', async () => {
  const { told, replicas, limiter, enter } = open([{ kind: 'GRANTED', lease: 'one', isProbe: false }]);
  await enter();
  expect(replicas.underWay).toBe(1);
  replicas.counting = undefined;
  await expect(enter()).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
  limiter.leave();
  expect([replicas.underWay, told]).toEqual([0, [['release', 'one']]]);
});

it('tells once that a request has arrived, and gives back the lease of a call of which that was told', async () => {
  const { told, limiter, enter } = open(['one', 'two'].map((lease) => ({ kind: 'GRANTED', lease, isProbe: false })));
  await enter();
  await enter();
  limiter.arrived();
  limiter.leave();
  limiter.leave(true);
  expect(told).toEqual([
    ['arrived', 'one'],
    ['release', 'two'],
    ['release', 'one'],
  ]);
});

it('gives a grant back that came while the way of counting changed', async () => {
  const { told, replicas, enter } = open([{ kind: 'GRANTED', lease: 'late', isProbe: false }]);
  const entering = enter();
  replicas.counting = shares;
  await expect(entering).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
  expect([replicas.underWay, told]).toEqual([0, [['release', 'late']]]);
});

it('lets another call probe where the one that was to is not wanted any more', async () => {
  const { told, replicas, enter } = open([{ kind: 'GRANTED', lease: 'probe', isProbe: true }]);
  const abort = new AbortController();
  const entering = enter({ signal: abort.signal });
  abort.abort(new Error('not needed any more'));
  await expect(entering).rejects.toThrow('not needed any more');
  await new Promise((resolve) => setImmediate(resolve));
  expect([replicas.underWay, told]).toEqual([
    0,
    [
      ['cool down', 0],
      ['release', 'probe'],
    ],
  ]);
});
