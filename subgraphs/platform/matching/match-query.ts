import type { MatchKey } from '@landfall/matching/keys/match-key.ts';
import { decodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { heapBytesOf } from '../cache/bounded-cache.ts';
import { sharedCachePool } from '../cache/memory-bounds.ts';
import { asLandfallError, LandfallError } from '../errors.ts';
import { maxWaitMsOf } from '../upstream/joined-requests.ts';

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
