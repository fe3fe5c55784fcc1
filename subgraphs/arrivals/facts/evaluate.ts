import { type AlertSteps, alertKinds, alertSteps, type LoggedAlert, ruleOf, type ViewMemory } from '../alerts.ts';
import { arrivalEndsOf } from '../arrival/arrival.ts';
import type { ViewEnds } from '../arrival-state.ts';
import { areAllCollected, type Collected } from '../collected.ts';
import type { ArrivalEvidence, PortEvidence } from '../model.ts';
import { callKeyOf, currentNoticeOf, isOtherCall, noticeStatementOf } from '../statements/notice.ts';
import { portZoneOf } from '../statements/port-time.ts';
import { beginCheck, transitionOf } from './alert-collector.ts';
import { checkLastFreeDays } from './deadlines.ts';
import { checkVisit, stateVisit, type VisitEvaluations, type VisitInput } from './evaluate-visit.ts';
import type { Explain, NoticeContext } from './fact-context.ts';
import { type Draft, type FactMemory, memoryFormat, type NoticeChange, type NoticeMemory, type VisitMemory } from './fact-memory.ts';
import { knownMemoryOf } from './known-memory.ts';
import { checkNews } from './news-facts.ts';
import { checkCharges, checkFreeTime, checkNotice, checkRelease } from './notice-facts.ts';
import { withShown } from './shown.ts';
import { createResolve, numberedNotice, versionsIn, withCurrent } from './version-numbers.ts';

/** What one view shows of an arrival at one moment. */
export interface EvaluationInput {
  /** Id of the arrival. It is part of every alert's id. */
  readonly arrivalId: string;
  readonly evidence: ArrivalEvidence;
  /** Undefined for a baseline evaluation, which raises only alerts that hold now and require action. */
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
  /** Evaluates visits that several arrivals share. Default: only this one. */
  readonly visits?: VisitEvaluations | undefined;
}

export type Evaluate = typeof evaluate;
export type Evaluation = ReturnType<Evaluate>;

/**
 * Evaluates what one view shows of an arrival: the snapshot, and the facts that are new or have ended. A pure function.
 *
 * The facts about the visit of the ship are evaluated without anything that identifies the document, so that the result holds
 * for all documents about which the sides state the same.
 *
 * Facts are evaluated for all steps, each step separately: a caller that reads one step sees what an evaluation with
 * only that threshold would raise. Evaluating the same evidence again, or a version of the notice that was issued
 * before the current one, changes nothing, except by the passage of time.
 *
 * @param explain called at least once for each kind; default: nothing is explained
 */
export function evaluate(input: EvaluationInput, steps: AlertSteps = alertSteps, explainTo?: Explain) {
  const { arrivalId, nowMs, position, formerPorts = [], collected = [], openDays, statesActualTimes = false, visits } = input;
  const known = knownMemoryOf(input);
  const { former } = known;
  const notice = currentNoticeOf(former?.notice, input.evidence.notice);
  const { versions, id } = withCurrent(known.versions, notice);
  const resolve = createResolve(versions);
  const explain: Explain | undefined = explainTo && ((kind, reason, isChecked) => explainTo(kind, resolve(reason), isChecked));
  const isCollected = areAllCollected(collected, notice.containers);
  const earlier = { arrivalId, resolve };
  const check = beginCheck(known.ofNotice, noticeKinds, { isBaseline: former === undefined, nowMs, position, earlier });
  const { changes, wakes, wakeAt } = check;
  const next: Draft<NoticeMemory> = { ...(former?.ofNotice ?? emptyMemory) };
  const given = { notice, former: former?.ofNotice, next, changes, explain };
  // A version that has been evaluated changes nothing more.
  const isKnown = former?.notice === notice && !isCollected && explain === undefined;
  const isOther = !isKnown && checkNotice(given);
  const raised = changes.transitions.filter(({ transition }) => transition === 'RAISED').map(({ kind }) => kind);
  const change = changeKinds.find((kind) => raised.includes(kind));
  const { schedule, port } = input.evidence;
  const callKey = callKeyOf(notice);
  const isOtherSide = ({ callKey: of }: Pick<VisitInput['schedule'], 'callKey'>) => of !== callKey && isOtherCall(of, notice);
  const otherSides = (['schedule', 'port'] as const).filter((side) => isOtherSide(input.evidence[side]));
  const visitInput: VisitInput = {
    ...{ schedule, port, otherSides, notice: noticeStatementOf(numberedNotice(notice, id)), versionNumber: id },
    ...{ UNLocationCode: notice.portOfDischarge?.UNLocationCode, isOtherCall: isOther, change, isCollected, statesActualTimes },
    isAnswered: schedule.couldQuery && !otherSides.includes('schedule') && (schedule.callKey ?? callKey) === callKey,
    ...{ former: former?.ofVisit, alerts: known.ofVisit, formerPorts, nowMs, position },
  };
  const stated = visits?.state(visitInput) ?? stateVisit(visitInput);
  const ends = arrivalEndsOf(notice, stated.snapshot.bestTime, { nowMs, collected, openDays });
  const { isOpen } = ends;
  const visitCheck = { isOpen, steps, explain, earlier, issuedMs: () => Date.parse(notice.issueDateTime) };
  const visit = visits?.check(visitInput, stated, visitCheck) ?? checkVisit(visitInput, stated, visitCheck);
  const context: NoticeContext = {
    ...given,
    changes: isCollected || isOpen ? changes : check.changesWhileOver(),
    snapshot: { ...visit.state.snapshot, ...ends },
    steps,
    nowMs,
    collected,
    isCollected,
    zone: portZoneOf(notice.portOfDischarge?.UNLocationCode),
    wakeAt,
  };
  const beforeVisit = changes.transitions.length;
  if (!isKnown) for (const checkRule of [checkRelease, checkFreeTime, checkCharges]) checkRule(context);
  checkLastFreeDays(context);
  checkNews(context, visit);
  Object.assign(next, check.end());
  wakeAt(ends.openUntilMs);
  const allWakes = [...wakes, ...visit.wakes];
  const ofVisit = visit.changes.transitions;
  const transitions = [...changes.transitions.slice(0, beforeVisit), ...resolve(ofVisit), ...changes.transitions.slice(beforeVisit)];
  // What refers to a version changes with the current one at most.
  const kept = versions === known.versions ? versions : versionsIn(visit.state, versions, id);
  const memory: FactMemory = { format: memoryFormat, notice, versions: kept, ofNotice: next, ofVisit: visit.state.memory as VisitMemory };
  const { freeTimes: _, ...viewEnds } = ends;
  const evaluation = {
    noticeVersionId: notice.versionId,
    ends: viewEnds as ViewEnds,
    memory: memory as ViewMemory,
    visit: visit.state,
    /** Whether what is evaluated about the visit depends on more of the document. */
    dependsOnDocument: visit.dependsOnDocument,
    /** In the order in which they are appended to the log: an alert is closed after it is raised. */
    transitions: transitions.map((transition) => transitionOf(arrivalId, transition)),
    /** Those about the visit, as they are for each of its documents, with the versions of this one. */
    visitTransitions: transitions.map((_, index) => {
      const transition = ofVisit[index - beforeVisit];
      return transition && { transition, versions };
    }),
    /** The next time at which the clock alone may change something; undefined if there is none. */
    wakeAtMs: allWakes.length === 0 ? undefined : Math.min(...allWakes),
  };
  return withShown(evaluation, { arrivalId, ...evaluation });
}

const noticeKinds = alertKinds.filter((kind) => !ruleOf(kind).isOfVisit);

const changeKinds = ['PORT_CHANGED', 'VESSEL_CHANGED', 'VOYAGE_CHANGED'] as const satisfies readonly NoticeChange['kind'][];

const emptyMemory = { release: {}, isReleased: false, freeDays: {}, open: [], reported: [] } as const;
