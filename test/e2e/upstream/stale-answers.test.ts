import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type CursorCache, createMemoryCursorCache } from '#platform/cache/cursor-cache.ts';
import { noticeWith, vesselScheduleWith } from '../../contract/matching/samples.ts';
import { deferred } from '../../support/deferred.ts';
import { createTestClock, type TestClock } from '../../support/test-clock.ts';
import { type OpenJoins, openJoins } from '../matching/open-joins.ts';
import { type OpenSchedules, openSchedules, type ProducerFile, pageOf, serviceOf } from '../schedules/open-schedules.ts';

interface Answered {
  readonly vesselSchedules: {
    readonly nodes: { readonly carrierServiceCode: string; readonly retrievedAt: string }[];
    readonly pageInfo: { readonly endCursor: string | null };
    readonly sources: { readonly status: string; readonly retrievedAt: string | null; readonly feedback: object[] }[];
  };
}
const query = `query ($maxAgeSeconds: Int, $first: Int, $after: String) {
  vesselSchedules(filter: { vesselIMONumber: "9321483" }, maxAgeSeconds: $maxAgeSeconds, first: $first, after: $after) {
    nodes { carrierServiceCode retrievedAt } pageInfo { endCursor } sources { status retrievedAt feedback { severity message } } } }`;
const minute = 60_000;

interface Opened extends AsyncDisposable {
  readonly schedules: OpenSchedules;
  /** A clock that the test advances. */
  readonly clock: TestClock;
  /** Resolves when a reusable answer has been stored, from now on. */
  nextKept(): Promise<unknown>;
}

/** Opens one Producer. */
async function open(file: ProducerFile = {}): Promise<Opened> {
  const clock = createTestClock();
  const kept = new EventEmitter();
  const cache = createMemoryCursorCache({ clock });
  const cursorCache: CursorCache = {
    ...cache,
    put: async (key, value, ttlMs) => {
      await cache.put(key, value, ttlMs);
      if (key.startsWith('schedules-latest')) kept.emit('kept');
    },
  };
  const schedules = await openSchedules({ acme: file }, { clock, cursorCache });
  return { clock, schedules, nextKept: () => once(kept, 'kept'), [Symbol.asyncDispose]: () => schedules[Symbol.asyncDispose]() };
}

async function sendQuery(schedules: OpenSchedules, variables: object = {}) {
  const { vesselSchedules } = await schedules.query<Answered>(query, { ...variables });
  return { ...vesselSchedules, codes: vesselSchedules.nodes.map(({ carrierServiceCode }) => carrierServiceCode) };
}

describe('an answer of more than a quarter of an hour', () => {
  it('is returned immediately if the client set no maximum age, and renewed in the background, once', async () => {
    await using opened = await open();
    const { schedules, clock, nextKept } = opened;
    const producer = schedules.producer('acme');
    const held = deferred();
    producer.answer(pageOf([serviceOf('A')]), { ...pageOf([serviceOf('B')]), after: held.promise });
    await sendQuery(schedules);
    clock.advance(59 * minute);
    const stale = await Promise.all([sendQuery(schedules), sendQuery(schedules)]);
    expect(stale.map(({ codes, sources }) => [codes, sources])).toEqual(
      Array(2).fill([['A'], [{ status: 'OK', retrievedAt: '2026-03-02T13:05:00.000Z', feedback: [] }]]),
    );
    await producer.received(2);
    expect((await sendQuery(schedules)).codes).toEqual(['A']);
    const renewed = nextKept();
    held.resolve();
    await renewed;
    expect((await sendQuery(schedules)).codes).toEqual(['B']);
    expect(producer.requests).toHaveLength(2);
  });

  it('is not returned if the client set a maximum age', async () => {
    await using opened = await open();
    const { schedules, clock } = opened;
    schedules.producer('acme').answer(pageOf([serviceOf('A')]), pageOf([serviceOf('B')]));
    await sendQuery(schedules);
    clock.advance(15 * minute + 1);
    expect((await sendQuery(schedules, { maxAgeSeconds: 900 })).codes).toEqual(['B']);
  });

  it('is no longer returned after an hour', async () => {
    await using opened = await open();
    const { schedules, clock } = opened;
    schedules.producer('acme').answer(pageOf([serviceOf('A')]), pageOf([serviceOf('B')]));
    await sendQuery(schedules);
    clock.advance(60 * minute + 1);
    expect((await sendQuery(schedules)).codes).toEqual(['B']);
  });

  it('is kept while the Producer fails in the background, and is renewed when it answers again', async () => {
    await using opened = await open();
    const { schedules, clock, nextKept } = opened;
    const producer = schedules.producer('acme');
    const held = deferred();
    producer.answer(pageOf([serviceOf('A')]), { status: 500, after: held.promise }, pageOf([serviceOf('B')]));
    await sendQuery(schedules);
    clock.advance(30 * minute);
    expect((await sendQuery(schedules)).sources).toMatchObject([{ status: 'OK' }]);
    await producer.received(2);
    const waiting = sendQuery(schedules, { maxAgeSeconds: 0 });
    held.resolve();
    expect(await waiting).toMatchObject({ codes: ['A'], sources: [{ status: 'FAILED' }] });
    const renewed = nextKept();
    expect(await sendQuery(schedules)).toMatchObject({ codes: ['A'], sources: [{ status: 'OK' }] });
    await renewed;
    expect((await sendQuery(schedules)).codes).toEqual(['B']);
    expect(producer.requests).toHaveLength(3);
  });
});

describe('a Producer that fails now', () => {
  it.each([
    ['FAILED', { status: 500 }],
    ['FAILED', { body: '<html>' }],
    ['TIMED_OUT', { fault: 'hang' }],
  ] as const)('has the rows of its last answer shown, with the status %s and their age', async (status, failure) => {
    await using opened = await open(status === 'TIMED_OUT' ? { limits: 'timeoutMs: 1000, deadlineMs: 1500' } : {});
    const { schedules, clock } = opened;
    schedules.producer('acme').answer(pageOf([serviceOf('A'), serviceOf('B')]), failure);
    await sendQuery(schedules);
    clock.advance(20 * minute);
    const now = await sendQuery(schedules, { maxAgeSeconds: 60, first: 1 });
    expect(now.nodes).toEqual([{ carrierServiceCode: 'A', retrievedAt: '2026-03-02T13:05:00.000Z' }]);
    expect(now.sources).toEqual([
      {
        status,
        retrievedAt: '2026-03-02T13:05:00.000Z',
        feedback: [
          { severity: 'ERROR', message: expect.any(String) },
          { severity: 'WARN', message: 'The partner did not answer; these rows are from its answer 1200 seconds ago.' },
        ],
      },
    ]);
    const next = await sendQuery(schedules, { first: 1, after: now.pageInfo.endCursor });
    expect([next.codes, next.sources]).toEqual([['B'], now.sources]);
  });

  it('shows the same rows under the same cursors to all queries that waited', async () => {
    await using opened = await open();
    const { schedules, clock } = opened;
    const producer = schedules.producer('acme');
    const held = deferred();
    producer.answer(pageOf([serviceOf('A')]), { status: 500, after: held.promise });
    await sendQuery(schedules);
    clock.advance(minute);
    const sending = Promise.all([0, 1].map((maxAgeSeconds) => sendQuery(schedules, { maxAgeSeconds })));
    await producer.received(2);
    held.resolve();
    const [left, right] = await sending;
    expect(left).toEqual(right);
    expect(producer.requests).toHaveLength(2);
  });

  it.each([
    ['denies us the answer', { status: 403 }, 'DENIED'],
    ['refuses the request', { status: 400 }, 'REFUSED_FILTER'],
  ] as const)('shows no earlier rows if it %s', async (_how, answer, status) => {
    await using opened = await open();
    const { schedules } = opened;
    schedules.producer('acme').answer(pageOf([serviceOf('A')]), answer);
    await sendQuery(schedules);
    expect(await sendQuery(schedules, { maxAgeSeconds: 0 })).toMatchObject({
      codes: [],
      sources: [{ status, feedback: [{ severity: 'ERROR' }] }],
    });
  });

  it('shows the new rows if some pages were received', async () => {
    await using opened = await open();
    const { schedules } = opened;
    schedules.producer('acme').answer(pageOf([serviceOf('A')]), pageOf([serviceOf('B')], 'more'), { status: 500 });
    await sendQuery(schedules);
    expect(await sendQuery(schedules, { maxAgeSeconds: 0 })).toMatchObject({ codes: ['B'], sources: [{ status: 'FAILED' }] });
  });

  it('shows nothing older than an hour, or from another entitlement', async () => {
    await using opened = await open();
    const { schedules, clock } = opened;
    schedules.producer('acme').answer(pageOf([serviceOf('A')]));
    await sendQuery(schedules);
    expect((await schedules.query<Answered>(query, { maxAgeSeconds: 0 }, 'another')).vesselSchedules.nodes).toEqual([]);
    clock.advance(60 * minute + 1);
    expect((await sendQuery(schedules)).codes).toEqual([]);
  });
});

describe('a match set over a Producer that fails now', () => {
  async function arrivalCallOf({ landfall }: OpenJoins, maxAgeSeconds: number) {
    const { arrivalNotices } = await landfall.query<{ arrivalNotices: { nodes: { current: { arrivalCall: object } }[] } }>(
      `query ($maxAgeSeconds: Int) { arrivalNotices { nodes { current { arrivalCall(maxAgeSeconds: $maxAgeSeconds) {
        outcome sources { partner { id } status retrievedAt } } } } } }`,
      { maxAgeSeconds },
    );
    return arrivalNotices.nodes[0]?.current.arrivalCall;
  }

  it.each([
    ['UNKNOWN and not NONE, although its older answer had nothing', [], 'NONE', 'UNKNOWN'],
    ['what its older answer makes it', [vesselScheduleWith({})], 'UNIQUE', 'UNIQUE'],
  ] as const)('is %s', async (_what, vesselSchedules, before, after) => {
    await using joins = await openJoins({ acme: { schedules: { vesselSchedules } } });
    await joins.push('acme', { arrivalNotices: [noticeWith()] });
    expect(await arrivalCallOf(joins, 900)).toMatchObject({ outcome: before, sources: [{ partner: { id: 'acme' } }] });
    joins.partners.producer('acme').behave({ status: 500 });
    expect(await arrivalCallOf(joins, 0)).toMatchObject({
      outcome: after,
      sources: [{ partner: { id: 'acme' }, status: 'FAILED', retrievedAt: expect.any(String) }],
    });
  });
});
