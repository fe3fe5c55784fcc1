import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createRequestRate, documentIdOf, openTrustedDocuments } from '#platform/operations/request-policy.ts';
import { visualizationQuery } from '../../../gateway/gateway.ts';
import { manifestPath } from '../../../gateway/supergraph/composition.ts';
import { type GraphqlAnswer, openGateway } from '../gateway/open-gateway.ts';
import { openSocket } from '../gateway/socket-client.ts';
import { temporaryManifest } from './temporary-manifest.ts';

const newType = { accept: 'application/graphql-response+json' };

describe('requests over the rate', () => {
  const clock = () => {
    const state = { time: 0, now: () => state.time };
    return state;
  };

  it.each(['application/json', 'application/graphql-response+json'])(
    'are a 429 with Retry-After for %s, until that time',
    async (accept) => {
      const time = clock();
      await using landfall = await openGateway({ policy: { rate: createRequestRate(time) }, openLimits: { requestsPerMinute: 2 } });
      await landfall.query('{ callers }');
      await landfall.query('{ unknownField }');
      const response = await landfall.post({ query: '{ callers }' }, { accept });
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
      expect(await response.json()).toEqual({
        errors: [{ message: 'At most 2 requests a minute are allowed. Try again in 30 s.', extensions: { code: 'RATE_LIMITED' } }],
      });
      time.time += 30_000;
      expect(await landfall.query('{ callers }')).toEqual({ data: { callers: ['open'] } });
    },
  );

  it('are an error on a socket, which stays open', async () => {
    const time = clock();
    await using landfall = await openGateway({ policy: { rate: createRequestRate(time) }, openLimits: { requestsPerMinute: 1 } });
    await using client = await openSocket(landfall.url);
    client.subscribe('a', '{ callers }');
    client.subscribe('b', '{ callers }');
    await client.until((messages) => messages.some(({ type }) => type === 'error'));
    expect(client.messages.find(({ id }) => id === 'b')?.payload[0].extensions).toEqual({ code: 'RATE_LIMITED' });
    time.time += 60_000;
    client.subscribe('c', '{ callers }');
    await client.until((messages) => messages.some(({ id, type }) => id === 'c' && type === 'complete'));
  });
});

describe('with trusted documents only', () => {
  const text = 'query Echo($v: JSON) { echo(value: $v) }';
  const id = documentIdOf(text);
  const trusting = async () => {
    const manifest = await temporaryManifest({ [id]: text });
    const landfall = await openGateway({ policy: { queryTextOf: openTrustedDocuments(manifest.path, [visualizationQuery]) } });
    return {
      landfall,
      [Symbol.asyncDispose]: async () => {
        await landfall[Symbol.asyncDispose]();
        await manifest[Symbol.asyncDispose]();
      },
    };
  };
  const answer = { data: { echo: { value: 7 } } };

  it('these are executed by their id or text: by POST, by GET and over sockets', async () => {
    await using open = await trusting();
    const { landfall } = open;
    const variables = { v: 7 };
    for (const body of [
      { documentId: id, variables },
      { documentId: `sha256:${id}`, variables },
      { extensions: { persistedQuery: { version: 1, sha256Hash: id } }, variables },
      { query: text, variables },
    ]) {
      expect(await (await landfall.post(body)).json()).toEqual(answer);
    }
    const parameters = new URLSearchParams({ documentId: id, variables: '{"v":7}' });
    const byGet = await fetch(`${landfall.url}/graphql?${parameters}`, { headers: { 'graphql-require-preflight': '1' } });
    expect(await byGet.json()).toEqual(answer);
    await using client = await openSocket(landfall.url);
    client.send({ id: 'a', type: 'subscribe', payload: { query: '', variables, extensions: { persistedQuery: { sha256Hash: id } } } });
    await client.until((messages) => messages.some(({ type }) => type === 'complete'));
    expect(client.payloadsOf('a')).toEqual([answer]);
  });

  it('nothing else is: other texts, unknown ids, several operations in one text, introspection', async () => {
    await using open = await trusting();
    const { landfall } = open;
    for (const body of [
      { query: '{ callers }' },
      { query: `${text} ` },
      { documentId: documentIdOf('x') },
      { query: getIntrospectionQuery() },
    ]) {
      const response = await landfall.post(body, newType);
      const { errors } = (await response.json()) as GraphqlAnswer;
      expect([response.status, errors?.[0]?.extensions.code]).toEqual([403, 'DOCUMENT_NOT_TRUSTED']);
    }
    await using client = await openSocket(landfall.url);
    client.subscribe('a', '{ callers }');
    await client.until((messages) => messages.some(({ type }) => type === 'error'));
    expect(client.messages.at(-1)?.payload[0].extensions.code).toBe('DOCUMENT_NOT_TRUSTED');
  });

  it('embedded files are still served', async () => {
    await using open = await trusting();
    const visualization = { contentType: 'application/pdf', content: Buffer.from('%PDF').toString('base64') };
    open.landfall.subgraph.append({ reference: 'A', visualization });
    const response = await fetch(`${open.landfall.url}/visualizations/version-1`);
    expect([response.status, await response.text()]).toEqual([200, '%PDF']);
  });

  it('the manifest of this repository can be used', () => {
    expect(() => openTrustedDocuments(manifestPath)).not.toThrow();
  });
});

describe('a schema that is not public', () => {
  it('is revealed neither by introspection nor by errors, over any transport', async () => {
    await using landfall = await openGateway({ policy: { introspection: false } });
    for (const query of [
      getIntrospectionQuery(),
      '{ callers __type(name: "Notice") { name } }',
      '{ ...F } fragment F on Query { __schema { queryType { name } } }',
    ]) {
      const { data, errors } = await landfall.query(query);
      expect([data, errors?.[0]?.extensions.code]).toEqual([undefined, 'GRAPHQL_VALIDATION_FAILED']);
    }
    const text = JSON.stringify(await landfall.query('{ caller notice { id } echo(kin: ORIGINALS, filter: { referenze: [] }) }'));
    expect(text).not.toMatch(/Did you mean|callers|references|"ORIGINAL"/);
    expect(await landfall.query('{ __typename callers }')).toEqual({ data: { __typename: 'Query', callers: ['open'] } });
  });
});
