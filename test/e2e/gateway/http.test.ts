import { METHODS } from 'node:http';
import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createOrigins } from '#platform/access/origins.ts';
import { rawExchange } from '../../support/raw-exchange.ts';
import { type GraphqlAnswer, openGateway } from './open-gateway.ts';

const newType = { accept: 'application/graphql-response+json' };
const byProgram = { 'graphql-require-preflight': '1' };

async function answerOf(response: Response): Promise<GraphqlAnswer> {
  return (await response.json()) as GraphqlAnswer;
}

/** The header that browsers send for a URL in their address bar. */
const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
/** The header of urql 6, which uses GET by default. */
const urqlAccept = 'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';

/** Sends `{ __typename }`. `fetch` does not allow some of these headers. */
async function getAsWritten(url: string, headers: Record<string, string>): Promise<{ status: number; answer: GraphqlAnswer }> {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const { port } = new URL(url);
  const [head = '', body = ''] = (
    await rawExchange(Number(port), `GET /graphql?query=%7B__typename%7D HTTP/1.1\r\n${lines.join('')}\r\n`)
  ).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), answer: JSON.parse(body) };
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

  it('returns the same answer the first time and every time after', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'MB1', document: { a: [1, 'x', null] } });
    const query =
      'query($on: Boolean!) { n: notices { nodes { ...N ... on Notice @skip(if: $on) { versions { id } } } } } fragment N on Notice { versions { document @include(if: $on) } }';
    const answers = [];
    for (let round = 0; round < 6; round++) answers.push(await landfall.query(query, { on: round % 2 === 0 }));
    expect(answers[0]).toEqual({ data: { n: { nodes: [{ versions: [{ document: { a: [1, 'x', null] } }] }] } } });
    expect(answers[1]).toEqual({ data: { n: { nodes: [{ versions: [{ id: 'version-1' }] }] } } });
    expect(answers.slice(2)).toEqual([answers[0], answers[1], answers[0], answers[1]]);
  });

  it('may be an introspection, alone or with data, and never shows inaccessible parts', async () => {
    await using landfall = await openGateway();
    const whole = await landfall.query(getIntrospectionQuery());
    expect(whole.errors).toBeUndefined();
    expect(JSON.stringify(whole)).not.toMatch(/join__|link__|_entities|_service|SECRET|"hidden"/);
    const mixed = await landfall.query('{ a: __typename ...F echo(value: 1) } fragment F on Query { __type(name: "Notice") { name } }');
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
    expect([unknown.status, (await answerOf(unknown)).errors?.[0]?.message]).toEqual([
      400,
      'The document contains no operation named "C".',
    ]);
  });
});

describe('a mutation', () => {
  it('is executed by POST and rejected by GET', async () => {
    await using landfall = await openGateway();
    const query = 'mutation { remember(text: "x") }';
    expect(await landfall.query(query)).toEqual({ data: { remember: 'x' } });
    const response = await fetch(`${landfall.url}/graphql?${new URLSearchParams({ query })}`, { headers: byProgram });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect((await answerOf(response)).errors?.[0]?.extensions.code).toBe('METHOD_NOT_ALLOWED');
  });
});

describe('errors', () => {
  it('of the table keep code and message; all others are INTERNAL with the request id only', async () => {
    await using landfall = await openGateway();
    const response = await landfall.post({ query: '{ refused x: broken }' }, { 'x-request-id': 'r-1' });
    expect(await answerOf(response)).toEqual({
      data: { refused: null, x: null },
      errors: [
        { message: 'The store is not available.', path: ['refused'], extensions: { code: 'STORE_UNAVAILABLE' } },
        { message: 'An internal error occurred.', path: ['x'], extensions: { code: 'INTERNAL', requestId: 'r-1' } },
      ],
    });
    await landfall.post({ query: '{ notices {' });
    const counted = (await landfall.registry.getSingleMetric('landfall_operation_errors_total')?.get())?.values ?? [];
    expect(Object.fromEntries(counted.map(({ labels, value }) => [labels['code'], value]))).toEqual({
      STORE_UNAVAILABLE: 1,
      INTERNAL: 1,
      GRAPHQL_PARSE_FAILED: 1,
    });
  });

  it('inside a non-null field make their parent null, up to the whole data, and the response is still a 200', async () => {
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
  ])('before execution (%s) are a 400 without data, with the location', async (_name, query, code) => {
    await using landfall = await openGateway();
    const response = await landfall.post({ query }, newType);
    const answer = await answerOf(response);
    expect(response.status).toBe(400);
    expect(answer).not.toHaveProperty('data');
    expect(answer.errors?.[0]?.extensions).toEqual({ code });
    const asJson = await landfall.post({ query });
    expect([asJson.status, await answerOf(asJson)]).toEqual([200, answer]);
  });

  it('of names suggest other names only where introspection is open', async () => {
    const messageFor = async (introspection: boolean) => {
      await using landfall = await openGateway({ policy: { introspection } });
      return (await landfall.query('{ notice { __typename } }')).errors?.[0]?.message;
    };
    expect(await messageFor(true)).toBe('Cannot query field "notice" on type "Query". Did you mean "notices" or "node"?');
    expect(await messageFor(false)).toBe('Cannot query field "notice" on type "Query".');
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

describe('a request that is too large', () => {
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
  ])('(%s) is rejected immediately', async (_name, query) => {
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
    expect(await landfall.query('{ __typename }')).toEqual({ data: { __typename: 'Query' } });
  });
});

describe('a request that is not a GraphQL request', () => {
  it.each([
    ['no JSON', '{', {}, 400],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}, 400],
    ['an empty body', '', {}, 400],
    ['a list of requests', '[{"query":"{ broken }"}]', {}, 400],
    ['a string', '"{ broken }"', {}, 400],
    ['another media type', 'query={broken}', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['text, which pages may send anywhere', '{"query":"{ broken }"}', { 'content-type': 'text/plain' }, 415],
    ['another charset', '{"query":"{ broken }"}', { 'content-type': 'application/json; charset=latin1' }, 415],
    ['a compressed body', '{"query":"{ broken }"}', { 'content-encoding': 'gzip' }, 415],
    ['an answer type that is not offered', '{"query":"{ broken }"}', { accept: 'text/html' }, 406],
  ])('(%s) is rejected with a GraphQL error', async (_name, body, headers, status) => {
    await using landfall = await openGateway();
    const response = await fetch(`${landfall.url}/graphql`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const { errors } = await answerOf(response);
    expect([response.status, errors?.length, errors?.[0]?.extensions.code]).toEqual([status, 1, 'BAD_REQUEST']);
  });

  it('may have parameters in the media type', async () => {
    await using landfall = await openGateway();
    const response = await landfall.post({ query: '{ __typename }' }, { 'content-type': 'Application/JSON; Charset="UTF-8"' });
    expect(response.status).toBe(200);
  });

  it.each(METHODS.filter((method) => !['GET', 'POST', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method)))(
    'with the method %s is a 405 or 404, as elsewhere',
    async (method) => {
      await using landfall = await openGateway();
      const port = Number(new URL(landfall.url).port);
      const content = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
      for (const path of ['/graphql', '/', '/readyz', '/nowhere']) {
        const answer = await rawExchange(port, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${content}`);
        expect([path, answer.slice(0, 12)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 40[45]$/)]);
      }
    },
  );

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'QUERY'])('with %s is a 405', async (method) => {
    await using landfall = await openGateway();
    const response = await fetch(`${landfall.url}/graphql`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  it('with a subscription and without a stream is a 406', async () => {
    await using landfall = await openGateway();
    const response = await landfall.post(
      { query: 'subscription { arrivalNoticeVersionReceived { cursor } }' },
      { accept: 'application/json' },
    );
    expect(response.status).toBe(406);
  });
});

describe('a page of another origin', () => {
  it('cannot send a GET through its visitor’s browser unless it could have sent a preflight', async () => {
    await using landfall = await openGateway();
    const sendQuery = async (headers: Record<string, string>) => (await getAsWritten(landfall.url, headers)).status;
    expect(await sendQuery({})).toBe(400);
    expect(await sendQuery({ 'content-type': 'text/plain; charset=utf-8' })).toBe(400);
    expect(await sendQuery({ 'content-type': 'nothing' })).toBe(400);
    expect(await sendQuery({ 'content-type': 'application/json' })).toBe(200);
    expect(await sendQuery({ 'sec-fetch-site': 'none' })).toBe(200);
    expect(await sendQuery({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await sendQuery({ 'sec-fetch-site': 'cross-site' })).toBe(400);
    expect(await sendQuery({ 'sec-fetch-site': 'same-site' })).toBe(400);
    expect(await sendQuery({ 'sec-fetch-site': 'cross-site', 'graphql-require-preflight': '1' })).toBe(200);
  });
});

describe('a GET like that of urql', () => {
  const accept = { accept: urqlAccept };
  const page = { ...accept, 'user-agent': 'Mozilla/5.0', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' };

  it('is answered if it comes from a program in Node', async () => {
    await using landfall = await openGateway();
    const parameters = new URLSearchParams({
      query: 'query Q($v: JSON) {\n  echo(value: $v)\n}',
      operationName: 'Q',
      variables: '{"v":1}',
    });
    const response = await fetch(`${landfall.url}/graphql?${parameters}`, { headers: accept });
    expect([response.status, await answerOf(response)]).toEqual([200, { data: { echo: { value: 1 } } }]);
  });

  it('is answered if it comes from a page of this server or of an allowed origin', async () => {
    await using landfall = await openGateway({ policy: { origins: createOrigins(['https://app.example']) } });
    const own = await getAsWritten(landfall.url, { ...page, 'sec-fetch-site': 'same-origin' });
    const allowed = await getAsWritten(landfall.url, { ...page, origin: 'https://app.example' });
    const evil = await getAsWritten(landfall.url, { ...page, origin: 'https://evil.example' });
    expect([own.status, allowed.status, evil.status]).toEqual([200, 200, 400]);
  });

  it('is handled further with a credential that no browser adds by itself, and not with one that browsers add', async () => {
    await using landfall = await openGateway();
    const statusWith = async (headers: Record<string, string>) => (await getAsWritten(landfall.url, { ...accept, ...headers })).status;
    expect(await statusWith({ authorization: 'Bearer a.b.c' })).not.toBe(400);
    expect(await statusWith({ authorization: 'Basic dXNlcjpwYXNz' })).toBe(400);
    expect(await statusWith({ 'sec-fetch-mode': 'no-cors' })).toBe(400);
    expect(await statusWith({ 'sec-fetch-mode': 'cors', origin: 'null' })).toBe(400);
  });

  it('otherwise gets instructions', async () => {
    await using landfall = await openGateway();
    const { status, answer } = await getAsWritten(landfall.url, page);
    expect([status, answer.errors?.[0]?.extensions.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.errors?.[0]?.message).toMatch(
      /^Send the header graphql-require-preflight: 1 with a GET, or use POST \(urql: preferGetMethod: false\)\./,
    );
  });
});

describe('a visit with a browser', () => {
  const visit = (url: string, accept: string, search = '') => fetch(`${url}/graphql${search}`, { headers: { accept }, redirect: 'manual' });
  const requested = '?query=%7B__typename%7D&variables=%7B%7D';

  it('is redirected to GraphiQL if that is served, with its query, unless it accepts the answer', async () => {
    let hasIde = true;
    await using landfall = await openGateway({ hasIde: () => hasIde });
    const leadsTo = async (accept: string, search = '') => {
      const { status, headers } = await visit(landfall.url, accept, search);
      return [status, headers.get('location')];
    };
    expect(await leadsTo(browserAccept)).toEqual([303, 'graphiql']);
    expect(await leadsTo(browserAccept, '?query=')).toEqual([303, 'graphiql?query=']);
    expect(await leadsTo('text/html')).toEqual([303, 'graphiql']);
    expect(await leadsTo('text/html', requested)).toEqual([303, `graphiql${requested}`]);
    expect(await leadsTo(browserAccept, requested)).toEqual([200, null]);
    expect(await leadsTo('*/*', requested)).toEqual([200, null]);
    expect(await leadsTo('application/json, text/html')).toEqual([400, null]);
    hasIde = false;
    expect(await leadsTo(browserAccept)).toEqual([400, null]);
  });

  it('gets a hint if GraphiQL is not served', async () => {
    await using landfall = await openGateway();
    const answers = await Promise.all([
      visit(landfall.url, browserAccept),
      visit(landfall.url, 'text/html'),
      visit(landfall.url, 'text/html', requested),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 406, 406]);
    for (const answer of answers) {
      expect((await answerOf(answer)).errors?.[0]?.message).toBe(
        'Send a query: by POST as application/json, or as ?query=. This path serves no page; set IDE=true to serve GraphiQL at /graphiql.',
      );
    }
  });
});
