import { hash } from 'node:crypto';
import { createKeyIndex } from '../partners/inbound-auth/api-keys.ts';
import type { Access, TokenAccess } from './access-file.ts';
import { type CallerLimits, defaultCallerLimits } from './caller-limits.ts';
import { type Caller, callerOf } from './entitlement.ts';

/** Somebody who was given an entitlement by the access file. */
export interface Tenant {
  readonly name: string;
  readonly caller: Caller;
  readonly limits: CallerLimits;
}

/** One version of the access file, ready to be looked into. */
export interface Tenants {
  readonly jwt: (TokenAccess & { readonly allowPrivate: boolean }) | undefined;
  find(name: string): Tenant | undefined;
  /** Whose API key this is, by {@link keyHashOf}. */
  findByKey(keyHash: Buffer): Tenant | undefined;
}

/**
 * Prepares one version of the access file.
 *
 * @param current the version of this moment: subscriptions outlive the one under which they began, and are limited by it
 */
export function createTenants({ jwt, tenants, limits: ofAll, allowPrivate }: Access, current: () => Tenants | undefined): Tenants {
  const entries = Object.entries(tenants).map(([name, { apiKeys, limits: own, ...entitlement }]) => {
    const limits: CallerLimits = { ...defaultCallerLimits, ...ofAll, ...own };
    const caller: Caller = {
      ...callerOf(entitlement, name, limits),
      get partnerCallsPerMinute() {
        return (current()?.find(name)?.limits ?? limits).partnerCallsPerMinute;
      },
    };
    return { apiKeys, tenant: { name, caller, limits } };
  });
  const byName = new Map(entries.map(({ tenant }) => [tenant.name, tenant]));
  const ownersOf = createKeyIndex(entries.flatMap(({ apiKeys, tenant }) => apiKeys.map(({ sha256 }) => ({ sha256, owner: tenant }))));
  return {
    jwt: jwt === undefined ? undefined : { ...jwt, allowPrivate },
    find: (name) => byName.get(name),
    findByKey: (keyHash) => ownersOf(keyHash)[0],
  };
}

/** What an API key is known by. */
export function keyHashOf(key: Buffer): Buffer {
  return hash('sha256', key, 'buffer');
}
