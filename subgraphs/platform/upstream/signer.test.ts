import fc from 'fast-check';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { openSigner, type SignedMessage } from './signer.ts';

const logger = pino({ level: 'silent' });
const secretOf = (byte: number) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`;
const now = Date.now();
const body = Buffer.from('{"arrivalNotices":[{"typeLabel":"Ankunft, Größe 🚢"}]}');

async function headersOf(message: SignedMessage, secrets: readonly string[]): Promise<Record<string, string>> {
  await using signer = openSigner({ logger });
  return signer.sign(message, secrets);
}

test('a receiver verifies the signature with a library of the standard, by either of two secrets', async () => {
  const [old, young] = [secretOf(1), secretOf(2).replace('whsec_', '')];
  const headers = await headersOf({ id: 'msg_1', now, body }, [old, young]);
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  for (const secret of [old, young]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body.toString()));
  expect(() => new Webhook(secretOf(3)).verify(body, headers)).toThrow('No matching signature');
});

test('no change of the message leaves the signature valid', async () => {
  const webhook = new Webhook(secretOf(1));
  const headers = await headersOf({ id: 'msg_1', now, body }, [secretOf(1)]);
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

test('a later attempt has another time and the same identity', async () => {
  const first = await headersOf({ id: 'msg_1', now: 1_772_456_700_999, body }, [secretOf(1)]);
  const second = await headersOf({ id: 'msg_1', now: 1_772_456_701_000, body }, [secretOf(1)]);
  expect([first['webhook-timestamp'], second['webhook-timestamp']]).toEqual(['1772456700', '1772456701']);
  expect(second['webhook-id']).toBe(first['webhook-id']);
  expect(second['webhook-signature']).not.toBe(first['webhook-signature']);
});

test('without a secret there is an identity and no signature', async () => {
  expect(await headersOf({ id: 'msg_1', now: 1_000, body }, [])).toEqual({ 'webhook-id': 'msg_1', 'webhook-timestamp': '1' });
});

/** Sizes below and above the limit for the signing thread, and above its capacity. */
const anySize = fc.constantFrom(0, 1, 32_767, 32_768, 100_000, 1_048_576, 1_048_577);

test('each body gets its own signature, whatever its size, in small and large batches and with one body for many', async () => {
  await using signer = openSigner({ logger });
  const sizes = fc.array(anySize, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(fc.nat(11), { maxLength: 250 }), async (lengths, order) => {
      const bodies = lengths.map((length, index) => Buffer.alloc(length, String.fromCharCode(97 + index)));
      const messages = order.map((which, index) => ({ id: `msg_${index}`, now, body: bodies[which % bodies.length] as Buffer }));
      const secretsOf = (index: number) => (index % 3 === 0 ? [secretOf(1), secretOf(2)] : [secretOf(index)]);
      const signed = await Promise.all(messages.map((message, index) => signer.sign(message, secretsOf(index))));
      for (const [index, message] of messages.entries()) {
        const expected = secretsOf(index).map((secret) => new Webhook(secret).sign(message.id, new Date(now), message.body));
        expect(signed[index]?.['webhook-signature']).toBe(expected.join(' '));
      }
    }),
    { numRuns: 5 },
  );
});

test('signatures that are pending when the thread ends, and later ones, are created nevertheless', async () => {
  const signer = openSigner({ logger });
  const large = Buffer.alloc(200_000, 'a');
  const sign = () => signer.sign({ id: 'msg_1', now, body: large }, [secretOf(1)]);
  const waiting = [sign(), sign(), sign()];
  await signer[Symbol.asyncDispose]();
  const [first, ...others] = await Promise.all([...waiting, sign()]);
  expect(first?.['webhook-signature']).toBe(new Webhook(secretOf(1)).sign('msg_1', new Date(now), large));
  for (const other of others) expect(other).toEqual(first);
});
