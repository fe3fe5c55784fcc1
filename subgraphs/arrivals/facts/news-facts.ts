import { defaultAlertThresholds } from '#platform/access/access-file.ts';
import { alertSteps } from '../alerts.ts';
import { spanOf } from '../arrival/arrival.ts';
import type { VisitState } from '../arrival-state.ts';
import type { EvidenceRef, StatedArrivalTime } from '../model.ts';
import { noticeRef } from '../statements/notice.ts';
import { portRef } from '../statements/port.ts';
import { classifierOf, dayMs, hourMs, millisecondsOf } from '../statements/port-time.ts';
import { scheduleRef } from '../statements/schedule.ts';
import type { AlertCollector } from './alert-collector.ts';
import { type NoticeContext, sideValue, unexpected, type VisitContext } from './fact-context.ts';
import type { HeldAlert, News, VisitMemory } from './fact-memory.ts';

/** What was received: the last news, and the last statement, which is no news if it expects a time that has passed. */
export interface Received {
  readonly news?: News | undefined;
  readonly last?: News | undefined;
}

/** Returns what schedules and ports have stated last: an event, or the matched call in the answer of a schedule. */
export function receivedOfVisit({ evidence: { schedule, port }, statements, former }: VisitContext): Received {
  const stated = [
    ...(schedule.call === undefined
      ? []
      : [{ ref: scheduleRef(schedule.call), at: schedule.call.retrievedAt, expectedMs: expectedMsOf(statements.schedule.arrival) }]),
    ...port.events.map((event) => {
      const isExpectation = classifierOf(event.classifierCode) !== 'ACT' && event.isPortCallOmitted === undefined;
      return { ref: portRef(event), at: event.receivedAt, expectedMs: isExpectation ? millisecondsOf(event.serviceDateTime) : undefined };
    }),
  ].map(newsOf);
  return { news: latestOf([former?.news, ...stated.filter(isNews)]), last: latestOf(stated) };
}

/** Arrivals that are further away are not checked. */
const nearMs = 5 * dayMs;

/**
 * Checks `NO_NEWS`: whether the arrival is expected within 5 days, and no side of the view has stated anything for the
 * hours of a threshold. Once the best known time has passed, it is no longer raised, and ends when `OVERDUE` is raised.
 *
 * A statement that is received after the time that it expects, as when a schedule repeats it, is no news, unless there is
 * nothing else.
 *
 * @param ofVisit what schedules and ports have stated, and the alerts about the visit
 */
export function checkNews(context: NoticeContext, ofVisit: { readonly received: Received; readonly changes: AlertCollector }): void {
  const { notice, snapshot, former, next, changes, steps, nowMs, explain, wakeAt } = context;
  const expectedMs = expectedMsOf(snapshot.statements.notice.arrival);
  const version = newsOf({ ref: noticeRef(notice), at: notice.receivedAt, expectedMs });
  next.news = latestOf([former?.news, ...(isNews(version) ? [version] : [])]);
  const news = latestOf([next.news, ofVisit.received.news]);
  const { ref, atMs } = news ?? latestOf([version, ofVisit.received.last]) ?? version;
  const subject = new Date(atMs).toISOString();
  // After a rebuild, news that the sides no longer contain is unknown.
  const isOlder = (alert: HeldAlert) => news !== undefined && (alert.subject ?? '') < subject;
  changes.close('NO_NEWS', { closeReason: 'NEWS_RECEIVED', evidence: [ref], where: (_, alert) => isOlder(alert) });
  // By default both have the same reader at that moment. A threshold of one kind does not select steps of the other.
  if (ofVisit.changes.isOpen('OVERDUE', defaultAlertThresholds.overdueHours)) changes.close('NO_NEWS', { closeReason: 'SUPERSEDED' });
  const { state, bestTime, isOpen } = snapshot;
  if (state !== 'EXPECTED' || bestTime === undefined || !isOpen) {
    explain?.('NO_NEWS', unexpected(snapshot), false);
    return;
  }
  const { firstMs, lastMs } = spanOf(bestTime);
  const isNear = nowMs >= firstMs - nearMs && nowMs < lastMs;
  const reached = steps.NO_NEWS.filter((step) => isNear && nowMs - atMs >= step * hourMs && !changes.isOpen('NO_NEWS', step));
  const after = sideValue(ref.source, `nothing received since ${subject}`);
  changes.raise({ kind: 'NO_NEWS', subject, steps: reached.map((step) => ({ step, after })), evidence: [ref] });
  // Other documents of the visit may have been received earlier.
  for (const sinceMs of new Set([atMs, ofVisit.received.news?.atMs ?? atMs])) {
    for (const step of steps.NO_NEWS) {
      const dueMs = Math.max(sinceMs + step * hourMs, firstMs - nearMs);
      if (dueMs < lastMs) wakeAt(dueMs);
    }
  }
  const code = isNear ? 'RECENT_NEWS' : nowMs >= lastMs ? 'NEWS_BEFORE_PASSED_TIME' : 'NEWS_BEFORE_DISTANT_TIME';
  explain?.('NO_NEWS', { code, time: bestTime, since: subject, record: ref });
}

/** Returns whether schedules or ports have stated something so recently that no document of the visit lacks news. */
export function hasRecentNews({ memory }: Pick<VisitState, 'memory'>, nowMs: number): boolean {
  const { news } = memory as Pick<VisitMemory, 'news'>;
  return news !== undefined && nowMs - news.atMs < (alertSteps.NO_NEWS[0] ?? 0) * hourMs;
}

interface Statement extends News {
  readonly expectedMs: number;
}

function newsOf({
  ref,
  at,
  expectedMs,
}: {
  readonly ref: EvidenceRef;
  readonly at: string;
  readonly expectedMs?: number | undefined;
}): Statement {
  return { ref, atMs: millisecondsOf(at) ?? 0, expectedMs: expectedMs ?? Number.POSITIVE_INFINITY };
}

function isNews({ atMs, expectedMs }: Statement): boolean {
  return atMs <= expectedMs;
}

function expectedMsOf(time: StatedArrivalTime | undefined): number | undefined {
  return time === undefined || time.classifier === 'ACT' ? undefined : spanOf(time).lastMs;
}

function latestOf(received: readonly (News | undefined)[]): News | undefined {
  let last: News | undefined;
  for (const one of received) if (one !== undefined && (last === undefined || one.atMs > last.atMs)) last = one;
  return last && { ref: last.ref, atMs: last.atMs };
}
