import type { StoredVersion } from '#platform/store/version-store.ts';

const sample: StoredVersion = {
  partner: 'acme',
  entityId: 'entity-1',
  sortKey: '',
  receivedAt: '2026-03-02T13:05:00.000Z',
  receivedBy: 'PUSH',
  document: Buffer.from('{}'),
  contentHash: '',
  violations: [],
  completeness: 0,
  terms: [],
};

/** Creates a stored version; attributes that are not given have defaults. Unit tests may use it as well. */
export function storedVersion<Given extends Partial<StoredVersion>>(given: Given): StoredVersion & Given {
  return { ...sample, ...given };
}
