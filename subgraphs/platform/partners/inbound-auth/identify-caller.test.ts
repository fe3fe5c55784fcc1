import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { parsedPartner } from '../../../../test/support/parsed-partner.ts';
import { LandfallError } from '../../errors.ts';
import { createAddressRanges } from '../../http/addresses.ts';
import type { Partner } from '../partner.ts';
import { type CallingRequest, createIdentifyCaller } from './identify-caller.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const fingerprint = hashOf('certificate');
const whsec = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const jwt = { issuer: 'https://id.example', audience: 'landfall', jwksUri: 'https://id.example/jwks' };
const unverifiable = `Bearer ${[{ alg: 'RS256' }, { iss: jwt.issuer, aud: jwt.audience }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.AAAA`;

it('accepts a fingerprint only from a trusted proxy, with or without colons and in either case', async () => {
  const { identify } = open([partner('acme', { mtls: { header: 'x-fingerprint', fingerprints: [fingerprint] } })]);
  const colons = fingerprint.toUpperCase().replace(/..(?=.)/g, '$&:');
  const by = (value: string, peerAddress?: string) => identify({ ...request({ 'x-fingerprint': value }), peerAddress });
  expect((await by(fingerprint, '10.0.0.7'))?.id).toBe('acme');
  expect((await by(colons, '::ffff:10.0.0.7'))?.id).toBe('acme');
  expect(await by(fingerprint, '10.0.1.7')).toBeUndefined();
  expect(await by(fingerprint, '127.0.0.1')).toBeUndefined();
  expect(await by(fingerprint)).toBeUndefined();
  expect(await by(hashOf('another'), '10.0.0.7')).toBeUndefined();
  // A header of the client and one of the proxy, as Node joins them.
  expect(await by(`${fingerprint}, ${hashOf('another')}`, '10.0.0.7')).toBeUndefined();
});

it('accepts any one credential of a partner, unless the request also has an unknown API key', async () => {
  const acme = partner('acme', {
    apiKey: { header: 'x-key', sha256: [hashOf('a')] },
    hmac: { scheme: 'standard-webhooks', secrets: [whsec] },
  });
  const { identify } = open([acme, partner('blue', { apiKey: { header: 'x-key', sha256: [hashOf('b')] } })]);
  expect((await identify(request({ 'x-key': 'a' })))?.id).toBe('acme');
  expect((await identify(request(signed('{}'), '{}')))?.id).toBe('acme');
  expect((await identify(request({ 'x-key': 'a', ...signed('{}') }, '{}')))?.id).toBe('acme');
  expect((await identify(request({ 'x-key': 'a', ...signed('{}') }, 'altered')))?.id).toBe('acme');
  const unread = { ...request({ 'x-key': 'wrong', ...signed('{}') }), readRawPieces: () => Promise.reject(new Error('read')) };
  expect(await identify(unread)).toBeUndefined();
  expect(await identify(request({ 'x-key': 'wrong' }))).toBeUndefined();
});

it('identifies no caller by the credentials of two partners, and logs this', async () => {
  const { identify, lines } = open([
    partner('acme', { hmac: { scheme: 'standard-webhooks', secrets: [whsec] } }),
    partner('blue', { apiKey: { header: 'x-key', sha256: [hashOf('b')] } }),
    partner('green', { apiKey: { header: 'authorization', sha256: [hashOf('g')] } }),
  ]);
  expect(await identify(request({ 'x-key': 'b', ...signed('{}') }, '{}'))).toBeUndefined();
  expect(await identify(request({ 'x-key': 'b', authorization: 'g' }))).toBeUndefined();
  expect(lines.map(({ partners }) => partners)).toEqual([
    ['blue', 'acme'],
    ['blue', 'green'],
  ]);
});

it('reports missing keys only if no other credential identifies the caller', async () => {
  const { identify } = open([partner('acme', { jwt, apiKey: { header: 'x-key', sha256: [hashOf('a')] } })]);
  await expect(identify(request({ authorization: unverifiable }))).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
  expect((await identify(request({ authorization: unverifiable, 'x-key': 'a' })))?.id).toBe('acme');
});

function open(partners: readonly Partner[]) {
  const lines: { partners?: string[] }[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const away = () => Promise.reject(new LandfallError('UPSTREAM_UNREACHABLE', 'The keys cannot be had now.'));
  const identify = createIdentifyCaller(partners, {
    jwks: { current: away, newerThan: away },
    trustedProxies: createAddressRanges(['10.0.0.0/24']),
    clock: { now: Date.now, wait: async () => undefined },
    logger: pino({}, stream),
  });
  return { identify, lines };
}

function request(headers: CallingRequest['headers'], body = ''): CallingRequest {
  return { headers, readRawPieces: async () => [Buffer.from(body)] };
}

function signed(body: string): Record<string, string> {
  const at = new Date();
  const signature = new Webhook(whsec).sign('msg_1', at, body);
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)), 'webhook-signature': signature };
}

function partner(id: string, inbound: object): Partner {
  const text = JSON.stringify({ id, name: id, allowPrivate: true, inbound });
  return parsedPartner(text);
}
