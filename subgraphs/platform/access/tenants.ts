import { hash } from 'node:crypto';
import { createKeyIndex } from '../partners/inbound-auth/api-keys.ts';
import type { Access, TokenAccess } from './access-file.ts';
import type { AlertThresholds } from './alert-thresholds.ts';
import { type CallerLimits, defaultCallerLimits } from './caller-limits.ts';
import { type Caller, callerOf } from './entitlement.ts';
import type { Webhook } from './webhook.ts';

/** A tenant of the access file. */
export interface Tenant {
  readonly name: string;
  readonly caller: Caller;
  readonly limits: CallerLimits;
  readonly alerts: AlertThresholds;
  readonly webhooks: readonly Webhook[];
}

/** Lookups in one version of the access file. */
export interface Tenants {
  readonly jwt: (TokenAccess & { readonly allowPrivate: boolean }) | undefined;
  /**
   * Whether the audit log names the subjects of tokens: if people sign in, each of them is accountable for their
   * actions.
   */
  readonly namesSubjects: boolean;
  /** Returns all tenants in the order of the file. */
  all(): readonly Tenant[];
  find(name: string): Tenant | undefined;
  /** Returns the owner of an API key. @param keyHash from {@link keyHashOf} */
  findByKey(keyHash: Buffer): Tenant | undefined;
}

/**
 * Creates the lookups of one version of the access file.
 *
 * @param current returns the current version: a subscription may outlive the version under which it began
 */
export function createTenants({ jwt, signIn, tenants, limits: ofAll, allowPrivate }: Access, current: () => Tenants | undefined): Tenants {
  const entries = Object.entries(tenants).map(([name, { apiKeys, alerts, limits: own, webhooks, ...entitlement }]) => {
    const limits: CallerLimits = { ...defaultCallerLimits, ...ofAll, ...own };
    const caller: Caller = {
      ...callerOf(entitlement, name, limits),
      get partnerCallsPerMinute() {
        return (current()?.find(name)?.limits ?? limits).partnerCallsPerMinute;
      },
    };
    const tenant: Tenant = { name, caller, limits, alerts, webhooks: webhooks.map((webhook) => ({ ...webhook, allowPrivate })) };
    return { apiKeys, tenant };
  });
  const byName = new Map(entries.map(({ tenant }) => [tenant.name, tenant]));
  const ownersOf = createKeyIndex(entries.flatMap(({ apiKeys, tenant }) => apiKeys.map(({ sha256 }) => ({ sha256, owner: tenant }))));
  return {
    jwt: jwt === undefined ? undefined : { ...jwt, allowPrivate },
    namesSubjects: signIn !== undefined,
    all: () => entries.map(({ tenant }) => tenant),
    find: (name) => byName.get(name),
    findByKey: (keyHash) => ownersOf(keyHash)[0],
  };
}

/** Returns the hash by which an API key is looked up. */
export function keyHashOf(key: Buffer): Buffer {
  return hash('sha256', key, 'buffer');
}
