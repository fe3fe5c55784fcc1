import { hash } from 'node:crypto';
import { windows } from '@landfall/matching/claims/days.ts';
import { foldedName, foldedNumber } from '@landfall/matching/claims/normal-values.ts';
import { type NoticeRecord, noticeRecordOf } from '@landfall/matching/claims/records.ts';
import { type MatchKey, matchKeyOfNotice, reachOf, routeMatchKeyOfNotice } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { createNoticeIndex, matchNotices } from '@landfall/matching/match-notices.ts';
import type { MatchOutcome } from '@landfall/matching/outcome.ts';
import type { ComparisonRules } from '@landfall/matching/rules/comparison-rules.ts';
import type { DecisionRule } from '@landfall/matching/rules/match-rules.ts';
import type DataLoader from 'dataloader';
import { heapBytesOf } from '#platform/cache/bounded-cache.ts';
import type { Assessed } from '#platform/graphql/shared-types.ts';
import {
  consultedSourcesOf,
  createMatchLoader,
  encodeMatchQuery,
  findRows,
  type MatchArguments,
  type MatchKeyReference,
  type StoredMatchParts,
  termsOf,
} from '#platform/matching/match-sets.ts';
import type { VersionFilter } from '#platform/store/version-store.ts';
import type { SourceReport } from '#platform/upstream/sources.ts';
import { termOf } from '../model.ts';
import type { NoticeVersion, NoticeViews } from '../store/notice-versions.ts';

/** The match set of one key, as the schema shows it. */
export interface NoticeMatchSetView extends MatchKeyReference {
  readonly outcome: MatchOutcome;
  readonly rule: DecisionRule | undefined;
  readonly notices: readonly NoticeMatchView[];
  readonly sources: readonly SourceReport[];
}

/** One notice in the match set. */
export interface NoticeMatchView extends Assessed {
  readonly version: NoticeVersion;
}

export interface MatchParts extends StoredMatchParts<NoticeMatchSetView> {
  readonly views: NoticeViews;
}

/**
 * Finds the notices about cargo on calls. A few queries over the index of current versions serve a page of match keys:
 * by ship and port, by name and port, by voyage and port.
 */
export function createMatches(parts: MatchParts): DataLoader<string, NoticeMatchSetView> {
  const { log, views, possibleSources } = parts;
  return createMatchLoader(parts, async (requested, rules) => {
    const [{ heads, isTruncated }, known] = await Promise.all([
      findRows(
        log,
        filtersOf(
          requested.map(({ matchKey }) => matchKey),
          rules,
        ),
      ),
      possibleSources(),
    ]);
    const records = new Map<NoticeRecord, NoticeVersion>();
    const earlier = await log.earlierVersions(heads.map(({ current }) => current));
    for (const [place, { current }] of heads.entries()) {
      const version = views.version(current);
      const before = { portOf: rules.portOf, earlier: earlier[place]?.map(views.version) };
      records.set(noticeRecordOf(version, { partner: current.partner, retrievedAt: current.receivedAt }, before), version);
    }
    const index = createNoticeIndex([...records.keys()], rules);
    const sets = requested.map(({ text, matchKey }): NoticeMatchSetView => {
      const { reports, answers } = consultedSourcesOf(matchKey, known, { standard: 'ARRIVAL_NOTICE', isTruncated, log });
      const { outcome, doubt, notices } = matchNotices(matchKey, index, { rules, sources: answers });
      const matched = notices.flatMap((match): NoticeMatchView[] => {
        const version = records.get(match.notice);
        return version === undefined ? [] : [{ version, assessment: match }];
      });
      return { matchKey: text, outcome, rule: doubt, notices: matched, sources: reports };
    });
    return { sets, bytes: heapBytesOf(sets) };
  });
}

function filtersOf(matchKeys: readonly MatchKey[], rules: ComparisonRules): VersionFilter[] {
  const claims = matchKeys.flatMap((matchKey) => matchKey.claims);
  const terms = (name: string, valuesOf: Parameters<typeof termsOf>[1]) => termsOf(claims, valuesOf, (value) => termOf(name, value));
  const ports = terms('portOfDischarge', ({ UNLocationCode }) => UNLocationCode && rules.portCodesOf(UNLocationCode));
  const ships = terms('vesselIMONumber', ({ vesselIMONumber }) => vesselIMONumber);
  const names = terms(
    'vesselName',
    ({ vesselName }) => vesselName && [vesselName, foldedName(vesselName)].map((name) => name.toLowerCase()),
  );
  const voyages = [
    ...terms('universalImportVoyageReference', ({ universalImportVoyageReference }) => universalImportVoyageReference),
    ...terms('carrierImportVoyageNumber', ({ numbers }) =>
      numbers.flatMap(({ carrierImportVoyageNumber: number }) => (number === undefined ? [] : [number, foldedNumber(number)])),
    ),
  ];
  // EARLIER_DAYS: the notice may have moved on.
  const reach = reachOf(matchKeys, { before: 0, after: windows.movedDays });
  const days = reach === undefined ? {} : { dateMin: reach.firstDay, dateMax: reach.lastDay };
  return [{ all: [ships, ports], ...days }, { all: [names, ports], ...days }, { all: [voyages, ports] }];
}

/** By version. Earlier versions are identified without keeping them in memory. */
const made = new WeakMap<NoticeVersion, { readonly portOf: PortOf; readonly before: string; readonly matchKeys: NoticeMatchKeys }>();

/**
 * Returns the match keys of a version. Versions never change, so the keys are created once for each version, as long as
 * the rules and the known earlier versions are the same.
 *
 * @param earlier the earlier versions that the caller may see, the newest first (EARLIER_DAYS)
 */
export function matchKeysOf(version: NoticeVersion, { portOf }: { readonly portOf: PortOf }, earlier: readonly NoticeVersion[] = []) {
  const cached = made.get(version);
  const before = earlier.map(({ stored }) => `${stored.sortKey} ${stored.contentHash}`).join();
  if (cached?.portOf === portOf && cached.before === before) return cached.matchKeys;
  const matchKeys = createMatchKeys(version, portOf, earlier);
  made.set(version, { portOf, before, matchKeys });
  return matchKeys;
}

type PortOf = ComparisonRules['portOf'];
type NoticeMatchKeys = ReturnType<typeof createMatchKeys>;

function createMatchKeys(version: NoticeVersion, portOf: PortOf, earlier: readonly NoticeVersion[]) {
  const { partner } = version.stored;
  const arrival = matchKeyOfNotice(version, { partner, portOf, earlier });
  const arrivalText = encodeMatchKey(arrival);
  // Keeps the last string, so that lookups need not hash an equal one again: the fields of a version have equal arguments.
  let last: { readonly maxAgeSeconds: unknown; readonly maxWaitMs: unknown; readonly matchQuery: string } | undefined;
  return {
    /** The call at which the cargo is discharged. */
    arrival,
    /** Returns a hash of the match key of this call. */
    arrivalHash: () => hash('sha256', arrivalText, 'base64url').slice(0, 22),
    /** Returns the match query for this call. */
    arrivalQuery: (wished: MatchArguments): string => {
      const { maxAgeSeconds, maxWaitMs } = wished;
      if (last === undefined || last.maxAgeSeconds !== maxAgeSeconds || last.maxWaitMs !== maxWaitMs)
        last = { maxAgeSeconds, maxWaitMs, matchQuery: encodeMatchQuery(arrivalText, wished) };
      return last.matchQuery;
    },
    /** Returns the match key of the call at which the cargo was loaded, as a string. */
    loadingText: () => encodeMatchKey(matchKeyOfNotice(version, { partner, portOf, end: 'LOAD' })),
    /** Returns the match key of the trade lane, as a string. */
    routeText: () => encodeMatchKey(routeMatchKeyOfNotice(version, { partner, portOf })),
  };
}
