import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { describe, expect, inject, test } from 'vitest';
import { temporaryFolder } from '../../support/landfall.ts';
import { type DcsaAnswer, type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { startMongod, withDatabase } from '../../support/processes.ts';
import { expectWithin } from '../../support/promised-time.ts';
import type { PushedNotice } from '../../support/push.ts';
import { readinessThat } from '../../support/readiness.ts';
import { createSubscriber, nameOf } from '../../support/subscriber.ts';
import { until } from '../../support/until.ts';

const pushers = 4;
/** Pause of a caller between two requests, which leaves CPU time to the restarts of MongoDB. */
const pauseMs = 60;

const noticeOf = (number: number): PushedNotice => ({
  transportDocumentReference: `D${number}`,
  issueDateTime: '2026-03-02T13:05:00Z',
});
const named = ({ transportDocumentReference, issueDateTime }: PushedNotice) => `${transportDocumentReference} ${issueDateTime}`;

/** The content of one request, and its response. */
interface Push {
  readonly notices: readonly PushedNotice[];
  readonly answer: DcsaAnswer;
}

describe.runIf(inject('mongodbUrl'))('while MongoDB is unavailable', () => {
  test('pushes get 503 with the body of the standard, no partial write remains, and the same pushes succeed afterwards', async () => {
    await using folder = await temporaryFolder();
    await using mongod = await startMongod({ dbPath: folder.path });
    const mongodbUrl = withDatabase(mongod.url, 'outage');
    await using landfall = await openLandfall({ MONGODB_URL: mongodbUrl });
    const subscriber = createSubscriber('0');
    const listening = subscriber.listen(landfall.url);

    const pushing = pushUntilRefused(landfall);
    await subscriber.until((events) => events.length >= 30);
    await mongod.kill();
    const pushes = await pushing;
    const [accepted, refused] = [
      pushes.filter(({ answer }) => answer.status === 200),
      pushes.filter(({ answer }) => answer.status !== 200),
    ];
    expect(refused).toHaveLength(pushers);
    for (const { answer } of refused) expectUnavailable(answer);
    const [unanswered, { code, status, missing }] = await Promise.all([
      landfall.push(noticeOf(10_000), { transportDocumentReference: 'without an instant of issue' }),
      readinessThat(landfall.url, (readiness) => readiness.missing !== undefined),
      expect(landfall.query('{ arrivalNotices { nodes { id } } }')).rejects.toThrow('STORE_UNAVAILABLE'),
    ]);
    expectUnavailable(unanswered);
    expect([code, status, missing]).toEqual([
      503,
      'not ready',
      { store: expect.stringMatching(/^MongoDB at 127\.0\.0\.1:\d+: \w+ \(.*\)\. Check that a primary/s) },
    ]);

    await mongod.restart();
    await readinessThat(landfall.url, (readiness) => readiness.code === 200);
    await using client = { db: new MongoClient(mongodbUrl), [Symbol.asyncDispose]: async () => client.db.close() };
    expect(await client.db.db().collection('dead-letters').countDocuments()).toBe(0);
    expect(await held(landfall)).not.toContain(named(noticeOf(10_000)));
    for (const { notices } of refused) expect((await landfall.push(...notices)).status).toBe(200);

    const all = [...accepted, ...refused].flatMap(({ notices }) => notices.map(named));
    await subscriber.until((events) => events.length >= all.length);
    expect(subscriber.events.map(nameOf).sort()).toEqual([...all].sort());
    expect((await held(landfall)).sort()).toEqual([...all].sort());
    await subscriber.stop();
    await listening;
  });
});

describe.runIf(inject('mongodbUrl'))('under load', () => {
  test('a MongoDB that is killed twice causes STORE_UNAVAILABLE and 503 in readiness, and never an internal error', async () => {
    await using folder = await temporaryFolder();
    await using mongod = await startMongod({ dbPath: folder.path });
    await using landfall = await openLandfall({ MONGODB_URL: withDatabase(mongod.url, 'killed') });
    expect((await landfall.push(...Array.from({ length: 200 }, (_, number) => noticeOf(number)))).status).toBe(200);
    await using load = startLoad(landfall);
    for (let kill = 1; kill <= 2; kill += 1) {
      const { answered } = load;
      await until(() => load.answered > answered + 20);
      await mongod.kill();
      const { missing } = await readinessThat(landfall.url, (readiness) => readiness.code === 503);
      expect(missing?.['store']).toMatch(/^MongoDB at /);
      await mongod.restart();
      await readinessThat(landfall.url, (readiness) => readiness.code === 200);
    }
    expect([...load.codes].sort()).toEqual(['STORE_UNAVAILABLE', 'ok']);
  });

  test('a MongoDB that does not respond leads to responses within 5 s, whatever the number of requests', async () => {
    await using folder = await temporaryFolder();
    await using mongod = await startMongod({ dbPath: folder.path });
    await using landfall = await openLandfall({ MONGODB_URL: withDatabase(mongod.url, 'paused') });
    expect((await landfall.push(...Array.from({ length: 200 }, (_, number) => noticeOf(number)))).status).toBe(200);
    await using load = startLoad(landfall);
    await until(() => load.answered > 50);
    process.kill(mongod.pid, 'SIGSTOP');
    try {
      // Every caller is rejected twice: first after its own timeout, then immediately because other requests have timed
      // out.
      await until(() => load.refused > 2 * load.callers);
      const { missing } = await readinessThat(landfall.url, (readiness) => readiness.code === 503);
      expect(missing?.['store']).toMatch(/NoAnswer|MongoServerSelectionError/);
    } finally {
      process.kill(mongod.pid, 'SIGCONT');
    }
    // Without the limit of the store it would be half a minute or more.
    expectWithin('refusals while MongoDB is silent', load.slowestMs, { promisedMs: 5_000, atMostMs: 25_000 });
    await readinessThat(landfall.url, (readiness) => readiness.code === 200);
    expect([...load.codes].sort()).toEqual(['STORE_UNAVAILABLE', 'ok']);
  });
});

/** Pushes and queries continuously, and records the responses. */
function startLoad(landfall: OpenLandfall) {
  const figures = { answered: 0, refused: 0, slowestMs: 0, callers: 12, codes: new Set<string>() };
  let stopped = false;
  let number = 1_000;
  const note = (code: string, startedAt: number): void => {
    figures.codes.add(code);
    figures.slowestMs = Math.max(figures.slowestMs, performance.now() - startedAt);
    if (code === 'ok') figures.answered += 1;
    else figures.refused += 1;
  };
  const push = async (): Promise<string> => {
    const { status, feedback } = await landfall.push(...Array.from({ length: 5 }, () => noticeOf(number++)));
    return status === 200 ? 'ok' : status === 503 ? 'STORE_UNAVAILABLE' : `${status} ${JSON.stringify(feedback)}`;
  };
  const sendQuery = async (): Promise<string> => {
    const answer = await fetch(`${landfall.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ arrivalNotices(first: 20) { nodes { versions { nodes { issueDateTime } } } } }' }),
    });
    const { errors = [] } = (await answer.json()) as { errors?: { message: string; extensions: { code: string } }[] };
    return errors[0]?.extensions.code ?? 'ok';
  };
  const repeat = async (call: () => Promise<string>): Promise<void> => {
    while (!stopped) {
      const startedAt = performance.now();
      const code = await call();
      note(code, startedAt);
      await pause(pauseMs);
    }
  };
  const running = Array.from({ length: figures.callers }, (_, index) => repeat(index % 2 === 0 ? push : sendQuery));
  return Object.assign(figures, {
    [Symbol.asyncDispose]: async () => {
      stopped = true;
      await Promise.all(running);
    },
  });
}

/** Pushes lists of new notices until each pusher has got a response other than 200. */
async function pushUntilRefused(landfall: OpenLandfall): Promise<Push[]> {
  const pushes: Push[] = [];
  let number = 0;
  const push = async (): Promise<void> => {
    for (;;) {
      const notices = Array.from({ length: 3 }, () => noticeOf(number++));
      const answer = await landfall.push(...notices);
      pushes.push({ notices, answer });
      if (answer.status !== 200) return;
    }
  };
  await Promise.all(Array.from({ length: pushers }, push));
  return pushes;
}

function expectUnavailable({ status, headers, feedback }: DcsaAnswer): void {
  expect(status).toBe(503);
  expect(headers.get('api-version')).toBe('1.0.1');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(feedback).toEqual([{ severity: 'ERROR', message: expect.stringContaining('not available') }]);
}

/** Returns the names of all stored versions. */
async function held(landfall: OpenLandfall): Promise<string[]> {
  interface Page {
    readonly arrivalNotices: {
      readonly nodes: { versions: { nodes: PushedNotice[] } }[];
      readonly pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  }
  const query = `query ($after: String) { arrivalNotices(first: 500, after: $after) {
    nodes { versions { nodes { transportDocumentReference issueDateTime } } } pageInfo { hasNextPage endCursor } } }`;
  const names: string[] = [];
  let after: string | null = null;
  for (let more = true; more; ) {
    const { arrivalNotices }: Page = await landfall.query<Page>(query, { after });
    names.push(...arrivalNotices.nodes.flatMap(({ versions }) => versions.nodes.map(named)));
    after = arrivalNotices.pageInfo.endCursor;
    more = arrivalNotices.pageInfo.hasNextPage;
  }
  return names;
}
