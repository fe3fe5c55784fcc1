import { type AlertSteps, alertKinds, alertSteps, type LoggedAlert, type OpenAlert, ruleOf, type ViewMemory } from '../alerts.ts';
import { agesAtMs, reachableStates, snapshotOf, statementsOf } from '../arrival/arrival.ts';
import { areAllCollected, type Collected } from '../collected.ts';
import type { ArrivalEvidence, PortEvidence } from '../model.ts';
import { currentNoticeOf, isOtherCall } from '../statements/notice.ts';
import { inStatementOrder, portNotAsked } from '../statements/port.ts';
import { hourMs, portZoneOf } from '../statements/port-time.ts';
import { scheduleNotAsked } from '../statements/schedule.ts';
import { createAlertCollector } from './alert-collector.ts';
import { checkMatch, checkOmission, checkReached, updateProgress } from './call-facts.ts';
import { checkLastFreeDays, checkOverdue } from './deadlines.ts';
import type { Explain, FactContext } from './fact-context.ts';
import { type FactDraft, type FactMemory, memoryFormat } from './fact-memory.ts';
import { checkCharges, checkFreeTime, checkNotice, checkRelease } from './notice-facts.ts';
import { checkDisagreement, checkEta, checkNews } from './time-facts.ts';
import { checkUnsteady } from './unsteady-facts.ts';

/** Time for which an alert about a change or a reached state stays open. */
const openMs = 72 * hourMs;

/** What one view shows of an arrival at one moment. */
export interface EvaluationInput {
  /** Id of the arrival. It is part of every alert's id. */
  readonly arrivalId: string;
  readonly evidence: ArrivalEvidence;
  /**
   * Undefined, or of another format, for a baseline evaluation, which raises only alerts that hold now and require
   * action.
   */
  readonly memory: ViewMemory | undefined;
  /**
   * For a baseline: the alerts of the view in the log, in the order of raising. Open ones remain open until they close,
   * and none is raised twice. Default: none.
   */
  readonly history?: readonly LoggedAlert[] | undefined;
  /** For a baseline: what the port stated before, the oldest first, from which the turns of its time follow. Default: none. */
  readonly formerPorts?: readonly PortEvidence[] | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Opaque; copied to the transitions. */
  readonly position?: string | undefined;
  /** What every tenant of the view has marked as collected. Default: nothing. */
  readonly collected?: Collected | undefined;
  /** Whether the partner of the notice has stated an actual time in another notice that the view shows. Default: false. */
  readonly statesActualTimes?: boolean | undefined;
  /** Days for which the arrival stays open after its last free day or its best known time. Default: 14. */
  readonly openDays?: number | undefined;
}

export type Evaluate = typeof evaluate;
export type Evaluation = ReturnType<Evaluate>;

/**
 * Evaluates what one view shows of an arrival: the snapshot, and the facts that are new or have ended. A pure function.
 *
 * Facts are evaluated for all steps, each step separately: a caller that reads one step sees what an evaluation with
 * only that threshold would raise. Evaluating the same evidence again, or a version of the notice that was issued
 * before the current one, changes nothing, except by the passage of time.
 *
 * @param explain called at least once for each kind; default: nothing is explained
 */
export function evaluate(input: EvaluationInput, steps: AlertSteps = alertSteps, explain?: Explain) {
  const { arrivalId, nowMs, position, history = [], formerPorts = [], collected = [], openDays } = input;
  const former = input.memory?.format === memoryFormat ? (input.memory as FactMemory) : undefined;
  const notice = currentNoticeOf(former?.notice, input.evidence.notice);
  const { schedule, port } = input.evidence;
  const isCollected = areAllCollected(collected, notice.containers);
  const evidence: ArrivalEvidence = {
    notice,
    schedule: isOtherCall(schedule.callKey, notice) ? { ...scheduleNotAsked, couldQuery: false } : schedule,
    // The order in which events are listed has no meaning.
    port: isOtherCall(port.callKey, notice) ? { ...portNotAsked, couldQuery: false } : { ...port, events: inStatementOrder(port.events) },
  };
  const changes = createAlertCollector(former, { arrivalId, at: new Date(nowMs).toISOString(), position, history });
  for (const kind of agingKinds) {
    changes.close(kind, { closeReason: 'MAX_AGE', where: ({ raisedAt }) => nowMs >= ageEndMs(raisedAt) });
  }
  const next: FactDraft = former === undefined ? { ...emptyMemory, notice } : { ...former, notice };
  const wakes: number[] = [];
  const statements = statementsOf(evidence);
  const wakeAt: FactContext['wakeAt'] = (milliseconds) => {
    if (milliseconds !== undefined && milliseconds > nowMs) wakes.push(milliseconds);
  };

  const ended = updateProgress({ former, next, evidence, statements }, checkNotice({ evidence, former, next, changes, explain }));
  const reached = Object.fromEntries(reachableStates.flatMap((state) => (next.reached[state] ? [[state, next.reached[state].time]] : [])));
  const snapshot = snapshotOf(notice, statements, { reached, omitted: next.omission?.ref, nowMs, collected, openDays });
  const zone = portZoneOf(notice.portOfDischarge?.UNLocationCode);
  // What is known once is known for good.
  next.statesActualTimes =
    former?.statesActualTimes === true || input.statesActualTimes === true || statements.notice.arrival?.classifier === 'ACT';
  const { statesActualTimes } = next;
  // What applies to an arrival that has been over for long requires no action, as in a backfill of old notices.
  const isOver = !isCollected && !snapshot.isOpen;
  const raiseChange: typeof changes.raise = (fact) => void (ruleOf(fact.kind).isInBaseline === true || changes.raise(fact));
  const context: FactContext = {
    ...{ evidence, statements, snapshot, former, next, steps, nowMs, collected, isCollected, statesActualTimes, zone, explain, wakeAt },
    changes: isOver ? { ...changes, raise: raiseChange } : changes,
  };
  // In the order in which the facts are reported.
  checkOmission(context, ended.omission);
  const unsteady = checkUnsteady(context, formerPorts);
  checkEta(context, unsteady);
  checkDisagreement(context, unsteady);
  checkReached(context, ended.states);
  checkRelease(context);
  checkFreeTime(context);
  checkCharges(context);
  checkMatch(context);
  checkLastFreeDays(context);
  checkOverdue(context);
  checkNews(context);

  next.open = changes.open();
  // The same object as in the memory, so that a row contains it once.
  const openAlerts: readonly OpenAlert[] = next.open;
  next.reported = changes.reported();
  for (const { kind, steps: own } of next.open) {
    if (agingKinds.includes(kind)) for (const { raisedAt, closedAt } of own) if (closedAt === undefined) wakeAt(ageEndMs(raisedAt));
  }
  // The best known time may change when a statement becomes outdated, after its last current millisecond, and when the
  // arrival ends.
  for (const time of [statements.notice.arrival, statements.schedule.arrival, ...statements.port.times]) {
    const lastMs = time && agesAtMs(time);
    wakeAt(lastMs === undefined ? undefined : lastMs + 1);
  }
  wakeAt(snapshot.openUntilMs);
  const reportedTimes = (next.eta?.references ?? []).flatMap(({ steps: all, time }) => {
    const some = all.filter((step) => unsteady.isUnsteady(snapshot.bestTime?.source, step));
    return some.length === 0 ? [] : [{ steps: some, time }];
  });
  const calm = unsteady.sides.length === 0 ? {} : { unsteadySides: unsteady.sides, reportedTimes };
  return {
    snapshot: { ...snapshot, ...calm },
    memory: next as ViewMemory,
    /** In the order in which they are appended to the log: an alert is closed after it is raised. */
    transitions: changes.transitions,
    /** Every alert that is open after the evaluation, by the time of raising. */
    openAlerts,
    /** The next time at which the clock alone may change something; undefined if there is none. */
    wakeAtMs: wakes.length === 0 ? undefined : Math.min(...wakes),
  };
}

const emptyMemory = {
  format: memoryFormat,
  lapsed: [],
  reached: {},
  raised: [],
  release: {},
  isReleased: false,
  freeDays: {},
  open: [],
  reported: [],
} as const;

function ageEndMs(raisedAt: string): number {
  return Date.parse(raisedAt) + openMs;
}

const agingKinds = alertKinds.filter((kind) => ruleOf(kind).isAging);
