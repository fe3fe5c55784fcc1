import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { type Caller, callerOf, openCaller } from '#platform/access/entitlement.ts';
import { createRowCounter } from '#platform/access/row-counter.ts';
import type { Engine, EngineRequest, EngineResult } from '#platform/graphql/engine.ts';
import { createMemoryBus } from '#platform/log/event-bus.ts';
import { createSharedQueries } from './shared-queries.ts';

const schema = buildSchema('type Query { a: Int } type Mutation { b: Int }');

/** Creates an engine whose results the test supplies, wrapped so that queries are shared. */
function open() {
  const clock = { time: 0, now: () => clock.time };
  const bus = createMemoryBus();
  const executed: { readonly request: EngineRequest; readonly answer: (result: EngineResult) => void }[] = [];
  const execute = (request: EngineRequest) => new Promise<EngineResult>((answer) => executed.push({ request, answer }));
  const inner: Engine = { schema, execute, [Symbol.asyncDispose]: async () => {} };
  const engine = createSharedQueries(inner, bus, clock);
  return { clock, bus, executed, query: async (request: EngineRequest) => engine.execute(request) };
}

function requestOf(text: string, more: Partial<EngineRequest> = {}): EngineRequest {
  const document = parse(text);
  const definition = document.definitions[0] as OperationDefinitionNode;
  const operation = { document, definition, kind: definition.operation };
  return { operation, variables: {}, caller: openCaller, requestId: 'r', acceptsShared: true, ...more };
}

it('executes equal queries in flight once, and gives each caller its own errors and its own counts', async () => {
  const { executed, query: sendQuery } = open();
  const request = requestOf('{ a }');
  const [first, second] = [createRowCounter(), createRowCounter()];
  const answers = [sendQuery({ ...request, rows: first }), sendQuery({ ...request, rows: second })];
  expect(executed).toHaveLength(1);
  executed[0]?.request.rows?.addCounts({ rows: { noticeVersions: 2 }, partners: ['acme'] });
  executed[0]?.answer({ data: { a: 1 }, errors: [{ message: 'late' }] });
  const [one, two] = await Promise.all(answers);
  expect(one).toEqual({ data: { a: 1 }, errors: [{ message: 'late' }] });
  expect(two).toEqual(one);
  expect(two?.errors).not.toBe(one?.errors);
  for (const counter of [first, second]) expect(counter.counts()).toEqual({ rows: { noticeVersions: 2 }, partners: ['acme'] });
});

it.each<[string, Partial<EngineRequest>]>([
  ['other rights', { caller: callerOf({ ...openCaller.entitlement, charges: false }) }],
  ['another tenant with equal rights', { caller: { ...openCaller, tenant: 'other' } }],
  ['another quota', { caller: { ...openCaller, partnerCallsPerMinute: 1 } satisfies Caller }],
  ['other variables', { variables: { first: 1 } }],
  ['counted rows', { rows: createRowCounter() }],
  ['no shared result', { acceptsShared: false }],
])('does not share a query with a request that has %s', async (_, more) => {
  const { executed, query: sendQuery } = open();
  const request = requestOf('{ a }');
  void sendQuery(request);
  void sendQuery({ ...request, ...more });
  expect(executed).toHaveLength(2);
});

it('does not share a query that has ended', async () => {
  const { executed, query: sendQuery } = open();
  const request = requestOf('{ a }');
  const first = sendQuery(request);
  executed[0]?.answer({ data: { a: 1 } });
  await first;
  void sendQuery(request);
  expect(executed).toHaveLength(2);
});

it('does not share a query that began before a log grew, before a mutation ended, or too long ago', async () => {
  const { executed, query: sendQuery, bus, clock } = open();
  const request = requestOf('{ a }');
  void sendQuery(request);
  const heard = new Promise((resolve) => bus.subscribe('sequenced', resolve));
  bus.publish('sequenced', { log: 'port-call-events', head: 1 });
  await heard;
  void sendQuery(request);
  expect(executed).toHaveLength(2);
  const mutation = sendQuery(requestOf('mutation { b }'));
  executed[2]?.answer({ data: { b: 1 } });
  await mutation;
  void sendQuery(request);
  expect(executed).toHaveLength(4);
  clock.time += 1_000;
  void sendQuery(request);
  expect(executed).toHaveLength(5);
});

it('does not share a query that began before a subscription read a log', async () => {
  const { executed, query: sendQuery } = open();
  const request = requestOf('{ a }');
  void sendQuery(request);
  const read = sendQuery({ ...request, acceptsShared: false });
  executed[1]?.answer({ data: { a: 1 } });
  await read;
  void sendQuery(request);
  expect(executed).toHaveLength(3);
});

it('never shares mutations', () => {
  const { executed, query: sendQuery } = open();
  const request = requestOf('mutation { b }');
  void sendQuery(request);
  void sendQuery(request);
  expect(executed).toHaveLength(2);
});

it('cancels a query when all of its callers have left, and executes another one for a later caller', () => {
  const { executed, query: sendQuery } = open();
  const request = requestOf('{ a }');
  const callers = [new AbortController(), new AbortController()];
  for (const { signal } of callers) void sendQuery({ ...request, signal });
  callers[0]?.abort();
  expect(executed[0]?.request.signal?.aborted).toBe(false);
  callers[1]?.abort();
  expect(executed[0]?.request.signal?.aborted).toBe(true);
  void sendQuery(request);
  expect(executed).toHaveLength(2);
});
