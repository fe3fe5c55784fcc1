import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { DeliveryContent } from '#platform/publisher/deliveries/message.ts';
import { createSender, type SendDelivery } from '#platform/publisher/deliveries/send-delivery.ts';
import type { SubscribingPartner } from '#platform/publisher/recipient.ts';
import { openUpstream } from '#platform/upstream/upstream.ts';
import { type FakePartner, openFakePartner, type Script, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { recipientOf as recipientOfText } from '../../support/parsed-partner.ts';
import { openMemoryLog } from '../credentials/memory-log.ts';

const [oldSecret, newSecret] = [1, 2].map((byte) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`) as [string, string];
const body = Buffer.from('{"arrivalNotices":[{"typeLabel":"Größe"},{"typeLabel":"b"}]}');
const hostOf = ({ url }: FakePartner) => new URL(url).host;

describe('a delivery', () => {
  it('is one POST of the unchanged body, signed with every secret, with its headers', async () => {
    await using setting = await openSetting({ secret: [oldSecret, newSecret] });
    expect(await setting.send({ headers: { 'content-type': 'application/json', 'API-Version': '1.0.1' } })).toEqual({
      kind: 'DELIVERED',
      refused: [],
    });
    const [{ method, url, headers, body: received } = fail()] = setting.fake.requests;
    expect([setting.fake.requests.length, method, url, received.toString()]).toEqual([1, 'POST', '/in', body.toString()]);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'api-version': '1.0.1', 'webhook-id': 'msg_1' });
    for (const secret of [oldSecret, newSecret])
      expect(new Webhook(secret).verify(received, headers as Record<string, string>)).toBeDefined();
  });

  it('has no signature without a secret, and signs in as configured in the file', async () => {
    await using setting = await openSetting({ outbound: { apiKey: { header: 'x-key', value: 'hunter2' } } });
    await setting.send();
    const [{ headers } = fail()] = setting.fake.requests;
    expect([headers['webhook-id'], headers['webhook-signature'], headers['x-key']]).toEqual(['msg_1', undefined, 'hunter2']);
  });

  it('reads compressed feedback, and removes our credential from it', async () => {
    await using setting = await openSetting({ outbound: { bearer: { token: 'hunter2' } } });
    const element = { severity: 'ERROR', message: 'not with hunter2', propertyPath: '$.arrivalNotices[1].typeLabel' };
    const packed = gzipSync(JSON.stringify({ feedbackElements: [element] }));
    setting.fake.answer({ headers: { 'content-encoding': 'gzip' }, body: packed });
    expect(await setting.send()).toEqual({ kind: 'DELIVERED', refused: [{ index: 1, message: 'not with [redacted]' }] });
  });

  it('that is answered with another success status is sent once', async () => {
    await using setting = await openSetting();
    setting.fake.answer({ status: 202 }, { status: 204 }, { status: 202 });
    for (let count = 0; count < 3; count += 1) expect(await setting.send()).toEqual({ kind: 'DELIVERED', refused: [] });
    expect(setting.log.text().match(/counts as delivered/g)).toHaveLength(1);
  });
});

describe('a subscriber that', () => {
  it.each<[string, ScriptedAnswer, object]>([
    ['never answers', { fault: 'hang' }, retry('UPSTREAM_TIMEOUT', 'did not answer within N ms.', true)],
    ['drips its answer', { fault: 'drip' }, retry('UPSTREAM_TIMEOUT', 'did not answer within N ms.', true)],
    [
      'hangs up when it has read the body',
      { fault: 'drop' },
      retry('UPSTREAM_UNREACHABLE', 'could not be reached, or closed the connection.', true),
    ],
    [
      'breaks its answer off',
      { fault: 'cut', body: 'x'.repeat(99) },
      retry('UPSTREAM_UNREACHABLE', 'could not be reached, or closed the connection.', true),
    ],
    [
      'is overrun',
      { status: 503, headers: { 'retry-after': '7' } },
      { ...retry('UPSTREAM_UNREACHABLE', 'failed (503).'), retryAfterMs: 7_000 },
    ],
    ['fails', { status: 500, body: 'hunter3' }, { ...retry('UPSTREAM_UNREACHABLE', 'failed (500).'), isOutage: false }],
    ['refuses', { status: 400, body: 'hunter3' }, { kind: 'REFUSED', error: errorOf('UPSTREAM_REJECTED', 'rejected the request (400).') }],
    [
      'redirects',
      { status: 307, headers: { location: 'http://169.254.169.254/' } },
      { kind: 'PAUSE', error: errorOf('UPSTREAM_REJECTED', 'redirects, which is not followed (307).') },
    ],
    [
      'is gone',
      { status: 410 },
      { kind: 'PAUSE', error: errorOf('UPSTREAM_REJECTED', 'no longer accepts requests at this address (410).') },
    ],
    ['answers 200 and 50 MB', { body: Buffer.alloc(50 * 1024 * 1024) }, { kind: 'DELIVERED', refused: [] }],
    ['answers 200 without end', { fault: 'flood' }, { kind: 'DELIVERED', refused: [] }],
    ['answers 200 and broken gzip', { headers: { 'content-encoding': 'gzip' }, body: 'plain' }, { kind: 'DELIVERED', refused: [] }],
    ['answers 502 and 50 MB', { status: 502, body: Buffer.alloc(50 * 1024 * 1024) }, retry('UPSTREAM_UNREACHABLE', 'failed (502).')],
  ])('%s leads to the matching outcome', async (_what, answer, outcome) => {
    const isSilent = answer.fault === 'hang' || answer.fault === 'drip';
    await using setting = await openSetting(isSilent ? { limits: limitsWith(1_000) } : {});
    setting.fake.answer(answer);
    const result = JSON.stringify(await setting.send()).replaceAll(hostOf(setting.fake), 'host');
    // The remaining time when the request begins.
    expect(JSON.parse(result.replace(/within \d+ ms/, 'within N ms'))).toEqual(outcome);
    await setting.fake.received(1);
    expect(setting.fake.requests).toHaveLength(1);
  });

  it('is unavailable has not received the message', async () => {
    await using setting = await openSetting();
    await setting.fake[Symbol.asyncDispose]();
    expect(await setting.send()).toMatchObject({
      kind: 'RETRY',
      isOutage: true,
      maybeDelivered: false,
      error: { code: 'UPSTREAM_CONNECTION_REFUSED' },
    });
  });

  it.each([
    ['by its name', (url: string) => url.replace('http://127.0.0.1', 'https://localhost')],
    ['by its address', (url: string) => url.replace('http:', 'https:')],
    ['by plain http', (url: string) => url],
  ])('has a private address is not connected to: %s', async (_how, urlOf) => {
    await using setting = await openSetting();
    const url = urlOf(`${setting.fake.url}/in`);
    const outcome = await setting.send({ url, target: { ...setting.recipient, allowPrivate: false } });
    expect(outcome).toEqual({
      kind: 'PAUSE',
      error: { code: 'UPSTREAM_UNREACHABLE', message: `${new URL(url).host} is not an allowed address.` },
    });
    expect(setting.fake.requests).toHaveLength(0);
  });
});

describe('a subscriber that requires OAuth 2', () => {
  it('and revokes the token gets the message again with another one', async () => {
    await using issuer = await openFakePartner({
      otherwise: { body: { access_token: 'second', token_type: 'Bearer', expires_in: 3_600 } },
    });
    issuer.answer({ body: { access_token: 'first', token_type: 'Bearer', expires_in: 3_600 } });
    await using setting = await openSetting({ outbound: signingIn(issuer), secret: oldSecret });
    setting.fake.answer({ status: 401 });
    expect(await setting.send()).toEqual({ kind: 'DELIVERED', refused: [] });
    const { requests } = setting.fake;
    expect(requests.map(({ headers }) => [headers.authorization, headers['webhook-id']])).toEqual([
      ['Bearer first', 'msg_1'],
      ['Bearer second', 'msg_1'],
    ]);
    expect(requests.every(({ body: received }) => received.equals(body))).toBe(true);
  });

  it('and accepts no token stops the deliveries to it', async () => {
    await using issuer = await openFakePartner({ otherwise: { body: { access_token: 'any', token_type: 'Bearer' } } });
    await using setting = await openSetting({ outbound: signingIn(issuer) }, { status: 401 });
    expect(await setting.send()).toMatchObject({
      kind: 'PAUSE',
      error: { message: expect.stringContaining('rejected the credential (401)') },
    });
  });

  it.each<[string, Script, object]>([
    ['refuses us', { status: 401, body: { error: 'invalid_client' } }, { kind: 'PAUSE', error: { code: 'UPSTREAM_REJECTED' } }],
    ['is down', { status: 503 }, { kind: 'RETRY', isOutage: true, maybeDelivered: false }],
    [
      'answers without end',
      { fault: 'flood' },
      { kind: 'RETRY', isOutage: true, maybeDelivered: false, error: { code: 'UPSTREAM_SHAPE' } },
    ],
  ])('and whose server %s has not received the message', async (_what, answer, outcome) => {
    await using issuer = await openFakePartner({ otherwise: answer });
    await using setting = await openSetting({ outbound: signingIn(issuer) });
    expect(await setting.send()).toMatchObject(outcome);
    expect(setting.fake.requests).toHaveLength(0);
  });
});

describe('deliveries to a partner', () => {
  it('count among all requests to it', async () => {
    await using setting = await openSetting({ limits: { concurrency: 2, timeoutMs: 30_000 } });
    const { fake, query: sendQuery } = setting;
    let open = () => {};
    const after = new Promise<void>((resolve) => {
      open = resolve;
    });
    fake.answer({ after }, { after });
    const all: Promise<unknown>[] = [sendQuery()];
    await fake.received(1);
    all.push(setting.send(), setting.send());
    await fake.received(2);
    expect(setting.upstream.healthOf('acme', 'ARRIVAL_NOTICE')?.inFlight).toBe(1);
    expect(fake.requests.map(({ method }) => method).toSorted()).toEqual(['GET', 'POST']);
    open();
    await Promise.all(all);
    expect(fake.requests.map(({ method }) => method).toSorted()).toEqual(['GET', 'POST', 'POST']);
  });

  it('do not affect requests to it: neither a 429 nor failures delay its answers', async () => {
    await using setting = await openSetting();
    setting.fake.answer({ status: 429, headers: { 'retry-after': '3600' } }, ...Array<Script>(20).fill({ status: 503 }));
    for (let count = 0; count < 21; count += 1) expect((await setting.send())?.kind).toBe('RETRY');
    expect((await setting.query()).status).toBe(200);
  });

  it('are created when their turn comes, and not sent if there is nothing left to send', async () => {
    await using setting = await openSetting({ limits: { concurrency: 1, timeoutMs: 30_000 } });
    let open = () => {};
    const after = new Promise<void>((resolve) => {
      open = resolve;
    });
    setting.fake.answer({ after });
    const first = setting.send();
    await setting.fake.received(1);
    const madeUp: string[] = [];
    const content = (what: string, made: DeliveryContent | undefined) => async () => {
      madeUp.push(what);
      return made;
    };
    const { recipient } = setting;
    const other = { target: recipient, url: `${setting.fake.url}/other`, headers: {}, listName: 'arrivalNotices', body, sent: [] };
    const waiting = [setting.send({ content: content('nothing', undefined) }), setting.send({ content: content('other', other) })];
    expect(madeUp).toEqual([]);
    open();
    expect(await Promise.all([first, ...waiting])).toEqual([
      { kind: 'DELIVERED', refused: [] },
      undefined,
      { kind: 'DELIVERED', refused: [] },
    ]);
    expect(setting.fake.requests.map(({ url }) => url)).toEqual(['/in', '/other']);
  });

  it('that get no turn have not been sent', async () => {
    await using setting = await openSetting({ limits: { concurrency: 1, timeoutMs: 30_000, deadlineMs: 50 } });
    const abort = new AbortController();
    setting.fake.answer({ fault: 'hang' });
    const first = setting.send({ signal: abort.signal });
    await setting.fake.received(1);
    expect(await setting.send()).toMatchObject({
      kind: 'RETRY',
      isOutage: true,
      maybeDelivered: false,
      error: { code: 'UPSTREAM_TIMEOUT' },
    });
    abort.abort(new Error('no longer wanted'));
    await expect(first).rejects.toThrow('no longer wanted');
    expect((await setting.send())?.kind).toBe('DELIVERED');
  });

  it('are made to one that itself offers nothing', async () => {
    await using setting = await openSetting({ arrivalNotices: undefined });
    expect(await setting.send()).toEqual({ kind: 'DELIVERED', refused: [] });
    expect(setting.upstream.endpoints()).toEqual([]);
  });
});

function errorOf(code: string, what: string) {
  return { code, message: `host ${what}` };
}

function retry(code: string, what: string, maybeDelivered = false) {
  return { kind: 'RETRY', error: errorOf(code, what), isOutage: true, maybeDelivered };
}

function signingIn(issuer: FakePartner) {
  return { oauth2: { tokenUrl: `${issuer.url}/token`, clientId: 'us', clientSecret: 'hunter4' } };
}

function limitsWith(timeoutMs: number) {
  return { requestsPerSecond: 1_000, timeoutMs, maxBodyBytes: 1_000_000 };
}

/** Opens a subscriber on loopback, and the client for deliveries and requests to it. */
async function openSetting({ secret, ...file }: { secret?: unknown; [field: string]: unknown } = {}, otherwise: Script = {}) {
  const fake = await openFakePartner({ otherwise });
  const log = openMemoryLog();
  const recipient = recipientOf({
    allowPrivate: true,
    limits: limitsWith(30_000),
    arrivalNotices: { baseUrl: fake.url },
    publish: { push: { arrivalNotices: `${fake.url}/in`, secret } },
    ...file,
  });
  const upstream = openUpstream({ logger: log.logger });
  const send = createSender({ upstream, logger: log.logger });
  const usual = { target: recipient, url: `${fake.url}/in`, headers: {}, listName: 'arrivalNotices', body, sent: [] };
  return {
    fake,
    log,
    recipient,
    upstream,
    send: ({ signal, content, ...differing }: Partial<Parameters<SendDelivery>[0] & DeliveryContent> = {}) =>
      send({ recipient, id: 'msg_1', signal, content: content ?? (async () => ({ ...usual, ...differing })) }),
    query: () =>
      upstream.call({
        partner: recipient.partner,
        standard: 'ARRIVAL_NOTICE',
        url: `${fake.url}/arrival-notices`,
        headers: {},
        deadline: Date.now() + 60_000,
      }),
    [Symbol.asyncDispose]: async () => {
      await upstream[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

function recipientOf(file: object): SubscribingPartner {
  return recipientOfText(JSON.stringify({ id: 'acme', name: 'ACME', ...file }));
}

function fail(): never {
  throw new Error('nothing was sent');
}
