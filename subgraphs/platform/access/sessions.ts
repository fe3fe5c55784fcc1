import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import type { Logger } from '../logger.ts';
import { createKeyIndex } from '../partners/inbound-auth/identify-caller.ts';

import { failureOfToken, type RefusedSignIn } from '../partners/inbound-auth/sign-in-error.ts';
import {
  bearerTokenIn,
  clockToleranceSeconds,
  type JwksCache,
  readClaims,
  verifyByJwks,
  verifyBySecret,
} from '../partners/inbound-auth/signed-tokens.ts';
import type { Clock } from '../time/clock.ts';
import { type Access, type AlertThresholds, defaultAlertThresholds } from './access-file.ts';
import { type Caller, type CallerLimits, callerOf, defaultCallerLimits, type Entitlement, openCaller } from './entitlement.ts';
import { isSigned } from './request-signatures.ts';
import type { Webhook } from './webhook.ts';

/** A signed-in caller. */
export interface Session {
  /** Name of the tenant; empty where access is open. */
  readonly tenant: string;
  readonly caller: Caller;
  /** Limits in the access file at the time of the sign-in or renewal. */
  readonly limits: CallerLimits;
  /** Credential as shown in the log: `key:` or `token:` with a part of a hash, or `open`. */
  readonly signedInBy: string;
  /** Subject of the token, if people sign in at a provider of the access file. */
  readonly subject?: string | undefined;
  /** Milliseconds since 1970; infinite if the session does not expire. */
  readonly expiresAt: number;
  /** Returns the session of the same credential by the current access file; undefined if it is no longer valid. */
  renewed(): Session | undefined;
}

/**
 * Creates the function that returns the session of a credential, or the reason why it is rejected. It throws UPSTREAM_* if the
 * keys for verifying a token are currently unavailable.
 *
 * @param current returns the current access file; undefined while access is open
 * @param openLimits limits while access is open, if they differ from the defaults
 */
export function createFindSession(current: () => Tenants | undefined, readToken: ReadToken, openLimits: Partial<CallerLimits> = {}) {
  const limits = { ...defaultCallerLimits, ...openLimits };
  const { partnerCallsPerMinute } = limits;
  const openTenant: Tenant = {
    name: '',
    caller: { ...openCaller, partnerCallsPerMinute },
    entitlement: openCaller.entitlement,
    limits,
    thresholds: defaultAlertThresholds,
    webhooks: [],
  };
  const open: Session = { ...ofTenant(openTenant, 'open'), renewed: () => (current() === undefined ? open : undefined) };

  const byKey = (keyHash: Buffer): Session | undefined => {
    const tenant = current()?.findByKey(keyHash);
    if (tenant === undefined) return undefined;
    const renewed = () => {
      const session = byKey(keyHash);
      // A key that now belongs to another tenant is a different credential.
      return session?.tenant === tenant.name ? session : undefined;
    };
    return { ...ofTenant(tenant, `key:${shownHashOf(keyHash)}`), renewed };
  };

  const byToken = (token: ValidToken, rules: Tenants['jwt']): Session | undefined => {
    const tenants = current();
    const tenant = token.tenant === undefined ? undefined : tenants?.find(token.tenant);
    // Other rules would require another verification, for which the token is not kept.
    if (tenant === undefined || !isDeepStrictEqual(tenants?.jwt, rules)) return undefined;
    const { expiresAt, subjectHash } = token;
    const subject = tenants?.namesSubjects === true ? token.subject : undefined;
    return { ...ofTenant(tenant, `token:${shownHashOf(subjectHash)}`), subject, expiresAt, renewed: () => byToken(token, rules) };
  };

  return async (credential: Credential): Promise<Session | RefusedSignIn> => {
    const tenants = current();
    if (tenants === undefined) return open;
    switch (credential.kind) {
      case 'none':
        return { reason: 'NO_CREDENTIAL' };
      case 'ambiguous':
        return { reason: 'AMBIGUOUS_CREDENTIAL' };
      case 'key':
        return byKey(keyHashOf(credential.key)) ?? { reason: 'UNKNOWN_KEY' };
      case 'token': {
        if (tenants.jwt === undefined) return { reason: 'TOKENS_NOT_ACCEPTED' };
        const token = await readToken(credential.token, tenants.jwt);
        if ('reason' in token) return token;
        return byToken(token, tenants.jwt) ?? { reason: 'UNKNOWN_TENANT', tenant: token.tenant };
      }
    }
  };
}

function ofTenant({ name, caller, limits }: Tenant, signedInBy: string): Omit<Session, 'renewed'> {
  return { tenant: name, caller, limits, signedInBy, expiresAt: Number.POSITIVE_INFINITY };
}

/** Enough to find the key in the access file, or all log lines of one subject. */
function shownHashOf(hash: Buffer): string {
  return hash.toString('hex', 0, 6);
}

/** A tenant of the access file. */
export interface Tenant {
  readonly name: string;
  readonly caller: Caller;
  readonly entitlement: Entitlement;
  readonly limits: CallerLimits;
  readonly thresholds: AlertThresholds;
  /** The same objects until the file changes. */
  readonly webhooks: readonly Webhook[];
}

/** Lookups in one version of the access file. */
export type Tenants = ReturnType<typeof createTenants>;

/**
 * Creates the lookups of one version of the access file.
 *
 * @param current returns the current version: a subscription may outlive the version under which it began
 */
export function createTenants({ jwt, signIn, tenants, limits: ofAll, allowPrivate }: Access, current: () => Tenants | undefined) {
  const entries = Object.entries(tenants).map(([name, { apiKeys, alerts, limits: own, webhooks, ...entitlement }]) => {
    const limits: CallerLimits = { ...defaultCallerLimits, ...ofAll, ...own };
    const caller: Caller = {
      ...callerOf(entitlement, name, limits),
      get partnerCallsPerMinute() {
        return (current()?.find(name)?.limits ?? limits).partnerCallsPerMinute;
      },
    };
    const tenant: Tenant = {
      name,
      caller,
      entitlement,
      limits,
      thresholds: alerts,
      webhooks: webhooks.map((webhook) => ({ ...webhook, allowPrivate })),
    };
    return { apiKeys, tenant };
  });
  const byName = new Map(entries.map(({ tenant }) => [tenant.name, tenant]));
  const ownersOf = createKeyIndex(entries.flatMap(({ apiKeys, tenant }) => apiKeys.map(({ sha256 }) => ({ sha256, owner: tenant }))));
  return {
    jwt: jwt === undefined ? undefined : { ...jwt, allowPrivate },
    /**
     * Whether the audit log names the subjects of tokens: if people sign in, each of them is accountable for their
     * actions.
     */
    namesSubjects: signIn !== undefined,
    /** Returns all tenants in the order of the file. */
    all: (): readonly Tenant[] => entries.map(({ tenant }) => tenant),
    find: (name: string): Tenant | undefined => byName.get(name),
    /** Returns the owner of an API key. @param keyHash from {@link keyHashOf} */
    findByKey: (keyHash: Buffer): Tenant | undefined => ownersOf(keyHash)[0],
  };
}

/** Returns the hash by which an API key is looked up. */
export function keyHashOf(key: Buffer): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The claims of a valid token. */
interface ValidToken {
  /** Name of a tenant, which may not exist. */
  readonly tenant: string | undefined;
  /** SHA-256 of issuer and subject: identifies the subject without naming it. */
  readonly subjectHash: Buffer;
  /** Name of the subject at the issuer, at most 255 characters. */
  readonly subject: string | undefined;
  /** Milliseconds since 1970, including the tolerance for clock differences. */
  readonly expiresAt: number;
}

type ReadToken = ReturnType<typeof createReadToken>;

interface Verified extends ValidToken {
  readonly rules: object;
  /** The set of keys that verified the token; an issuer that revokes a key publishes another set. */
  readonly keys: object | undefined;
}

/** Memory of a token in bytes, without its keys and rules, which many tokens share. */
const verifiedBytes = 800;
/** OpenID Connect Core 1.0, section 2, on `sub`. */
const maxSubjectLength = 255;

/**
 * Creates the function that verifies tokens. A token is verified only once as long as the rules and the issuer's keys
 * are unchanged.
 */
export function createReadToken(jwks: JwksCache, clock: Clock, logger: Logger) {
  const verified = createBoundedCache<string, Verified>(memoryBounds.verifiedTokens.bytes);
  /**
   * Verifies a token by the rules of the access file. @returns the reason if it is rejected
   *
   * @throws {LandfallError} UPSTREAM_* if its claims are acceptable but the keys for verifying it are currently unavailable
   */
  return async (token: string, rules: NonNullable<Tenants['jwt']>): Promise<ValidToken | RefusedSignIn> => {
    const { jwksUri, secret, issuer, audience, allowPrivate, tenantClaim } = rules;
    const key = hash('sha256', token, 'base64url');
    const known = verified.get(key);
    if (known?.rules === rules && clock.now() < known.expiresAt) {
      if (jwksUri === undefined || known.keys === (await jwks.current({ jwksUri, allowPrivate }))) return known;
    }
    const claims = await readClaims(token);
    // Keys are fetched only for tokens with our issuer and audience.
    if (claims === undefined) return { reason: 'TOKEN_MALFORMED' };
    if (claims.iss !== issuer) return { reason: 'TOKEN_ISSUER' };
    if (![claims.aud].flat().includes(audience)) return { reason: 'TOKEN_AUDIENCE' };
    const verdict =
      jwksUri === undefined
        ? await verifyBySecret(token, { issuer, audience, secret: secret ?? '' }, clock)
        : await verifyByJwks(token, { issuer, audience, jwksUri, allowPrivate }, { jwks, clock });
    if ('errorCode' in verdict) {
      logger.debug({ errorCode: verdict.errorCode }, 'a token was rejected');
      return { reason: failureOfToken(verdict.errorCode) };
    }
    const { [tenantClaim]: tenant, sub, exp = 0 } = verdict.claims;
    const valid: Verified = {
      tenant: typeof tenant === 'string' ? tenant : undefined,
      subjectHash: hash('sha256', `${issuer}\n${sub ?? ''}`, 'buffer'),
      subject: sub?.slice(0, maxSubjectLength),
      expiresAt: (exp + clockToleranceSeconds) * 1_000,
      rules,
      keys: jwksUri === undefined ? undefined : verdict.keys,
    };
    verified.set(key, valid, verifiedBytes);
    return valid;
  };
}

/** The credential of a caller. */
export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'key'; readonly key: Buffer }
  | { readonly kind: 'none' }
  /** Several credentials, a credential beside the signature of a gateway, or one that cannot be read. */
  | { readonly kind: 'ambiguous' };

/** Returns the credential in the headers of a request: `Authorization: Bearer` or `x-api-key`. */
export function credentialInHeaders(headers: IncomingHttpHeaders): Credential {
  // Node decodes headers as latin1.
  const credential = credentialOf(headers.authorization, headers['x-api-key'], 'latin1');
  return credential.kind !== 'none' && isSigned(headers) ? { kind: 'ambiguous' } : credential;
}

/**
 * Returns the credential of a websocket: from its `connection_init`, or from its handshake, in which routers repeat
 * their client's headers.
 */
export function credentialOfSocket(payload: Readonly<Record<string, unknown>> | undefined, handshake: IncomingHttpHeaders): Credential {
  if (isSigned(handshake)) return { kind: 'ambiguous' };
  const credential = credentialInPayload(payload);
  return credential.kind === 'none' ? credentialInHeaders(handshake) : credential;
}

/**
 * Returns the credential in the payload of a websocket's `connection_init` or `ping`, which has the same names in any
 * letter case.
 */
export function credentialInPayload(payload: Readonly<Record<string, unknown>> | undefined): Credential {
  const named = (name: string) => Object.entries(payload ?? {}).find(([given]) => given.toLowerCase() === name)?.[1];
  return credentialOf(named('authorization'), named('x-api-key'), 'utf8');
}

function credentialOf(authorization: unknown, key: unknown, encoding: 'latin1' | 'utf8'): Credential {
  // Other schemes in `Authorization` are for proxies.
  const bearer = typeof authorization === 'string' && /^Bearer\b/i.test(authorization) ? authorization : undefined;
  if (bearer === undefined && key === undefined) return { kind: 'none' };
  const token = bearerTokenIn(bearer);
  if (key === undefined && token !== undefined) return { kind: 'token', token };
  return bearer === undefined && typeof key === 'string' ? { kind: 'key', key: Buffer.from(key, encoding) } : { kind: 'ambiguous' };
}
