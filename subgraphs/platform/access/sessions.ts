import { isDeepStrictEqual } from 'node:util';
import type { RefusedSignIn } from '../partners/inbound-auth/sign-in-error.ts';
import { defaultAlertThresholds } from './alert-thresholds.ts';
import { type CallerLimits, defaultCallerLimits } from './caller-limits.ts';
import type { Credential } from './credentials.ts';
import { type Caller, openCaller } from './entitlement.ts';
import type { ReadToken, ValidToken } from './read-token.ts';
import { keyHashOf, type Tenant, type Tenants } from './tenants.ts';

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
 * Returns the session of a credential, or the reason why it is rejected.
 *
 * @throws {LandfallError} UPSTREAM_* if the keys for verifying a token are currently unavailable
 */
export type FindSession = (credential: Credential) => Promise<Session | RefusedSignIn>;

/**
 * @param current returns the current access file; undefined while access is open
 * @param openLimits limits while access is open, if they differ from the defaults
 */
export function createFindSession(
  current: () => Tenants | undefined,
  readToken: ReadToken,
  openLimits: Partial<CallerLimits> = {},
): FindSession {
  const limits = { ...defaultCallerLimits, ...openLimits };
  const { partnerCallsPerMinute } = limits;
  const openTenant: Tenant = {
    name: '',
    caller: { ...openCaller, partnerCallsPerMinute },
    limits,
    alerts: defaultAlertThresholds,
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

  return async (credential) => {
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
