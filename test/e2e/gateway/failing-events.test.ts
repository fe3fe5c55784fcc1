import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '#platform/errors.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { type GraphqlAnswer, type OpenGateway, openGateway } from './open-gateway.ts';
import { openSocket } from './socket-client.ts';

const received =
  'subscription ($after: String) { e: arrivalNoticeVersionReceived(after: $after) { cursor v: version { reference document } missed { reason } } }';
const timing = { firstRetryMs: 1, maxRetryMs: 1 };

/** A document whose event no engine can create, however often it tries. */
const poison = {
  toJSON: () => {
    throw new Error('secret of the store');
  },
};

interface Listening extends AsyncDisposable {
  /** Returns the next result; an error that ends the subscription is a result without data. */
  next(): Promise<GraphqlAnswer>;
}

const transports: Readonly<Record<string, (landfall: OpenGateway, after: string) => Promise<Listening>>> = {
  websocket: async ({ url }, after) => {
    const client = await openSocket(url);
    client.subscribe('a', received, { after });
    let taken = 0;
    return {
      next: async () => {
        const results = () => client.messages.filter(({ id }) => id === 'a');
        await client.until(() => results().length > taken);
        const { type, payload } = results()[taken++] ?? {};
        return type === 'error' ? { errors: payload } : payload;
      },
      [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
    };
  },
  'server-sent events': async ({ url }, after) => {
    const stream = await openEventStream(url, received, { after });
    return {
      next: async () => (await stream.next<Record<string, unknown>>()) as GraphqlAnswer,
      [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose](),
    };
  },
};

const eventOf = (number: number, reference: string) => ({
  data: { e: { cursor: `c${number}`, v: { reference, document: null }, missed: null } },
});
const failedEventOf = (number: number) => ({
  errors: [{ message: 'An internal error occurred.', path: ['e'], extensions: { code: 'INTERNAL', requestId: expect.any(String) } }],
  data: { e: { cursor: `c${number}`, v: null, missed: null } },
});

describe.each(['compiled', 'federated'] as const)('over the %s engine', (engine) => {
  describe.each(Object.entries(transports))('by %s', (_name, listen) => {
    it('an event that can never be read is sent with its cursor, null and the error, and the others as they are', async () => {
      await using landfall = await openGateway({ engine, timing });
      landfall.subgraph.append({ reference: 'A' }, { reference: 'B', document: poison }, { reference: 'C' });
      await using listening = await listen(landfall, '0');
      expect([await listening.next(), await listening.next(), await listening.next()]).toEqual([
        eventOf(1, 'A'),
        failedEventOf(2),
        eventOf(3, 'C'),
      ]);
      landfall.subgraph.announce({ reference: 'D', document: poison });
      expect(await listening.next()).toEqual(failedEventOf(4));
      landfall.subgraph.announce({ reference: 'E' });
      expect(await listening.next()).toEqual(eventOf(5, 'E'));
      // The cursor of the failed event is one to resume from.
      await using resumed = await listen(landfall, 'c4');
      expect(await resumed.next()).toEqual(eventOf(5, 'E'));
    });

    it('each event of a subscription that cannot be executed at all is sent with the error', async () => {
      await using landfall = await openGateway({ engine, timing });
      landfall.subgraph.append(...Array.from({ length: 150 }, () => ({ reference: 'A', document: poison })));
      await using listening = await listen(landfall, '0');
      for (let number = 1; number <= 150; number += 1) expect(await listening.next()).toEqual(failedEventOf(number));
    });

    it('a log that cannot be read ends the subscription with the code, and no event is skipped', async () => {
      await using landfall = await openGateway({ engine, timing });
      landfall.subgraph.append({ reference: 'A' });
      await using listening = await listen(landfall, '0');
      expect(await listening.next()).toEqual(eventOf(1, 'A'));
      landfall.subgraph.failWith(new StoreUnavailableError(new Error('away')));
      landfall.subgraph.announce({ reference: 'B' });
      expect(await listening.next()).toEqual({
        errors: [{ message: 'The store is not available.', extensions: { code: 'STORE_UNAVAILABLE' } }],
      });
      landfall.subgraph.failWith(undefined);
      await using resumed = await listen(landfall, 'c1');
      expect(await resumed.next()).toEqual(eventOf(2, 'B'));
    });
  });
});
