// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.

import { createHash } from 'node:crypto';
import { arrivalNoticeFilters, commercialScheduleFilters, portCallFilters } from '@landfall/dcsa/filters.ts';
import { describe, expect, it } from 'vitest';
import { type Partner, parsePartner } from './partner.ts';
import { issueLine, type YamlSources } from './yaml-file.ts';

const hash = createHash('sha256').update('key').digest('hex');
const whsec = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

describe('a partner file', () => {
  it('contains only deviations from the standard; everything else has the documented defaults', () => {
    expect(partnerOf('id: acme-line\nname: ACME Line\narrivalNotices: { baseUrl: "https://api.acme.example/an/" }\n')).toEqual({
      id: 'acme-line',
      name: 'ACME Line',
      arrivalNotices: {
        baseUrl: 'https://api.acme.example/an',
        version: '1.0.1',
        versionHeader: 'full',
        filters: [...arrivalNoticeFilters],
        maxReferences: 50,
        listStyle: 'comma',
        paging: true,
        pages: {},
        pageSize: 0,
        quirks: [],
      },
      limits: { requestsPerSecond: 10, concurrency: 4, timeoutMs: 10_000, deadlineMs: 20_000, maxBodyBytes: 16_777_216 },
      allowPrivate: false,
      sendTraceContext: false,
    });
  });

  it('requests schedules with the major version and all filters of the standard by default', () => {
    const schedules = (rest: string) =>
      partnerOf(`id: acme-line\nname: A\ncommercialSchedules: { baseUrl: "https://api.acme.example/cs"${rest} }`).commercialSchedules;
    expect(schedules('')).toMatchObject({
      version: '1.0.4',
      versionHeader: 'major',
      filters: [...commercialScheduleFilters],
      paging: true,
      pages: {},
      pageSize: 100,
    });
    expect(schedules(', versionHeader: full, filters: [vesselIMONumber]')).toMatchObject({
      versionHeader: 'full',
      filters: ['vesselIMONumber'],
    });
  });

  it('requests port call events with the full version and all filters of the standard that an event can match', () => {
    const portCalls = (rest: string) => `id: acme-line\nname: A\nportCalls: { baseUrl: "https://api.acme.example/jit"${rest} }`;
    expect(partnerOf(portCalls('')).portCalls).toMatchObject({ version: '2.0.0', versionHeader: 'full', filters: [...portCallFilters] });
    expect(partnerOf(portCalls(', filters: [portCallID]')).portCalls?.filters).toEqual(['portCallID']);
    expect(issuesOf(portCalls(', filters: [timestampID]'))).toEqual([
      `acme-line.yaml:3:65 portCalls.filters[0]: expected one of ${portCallFilters.join(', ')}, got "timestampID"`,
    ]);
  });

  it('has a default deadline of twice the timeout of one attempt', () => {
    expect(partnerOf('id: acme-line\nname: A\nlimits: { timeoutMs: 300 }').limits.deadlineMs).toBe(600);
    expect(partnerOf('id: acme-line\nname: A\nlimits: { timeoutMs: 300, deadlineMs: 500 }').limits.deadlineMs).toBe(500);
  });

  it('has header names and hashes converted to lower case', () => {
    const { inbound } = partnerOf(`id: acme-line\nname: A\ninbound: { apiKey: { header: X-API-Key, sha256: ["${hash.toUpperCase()}"] } }`);
    expect(inbound?.apiKey).toEqual({ header: 'x-api-key', sha256: [hash] });
  });

  it('reports all issues at once, each with line, column, path, expected and actual value', () => {
    const issues = issuesOf(`id: other
name: 7
carriers: [{ carrierCode: ACMEX, carrierCodeListProvider: SCAC }]
inbound:
  apiKey: { header: "x key", sha256: ["abc"] }
arrivalNotices:
  baseUrl: ftp://api.acme.example
  version: 1.0
  filters: [equipment]
  maxReferences: 0
  listStyle: csv
limits: { timeoutMs: 1.5 }
`);
    expect(issues).toEqual([
      'acme-line.yaml:1:1 id: expected "acme-line", the name of the file',
      'acme-line.yaml:2:1 name: expected a string, got 7',
      'acme-line.yaml:3:14 carriers[0].carrierCode: expected at most 4 characters, got "ACMEX"',
      'acme-line.yaml:3:34 carriers[0].carrierCodeListProvider: expected one of SMDG, NMFTA, got "SCAC"',
      'acme-line.yaml:5:13 inbound.apiKey.header: expected the name of an HTTP header, got another string',
      'acme-line.yaml:5:39 inbound.apiKey.sha256[0]: expected a SHA-256 of 64 hexadecimal digits in quotes, got another string',
      'acme-line.yaml:7:3 arrivalNotices.baseUrl: expected an https URL without credentials, query and fragment, got "ftp://api.acme.example"',
      'acme-line.yaml:8:3 arrivalNotices.version: expected a string, got 1',
      `acme-line.yaml:9:13 arrivalNotices.filters[0]: expected one of ${arrivalNoticeFilters.join(', ')}, got "equipment"`,
      'acme-line.yaml:10:3 arrivalNotices.maxReferences: expected at least 1, got 0',
      'acme-line.yaml:11:3 arrivalNotices.listStyle: expected one of comma, repeat, got "csv"',
      'acme-line.yaml:12:11 limits.timeoutMs: expected a whole number, got 1.5',
    ]);
  });

  it('names an unknown field and the nearest known one, at every depth', () => {
    const issues = issuesOf(`id: acme-line
nmae: A
name: A
arrivalNotices:
  baseURL: https://api.acme.example
  baseUrl: https://api.acme.example
inbound: { apikey: { header: x, sha256: [] } }
carriers:
  - { carierCode: ACME, carrierCode: ACME, carrierCodeListProvider: SMDG }
`);
    expect(issues).toEqual([
      'acme-line.yaml:2:1 nmae: unknown field; the nearest known one is name',
      'acme-line.yaml:5:3 arrivalNotices.baseURL: unknown field; the nearest known one is baseUrl',
      'acme-line.yaml:7:12 inbound.apikey: unknown field; the nearest known one is apiKey',
      'acme-line.yaml:9:7 carriers[0].carierCode: unknown field; the nearest known one is carrierCode',
    ]);
  });

  it('reports missing fields with their position', () => {
    expect(issuesOf('name: A\narrivalNotices:\n  version: "1.0.1"\n')).toEqual([
      'acme-line.yaml:1:1 id: expected a string, got nothing',
      'acme-line.yaml:2:1 arrivalNotices.baseUrl: expected a string, got nothing',
    ]);
  });

  it.each([
    ['an empty file', '', 'acme-line.yaml:1:1 expected a mapping with the fields of a partner'],
    ['a list', '- id: a', 'acme-line.yaml:1:1 expected a mapping with the fields of a partner'],
    ['a field that stands twice', 'id: a\nid: b', 'acme-line.yaml:2:1 expected valid YAML, got duplicate key'],
    ['two documents', 'id: a\n---\nid: b', 'acme-line.yaml:2:1 expected valid YAML, got multiple docs'],
    [
      'a prototype',
      'id: acme-line\nname: A\n__proto__: { allowPrivate: true }',
      'acme-line.yaml:3:1 __proto__: unknown field; the nearest known one is carriers',
    ],
  ])('is rejected with %s', (_what, text, issue) => {
    expect(issuesOf(text)).toEqual([issue]);
  });

  it('is rejected when its aliases multiply', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(', ')}]`);
    expect(issuesOf(`l0: &l0 [x]\n${levels.join('\n')}`)).toEqual(['acme-line.yaml:1:1 expected a mapping with the fields of a partner']);
  });
});

describe('secrets in a partner file', () => {
  const outbound = (value: string) => `id: acme-line\nname: A\noutbound: { apiKey: { header: x-api-key, value: "${value}" } }\n`;

  it('come from the environment or a file, as a whole value or inside a string', () => {
    expect(partnerOf(outbound('${env:KEY}')).outbound?.apiKey?.value).toBe('hunter2');
    expect(partnerOf(outbound('Bearer ${file:/run/key}')).outbound?.apiKey?.value).toBe('Bearer from-file');
    expect(partnerOf('id: acme-line\nname: "${env:KEY} and ${file:/run/key}"').name).toBe('hunter2 and from-file');
  });

  it.each([
    ['${env:NONE}', 'environment variable NONE is not set'],
    ['${env:EMPTY}', 'environment variable EMPTY is not set'],
    ['${file:/run/none}', 'file /run/none cannot be read or is empty'],
    ['x${env:NONE}y', 'environment variable NONE is not set'],
  ])('that cannot be found are named: %s', (value, message) => {
    expect(issuesOf(outbound(value))).toEqual([`acme-line.yaml:3:42 outbound.apiKey.value: ${message}`]);
  });

  it.each(['${KEY}', '${env:}', '${env:KEY', '${file:relative}'])('need the exact form, which %s is not', (value) => {
    expect(issuesOf(outbound(value)).join('\n')).toContain('expected ${env:NAME} or ${file:/absolute/path} after the $');
  });

  it('are refused inline, and allowed for development', () => {
    expect(issuesOf(outbound('hunter2'))).toEqual([
      'acme-line.yaml:3:42 outbound.apiKey.value: expected a reference, ${env:NAME} or ${file:/path}, got a secret written inline',
    ]);
    expect(partnerOf(`${outbound('hunter2')}allowPrivate: true`).outbound?.apiKey?.value).toBe('hunter2');
  });

  it('are not shown in any issue, even in a wrong place', () => {
    const issues = issuesOf(`id: acme-line
name: { first: hunter2 }
carriers: "\${env:KEY}"
inbound: { apiKey: { header: "hunter 2", sha256: ["hunter2"] } }
outbound: { apiKey: hunter2, bearer: { token: hunter2 }, basic: { username: hunter2, password: hunter2 } }
arrivalNotices: { baseUrl: "https://user:hunter2@api.acme.example", version: "\${env:KEY}" }
`);
    expect(issues.length).toBeGreaterThan(8);
    expect(issues.join('\n')).not.toMatch(/hunter ?2/);
    expect(issues.join('\n')).toContain('got the value of ${env:KEY}');
  });

  it('are not shown in syntax errors either', () => {
    expect(issuesOf('outbound: { apiKey: { value: hunter2 }\nid: [').join('\n')).not.toContain('hunter2');
  });
});

describe('the delivery section of a partner file', () => {
  const push = (lines: string) => `id: acme-line\nname: A\npublish: { push: { ${lines} } }\n`;
  const messagesOf = (lines: string) => issuesOf(push(lines)).map((issue) => issue.replace(/^\S+ /, ''));
  const url = 'https://in.acme.example/notices';
  const bare = whsec.slice('whsec_'.length);

  it.each([
    ['no secret', '', []],
    ['one secret', ', secret: "${env:WHSEC}"', [whsec]],
    ['a list of one', ', secret: ["${env:WHSEC}"]', [whsec]],
    ['two secrets, while one takes the place of the other', ', secret: ["${env:WHSEC}", "${file:/run/whsec}"]', [whsec, bare]],
  ])('has a URL, with %s', (_how, secret, secrets) => {
    expect(partnerOf(push(`arrivalNotices: "${url}"${secret}`)).publish?.push).toMatchObject({ arrivalNotices: url, secrets });
  });

  it.each([
    ['', { firstRetryMs: 1_000, maxRetryMs: 3_600_000, giveUpMs: 72 * 3_600_000 }],
    [', retry: { firstMs: 50, giveUpHours: 0.5 }', { firstRetryMs: 50, maxRetryMs: 3_600_000, giveUpMs: 1_800_000 }],
  ])('has pauses between retries: %j', (retry, expected) => {
    expect(partnerOf(push(`arrivalNotices: "${url}"${retry}`)).publish?.push?.retry).toEqual(expected);
  });

  it('needs positive pauses', () => {
    const issues = messagesOf(`arrivalNotices: "${url}", retry: { firstMs: 0, maxMS: 1, giveUpHours: 0 }`);
    expect(issues.map((issue) => issue.replace(/:.*/, ''))).toEqual([
      'publish.push.retry.firstMs',
      'publish.push.retry.maxMS',
      'publish.push.retry.giveUpHours',
    ]);
  });

  it('needs at least one URL', () => {
    const issue = 'publish.push: expected arrivalNotices, notifications or portCallEvents, the URLs to send to';
    expect(messagesOf('')).toEqual([issue]);
    expect(messagesOf('secret: "${env:WHSEC}"')).toEqual([issue]);
    for (const name of ['arrivalNotices', 'notifications', 'portCallEvents']) expect(messagesOf(`${name}: "${url}"`)).toEqual([]);
  });

  it('is checked like all secrets and addresses, with all issues reported together', () => {
    expect(
      messagesOf('arrivalNotices: "http://a.example", notifications: "https://10.0.0.1", events: 1, secret: ["${env:KEY}", "x"]'),
    ).toEqual([
      'publish.push.arrivalNotices: expected https; plain http needs allowPrivate: true, for development',
      'publish.push.notifications: expected a public address unless allowPrivate is true',
      'publish.push.events: unknown field; the nearest known one is secret',
      'publish.push.secret[0]: expected a secret of Standard Webhooks, whsec_ and the Base64 of at least 24 bytes, got the value of ${env:KEY}',
      'publish.push.secret[1]: expected a reference, ${env:NAME} or ${file:/path}, got a secret written inline',
    ]);
  });

  it.each([
    ['"${env:KEY}"', 'a secret of Standard Webhooks, whsec_ and the Base64 of at least 24 bytes, got the value of ${env:KEY}'],
    ['[]', 'one secret, or two during a rotation, got an empty list'],
    ['["${env:WHSEC}", "${env:WHSEC}", "${env:WHSEC}"]', 'one secret, or two during a rotation, got a list'],
  ])('does not accept the secret %s', (secret, expected) => {
    expect(messagesOf(`arrivalNotices: "${url}", secret: ${secret}`)).toEqual([`publish.push.secret: expected ${expected}`]);
  });

  it('requires https for partners to which we show a certificate', () => {
    const lines = 'allowPrivate: true\noutbound: { mtls: { certFile: /a, keyFile: /b } }';
    expect(issuesOf(`${push('portCallEvents: "http://127.0.0.1:1"')}${lines}`)).toEqual([
      'acme-line.yaml:3:20 publish.push.portCallEvents: expected https, because plain http has no client certificate',
    ]);
  });
});

describe('an unknown quirk', () => {
  it.each(['arrivalNotices', 'commercialSchedules', 'portCalls'])('of %s is reported with the known quirks', (standard) => {
    const [issue] = issuesOf(`id: acme-line\nname: A\n${standard}: { baseUrl: "https://a.example", quirks: [trim-references] }\n`);
    expect(issue).toContain(`${standard}.quirks[0]: expected one of instants-for-days, numbers-for-texts, got "trim-references"`);
  });
});

describe('the kinds of inbound and outbound credentials', () => {
  const file = (lines: string) => `id: acme-line\nname: A\n${lines}`;

  it('are all accepted, with and without colons in fingerprints', () => {
    const colons = hash.toUpperCase().replace(/..(?=.)/g, '$&:');
    const { inbound } = partnerOf(
      file(`inbound:
  apiKey: { header: x-api-key, sha256: ["${hash}"] }
  jwt: { issuer: "https://id.example/", audience: landfall, jwksUri: "https://id.example/jwks" }
  hmac: { scheme: standard-webhooks, secrets: ["\${env:WHSEC}", "\${file:/run/whsec}"] }
  mtls: { header: X-Client-Cert-SHA256, fingerprints: ["${colons}"] }`),
    );
    expect(inbound).toEqual({
      apiKey: { header: 'x-api-key', sha256: [hash] },
      jwt: { issuer: 'https://id.example/', audience: 'landfall', jwksUri: 'https://id.example/jwks' },
      hmac: { scheme: 'standard-webhooks', secrets: [whsec, whsec.slice('whsec_'.length)] },
      mtls: { header: 'x-client-cert-sha256', fingerprints: [hash] },
    });
    for (const way of [
      'basic: { username: a, password: "${env:KEY}" }',
      'bearer: { token: "${env:KEY}" }',
      'oauth2: { tokenUrl: "https://id.example/token", clientId: a, clientSecret: "${env:KEY}", scope: "a b", audience: c }',
      'mtls: { certFile: /run/cert.pem, keyFile: /run/key.pem, caFile: /run/ca.pem }',
    ]) {
      expect(issuesOf(file(`outbound: { ${way} }`))).toEqual([]);
    }
  });

  it('are sent together, as long as each header is set once', () => {
    const issuesOfOutbound = (lines: string) => issuesOf(file(`outbound: { ${lines} }`)).map((issue) => issue.replace(/^.*?: /, ''));
    const oauth2 = 'oauth2: { tokenUrl: "https://id.example/token?p=1", clientId: a, clientSecret: "${env:KEY}" }';
    const keys = 'headers: { Consumer-Key: "${env:KEY}", Accept-Version: "2" }, parameters: { subscription-key: "${env:KEY}" }';
    expect(issuesOfOutbound(`apiKey: { header: x-key, value: "\${env:KEY}" }, ${oauth2}, ${keys}`)).toEqual([]);
    expect(issuesOfOutbound('')).toEqual(['expected at least one credential, got a mapping']);
    const once = 'expected each header once: basic, bearer and oauth2 are all sent in Authorization, got a mapping';
    for (const lines of [
      'bearer: { token: "${env:KEY}" }, basic: { username: a, password: "${env:KEY}" }',
      `${oauth2}, headers: { Authorization: "\${env:KEY}" }`,
      `apiKey: { header: X-Key, value: "\${env:KEY}" }, headers: { x-key: "\${env:KEY}" }`,
    ]) {
      expect(issuesOfOutbound(lines)).toEqual([once]);
    }
  });

  it.each([
    ['headers: { X-Api-Key: hunter2 }', 'expected a reference, ${env:NAME} or ${file:/path}, got a secret written inline'],
    ['parameters: { authToken: hunter2 }', 'expected a reference, ${env:NAME} or ${file:/path}, got a secret written inline'],
    ['headers: { X-Mode: "${env:NONE}" }', 'environment variable NONE is not set'],
    ['headers: { X-Mode: 2 }', 'expected a string, got another number'],
    ['headers: { Content-Length: "2" }', 'expected another header, because Landfall sets this one, got another string'],
    ['parameters: { "a?b": x }', 'expected the name of a query parameter, got another string'],
    ['oauth2: { tokenUrl: "https://id.example/", clientId: a }', 'expected a string, got nothing'],
    [
      'oauth2: { tokenUrl: "https://id.example/", clientId: a, clientAuthentication: private_key_jwt }',
      'expected a private key in PEM, got nothing',
    ],
    [
      'oauth2: { tokenUrl: "https://id.example/", clientId: a, clientAuthentication: private_key_jwt, privateKey: "${env:KEY}" }',
      'expected a private key in PEM without a passphrase: RSA of 2048 bits, EC or Ed25519, got the value of ${env:KEY}',
    ],
  ])('are refused for outbound requests as %s', (lines, message) => {
    const issues = issuesOf(file(`outbound: { ${lines} }`));
    expect(issues.map((issue) => issue.replace(/^\S+ \S+: /, ''))).toEqual([message]);
    expect(issues.join()).not.toContain('hunter2');
  });

  it.each([
    ['inbound: { hmac: { scheme: standard-webhooks, secrets: ["${env:KEY}"] } }', 'whsec_ and the Base64 of at least 24 bytes'],
    ['outbound: { basic: { username: "a:b", password: "${env:KEY}" } }', 'a string without colons and control characters'],
    ['outbound: { basic: { username: a, password: "${file:/run/lines}" } }', 'a string without control characters'],
    ['outbound: { mtls: { certFile: cert.pem, keyFile: /run/key.pem } }', 'an absolute path'],
    [`inbound: { mtls: { header: x-cert, fingerprints: ["${hash}00"] } }`, 'a SHA-256 of 64 hexadecimal digits in quotes'],
    ['outbound: { oauth2: { tokenUrl: "http://id.example/", clientId: a, clientSecret: "${env:KEY}" } }', 'expected https'],
    ['outbound: { oauth2: { tokenUrl: "https://10.0.0.1/", clientId: a, clientSecret: "${env:KEY}" } }', 'a public address'],
    ['inbound: { jwt: { issuer: a, audience: b, jwksUri: "https://[::1]/jwks" } }', 'a public address'],
  ])('are checked: %s', (lines, expected) => {
    const issues = issuesOf(file(lines));
    expect(issues).toEqual([expect.stringContaining(expected)]);
    expect(issues[0]).not.toMatch(/hunter2|line one/);
  });

  it('that are certificates require https, even in development', () => {
    const lines = 'allowPrivate: true\nportCalls: { baseUrl: "http://127.0.0.1:1" }\noutbound: { mtls: { certFile: /a, keyFile: /b } }';
    expect(issuesOf(file(lines))).toEqual([
      'acme-line.yaml:4:14 portCalls.baseUrl: expected https, because plain http has no client certificate',
    ]);
  });
});

describe('the address of a partner', () => {
  const at = (url: string, rest = '') => `id: acme-line\nname: A\narrivalNotices: { baseUrl: "${url}" }\n${rest}`;

  it.each([
    ['http://api.acme.example', 'expected https; plain http needs allowPrivate: true, for development'],
    ['https://10.0.0.1', 'expected a public address unless allowPrivate is true'],
    ['https://[::ffff:127.0.0.1]/an', 'expected a public address unless allowPrivate is true'],
    ['https://2130706433/', 'expected a public address unless allowPrivate is true'],
  ])('must not be %s', (url, message) => {
    expect(issuesOf(at(url))).toEqual([`acme-line.yaml:3:19 arrivalNotices.baseUrl: ${message}`]);
  });

  it('may be any in development', () => {
    expect(partnerOf(at('http://127.0.0.1:4001', 'allowPrivate: true')).arrivalNotices?.baseUrl).toBe('http://127.0.0.1:4001');
  });
});

function parse(text: string): ReturnType<typeof parsePartner> {
  const sources: YamlSources = {
    fileName: 'acme-line.yaml',
    env: { KEY: 'hunter2', EMPTY: '', WHSEC: whsec },
    readSecretFile: (path) => {
      const files: Record<string, string> = {
        '/run/key': 'from-file\n',
        '/run/lines': 'line one\nline two\n',
        '/run/whsec': `${whsec.slice('whsec_'.length)}\n`,
      };
      if (files[path] === undefined) throw new Error('ENOENT');
      return files[path];
    },
  };
  return parsePartner(text, sources);
}

function partnerOf(text: string): Partner {
  const parsed = parse(text);
  if ('issues' in parsed) throw new Error(parsed.issues.map(issueLine).join('\n'));
  return parsed.value;
}

function issuesOf(text: string): string[] {
  const parsed = parse(text);
  return 'issues' in parsed ? parsed.issues.map(issueLine) : [];
}
