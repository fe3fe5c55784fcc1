import { createCachePool } from './bounded-cache.ts';

/** The memory limit of a cache. */
export interface MemoryBound {
  readonly bytes: number;
  /** Maximum number of caches with this limit in a single process. */
  readonly caches: number;
  /** The contents, as the documentation describes them. */
  readonly what: string;
}

const mib = 1024 * 1024;

/**
 * Memory limits of the caches of one process. `docs/operations.md` has the same table with its sum. All caches depend
 * on input and drop the least recently used entries; messages that do not fit are reported as missed.
 */
export const memoryBounds = {
  sharedCaches: {
    bytes: 64 * mib,
    caches: 1,
    what: 'Stored and parsed versions, match sets, scheduled calls, objects formatted for subscribers: everything that can be read or computed again',
  },
  cursorCache: {
    bytes: 32 * mib,
    caches: 1,
    what: 'Answers to schedule requests, and the snapshots of their cursors; with Redis, those of this process, for the time without it',
  },
  operations: { bytes: 32 * mib, caches: 1, what: 'GraphQL operations, parsed and compiled' },
  sqlitePages: { bytes: 16 * mib, caches: 1, what: 'Without MongoDB: pages of the SQLite file' },
  queuedMessages: { bytes: 32 * mib, caches: 1, what: 'Messages for slow sockets; a message for several sockets counts once' },
  signatureNonces: { bytes: 28 * mib, caches: 1, what: 'In a separate subgraph process: nonces of the signatures of gateways' },
  partnerRequests: { bytes: 2 * mib, caches: 2, what: 'The last requests to partners and their results' },
  sourceReports: { bytes: 2 * mib, caches: 2, what: 'Source reports of partners' },
  credentials: { bytes: 4 * mib, caches: 4, what: 'Key sets of issuers (of partners, of tenants), access tokens, client certificates' },
  verifiedTokens: { bytes: 4 * mib, caches: 1, what: 'Verified bearer tokens of clients' },
  entitlements: { bytes: 4 * mib, caches: 1, what: 'In a separate subgraph process: access rights that gateways stated' },
  tenantRates: { bytes: 2 * mib, caches: 6, what: 'Remaining quotas of tenants, and of addresses with failed sign-ins' },
  failedPlans: { bytes: mib, caches: 1, what: 'In a distributed deployment: operations that the query planner cannot plan' },
  sharedRates: { bytes: 2 * mib, caches: 5, what: 'With Redis: the times until which common quotas are used up' },
  recentSignIns: { bytes: 2 * mib, caches: 1, what: 'Recent sign-ins and their addresses' },
} as const satisfies Readonly<Record<string, MemoryBound>>;

/** Time after which unused entries are read or computed again, so that a process with little load takes little memory. */
const idleMs = 5 * 60_000;

/** The pool of all caches whose entries can be read or computed again. */
export const sharedCachePool = createCachePool(memoryBounds.sharedCaches.bytes, idleMs);
