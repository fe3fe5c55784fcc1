import type { SandboxEvent } from '@landfall/sandbox/scenario-runner.ts';
import { openSandboxSubscriber, type SandboxSubscriber } from '@landfall/sandbox/subscriber.ts';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

const notices = JSON.stringify({ arrivalNotices: [{ transportDocumentReference: 'DOC1' }, { transportDocumentReference: 'DOC2' }] });
const rows = { 'landfall-row-sources': '"acme-line";rows="0", "coral-line";rows="1"' };

/** Sends a signed body. @param signed the body that is signed */
function send({ url, secret }: SandboxSubscriber, body: string, { id = 'msg_1', at = new Date(), signed = body } = {}) {
  const headers = {
    ...rows,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, signed),
  };
  return fetch(`${url}/arrival-notices`, { method: 'POST', headers, body });
}

test('accepts signed messages, prints their content and partner, and detects repeated ones', async () => {
  const events: SandboxEvent[] = [];
  await using subscriber = await openSandboxSubscriber({ onEvent: (event) => events.push(event) });
  const answer = await send(subscriber, notices);
  expect([answer.status, answer.headers.get('api-version'), await answer.json()]).toEqual([200, '1.0.1', { feedbackElements: [] }]);
  expect((await send(subscriber, notices)).status).toBe(200);
  const reported = { party: 'hinterland', reference: 'DOC1', detail: '2 notices of acme-line, coral-line', status: 200 };
  expect(events).toEqual([
    { ...reported, kind: 'RECEIVED' },
    { ...reported, kind: 'REPEATED' },
  ]);
});

test('rejects messages that are unsigned, wrongly or too long ago signed, without a list, or not a POST of the standards', async () => {
  const events: SandboxEvent[] = [];
  await using subscriber = await openSandboxSubscriber({ onEvent: (event) => events.push(event) });
  const answers = [
    await fetch(`${subscriber.url}/arrival-notices`, { method: 'POST', body: notices }),
    await send(subscriber, notices, { signed: '{}' }),
    await send(subscriber, notices, { at: new Date(Date.now() - 301_000) }),
    await send(subscriber, '{"arrivalNotices":{}}'),
    await send(subscriber, 'no JSON'),
    await fetch(`${subscriber.url}/arrival-notices`),
    await fetch(`${subscriber.url}/notices`, { method: 'POST' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 400, 400, 405, 404]);
  for (const answer of answers) expect(await answer.json()).toMatchObject({ feedbackElements: [{ severity: 'ERROR' }] });
  expect(events.map(({ kind }) => kind)).toEqual(answers.map(() => 'REFUSED'));
});
