import { createClient } from 'graphql-sse';
import { describe, expect, it } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { openGateway } from './open-gateway.ts';

const received = 'subscription($after: String) { e: arrivalNoticeVersionReceived(after: $after) { cursor version { reference } } }';

interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Yields the events of a response one by one. */
async function* eventsOf(response: Response): AsyncGenerator<StreamEvent, void> {
  let text = '';
  const body: AsyncIterable<Uint8Array> = response.body as never;
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      text = text.slice(end + 2);
      if (fields.has('event')) yield { event: fields.get('event') ?? '', data: fields.get('data') ?? '' };
    }
  }
}

async function allOf(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const all: StreamEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function sendQuery(url: string, body: object, signal?: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
  return fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) });
}

describe('an event stream', () => {
  it('transports a subscription, after its cursor and live', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'A\n"', document: 1 });
    const response = await sendQuery(landfall.url, { query: received, variables: { after: '0' } });
    expect([response.status, response.headers.get('content-type'), response.headers.get('x-request-id')?.length]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      36,
    ]);
    const events = eventsOf(response);
    expect((await events.next()).value).toEqual({
      event: 'next',
      data: '{"data":{"e":{"cursor":"c1","version":{"reference":"A\\n\\""}}}}',
    });
    landfall.subgraph.announce({ reference: 'B' });
    expect((await events.next()).value?.data).toContain('"c2"');
  });

  it('serves the client of graphql-sse with its defaults, which connects again when the stream ends without its end', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'A' });
    let streams = 0;
    const client = createClient({
      url: `${landfall.url}/graphql`,
      // Its default waits for seconds.
      retry: async () => undefined,
      fetchFn: async (url: string, request: RequestInit) => {
        streams += 1;
        if (streams > 1) return Response.json({ errors: [{ message: 'another process' }] }, { status: 400 });
        return fetch(url, request);
      },
    });
    const results: unknown[] = [];
    const delivered = deferred<void>();
    const ended = deferred<unknown>();
    client.subscribe<unknown>(
      { query: received, variables: { after: '0' } },
      {
        next: (result) => void (results.push(result) && delivered.resolve()),
        error: ended.resolve,
        complete: () => ended.resolve('complete'),
      },
    );
    await delivered.promise;
    await landfall.gateway.drain();
    await ended.promise;
    expect(results).toEqual([{ data: { e: { cursor: 'c1', version: { reference: 'A' } } } }]);
    // The first one, and five further attempts.
    expect(streams).toBe(6);
    client.dispose();
  });

  it('transports a subscription by GET, as EventSource requests it', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'A' });
    const parameters = new URLSearchParams({ query: received, variables: '{"after":"0"}' });
    const response = await fetch(`${landfall.url}/graphql?${parameters}`, {
      headers: { accept: 'text/event-stream', 'sec-fetch-site': 'same-origin' },
    });
    expect((await eventsOf(response).next()).value?.data).toContain('"c1"');
  });

  it('sends one event for a query and ends', async () => {
    await using landfall = await openGateway();
    const events = await allOf(eventsOf(await sendQuery(landfall.url, { query: '{ echo(value: 1) }' })));
    expect(events).toEqual([
      { event: 'next', data: '{"data":{"echo":{"value":1}}}' },
      { event: 'complete', data: '' },
    ]);
  });

  it.each([
    ['before execution', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['of the log', { query: received, variables: { after: 'forged' } }, 'CURSOR_INVALID'],
  ])('sends errors %s as an event, then ends', async (_name, body, code) => {
    await using landfall = await openGateway();
    const [next, complete] = await allOf(eventsOf(await sendQuery(landfall.url, body)));
    expect(JSON.parse(next?.data ?? '').errors[0].extensions).toEqual({ code });
    expect(complete?.event).toBe('complete');
  });

  it('handles a client that disconnects before the answer', async () => {
    await using landfall = await openGateway();
    const { promise, resolve } = deferred<string>();
    landfall.subgraph.hold(promise);
    const abort = new AbortController();
    const response = await sendQuery(landfall.url, { query: '{ held }' }, abort.signal);
    abort.abort();
    await expect(response.text()).rejects.toThrow();
    resolve('late');
    expect(await landfall.query('{ held }')).toEqual({ data: { held: 'late' } });
  });

  it('leaves nothing behind when the client disconnects before its subscription is prepared', async () => {
    const [asked, admitted] = [deferred<void>(), deferred<undefined>()];
    const rate = {
      admit: () => {
        asked.resolve();
        return admitted.promise;
      },
    };
    await using landfall = await openGateway({ policy: { rate }, openLimits: { sockets: 1 } });
    const abort = new AbortController();
    const left = sendQuery(landfall.url, { query: received }, abort.signal);
    await asked.promise;
    abort.abort();
    await expect(left).rejects.toThrow();
    const connections = async () =>
      await new Promise<number>((resolve) => landfall.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(connections).toBe(0);
    admitted.resolve(undefined);
    landfall.subgraph.append({ reference: 'A' });
    // The limit of one stream shows that the first one is not counted.
    const next = eventsOf(await sendQuery(landfall.url, { query: received, variables: { after: '0' } }));
    expect((await next.next()).value?.data).toContain('"c1"');
    const { values = [] } = (await landfall.registry.getSingleMetric('landfall_subscriptions')?.get()) ?? {};
    expect(values.map(({ value }) => value)).toEqual([1]);
  });

  it('shares its reads with websockets and is removed when the client disconnects', async () => {
    await using landfall = await openGateway();
    const abort = new AbortController();
    const subscriptions = async () =>
      ((await landfall.registry.getSingleMetric('landfall_subscriptions')?.get())?.values ?? []).map(({ labels, value }) => [
        labels['transport'],
        value,
      ]);
    const response = await sendQuery(landfall.url, { query: received, variables: { after: '0' } }, abort.signal);
    landfall.subgraph.announce({ reference: 'A' });
    await eventsOf(response).next();
    expect(await subscriptions()).toEqual([['sse', 1]]);
    abort.abort();
    await expect.poll(subscriptions).toEqual([['sse', 0]]);
  });
});
