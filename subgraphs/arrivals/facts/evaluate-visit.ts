import { type AlertSteps, alertKinds, ruleOf } from '../alerts.ts';
import { agesAtMs, reachableStates, type Statements, visitSnapshotOf } from '../arrival/arrival.ts';
import type { PortEvidence, SideStatement, StatedArrivalTime } from '../model.ts';
import { portStatementOf } from '../statements/port.ts';
import { scheduleStatementOf } from '../statements/schedule.ts';
import { agesOf, closeAged, createAlertCollector, type EarlierNames } from './alert-collector.ts';
import { checkMatch, checkOmission, checkReached, updateProgress } from './call-facts.ts';
import { checkOverdue } from './deadlines.ts';
import type { Explain, VisitContext, VisitEvidence } from './fact-context.ts';
import type { AlertMemory, Draft, NoticeChange, VisitMemory } from './fact-memory.ts';
import { receivedOfVisit } from './news-facts.ts';
import { checkDisagreement, checkEta } from './time-facts.ts';
import { checkUnsteady } from './unsteady-facts.ts';

/** What is stated about the visit of the ship at one moment, without anything that identifies a document. */
export interface VisitInput {
  readonly evidence: VisitEvidence;
  /** What the notice states, as a version with a number. */
  readonly notice: SideStatement;
  /** Undefined for a baseline evaluation. */
  readonly former: VisitMemory | undefined;
  /** The alerts of the memory, or for a baseline those in the log. */
  readonly alerts: AlertMemory;
  /** For a baseline: what the port stated before, the oldest first. */
  readonly formerPorts: readonly PortEvidence[];
  /** Whether this version of the notice is about another ship or port than the previous one. */
  readonly isOtherCall: boolean;
  /** The change of ship, voyage or port of this version. */
  readonly change: NoticeChange | undefined;
  /** Whether the schedules have answered about this version. */
  readonly isAnswered: boolean;
  readonly isCollected: boolean;
  readonly statesActualTimes: boolean;
  readonly nowMs: number;
  readonly position: string | undefined;
}

/** What is stated about a visit, and what the ship has reached. */
export type StatedVisit = ReturnType<typeof stateVisit>;

/** Returns what the sides state about a visit, before its facts are checked. Pure. */
export function stateVisit({ evidence, notice, former, isOtherCall, nowMs }: VisitInput) {
  const statements: Statements = {
    notice,
    schedule: scheduleStatementOf(evidence.schedule, evidence.UNLocationCode),
    port: portStatementOf(evidence.port, evidence.UNLocationCode),
  };
  const next: Draft<VisitMemory> = { ...(former ?? emptyMemory) };
  const ended = updateProgress({ former, next, evidence, statements }, isOtherCall);
  const reached = Object.fromEntries(reachableStates.flatMap((state) => (next.reached[state] ? [[state, next.reached[state].time]] : [])));
  return { next, ended, snapshot: visitSnapshotOf(statements, { reached, omitted: next.omission?.ref, nowMs }) };
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

/** Checks the facts about a visit. Pure. */
export function checkVisit(input: VisitInput, { next: stated, ended, snapshot }: StatedVisit, of: VisitCheck) {
  const { former, evidence, nowMs, position, isCollected, formerPorts } = input;
  const { isOpen, steps, explain, issuedMs, earlier } = of;
  const at = new Date(nowMs).toISOString();
  const changes = createAlertCollector(input.alerts, { isBaseline: former === undefined, at, position, earlier });
  const wakes: number[] = [];
  const wakeAt: VisitContext['wakeAt'] = (milliseconds) => {
    if (milliseconds !== undefined && milliseconds > nowMs) wakes.push(milliseconds);
  };
  closeAged(changes, visitKinds, nowMs);
  const next = { ...stated };
  // What is known once is known for good.
  const statesActualTimes =
    former?.statesActualTimes === true || input.statesActualTimes || snapshot.statements.notice.arrival?.classifier === 'ACT';
  next.statesActualTimes = statesActualTimes;
  // What applies to an arrival that has been over for long requires no action, as in a backfill of old notices.
  const raiseChange: typeof changes.raise = (fact) => void (ruleOf(fact.kind).isInBaseline === true || changes.raise(fact));
  const context: VisitContext = {
    ...{ evidence, statements: snapshot.statements, snapshot: { ...snapshot, isOpen }, former, next, steps, nowMs, isCollected },
    ...{ statesActualTimes, explain, wakeAt, isAnswered: input.isAnswered, noticeChange: input.change ?? former?.noticeChange },
    statedMsOf: (time: StatedArrivalTime) => (time.source === 'NOTICE' ? issuedMs() : Date.parse(time.statedAt)),
    changes: isCollected || isOpen ? changes : { ...changes, raise: raiseChange },
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
  Object.assign(next, changes.memory());
  for (const ms of agesOf(changes)) wakeAt(ms);
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
  return { snapshot: { ...snapshot, ...calm }, memory: next as VisitMemory, changes, received, wakes };
}

const visitKinds = alertKinds.filter((kind) => ruleOf(kind).isOfVisit);

const emptyMemory = { lapsed: [], reached: {}, raised: [], open: [], reported: [] } as const;
