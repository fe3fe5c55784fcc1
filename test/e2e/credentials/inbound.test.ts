// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.
import { createHash, createHmac, randomUUID, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openPartnerRegistry } from '#platform/partners/registry.ts';
import { type Running, start } from '../../../gateway/main.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { rawExchange } from '../../support/raw-exchange.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { type Authority, type CertificateFiles, openAuthority, readCertificate } from './certificates.ts';
import { type Issuer, openIssuer } from './issuer.ts';
import { openMemoryLog, secretsIn } from './memory-log.ts';
import { openTlsProxy, type TlsProxy } from './tls-proxy.ts';

const webhookSecrets = [1, 2, 3].map((seed) => `whsec_${Buffer.alloc(32, seed).toString('base64')}`);
const [oldSecret = '', newSecret = '', foreignSecret = ''] = webhookSecrets;
const apiKey = 'key-of-acme';
const header = 'x-client-cert-sha256';
/** All credentials that were sent. */
const shown: string[] = [apiKey, ...webhookSecrets.map((secret) => secret.slice('whsec_'.length))];
/** All responses. */
const answers: string[] = [];

const log = openMemoryLog();
let [issuer, deadIssuer]: Issuer[] = [];
let authority: Authority;
let certificates: Record<'green' | 'stranger', CertificateFiles>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let landfall: Running;
let proxy: TlsProxy;
beforeAll(async () => {
  folder = await temporaryFolder();
  [issuer, deadIssuer, authority] = await Promise.all([openIssuer('RS256'), openIssuer(), openAuthority()]);
  certificates = { green: await authority.issue('green'), stranger: await authority.issue('stranger') };
  const fingerprint = new X509Certificate(readCertificate(certificates.green).cert).fingerprint256;
  const jwt = { issuer: issuer.name, jwksUri: issuer.jwksUri };
  const writePartner = (id: string, inbound: object, more: object = {}) =>
    writeFile(join(folder.path, `${id}.yaml`), JSON.stringify({ id, name: id, allowPrivate: true, inbound, ...more }));
  const sha256 = [createHash('sha256').update(apiKey).digest('hex')];
  await writePartner('acme', { jwt: { ...jwt, audience: 'landfall-acme' }, apiKey: { header: 'x-api-key', sha256 } });
  await writePartner('blue', { hmac: { scheme: 'standard-webhooks', secrets: ['${env:OLD_SECRET}', '${env:NEW_SECRET}'] } });
  await writePartner('green', { mtls: { header, fingerprints: [fingerprint] } });
  await writePartner('red', { jwt: { ...jwt, audience: 'landfall-red' } });
  await writePartner('dead', { jwt: { issuer: deadIssuer.name, jwksUri: deadIssuer.jwksUri, audience: 'landfall' } });
  const guarded = {
    issuer: 'https://guarded.example',
    audience: 'landfall',
    jwksUri: issuer.jwksUri.replace('http://127.0.0.1', 'https://localhost'),
  };
  await writePartner('guarded', { jwt: guarded }, { allowPrivate: false });
  landfall = await startWith({ TRUSTED_PROXIES: '127.0.0.0/8' });
  proxy = await openTlsProxy(authority, { port: landfall.port, header });
});
afterAll(async () => {
  for (const opened of [proxy, landfall, issuer, deadIssuer, authority, folder]) await opened?.[Symbol.asyncDispose]();
});

describe('a push with a token', () => {
  it('is accepted for the partner with its audience, of two partners with one issuer', async () => {
    expect(await pusherWith(await token({}))).toBe('acme');
    expect(await pusherWith(await token({ aud: 'landfall-red' }))).toBe('red');
    expect(await pusherWith(await token({ aud: ['landfall-acme', 'elsewhere'] }))).toBe('acme');
    expect(issuer?.server.requests.map(({ url }) => url)).toEqual(['/jwks']);
  });

  it.each([
    ['for another audience', { aud: 'landfall-blue' }],
    ['for the audiences of two partners', { aud: ['landfall-acme', 'landfall-red'] }],
    ['of another issuer', { iss: 'https://elsewhere.example' }],
    ['that is over', { exp: Math.floor(Date.now() / 1_000) - 60 }],
    ['that is not good yet', { nbf: Math.floor(Date.now() / 1_000) + 60 }],
  ])('%s identifies no caller', async (_which, claims) => {
    expect(await pusherWith(await token(claims))).toBe(401);
  });

  it('that is forged identifies no caller: unsigned, signed with the public key as a secret, altered, signed by another issuer', async () => {
    const { none, hs256 } = await present(issuer).forge({ aud: 'landfall-acme' });
    const good = (await token({})).authorization.slice('Bearer '.length);
    const [head, body = '', signature] = good.split('.');
    const altered = `${head}.${Buffer.from(Buffer.from(body, 'base64url').toString().replace('acme', 'reda')).toString('base64url')}.${signature}`;
    const foreign = await present(deadIssuer).issue({ iss: present(issuer).name, aud: 'landfall-acme' });
    for (const forged of [none, hs256, altered, foreign, good.slice(0, -3)]) {
      expect([forged, await pusherWith({ authorization: `Bearer ${forged}` })]).toEqual([forged, 401]);
    }
  });

  it('whose issuer cannot be reached is rejected as temporary, and its keys are not fetched for every request', async () => {
    const dead = present(deadIssuer);
    dead.server.answer({ status: 302, headers: { location: present(issuer).jwksUri } });
    const before = present(issuer).server.requests.length;
    const authorization = `Bearer ${await dead.issue({ aud: 'landfall' })}`;
    shown.push(authorization.slice('Bearer '.length));
    for (let count = 0; count < 3; count += 1) {
      const { status, text } = await push({ authorization });
      expect([status, text]).toEqual([502, expect.stringContaining('The keys that verify this token are not available now.')]);
      expect(text).not.toContain('127.0.0.1');
    }
    expect([dead.server.requests.length, present(issuer).server.requests.length]).toEqual([1, before]);
  });

  it('is not verified with a key set at a private address', async () => {
    const before = present(issuer).server.requests.length;
    const claims = { iss: 'https://guarded.example', aud: 'landfall' };
    expect(await pusherWith(await token(claims))).toBe(502);
    expect(present(issuer).server.requests.length).toBe(before);
    expect(log.text()).toMatch(/localhost:\d+ is not an allowed address/);
  });

  it('is accepted after its issuer changed its key, and rejected if the old key signed it', async () => {
    await using own = await openIssuer('RS256');
    await using folder = await temporaryFolder();
    const jwt = { issuer: own.name, jwksUri: own.jwksUri, audience: 'landfall' };
    await writeFile(join(folder.path, 'acme.yaml'), JSON.stringify({ id: 'acme', name: 'acme', allowPrivate: true, inbound: { jwt } }));
    const clock = createTestClock(Date.now());
    await using registry = await openPartnerRegistry({ dir: folder.path, logger: log.logger, env: {}, clock });
    const identify = async (issued: string) => {
      const headers = { authorization: `Bearer ${issued}` };
      return (await registry.identify({ headers, readRawPieces: async () => [] }))?.id;
    };
    const former = await own.issue({ aud: 'landfall' });
    expect(await identify(former)).toBe('acme');
    await own.rotate();
    clock.advance(30_000);
    expect(await identify(await own.issue({ aud: 'landfall' }))).toBe('acme');
    expect(await identify(former)).toBeUndefined();
    expect(own.server.requests).toHaveLength(2);
  });
});

describe('a push with a signature', () => {
  it('is accepted with the old secret and the new one, and from a sender that signs with both', async () => {
    for (const secrets of [[oldSecret], [newSecret], [foreignSecret, newSecret]]) {
      const body = newBody();
      const headers = signed(body, { secrets });
      expect(await pusherWith(headers, { body })).toBe('blue');
    }
    const body = newBody();
    expect(await pusherWith(signed(body, { secrets: [foreignSecret] }), { body })).toBe(401);
  });

  it('is accepted compressed, signed over the bytes on the wire and not over the decompressed ones', async () => {
    const body = newBody();
    const packed = gzipSync(body);
    const gzip = { 'content-encoding': 'gzip' };
    expect(await pusherWith({ ...signed(packed, {}), ...gzip }, { body, sent: packed })).toBe('blue');
    expect(await pusherWith({ ...signed(body, {}), ...gzip }, { body, sent: packed })).toBe(401);
    const altered = Buffer.from(packed);
    altered[20] = (altered[20] ?? 0) ^ 1;
    expect(await pusherWith({ ...signed(packed, {}), ...gzip }, { body, sent: altered })).toBe(401);
  });

  it('of a body that was altered by one byte identifies no caller', async () => {
    const body = newBody();
    expect(await pusherWith(signed(body, {}), { body, sent: body.replace('2026', '2027') })).toBe(401);
    expect(await pusherWith(signed(body, {}), { body, sent: `${body} ` })).toBe(401);
  });

  it('that is repeated changes nothing while it is recent, and identifies no caller later', async () => {
    const body = newBody();
    const headers = signed(body, { ageMs: 240_000 });
    expect(await pusherWith(headers, { body })).toBe('blue');
    expect(await pusherWith(headers, { body })).toBe('blue');
    expect(await pusherWith(signed(body, { ageMs: 301_000 }), { body })).toBe(401);
    expect(await pusherWith({ ...signed(body, { ageMs: 301_000 }), 'webhook-timestamp': headers['webhook-timestamp'] }, { body })).toBe(
      401,
    );
  });

  it('is rejected for its size and its speed before the caller is identified', async () => {
    const { 'webhook-signature': signature, ...rest } = signed('', {});
    const head = Object.entries({ ...rest, 'webhook-signature': signature, 'content-type': 'application/json', host: 'x' });
    const start = `POST /dcsa/arrival-notices HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
    expect(await rawExchange(landfall.port, `${start}transfer-encoding: chunked\r\n\r\n40000\r\n${'x'.repeat(0x40000)}`)).toMatch(
      /^HTTP\/1.1 413 /,
    );
    expect(await rawExchange(landfall.port, `${start}content-length: 100\r\n\r\n{`)).toMatch(/^HTTP\/1.1 408 /);
  });

  it('and one without are distinguished before any body is read', async () => {
    const start = 'POST /dcsa/arrival-notices HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n';
    expect(await rawExchange(landfall.port, `${start}\r\n`)).toMatch(/^HTTP\/1.1 401 [\s\S]*www-authenticate: ApiKey, Bearer/i);
  });
});

describe('a push through a TLS proxy', () => {
  it('is identified by the certificate that the proxy verified, whatever the client itself sends', async () => {
    const body = newBody();
    const { fingerprint256 } = new X509Certificate(readCertificate(certificates.green).cert);
    const headers = { 'content-type': 'application/json' };
    const [status] = await proxy.post('/dcsa/arrival-notices', { certificate: certificates.green, headers, body });
    expect([status, await pusherOf(body)]).toEqual([200, 'green']);
    const forged = { ...headers, [header]: fingerprint256 };
    const [refused, text] = await proxy.post('/dcsa/arrival-notices', {
      certificate: certificates.stranger,
      headers: forged,
      body: newBody(),
    });
    answers.push(text);
    expect(refused).toBe(401);
  });

  it('is trusted only from trusted addresses', async () => {
    const { fingerprint256 } = new X509Certificate(readCertificate(certificates.green).cert);
    const headers = { [header]: fingerprint256 };
    for (const trusted of ['', '10.0.0.0/8,::1']) {
      await using other = await startWith({ TRUSTED_PROXIES: trusted });
      expect(await pusherWith(headers, { to: other })).toBe(401);
    }
    expect(await pusherWith(headers)).toBe('green');
  });
});

describe('a push with more than one credential', () => {
  it('is accepted if one of them belongs to a partner, and rejected if they belong to two', async () => {
    const key = { 'x-api-key': apiKey };
    expect(await pusherWith({ ...key, ...(await token({ exp: 1 })) })).toBe('acme');
    expect(await pusherWith({ ...key, ...(await token({})) })).toBe('acme');
    expect(await pusherWith({ ...key, ...(await token({ aud: 'landfall-red' })) })).toBe(401);
    const body = newBody();
    expect(await pusherWith({ ...key, ...signed(body, {}) }, { body })).toBe(401);
    expect(await pusherWith({ ...key, ...signed(body, { secrets: [foreignSecret] }) }, { body })).toBe('acme');
  });
});

it('no credential that was sent is in a log line or a response', () => {
  expect(answers.length).toBeGreaterThan(20);
  expect(log.text()).toContain('a token was rejected');
  expect(secretsIn(`${log.text()}${answers.join('')}`, shown)).toEqual([]);
});

async function startWith(environment: Record<string, string>): Promise<Running> {
  const data = join(folder.path, randomUUID());
  const folders = { DATA_DIR: data, PARTNERS_DIR: folder.path, ACCESS_FILE: join(data, 'access.yaml') };
  const config = readConfig({ PORT: '0', ...folders, ...environment });
  return start('all', config, log.logger, {
    env: { OLD_SECRET: oldSecret, NEW_SECRET: newSecret },
    pushLimits: { timeoutMs: 1_000, maxBodyBytes: 100_000 },
  });
}

/** Creates the body of a push with one new notice. */
function newBody(): string {
  return JSON.stringify({
    arrivalNotices: [{ issueDateTime: '2026-03-02T13:05:00Z', transportDocumentReference: randomUUID().slice(0, 20) }],
  });
}

interface Pushing {
  readonly body?: string;
  /** The body as it is sent. Default: the signed body. */
  readonly sent?: string | Buffer;
  readonly to?: Running;
}

/** Pushes a notice. @returns the partner of the stored notice; the status if it was rejected */
async function pusherWith(headers: Record<string, string>, pushing: Pushing = {}): Promise<string | number> {
  const { status, body, to } = await push(headers, pushing);
  return status === 200 ? pusherOf(body, to) : status;
}

async function push(headers: Record<string, string>, { body = newBody(), sent = body, to = landfall }: Pushing = {}) {
  const answer = await fetch(`${to.url}/dcsa/arrival-notices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: sent as BodyInit,
  });
  const text = await answer.text();
  answers.push(text);
  return { status: answer.status, text, body, to };
}

async function pusherOf(body: string, to = landfall): Promise<string> {
  const [{ transportDocumentReference }] = JSON.parse(body).arrivalNotices;
  const query = `{ arrivalNotices(filter: { transportDocumentReferences: ["${transportDocumentReference}"] }) { nodes { partner { id } } } }`;
  const answer = await fetch(`${to.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data } = (await answer.json()) as { data: { arrivalNotices: { nodes: { partner: { readonly id: string } }[] } } };
  return data.arrivalNotices.nodes.map(({ partner }) => partner.id).join();
}

async function token(claims: object): Promise<{ authorization: string }> {
  const issued = await present(issuer).issue({ aud: 'landfall-acme', ...claims });
  shown.push(issued);
  return { authorization: `Bearer ${issued}` };
}

function signed(body: string | Buffer, { secrets = [oldSecret], ageMs = 0 }: { secrets?: readonly string[]; ageMs?: number }) {
  const at = new Date(Date.now() - ageMs);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  // The reference library signs strings only.
  const sign = (secret: string) =>
    typeof body === 'string'
      ? new Webhook(secret).sign('msg_1', at, body)
      : `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
          .update(`msg_1.${timestamp}.`)
          .update(body)
          .digest('base64')}`;
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it was not opened');
  return value;
}
