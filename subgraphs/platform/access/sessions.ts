import { isDeepStrictEqual } from 'node:util';
import type { RefusedSignIn } from '../partners/inbound-auth/sign-in-error.ts';
import { type CallerLimits, defaultCallerLimits } from './caller-limits.ts';
import type { Credential } from './credentials.ts';
import { type Caller, openCaller } from './entitlement.ts';
import type { GoodToken, ReadToken } from './read-token.ts';
import { keyHashOf, type Tenant, type Tenants } from './tenants.ts';

/** What a credential is good for. */
export interface Session {
  /** Name of the tenant; empty where access is open. */
  readonly tenant: string;
  readonly caller: Caller;
  /** As the access file said when it signed in, or was renewed. */
  readonly limits: CallerLimits;
  /** How it signed in, as it may be logged: `key:` or `token:` and a part of a hash, or `open`. */
  readonly signedInBy: string;
  /** Milliseconds since 1970; infinite for what does not end by itself. */
  readonly expiresAt: number;
  /** What the same credential is good for by the access file of this moment; undefined when that is nothing any more. */
  renewed(): Session | undefined;
}

/**
 * Finds what a credential is good for; when that is nothing, why.
 *
 * @throws {LandfallError} UPSTREAM_* if the keys to verify a token cannot be had now
 */
export type FindSession = (credential: Credential) => Promise<Session | RefusedSignIn>;

/**
 * @param current the access file of this moment; undefined where access is open
 * @param openLimits those of everybody while access is open that differ from their defaults
 */
export function createFindSession(
  current: () => Tenants | undefined,
  readToken: ReadToken,
  openLimits: Partial<CallerLimits> = {},
): FindSession {
  const limits = { ...defaultCallerLimits, ...openLimits };
  const { partnerCallsPerMinute } = limits;
  const nobody: Tenant = { name: '', caller: { ...openCaller, partnerCallsPerMinute }, limits };
  const open: Session = { ...ofTenant(nobody, 'open'), renewed: () => (current() === undefined ? open : undefined) };

  const byKey = (keyHash: Buffer): Session | undefined => {
    const tenant = current()?.findByKey(keyHash);
    if (tenant === undefined) return undefined;
    const renewed = () => {
      const session = byKey(keyHash);
      // A key that changed hands is another credential.
      return session?.tenant === tenant.name ? session : undefined;
    };
    return { ...ofTenant(tenant, `key:${shownHashOf(keyHash)}`), renewed };
  };

  const byToken = (token: GoodToken, rules: Tenants['jwt']): Session | undefined => {
    const tenants = current();
    const tenant = token.tenant === undefined ? undefined : tenants?.find(token.tenant);
    // By other rules it would have to be verified again, and it is not kept for that.
    if (tenant === undefined || !isDeepStrictEqual(tenants?.jwt, rules)) return undefined;
    const { expiresAt, subjectHash } = token;
    return { ...ofTenant(tenant, `token:${shownHashOf(subjectHash)}`), expiresAt, renewed: () => byToken(token, rules) };
  };

  return async (credential) => {
    const tenants = current();
    if (tenants === undefined) return open;
    switch (credential.kind) {
      case 'none':
        return { fault: 'NO_CREDENTIAL' };
      case 'unclear':
        return { fault: 'UNCLEAR_CREDENTIAL' };
      case 'key':
        return byKey(keyHashOf(credential.key)) ?? { fault: 'UNKNOWN_KEY' };
      case 'token': {
        if (tenants.jwt === undefined) return { fault: 'TOKENS_NOT_TAKEN' };
        const token = await readToken(credential.token, tenants.jwt);
        if ('fault' in token) return token;
        return byToken(token, tenants.jwt) ?? { fault: 'UNKNOWN_TENANT', tenant: token.tenant };
      }
    }
  };
}

function ofTenant({ name, caller, limits }: Tenant, signedInBy: string): Omit<Session, 'renewed'> {
  return { tenant: name, caller, limits, signedInBy, expiresAt: Number.POSITIVE_INFINITY };
}

/** Enough to find the key in the access file, or all that one subject did. */
function shownHashOf(hash: Buffer): string {
  return hash.toString('hex', 0, 6);
}
