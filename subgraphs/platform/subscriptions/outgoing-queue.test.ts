import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../test/support/random-cases.ts';
import type { Gap } from './log-reader.ts';
import {
  createFlusher,
  createQueuedMessages,
  OutgoingQueue,
  type QueuedMessages,
  type QueueLimits,
  type Stream,
} from './outgoing-queue.ts';

type Sent = number | Gap | { readonly error: unknown };

/** Creates a connection that accepts as many messages as the test permits. */
function openConnection(limits: Partial<QueueLimits> = {}, queued?: QueuedMessages) {
  let room = Number.POSITIVE_INFINITY;
  let missed = 0;
  let gaps = 0;
  const queue = new OutgoingQueue({
    writer: {
      isCongested: () => room <= 0,
      batch: (write) => write(),
    },
    limits: { maxQueuedBytes: 1_000, maxQueuedMessages: 1_000, ...limits },
    ...(queued === undefined ? {} : { queued }),
    schedule: () => undefined,
    onSent: () => undefined,
    onMissed: (count, first) => {
      missed += count;
      if (first) gaps += 1;
    },
  });
  return {
    queue,
    counts: () => ({ missed, gaps }),
    take: (messages: number) => {
      room = messages;
      queue.flush();
      room = 0;
    },
    open: (start: string | null = null): { stream: Stream; sent: Sent[] } => {
      const sent: Sent[] = [];
      const stream = queue.open({
        start,
        send: (payload) => {
          room -= 1;
          sent.push(JSON.parse(String(payload)));
        },
        missed: (gap) => Buffer.from(JSON.stringify(gap)),
        fail: (error) => sent.push({ error }),
      });
      return { stream, sent };
    },
  };
}

const messagesOf = (...numbers: number[]) => numbers.map((number) => ({ cursor: `c${number}`, payload: Buffer.from(String(number)) }));

describe('the queue of a connection', () => {
  it('sends everything in order, or reports exactly which range of the log it left out', () => {
    const step = fc.oneof(fc.record({ deliver: fc.integer({ min: 1, max: 4 }), to: fc.nat(2) }), fc.record({ take: fc.nat(6) }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 6 }), (steps, maxQueuedMessages) => {
        const connection = openConnection({ maxQueuedMessages });
        connection.take(0);
        const streams = ['c0', null, 'c0'].map((start) => ({ ...connection.open(start), start, last: 0 }));
        for (const each of steps) {
          if ('take' in each) connection.take(each.take);
          const target = 'to' in each ? streams[each.to] : undefined;
          if (target === undefined || !('deliver' in each)) continue;
          target.stream.deliver(messagesOf(...Array.from({ length: each.deliver }, () => ++target.last)));
        }
        while (streams.some(({ stream }) => !stream.isDrained())) connection.take(3);
        let missed = 0;
        for (const { sent, start, last } of streams) {
          let at = start === null ? null : 0;
          for (const item of sent) {
            if (typeof item === 'number') {
              expect(item).toBe((at ?? 0) + 1);
              at = item;
            } else {
              const { from, to } = item as Gap;
              expect(from).toBe(at === null ? null : `c${at}`);
              missed += Number(to.slice(1)) - (at ?? 0);
              at = Number(to.slice(1));
            }
          }
          expect(at ?? 0).toBe(last);
        }
        expect(connection.counts().missed).toBe(missed);
      }),
      casesOf(500),
    );
  });

  it('limits both bytes and messages, for all subscriptions of the connection together', () => {
    const connection = openConnection({ maxQueuedBytes: 3 });
    connection.take(0);
    const [one, other] = [connection.open('c0'), connection.open('c0')];
    one.stream.deliver(messagesOf(1, 2, 3));
    other.stream.deliver(messagesOf(1));
    connection.take(10);
    expect([one.sent, other.sent]).toEqual([[1, 2, 3], [{ from: 'c0', to: 'c1' }]]);
    expect(connection.counts()).toEqual({ missed: 1, gaps: 1 });
  });

  it('continues after a gap, and starts a second gap where the first ended', () => {
    const connection = openConnection({ maxQueuedMessages: 1 });
    const { stream, sent } = connection.open('c0');
    for (const start of [1, 4]) {
      connection.take(0);
      for (const number of [start, start + 1, start + 2]) stream.deliver(messagesOf(number));
      connection.take(10);
    }
    expect(sent).toEqual([1, { from: 'c1', to: 'c3' }, 4, { from: 'c4', to: 'c6' }]);
  });

  it('writes what is queued before an error ends the subscription, and nothing after it', () => {
    const connection = openConnection();
    connection.take(0);
    const { stream, sent } = connection.open();
    stream.deliver(messagesOf(1));
    stream.fail('gone');
    connection.take(10);
    stream.deliver(messagesOf(2));
    connection.take(10);
    expect(sent).toEqual([1, { error: 'gone' }]);
  });

  it('drops the queued messages of a subscription that the client has ended, and keeps the others', () => {
    const connection = openConnection();
    connection.take(0);
    const [ended, kept] = [connection.open(), connection.open()];
    ended.stream.deliver(messagesOf(1));
    kept.stream.deliver(messagesOf(1));
    ended.stream.close();
    connection.take(10);
    expect([ended.sent, kept.sent]).toEqual([[], [1]]);
  });

  it('skips messages while slow connections use up the memory for all queues, but none of a connection that keeps up', () => {
    const queued = createQueuedMessages(3);
    const [slow, quick] = [openConnection({}, queued), openConnection({}, queued)];
    const [waiting, taking] = [slow.open('c0'), quick.open('c0')];
    slow.take(0);
    for (const number of [1, 2, 3, 4]) {
      waiting.stream.deliver(messagesOf(number));
      taking.stream.deliver(messagesOf(number));
      quick.take(1);
    }
    expect(slow.counts()).toEqual({ missed: 1, gaps: 1 });
    slow.take(10);
    expect([taking.sent, waiting.sent]).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, { from: 'c3', to: 'c4' }],
    ]);
    expect(queued.bytes()).toBe(0);
  });

  it('counts a message that is queued for many connections once, until the last of them has sent it or is closed', () => {
    const queued = createQueuedMessages();
    const messages = messagesOf(100, 200);
    const connections = [openConnection({}, queued), openConnection({}, queued), openConnection({}, queued)];
    for (const connection of connections) {
      connection.take(0);
      connection.open().stream.deliver(messages);
    }
    expect(queued.bytes()).toBe(6);
    connections[0]?.take(10);
    connections[1]?.queue.close();
    connections[2]?.take(1);
    expect(queued.bytes()).toBe(3);
    connections[2]?.take(1);
    expect(queued.bytes()).toBe(0);
  });

  it('no longer counts the bytes of messages that were dropped with their subscription', () => {
    const connection = openConnection({ maxQueuedBytes: 3 });
    connection.take(0);
    const [ended, kept] = [connection.open('c0'), connection.open('c0')];
    ended.stream.deliver(messagesOf(1, 2, 3));
    ended.stream.close();
    connection.take(10);
    connection.take(0);
    kept.stream.deliver(messagesOf(1));
    connection.take(10);
    expect([kept.sent, connection.counts()]).toEqual([[1], { missed: 0, gaps: 0 }]);
  });

  it('does not make a sender wait for a closed connection', async () => {
    const connection = openConnection();
    connection.take(0);
    const { stream, sent } = connection.open();
    stream.deliver(messagesOf(1));
    const drained = stream.whenDrained();
    connection.queue.close();
    await drained;
    connection.take(10);
    expect([stream.isDrained(), sent]).toEqual([true, []]);
  });
});

it('A large audience is written to in several turns of the event loop', async () => {
  const schedule = createFlusher(2);
  const flushed: number[] = [];
  for (let number = 0; number < 5; number++) schedule({ flush: () => flushed.push(number) } as unknown as OutgoingQueue);
  const lengths: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    lengths.push(flushed.length);
  }
  expect([lengths, flushed]).toEqual([
    [2, 4, 5],
    [0, 1, 2, 3, 4],
  ]);
});
