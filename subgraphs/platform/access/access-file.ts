import * as z from 'zod';
import {
  type AddIssue,
  addressIssueOf,
  type FileIssue,
  httpUrl,
  isPlainUrl,
  type ParsedYaml,
  parseYaml,
  sha256,
  type YamlKind,
  type YamlSources,
} from '../partners/yaml-file.ts';
import { isObject } from '../wire/shape-check.ts';
import { type CallerLimits, entitlementString } from './entitlement.ts';
import { checkWebhooks, webhookSchema } from './webhook.ts';

/**
 * Maximum length of an {@link entitlementString}, which is a header of every request to a subgraph in distributed mode.
 */
export const maxEntitlementBytes = 32 * 1024;

/**
 * The values that each threshold of alerts can have. Facts are stored by these values, so that reading by threshold is a
 * filter.
 */
export const alertThresholdSteps = {
  /** Hours by which the best known time of an arrival has to change. */
  etaChangedHours: [1, 3, 6, 12, 24, 48],
  /** Hours between the times reported by two sources. */
  disagreementHours: [12, 24, 48, 72],
  /** Days before the end of the last free day. */
  lastFreeDayNearDays: [1, 2, 3, 5],
  /** Hours by which the best known time of an expected arrival has passed. */
  overdueHours: [12, 24, 48, 72],
  /** Hours without news of an approaching arrival. */
  noNewsHours: [24, 48, 72, 120],
} as const;

/** Thresholds above or below which a tenant is alerted. */
export type AlertThresholds = Readonly<Record<keyof typeof alertThresholdSteps, number>>;

/** Thresholds that apply unless the access file overrides them, and while access is open. */
export const defaultAlertThresholds: AlertThresholds = {
  etaChangedHours: 6,
  disagreementHours: 24,
  lastFreeDayNearDays: 2,
  overdueHours: 24,
  noNewsHours: 72,
};

/** Days for which an arrival stays open unless the access file overrides them, and while access is open. */
export const defaultArrivalOpenDays = 14;

const text = z.string().min(1).max(1_000);
const everything = z.tuple([z.literal('*')]).transform(() => '*' as const);
const partnerIds = z.array(z.string().regex(/^[a-z0-9-]{1,40}$/, { error: 'the id of a partner, or "*" alone' }));
const parties = z.array(z.strictObject({ codeListProvider: text, partyCode: text }));

const perMinute = z.int().min(0);
const limitFields = {
  requestsPerMinute: perMinute,
  parseMsPerMinute: perMinute,
  partnerCallsPerMinute: perMinute,
  sockets: z.int().min(1),
  operationCost: z.int().min(1),
} satisfies Record<keyof CallerLimits, z.ZodType<number>>;
const ownLimits = z
  .strictObject(limitFields)
  .partial()
  // Limits that a file leaves out are absent, never undefined.
  .transform((limits) => limits as Partial<CallerLimits>)
  .prefault({});

const alertThresholds = z
  .strictObject({
    etaChangedHours: stepOf('etaChangedHours'),
    disagreementHours: stepOf('disagreementHours'),
    lastFreeDayNearDays: stepOf('lastFreeDayNearDays'),
    overdueHours: stepOf('overdueHours'),
    noNewsHours: stepOf('noNewsHours'),
  })
  .prefault({});

const tenantSchema = z.strictObject({
  apiKeys: z.array(z.strictObject({ sha256 })).default([]),
  partners: z.union([everything, partnerIds]).default('*'),
  parties: z.union([everything, parties]).default('*'),
  charges: z.boolean().default(true),
  portCalls: z.boolean().default(true),
  operator: z.boolean().default(false),
  alerts: alertThresholds,
  limits: ownLimits,
  webhooks: z.array(webhookSchema).default([]),
});

/** The field `signIn` of the access file: a public client with the redirect URI `/sign-in` of this server. */
const signInProvider = z.strictObject({
  /** Equals that of `jwt`. Its metadata is at `/.well-known/openid-configuration` below it. */
  issuer: httpUrl,
  clientId: text,
  scope: z
    .string()
    .refine((scope) => scope.split(' ').includes('openid'), { error: 'scopes separated by spaces, with openid among them' })
    .default('openid'),
  /** The API that the token is for, for providers that require it. @see RFC 8707 */
  resource: z.url({ error: 'the absolute URI of an API' }).optional(),
});

/**
 * The identity provider at which people sign in on Landfall's own pages. It contains no secrets, because pages receive
 * it.
 */
export type SignInProvider = Readonly<z.output<typeof signInProvider>>;

const accessSchema = z.strictObject({
  jwt: z
    .strictObject({
      jwksUri: httpUrl.optional(),
      // RFC 7518, section 3.2: a key of HS256 is at least as long as the output of the hash.
      secret: z
        .string()
        .refine((secret) => Buffer.byteLength(secret) >= 32, { error: 'a secret of at least 32 bytes' })
        .optional(),
      issuer: text,
      audience: text,
      tenantClaim: text.default('tenant'),
    })
    .optional(),
  signIn: signInProvider.optional(),
  tenants: z
    .record(z.string().regex(/^[\w.-]{1,100}$/, { error: 'a tenant’s name of 1 to 100 letters, digits and . _ -' }), tenantSchema)
    .refine((tenants) => Object.keys(tenants).length > 0, { error: 'at least one tenant' }),
  limits: ownLimits,
  /** Days for which an arrival stays open after its last free day or its best known time. */
  arrivalOpenDays: z.int().min(1).max(365).default(defaultArrivalOpenDays),
  allowPrivate: z.boolean().default(false),
});

/** The tenants and their rights, parsed from the access file, with defaults and resolved secret references. */
export type Access = z.output<typeof accessSchema>;

/**
 * Parses an access file. Reports all its issues together. Secrets are references, `${env:NAME}` or `${file:/path}`;
 * issues show neither secrets nor hashes of keys.
 */
export function parseAccess(yaml: string, sources: YamlSources): ParsedYaml<Access> | { readonly issues: readonly FileIssue[] } {
  return parseYaml(yaml, accessKind, sources);
}

const accessKind: YamlKind<typeof accessSchema> = {
  of: 'access',
  schema: accessSchema,
  credentialParts: ['jwt', 'apiKeys', 'secrets'],
  check: (content, { add }) => {
    const { jwt, tenants, allowPrivate } = asRecord(content);
    const { jwksUri, secret } = asRecord(jwt);
    if (jwt !== undefined && (jwksUri === undefined) === (secret === undefined)) add(['jwt'], 'expected either jwksUri or secret');
    const issue = typeof jwksUri === 'string' && isPlainUrl(jwksUri) ? addressIssueOf(jwksUri, allowPrivate === true) : undefined;
    if (issue !== undefined) add(['jwt', 'jwksUri'], issue);
    checkSignInProvider(asRecord(content), add);
    checkKeys(asRecord(tenants), add);
    for (const [tenant, rights] of Object.entries(asRecord(tenants))) {
      const addToTenant: AddIssue = (path, message) => add(['tenants', tenant, 'webhooks', ...path], message);
      checkWebhooks(asRecord(rights)['webhooks'], { allowPrivate: allowPrivate === true, add: addToTenant });
    }
    checkSizes(asRecord(tenants), add);
  },
};

/** Reports keys that belong to several tenants: a key must identify one tenant. */
function checkKeys(tenants: Readonly<Record<string, unknown>>, add: AddIssue): void {
  const owners = new Map<string, string>();
  for (const [tenant, rights] of Object.entries(tenants)) {
    const { apiKeys } = asRecord(rights);
    for (const [index, key] of (Array.isArray(apiKeys) ? apiKeys : []).entries()) {
      const hash = String(asRecord(key)['sha256']).toLowerCase();
      const owner = owners.get(hash) ?? tenant;
      if (owner !== tenant) add(['tenants', tenant, 'apiKeys', index, 'sha256'], `tenant ${owner} has the same key`);
      owners.set(hash, owner);
    }
  }
}

function checkSizes(tenants: Readonly<Record<string, unknown>>, add: AddIssue): void {
  for (const [tenant, rights] of Object.entries(tenants)) {
    const parsed = tenantSchema.safeParse(rights);
    if (!parsed.success) continue;
    const { length } = entitlementString(parsed.data);
    if (length > maxEntitlementBytes) {
      add(['tenants', tenant], `expected partners and parties of at most ${maxEntitlementBytes} bytes as JSON, got ${length}`);
    }
  }
}

function stepOf(threshold: keyof AlertThresholds) {
  const steps: readonly number[] = alertThresholdSteps[threshold];
  const names = `one of ${steps.join(', ')}`;
  return z
    .number({ error: names })
    .refine((value) => steps.includes(value), { error: names })
    .default(defaultAlertThresholds[threshold]);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Reports what in a provider contradicts the rest of the access file, so that its tokens could never be accepted. */
function checkSignInProvider(content: Readonly<Record<string, unknown>>, add: AddIssue): void {
  const { signIn, jwt, allowPrivate } = content;
  if (!isObject(signIn)) return;
  if (!isObject(jwt)) {
    add(['signIn'], 'expected jwt in the same file: it verifies the tokens of the provider');
    return;
  }
  if (jwt['jwksUri'] === undefined && jwt['secret'] !== undefined) {
    add(['jwt', 'secret'], 'expected jwksUri together with signIn: the provider signs tokens with its own keys');
  }
  const { issuer } = signIn;
  if (typeof issuer !== 'string' || !isPlainUrl(issuer)) return;
  const issue = addressIssueOf(issuer, allowPrivate === true);
  if (issue !== undefined) add(['signIn', 'issuer'], issue);
  if (issuer !== jwt['issuer']) {
    add(['signIn', 'issuer'], `expected the issuer of jwt, ${JSON.stringify(jwt['issuer'])}, to the letter, got ${JSON.stringify(issuer)}`);
  }
}
