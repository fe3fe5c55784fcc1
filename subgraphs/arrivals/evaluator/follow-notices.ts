import { partyTermOf } from '#platform/access/visibility.ts';
import { arrivalIdOf } from '../arrival-id.ts';
import { codeTerms, nameTerms } from '../search-words.ts';
import { issueKeyOf, type NoticeVersionAnswer, noticeEvidenceOf, questionOf } from '../statements/notice.ts';
import type { EvaluationRequest, ReadNotice } from './evaluate-arrivals.ts';
import type { EvaluatorView } from './evaluated-views.ts';
import type { FollowedEntry } from './log-pages.ts';
import { intervalOf, type SchedulePlan, sharedMaxAgeSeconds } from './plan.ts';
import type { ReadArrivals } from './update-arrivals.ts';

/** Age of an arrival, by its notice, from which partners are not asked about it any more. */
const pastDays = 45;
const dayMs = 86_400_000;

/** A notice version as `NoticeFields` of the evaluator's queries select it. */
export type ReadNoticeVersion = NoticeVersionAnswer & {
  readonly documentParties?:
    | readonly {
        readonly partyName?: string | null;
        readonly identifyingCodes?: readonly { readonly codeListProvider?: string | null; readonly partyCode?: string | null }[] | null;
      }[]
    | null;
};

/** Reduces a version to what the rules read, with the terms and words of its parties. */
export function readNotice(version: ReadNoticeVersion): ReadNotice {
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

/** Returns the ids of the arrivals of versions, each once, in the order of their first version. */
export function arrivalIdsOf(versions: readonly ReadNoticeVersion[]): string[] {
  return [...new Set(versions.map((version) => arrivalIdOf({ ...version, partner: version.partner.id })))];
}

/**
 * Returns what the arrivals of new versions are evaluated with. The sides are asked for a new arrival, for a view that did not
 * show it before, and where a version changes what its matches rest on.
 *
 * @param read what is held of the arrivals
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
    const question = questionOf(newest.evidence);
    const showing = views.filter(({ shows }) => shows([`partner:${partner}`, ...newest.partyTerms]));
    const asking = showing.flatMap(({ id }) => (state?.views[id]?.schedule.question === question ? [] : [id]));
    const intervalMs = state === undefined ? plan.intervalMsOf(dateMsOf(newest.evidence), nowMs) : intervalOf(state, plan, nowMs);
    const maxAgeSeconds = asking.length > 0 && !isLongPast(newest.evidence, nowMs) ? sharedMaxAgeSeconds(intervalMs) : undefined;
    const askedViews = state === undefined ? undefined : asking;
    return { arrivalId, partner, transportDocumentReference, notices, maxAgeSeconds, askedViews };
  });
}

function dateMsOf({ portOfDischargeArrivalDate }: ReadNotice['evidence']): number | undefined {
  return portOfDischargeArrivalDate && Date.parse(portOfDischargeArrivalDate.value);
}

/** Whether a notice announces an arrival that is over, so that partners need not be asked: at a first start most notices do. */
function isLongPast(notice: ReadNotice['evidence'], nowMs: number): boolean {
  const dateMs = dateMsOf(notice);
  return dateMs !== undefined && dateMs < nowMs - pastDays * dayMs;
}
