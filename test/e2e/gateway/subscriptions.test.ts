import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '#platform/errors.ts';
import { createTestBus, type OpenGateway, openGateway } from './open-gateway.ts';
import { createSampleSubgraph } from './sample-subgraph.ts';
import { openSocket, type SocketClient } from './socket-client.ts';

const received = /* GraphQL */ `
  subscription ($after: String, $filter: NoticeFilter) {
    arrivalNoticeVersionReceived(after: $after, filter: $filter) { cursor version { reference } missed { from to count reason } }
  }
`;

/** Returns the cursors received by a subscription, in order. */
function cursorsOf(client: SocketClient, id: string): string[] {
  return client.payloadsOf(id).map(({ data }) => data.arrivalNoticeVersionReceived.cursor);
}

async function metric(landfall: OpenGateway, name: string): Promise<number> {
  const values = (await landfall.registry.getSingleMetric(name)?.get())?.values ?? [];
  return values.reduce((sum, { value }) => sum + value, 0);
}

/**
 * Waits until a subscription without a cursor has reached the head of the log, where its group then has one position
 * group.
 */
async function live(landfall: OpenGateway, client: SocketClient, id: string): Promise<void> {
  landfall.subgraph.announce({ reference: 'LIVE' });
  await client.until(() => cursorsOf(client, id).length > 0);
}

describe.each(['compiled', 'federated'] as const)('a subscription over the %s engine', (engine) => {
  it('replays the whole log, continues live, and resumes after any cursor', async () => {
    await using landfall = await openGateway({ engine });
    landfall.subgraph.append({ reference: 'A' }, { reference: 'B' });
    await using client = await openSocket(landfall.url);
    client.subscribe('all', received, { after: '0' });
    await client.until(() => cursorsOf(client, 'all').length === 2);
    client.subscribe('resumed', received, { after: 'c1' });
    landfall.subgraph.announce({ reference: 'C' });
    await client.until(() => cursorsOf(client, 'all').length === 3 && cursorsOf(client, 'resumed').length === 2);
    expect(cursorsOf(client, 'all')).toEqual(['c1', 'c2', 'c3']);
    expect(cursorsOf(client, 'resumed')).toEqual(['c2', 'c3']);
  });

  it('has exactly the selected shape, with errors at their paths', async () => {
    await using landfall = await openGateway({ engine });
    landfall.subgraph.append({ reference: 'A', document: { x: [1] } }, { reference: 'B' });
    await using client = await openSocket(landfall.url);
    client.subscribe(
      's',
      `subscription($n: Boolean!) { ...R }
       fragment R on Subscription { e: arrivalNoticeVersionReceived(after: "0") { __typename ...E v2: version @skip(if: $n) { id } } }
       fragment E on ArrivalNoticeVersionPayload { v: version { failing notice { reference kind versions { document } } } }`,
      { n: true },
    );
    await client.until(() => client.payloadsOf('s').length === 2);
    const [, second] = client.payloadsOf('s');
    expect(second).toEqual({
      errors: [
        {
          message: 'An internal error occurred.',
          path: ['e', 'v', 'failing'],
          extensions: { code: 'INTERNAL', requestId: expect.any(String) },
        },
      ],
      data: {
        e: {
          __typename: 'ArrivalNoticeVersionPayload',
          v: { failing: null, notice: { reference: 'B', kind: 'ORIGINAL', versions: [{ document: null }] } },
        },
      },
    });
  });

  it('survives an outage of the engine', async () => {
    await using landfall = await openGateway({ engine, timing: { firstRetryMs: 5, maxRetryMs: 5, maxFailures: 10_000 } });
    await using client = await openSocket(landfall.url);
    client.subscribe('s', received, { after: '0' });
    await live(landfall, client, 's');
    landfall.subgraph.failWith(new StoreUnavailableError(new Error('away')));
    const { reads } = landfall.subgraph;
    landfall.subgraph.announce({ reference: 'B' });
    await expect.poll(() => landfall.subgraph.reads).toBeGreaterThan(reads + 2);
    landfall.subgraph.failWith(undefined);
    await client.until(() => cursorsOf(client, 's').length === 2);
    expect(cursorsOf(client, 's')).toEqual(['c1', 'c2']);
  });
});

describe('equal subscriptions', () => {
  it('share one read per event, in whatever order clients subscribed, and others do not take part', async () => {
    // Polling is disabled, because reads are counted.
    await using landfall = await openGateway({ timing: { pollMs: 600_000 } });
    landfall.subgraph.append({ reference: 'A' }, { reference: 'B' });
    await using one = await openSocket(landfall.url);
    await using other = await openSocket(landfall.url);
    for (const [id, after] of [
      ['x', '0'],
      ['y', 'c1'],
      ['z', 'c2'],
    ] as const) {
      one.subscribe(id, received, { after });
      other.subscribe(id, received.replaceAll('\n', ' '), { after });
    }
    other.subscribe('f', received, { after: 'c2', filter: { references: ['C'] } });
    const all = () => [one, other].map((client) => ['x', 'y', 'z'].map((id) => cursorsOf(client, id)));
    const reach = (cursor: string) =>
      Promise.all([one, other].map((client) => client.until(() => ['x', 'y', 'z'].every((id) => cursorsOf(client, id).at(-1) === cursor))));
    landfall.subgraph.announce({ reference: 'B' });
    await reach('c3');
    const { reads } = landfall.subgraph;
    landfall.subgraph.announce({ reference: 'C' });
    await reach('c4');
    await other.until(() => cursorsOf(other, 'f').length === 1);
    expect(landfall.subgraph.reads - reads).toBe(2);
    expect(await metric(landfall, 'landfall_subscription_groups')).toBe(2);
    expect(await metric(landfall, 'landfall_subscriptions')).toBe(7);
    const each = [
      ['c1', 'c2', 'c3', 'c4'],
      ['c2', 'c3', 'c4'],
      ['c3', 'c4'],
    ];
    expect(all()).toEqual([each, each]);
  });

  it('are removed when the last one ends', async () => {
    await using landfall = await openGateway();
    const client = await openSocket(landfall.url);
    client.subscribe('a', received, { after: '0' });
    client.subscribe('b', received, { after: '0' });
    await live(landfall, client, 'b');
    client.send({ id: 'a', type: 'complete' });
    await expect.poll(() => metric(landfall, 'landfall_subscriptions')).toBe(1);
    await client[Symbol.asyncDispose]();
    await expect.poll(() => metric(landfall, 'landfall_subscription_groups')).toBe(0);
    expect([await metric(landfall, 'landfall_subscriptions'), await metric(landfall, 'landfall_sockets')]).toEqual([0, 0]);
    const { reads } = landfall.subgraph;
    landfall.subgraph.announce({ reference: 'X' });
    expect(landfall.subgraph.reads).toBe(reads);
  });
});

describe('a subscription', () => {
  it('sends nothing more for an operation that the client has completed', async () => {
    await using landfall = await openGateway();
    await using client = await openSocket(landfall.url);
    client.subscribe('a', received, { after: '0' });
    client.subscribe('b', received, { after: '0' });
    await live(landfall, client, 'a');
    client.send({ id: 'a', type: 'complete' });
    client.send({ type: 'ping' });
    await client.until((messages) => messages.some(({ type }) => type === 'pong'));
    landfall.subgraph.announce({ reference: 'B' });
    await client.until(() => cursorsOf(client, 'b').length === 2);
    expect(cursorsOf(client, 'a')).toEqual(['c1']);
    client.subscribe('a', received, { after: 'c1' });
    await client.until(() => cursorsOf(client, 'a').length === 2);
  });

  it('works through every gateway in front of one log, and with a bus that drops every message', async () => {
    const bus = createTestBus();
    const subgraph = createSampleSubgraph(bus);
    await using left = await openGateway({ bus, subgraph, timing: { pollMs: 20 } });
    await using right = await openGateway({ bus, subgraph, timing: { pollMs: 20 } });
    await using one = await openSocket(left.url);
    await using other = await openSocket(right.url);
    one.subscribe('s', received, { after: '0' });
    other.subscribe('s', received, { after: '0' });
    subgraph.announce({ reference: 'A' });
    await Promise.all([one, other].map((client) => client.until(() => cursorsOf(client, 's').length === 1)));
    bus.quiet = true;
    subgraph.announce({ reference: 'B' });
    await Promise.all([one, other].map((client) => client.until(() => cursorsOf(client, 's').length === 2)));
    await left.gateway.drain();
    await using moved = await openSocket(right.url);
    moved.subscribe('s', received, { after: cursorsOf(one, 's').at(-1) });
    bus.quiet = false;
    subgraph.announce({ reference: 'C' });
    await moved.until(() => cursorsOf(moved, 's').length === 1);
    expect(cursorsOf(moved, 's')).toEqual(['c3']);
  });

  it('on a socket that reads too slowly reports the gap with its cursors, and continues', async () => {
    await using landfall = await openGateway({ limits: { maxQueuedMessages: 3 } });
    await using slow = await openSocket(landfall.url);
    await using quick = await openSocket(landfall.url);
    const selection = 'cursor version { document } ...M';
    const query = `subscription($after: String, $on: Boolean!) { e: arrivalNoticeVersionReceived(after: $after) { ${selection} no: missed @skip(if: $on) { reason } } }
      fragment M on ArrivalNoticeVersionPayload { gap: missed { __typename since: from to count reason } }`;
    slow.subscribe('s', query, { after: '0', on: true });
    quick.subscribe('q', query, { after: '0', on: true });
    const document = 'x'.repeat(200_000);
    landfall.subgraph.announce({ reference: 'A', document });
    await Promise.all([slow.until(() => slow.payloadsOf('s').length === 1), quick.until(() => quick.payloadsOf('q').length === 1)]);
    slow.socket.pause();
    let announced = 1;
    while ((await metric(landfall, 'landfall_events_missed_total')) < 2) {
      landfall.subgraph.announce({ reference: 'A', document });
      announced += 1;
      await quick.until(() => quick.payloadsOf('q').length === announced);
    }
    slow.socket.resume();
    await slow.until(() => slow.payloadsOf('s').at(-1)?.data.e.gap);
    const events = slow.payloadsOf('s').map(({ data }) => data.e);
    const before = events.at(-2)?.cursor;
    expect(events.at(-1)).toEqual({
      cursor: `c${announced}`,
      version: null,
      gap: { __typename: 'MissedEvents', since: before, to: `c${announced}`, count: null, reason: 'QUEUE_OVERFLOW' },
    });
    expect(events.slice(0, -1).map(({ cursor }) => cursor)).toEqual(events.slice(0, -1).map((_, index) => `c${index + 1}`));
    expect(await metric(landfall, 'landfall_queue_overflows_total')).toBe(1);
    landfall.subgraph.announce({ reference: 'B' });
    await slow.until(() => slow.payloadsOf('s').at(-1)?.data.e.cursor === `c${announced + 1}`);
  });

  it('replays a log far longer than the queue to a reader that pauses, without missing an event', async () => {
    await using landfall = await openGateway({ limits: { maxQueuedMessages: 10, maxQueuedBytes: 100_000 } });
    const document = 'x'.repeat(20_000);
    landfall.subgraph.append(...Array.from({ length: 1_200 }, () => ({ reference: 'A', document })));
    await using client = await openSocket(landfall.url);
    client.subscribe('s', 'subscription { e: arrivalNoticeVersionReceived(after: "0") { cursor version { document } missed { reason } } }');
    await client.until(() => client.payloadsOf('s').length > 0);
    client.socket.pause();
    // Live events arrive meanwhile. They must wait until the replay ends and not fill the queue.
    for (let count = 0; count < 50; count++) landfall.subgraph.announce({ reference: 'A', document });
    client.socket.resume();
    await client.until((messages) => messages.filter(({ type }) => type === 'next').length === 1_250);
    expect(client.payloadsOf('s').map(({ data }) => data.e.cursor)).toEqual(Array.from({ length: 1_250 }, (_, index) => `c${index + 1}`));
  });
});
