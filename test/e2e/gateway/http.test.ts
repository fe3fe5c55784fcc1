import { connect } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type GraphqlAnswer, openGateway } from './open-gateway.ts';

const newType = { accept: 'application/graphql-response+json' };
const byProgram = { 'graphql-require-preflight': '1' };

async function answerOf(response: Response): Promise<GraphqlAnswer> {
  return (await response.json()) as GraphqlAnswer;
}

describe('a query', () => {
  it('is answered with its data as JSON', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'MB1' }, { reference: 'MB2' });
    const query = 'query($r: [String!]) { notices(filter: { references: $r }) { nodes { id reference current { id } } } }';
    const response = await landfall.post({ query, variables: { r: ['MB1'] }, operationName: null });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(await answerOf(response)).toEqual({
      data: { notices: { nodes: [{ id: 'notice-MB1', reference: 'MB1', current: { id: 'version-1' } }] } },
    });
  });

  it('can be sent by GET', async () => {
    await using landfall = await openGateway();
    const parameters = new URLSearchParams({ query: 'query Q($v: JSON) { echo(value: $v) }', variables: '{"v":[1]}', operationName: 'Q' });
    const response = await fetch(`${landfall.url}/graphql?${parameters}`, { headers: { ...newType, ...byProgram } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
    expect(await answerOf(response)).toEqual({ data: { echo: { value: [1] } } });
  });

  it('gives the same answer the first time and every time after', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'MB1', document: { a: [1, 'x', null] } });
    const query =
      'query($on: Boolean!) { n: notices { nodes { ...N ... on Notice @skip(if: $on) { versions { id } } } } } fragment N on Notice { versions { document @include(if: $on) } }';
    const answers = [];
    for (let round = 0; round < 6; round++) answers.push(await landfall.ask(query, { on: round % 2 === 0 }));
    expect(answers[0]).toEqual({ data: { n: { nodes: [{ versions: [{ document: { a: [1, 'x', null] } }] }] } } });
    expect(answers[1]).toEqual({ data: { n: { nodes: [{ versions: [{ id: 'version-1' }] }] } } });
    expect(answers.slice(2)).toEqual([answers[0], answers[1], answers[0], answers[1]]);
  });

  it('may be an introspection, alone or beside data, and never shows what is inaccessible', async () => {
    await using landfall = await openGateway();
    const whole = await landfall.ask(getIntrospectionQuery());
    expect(whole.errors).toBeUndefined();
    expect(JSON.stringify(whole)).not.toMatch(/join__|link__|_entities|_service|SECRET|"hidden"/);
    const mixed = await landfall.ask('{ a: __typename ...F echo(value: 1) } fragment F on Query { __type(name: "Notice") { name } }');
    expect(mixed).toEqual({ data: { a: 'Query', __type: { name: 'Notice' }, echo: { value: 1 } } });
    expect(Object.keys(mixed.data)).toEqual(['a', '__type', 'echo']);
  });

  it('can name one of several operations', async () => {
    await using landfall = await openGateway();
    const query = 'query A { echo(value: "a") } query B { echo(value: "b") }';
    expect(await answerOf(await landfall.post({ query, operationName: 'B' }))).toEqual({ data: { echo: { value: 'b' } } });
    const unnamed = await landfall.post({ query }, newType);
    expect([unnamed.status, (await answerOf(unnamed)).errors?.[0]?.extensions.code]).toEqual([400, 'BAD_REQUEST']);
    const unknown = await landfall.post({ query, operationName: 'C' }, newType);
    expect([unknown.status, (await answerOf(unknown)).errors?.[0]?.message]).toEqual([400, 'The text holds no operation named "C".']);
  });
});

describe('a mutation', () => {
  it('is executed by POST and refused by GET', async () => {
    await using landfall = await openGateway();
    const query = 'mutation { remember(text: "x") }';
    expect(await landfall.ask(query)).toEqual({ data: { remember: 'x' } });
    const response = await fetch(`${landfall.url}/graphql?${new URLSearchParams({ query })}`, { headers: byProgram });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect((await answerOf(response)).errors?.[0]?.extensions.code).toBe('METHOD_NOT_ALLOWED');
  });
});

describe('errors', () => {
  it('of the table keep code and message; all others are INTERNAL with the request id and nothing else', async () => {
    await using landfall = await openGateway();
    const response = await landfall.post({ query: '{ refused x: broken }' }, { 'x-request-id': 'r-1' });
    expect(await answerOf(response)).toEqual({
      data: { refused: null, x: null },
      errors: [
        { message: 'The store is not available.', path: ['refused'], extensions: { code: 'STORE_UNAVAILABLE' } },
        { message: 'Something went wrong on our side.', path: ['x'], extensions: { code: 'INTERNAL', requestId: 'r-1' } },
      ],
    });
  });

  it('inside a non-null field null what surrounds it, up to the whole answer, which is still an answer', async () => {
    await using landfall = await openGateway();
    const response = await landfall.post({ query: '{ brokenForSure }' }, newType);
    expect(response.status).toBe(200);
    const { data, errors } = await answerOf(response);
    expect(data).toBeNull();
    expect(errors?.[0]).toMatchObject({ path: ['brokenForSure'], extensions: { code: 'INTERNAL' } });
  });

  it.each([
    ['broken syntax', '{ notices { ', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ notice { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an inaccessible enum value', '{ echo(kind: SECRET) }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an instant without offset', '{ echo(at: "2026-03-02T10:00:00") }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a fragment that spreads itself', '{ notices { ...F } } fragment F on NoticeConnection { ...F }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a name that objects treat differently', '{ __proto__: broken }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('before execution (%s) are a 400 without data, told where, without suggestions', async (_name, query, code) => {
    await using landfall = await openGateway();
    const response = await landfall.post({ query }, newType);
    const answer = await answerOf(response);
    expect(response.status).toBe(400);
    expect(answer).not.toHaveProperty('data');
    expect(answer.errors?.[0]?.extensions).toEqual({ code });
    expect(JSON.stringify(answer)).not.toContain('Did you mean');
    const asJson = await landfall.post({ query });
    expect([asJson.status, await answerOf(asJson)]).toEqual([200, answer]);
  });

  it('of variables name the variable', async () => {
    await using landfall = await openGateway();
    for (const variables of [{ at: 'yesterday' }, { at: 5 }]) {
      const response = await landfall.post({ query: 'query($at: DateTime) { echo(at: $at) }', variables }, newType);
      const answer = await answerOf(response);
      expect([response.status, 'data' in answer]).toEqual([400, false]);
      expect(answer.errors?.[0]?.message).toContain('Variable "$at" got invalid value');
      expect(answer.errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT' });
    }
    const missing = await answerOf(await landfall.post({ query: 'query($id: ID!) { node(id: $id) { id } }' }));
    expect(missing.errors?.[0]?.message).toBe('Variable "$id" of required type "ID!" was not provided.');
  });
});

describe('what is too large', () => {
  const bomb = (levels: number) =>
    `{ notices { nodes { ...F0 } } } ${Array.from({ length: levels }, (_, level) => `fragment F${level} on Notice { ${level + 1 < levels ? `...F${level + 1} ...F${level + 1}` : 'id'} }`).join(' ')}`;
  it.each([
    ['tokens', `{ notices { nodes { ${'id '.repeat(5_000)} } } }`],
    ['levels', `{ node(id: "notice-1") { ... on Notice { ${'current { notice { '.repeat(13)}id${' } }'.repeat(13)} } } }`],
    [
      'levels in fragments',
      `{ notices { nodes { ...F0 } } } ${Array.from({ length: 9 }, (_, level) => `fragment F${level} on Notice { current { notice { current { notice { ${level < 8 ? `...F${level + 1}` : 'id'} } } } } }`).join(' ')}`,
    ],
    [
      'aliases',
      `{ ${Array.from({ length: 10 }, (_, index) => `a${index}: notices { nodes { ...F } }`).join(' ')} } fragment F on Notice { ${Array.from({ length: 10 }, (_, index) => `a${index}: id`).join(' ')} }`,
    ],
    ['root fields', `{ ${'broken '.repeat(21)} }`],
    ['fields of fragments that double', bomb(40)],
    ['brackets', `{ echo(value: ${'['.repeat(4_900)}`],
  ])('(%s) is refused at once', async (_name, query) => {
    await using landfall = await openGateway();
    const response = await landfall.post({ query }, newType);
    const answer = await answerOf(response);
    expect([response.status, answer.errors?.[0]?.extensions.code]).toEqual([400, 'OPERATION_TOO_LARGE']);
  });

  it('as a body is a 413', async () => {
    await using landfall = await openGateway();
    const response = await landfall.post({ query: '{ broken }', variables: { x: 'x'.repeat(1024 * 1024) } });
    expect([response.status, (await answerOf(response)).errors?.[0]?.extensions.code]).toEqual([413, 'BAD_REQUEST']);
  });

  it('does not stop the next request', async () => {
    await using landfall = await openGateway();
    await landfall.post({ query: bomb(60) });
    expect(await landfall.ask('{ __typename }')).toEqual({ data: { __typename: 'Query' } });
  });
});

describe('a request that is no GraphQL request', () => {
  it.each([
    ['no JSON', '{', {}, 400],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}, 400],
    ['an empty body', '', {}, 400],
    ['a list of requests', '[{"query":"{ broken }"}]', {}, 400],
    ['a string', '"{ broken }"', {}, 400],
    ['no query', '{"variables":{}}', {}, 400],
    ['variables in a list', '{"query":"{ broken }","variables":[]}', {}, 400],
    ['an operation name that is none', '{"query":"{ broken }","operationName":5}', {}, 400],
    ['another media type', 'query={broken}', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['text, which pages may send anywhere', '{"query":"{ broken }"}', { 'content-type': 'text/plain' }, 415],
    ['another charset', '{"query":"{ broken }"}', { 'content-type': 'application/json; charset=latin1' }, 415],
    ['a compressed body', '{"query":"{ broken }"}', { 'content-encoding': 'gzip' }, 415],
    ['an answer type that is not offered', '{"query":"{ broken }"}', { accept: 'text/html' }, 406],
  ])('(%s) is refused in GraphQL words', async (_name, body, headers, status) => {
    await using landfall = await openGateway();
    const response = await fetch(`${landfall.url}/graphql`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const { errors } = await answerOf(response);
    expect([response.status, errors?.length, errors?.[0]?.extensions.code]).toEqual([status, 1, 'BAD_REQUEST']);
  });

  it('takes parameters of the media type', async () => {
    await using landfall = await openGateway();
    const response = await landfall.post({ query: '{ __typename }' }, { 'content-type': 'Application/JSON; Charset="UTF-8"' });
    expect(response.status).toBe(200);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('by %s is a 405', async (method) => {
    await using landfall = await openGateway();
    const response = await fetch(`${landfall.url}/graphql`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  it('as a subscription without a stream is a 406', async () => {
    await using landfall = await openGateway();
    const response = await landfall.post(
      { query: 'subscription { arrivalNoticeVersionReceived { cursor } }' },
      { accept: 'application/json' },
    );
    expect(response.status).toBe(406);
  });
});

describe('a page of another origin', () => {
  it('cannot send a GET behind its visitor unless it could have asked', async () => {
    await using landfall = await openGateway();
    const ask = async (headers: Record<string, string>) => {
      // `fetch` keeps these headers to itself.
      const socket = connect(Number(new URL(landfall.url).port), '127.0.0.1');
      const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`GET /graphql?query=%7B__typename%7D HTTP/1.1\r\n${lines.join('')}\r\n`);
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk);
      return Number(String(Buffer.concat(chunks)).split(' ')[1]);
    };
    expect(await ask({})).toBe(400);
    expect(await ask({ 'content-type': 'text/plain; charset=utf-8' })).toBe(400);
    expect(await ask({ 'content-type': 'nothing' })).toBe(400);
    expect(await ask({ 'content-type': 'application/json' })).toBe(200);
    expect(await ask({ 'sec-fetch-site': 'none' })).toBe(200);
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(400);
    expect(await ask({ 'sec-fetch-site': 'same-site' })).toBe(400);
    expect(await ask({ 'sec-fetch-site': 'cross-site', 'graphql-require-preflight': '1' })).toBe(200);
  });
});
