import { expect, it } from 'vitest';
import { parsedPartner } from '../../../test/support/parsed-partner.ts';
import type { Partner } from './partner.ts';
import { excerptOf, redactSecrets, secretsOf } from './secrets.ts';

const whsec = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;

it('finds every secret of a partner file, and nothing else', () => {
  const file = (outbound: object) =>
    partnerOf({
      outbound,
      inbound: { apiKey: { header: 'x-key', sha256: ['0'.repeat(64)] }, hmac: { scheme: 'standard-webhooks', secrets: [whsec] } },
    });
  expect(secretsOf(file({ apiKey: { header: 'x-key', value: 'k-1' } }))).toEqual([whsec, 'k-1']);
  expect(secretsOf(file({ basic: { username: 'user', password: 'p-1' } }))).toEqual([whsec, 'p-1']);
  expect(secretsOf(file({ bearer: { token: 't-1' } }))).toEqual([whsec, 't-1']);
  const oauth2 = { tokenUrl: 'https://id.example/token', clientId: 'me', clientSecret: 's-1', scope: 'read' };
  expect(secretsOf(file({ oauth2 }))).toEqual([whsec, 's-1']);
  const named = { headers: { 'X-Key': 'key-1', 'Accept-Version': '2' }, parameters: { code: 'key-2' } };
  const parameters = { password: 'key-3' };
  expect(secretsOf(file({ ...named, oauth2: { ...oauth2, parameters } }))).toEqual([whsec, 's-1', 'key-3', 'key-1', 'key-2']);
  const push = { arrivalNotices: 'https://in.example', secret: [whsec.replace('whsec_', ''), whsec] };
  expect(secretsOf(partnerOf({ publish: { push } }))).toEqual(push.secret);
});

it.each([
  ['as it is', 's<e&c"r/e t', 'it was s<e&c"r/e t.'],
  ['in JSON', 's<e&c"r/e t', JSON.stringify({ sent: 's<e&c"r/e t' })],
  ['in JSON of PHP', 's<e&c"r/e t', '{"sent":"s<e&c\\"r\\/e t"}'],
  ['in JSON of ASCII', 's<e&c"r/e tü', '{"sent":"s<e&c\\"r\\/e t\\u00fc"}'],
  ['in a query in lower case', 's<e&c"r/e t', '?key=s%3ce%26c%22r%2fe%20t'],
  ['in HTML', 's<e&c"r/e t', '<p>s&lt;e&amp;c&quot;r/e t</p>'],
  ['in a query', 's<e&c"r/e t', `?key=${encodeURIComponent('s<e&c"r/e t')}`],
  ['in a form', 's<e&c"r/e t', new URLSearchParams({ key: 's<e&c"r/e t' }).toString()],
  ['in Base64', 's<e&c"r/e t', Buffer.from('s<e&c"r/e t').toString('base64')],
  ['without its scheme', 'Bearer tok-en', 'invalid token tok-en'],
])('hides a secret that is repeated %s', (_how, secret, text) => {
  const redacted = redactSecrets(text, [secret]);
  expect(redacted).toContain('[redacted]');
  expect(redacted).not.toMatch(/s<e|r\/e|e t|s%3|s&lt;|cze|tok-en|c3|c%22/);
});

it('hides the longer one of two secrets completely', () => {
  expect(redactSecrets('abc abcdef', ['abc', 'abcdef'])).toBe('[redacted] [redacted]');
});

it('leaves a text without secrets unchanged, and every text when there are no secrets', () => {
  expect(redactSecrets('nothing here', ['hunter2', ''])).toBe('nothing here');
  expect(redactSecrets('nothing here', [])).toBe('nothing here');
});

it('shows at most 1,000 characters, and no part of a secret at the cut', () => {
  expect(excerptOf(Buffer.from('x'.repeat(5_000)), ['hunter2'])).toBe('x'.repeat(1_000));
  const secret = '0123456789';
  for (const before of [0, 1, 985, 990, 995, 1_000, 1_055]) {
    const body = `${'x'.repeat(before)}${secret.repeat(200)}`;
    expect(excerptOf(Buffer.from(body), [secret])).toMatch(/^x*[[\]redact]*$/);
  }
});

function partnerOf(lines: object): Partner {
  const text = JSON.stringify({ id: 'acme', name: 'ACME', allowPrivate: true, ...lines });
  return parsedPartner(text);
}
