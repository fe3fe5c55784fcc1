import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentIdOf, openTrustedDocuments } from '#platform/operations/request-policy.ts';
import { type OpenGateway, type OpenGatewayOptions, openGateway } from './open-gateway.ts';
import { openSocket } from './socket-client.ts';

type Request = Readonly<Record<string, unknown>>;

const subscription = 'subscription S($f: NoticeFilter) { arrivalNoticeVersionReceived(filter: $f) { cursor } }';
const query = 'query Q($f: NoticeFilter) { notices(filter: $f) { nodes { id } } }';
const manifest = join(mkdtempSync(join(tmpdir(), 'landfall-test-')), 'manifest.json');
writeFileSync(manifest, '{}');

/** Requests that are rejected, each as a query and as a subscription: what is checked, the gateway, the requests, the code. */
const rejections: readonly [string, OpenGatewayOptions, Request[], string][] = [
  ['its syntax', {}, [{ query: '{' }, { query: 'subscription {' }], 'GRAPHQL_PARSE_FAILED'],
  ['its fields', {}, [{ query: '{ nothing }' }, { query: 'subscription { nothing }' }], 'GRAPHQL_VALIDATION_FAILED'],
  [
    'conditions at the root of a subscription',
    {},
    [{ query: 'subscription($on: Boolean = true) { arrivalNoticeVersionReceived @include(if: $on) { cursor } }' }],
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['its characters', { limits: { maxCharacters: 60 } }, [{ query }, { query: subscription }], 'OPERATION_TOO_LARGE'],
  ['its tokens', { limits: { maxTokens: 12 } }, [{ query }, { query: subscription }], 'OPERATION_TOO_LARGE'],
  ['its depth', { limits: { maxDepth: 1 } }, [{ query }, { query: subscription }], 'OPERATION_TOO_LARGE'],
  [
    'its name',
    {},
    [
      { query, operationName: 'Other' },
      { query: subscription, operationName: 'Other' },
    ],
    'BAD_REQUEST',
  ],
  [
    'its variables',
    {},
    [
      { query, variables: { f: { kind: 'NONE' } } },
      { query: subscription, variables: { f: 1 } },
    ],
    'BAD_USER_INPUT',
  ],
  [
    'the size of its variables',
    { limits: { maxInputValues: 3 } },
    [query, subscription].map((text) => ({ query: text, variables: { f: { references: ['a', 'b', 'c'] } } })),
    'OPERATION_TOO_LARGE',
  ],
  ['its cost', { openLimits: { operationCost: 1 } }, [{ query }, { query: subscription }], 'OPERATION_TOO_LARGE'],
  [
    'whether it is trusted',
    { policy: { queryTextOf: openTrustedDocuments(manifest) } },
    [{ query }, { query: subscription }],
    'DOCUMENT_NOT_TRUSTED',
  ],
];

/** Sends a request by each transport. @returns the data, or the code of the first error */
const transports: Readonly<Record<string, (landfall: OpenGateway, request: Request) => Promise<unknown>>> = {
  POST: async ({ post }, request) => outcomeOf(await (await post(request)).json()),
  GET: async ({ url }, request) => {
    const parameters = Object.entries(request).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
    const answer = await fetch(`${url}/graphql?${new URLSearchParams(parameters)}`, { headers: { 'graphql-require-preflight': '1' } });
    return outcomeOf(await answer.json());
  },
  'server-sent events': async ({ post }, request) => {
    const text = await (await post(request, { accept: 'text/event-stream' })).text();
    return outcomeOf(JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? '{}'));
  },
  websocket: async ({ url }, request) => {
    await using client = await openSocket(url);
    client.send({ id: 'a', type: 'subscribe', payload: request });
    await client.until((messages) => messages.some(({ id }) => id === 'a'));
    const [answer] = client.messages.filter(({ id }) => id === 'a');
    return outcomeOf(answer?.type === 'error' ? { errors: answer.payload } : answer?.payload);
  },
};

function outcomeOf(answer: unknown): unknown {
  const { data, errors } = answer as { data?: unknown; errors?: { message: string; extensions: { code: string } }[] };
  return errors?.[0] ? `${errors[0].extensions.code}: ${errors[0].message}` : data;
}

describe.each(Object.entries(transports))('by %s', (_name, send) => {
  it('an empty operationName means none', async () => {
    await using landfall = await openGateway();
    for (const query of ['{ __typename }', 'query Named { __typename }'])
      expect(await send(landfall, { query, operationName: '' })).toEqual({ __typename: 'Query' });
    const several = await send(landfall, { query: 'query A { __typename } query B { __typename }', operationName: '' });
    expect(several).toBe('BAD_REQUEST: The document contains several operations: expected operationName to name one.');
    expect(await send(landfall, { query: 'query A { a: __typename } query B { b: __typename }', operationName: 'B' })).toEqual({
      b: 'Query',
    });
  });

  it.each(rejections)('%s is checked, also when the request is repeated', async (_what, options, requests, code) => {
    await using landfall = await openGateway(options);
    for (const request of [...requests, ...requests]) expect(await send(landfall, request)).toMatch(new RegExp(`^${code}: `));
  });

  it('the rate of requests and the time for new documents are checked', async () => {
    for (const openLimits of [{ requestsPerMinute: 3 }, { parseMsPerMinute: 0.001 }]) {
      await using landfall = await openGateway({ openLimits });
      for (const text of [query, subscription]) {
        const answers: unknown[] = [];
        // Each document is new.
        for (let number = 0; number < 5; number += 1) answers.push(await send(landfall, { query: `${text} #${number}` }));
        expect(answers).toContainEqual(expect.stringMatching(/^RATE_LIMITED: .* Try again in/));
      }
    }
  });

  it('a trusted document is named by its id alone, or by its hash alone', async () => {
    const query = 'query Trusted ($n: JSON) { echo(value: $n) }';
    const id = documentIdOf(query);
    const manifest = join(mkdtempSync(join(tmpdir(), 'landfall-test-')), 'manifest.json');
    writeFileSync(manifest, JSON.stringify({ [id]: query }));
    await using landfall = await openGateway({ policy: { queryTextOf: openTrustedDocuments(manifest) } });
    const variables = { n: 7 };
    for (const named of [
      { documentId: id },
      { documentId: `sha256:${id}` },
      { extensions: { persistedQuery: { version: 1, sha256Hash: id } } },
      { query },
    ])
      expect([named, await send(landfall, { ...named, variables })]).toEqual([named, { echo: { value: 7 } }]);
    expect(await send(landfall, { documentId: documentIdOf('{ __typename }') })).toMatch(/^DOCUMENT_NOT_TRUSTED: There is no document/);
    expect(await send(landfall, { query: '{ __typename }' })).toMatch(/^DOCUMENT_NOT_TRUSTED: Only documents/);
  });

  it('the hash of an automatic persisted query is answered as Apollo’s protocol says, so that its client sends the query', async () => {
    await using landfall = await openGateway();
    const extensions = { persistedQuery: { version: 1, sha256Hash: documentIdOf('{ __typename }') } };
    expect(await send(landfall, { extensions })).toBe('PERSISTED_QUERY_NOT_SUPPORTED: PersistedQueryNotSupported');
    expect(await send(landfall, { operationName: 'A', variables: {}, extensions })).toBe(
      'PERSISTED_QUERY_NOT_SUPPORTED: PersistedQueryNotSupported',
    );
    expect(await send(landfall, { query: '{ __typename }', extensions })).toEqual({ __typename: 'Query' });
    expect(await send(landfall, { documentId: 'x' })).toMatch(/^BAD_REQUEST: /);
  });
});
