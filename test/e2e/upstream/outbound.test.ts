import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createOutbound, type OutboundRequest } from '#platform/http/outbound.ts';
import type { ResponseAccount } from '#platform/http/response-budget.ts';
import { deferred } from '../../support/deferred.ts';
import { openFakePartner } from '../../support/fake-partner.ts';

const logger = pino({ level: 'silent' });
const usual = { method: 'GET', timeoutMs: 5_000, maxBodyBytes: 1024 * 1024, allowPrivate: true } as const;

describe('our own requests', () => {
  it('send method, headers and body, and return status, headers and bytes', async () => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    partner.answer({ status: 418, headers: { 'x-answer': 'yes' }, body: Buffer.from([0, 255, 7]) });
    const answer = await outbound.request({
      ...usual,
      url: `${partner.url}/a?b=c,d`,
      method: 'POST',
      headers: { 'x-key': 'k' },
      body: '{}',
    });
    expect(answer).toMatchObject({ status: 418, headers: { 'x-answer': 'yes' }, body: Buffer.from([0, 255, 7]) });
    expect(partner.requests[0]).toMatchObject({ method: 'POST', url: '/a?b=c,d', headers: { 'x-key': 'k' }, body: Buffer.from('{}') });
  });

  it('do not follow redirects', async () => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    partner.answer({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } });
    expect((await outbound.request({ ...usual, url: partner.url })).status).toBe(302);
    expect(partner.requests).toHaveLength(1);
  });

  it('accept compressed answers', async () => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    partner.answer({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('unpacked') });
    expect((await outbound.request({ ...usual, url: partner.url })).body.toString()).toBe('unpacked');
  });
});

it('many concurrent requests with one signal cause no warning of Node', async () => {
  await using partner = await openFakePartner({ otherwise: { fault: 'hang' } });
  await using outbound = createOutbound({ logger });
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const leaving = new AbortController();
  const requests = Array.from({ length: 12 }, () => outbound.request({ ...usual, url: partner.url, signal: leaving.signal }));
  await partner.received(12);
  leaving.abort(new Error('left'));
  expect(new Set((await Promise.allSettled(requests)).map(({ status }) => status))).toEqual(new Set(['rejected']));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

describe('a large answer', () => {
  const large = 'x'.repeat(400_000);
  /** Creates an account without room until `giveRoom` is called. */
  function openAccount() {
    const [full, room] = [deferred(), deferred()];
    let held = 0;
    const account: ResponseAccount = {
      add: (bytes) => {
        held += bytes;
        full.resolve();
        return room.promise;
      },
      reserve: async (bytes) => {
        held += bytes;
      },
      release: (bytes) => {
        held -= bytes;
      },
      [Symbol.dispose]: () => {},
    };
    return { account, full: full.promise, giveRoom: () => room.resolve(), held: () => held };
  }

  it('waits for room, and its timeout is paused meanwhile', async () => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    const { account, full, giveRoom, held } = openAccount();
    partner.answer({ body: large });
    const timeoutMs = 2_500;
    const answering = outbound.request({ ...usual, timeoutMs, url: partner.url, account });
    await full;
    expect(held()).toBeLessThan(large.length);
    // Longer than the timeout of the request.
    await new Promise((resolve) => setTimeout(resolve, timeoutMs + 50));
    giveRoom();
    const answer = await answering;
    expect([answer.body.length, answer.reservedBytes, held()]).toEqual([large.length, large.length, large.length]);
  });

  it.each([
    ['that is no answer', { status: 500, body: large }],
    ['that breaks off', { fault: 'cut', body: large }],
    ['that is too large', { body: large.repeat(5) }],
    ['that unpacks to too much', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(large.repeat(5)) }],
  ] as const)('%s releases everything', async (_, answer) => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    const { account, giveRoom, held } = openAccount();
    giveRoom();
    partner.answer(answer);
    await outbound.request({ ...usual, url: partner.url, account }).catch(() => undefined);
    expect(held()).toBe(0);
  });

  it('counts with its decompressed size, whatever its headers state, and a small one not at all', async () => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    const lying = gzipSync(large);
    lying.writeUInt32LE(10, lying.length - 4);
    for (const [body, reservedBytes] of [
      [gzipSync(large), large.length],
      [gzipSync('small'), 0],
    ] as const) {
      const { account, held } = openAccount();
      partner.answer({ headers: { 'content-encoding': 'gzip' }, body });
      const answer = await outbound.request({ ...usual, url: partner.url, account });
      expect([answer.reservedBytes, held()]).toEqual([reservedBytes, reservedBytes]);
    }
    const { account, held } = openAccount();
    partner.answer({ headers: { 'content-encoding': 'gzip' }, body: lying });
    await expect(outbound.request({ ...usual, url: partner.url, account })).rejects.toMatchObject({ code: 'UPSTREAM_SHAPE' });
    expect(held()).toBe(0);
  });
});

describe('a partner that misbehaves causes a clear error and nothing else', () => {
  it.each([
    ['never answers', { fault: 'hang' }, 'UPSTREAM_TIMEOUT'],
    ['drips a byte now and then', { fault: 'drip' }, 'UPSTREAM_TIMEOUT'],
    ['sends half a body', { fault: 'cut', body: 'x'.repeat(100_000) }, 'UPSTREAM_UNREACHABLE'],
    [
      'sends half of the body it announced',
      { fault: 'cut', headers: { 'content-length': '100' }, body: 'x'.repeat(100) },
      'UPSTREAM_UNREACHABLE',
    ],
    ['hangs up at once', { fault: 'drop' }, 'UPSTREAM_UNREACHABLE'],
    ['sends 50 MB', { body: Buffer.alloc(50 * 1024 * 1024) }, 'UPSTREAM_SHAPE'],
    [
      'sends 50 MB packed into some KB',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50 * 1024 * 1024)) },
      'UPSTREAM_SHAPE',
    ],
    ['sends what is not gzip', { headers: { 'content-encoding': 'gzip' }, body: 'plain' }, 'UPSTREAM_SHAPE'],
    ['packs in a way that was not asked for', { headers: { 'content-encoding': 'br' }, body: 'x' }, 'UPSTREAM_SHAPE'],
    ['sends headers without end', { headers: { 'x-long': 'x'.repeat(60_000) } }, 'UPSTREAM_SHAPE'],
  ] as const)('that %s', async (_what, answer, code) => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    partner.answer(answer);
    const requested = outbound.request({
      ...usual,
      url: `${partner.url}/?key=hunter2`,
      headers: { 'x-key': 'hunter2' },
      timeoutMs: code === 'UPSTREAM_TIMEOUT' ? 200 : 5_000,
    });
    // Only the size of an unexpected body is printed, because printing megabytes takes longer than the test.
    const taken = requested.then(({ body }) => `${body.length} bytes`);
    await expect(taken).rejects.toMatchObject({ code, cause: expect.any(Error), message: expect.not.stringContaining('hunter2') });
  });

  it('that never stops sending is disconnected', async () => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    partner.answer({ fault: 'flood' });
    const brokenOff = partner.nextBreakOff();
    await expect(outbound.request({ ...usual, url: partner.url })).rejects.toMatchObject({ code: 'UPSTREAM_SHAPE' });
    await brokenOff;
  });

  it('is not blamed for a timeout if this process stalled while the answer had arrived', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', () =>
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200),
        );
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await using outbound = createOutbound({ logger });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { status, body } = await outbound.request({ ...usual, url, timeoutMs: 1_000 });
    expect([status, body.toString()]).toEqual([200, 'ok']);
    server.close();
  });

  it('that does not speak HTTP', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await using outbound = createOutbound({ logger });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(outbound.request({ ...usual, url })).rejects.toMatchObject({ code: 'UPSTREAM_SHAPE' });
    server.close();
  });

  it('that is not available', async () => {
    await using outbound = createOutbound({ logger });
    let url = '';
    {
      await using partner = await openFakePartner();
      url = partner.url;
    }
    await expect(outbound.request({ ...usual, url })).rejects.toMatchObject({ code: 'UPSTREAM_CONNECTION_REFUSED' });
  });
});

describe('a caller that gives up', () => {
  it('gets its own reason, and the connection is closed', async () => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    partner.answer({ fault: 'hang' });
    const abort = new AbortController();
    const requested = outbound.request({ ...usual, url: partner.url, signal: abort.signal });
    await partner.received(1);
    const brokenOff = partner.nextBreakOff();
    abort.abort(new Error('the client left'));
    await expect(requested).rejects.toThrow('the client left');
    await brokenOff;
  });

  it('in advance sends nothing', async () => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    const requested = outbound.request({ ...usual, url: partner.url, signal: AbortSignal.abort(new Error('too late')) });
    await expect(requested).rejects.toThrow('too late');
    expect(partner.requests).toHaveLength(0);
  });
});

describe('without allowPrivate', () => {
  const guarded: Omit<OutboundRequest, 'url'> = { ...usual, allowPrivate: false };

  it.each([
    'https://127.0.0.1',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://0x7f.1',
    'https://169.254.169.254/latest',
    'http://example.com',
  ])('%s is not connected to', async (url) => {
    await using outbound = createOutbound({ logger });
    await expect(outbound.request({ ...guarded, url })).rejects.toMatchObject({
      code: 'UPSTREAM_UNREACHABLE',
      cause: { name: 'ForbiddenAddressError' },
    });
  });

  it('a name of this machine is not connected to', async () => {
    await using partner = await openFakePartner();
    await using outbound = createOutbound({ logger });
    const url = partner.url.replace('http://127.0.0.1', 'https://localhost');
    await expect(outbound.request({ ...guarded, url })).rejects.toMatchObject({ cause: { name: 'ForbiddenAddressError' } });
  });

  it('one private address among public ones forbids a name', async () => {
    const addresses = ['1.1.1.1', '192.168.0.7'].map((address) => ({ address, family: 4 }));
    await using outbound = createOutbound({ logger, resolve: (_hostname, callback) => callback(null, addresses) });
    await expect(outbound.request({ ...guarded, url: 'https://partner.example' })).rejects.toMatchObject({
      cause: { name: 'ForbiddenAddressError' },
    });
  });

  it('a name is resolved once for each connection, so that what was checked is what is used', async () => {
    const requested: string[] = [];
    const rebinding = [[{ address: '10.0.0.1', family: 4 }], [{ address: '1.1.1.1', family: 4 }]];
    await using outbound = createOutbound({
      logger,
      resolve: (hostname, callback) => {
        requested.push(hostname);
        callback(null, rebinding.shift() ?? []);
      },
    });
    await expect(outbound.request({ ...guarded, url: 'https://partner.example' })).rejects.toMatchObject({
      cause: { name: 'ForbiddenAddressError' },
    });
    expect(requested).toEqual(['partner.example']);
  });

  it.each([
    ['does not exist', Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })],
    ['has no address', null],
    ['cannot be looked up now', Object.assign(new Error('try again'), { code: 'EAI_AGAIN' })],
  ])('a name that %s has a code of its own', async (_how, error) => {
    await using outbound = createOutbound({ logger, resolve: (_hostname, callback) => callback(error, []) });
    await expect(outbound.request({ ...guarded, url: 'https://partner.example' })).rejects.toMatchObject({ code: 'UPSTREAM_NAME_UNKNOWN' });
  });
});
