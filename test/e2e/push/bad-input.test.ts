import { METHODS } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partnerKeys } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { casesOf } from '../../support/random-cases.ts';
import { rawExchange } from '../../support/raw-exchange.ts';

const minimal = { issueDateTime: '2026-03-02T13:05:00Z', transportDocumentReference: 'NEVER' };
const envelope = (...arrivalNotices: unknown[]): string => JSON.stringify({ arrivalNotices });

let landfall: OpenLandfall;
beforeAll(async () => {
  landfall = await openLandfall({}, { pushLimits: { timeoutMs: 1_000, maxBodyBytes: 1_000_000, maxObjects: 50_000 } });
});
afterAll(async () => landfall[Symbol.asyncDispose]());

const held = async (): Promise<number> => {
  const { arrivalNotices } = await landfall.query<{ arrivalNotices: { nodes: unknown[] } }>(
    '{ arrivalNotices(first: 500) { nodes { id } } }',
  );
  return arrivalNotices.nodes.length;
};

/** Every response has the version and the standard's error body, and nothing was stored. */
const expectRefused = async (
  answer: Awaited<ReturnType<OpenLandfall['dcsa']>>,
  status: number,
  reported: RegExp,
  propertyPath?: string,
) => {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('api-version')).toBe('1.0.1');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.feedback).toEqual([
    { severity: 'ERROR', message: expect.stringMatching(reported), ...(propertyPath === undefined ? {} : { propertyPath }) },
  ]);
  expect(await held()).toBe(0);
};

describe('a push that is invalid as a whole', () => {
  test('without credential or with a wrong one is 401', async () => {
    const body = envelope(minimal);
    await expectRefused(await landfall.dcsa('/arrival-notices', { body, key: null }), 401, /credential/);
    await expectRefused(await landfall.dcsa('/arrival-notices', { body, key: 'guessed' }), 401, /credential/);
  });

  test('in another media type, charset or encoding is 415', async () => {
    const send = (headers: Record<string, string>) => landfall.dcsa('/arrival-notices', { body: envelope(minimal), headers });
    await expectRefused(await send({ 'content-type': 'text/plain' }), 415, /expected application\/json, got "text\/plain"/);
    await expectRefused(await send({ 'content-type': 'application/json; charset=iso-8859-1' }), 415, /charset utf-8/);
    await expectRefused(await send({ 'content-type': 'application/json', 'content-encoding': 'br' }), 415, /gzip/);
  });

  test.each(['application', '', ' ', 'a/b/c', 'text/json;application/json', '/', 'undefined', 'application/json, text/plain'])(
    'with the malformed media type %j is 415, for an unknown caller 401, and 404 or 405 where nothing can be pushed',
    async (type) => {
      const send = (path: string, key?: null) =>
        landfall.dcsa(path, { body: envelope(minimal), headers: { 'content-type': type }, ...(key === null ? { key } : {}) });
      for (const path of ['/arrival-notices', '/arrival-notice-notifications', '/events']) {
        expect([path, (await send(path)).status, (await send(path, null)).status]).toEqual([path, 415, 401]);
      }
      await expectRefused(await send('/arrival-notices'), 415, /^Content-Type: expected application\/json, got /);
      await expectRefused(await send('/arrival-notices', null), 401, /credential/);
      await expectRefused(await send('/nowhere'), 404, /The path does not exist/);
      expect((await send('/v1/port-schedules')).status).toBe(405);
    },
  );

  test('with two media types is 415, in either order', async () => {
    const lines = ['POST /dcsa/arrival-notices HTTP/1.1', 'Host: x', `x-api-key: ${partnerKeys.acme}`, 'Content-Length: 2'];
    const types = ['Content-Type: application/json', 'Content-Type: text/plain'];
    for (const given of [types, types.toReversed(), [types[0], types[0]]]) {
      expect(await rawExchange(landfall.port, [...lines, ...given, '', '{}'].join('\r\n'))).toMatch(/^HTTP\/1\.1 415 [\s\S]*got several/);
    }
  });

  test.each(METHODS.filter((method) => !['GET', 'POST', 'CONNECT', 'HEAD'].includes(method)))(
    'with the method %s is 405, or 404 at an unknown path, with and without a media type',
    async (method) => {
      for (const [path, status] of [
        ['/arrival-notices', 405],
        ['/events', 405],
        ['/v1/vessel-schedules', 405],
        ['/nowhere', 404],
      ] as const) {
        for (const type of ['', 'Content-Type: application/json\r\n', 'Content-Type: a/b/c\r\n']) {
          const head = `${method} /dcsa${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n${type}\r\n`;
          const answer = await rawExchange(landfall.port, head);
          expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*api-version: `, 'i'));
        }
      }
    },
  );

  test('of another major version is 400 and lists the versions', async () => {
    const answer = await landfall.dcsa('/arrival-notices', { body: envelope(minimal), headers: { 'API-Version': '2.0.0' } });
    await expectRefused(answer, 400, /1\.0\.1/);
  });

  test.each([
    ['{"arrivalNotices": [{]}', /not JSON/, '$'],
    ['', /not JSON/, '$'],
    ['[]', /non-empty array arrivalNotices/, '$.arrivalNotices'],
    ['{}', /non-empty array arrivalNotices/, '$.arrivalNotices'],
    ['null', /non-empty array arrivalNotices/, '$.arrivalNotices'],
    ['{"arrivalNotices": []}', /non-empty array arrivalNotices/, '$.arrivalNotices'],
    ['{"arrivalNotices": {"0": {}}}', /non-empty array arrivalNotices/, '$.arrivalNotices'],
    [`{"__proto__": ${envelope(minimal)}}`, /non-empty array arrivalNotices/, '$.arrivalNotices'],
    [`{"arrivalNotice": [${JSON.stringify(minimal)}]}`, /non-empty array arrivalNotices/, '$.arrivalNotices'],
    [`${'['.repeat(100)}${']'.repeat(100)}`, /deeper than 64/, '$'],
    [envelope(...Array.from({ length: 50_001 }, () => 0)), /More than 50000/, '$.arrivalNotices'],
  ])('with the body %.40s is 400', async (body, reported, path) => {
    await expectRefused(await landfall.dcsa('/arrival-notices', { body }), 400, reported, path);
  });

  test('that is not UTF-8 is 400', async () => {
    const body = Buffer.from(envelope({ ...minimal, versionLabel: 'ü' }), 'latin1');
    await expectRefused(await landfall.dcsa('/arrival-notices', { body }), 400, /UTF-8/);
  });

  test('that is too large is 413: by its declared length, by its chunks, and decompressed', async () => {
    const large = envelope({ ...minimal, additionalInformation: 'x'.repeat(1_000_000) });
    await expectRefused(await landfall.dcsa('/arrival-notices', { body: large }), 413, /1000000 bytes/);
    const chunked = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    const streamed = { body: chunked, duplex: 'half', headers: { 'content-type': 'application/json' } } as RequestInit;
    await expectRefused(await landfall.dcsa('/arrival-notices', streamed), 413, /1000000 bytes/);
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    const packed = { body: bomb, headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' } };
    await expectRefused(await landfall.dcsa('/arrival-notices', packed), 413, /1000000 bytes/);
  });

  test('with content encoding gzip that is not gzip is 400', async () => {
    const answer = await landfall.dcsa('/arrival-notices', { body: envelope(minimal), headers: { 'content-encoding': 'gzip' } });
    await expectRefused(answer, 400, /gzip/);
  });

  test('that arrives slower than the time limit is 408', async () => {
    const head = `POST /dcsa/arrival-notices HTTP/1.1\r\nHost: x\r\nx-api-key: ${partnerKeys.acme}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`;
    expect(await rawExchange(landfall.port, head)).toMatch(
      /^HTTP\/1\.1 408 [\s\S]*api-version: 1\.0\.1[\s\S]*did not arrive within 1000 ms/i,
    );
  });

  test('with another method is 405 and lists the served methods; an unknown path is 404', async () => {
    const put = await landfall.dcsa('/arrival-notices', { method: 'PUT' });
    expect(put.headers.get('allow')).toBe('GET, POST');
    await expectRefused(put, 405, /PUT is not served/);
    const get = await landfall.dcsa('/arrival-notice-notifications', { method: 'GET' });
    expect(get.headers.get('allow')).toBe('POST');
    await expectRefused(get, 405, /GET is not served/);
    await expectRefused(await landfall.dcsa('/arrival-notices', { method: 'DELETE' }), 405, /DELETE is not served/);
    await expectRefused(await landfall.dcsa('/arrival-notice', { body: envelope(minimal) }), 404, /The path does not exist/);
  });

  test('of any random shape gets a clear 4xx and stores nothing', async () => {
    const body = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc.uint8Array({ maxLength: 300 }),
      fc.json().map((json) => `{"arrivalNotices": ${json}`),
      fc.json().map((json) => `{"arrivalNotices": [${json}],}`),
    );
    await fc.assert(
      fc.asyncProperty(body, async (bytes) => {
        const answer = await landfall.dcsa('/arrival-notices', { body: bytes as Uint8Array<ArrayBuffer> });
        expect([400, 200]).toContain(answer.status);
        expect(answer.feedback.every(({ severity }) => severity === 'ERROR')).toBe(true);
        expect(answer.feedback.length).toBeGreaterThan(0);
      }),
      casesOf(200),
    );
    expect(await held()).toBe(0);
  });
});
