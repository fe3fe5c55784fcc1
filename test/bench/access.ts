import { createHash } from 'node:crypto';

/** The access file of so many tenants: each may see these partners and one of its own, so that no two have equal rights. */
export function accessFileOf(tenants: number, partners: readonly string[]): string {
  const entries = Array.from({ length: tenants }, (_, tenant) => [
    `tenant-${tenant}`,
    {
      apiKeys: [{ sha256: createHash('sha256').update(keyOf(tenant)).digest('hex') }],
      partners: [...partners, `own-of-tenant-${tenant}`],
    },
  ]);
  // JSON is YAML, too.
  return JSON.stringify({ tenants: Object.fromEntries(entries) });
}

export function keyOf(tenant: number): string {
  return `key-of-tenant-${tenant}`;
}
