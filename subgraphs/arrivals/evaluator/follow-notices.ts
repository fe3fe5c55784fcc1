import { partyTermOf } from '#platform/access/visibility.ts';
import { arrivalIdOf } from '../arrival-id.ts';
import { codeTerms, nameTerms } from '../search-words.ts';
import { callKeyOf, issueKeyOf, type NoticeVersionAnswer, noticeEvidenceOf } from '../statements/notice.ts';
import type { EvaluationRequest, ReadNotice } from './evaluate-arrivals.ts';
import type { EvaluatorView } from './evaluated-views.ts';
import type { FollowedEntry } from './log-pages.ts';
import { intervalOf, type SchedulePlan, sharedMaxAgeSeconds } from './plan.ts';
import type { ReadArrivals } from './update-arrivals.ts';

/** Days since an arrival, by its notice, after which partners are no longer queried about it. */
const pastDays = 45;
const dayMs = 86_400_000;

/** A notice version as selected by `NoticeFields` of the evaluator's queries. */
export type ReadNoticeVersion = NoticeVersionAnswer & {
  readonly documentParties?:
    | readonly {
        readonly partyName?: string | null;
        readonly identifyingCodes?: readonly { readonly codeListProvider?: string | null; readonly partyCode?: string | null }[] | null;
      }[]
    | null;
};

/** Reduces a version to what the rules read, with the terms and words of its parties. */
function readNotice(version: ReadNoticeVersion): ReadNotice {
  const codes = (version.documentParties ?? []).flatMap(({ identifyingCodes }) => identifyingCodes ?? []);
  const partyTerms = codes.flatMap(({ codeListProvider, partyCode }) =>
    codeListProvider == null || partyCode == null ? [] : [partyTermOf({ codeListProvider, partyCode })],
  );
  const words = [
    ...(version.documentParties ?? []).flatMap(({ partyName }) => nameTerms('partyWord', partyName ?? undefined)),
    ...codes.flatMap(({ partyCode }) => codeTerms('partyWord', partyCode ?? undefined)),
  ];
  return { evidence: noticeEvidenceOf(version), partyTerms: [...new Set(partyTerms)], partyWords: [...new Set(words)] };
}

/** Returns the ids of the arrivals of versions, without duplicates, in the order of their first version. */
export function arrivalIdsOf(versions: readonly ReadNoticeVersion[]): string[] {
  return [...new Set(versions.map((version) => arrivalIdOf({ ...version, partner: version.partner.id })))];
}

/**
 * Returns the evaluation requests for the arrivals of new versions. The sides are queried for a new arrival, for a view
 * in which it was not visible before, and if a version changes the values on which its matches depend.
 *
 * @param read states of the arrivals that have been read
 */
export function requestsOfNotices(
  entries: readonly FollowedEntry<ReadNoticeVersion>[],
  {
    read,
    views,
    plan,
    nowMs,
  }: {
    readonly read: ReadArrivals;
    readonly views: readonly EvaluatorView[];
    readonly plan: SchedulePlan;
    readonly nowMs: number;
  },
): EvaluationRequest[] {
  const byArrival = new Map<string, (ReadNotice & { readonly sequence: number })[]>();
  for (const { sequence, content } of entries) {
    const notice = { ...readNotice(content), sequence };
    const { evidence } = notice;
    const id = arrivalIdOf(evidence);
    byArrival.set(id, [...(byArrival.get(id) ?? []), notice]);
  }
  return [...byArrival].map(([arrivalId, notices]) => {
    const state = read.get(arrivalId)?.state;
    const newest = notices.reduce((left, right) => (issueKeyOf(right.evidence) > issueKeyOf(left.evidence) ? right : left));
    const { partner, transportDocumentReference } = newest.evidence;
    const callKey = callKeyOf(newest.evidence);
    const showing = views.filter(({ shows }) => shows([`partner:${partner}`, ...newest.partyTerms]));
    const changed = showing.flatMap(({ id }) => (state?.views[id]?.schedule.callKey === callKey ? [] : [id]));
    const intervalMs = state === undefined ? plan.intervalMsOf(dateMsOf(newest.evidence), nowMs) : intervalOf(state, plan, nowMs);
    const maxAgeSeconds = changed.length > 0 && !isLongPast(newest.evidence, nowMs) ? sharedMaxAgeSeconds(intervalMs) : undefined;
    const queriedViews = state === undefined ? undefined : changed;
    return { arrivalId, partner, transportDocumentReference, notices, maxAgeSeconds, queriedViews };
  });
}

function dateMsOf({ portOfDischargeArrivalDate }: ReadNotice['evidence']): number | undefined {
  return portOfDischargeArrivalDate && Date.parse(portOfDischargeArrivalDate.value);
}

/**
 * Returns whether a notice announces an arrival in the distant past, so that partners need not be queried. At a first
 * start most notices do.
 */
function isLongPast(notice: ReadNotice['evidence'], nowMs: number): boolean {
  const dateMs = dateMsOf(notice);
  return dateMs !== undefined && dateMs < nowMs - pastDays * dayMs;
}
