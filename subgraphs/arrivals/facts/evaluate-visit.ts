import { type AlertSteps, alertKinds, ruleOf } from '../alerts.ts';
import { agesAtMs, reachableStates, type Statements, visitSnapshotOf } from '../arrival/arrival.ts';
import type { VisitState } from '../arrival-state.ts';
import type { PortEvidence, SideStatement, StatedArrivalTime } from '../model.ts';
import { inStatementOrder, portNotAsked, portStatementOf } from '../statements/port.ts';
import { scheduleNotAsked, scheduleStatementOf } from '../statements/schedule.ts';
import { beginCheck, type EarlierNames } from './alert-collector.ts';
import { checkMatch, checkOmission, checkReached, updateProgress } from './call-facts.ts';
import { checkOverdue } from './deadlines.ts';
import type { Explain, VisitContext, VisitEvidence } from './fact-context.ts';
import type { AlertMemory, Draft, NoticeChange, VisitMemory } from './fact-memory.ts';
import { receivedOfVisit } from './news-facts.ts';
import { checkDisagreement, checkEta } from './time-facts.ts';
import { checkUnsteady } from './unsteady-facts.ts';
import { numberedRef } from './version-numbers.ts';

/** What is stated about the visit of the ship at one moment, without anything that identifies a document. */
export interface VisitInput extends Pick<VisitState, 'schedule' | 'port'> {
  /** What the notice states, as the version with this number. */
  readonly notice: SideStatement;
  readonly versionNumber: string;
  /** The port of discharge of the notice. */
  readonly UNLocationCode: string | undefined;
  /** The sides that were queried about another ship or port than this version names. */
  readonly otherSides: readonly ('schedule' | 'port')[];
  /** Undefined for a baseline evaluation. */
  readonly former: VisitMemory | undefined;
  /** The alerts of the memory, or for a baseline those in the log. */
  readonly alerts: AlertMemory;
  /** For a baseline: what the port stated before, the oldest first. */
  readonly formerPorts: readonly PortEvidence[];
  /** Whether this version of the notice is about another ship or port than the previous one. */
  readonly isOtherCall: boolean;
  /** The change of ship, voyage or port of this version. */
  readonly change: NoticeChange['kind'] | undefined;
  /** Whether the schedules have answered about this version. */
  readonly isAnswered: boolean;
  readonly isCollected: boolean;
  readonly statesActualTimes: boolean;
  readonly nowMs: number;
  readonly position: string | undefined;
}

/** Evaluates visits, each once for all documents about which the sides state the same. */
export type VisitEvaluations = ReturnType<typeof createVisitEvaluations>;

/** Creates the evaluations of visits that some arrivals share. */
export function createVisitEvaluations() {
  const numbers = new Map<string, number>();
  const known = new WeakMap<object, number>();
  const visits = new Map<string, StatedVisit>();
  const checked = new WeakMap<StatedVisit, Map<boolean, CheckedVisit>>();
  /** Objects with the same content have the same number. */
  const numberOf = (value: object | undefined): number => {
    if (value === undefined) return -1;
    const held = known.get(value);
    if (held !== undefined) return held;
    const text = JSON.stringify(value);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    known.set(value, number);
    return number;
  };
  return {
    numberOf,
    state: (input: VisitInput): StatedVisit => {
      const { schedule, port, former, alerts, formerPorts, ...values } = input;
      const key = JSON.stringify([
        ...[schedule, port, former, former === undefined ? alerts : undefined, formerPorts].map(numberOf),
        values,
      ]);
      const held = visits.get(key) ?? stateVisit(input);
      visits.set(key, held);
      return held;
    },
    check: (input: VisitInput, stated: StatedVisit, of: VisitCheck): CheckedVisit => {
      const results = checked.get(stated) ?? new Map<boolean, CheckedVisit>();
      checked.set(stated, results);
      const held = results.get(of.isOpen);
      if (held !== undefined) return held;
      const result = checkVisit(input, stated, of);
      if (!result.dependsOnDocument) results.set(of.isOpen, result);
      return result;
    },
  };
}

/** What is stated about a visit, and what the ship has reached. */
export type StatedVisit = ReturnType<typeof stateVisit>;

/** Returns what the sides state about a visit, before its facts are checked. Pure. */
export function stateVisit({ notice, versionNumber, UNLocationCode, schedule, port, otherSides, former, isOtherCall, nowMs }: VisitInput) {
  const evidence: VisitEvidence = {
    notice: numberedRef(versionNumber),
    UNLocationCode,
    schedule: otherSides.includes('schedule') ? { ...scheduleNotAsked, couldQuery: false } : schedule,
    // The order in which events are listed has no meaning.
    port: otherSides.includes('port') ? { ...portNotAsked, couldQuery: false } : { ...port, events: inStatementOrder(port.events) },
  };
  const statements: Statements = {
    notice,
    schedule: scheduleStatementOf(evidence.schedule, UNLocationCode),
    port: portStatementOf(evidence.port, UNLocationCode),
  };
  const next: Draft<VisitMemory> = { ...(former ?? emptyMemory) };
  const ended = updateProgress({ former, next, evidence, statements }, isOtherCall);
  const reached = Object.fromEntries(reachableStates.flatMap((state) => (next.reached[state] ? [[state, next.reached[state].time]] : [])));
  return { evidence, next, ended, snapshot: visitSnapshotOf(statements, { reached, omitted: next.omission?.ref, nowMs }) };
}

/** What the check of a visit depends on besides its input. */
export interface VisitCheck {
  /** Whether the arrival is open. */
  readonly isOpen: boolean;
  readonly steps: AlertSteps;
  readonly explain?: Explain | undefined;
  /** Returns when the current version of the notice was issued. */
  readonly issuedMs: () => number;
  readonly earlier: EarlierNames;
}

export type CheckedVisit = ReturnType<typeof checkVisit>;

/** Checks the facts about a visit. Pure. */
export function checkVisit(input: VisitInput, { evidence, next: stated, ended, snapshot }: StatedVisit, of: VisitCheck) {
  const { schedule, port, former, nowMs, position, isCollected, formerPorts, change } = input;
  const { isOpen, steps, explain, issuedMs, earlier } = of;
  const check = beginCheck(input.alerts, visitKinds, { isBaseline: former === undefined, nowMs, position, earlier });
  const { changes, wakes, wakeAt } = check;
  const next = { ...stated };
  let dependsOnDocument = (input.alerts.reportedBefore?.length ?? 0) > 0;
  // What is known once is known for good.
  const statesActualTimes =
    former?.statesActualTimes === true || input.statesActualTimes || snapshot.statements.notice.arrival?.classifier === 'ACT';
  next.statesActualTimes = statesActualTimes;
  const context: VisitContext = {
    evidence,
    statements: snapshot.statements,
    snapshot: { ...snapshot, isOpen },
    former,
    next,
    changes: isCollected || isOpen ? changes : check.changesWhileOver(),
    steps,
    nowMs,
    isCollected,
    noticeChange: change === undefined ? former?.noticeChange : { kind: change, ref: evidence.notice },
    isAnswered: input.isAnswered,
    statesActualTimes,
    statedMsOf: (time: StatedArrivalTime) => {
      if (time.source !== 'NOTICE') return Date.parse(time.statedAt);
      dependsOnDocument = true;
      return issuedMs();
    },
    explain,
    wakeAt,
  };
  // In the order in which the facts are reported.
  checkOmission(context, ended.omission);
  const unsteady = checkUnsteady(context, formerPorts);
  checkEta(context, unsteady);
  checkDisagreement(context, unsteady);
  checkReached(context, ended.states);
  checkMatch(context);
  checkOverdue(context);
  const received = receivedOfVisit(context);
  next.news = received.news;
  Object.assign(next, check.end());
  // The best known time may change when a statement becomes outdated, after its last current millisecond.
  for (const time of [snapshot.statements.notice.arrival, snapshot.statements.schedule.arrival, ...snapshot.statements.port.times]) {
    const lastMs = time && agesAtMs(time);
    wakeAt(lastMs === undefined ? undefined : lastMs + 1);
  }
  const reportedTimes = (next.eta?.references ?? []).flatMap(({ steps: all, time }) => {
    const some = all.filter((step) => unsteady.isUnsteady(snapshot.bestTime?.source, step));
    return some.length === 0 ? [] : [{ steps: some, time }];
  });
  const calm = unsteady.sides.length === 0 ? {} : { unsteadySides: unsteady.sides, reportedTimes };
  const state: VisitState = { schedule, port, memory: next as VisitMemory, snapshot: { ...snapshot, ...calm } };
  /** `dependsOnDocument`: whether the result depends on more of the document than its visit. */
  return { state, changes, received, wakes, dependsOnDocument };
}

const visitKinds = alertKinds.filter((kind) => ruleOf(kind).isOfVisit);

const emptyMemory = { lapsed: [], reached: {}, raised: [], open: [], reported: [] } as const;
