import { spanOf } from '../arrival/difference.ts';
import type { ArrivalEvidence, EvidenceRef } from '../model.ts';
import { noticeRef } from '../statements/notice.ts';
import { dayMs, hourMs, millisecondsOf } from '../statements/port-time.ts';
import { portRef } from '../statements/port-times.ts';
import { type FactContext, sideNames, sideValue, textOfTime } from './fact-context.ts';

/** Arrivals that are further away, in the past or future, are not checked. */
const nearMs = 5 * dayMs;

/**
 * Checks `NO_NEWS`: whether the arrival is expected within 5 days, and no side of the view has sent anything for the
 * hours of a threshold.
 */
export function checkNews({ evidence, snapshot, changes, steps, nowMs, explain, wakeAt }: FactContext): void {
  const { ref, atMs } = latestOf(evidence);
  const subject = new Date(atMs).toISOString();
  changes.close('NO_NEWS', { closeReason: 'NEWS_RECEIVED', evidence: [ref], where: (_, alert) => alert.subject !== subject });
  const { state, bestTime, isOpen } = snapshot;
  if (state !== 'EXPECTED' || bestTime === undefined || !isOpen) {
    const reasons = [
      ...(state === 'EXPECTED' ? [] : [`the state is ${state}`]),
      ...(bestTime === undefined ? ['no best known time is stated'] : []),
      ...(isOpen ? [] : ['the arrival is not open']),
    ];
    explain('NO_NEWS', `Not checked: ${reasons.join(', and ')}.`, false);
    return;
  }
  const { firstMs, lastMs } = spanOf(bestTime);
  const isNear = nowMs >= firstMs - nearMs && nowMs <= lastMs + nearMs;
  const reached = steps.NO_NEWS.filter((step) => isNear && nowMs - atMs >= step * hourMs && !changes.isOpen('NO_NEWS', step));
  if (reached.length > 0) {
    const after = sideValue(ref.source, `nothing received since ${subject}`);
    changes.raise({ kind: 'NO_NEWS', subject, steps: reached.map((step) => ({ step, after })), evidence: [ref] });
  }
  for (const step of steps.NO_NEWS) {
    const dueMs = Math.max(atMs + step * hourMs, firstMs - nearMs);
    if (dueMs <= lastMs + nearMs) wakeAt(dueMs);
  }
  const [step = 0] = steps.NO_NEWS;
  const last = `The last news is of ${subject}, from the ${sideNames[ref.source]}`;
  const near = `The best known time, ${textOfTime(bestTime)}, is ${isNear ? 'within 5 days' : 'more than 5 days from now'}`;
  explain('NO_NEWS', `${last}. ${near}: ${isNear ? `silence is reported from ${step} h on` : 'silence is not reported yet'}.`);
}

/** Returns what was received last: a version of the notice, an event, or the matched call in a schedule's answer. */
function latestOf({ notice, schedule: { call }, port }: ArrivalEvidence): { readonly ref: EvidenceRef; readonly atMs: number } {
  const news = [{ ref: noticeRef(notice), atMs: millisecondsOf(notice.receivedAt) ?? 0 }];
  if (call !== undefined) {
    const ref: EvidenceRef = { source: 'SCHEDULE', partner: call.partner, id: call.recordKey, at: call.retrievedAt };
    news.push({ ref, atMs: millisecondsOf(call.retrievedAt) ?? 0 });
  }
  for (const event of port.events) news.push({ ref: portRef(event), atMs: millisecondsOf(event.receivedAt) ?? 0 });
  return news.reduce((latest, one) => (one.atMs > latest.atMs ? one : latest));
}
