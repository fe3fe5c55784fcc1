import { describe, expect, it, vi } from 'vitest';
import { connectionLost } from './client-error.ts';
import type { GraphqlRequest, Link, Sink } from './link.ts';
import { createReconnection } from './reconnection.ts';
import { maxQueuedEvents, openSubscription, type SubscribeOptions } from './subscription.ts';

interface Start {
  readonly request: GraphqlRequest;
  readonly sink: Sink;
  stopped: boolean;
}

/** Opens a subscription over a link that the test controls. */
function open(options: SubscribeOptions = {}, variables: object = {}) {
  const starts: Start[] = [];
  const link: Link = {
    start(request, sink) {
      const start = { request, sink, stopped: false };
      starts.push(start);
      return () => {
        start.stopped = true;
      };
    },
    probe: () => undefined,
    close: () => undefined,
  };
  const reconnection = createReconnection({ backoff: { initialMs: 0, maxMs: 0, jitter: 0 }, onStatus: () => undefined });
  const fetchHead = async () => 'head';
  const { events, started } = openSubscription<unknown>({ link, reconnection, fetchHead }, { query: 'q', variables }, options);
  return { starts, events, started, reconnection };
}

const eventOf = (number: number, missed: object | null = null) => ({ data: { field: { cursor: `c${number}`, missed } } });
const afterOf = ({ request }: Start) => (request.variables as { after?: string }).after;
/** Resolves when all pending promises have settled. */
const settled = () => new Promise(setImmediate);

describe('a subscription', () => {
  it.each([
    ['where the log ends', {}, {}, 'head'],
    ['behind `after`', {}, { after: 'given' }, 'given'],
    [
      'behind the stored cursor, whatever `after` is',
      { cursorStore: { load: () => 'stored', save: () => undefined } },
      { after: 'given' },
      'stored',
    ],
  ])('begins %s', async (_where, options, variables, after) => {
    const { starts } = open(options, variables);
    await settled();
    expect(starts.map(afterOf)).toEqual([after]);
  });

  it('ends the server’s stream when its queue is full, and resumes after the last event when the queue is empty', async () => {
    const { starts, events } = open();
    await settled();
    for (let number = 0; number < maxQueuedEvents; number += 1) starts[0]?.sink.next(eventOf(number));
    expect(starts[0]?.stopped).toBe(true);
    for (let number = 0; number < maxQueuedEvents - 1; number += 1) await events.next();
    await settled();
    expect(starts).toHaveLength(1);
    await events.next();
    await settled();
    expect(starts.map(afterOf)).toEqual(['head', `c${maxQueuedEvents - 1}`]);
  });

  it('requests events again that the server skipped because the client was slow, since the log still has them', async () => {
    const { starts, events } = open();
    await settled();
    starts[0]?.sink.next(eventOf(1));
    starts[0]?.sink.next(eventOf(9, { reason: 'QUEUE_OVERFLOW', from: 'c1', to: 'c9', count: null }));
    expect(await events.next()).toMatchObject({ value: { field: { cursor: 'c1' } } });
    await settled();
    expect(starts.map(afterOf)).toEqual(['head', 'c1']);
  });

  it('requests an event without data again, and never skips it', async () => {
    const { starts } = open();
    await settled();
    starts[0]?.sink.next(eventOf(1));
    starts[0]?.sink.next({ data: { field: null }, errors: [{ message: 'broken', extensions: { code: 'INTERNAL' } }] } as never);
    await vi.waitUntil(() => starts.length > 1);
    await settled();
    expect(starts.map(afterOf)).toEqual(['head', 'c1']);
  });

  it('yields all received events before it throws the error that ended it', async () => {
    const errors: unknown[] = [];
    const { starts, events } = open({ onErrors: (faults) => errors.push(...faults) });
    await settled();
    starts[0]?.sink.next({ ...eventOf(1), errors: [{ message: 'a part' }] });
    starts[0]?.sink.end(Object.assign(connectionLost('for good'), { kind: 'fatal' }));
    expect(await events.next()).toMatchObject({ done: false });
    expect(errors).toEqual([{ message: 'a part' }]);
    await expect(events.next()).rejects.toThrow('for good');
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it('can be closed while it waits', async () => {
    const { starts, events } = open();
    await settled();
    const waiting = events.next();
    await events.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(starts[0]?.stopped).toBe(true);
  });

  it('throws the error of its cursor store, and stops', async () => {
    const save = () => {
      throw new Error('full');
    };
    const { starts, events } = open({ cursorStore: { load: () => 'stored', save } });
    await settled();
    starts[0]?.sink.next(eventOf(1));
    await events.next();
    await expect(events.next()).rejects.toThrow('full');
    expect(starts[0]?.stopped).toBe(true);
  });
});
