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
    what: 'Stored and parsed versions, match sets, calls of schedules, objects written for subscribers: whatever can be read or made again',
  },
  cursorCache: { bytes: 32 * mib, caches: 1, what: 'Without Redis: answers about schedules, and the snapshots behind their cursors' },
  operations: { bytes: 32 * mib, caches: 1, what: 'GraphQL operations, parsed and compiled' },
  sqlitePages: { bytes: 32 * mib, caches: 1, what: 'Without MongoDB: pages of the SQLite file' },
  queuedMessages: { bytes: 32 * mib, caches: 1, what: 'Messages that wait for slow sockets, each once however many wait for it' },
  signatureNonces: { bytes: 28 * mib, caches: 1, what: 'Nonces of signatures of gateways, in a subgraph that runs by itself' },
  pageFiles: { bytes: 16 * mib, caches: 1, what: 'Compressed files of board and IDE' },
  partnerRequests: { bytes: 2 * mib, caches: 2, what: 'The last requests to partners and their results' },
  sourceReports: { bytes: 2 * mib, caches: 2, what: 'Reports on partners in `sources`' },
  credentials: { bytes: 4 * mib, caches: 4, what: 'Key sets of issuers (of partners, of tenants), access tokens, client certificates' },
  verifiedTokens: { bytes: 4 * mib, caches: 1, what: 'Bearer tokens of clients that were verified' },
  entitlements: { bytes: 4 * mib, caches: 1, what: 'Rights that gateways stated, in a subgraph that runs by itself' },
  tenantRates: { bytes: 2 * mib, caches: 6, what: 'What is left of the rates of tenants, and of addresses that fail to sign in' },
  sharedRates: { bytes: 2 * mib, caches: 5, what: 'With Redis: the portions that this process has of rates that all processes count' },
  recentSignIns: { bytes: 2 * mib, caches: 1, what: 'Who has signed in lately, and from where' },
  issuedCursors: { bytes: 2 * mib, caches: 3, what: 'Recently issued cursors' },
  acceptHeaders: { bytes: mib / 16, caches: 1, what: '`Accept` headers of clients' },
} as const satisfies Readonly<Record<string, MemoryBound>>;

/** The pool of all caches whose entries can be read or computed again. */
export const sharedCachePool = createCachePool(memoryBounds.sharedCaches.bytes);
