import { hash } from 'node:crypto';
import { createKeyIndex } from '../partners/api-keys.ts';
import type { Access, TokenAccess } from './access-file.ts';
import { type Caller, callerOf } from './entitlement.ts';

/** Somebody who was given an entitlement by the access file. */
export interface Tenant {
  readonly name: string;
  readonly caller: Caller;
}

/** One version of the access file, ready to be looked into. */
export interface Tenants {
  readonly jwt: (TokenAccess & { readonly allowPrivate: boolean }) | undefined;
  find(name: string): Tenant | undefined;
  /** Whose API key this is, by {@link keyHashOf}. */
  findByKey(keyHash: Buffer): Tenant | undefined;
}

/** Prepares one version of the access file. */
export function createTenants({ jwt, tenants, allowPrivate }: Access): Tenants {
  const entries = Object.entries(tenants).map(([name, { apiKeys, ...entitlement }]) => {
    return { apiKeys, tenant: { name, caller: callerOf(entitlement, name) } };
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
