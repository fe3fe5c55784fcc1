import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { partnerKeys } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';

/** A push whose body begins and then stalls. */
interface StalledPush extends Disposable {
  readonly socket: Socket;
  /** Resolves with everything that the server has sent when it closes the connection or has answered. */
  readonly answer: Promise<string>;
}

/** Begins a push as `acme`. Resolves when the server reads its body. */
async function stall({ port }: OpenLandfall, declaredLength: number, sent: string): Promise<StalledPush> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('error', () => undefined);
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.includes('feedbackElements')) resolve(text);
    });
    socket.on('close', () => resolve(text));
  });
  const reading = new Promise<void>((resolve) => {
    socket.on('data', () => text.includes('100 Continue') && resolve());
  });
  const headers = [
    'POST /dcsa/arrival-notices HTTP/1.1',
    'host: landfall',
    'content-type: application/json',
    `x-api-key: ${partnerKeys.acme}`,
  ];
  socket.write(`${[...headers, `content-length: ${declaredLength}`, 'expect: 100-continue'].join('\r\n')}\r\n\r\n`);
  await reading;
  socket.write(sent);
  return { socket, answer, [Symbol.dispose]: () => socket.destroy() };
}

const notice = (more: object = {}) => ({ transportDocumentReference: 'SENT', issueDateTime: '2026-03-02T13:05:00Z', ...more });

test.each([
  ['as many as are processed at once', 40],
  ['more than are read at once', 300],
])('stalled small bodies of a partner, %s, do not stop its other pushes', async (_what, count) => {
  await using landfall = await openLandfall({}, { pushLimits: { stallMs: 500 } });
  const stalled = await Promise.all(Array.from({ length: count }, () => stall(landfall, 60_000, '{"arrivalNotices":[')));
  const started = performance.now();
  expect((await landfall.push(notice())).status).toBe(200);
  // The time after which a body that waits for room is rejected.
  expect(performance.now() - started).toBeLessThan(15_000);
  for (const each of stalled) each[Symbol.dispose]();
});

test('a stalled body costs its own connection, and large ones make room for others', async () => {
  await using landfall = await openLandfall({}, { pushLimits: { stallMs: 500 } });
  const stalled = await Promise.all([1, 2].map(() => stall(landfall, 16 * 1024 * 1024, '{"arrivalNotices":[')));
  expect((await landfall.push(notice({ filler: 'x'.repeat(1_000_000) }))).status).toBe(200);
  for (const { answer } of stalled) expect(await answer).toMatch(/408 Request Timeout.*The request body stalled/s);
});

test('a body that arrives slowly but steadily is accepted', async () => {
  await using landfall = await openLandfall({}, { pushLimits: { stallMs: 500 } });
  const body = JSON.stringify({ arrivalNotices: [notice()] });
  using slow = await stall(landfall, body.length, body.slice(0, 10));
  for (const character of body.slice(10)) {
    slow.socket.write(character);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await slow.answer).toContain('200 OK');
});
