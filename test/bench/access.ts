import { createHash } from 'node:crypto';

/**
 * Returns the access file of this many tenants. Each may see these partners and one further partner, so that no two
 * tenants have equal rights.
 */
export function accessFileOf(tenants: number, partners: readonly string[]): string {
  const entries = Array.from({ length: tenants }, (_, tenant) => [
    `tenant-${tenant}`,
    {
      apiKeys: [{ sha256: createHash('sha256').update(keyOf(tenant)).digest('hex') }],
      partners: [...partners, `own-of-tenant-${tenant}`],
    },
  ]);
  // JSON is also YAML.
  return JSON.stringify({ tenants: Object.fromEntries(entries) });
}

export function keyOf(tenant: number): string {
  return `key-of-tenant-${tenant}`;
}
