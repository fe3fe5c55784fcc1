// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { openFakePartner, type RecordedRequest, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { runLandfall, startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { pullOperations, soundAnswer } from '../../support/pull-operations.ts';
import { openAuthority } from '../credentials/certificates.ts';
import { openIssuer } from '../credentials/issuer.ts';
import { secretsIn } from '../credentials/memory-log.ts';
import { openCollector } from '../traces/collector.ts';

const newSecret = (name: string) => `${name}:${randomBytes(12).toString('base64url')}`;
/** The secrets in partner files, by the names of their variables. */
const variables = {
  OUR_KEY: newSecret('key'),
  OUR_PASSWORD: newSecret('password'),
  OUR_TOKEN: newSecret('token'),
  OUR_CLIENT_SECRET: newSecret('client'),
  OUR_HEADER: newSecret('header'),
  OUR_PARAMETER: newSecret('parameter'),
  OUR_TOKEN_HEADER: newSecret('token-header'),
  OUR_TOKEN_PARAMETER: newSecret('token-parameter'),
  THEIR_SIGNING_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  UNUSABLE_TOKEN: `${newSecret('unusable')}\n`,
};
const accessToken = newSecret('access');
const theirKey = newSecret('their-key');

/** Answers of partners that repeat everything they receive. */
const echoes: readonly ((echo: string, request: RecordedRequest) => ScriptedAnswer)[] = [
  (echo) => ({ status: 401, body: { feedbackElements: [{ severity: 'ERROR', message: echo }] } }),
  (echo) => ({ status: 400, body: { errors: [{ errorCodeText: 'no', errorCodeMessage: echo }] } }),
  (echo) => ({ status: 500, headers: { 'content-type': 'text/html' }, body: `<pre>${echo}</pre>` }),
  (echo) => ({ status: 429, headers: { 'retry-after': '0' }, body: echo }),
  (echo, { url }) => ({ status: 302, headers: { location: `https://elsewhere.example${url}#${encodeURIComponent(echo)}` } }),
  (echo) => ({ body: `{"arrivalNotices": [${JSON.stringify(echo)}` }),
  (echo) => ({ body: { arrivalNotices: echo, events: echo } }),
  (echo) => ({
    headers: { 'api-version': echo.replace(/[^\x20-\x7e]/g, '') },
    body: { arrivalNotices: [], events: [], feedbackElements: [{ severity: 'WARN', message: echo, propertyPath: echo }] },
  }),
  (_echo, request) => ({ ...soundAnswer(request), fault: 'cut' }),
  () => ({ fault: 'hang' }),
];

test('no secret of a partner is in logs of any level, answers, metrics or the output of commands', async () => {
  await using folder = await temporaryFolder();
  await using authority = await openAuthority();
  await using issuer = await openIssuer();
  const { certFile, keyFile } = await authority.issue('landfall');
  await using partner = await openFakePartner({
    otherwise: (request) => {
      if (request.url === '/token') return { body: { access_token: accessToken, token_type: 'Bearer', expires_in: 600 } };
      const echo = echoes[Number(request.url.split('/')[1])];
      return echo?.(`${request.url} ${JSON.stringify(request.headers)} ${decoded(request)}`, request) ?? {};
    },
  });
  await writeFile(join(folder.path, 'token'), variables.OUR_TOKEN);
  const ways = {
    key: { apiKey: { header: 'x-our-key', value: '${env:OUR_KEY}' } },
    basic: { basic: { username: 'landfall', password: '${env:OUR_PASSWORD}' } },
    bearer: { bearer: { token: `\${file:${join(folder.path, 'token')}}` } },
    oauth2: { oauth2: { tokenUrl: `${partner.url}/token`, clientId: 'landfall', clientSecret: '${env:OUR_CLIENT_SECRET}' } },
    mtls: { mtls: { certFile, keyFile, caFile: authority.caFile } },
    many: {
      headers: { 'X-Consumer-Key': '${env:OUR_HEADER}' },
      parameters: { 'subscription-key': '${env:OUR_PARAMETER}' },
      oauth2: {
        tokenUrl: `${partner.url}/token`,
        clientId: 'landfall',
        clientAuthentication: 'private_key_jwt',
        privateKey: `\${file:${keyFile}}`,
        headers: { 'X-Consumer-Key': '${env:OUR_TOKEN_HEADER}' },
        parameters: { apikey: '${env:OUR_TOKEN_PARAMETER}' },
      },
    },
  };
  const inbound = {
    apiKey: { header: 'x-api-key', sha256: [createHash('sha256').update(theirKey).digest('hex')] },
    hmac: { scheme: 'standard-webhooks', secrets: ['${env:THEIR_SIGNING_SECRET}'] },
    jwt: { issuer: issuer.name, audience: 'landfall', jwksUri: issuer.jwksUri },
  };
  const writePartner = (id: string, outbound: object, more: object = {}) => {
    const [way, number] = id.split('-');
    // A partner with client certificates is requested over HTTPS, which the fake partner does not speak.
    const baseUrl = `${way === 'mtls' ? partner.url.replace('http:', 'https:') : partner.url}/${number}`;
    const standards = Object.fromEntries(pullOperations.map(({ standard }) => [standard, { baseUrl }]));
    const limits = { timeoutMs: 400, deadlineMs: 800, requestsPerSecond: 1_000 };
    const content = { id, name: id, allowPrivate: true, outbound, limits, ...standards, ...more };
    return writeFile(join(folder.path, `${id}.yaml`), JSON.stringify(content));
  };
  // Each has one fault, so that no partner has failed often enough to be skipped.
  const ids = echoes.flatMap((_, number) => Object.keys(ways).map((way) => `${way}-${number}`));
  for (const id of ids) await writePartner(id, ways[id.split('-')[0] as keyof typeof ways], id === 'key-0' ? { inbound } : {});
  const environment = { ...variables, PARTNERS_DIR: folder.path, DATA_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
  await using collector = await openCollector();
  const tracing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  await using landfall = await startLandfall(['serve'], { environment: { ...environment, ...tracing, LOG_LEVEL: 'trace' } });

  const answers: string[] = [];
  const send = async (path: string, request: RequestInit = {}): Promise<number> => {
    const answer = await fetch(`${landfall.url}${path}`, request);
    answers.push(JSON.stringify([...answer.headers]), await answer.text());
    return answer.status;
  };
  const sendQuery = (query: string, filter?: object) =>
    send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { filter } }),
    });

  for (const number of echoes.keys()) {
    const queried = ids.filter((id) => id.endsWith(`-${number}`));
    await Promise.all(queried.flatMap((id) => pullOperations.map(({ query, filter }) => sendQuery(query, { ...filter, partners: [id] }))));
  }
  const token = await issuer.issue({ aud: 'landfall', exp: 1 });
  const body = JSON.stringify({ arrivalNotices: [{ issueDateTime: '2026-03-02T13:05:00Z', transportDocumentReference: 'X' }] });
  const post = (headers: Record<string, string>) =>
    send('/dcsa/arrival-notices', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const now = new Date();
  const signature = new Webhook(variables.THEIR_SIGNING_SECRET).sign('1', now, body);
  const signed = { 'webhook-id': '1', 'webhook-timestamp': `${Math.floor(now.getTime() / 1_000)}`, 'webhook-signature': signature };
  const statuses = [await post({ 'x-api-key': theirKey }), await post(signed), await post({ authorization: `Bearer ${token}` })];
  expect(statuses).toEqual([200, 200, 401]);
  await post({ ...signed, 'webhook-id': '2', 'x-api-key': `${theirKey}x` });
  const faulty = landfall.nextLine(/"issues":/);
  await writePartner('key-0', { bearer: { token: '${env:UNUSABLE_TOKEN}' } }, { inbuond: inbound });
  expect(JSON.parse(await faulty).issues).toHaveLength(2);
  await sendQuery(
    '{ partners { id name inboundAuth outboundAuth arrivalNotices { endpoint { host version } health { breaker lastFailure { message } } } } }',
  );
  for (const path of ['/metrics', '/readyz', '/healthz']) await send(path);
  await writePartner('key-0', ways.key);
  const printed = [
    await runLandfall(['partners', 'list', '--json'], { environment }),
    await runLandfall(['partners', 'check', 'key-0'], { environment }),
    ...(await Promise.all(['many-1', 'many-7', 'basic-7'].map((id) => runLandfall(['partners', 'check', id, '--json'], { environment })))),
  ];
  answers.push(...printed.flatMap(({ stdout, stderr }) => [stdout, stderr]));
  await collector.traceWith((spans) => spans.some(({ name }) => name === `request many-${echoes.length - 1}`));
  answers.push(...collector.requests.map(({ body: spans }) => spans.toString()));

  const secrets = [
    ...Object.values(variables).map((secret) => secret.trim()),
    variables.THEIR_SIGNING_SECRET.slice('whsec_'.length),
    accessToken,
    theirKey,
    token,
    signature,
    // The lines of a key between its header and its footer.
    ...readFileSync(keyFile, 'utf8')
      .split('\n')
      .filter((line) => line.length > 32),
  ];
  expect(partner.requests.length).toBeGreaterThan(echoes.length * pullOperations.length);
  expect(landfall.output()).toContain('"level":20');
  const spelled = (secret: string) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  const all = [...new Set(secrets.flatMap(spelled))];
  expect(landfall.output()).toContain('[redacted]');
  expect(secretsIn(landfall.output(), all)).toEqual([]);
  expect(secretsIn(answers.join('\n'), all)).toEqual([]);
});

/** Returns user and password in the credential of a request, if any. */
function decoded({ headers: { authorization = '' } }: RecordedRequest): string {
  return authorization.startsWith('Basic ') ? Buffer.from(authorization.slice('Basic '.length), 'base64').toString() : '';
}
