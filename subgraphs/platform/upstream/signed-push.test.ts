import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signatureHeadersOf } from './signed-push.ts';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`;
const now = Date.now();
const body = Buffer.from('{"arrivalNotices":[{"typeLabel":"Ankunft, Größe 🚢"}]}');

test('a receiver verifies the signature with a library of the standard, by either of two secrets', () => {
  const [old, young] = [secretOf(1), secretOf(2).replace('whsec_', '')];
  const headers = signatureHeadersOf({ id: 'msg_1', now, body }, [old, young]);
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  for (const secret of [old, young]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body.toString()));
  expect(() => new Webhook(secretOf(3)).verify(body, headers)).toThrow('No matching signature');
});

test('no change of the message leaves the signature valid', () => {
  const webhook = new Webhook(secretOf(1));
  const headers = signatureHeadersOf({ id: 'msg_1', now, body }, [secretOf(1)]);
  const bytes = fc.integer({ min: 0, max: body.length - 1 });
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 255 }), (at, difference) => {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ difference;
      expect(() => webhook.verify(changed, headers)).toThrow();
    }),
    { numRuns: 50 },
  );
  expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow();
  expect(() => webhook.verify(body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })).toThrow();
});

test('a later attempt has another time and the same identity', () => {
  const first = signatureHeadersOf({ id: 'msg_1', now: 1_772_456_700_999, body }, [secretOf(1)]);
  const second = signatureHeadersOf({ id: 'msg_1', now: 1_772_456_701_000, body }, [secretOf(1)]);
  expect([first['webhook-timestamp'], second['webhook-timestamp']]).toEqual(['1772456700', '1772456701']);
  expect(second['webhook-id']).toBe(first['webhook-id']);
  expect(second['webhook-signature']).not.toBe(first['webhook-signature']);
});

test('without a secret there is an identity and no signature', () => {
  expect(signatureHeadersOf({ id: 'msg_1', now: 1_000, body }, [])).toEqual({ 'webhook-id': 'msg_1', 'webhook-timestamp': '1' });
});

test('each body is signed by all secrets in order, whatever its content and size', () => {
  const bodies = fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom(0, 1, 10_000));
  fc.assert(
    fc.property(bodies, fc.array(fc.nat(255), { minLength: 1, maxLength: 3 }), ([text, times], secretBytes) => {
      const [message, secrets] = [{ id: 'msg_1', now, body: Buffer.from(text.repeat(times)) }, secretBytes.map(secretOf)];
      const expected = secrets.map((secret) => new Webhook(secret).sign(message.id, new Date(now), message.body));
      expect(signatureHeadersOf(message, secrets)['webhook-signature']).toBe(expected.join(' '));
    }),
    { numRuns: 50 },
  );
});
