import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { parsedPartner } from '../../../../test/support/parsed-partner.ts';
import type { Partner } from '../partner.ts';
import { isSigningSecret } from '../secrets.ts';
import { createSignatureIndex } from './identify-caller.ts';

const now = Date.UTC(2026, 2, 2, 13, 5);
const clock = { now: () => now, wait: async () => undefined };
const secretOf = (seed: number) => `whsec_${Buffer.alloc(32, seed).toString('base64')}`;
const body = '{"arrivalNotices":[{"vessel":"Straße"}]}';

it('identifies a partner by a signature of the reference library, with any of its secrets', async () => {
  const find = createSignatureIndex([partner('acme', 1, 2), partner('blue', 3), partner('silent')], clock);
  expect(await idsOf(find(signed(secretOf(1))))).toEqual(['acme']);
  expect(await idsOf(find(signed(secretOf(2).slice('whsec_'.length))))).toEqual(['acme']);
  expect(await idsOf(find(signed(secretOf(3))))).toEqual(['blue']);
  expect(await idsOf(find(signed(secretOf(4))))).toEqual([]);
});

it('accepts one valid signature of a known version among several, as a sender sends while it rotates its secret', async () => {
  const find = createSignatureIndex([partner('acme', 1)], clock);
  const good = signed(secretOf(1));
  const signature = (text: string) => ({ ...good, headers: { ...good.headers, 'webhook-signature': text } });
  const right = good.headers['webhook-signature'];
  expect(await idsOf(find(signature(`v1,${Buffer.alloc(32).toString('base64')} v1a,xyz ${right}`)))).toEqual(['acme']);
  expect(await idsOf(find(signature(right.replace('v1,', 'v2,'))))).toEqual([]);
  expect(await idsOf(find(signature(right.slice(0, -8))))).toEqual([]);
  expect(await idsOf(find(signature('v1,')))).toEqual([]);
});

it('verifies bodies that are not text, such as compressed ones', async () => {
  const find = createSignatureIndex([partner('acme', 1)], clock);
  const packed = gzipSync(body);
  const timestamp = String(now / 1_000);
  const mac = createHmac('sha256', Buffer.alloc(32, 1)).update(`msg_1.${timestamp}.`).update(packed).digest('base64');
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
  expect(await idsOf(find({ headers, readRawPieces: async () => [packed] }))).toEqual(['acme']);
  const altered = Buffer.from(packed);
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
  expect(await idsOf(find({ headers, readRawPieces: async () => [altered] }))).toEqual([]);
});

it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)(
  'identifies no partner when %s is altered or missing',
  async (name) => {
    const find = createSignatureIndex([partner('acme', 1)], clock);
    const good = signed(secretOf(1));
    const value =
      name === 'webhook-timestamp' ? String(now / 1_000 + 1) : `${good.headers[name].slice(0, 6)}x${good.headers[name].slice(7)}`;
    expect(await idsOf(find({ ...good, headers: { ...good.headers, [name]: value } }))).toEqual([]);
    expect(await idsOf(find({ ...good, headers: { ...good.headers, [name]: undefined } }))).toEqual([]);
  },
);

it.each([
  [0, ['acme']],
  [-300, ['acme']],
  [300, ['acme']],
  [-301, []],
  [301, []],
])('handles a request signed %i s from now as one of %j', async (seconds, ids) => {
  const find = createSignatureIndex([partner('acme', 1)], clock);
  expect(await idsOf(find(signed(secretOf(1), now + seconds * 1_000)))).toEqual(ids);
});

it.each([
  ['no partner signs', [partner('silent')], signed(secretOf(1))],
  ['the request is not signed', [partner('acme', 1)], { headers: {} }],
  ['it was signed long ago', [partner('acme', 1)], signed(secretOf(1), now - 3_600_000)],
  ['its time is no number', [partner('acme', 1)], { headers: { ...signed(secretOf(1)).headers, 'webhook-timestamp': '1e9' } }],
])('reads no body when %s', async (_when, partners, { headers }) => {
  const find = createSignatureIndex(partners, clock);
  const readRawPieces = () => Promise.reject(new Error('the body was read'));
  expect(await idsOf(find({ headers, readRawPieces }))).toEqual([]);
});

it.each([
  [secretOf(1), true],
  [secretOf(1).slice('whsec_'.length), true],
  [`whsec_${Buffer.alloc(24, 1).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(23, 1).toString('base64')}`, false],
  ['whsec_', false],
  [`whsk_${secretOf(1)}`, false],
  [`${secretOf(1)} `, false],
])('%j is a secret: %j', (secret, isOne) => {
  expect(isSigningSecret(secret)).toBe(isOne);
});

function signed(secret: string, at = now) {
  const headers = {
    'webhook-id': 'msg_123',
    'webhook-timestamp': String(at / 1_000),
    'webhook-signature': new Webhook(secret).sign('msg_123', new Date(at), body),
  };
  return { headers, readRawPieces: async () => [Buffer.from(body.slice(0, 7)), Buffer.from(body.slice(7))] };
}

async function idsOf(found: Promise<readonly Partner[]>): Promise<string[]> {
  return (await found).map(({ id }) => id);
}

function partner(id: string, ...seeds: readonly number[]): Partner {
  const inbound = seeds.length === 0 ? {} : { hmac: { scheme: 'standard-webhooks', secrets: seeds.map(secretOf) } };
  const text = JSON.stringify({ id, name: id, allowPrivate: true, inbound });
  return parsedPartner(text);
}
