import { windows } from '@landfall/matching/claims/days.ts';
import { foldedName, foldedNumber } from '@landfall/matching/claims/normal-values.ts';
import { type NoticeRecord, noticeRecordOf } from '@landfall/matching/claims/records.ts';
import { type MatchKey, reachOf } from '@landfall/matching/keys/match-key.ts';
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
  findRows,
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
