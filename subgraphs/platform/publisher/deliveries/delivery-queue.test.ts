import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recipientOf } from '../../../../test/support/parsed-partner.ts';
import { casesOf } from '../../../../test/support/random-cases.ts';
import { storedVersion } from '../../../../test/support/stored-version.ts';
import { createLogger } from '../../logger.ts';
import type { DeliveryDeadLetter, DeliveryQueueState, DeliveryStore, StoredDeliveryQueue } from '../../store/delivery-store.ts';
import type { LogName } from '../../store/version-store.ts';
import { type DeliveryQueue, type DeliveryQueueOptions, startDeliveryQueue } from './delivery-queue.ts';
import { createLogWindow, type LogWindow } from './log-window.ts';
import type { DeliveryContent, DeliveryKind, NumberedVersion } from './message.ts';
import type { DeliveryOutcome } from './send-delivery.ts';

const log: LogName = 'arrival-notice-versions';
const lists = { limits: { maxObjects: 3, maxBodyBytes: 1_000 } };
/** As for webhooks: a message has one version. */
const single = { limits: { maxObjects: 1, maxBodyBytes: 1_000 } };
const logger = createLogger('silent');
const error = { code: 'UPSTREAM_UNREACHABLE', message: 'subscriber.example failed (503).' };

/** How a subscriber handles a request: whether it processes it, and how it responds. */
const answers = {
  ACCEPTED: { kind: 'DELIVERED', refused: [] },
  'ACCEPTED, NO ANSWER': { kind: 'RETRY', error, isOutage: true, maybeDelivered: true },
  'NO ANSWER': { kind: 'RETRY', error, isOutage: true, maybeDelivered: true },
  BUSY: { kind: 'RETRY', error, isOutage: true, maybeDelivered: false, retryAfterMs: 2 },
  'BUSY, NOW': { kind: 'RETRY', error, isOutage: true, maybeDelivered: false, retryAfterMs: 0 },
  FAILED: { kind: 'RETRY', error, isOutage: false, maybeDelivered: false },
} as const satisfies Record<string, DeliveryOutcome>;

type Answer = keyof typeof answers;

test.for([
  ['several versions', lists],
  ['one version', single],
] as const)(
  'whatever a subscriber answers and whenever the process ends, each version arrives in a message of %s, in order per document, and is repeated only under the same identity',
  async ([_, form]) => {
    const versions = fc.array(fc.nat(5), { minLength: 1, maxLength: 40 });
    const answered = fc.array(fc.constantFrom(...(Object.keys(answers) as Answer[])), { maxLength: 60 });
    const deaths = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(versions, answered, deaths, async (documents, script, requestsUntilDeath) => {
        const world = openWorld(documents, script, { form });
        for (const requests of requestsUntilDeath) await world.runUntilDeath(requests);
        await world.runToTheEnd();
        expect(new Set(world.delivered.map(({ sequence }) => sequence))).toEqual(new Set(documents.map((_, index) => index + 1)));
        expect(world.deadLetters).toEqual([]);
        for (const sequence of new Set(world.delivered.map((each) => each.sequence))) {
          expect(new Set(world.delivered.filter((each) => each.sequence === sequence).map(({ id }) => id)).size).toBe(1);
        }
        for (const entityId of new Set(documents)) {
          const firsts = [
            ...new Set(world.delivered.filter((each) => each.entityId === `doc-${entityId}`).map(({ sequence }) => sequence)),
          ];
          expect(firsts).toEqual(firsts.toSorted((one, other) => one - other));
        }
      }),
      casesOf(150),
    );
  },
);

test('a version that is refused alone becomes a dead letter, and the rest of its message is delivered', async () => {
  const world = openWorld([0, 1, 2, 3, 4, 5, 0, 3], [], { refuses: 'doc-3' });
  await world.runToTheEnd();
  expect(new Set(world.delivered.map(({ sequence }) => sequence))).toEqual(new Set([1, 2, 3, 5, 6, 7]));
  expect(world.deadLetters.map(({ sequence, reason }) => [sequence, reason])).toEqual([
    [4, 'REFUSED'],
    [8, 'REFUSED'],
  ]);
  expect(world.stats).toMatchObject({ deadLetters: 2, messages: 0, oldestMessageMs: 0 });
});

test('the age of the oldest unanswered message counts from its creation', async () => {
  const message = { id: 'msg_old', sequences: [1], maybeDelivered: true, createdAt: '2026-03-02T13:05:00.000Z', attempts: 0 };
  const state = { offset: 1, messages: [message], startedAt: message.createdAt };
  const world = openWorld([0], [], { state, startsAt: '2026-03-02T14:05:00.000Z' });
  const { reached } = world.runUntilStalled(1);
  await reached;
  expect(world.stats).toMatchObject({ deadLetters: 0, messages: 1, oldestMessageMs: 3_600_000 });
});

test('a document that cannot be delivered delays no other, and only its own versions become dead letters', async () => {
  const world = openWorld([0, 0, 0, 1, 2, 3, 4, 0, 5, 6, 7], [], { fails: 'doc-0', as: 'NO ANSWER', comesLate: 8, giveUpMs: 500 });
  await world.runToTheEnd();
  expect(new Set(world.delivered.map(({ sequence }) => sequence))).toEqual(new Set([4, 5, 6, 7, 9, 10, 11]));
  expect(world.deadLetters.map(({ sequence, reason }) => [sequence, reason])).toEqual(
    [1, 2, 3, 8].map((sequence) => [sequence, 'EXPIRED']),
  );
});

test('versions that waited while nothing was attempted are delivered and do not become dead letters, however long they waited', async () => {
  const long = '2026-02-02T13:05:00.000Z';
  const state = { offset: 0, messages: [], startedAt: long, failingSince: long, lastError: { at: long, ...error } };
  const world = openWorld([0, 1, 2, 3, 4], [], { state, startsAt: '2026-03-09T13:05:00Z' });
  await world.runToTheEnd();
  expect([new Set(world.delivered.map(({ sequence }) => sequence)), world.deadLetters]).toEqual([new Set([1, 2, 3, 4, 5]), []]);
});

test('a message that was not sent when the process ended may be split; one that was sent is repeated unchanged', async () => {
  const messageOf = (id: string, sequences: readonly number[], maybeDelivered: boolean) => ({
    ...{ id, sequences, maybeDelivered },
    ...{ createdAt: '2026-03-02T13:05:00.000Z', attempts: 0 },
  });
  const messages = [messageOf('msg_unsent', [1, 2, 3], false), messageOf('msg_sent', [4, 5, 6], true)];
  const state = { offset: 6, messages, startedAt: '2026-03-02T13:05:00.000Z' };
  const world = openWorld([0, 1, 2, 3, 1, 4], [], { state, fails: 'doc-1', as: 'FAILED', giveUpMs: 500 });
  await world.runToTheEnd();
  expect(new Set(world.delivered.map(({ sequence }) => sequence))).toEqual(new Set([1, 3]));
  expect(world.deadLetters.map(({ sequence }) => sequence).toSorted()).toEqual([2, 4, 5, 6]);
  expect(world.deadLetters.filter(({ messageID }) => messageID === 'msg_sent').map(({ sequence }) => sequence)).toEqual([4, 5, 6]);
});

test('a backlog fills all slots of the subscriber with messages that are created in one write', async () => {
  const world = openWorld([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], []);
  // The default concurrency.
  const { reached } = world.runUntilStalled(4);
  await reached;
  expect([world.writes, world.state.messages.length]).toEqual([1, 4]);
});

test('the first of several new versions is sent immediately, and those that follow shortly after it become one message', async () => {
  const world = openWorld([0, 1, 2], [], { comesLate: 2 });
  let pass = () => {};
  const time = new Promise<void>((resolve) => {
    pass = resolve;
  });
  const follow = async () => {
    for (const _ of [1, 2]) {
      world.append(1);
      for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    pass();
  };
  await world.runToTheEnd({ time, beforeAnswer: () => (world.delivered.length === 0 ? follow() : Promise.resolve()) });
  const sentIn = (message: string) => world.delivered.filter(({ id }) => id === message).map(({ sequence }) => sequence);
  expect([...new Set(world.delivered.map(({ id }) => id))].map(sentIn)).toEqual([[1], [2, 3]]);
});

test('a message is sent only after it is durable that the previous one of its document was accepted', async () => {
  const world = openWorld([0, 1, 0, 0], [], { form: single });
  const waiting: number[] = [];
  await world.runToTheEnd({
    beforeAnswer: async () => {
      waiting.push(world.state.messages.length);
    },
  });
  const ofDocument = world.delivered.flatMap(({ entityId }, index) => (entityId === 'doc-0' ? [waiting[index]] : []));
  expect(ofDocument).toEqual([4, 2, 1]);
});

test('a refused message does not mark the subscriber as failing', async () => {
  const world = openWorld([3], [], { refuses: 'doc-3' });
  await world.runToTheEnd();
  expect(world.state).toMatchObject({ lastError: { message: error.message } });
  expect(world.state.failingSince).toBeUndefined();
});

test('the offset after versions that are not for the subscriber is written when the queue stops, so that they do not count as missed later', async () => {
  const world = openWorld([9, 9, 9], [], { own: 'doc-9' });
  await world.stopWhenAllIsRead();
  expect([world.state.offset, world.delivered]).toEqual([3, []]);
});

test('a queue that another deliverer has taken over ignores a later response', async () => {
  const world = openWorld([0, 1, 2], ['FAILED', 'FAILED']);
  const stalled = world.runUntilStalled(3);
  await stalled.reached;
  await world.runToTheEnd({
    beforeAnswer: async () => {
      // The third failure splits a message, which only the holder of the queue may do.
      stalled.answer(answers.FAILED);
      for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    },
  });
  expect(new Set(world.delivered.map(({ sequence }) => sequence))).toEqual(new Set([1, 2, 3]));
  expect(new Set(world.delivered.map(({ id }) => id)).size).toBe(1);
  await stalled.superseded;
});

interface Delivered {
  readonly id: string;
  readonly sequence: number;
  readonly entityId: string;
}

/** Opens a log, a store and a subscriber that outlive the processes that send. */
function openWorld(
  documents: readonly number[],
  script: readonly Answer[],
  {
    refuses = '',
    fails = '',
    as = 'FAILED',
    state = { offset: 0, messages: [], startedAt: '2026-03-02T13:05:00.000Z' },
    startsAt = '2026-03-02T13:05:00Z',
    comesLate = 0,
    own = '',
    giveUpMs = 3_600_000,
    form = lists,
  }: {
    refuses?: string;
    fails?: string;
    as?: Answer;
    state?: DeliveryQueueState;
    startsAt?: string;
    comesLate?: number;
    own?: string;
    giveUpMs?: number;
    form?: Pick<DeliveryQueueOptions, 'limits'>;
  } = {},
) {
  const entries = documents.map((document, index) =>
    versionOf(index + 1, `doc-${document}`, `doc-${document}` === own ? 'acme' : 'northern-star'),
  );
  /** The last `comesLate` entries are appended after the failing document has failed several times. */
  let head = entries.length - comesLate;
  let [failures, readThrough, writes] = [0, 0, 0];
  const left = [...script];
  const delivered: Delivered[] = [];
  let latest: DeliveryQueue | undefined;
  let window: LogWindow | undefined;
  const kept = new Map<string, DeliveryDeadLetter>();
  const subscriber = acmeThat(giveUpMs);
  let stored: StoredDeliveryQueue = { subscriber: 'acme', log, version: 1, state };
  const deliveries: Pick<DeliveryStore, 'findQueue' | 'writeQueue'> = {
    findQueue: async () => structuredClone(stored),
    writeQueue: async ({ version, state, deadLetters: added = [] }) => {
      if (version !== stored.version) return false;
      writes += 1;
      stored = { ...stored, version: version + 1, state: structuredClone(state) };
      for (const letter of added) kept.set(letter.id, letter);
      return true;
    },
  };
  const versions = {
    bounds: async () => ({ trimmedThrough: 0, head, removals: 0 }),
    readLog: async ({ after, limit }: { after: number; limit: number }) => {
      const found = entries.filter(({ sequence }) => sequence > after && sequence <= head).slice(0, limit);
      readThrough = found.at(-1)?.sequence ?? head;
      return { entries: found, scannedThrough: readThrough };
    },
    findCurrent: async () => [],
    findNumbered: async (sequences: readonly number[]) => sequences.map((sequence) => entries[sequence - 1]),
  };
  const answer = (id: string, { body }: DeliveryContent): DeliveryOutcome => {
    const sent = (JSON.parse(body.toString()) as { arrivalNotices: { n: number; entityId: string }[] }).arrivalNotices;
    if (sent.some(({ entityId }) => entityId === refuses)) return { kind: 'REFUSED', error };
    if (sent.some(({ entityId }) => entityId === fails)) {
      failures += 1;
      return answers[as];
    }
    const what = left.shift() ?? 'ACCEPTED';
    if (what.startsWith('ACCEPTED')) delivered.push(...sent.map(({ n, entityId }) => ({ id, sequence: n, entityId })));
    return answers[what];
  };

  const append = (count: number) => {
    head += count;
    void window?.refresh().then(() => latest?.wake());
  };

  let now = Date.parse(startsAt);
  /**
   * Starts a process. After its death it has no further effects.
   *
   * @param options.time no time passes before it resolves
   * @param options.beforeAnswer awaited before each request is answered
   * @param options.lastAnswer response to the last request, at which the process would otherwise die
   */
  const start = (
    requestsUntilDeath: number,
    options: {
      readonly time?: Promise<void>;
      readonly beforeAnswer?: () => Promise<void>;
      readonly lastAnswer?: Promise<DeliveryOutcome>;
    } = {},
  ) => {
    let supersede = () => {};
    const superseded = new Promise<void>((resolve) => {
      supersede = resolve;
    });
    let requests = 0;
    let isDead = false;
    let tell = () => {};
    const died = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const never = () => new Promise<never>(() => {});
    const clock = {
      now: () => now,
      wait: async (ms: number) => {
        await options.time;
        await new Promise((resolve) => setImmediate(resolve));
        now += ms;
      },
    };
    const opened = createLogWindow(versions, clock);
    window = opened;
    void opened.refresh().then(() => running.wake());
    const running = startDeliveryQueue(stored, {
      kind: noticesKind,
      deliveries: {
        findQueue: (key) => (isDead ? never() : deliveries.findQueue(key)),
        writeQueue: (write) => (isDead ? never() : deliveries.writeQueue(write)),
      },
      versions,
      window: opened,
      findRecipient: () => subscriber,
      holder: randomUUID(),
      onSuperseded: supersede,
      send: async (request) => {
        if (isDead) return never();
        // Half of the deaths follow a response that is lost.
        const content = await request.content();
        if (content === undefined) return undefined;
        await options.beforeAnswer?.();
        requests += 1;
        if (options.lastAnswer !== undefined && requests === requestsUntilDeath) {
          tell();
          return options.lastAnswer;
        }
        const outcome = answer(request.id, content);
        if (failures > 6 && head < entries.length) append(entries.length - head);
        isDead = requests >= requestsUntilDeath;
        if (!isDead) return outcome;
        tell();
        return never();
      },
      ...form,
      clock,
      logger,
    });
    latest = running;
    return {
      died,
      running,
      superseded,
      isDone: () => stored.state.offset === entries.length && stored.state.messages.length === 0,
    };
  };
  const isDone = (process: ReturnType<typeof start>) =>
    new Promise<void>((resolve) => {
      const look = () => (process.isDone() ? resolve() : setImmediate(look));
      look();
    });
  return {
    delivered,
    /** Appends the next of the late entries to the log. */
    append,
    get state() {
      return stored.state;
    },
    /** Number of successful writes of the queue. */
    get writes() {
      return writes;
    },
    /** The stats of the latest process. */
    get stats() {
      return latest?.stats;
    },
    get deadLetters() {
      return [...kept.values()];
    },
    runUntilDeath: async (requests: number) => {
      const process = start(requests);
      await Promise.race([process.died, isDone(process)]);
    },
    stopWhenAllIsRead: async () => {
      const { running } = start(Number.POSITIVE_INFINITY);
      while (readThrough < entries.length) await new Promise((resolve) => setImmediate(resolve));
      await running.stop();
    },
    /** Runs a process until it has sent this many requests. The test decides when the last one is answered. */
    runUntilStalled: (requests: number) => {
      let answerLast: (outcome: DeliveryOutcome) => void = () => {};
      const lastAnswer = new Promise<DeliveryOutcome>((resolve) => {
        answerLast = resolve;
      });
      const { died, superseded } = start(requests, { lastAnswer });
      return { reached: died, answer: answerLast, superseded };
    },
    runToTheEnd: async (options: Parameters<typeof start>[1] = {}) => {
      const process = start(Number.POSITIVE_INFINITY, options);
      await isDone(process);
      await process.running.stop();
    },
  };
}

const acmeThat = (giveUpMs: number) =>
  recipientOf(`
id: acme
name: ACME
publish: { push: { arrivalNotices: "https://in.acme.example/an", retry: { firstMs: 1, maxMs: 4, giveUpHours: ${giveUpMs / 3_600_000} } } }
`);

const noticesKind: DeliveryKind = {
  log,
  routeFor: () => ({
    url: 'https://in.acme.example/an/arrival-notices',
    version: '1.0.1',
    listName: 'arrivalNotices',
    write: ({ document }) => document,
  }),
  termsOf: (document) => [[`document:${document}`]],
};

function versionOf(sequence: number, entityId: string, partner: string): NumberedVersion {
  const document = Buffer.from(JSON.stringify({ n: sequence, entityId }));
  return storedVersion({
    sequence,
    entityId,
    partner,
    sortKey: String(sequence).padStart(4, '0'),
    document,
    contentHash: String(sequence),
  });
}
