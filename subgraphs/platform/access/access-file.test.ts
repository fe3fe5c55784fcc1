// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in the access file look like templates.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueLine } from '../partners/yaml-file.ts';
import { defaultAlertThresholds, parseAccess } from './access-file.ts';

const [hash, otherHash] = ['key', 'other key'].map((key) => createHash('sha256').update(key).digest('hex'));
const env = {
  JWT_SECRET: 'a secret that is long enough for HS256',
  SHORT: 'short',
  HOOK: `whsec_${Buffer.alloc(32).toString('base64')}`,
};

describe('an access file', () => {
  it('contains only what differs from the documented defaults', () => {
    expect(accessOf('tenants: { blue-freight: {} }')).toEqual({
      tenants: {
        'blue-freight': {
          apiKeys: [],
          partners: '*',
          parties: '*',
          charges: true,
          portCalls: true,
          operator: false,
          alerts: defaultAlertThresholds,
          limits: {},
          webhooks: [],
        },
      },
      limits: {},
      arrivalOpenDays: 14,
      allowPrivate: false,
    });
  });

  it('limits all tenants together, and each tenant by itself, only by fields that exist', () => {
    const yaml = 'limits: { operationCost: 5, sockets: 3 }\ntenants: { blue: { limits: { requestsPerMinute: 0 } } }';
    expect(accessOf(yaml)).toMatchObject({
      limits: { operationCost: 5, sockets: 3 },
      tenants: { blue: { limits: { requestsPerMinute: 0 } } },
    });
    const faulty =
      'limits: { sockets: 0, operationsCost: 1 }\ntenants: { blue: { limits: { parseMsPerMinute: -1, requestsPerMinute: 1.5 } } }';
    const issues = issuesOf(faulty).map((issue) => /limits\.\w+/.exec(issue)?.[0]);
    expect(issues.toSorted()).toEqual(['limits.operationsCost', 'limits.parseMsPerMinute', 'limits.requestsPerMinute', 'limits.sockets']);
  });

  it('alerts each tenant by its own thresholds, and names the possible values of an invalid threshold', () => {
    const yaml = 'tenants: { blue: { alerts: { etaChangedHours: 1, noNewsHours: 120 } } }';
    expect(accessOf(yaml)).toMatchObject({
      tenants: { blue: { alerts: { ...defaultAlertThresholds, etaChangedHours: 1, noNewsHours: 120 } } },
    });
    const faulty = 'tenants: { blue: { alerts: { etaChangedHours: 5, disagreementHours: "24", lastFreeDayNearDays: 4, noNews: 1 } } }';
    expect(issuesOf(faulty)).toEqual([
      expect.stringContaining('alerts.etaChangedHours: expected one of 1, 3, 6, 12, 24, 48, got 5'),
      expect.stringContaining('alerts.disagreementHours: expected a number, got "24"'),
      expect.stringContaining('alerts.lastFreeDayNearDays: expected one of 1, 2, 3, 5, got 4'),
      expect.stringContaining('alerts.noNews: unknown field; the nearest known one is noNewsHours'),
    ]);
  });

  it('has webhooks that name what they send; omitted fields have the defaults of partners', () => {
    const webhook = 'id: erp, url: "https://erp.blue.example/in", secrets: ["${env:HOOK}"]';
    const document = 'document: "subscription { arrivalAlertRaised { cursor } }"';
    const yaml = `tenants: { blue: { webhooks: [{ ${webhook}, alerts: [ETA_CHANGED], ${document} }] } }`;
    expect(accessOf(yaml)).toMatchObject({
      tenants: {
        blue: {
          webhooks: [
            {
              ...{ id: 'erp', url: 'https://erp.blue.example/in', secrets: [env.HOOK], alerts: ['ETA_CHANGED'], paused: false },
              ...{ noticeVersions: false, portCallEvents: false, document: 'subscription { arrivalAlertRaised { cursor } }' },
              retry: { firstRetryMs: 1_000, maxRetryMs: 3_600_000, giveUpMs: 72 * 3_600_000 },
              limits: { concurrency: 4, timeoutMs: 10_000 },
            },
          ],
        },
      },
    });
    expect(accessOf(`tenants: { blue: { webhooks: [{ ${webhook}, alerts: ["*"] }] } }`)).toMatchObject({
      tenants: { blue: { webhooks: [{ alerts: '*' }] } },
    });
  });

  it.each([
    ['url: "http://erp.example"', 'webhooks[0].url: expected https; plain http needs allowPrivate: true, for development'],
    ['url: "https://10.0.0.1/in"', 'webhooks[0].url: expected a public address unless allowPrivate is true'],
    ['secrets: []', 'webhooks[0].secrets: expected one secret, or two during a rotation, got an empty list'],
    ['secrets: ["whsec_inline"]', 'webhooks[0].secrets[0]: expected a reference'],
    ['secrets: ["${env:SHORT}"]', 'webhooks[0].secrets[0]: expected a secret of Standard Webhooks'],
    ['alerts: [ETA_CHANGE]', 'webhooks[0].alerts[0]: expected "*" alone, or kinds of alerts: ETA_CHANGED, ETA_UNSTEADY'],
    ['alerts: ["*", ARRIVED]', 'webhooks[0].alerts[0]: expected "*" alone'],
    ['alerts: []', 'webhooks[0]: expected at least one of alerts, noticeVersions: true and portCallEvents: true'],
    ['retry: { firstMs: 0 }', 'webhooks[0].retry.firstMs: expected'],
    ['secret: x', 'webhooks[0].secret: unknown field; the nearest known one is secrets'],
    ['document: "query { arrivals { totalCount { value } } }"', 'webhooks[0].document: expected subscriptions to arrivalAlertRaised'],
    [
      'document: "subscription { arrivalAlertRaised { cursr } }"',
      'webhooks[0].document: the document is not valid: Cannot query field "cursr"',
    ],
    ['document: "subscription {"', 'webhooks[0].document: the document cannot be parsed'],
    [
      'document: "subscription ($f: ArrivalAlertFilter!) { arrivalAlertRaised(filter: $f) { cursor } }"',
      'webhooks[0].document: expected no required variables',
    ],
  ])('has no webhook with %s', (field, issue) => {
    const fields = { id: 'id: erp', url: 'url: "https://erp.example/in"', secrets: 'secrets: ["${env:HOOK}"]', alerts: 'alerts: ["*"]' };
    const webhook = Object.values({ ...fields, [field.slice(0, field.indexOf(':'))]: field }).join(', ');
    const issues = issuesOf(`tenants: { blue: { webhooks: [{ ${webhook} }] } }`);
    expect(issues.join('\n')).toContain(`tenants.blue.${issue}`);
    expect(issues.join('\n')).not.toContain('inline,');
  });

  it('has no two webhooks with the same id in one tenant', () => {
    const webhook = '{ id: erp, url: "https://erp.example/in", secrets: ["${env:HOOK}"], alerts: ["*"] }';
    const yaml = `tenants: { blue: { webhooks: [${webhook}, ${webhook}] }, red: { webhooks: [${webhook}] } }`;
    expect(issuesOf(yaml)).toEqual([expect.stringContaining('tenants.blue.webhooks[1].id: the tenant has another webhook erp')]);
  });

  it('accepts every field', () => {
    const party = '{ codeListProvider: SMDG, partyCode: MSK }';
    const yaml = `
jwt: { secret: "\${env:JWT_SECRET}", issuer: "https://id.example", audience: landfall, tenantClaim: "https://id.example/tenant" }
tenants:
  blue-freight:
    apiKeys: [{ sha256: "${hash?.toUpperCase()}" }, { sha256: "${otherHash}" }]
    partners: [acme-line]
    parties: [${party}]
    charges: false
    portCalls: false
    operator: true
  everybody: { partners: ["*"], parties: ["*"] }
`;
    expect(accessOf(yaml)).toMatchObject({
      jwt: { secret: env.JWT_SECRET, tenantClaim: 'https://id.example/tenant' },
      tenants: {
        'blue-freight': {
          apiKeys: [{ sha256: hash }, { sha256: otherHash }],
          partners: ['acme-line'],
          parties: [{ codeListProvider: 'SMDG', partyCode: 'MSK' }],
          charges: false,
        },
        everybody: { partners: '*', parties: '*' },
      },
    });
  });

  it('has all its issues reported together, with their places, the expected values and the nearest names', () => {
    const yaml = `jwt: { issuer: "https://id.example", audience: 7, tenantclaim: x }
tenants:
  blue freight: {}
  red:
    charge: false
    partners: ["*", Acme]
    parties: [{ codeListProvider: SMDG, partyCod: MSK }]
    operator: "yes"
    apiKeys: [{ sha256: my-key-in-clear }]
`;
    expect(issuesOf(yaml)).toEqual([
      'access.yaml:1:1 jwt: expected either jwksUri or secret',
      'access.yaml:1:38 jwt.audience: expected a string, got another number',
      'access.yaml:1:51 jwt.tenantclaim: unknown field; the nearest known one is tenantClaim',
      expect.stringMatching(/^access\.yaml:3:3 tenants\.blue freight: expected a tenant’s name/),
      'access.yaml:5:5 tenants.red.charge: unknown field; the nearest known one is charges',
      'access.yaml:6:16 tenants.red.partners[0]: expected the id of a partner, or "*" alone, got "*"',
      'access.yaml:6:21 tenants.red.partners[1]: expected the id of a partner, or "*" alone, got "Acme"',
      'access.yaml:7:15 tenants.red.parties[0].partyCode: expected a string, got nothing',
      'access.yaml:7:41 tenants.red.parties[0].partyCod: unknown field; the nearest known one is partyCode',
      'access.yaml:8:5 tenants.red.operator: expected true or false, got "yes"',
      'access.yaml:9:17 tenants.red.apiKeys[0].sha256: expected a SHA-256 of 64 hexadecimal digits in quotes, got another string',
    ]);
  });

  it.each([
    ['a secret in the file itself', 'secret: "a secret that is long enough for HS256"', /got a secret written inline/],
    [
      'a secret that HS256 may not have',
      'secret: "${env:SHORT}"',
      /expected a secret of at least 32 bytes, got the value of \$\{env:SHORT\}/,
    ],
    ['a secret that is not there', 'secret: "${env:MISSING}"', /environment variable MISSING is not set/],
    ['keys and a secret', 'secret: "${env:JWT_SECRET}", jwksUri: "https://id.example/jwks"', /expected either jwksUri or secret/],
    ['keys over plain http', 'jwksUri: "http://id.example/jwks"', /jwt\.jwksUri: expected https; plain http needs allowPrivate/],
    ['keys at a private address', 'jwksUri: "https://10.0.0.1/jwks"', /jwt\.jwksUri: expected a public address/],
  ])('is rejected with %s, and shows no secret', (_what, field, message) => {
    const issues = issuesOf(`jwt: { ${field}, issuer: i, audience: a }\ntenants: { blue: {} }`).join('\n');
    expect(issues).toMatch(message);
    expect(issues).not.toMatch(/long enough|short/);
  });

  it('names where people sign in: at the issuer of its tokens, with the client of the pages', () => {
    const jwt = 'jwt: { jwksUri: "https://id.example/jwks", issuer: "https://id.example", audience: landfall }';
    const yaml = `${jwt}\nsignIn: { issuer: "https://id.example", clientId: board }\ntenants: { blue: {} }`;
    expect(accessOf(yaml).signIn).toEqual({ issuer: 'https://id.example', clientId: 'board', scope: 'openid' });
    const whole = yaml.replace('board }', 'board, scope: "openid profile", resource: "https://landfall.example" }');
    expect(accessOf(whole).signIn).toMatchObject({ scope: 'openid profile', resource: 'https://landfall.example' });
  });

  it.each([
    ['no rules for tokens', '', 'signIn: expected jwt in the same file: it verifies the tokens of the provider'],
    [
      'another issuer than that of its tokens',
      'jwt: { jwksUri: "https://id.example/jwks", issuer: "https://id.example/", audience: landfall }',
      'signIn.issuer: expected the issuer of jwt, "https://id.example/", to the letter, got "https://id.example"',
    ],
    [
      'a shared secret',
      'jwt: { secret: "${env:JWT_SECRET}", issuer: "https://id.example", audience: landfall }',
      'jwt.secret: expected jwksUri together with signIn: the provider signs tokens with its own keys',
    ],
  ])('does not let people sign in with %s', (_what, jwt, message) => {
    const issues = issuesOf(`${jwt}\nsignIn: { issuer: "https://id.example", clientId: board }\ntenants: { blue: {} }`);
    expect(issues).toEqual([expect.stringContaining(message)]);
  });

  it('accepts only possible providers', () => {
    const yaml = `jwt: { jwksUri: "https://id.example/jwks", issuer: "http://id.example", audience: landfall }
signIn: { issuer: "http://id.example", clientID: board, scope: profile, resource: landfall }
tenants: { blue: {} }`;
    expect(issuesOf(yaml)).toEqual([
      expect.stringContaining('signIn.clientId: expected a string, got nothing'),
      expect.stringContaining('signIn.issuer: expected https; plain http needs allowPrivate: true'),
      expect.stringContaining('signIn.clientID: unknown field; the nearest known one is clientId'),
      expect.stringContaining('signIn.scope: expected scopes separated by spaces, with openid among them, got "profile"'),
      expect.stringContaining('signIn.resource: expected the absolute URI of an API, got "landfall"'),
    ]);
  });

  it('is rejected when two tenants have the same key, and when it has no tenants', () => {
    const keys = `apiKeys: [{ sha256: "${hash}" }]`;
    expect(
      issuesOf(`tenants:\n  blue: { ${keys} }\n  red: { ${keys.toUpperCase().replace('APIKEYS', 'apiKeys').replace('SHA256', 'sha256')} }`),
    ).toEqual(['access.yaml:3:22 tenants.red.apiKeys[0].sha256: tenant blue has the same key']);
    expect(issuesOf('tenants: {}')).toEqual(['access.yaml:1:1 tenants: expected at least one tenant, got a mapping']);
    expect(issuesOf('')).toEqual(['access.yaml:1:1 expected a mapping with the fields of access']);
  });

  it('is rejected when the rights of a tenant do not fit into a header', () => {
    const parties = Array.from({ length: 1_000 }, (_, index) => `{ codeListProvider: SMDG, partyCode: "PARTY-${index}" }`);
    expect(issuesOf(`tenants: { blue: { parties: [${parties}] } }`)).toEqual([
      expect.stringMatching(/tenants\.blue: expected partners and parties of at most 32768 bytes as JSON, got \d{5}/),
    ]);
  });
});

function parsed(yaml: string) {
  return parseAccess(yaml, { fileName: 'access.yaml', env, readSecretFile: () => '' });
}

function accessOf(yaml: string) {
  const result = parsed(yaml);
  if ('issues' in result) throw new Error(result.issues.map(issueLine).join('\n'));
  return result.value;
}

function issuesOf(yaml: string): string[] {
  const result = parsed(yaml);
  return 'issues' in result ? result.issues.map(issueLine) : [];
}
