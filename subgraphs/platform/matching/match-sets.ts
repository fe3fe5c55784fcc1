import type { CallClaim } from '@landfall/matching/claims/call-claim.ts';
import type { MatchKey } from '@landfall/matching/keys/match-key.ts';
import { decodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import type { SourceAnswer } from '@landfall/matching/outcome.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import DataLoader from 'dataloader';
import { type CachePool, heapBytesOf } from '../cache/bounded-cache.ts';
import { inOrderOf } from '../cache/in-order-of.ts';
import { sharedCachePool } from '../cache/memory-bounds.ts';
import { asLandfallError, LandfallError } from '../errors.ts';
import type { LogQueries } from '../log/log-queries.ts';
import type { Standard } from '../partners/partner.ts';
import type { CurrentRow, VersionFilter } from '../store/version-store.ts';
import { maxWaitMsOf } from '../upstream/refresh.ts';
import type { SourceReport, SourceStatus } from '../upstream/sources.ts';

/** What a match query contains besides its match key. */
export interface MatchTerms {
  /** The maximum age of partners' answers, in seconds. */
  readonly maxAgeSeconds: number;
  /** The time to wait for partners' answers. */
  readonly maxWaitMs: number;
}

/** Arguments of a field that returns match sets. */
export interface MatchArguments {
  /** In seconds. @default 900 */
  readonly maxAgeSeconds?: number | null | undefined;
  /** @default 2_000 */
  readonly maxWaitMs?: number | null | undefined;
}

/** A reference to a match set that another subgraph answers, by its key. */
export interface MatchQueryReference {
  /** The result of `encodeMatchQuery`. */
  readonly matchQuery: string;
}

/** A reference to a match set that another subgraph answers from its stored data, by its key. */
export interface MatchKeyReference {
  /** The result of `encodeMatchKey`. */
  readonly matchKey: string;
}

/**
 * Encodes a match query as the key of its match set; equal queries have equal texts.
 *
 * @param matchKey the result of `encodeMatchKey`
 */
export function encodeMatchQuery(matchKey: string, { maxAgeSeconds, maxWaitMs }: MatchArguments): string {
  const seconds = maxAgeSeconds ?? defaultMaxAge;
  if (seconds < 0) throw new LandfallError('BAD_USER_INPUT', `Argument maxAgeSeconds: expected 0 or more seconds, got ${seconds}.`);
  return `${seconds}+${maxWaitMsOf(maxWaitMs)}~${matchKey}`;
}

/**
 * Returns the match key in a match query, as encoded by `encodeMatchKey`; undefined for a text that is not from
 * {@link encodeMatchQuery}.
 */
export function matchKeyIn(matchQuery: string): string | undefined {
  const at = matchQuery.indexOf('~');
  return at === -1 ? undefined : matchQuery.slice(at + 1);
}

/** Returns the terms in a match query, for {@link readMatchTerms}. Queries of one page often have equal terms. */
export function matchTermsIn(matchQuery: string): string {
  return matchQuery.slice(0, matchQuery.indexOf('~') + 1);
}

/** Decodes terms. @throws {LandfallError} BAD_USER_INPUT for a text that is not from {@link encodeMatchQuery} */
export function readMatchTerms(text: string): MatchTerms {
  const [, seconds, waitMs] = /^(\d{1,10})\+(\d{1,10})~$/.exec(text) ?? [];
  if (waitMs === undefined) throw invalidKey();
  return { maxAgeSeconds: Number(seconds), maxWaitMs: Number(waitMs) };
}

/** Decodes a match key. @throws {LandfallError} BAD_USER_INPUT for a text that is not from `encodeMatchKey` */
export function readMatchKey(text: string): MatchKey {
  const held = read.get(text);
  if (held !== undefined) return held;
  const matchKey = decodeMatchKey(text);
  if (matchKey === undefined) throw invalidKey();
  read.set(text, matchKey, heapBytesOf(matchKey));
  return matchKey;
}

function invalidKey(): LandfallError {
  return new LandfallError('BAD_USER_INPUT', 'The key of the match set is invalid.');
}

/** Decodes the texts of a page. A forged text does not affect the others: it has its error in `refused`. */
export function readableOf<Q>(
  texts: readonly string[],
  read: (text: string) => Q,
): { readonly readable: ReadonlyMap<string, Q>; readonly refused: ReadonlyMap<string, LandfallError> } {
  const readable = new Map<string, Q>();
  const refused = new Map<string, LandfallError>();
  for (const text of texts) {
    try {
      readable.set(text, read(text));
    } catch (error) {
      refused.set(text, asLandfallError(error));
    }
  }
  return { readable, refused };
}

/** Cached, because a page that is requested again has the same texts. */
const read = sharedCachePool.open<string, MatchKey>();

/** Default maximum age in seconds of answers about schedules. */
const defaultMaxAge = 900;

/** The match sets of a page. */
export interface MatchedPage<V> {
  /** One match set per query, in the order of the queries. */
  readonly sets: readonly V[];
  /** Estimated memory in bytes. */
  readonly bytes: number;
  /** Milliseconds since 1970; absent if the page is valid as long as the state does not change. */
  readonly validUntil?: number;
  /** When the oldest answer of a partner in it was retrieved, in milliseconds since 1970; absent if there is none. */
  readonly retrievedAt?: number;
}

/** Everything on which the match sets of a page depend. */
export interface PageKey {
  readonly rules: ComparisonRules;
  /** Identifies the rights of the caller. */
  readonly callerKey: string;
  /** Changes whenever anything else changes on which the match sets depend. */
  readonly state: string;
  /** Equal queries in equal order are the same page. */
  readonly queries: readonly string[];
  /** The maximum age of partners' answers, in milliseconds. @default unlimited */
  readonly maxAgeMs?: number;
}

/** Returns the match sets of a page, computing them if they are not cached or have changed. */
export type MatchCache<V> = (page: PageKey, make: () => Promise<MatchedPage<V>>) => Promise<readonly V[]>;

/**
 * Creates a cache of pages. Matching is pure, so a page that is shown repeatedly is matched once. A change of the state
 * invalidates every page, so all of them are dropped.
 *
 * @param pool default: the pool of everything that is read repeatedly
 */
export function createMatchCache<V>(pool: CachePool = sharedCachePool): MatchCache<V> {
  const pages = pool.open<string, CachedPage<V>>();
  let current = '';
  return async ({ rules, callerKey, state, queries, maxAgeMs = Number.POSITIVE_INFINITY }, make) => {
    if (state !== current) pages.clear();
    current = state;
    const key = `${callerKey} ${queries.length} ${queries[0]}`;
    const cached = pages.get(key);
    const isSame = cached?.rules === rules && areEqual(cached.queries, queries);
    if (isSame && isValid(cached.page, maxAgeMs)) return cached.page.sets;
    const page = await make();
    // Another request may have seen a newer state in the meantime.
    if (state === current) pages.set(key, { rules, queries, page }, page.bytes);
    return page.sets;
  };
}

interface CachedPage<V> {
  readonly rules: ComparisonRules;
  readonly queries: readonly string[];
  readonly page: MatchedPage<V>;
}

function isValid({ validUntil, retrievedAt }: MatchedPage<unknown>, maxAgeMs: number): boolean {
  const now = Date.now();
  return (validUntil === undefined || now < validUntil) && (retrievedAt === undefined || now < retrievedAt + maxAgeMs);
}

/**
 * The queries of one page are the same string objects every time, which is fast to compare; one joined string would
 * have to be built and hashed each time.
 */
function areEqual(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, place) => text === right[place]);
}

/** What the status of a source report means for an outcome. */
export const answerOfStatus: Readonly<Record<SourceStatus, SourceAnswer>> = {
  OK: 'ANSWERED',
  STORED: 'ANSWERED',
  EMPTY: 'ANSWERED',
  IGNORED_FILTER: 'ANSWERED',
  NOT_CONNECTED: 'NOT_QUERIED',
  REFUSED_FILTER: 'NOT_QUERIED',
  FAILED: 'FAILED',
  TIMED_OUT: 'FAILED',
  RATE_LIMITED: 'FAILED',
  PARTNER_BUSY: 'FAILED',
  PENDING: 'FAILED',
  DENIED: 'WITHHELD',
  TRUNCATED: 'WITHHELD',
  BUDGET_EXHAUSTED: 'OUT_OF_BUDGET',
};

/**
 * Maximum number of rows that one condition of a page of match keys may find; if there are more, outcomes are
 * `UNKNOWN`.
 */
const maxMatches = 5_000;

/** What match sets over a log depend on. */
export interface StoredMatchParts<V> {
  readonly log: LogQueries;
  /** The rules for the current partners. */
  readonly rules: () => ComparisonRules;
  /** Returns reports on all sources that may know the answer. */
  readonly possibleSources: () => Promise<readonly SourceReport[]>;
  /** Match sets of pages, shared by all requests. */
  readonly matchCache: MatchCache<V>;
}

/** A match key with the text that it was read from. */
export interface RequestedKey {
  readonly text: string;
  readonly matchKey: MatchKey;
}

/**
 * Creates the function that loads match sets by their keys, a page at a time. A page that was matched before is not
 * matched again as long as nothing it depends on has changed.
 */
export function createMatchLoader<V extends MatchKeyReference>(
  { log, rules, matchCache }: StoredMatchParts<V>,
  matchPage: (requested: readonly RequestedKey[], rules: ComparisonRules) => Promise<MatchedPage<V>>,
): DataLoader<string, V> {
  return new DataLoader<string, V>(async (texts) => {
    const { readable, refused } = readableOf(texts, readMatchKey);
    const page = { rules: rules(), callerKey: log.callerKey, state: await log.state(), queries: [...readable.keys()] };
    const requested = [...readable].map(([text, matchKey]): RequestedKey => ({ text, matchKey }));
    const sets = await matchCache(page, () => matchPage(requested, page.rules));
    const views = new Map<string, V | Error>(refused);
    for (const set of sets) views.set(set.matchKey, set);
    return inOrderOf(texts, views);
  });
}

/** The rows in the store for a page of match keys. */
export interface FoundRows {
  readonly heads: CurrentRow[];
  /** Whether there are more rows than are read. */
  readonly isTruncated: boolean;
}

/**
 * Finds the rows that meet any of the filters, without duplicates. A filter with an empty condition finds nothing and
 * costs nothing.
 */
export async function findRows(log: Pick<LogQueries, 'findMatches'>, filters: readonly VersionFilter[]): Promise<FoundRows> {
  const meaningful = filters.filter(({ all = [] }) => all.every(({ length }) => length > 0));
  const found = await Promise.all(meaningful.map((filter) => log.findMatches(filter, maxMatches)));
  const heads = new Map(found.flat().map((head) => [head.entityId, head]));
  return { heads: [...heads.values()], isTruncated: found.some(({ length }) => length === maxMatches) };
}

/** Returns the index terms of claims, without duplicates. */
export function termsOf(
  claims: readonly CallClaim[],
  valuesOf: (claim: CallClaim) => string | undefined | readonly (string | undefined)[],
  termOf: (value: string) => string,
): string[] {
  const values = new Set(claims.flatMap(valuesOf));
  return [...values].flatMap((value) => (value === undefined ? [] : [termOf(value)]));
}

/**
 * Returns the sources that may know the answer. Without any source the answer is unknown, and the partner of the left
 * record is not a source. A caller that may not see everything gets `UNKNOWN` instead of `NONE`, so that hidden and
 * missing records look the same.
 */
export function consultedSourcesOf(
  { claims }: MatchKey,
  known: readonly SourceReport[],
  { standard, isTruncated, log }: { readonly standard: Standard; readonly isTruncated: boolean; readonly log: LogQueries },
) {
  const notConnected: SourceReport = { partner: claims[0].partner, standard, status: 'NOT_CONNECTED', feedback: [] };
  const all = known.length > 0 ? known : [notConnected];
  const reports = isTruncated ? all.map((report): SourceReport => ({ ...report, status: 'TRUNCATED' })) : all;
  const unseen: readonly SourceAnswer[] = log.visibility.filter === undefined ? [] : ['HIDDEN'];
  return { reports, answers: [...reports.map(({ status }) => answerOfStatus[status]), ...unseen] };
}
