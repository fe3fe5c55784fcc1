import { arrivalNoticeFilters, commercialScheduleFilters, portCallFilters } from '@landfall/dcsa/filters.ts';
import * as z from 'zod';
import { requestLimits, retryOfDeliveries, webhookSecret, webhookSecrets } from './delivery-limits.ts';
import { type Corrections, quirkNames } from './quirks.ts';
import { isCertificate, signingAlgorithmOf } from './secrets.ts';
import { type AddIssue, addressIssueOf, httpUrl, isPlainUrl, parseYaml, sha256, type YamlKind, type YamlSources } from './yaml-file.ts';

const text = z.string().min(1).max(1_000);
const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~\w-]{1,100}$/, { error: 'the name of an HTTP header' })
  .transform((name) => name.toLowerCase());
const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{2}(:?[0-9a-f]{2}){31}$/i, { error: 'a SHA-256 of 64 hexadecimal digits in quotes' })
  .transform((hex) => hex.replaceAll(':', '').toLowerCase());
const username = z.string().regex(/^[^:\p{Cc}]{1,1000}$/u, { error: 'a string without colons and control characters' });
const password = z.string().regex(/^\P{Cc}{1,1000}$/u, { error: 'a string without control characters' });
const absolutePath = z.string().regex(/^\/[^\0]*$/, { error: 'an absolute path' });
const headerValue = z.string().regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, { error: 'a string that is valid in an HTTP header' });

/** Headers that belong to the connection or to the body. */
const ownHeaders = /^(host|connection|content-(length|type)|transfer-encoding|accept-encoding|expect|upgrade)$/;
const extraHeaders = z.record(
  headerName.refine((name) => !ownHeaders.test(name), { error: 'another header, because Landfall sets this one' }),
  headerValue,
);
const extraParameters = z.record(
  z.string().regex(/^[\w.$~[\]-]{1,100}$/, { error: 'the name of a query parameter' }),
  z.string().min(1).max(4_000),
);

// A variable has one line in many environments.
const pem = z.string().transform((text) => text.replaceAll('\\n', '\n'));
const signingKey = pem.refine((key) => signingAlgorithmOf(key) !== undefined, {
  error: 'a private key in PEM without a passphrase: RSA of 2048 bits, EC or Ed25519',
});
const certificate = pem.refine(isCertificate, { error: 'a certificate in PEM' });

/** Client credentials of OAuth 2. Many gateways want parts of the request in another place than the standard. */
const oauth2Schema = z
  .strictObject({
    tokenUrl: z.string().refine((url) => isPlainUrl(withoutQuery(url)), { error: 'an https URL without credentials and fragment' }),
    clientId: text,
    clientSecret: text.optional(),
    clientAuthentication: z.enum(['basic', 'post', 'private_key_jwt']).default('basic'),
    /** Signs the assertion of `private_key_jwt`, together with the following four. */
    privateKey: signingKey.optional(),
    certificate: certificate.optional(),
    keyId: text.optional(),
    algorithm: z.enum(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']).optional(),
    assertionAudience: text.optional(),
    scope: text.optional(),
    audience: text.optional(),
    resource: z.union([z.array(text), text.transform((one) => [one])], { error: 'a string or a list of strings' }).default([]),
    requestFormat: z.enum(['form', 'json']).default('form'),
    headers: extraHeaders.refine((headers) => headers['authorization'] === undefined, { error: 'no Authorization' }).optional(),
    parameters: extraParameters.optional(),
  })
  .refine(({ clientAuthentication: way, clientSecret }) => way === 'private_key_jwt' || clientSecret !== undefined, {
    path: ['clientSecret'],
    error: 'a string',
  })
  .refine(({ clientAuthentication: way, privateKey }) => way !== 'private_key_jwt' || privateKey !== undefined, {
    path: ['privateKey'],
    error: 'a private key in PEM',
  });

const UNLocationCode = z.string().regex(/^[A-Z]{2}[A-Z0-9]{3}$/, { error: 'a UN/LOCODE such as CNSHA' });
const fullVersion = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/, { error: 'a full version such as "1.0.1"' });
const versionHeaders = z.enum(['full', 'major', 'none']);
const timesWithoutOffset = z.enum(['PORT_LOCAL', 'UTC']).optional();

interface EndpointDefaults {
  readonly version: string;
  readonly versionHeader?: 'full' | 'major';
  /** Sent as `limit`; 0 to omit it. Publishers may answer it with 400; some Producers page only when it is sent. */
  readonly pageSize?: number;
}

/** How a partner leads to its next page, if not by the standards' header. `offset` names the parameter of the first row. */
const pagesSchema = z.strictObject({
  cursorHeader: headerName.optional(),
  linkHeader: headerName.optional(),
  totalHeader: headerName.optional(),
  offset: z
    .string()
    .regex(/^[\w.-]{1,100}$/, { error: 'the name of a query parameter' })
    .optional(),
});

const endpoint = <F extends z.ZodType>(filters: F, { version, versionHeader = 'full', pageSize = 0 }: EndpointDefaults) =>
  z
    .strictObject({
      baseUrl: httpUrl.transform((url) => url.replace(/\/+$/, '')),
      version: fullVersion.default(version),
      versionHeader: versionHeaders.default(versionHeader),
      filters,
      maxReferences: z.int().min(1).default(50),
      listStyle: z.enum(['comma', 'repeat']).default('comma'),
      paging: z.union([z.boolean(), pagesSchema], { error: 'true, false or cursorHeader, linkHeader, totalHeader, offset' }).default(true),
      pageSize: z.int().min(0).default(pageSize),
      notFound: z.enum(['EMPTY', 'ERROR']).optional(),
      timesWithoutOffset,
      quirks: z.array(z.enum(quirkNames)).default([]),
    })
    .transform(({ paging, ...rest }) => ({ ...rest, paging: paging !== false, pages: typeof paging === 'object' ? paging : {} }));

const partnerSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, { error: '1 to 40 characters of a-z, 0-9 and -' }),
  name: text,
  // Absent: one carrier, whose codes are unknown. `[]` is a synonym of `ANY`.
  carriers: z
    .union(
      [
        z.literal('ANY'),
        z
          .array(z.strictObject({ carrierCode: z.string().min(1).max(4), carrierCodeListProvider: z.enum(['SMDG', 'NMFTA']) }))
          .transform((carriers) => (carriers.length === 0 ? ('ANY' as const) : carriers)),
      ],
      { error: 'ANY or a list of carriers' },
    )
    .optional(),
  portAliases: z.record(UNLocationCode, UNLocationCode).optional(),
  inbound: z
    .strictObject({
      apiKey: z.strictObject({ header: headerName, sha256: z.array(sha256).min(1) }).optional(),
      jwt: z.strictObject({ issuer: text, audience: text, jwksUri: httpUrl }).optional(),
      hmac: z.strictObject({ scheme: z.enum(['standard-webhooks']), secrets: z.array(webhookSecret).min(1) }).optional(),
      mtls: z.strictObject({ header: headerName, fingerprints: z.array(fingerprint).min(1) }).optional(),
    })
    .optional(),
  outbound: z
    .strictObject({
      apiKey: z.strictObject({ header: headerName, value: headerValue }).optional(),
      basic: z.strictObject({ username, password }).optional(),
      bearer: z.strictObject({ token: headerValue }).optional(),
      oauth2: oauth2Schema.optional(),
      mtls: z.strictObject({ certFile: absolutePath, keyFile: absolutePath, caFile: absolutePath.optional() }).optional(),
      headers: extraHeaders.optional(),
      parameters: extraParameters.optional(),
    })
    .refine((ways) => Object.keys(ways).length > 0, { error: 'at least one credential' })
    .refine(setsEachHeaderOnce, { error: 'each header once: basic, bearer and oauth2 are all sent in Authorization' })
    .optional(),
  arrivalNotices: endpoint(z.array(z.enum(arrivalNoticeFilters)).default([...arrivalNoticeFilters]), { version: '1.0.1' }).optional(),
  // Commercial Schedules requires only the major version.
  commercialSchedules: endpoint(z.array(z.enum(commercialScheduleFilters)).default([...commercialScheduleFilters]), {
    version: '1.0.4',
    versionHeader: 'major',
    pageSize: 100,
  }).optional(),
  portCalls: endpoint(z.array(z.enum(portCallFilters)).default([...portCallFilters]), { version: '2.0.0' }).optional(),
  timesWithoutOffset,
  limits: requestLimits,
  allowPrivate: z.boolean().default(false),
  sendTraceContext: z.boolean().default(false),
  publish: z
    .strictObject({
      see: z
        .strictObject({
          partners: z.array(text).default(['*']),
          parties: z.array(z.union([z.literal('*'), z.strictObject({ codeListProvider: text, partyCode: text })])).default(['*']),
          charges: z.boolean().default(true),
          portCalls: z.boolean().default(true),
        })
        .prefault({}),
      versions: z
        .strictObject({
          arrivalNotices: fullVersion.optional(),
          commercialSchedules: fullVersion.optional(),
          portCalls: fullVersion.optional(),
        })
        .prefault({}),
      invalidRows: z.enum(['clean', 'asReceived']).default('clean'),
      push: z
        .strictObject({
          arrivalNotices: httpUrl.optional(),
          notifications: httpUrl.optional(),
          portCallEvents: httpUrl.optional(),
          secret: z.union([webhookSecrets, webhookSecret.transform((secret) => [secret])]).optional(),
          versionHeader: versionHeaders.optional(),
          retry: retryOfDeliveries,
        })
        .transform(({ secret, ...rest }) => ({ ...rest, secrets: secret ?? [] }))
        .optional(),
    })
    .optional(),
});

/** The names of the credentials with which Landfall can sign in. */
export const outboundWays: readonly string[] = Object.keys(partnerSchema.shape.outbound.unwrap().shape);

function setsEachHeaderOnce(
  ways: { apiKey?: { header: string } | undefined; headers?: Record<string, string> | undefined } & Partial<
    Record<'basic' | 'bearer' | 'oauth2', unknown>
  >,
): boolean {
  const { apiKey, basic, bearer, oauth2, headers = {} } = ways;
  const authorizations = [basic, bearer, oauth2].flatMap((way) => (way === undefined ? [] : ['authorization']));
  const names = [...Object.keys(headers), ...(apiKey === undefined ? [] : [apiKey.header]), ...authorizations];
  return new Set(names).size === names.length;
}

/** A partner, parsed from its YAML, with defaults and resolved secret references. Header names are in lower case. */
export type Partner = z.output<typeof partnerSchema>;

/** A receiver of requests: a partner, or a webhook, which has the same fields in its file. */
export type RequestTarget = Pick<Partner, 'id' | 'limits' | 'allowPrivate' | 'outbound'> & Partial<Pick<Partner, 'sendTraceContext'>>;

/** A standard that a partner offers, as its file describes it. */
export type Endpoint = NonNullable<Partner[EndpointField]>;

/** Credentials that identify a partner to us, and those with which we sign in to it. */
export type InboundWays = NonNullable<Partner['inbound']>;
export type OutboundWays = NonNullable<Partner['outbound']>;

/**
 * Parses one partner's YAML and reports all its issues together. Secrets are references, `${env:NAME}` or
 * `${file:/path}`, and are not shown in any issue.
 */
export function parsePartner(text: string, sources: YamlSources) {
  const check: YamlKind<typeof partnerSchema>['check'] = (content, { add }) => checkAcrossFields(content, sources.fileName, add);
  const kind = { of: 'a partner', schema: partnerSchema, credentialParts: ['inbound', 'outbound', 'publish'], check };
  return parseYaml(text, kind, sources);
}

/**
 * Checks rules that involve several fields. The content may have other issues, so that all issues are reported
 * together.
 */
function checkAcrossFields(content: unknown, fileName: string, add: AddIssue): void {
  if (typeof content !== 'object' || content === null) return;
  const { id, allowPrivate, outbound } = content as Record<string, unknown>;
  const at = (path: readonly string[]) =>
    path.reduce<unknown>((part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined), content);
  const expectedId = fileName.replace(/\.ya?ml$/, '');
  if (typeof id === 'string' && id !== expectedId) add(['id'], `expected ${JSON.stringify(expectedId)}, the name of the file`);
  const usesCertificate = typeof outbound === 'object' && outbound !== null && 'mtls' in outbound;
  for (const path of urlPaths) {
    const url = at(path);
    if (typeof url !== 'string' || !isPlainUrl(withoutQuery(url))) continue;
    const isSignedIn = path[1] === 'baseUrl' || path[0] === 'publish';
    if (isSignedIn && usesCertificate && url.startsWith('http:')) add(path, 'expected https, because plain http has no client certificate');
    const issue = addressIssueOf(url, allowPrivate === true);
    if (issue !== undefined) add(path, issue);
  }
  const push = at(['publish', 'push']);
  if (typeof push === 'object' && push !== null && pushUrlPaths.every((path) => at(path) === undefined)) {
    add(['publish', 'push'], 'expected arrivalNotices, notifications or portCallEvents, the URLs to send to');
  }
}

function withoutQuery(url: string): string {
  return url.replace(/\?[^#]*$/, '');
}

const pushUrlPaths = [
  ['publish', 'push', 'arrivalNotices'],
  ['publish', 'push', 'notifications'],
  ['publish', 'push', 'portCallEvents'],
] as const;

const urlPaths = [
  ['arrivalNotices', 'baseUrl'],
  ['commercialSchedules', 'baseUrl'],
  ['portCalls', 'baseUrl'],
  ['inbound', 'jwt', 'jwksUri'],
  ['outbound', 'oauth2', 'tokenUrl'],
  ...pushUrlPaths,
] as const;

/** The DCSA standards, as the schema names them. */
export type Standard = 'ARRIVAL_NOTICE' | 'COMMERCIAL_SCHEDULES' | 'PORT_CALL';

/** The field of a partner's file for each standard. */
export const endpointFields = {
  ARRIVAL_NOTICE: 'arrivalNotices',
  COMMERCIAL_SCHEDULES: 'commercialSchedules',
  PORT_CALL: 'portCalls',
} as const satisfies Record<Standard, keyof Partner>;

export type EndpointField = (typeof endpointFields)[Standard];

/** Returns what an endpoint is without a line in the file besides its address. */
export function defaultEndpointOf(field: EndpointField): Endpoint {
  return partnerSchema.shape[field].unwrap().parse({ baseUrl: 'https://partner.example' });
}

/** Returns the endpoint of a partner for a standard; undefined when it does not offer the standard. */
export function endpointOf(partner: Partner, standard: Standard): Partner[EndpointField] {
  return partner[endpointFields[standard]];
}

/** Returns how the values of a partner are corrected before they are parsed. */
export function correctionsOf(partner: Partner, standard: Standard): Corrections {
  const { quirks, timesWithoutOffset = partner.timesWithoutOffset } = endpointOf(partner, standard) ?? {};
  return { quirks, timesWithoutOffset };
}

/** The kinds of credentials, by their names in partners' files. */
const credentialKinds = {
  apiKey: 'API_KEY',
  basic: 'BASIC',
  bearer: 'BEARER',
  oauth2: 'OAUTH2',
  jwt: 'JWT',
  hmac: 'HMAC',
  mtls: 'MTLS',
  headers: 'API_KEY',
  parameters: 'API_KEY',
} as const;

/** A kind of credential, as the schema names it. */
export type CredentialKind = (typeof credentialKinds)[keyof typeof credentialKinds];

/** Returns the kinds of credentials in a part of a partner's file, `inbound` or `outbound`. */
export function credentialKindsOf(ways: Readonly<Partial<Record<keyof typeof credentialKinds, unknown>>> | undefined): CredentialKind[] {
  return Object.entries(credentialKinds).flatMap(([way, kind]) =>
    ways?.[way as keyof typeof credentialKinds] === undefined ? [] : [kind],
  );
}
