import {
  type AlertKind,
  alertKinds,
  alertSteps,
  type Check,
  type Evaluate,
  type Evaluation,
  type EvaluationInput,
  type SteppedKind,
} from '../alerts.ts';
import { snapshotOf, statementsOf } from '../arrival/arrival.ts';
import { agesAtMs } from '../arrival/best-time.ts';
import type { ArrivalEvidence } from '../model.ts';
import { currentNoticeOf, isOtherCall } from '../statements/notice.ts';
import { portNotAsked } from '../statements/port.ts';
import { hourMs, portZoneOf } from '../statements/port-time.ts';
import { inStatementOrder } from '../statements/port-times.ts';
import { scheduleNotAsked } from '../statements/schedule.ts';
import { type AlertChanges, createAlertChanges } from './alert-changes.ts';
import { checkCharges } from './charges-changed.ts';
import { checkEta } from './eta-changed.ts';
import type { FactContext, NoticeContext } from './fact-context.ts';
import { type FactDraft, type FactMemory, memoryFormat, readMemory } from './fact-memory.ts';
import { checkFreeTime, checkLastFreeDay } from './free-time-changes.ts';
import { checkMatch } from './match-lost.ts';
import { checkNews } from './no-news.ts';
import { checkNotice } from './notice-changes.ts';
import { checkOmission, checkReached, type ProgressMemory, progressOf, reachedTimes } from './progress.ts';
import { checkRelease } from './release-changes.ts';
import { checkDisagreement } from './sources-disagree.ts';

/** Time for which an alert about a change or a reached state stays open. */
const openMs = 72 * hourMs;

/** Kinds that end by their age. */
const agingKinds = [
  'ETA_CHANGED',
  'VESSEL_CHANGED',
  'VOYAGE_CHANGED',
  'PORT_CHANGED',
  'TERMINAL_CHANGED',
  'ARRIVED',
  'BERTHED',
  'DISCHARGE_COMPLETED',
  'FREE_TIME_CHANGED',
  'CHARGES_CHANGED',
] as const satisfies readonly AlertKind[];

/**
 * Evaluates what one view shows of an arrival: the snapshot, the facts that are new or have ended, and why each kind is
 * raised or not.
 *
 * Facts are evaluated for all steps, each step separately: a caller that reads one step sees what an evaluation with
 * only that threshold would raise. Evaluating the same evidence again, or a version of the notice that was issued
 * before the current one, changes nothing, except by the passage of time.
 */
export const evaluate: Evaluate = createEvaluate();

/** Creates an evaluation with other steps. @param steps in ascending order */
export function createEvaluate(steps: Readonly<Record<SteppedKind, readonly number[]>> = alertSteps): Evaluate {
  return (input) => evaluateSteps(input, steps);
}

function evaluateSteps(input: EvaluationInput, steps: FactContext['steps']): Evaluation {
  const { arrivalId, nowMs, position, history, isCollected = false } = input;
  const former = readMemory(input.memory);
  const notice = currentNoticeOf(former?.notice, input.evidence.notice);
  const { schedule, port } = input.evidence;
  const evidence: ArrivalEvidence = {
    notice,
    schedule: isOtherCall(schedule.callKey, notice) ? { ...scheduleNotAsked, couldQuery: false } : schedule,
    // The order in which events are listed has no meaning.
    port: isOtherCall(port.callKey, notice) ? { ...portNotAsked, couldQuery: false } : { ...port, events: inStatementOrder(port.events) },
  };
  const changes = createAlertChanges(former, { arrivalId, at: new Date(nowMs).toISOString(), position, history });
  for (const kind of agingKinds) changes.close(kind, { closeReason: 'MAX_AGE', where: ({ raisedAt }) => nowMs >= ageEndMs(raisedAt) });

  const next: FactDraft = former === undefined ? emptyMemory(notice) : { ...former, notice };
  const reasons = new Map<AlertKind, Omit<Check, 'kind'>>();
  const wakes: number[] = [];
  const base: NoticeContext = {
    evidence,
    former,
    next,
    changes,
    steps,
    nowMs,
    isCollected,
    zone: portZoneOf(notice.portOfDischarge?.UNLocationCode),
    explain: (kind, reason, isChecked = true) => reasons.set(kind, { outcome: isChecked ? 'NOT_RAISED' : 'NOT_CHECKED', reason }),
    wakeAt: (milliseconds) => {
      if (milliseconds !== undefined && milliseconds > nowMs) wakes.push(milliseconds);
    },
  };
  const statements = statementsOf(evidence);
  const isOther = checkNotice(base);
  const progress = progressOf(former, { evidence, statements, isOtherCall: isOther });
  const snapshot = snapshotOf(evidence, statements, {
    progress: { reached: reachedTimes(progress.reached), omitted: progress.omission?.ref },
    nowMs,
    isCollected,
  });
  checkAll({ ...base, snapshot }, progress);

  next.open = changes.open();
  next.reported = changes.reported();
  for (const { kind, steps } of next.open) {
    if (isAging(kind)) for (const { raisedAt, closedAt } of steps) if (closedAt === undefined) base.wakeAt(ageEndMs(raisedAt));
  }
  return {
    snapshot,
    memory: next,
    transitions: changes.transitions,
    openAlerts: next.open.map(({ entries: _, ...alert }) => alert),
    checks: alertKinds.map((kind) => checkOf(kind, changes, reasons.get(kind))),
    wakeAtMs: wakes.length === 0 ? undefined : Math.min(...wakes),
  };
}

/** Applies the rules in the order in which their facts are reported. */
function checkAll(context: FactContext, progress: ProgressMemory): void {
  checkOmission(context, progress);
  checkEta(context);
  checkDisagreement(context);
  checkReached(context, progress);
  checkRelease(context);
  checkFreeTime(context);
  checkCharges(context);
  checkMatch(context);
  checkLastFreeDay(context);
  checkNews(context);
  // The best known time may change when a statement becomes outdated, and when the arrival ends.
  const { notice, schedule, port } = context.snapshot.statements;
  for (const time of [notice.arrival, schedule.arrival, ...port.times]) context.wakeAt(time && pastMs(agesAtMs(time)));
  context.wakeAt(context.snapshot.openUntilMs);
}

function emptyMemory(notice: FactMemory['notice']): FactDraft {
  return {
    format: memoryFormat,
    notice,
    lapsed: [],
    reached: {},
    raised: [],
    release: {},
    isReleased: false,
    freeDays: {},
    open: [],
    reported: [],
  };
}

function checkOf(kind: AlertKind, changes: AlertChanges, reason: Omit<Check, 'kind'> | undefined): Check {
  const { outcome = 'NOT_CHECKED', reason: words = '' } = reason ?? {};
  return { kind, outcome: changes.isOpen(kind) ? 'RAISED' : outcome, reason: words };
}

function ageEndMs(raisedAt: string): number {
  return Date.parse(raisedAt) + openMs;
}

function isAging(kind: AlertKind): boolean {
  return agingKinds.some((aging) => aging === kind);
}

/** A statement is current up to and including its last millisecond. */
function pastMs(lastMs: number | undefined): number | undefined {
  return lastMs === undefined ? undefined : lastMs + 1;
}
