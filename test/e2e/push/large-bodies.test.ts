import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder, writePartners } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';

const path = '/arrival-notices';
const noticeOf = (reference: string, more: object = {}) => ({
  issueDateTime: '2026-03-02T13:05:00Z',
  transportDocumentReference: reference,
  ...more,
});

let landfall: OpenLandfall;
beforeAll(async () => {
  landfall = await openLandfall();
});
afterAll(async () => landfall[Symbol.asyncDispose]());

describe('a body that decompresses to millions of values', () => {
  const emptyObjects = `${'{},'.repeat(5_500_000)}{}`;

  test.each([
    ['in one object', `{"arrivalNotices":[{"legs":[${emptyObjects}]}]}`],
    ['beside the list', `{"aside":[${emptyObjects}],"arrivalNotices":[{}]}`],
    ['as keys of one object', `{"arrivalNotices":[{${Array.from({ length: 1_000_000 }, (_, key) => `"k${key}":0`).join()}}]}`],
    ['in many objects', `{"arrivalNotices":[${Array.from({ length: 9_000 }, () => `{"legs":[${'{},'.repeat(599)}{}]}`).join()}]}`],
  ])('%s is rejected before it is parsed', async (_, body) => {
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const before = process.memoryUsage().heapUsed;
    const answer = await landfall.dcsa(path, { body: gzipSync(body, { level: 1 }), headers: packed });
    expect(answer.status).toBe(413);
    expect(answer.feedback).toEqual([
      {
        severity: 'ERROR',
        message: expect.stringMatching(/More JSON values than 50000 in one object or 1398102 in all/),
        propertyPath: '$',
      },
    ]);
    // Parsed, it would take hundreds of megabytes.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  });
});

describe('a list whose rows are all invalid', () => {
  test('gets its first hundred violations described, and the number of the others', async () => {
    const faulty = Array.from({ length: 3_000 }, (_, index) => noticeOf(`FAULTY${index}`, { carrierClauses: [1, 2] }));
    const answer = await landfall.push(...faulty);
    expect(answer.status).toBe(200);
    expect(answer.feedback).toHaveLength(101);
    const inFirst = answer.feedback.filter(({ propertyPath }) => propertyPath?.startsWith('$.arrivalNotices[0]')).length;
    const last = answer.feedback.at(-1);
    expect(last).toEqual({ severity: 'WARN', message: `${3_000 * inFirst - 100} further remarks are omitted.` });
    const { arrivalNotice } = await landfall.query<{ arrivalNotice: { current: { violations: unknown[] } } }>(
      '{ arrivalNotice(partner: "acme", transportDocumentReference: "FAULTY2999") { current { violations { path } } } }',
    );
    expect(arrivalNotice.current.violations).toHaveLength(1);
  });
});

describe('a long list', () => {
  test('is answered when all of it is stored, and repeating it changes nothing', async () => {
    const notices = Array.from({ length: 2_000 }, (_, index) => noticeOf(`LONG${index}`, { versionLabel: 'x'.repeat(500) }));
    expect((await landfall.push(...notices)).feedback.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    for (const reference of ['LONG0', 'LONG999', 'LONG1999']) {
      const { arrivalNotice } = await landfall.query<{ arrivalNotice: { current: { document: { versionLabel: string } } } }>(
        `{ arrivalNotice(partner: "acme", transportDocumentReference: "${reference}") { current { document } } }`,
      );
      expect(arrivalNotice.current.document.versionLabel).toHaveLength(500);
    }
  });

  test('that is not JSON at its very end stores nothing', async () => {
    const notices = Array.from({ length: 2_000 }, (_, index) =>
      JSON.stringify(noticeOf(`BROKEN${index}`, { versionLabel: 'x'.repeat(500) })),
    );
    const answer = await landfall.dcsa(path, { body: `{"arrivalNotices":[${notices.join()},{"a":}]}` });
    expect([answer.status, answer.feedback[0]?.propertyPath]).toEqual([400, '$']);
    const { arrivalNotice } = await landfall.query<{ arrivalNotice: unknown }>(
      '{ arrivalNotice(partner: "acme", transportDocumentReference: "BROKEN0") { id } }',
    );
    expect(arrivalNotice).toBeNull();
  });
});

describe('bodies with forged signatures', () => {
  const forgedHead = (length: number, more = '') =>
    `POST /dcsa${path} HTTP/1.1\r\nHost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\nwebhook-id: m\r\n` +
    `webhook-timestamp: ${Math.floor(Date.now() / 1_000)}\r\nwebhook-signature: v1,${Buffer.alloc(32).toString('base64')}\r\n${more}\r\n`;

  const nextAnswer = (socket: Socket): Promise<string> =>
    new Promise((resolve, reject) => {
      socket.once('data', (bytes) => resolve(bytes.toString()));
      socket.once('error', reject);
    });

  test('are not read with an unknown API key', async () => {
    const socket = connect(landfall.port, '127.0.0.1');
    const answering = nextAnswer(socket);
    socket.write(forgedHead(10_000_000, 'x-api-key: guessed\r\n'));
    expect(await answering).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  test('share one budget, beyond which they are rejected temporarily, while a small push is accepted', async () => {
    await using signing = await openSigning();
    const sockets: Socket[] = [];
    const refused: Promise<string>[] = [];
    for (let number = 0; number < 5; number += 1) {
      const socket = connect(signing.port, '127.0.0.1');
      sockets.push(socket);
      refused.push(nextAnswer(socket));
      // The last byte is never sent.
      socket.write(forgedHead(15_000_000));
      socket.write(Buffer.alloc(14_999_999, ' '));
    }
    const answer = await Promise.race(refused);
    expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5[\s\S]*unverified senders/i);
    expect((await signing.push(noticeOf('NEIGHBOUR'))).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

/** Opens a Landfall with a partner that signs its pushes. */
async function openSigning(): Promise<OpenLandfall> {
  const folder = await temporaryFolder();
  await writePartners(folder.path);
  const yaml = `id: signs\nname: signs\ninbound:\n  hmac: { scheme: standard-webhooks, secrets: ["\${env:SIGNS}"] }\n`;
  await writeFile(join(folder.path, 'signs.yaml'), yaml);
  const opened = await openLandfall({ PARTNERS_DIR: folder.path, SIGNS: `whsec_${Buffer.alloc(32, 1).toString('base64')}` });
  return {
    ...opened,
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
