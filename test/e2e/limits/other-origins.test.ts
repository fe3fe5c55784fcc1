import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createOrigins } from '#platform/access/origins.ts';
import { readConfig } from '#platform/config.ts';
import { policyOf } from '#platform/operations/request-policy.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { openSocket } from '../gateway/socket-client.ts';

const app = 'https://app.example';
const policy = { origins: createOrigins([app]) };

/** Sends a request as a browser would, because `fetch` does not allow some of its headers. */
async function send(url: string, head: string, body = ''): Promise<{ status: number; headers: Map<string, string>; body: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${head}\r\nhost: landfall.example\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const [top = '', ...rest] = String(Buffer.concat(chunks)).split('\r\n\r\n');
  const [status = '', ...lines] = top.split('\r\n');
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  return { status: Number(status.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

describe('a page of another origin', () => {
  it.each([
    ['an image', 'GET /graphql?query=%7Bcallers%7D HTTP/1.1\r\naccept: image/avif,*/*\r\nsec-fetch-site: cross-site', '', 400],
    ['an image, by a browser that says nothing of sites', 'GET /graphql?query=%7Bcallers%7D HTTP/1.1\r\naccept: image/avif,*/*', '', 400],
    ['an event stream', 'GET /graphql?query=%7Bcallers%7D HTTP/1.1\r\naccept: text/event-stream\r\norigin: https://evil.example', '', 400],
    ['a form', 'POST /graphql HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded', 'query=%7Bcallers%7D', 415],
    ['a form with a file', 'POST /graphql HTTP/1.1\r\ncontent-type: multipart/form-data; boundary=x', '--x--', 415],
    ['a form of plain text', 'POST /graphql HTTP/1.1\r\ncontent-type: text/plain', '{"query":"{ callers }"}', 415],
    ['a beacon without a type', 'POST /graphql HTTP/1.1', '{"query":"{ callers }"}', 415],
  ])('cannot make its visitor send a query by %s', async (_how, head, body, status) => {
    await using landfall = await openGateway({ policy });
    const answer = await send(landfall.url, head, body);
    expect([answer.status, JSON.parse(answer.body).errors[0].extensions.code]).toEqual([status, 'BAD_REQUEST']);
  });

  it('is not allowed to send requests unless its origin is listed, and never learns another origin', async () => {
    await using landfall = await openGateway({ policy });
    const sendQuery = (origin: string, method = 'POST') =>
      send(landfall.url, `OPTIONS /graphql HTTP/1.1\r\norigin: ${origin}\r\naccess-control-request-method: ${method}`);
    for (const origin of ['https://evil.example', 'null', 'http://app.example', `${app}.evil.example`]) {
      const refused = await sendQuery(origin);
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([405, undefined]);
    }
    const allowed = await sendQuery(app);
    expect([allowed.status, allowed.body]).toEqual([204, '']);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(app);
    expect(allowed.headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(allowed.headers.get('access-control-allow-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['content-type', 'authorization', 'x-api-key', 'graphql-require-preflight']),
    );
    expect(allowed.headers.get('access-control-allow-credentials')).toBeUndefined();
    expect(allowed.headers.get('vary')).toBe('Origin');
  });

  it('may send the headers that tracing libraries and clients of Apollo add, and those of a setting', async () => {
    const settings = { ALLOWED_ORIGINS: app, ALLOWED_HEADERS: 'X-Datadog-Trace-Id, x-tenant', OPEN_ACCESS: 'true' };
    await using landfall = await openGateway({ policy: policyOf(readConfig(settings)) });
    const allowed = await send(landfall.url, `OPTIONS /graphql HTTP/1.1\r\norigin: ${app}\r\naccess-control-request-method: POST`);
    expect(allowed.headers.get('access-control-allow-headers')?.split(', ')).toEqual(
      expect.arrayContaining([
        ...['traceparent', 'tracestate', 'baggage', 'sentry-trace', 'apollographql-client-name', 'apollographql-client-version'],
        ...['X-Datadog-Trace-Id', 'x-tenant'],
      ]),
    );
    for (const ALLOWED_HEADERS of ['x y', 'x:', 'x\r\ny', 'ü'])
      expect(() => readConfig({ ALLOWED_HEADERS })).toThrow(/ALLOWED_HEADERS: expected names of headers/);
  });

  it.each(['application/json', 'text/event-stream'])('that is listed can read answers of %s, and errors', async (accept) => {
    await using landfall = await openGateway({ policy });
    for (const body of ['{"query":"{ callers }"}', '{"query":"{ unknownField }"}', '{']) {
      const headers = { accept, origin: app };
      const response = await landfall.post(body, headers);
      expect(response.headers.get('access-control-allow-origin')).toBe(app);
      expect(await response.text()).toMatch(body.includes('callers') ? /"callers":\["open"\]/ : /"errors"/);
      const elsewhere = await landfall.post(body, { ...headers, origin: 'https://evil.example' });
      expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
      await elsewhere.text();
    }
  });

  it('opens a websocket only if it is listed', async () => {
    await using landfall = await openGateway({ policy });
    await using client = await openSocket(landfall.url, { headers: { origin: app } });
    expect(client.messages).toEqual([{ type: 'connection_ack' }]);
    const socket = new WebSocket(`${landfall.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      origin: 'https://evil.example',
    });
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(403);
    socket.on('error', () => undefined);
    socket.terminate();
  });

  it('gets nothing by a name of its own that resolves to this machine, under open access on this machine', async () => {
    await using landfall = await openGateway({ policy: { openHosts: 'loopback' } });
    const body = '{"query":"{ callers }"}';
    const strange = await send(landfall.url, 'POST /graphql HTTP/1.1\r\ncontent-type: application/json', body);
    expect([strange.status, JSON.parse(strange.body).errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
    expect(await landfall.query('{ callers }')).toEqual({ data: { callers: ['open'] } });
    const headers = { host: 'landfall.example', origin: 'http://landfall.example' };
    const socket = new WebSocket(`${landfall.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(403);
    socket.on('error', () => undefined);
    socket.terminate();
  });

  it('gets nothing by default, not even a preflight response', async () => {
    await using landfall = await openGateway();
    const requested = await send(landfall.url, `OPTIONS /graphql HTTP/1.1\r\norigin: ${app}\r\naccess-control-request-method: POST`);
    expect([requested.status, [...requested.headers.keys()].filter((name) => name.startsWith('access-control'))]).toEqual([405, []]);
  });
});

describe('a browser', () => {
  it.each(['/graphql', '/graphql?query=%7Bcallers%7D', '/nowhere', '/visualizations/x'])(
    'gets security headers with every response (%s)',
    async (path) => {
      await using landfall = await openGateway();
      const { headers } = await send(landfall.url, `GET ${path} HTTP/1.1\r\ngraphql-require-preflight: 1`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect([headers.has('x-powered-by'), headers.has('server')]).toEqual([false, false]);
    },
  );

  it('gets the same headers with a stream', async () => {
    await using landfall = await openGateway();
    const response = await landfall.post({ query: '{ callers }' }, { accept: 'text/event-stream' });
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    await response.text();
  });

  it('cannot send a URL of unlimited length', async () => {
    await using landfall = await openGateway();
    const long = await send(
      landfall.url,
      `GET /graphql?query=%7Bcallers%7D&x=${'x'.repeat(9_000)} HTTP/1.1\r\ngraphql-require-preflight: 1`,
    );
    expect([long.status, JSON.parse(long.body).errors[0].extensions.code]).toEqual([414, 'BAD_REQUEST']);
    const longer = await send(landfall.url, `GET /graphql?query=${'x'.repeat(100_000)} HTTP/1.1`);
    expect(longer.status).toBe(431);
  });
});
