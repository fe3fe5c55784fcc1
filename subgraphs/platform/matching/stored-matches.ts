import type { CallClaim } from '@landfall/matching/claims/call-claim.ts';
import type { MatchKey } from '@landfall/matching/keys/match-key.ts';
import type { SourceAnswer } from '@landfall/matching/outcome.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import DataLoader from 'dataloader';
import { inOrderOf } from '../cache/in-order-of.ts';
import type { LogQueries } from '../log/log-queries.ts';
import type { Standard } from '../partners/partner.ts';
import type { CurrentRow, VersionFilter } from '../store/version-store.ts';
import type { SourceReport } from '../upstream/sources.ts';
import type { MatchCache, MatchedPage } from './match-cache.ts';
import type { MatchKeyReference } from './match-query.ts';
import { readableOf, readMatchKey } from './match-query.ts';
import { answerOfStatus } from './source-answer.ts';

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
