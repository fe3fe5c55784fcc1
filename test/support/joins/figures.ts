import type { EventRow, NoticeRow } from './answers.ts';
import { attributableIn } from './attributable.ts';
import { hiddenContradictionsOf, judgeCall, judgeEvents, judgeNotices, type Verdict } from './judge-answers.ts';
import type { TrueNotice, Truth } from './truth.ts';

/** How many answers that name one thing name the true one. */
export interface Precision {
  right: number;
  wrong: number;
}

/** How many of those that can be found are found. */
export interface Recall {
  found: number;
  of: number;
}

/** What the joins of a world come to. */
export interface Figures {
  readonly calls: Precision;
  readonly eventsOfNotices: Precision;
  readonly eventsOfCalls: Precision;
  readonly noticesOfEvents: Precision;
  readonly callsOfEvents: Precision;
  readonly noticesOfCalls: Precision;
  hidden: number;
  readonly callRecall: Recall;
  readonly eventsOfCallRecall: Recall;
  readonly eventsOfNoticeRecall: Recall;
}

export type PrecisionName = 'calls' | 'eventsOfNotices' | 'eventsOfCalls' | 'noticesOfEvents' | 'callsOfEvents' | 'noticesOfCalls';

/** A row that falls short. */
export type Finding =
  | {
      readonly what: PrecisionName | 'hidden' | 'missedCall' | 'missedEventsOfCall' | 'missedEventsOfNotice';
      readonly row: NoticeRow;
      readonly notice: TrueNotice;
    }
  | { readonly what: 'noticesOfEvents' | 'callsOfEvents'; readonly row: EventRow };

/** Makes figures of nothing, to be added to. */
export function noFigures(): Figures {
  const precision = (): Precision => ({ right: 0, wrong: 0 });
  const recall = (): Recall => ({ found: 0, of: 0 });
  return {
    calls: precision(),
    eventsOfNotices: precision(),
    eventsOfCalls: precision(),
    noticesOfEvents: precision(),
    callsOfEvents: precision(),
    noticesOfCalls: precision(),
    hidden: 0,
    callRecall: recall(),
    eventsOfCallRecall: recall(),
    eventsOfNoticeRecall: recall(),
  };
}

/** Adds the figures of one world to others. */
export function addFigures(total: Figures, { hidden, ...more }: Figures): void {
  total.hidden += hidden;
  for (const [name, figure] of Object.entries(more) as [keyof typeof more, Precision | Recall][]) {
    const sum = total[name] as unknown as Record<string, number>;
    for (const [part, count] of Object.entries(figure)) sum[part] = (sum[part] ?? 0) + count;
  }
}

/** Compares the joins of notices with the truth. */
export function countNotices(rows: readonly NoticeRow[], truth: Truth): { figures: Figures; findings: Finding[] } {
  const figures = noFigures();
  const findings: Finding[] = [];
  const isAttributable = attributableIn(truth);
  for (const row of rows) {
    const notice = truth.noticeOf(row);
    const { call } = notice;
    const { arrivalCall, portCallEvents } = row.current;
    const verdicts = {
      calls: judgeCall(arrivalCall.unique, call, truth),
      eventsOfNotices: judgeEvents(portCallEvents, call, truth),
      eventsOfCalls: judgeEvents(arrivalCall.unique?.call.portCallEvents, call, truth),
      noticesOfCalls: judgeNotices(arrivalCall.unique?.call.arrivalNotices, call, truth),
    };
    for (const [what, verdict] of Object.entries(verdicts) as [keyof typeof verdicts, Verdict][]) {
      count(figures[what], verdict);
      if (verdict === 'WRONG') findings.push({ what, row, notice });
    }
    if (hiddenContradictionsOf(row.current, notice, truth).length > 0) {
      figures.hidden += 1;
      findings.push({ what: 'hidden', row, notice });
    }
    if (!notice.isFaultless || call.isOmitted || !truth.isPublished(call)) continue;
    const miss = (what: 'missedCall' | 'missedEventsOfCall' | 'missedEventsOfNotice', recall: Recall, verdict: Verdict) => {
      recall.of += 1;
      if (verdict === 'RIGHT') recall.found += 1;
      else if (verdict === 'OPEN') findings.push({ what, row, notice });
    };
    miss('missedCall', figures.callRecall, verdicts.calls);
    if (!isAttributable(call)) continue;
    miss('missedEventsOfCall', figures.eventsOfCallRecall, verdicts.eventsOfCalls);
    miss('missedEventsOfNotice', figures.eventsOfNoticeRecall, verdicts.eventsOfNotices);
  }
  return { figures, findings };
}

/** Compares the joins of events with the truth, into figures that there are. */
export function countEvents(rows: readonly EventRow[], truth: Truth, figures: Figures): Finding[] {
  const findings: Finding[] = [];
  for (const row of rows) {
    const call = truth.callOfEvent(row.eventID);
    const verdicts = {
      noticesOfEvents: judgeNotices(row.arrivalNotices, call, truth),
      callsOfEvents: judgeCall(row.call.unique, call, truth),
    };
    for (const [what, verdict] of Object.entries(verdicts) as [keyof typeof verdicts, Verdict][]) {
      count(figures[what], verdict);
      if (verdict === 'WRONG') findings.push({ what, row });
    }
  }
  return findings;
}

function count(precision: Precision, verdict: Verdict): void {
  if (verdict === 'RIGHT') precision.right += 1;
  if (verdict === 'WRONG') precision.wrong += 1;
}
