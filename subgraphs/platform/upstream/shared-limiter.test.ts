import { expect, it } from 'vitest';
import type { SlotRequest } from './limiter.ts';
import type { LimitReply, PartnerCoolDown, RedisLimits } from './redis-limits.ts';
import type { Counting } from './replicas.ts';
import { CoolingDownError, createSharedLimiter } from './shared-limiter.ts';

const start = Date.UTC(2026, 2, 2, 13, 5);
const standard = 'PORT_CALL';

/** Opens a limiter of one replica, with the replies of Redis and the state of the other replicas. */
function open(replies: LimitReply[] = []) {
  let now = start;
  const clock = {
    now: () => now,
    wait: async (ms: number) => {
      now += ms;
    },
  };
  const commands: unknown[] = [];
  let coolDown: PartnerCoolDown = { pausedMs: 0, coolingMs: 0 };
  const redis: RedisLimits = {
    isConfirmed: () => true,
    runId: async () => 'redis',
    acquire: async () => replies.shift() ?? { kind: 'AWAY' },
    markArrived: (_partner, { lease }) => commands.push(['arrived', lease]),
    release: (_partner, { lease }) => commands.push(['release', lease]),
    pause: (_partner, ms) => commands.push(['pause', ms]),
    coolDown: (_partner, { ms }) => commands.push(['cool down', ms]),
    endCoolDown: () => commands.push(['end of cool-down']),
    coolDownOf: () => coolDown,
    onSlot: () => {},
    [Symbol.asyncDispose]: async () => {},
  };
  const replicas: { counting: Counting | undefined; inFlight: number; renew(): undefined; begin(): void; end(): void } = {
    counting: { kind: 'REDIS', runId: 'redis' },
    inFlight: 0,
    renew: () => undefined,
    begin: () => {
      replicas.inFlight += 1;
    },
    end: () => {
      replicas.inFlight -= 1;
    },
  };
  const limits = { requestsPerSecond: 100, concurrency: 10, timeoutMs: 1_000 };
  const limiter = createSharedLimiter('acme', { limits, clock, shared: { redis, replicas } });
  const acquire = (request: Partial<SlotRequest> = {}) => limiter.acquire({ standard, deadline: now + 60_000, notBefore: 0, ...request });
  const setCoolDown = (changed: Partial<PartnerCoolDown>) => {
    coolDown = { pausedMs: 0, coolingMs: 0, ...changed };
  };
  return { clock, commands, replicas, limiter, acquire, setCoolDown };
}

const shares: Counting = { kind: 'SHARES', rank: 0, count: 3 };

it('keeps pauses and cool-downs that were found before Redis failed while it counts by shares', async () => {
  const { clock, replicas, acquire, setCoolDown } = open();
  replicas.counting = shares;
  setCoolDown({ coolingMs: 5_000 });
  await expect(acquire()).rejects.toThrow(CoolingDownError);
  await expect(acquire()).rejects.toMatchObject({ code: 'UPSTREAM_BUSY', until: start + 5_000 });
  setCoolDown({ pausedMs: 90_000 });
  await expect(acquire()).rejects.toMatchObject({ code: 'UPSTREAM_BUSY', retryAt: start + 90_000 });
  expect(replicas.inFlight).toBe(0);
  setCoolDown({});
  await clock.wait(90_000);
  await acquire();
  expect(replicas.inFlight).toBe(1);
});

it('obeys a pause of another replica, and reports its own', async () => {
  const { commands, limiter, acquire } = open([{ kind: 'PAUSED', ms: 90_000 }]);
  limiter.pauseUntil(start + 3_000);
  expect(commands).toEqual([['pause', 3_000]]);
  await expect(acquire({ deadline: start + 5_000 })).rejects.toMatchObject({ code: 'UPSTREAM_BUSY', retryAt: start + 93_000 });
});

it('counts a request from its grant to its end, and begins none while the way of counting changes', async () => {
  const { commands, replicas, limiter, acquire } = open([{ kind: 'GRANTED', lease: 'one', isProbe: false }]);
  await acquire();
  expect(replicas.inFlight).toBe(1);
  replicas.counting = undefined;
  await expect(acquire()).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
  limiter.release();
  expect([replicas.inFlight, commands]).toEqual([0, [['release', 'one']]]);
});

it('reports an arrival once, and releases the lease of an arrived request', async () => {
  const { commands, limiter, acquire } = open(['one', 'two'].map((lease) => ({ kind: 'GRANTED', lease, isProbe: false })));
  await acquire();
  await acquire();
  limiter.markArrived();
  limiter.release();
  limiter.release(true);
  expect(commands).toEqual([
    ['arrived', 'one'],
    ['release', 'two'],
    ['release', 'one'],
  ]);
});

it('releases a grant that arrived while the way of counting changed', async () => {
  const { commands, replicas, acquire } = open([{ kind: 'GRANTED', lease: 'late', isProbe: false }]);
  const acquiring = acquire();
  replicas.counting = shares;
  await expect(acquiring).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
  expect([replicas.inFlight, commands]).toEqual([0, [['release', 'late']]]);
});

it('lets another request probe when the first one is aborted', async () => {
  const { commands, replicas, acquire } = open([{ kind: 'GRANTED', lease: 'probe', isProbe: true }]);
  const abort = new AbortController();
  const acquiring = acquire({ signal: abort.signal });
  abort.abort(new Error('not needed any more'));
  await expect(acquiring).rejects.toThrow('not needed any more');
  await new Promise((resolve) => setImmediate(resolve));
  expect([replicas.inFlight, commands]).toEqual([
    0,
    [
      ['cool down', 0],
      ['release', 'probe'],
    ],
  ]);
});
