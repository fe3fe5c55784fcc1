import type { Transition } from '../alerts.ts';
import type { ArrivalState, PendingTransition, ViewState } from '../arrival-state.ts';
import type { Collected } from '../collected.ts';
import { type Evaluate, evaluate as evaluateArrival } from '../facts/evaluate.ts';
import { createVisitEvaluations, type VisitEvaluations } from '../facts/evaluate-visit.ts';
import { standingAlertsOf } from '../facts/known-memory.ts';
import { withShown } from '../facts/shown.ts';
import type { NoticeEvidence, PortEvidence, ScheduleEvidence } from '../model.ts';
import { portNotAsked } from '../statements/port.ts';
import { scheduleNotAsked } from '../statements/schedule.ts';
import type { AlertHistory, ViewHistory } from '../store/alert-entries.ts';
import type { EvaluatedView } from '../tenant-views.ts';
import { alertSharingOf } from './alert-sharing.ts';

/** A version of a notice, with the terms and words of its parties. */
export interface ReadNotice {
  readonly evidence: NoticeEvidence;
  readonly partyTerms: readonly string[];
  readonly partyWords: readonly string[];
  /** See {@link ArrivalState}. */
  readonly matchKey?: string | undefined;
}

/** New evidence of the sides that were queried for one view. */
export interface ViewSides {
  readonly schedule?: ScheduleEvidence | undefined;
  readonly port?: PortEvidence | undefined;
  /** What the port stated before, for views that start again. */
  readonly formerPorts?: readonly PortEvidence[] | undefined;
}

/** One step of the evaluation of an arrival. */
export interface EvaluationStep {
  readonly arrivalId: string;
  readonly views: readonly EvaluatedView[];
  readonly nowMs: number;
  /** Default: the notice of the state. */
  readonly notice?: ReadNotice | undefined;
  /** New evidence by view. Default: the evidence of the state. */
  readonly sides?: ReadonlyMap<string, ViewSides> | undefined;
  /** Default: the positions of the state. */
  readonly positions?: Partial<ArrivalState['positions']> | undefined;
  /** Position in the log of the cause of the step; absent if only time has passed. */
  readonly position?: string | undefined;
  /** Alerts in the log by view, for views that start again. */
  readonly history?: AlertHistory | undefined;
  /** Days for which the arrival stays open. Default: as for an evaluation */
  readonly openDays?: number | undefined;
  /** Evaluates visits that several arrivals share. Default: only those of this step. */
  readonly visits?: VisitEvaluations | undefined;
}

/** Minimum time between two evaluations without new evidence. */
const minWakeMs = 1_000;

/**
 * Evaluates an arrival in each view in which its notice is visible. Pure: the same state and step give the same result.
 * A view in which the notice is not visible is dormant: facts that its callers may not see do not even become the
 * previous values of later alerts. Views with the same state and equal evidence are evaluated once.
 *
 * @param state undefined for a new arrival, which has a first evaluation, as does a view that is missing from the state
 * @returns the new state, whose pending transitions follow those of the old one
 */
export function evaluateStep(state: ArrivalState | undefined, step: EvaluationStep, evaluate: Evaluate = evaluateArrival): ArrivalState {
  const notice = step.notice?.evidence ?? state?.notice;
  const { partyTerms = [], partyWords = [] } = step.notice ?? state ?? {};
  if (notice === undefined) throw new Error(`the arrival ${step.arrivalId} has no notice`);
  const views: Record<string, ViewState> = {};
  const raised: PendingTransition[] = [];
  const evaluateInput = (input: ViewInput) => evaluateView(input, { step, notice, evaluate });
  // Comparing evidence takes its JSON, which a single view does not need.
  const evaluateOnce =
    step.views.length > 1 ? createEvaluateOnce(evaluateInput, (step.visits ?? createVisitEvaluations()).numberOf) : evaluateInput;
  const results = new Map<string, ViewResult>();
  let wakeAtMs: number | undefined;
  let dependsOnDocument = state?.dependsOnDocument;
  const noticeTerms = [`partner:${notice.partner}`, ...partyTerms];
  for (const { id, collected, statesActualTimes, shows } of step.views) {
    const held = state?.views[id];
    if (!shows(noticeTerms)) {
      if (held !== undefined) views[id] = held;
      continue;
    }
    const sides = step.sides?.get(id);
    const schedule = sides?.schedule ?? held?.schedule ?? scheduleNotAsked;
    const port = sides?.port ?? held?.port ?? portNotAsked;
    const ofView = { formerPorts: sides?.formerPorts, history: step.history?.get(id), collected, statesActualTimes };
    const result = evaluateOnce({ held, schedule, port, ...ofView });
    views[id] = result.view;
    results.set(id, result);
    if (result.dependsOnDocument) dependsOnDocument = true;
    if (result.wakeAtMs !== undefined) wakeAtMs = Math.min(wakeAtMs ?? Number.POSITIVE_INFINITY, result.wakeAtMs);
  }
  const names = new Map(Object.entries(state?.views ?? {}).map(([id, { alertsOf = id }]) => [id, alertsOf]));
  for (const [id, { name }] of step.history ?? []) if (name !== undefined && !names.has(id)) names.set(id, name);
  for (const { name, ids, hasParted } of alertSharingOf(views, { names, isEvaluated: (id) => results.has(id) })) {
    const [id = ''] = ids;
    const result = results.get(id);
    const { transitions = [], visitTransitions = [] } = result ?? {};
    const alertsOf = ids.length === 1 && name === id ? undefined : name;
    const view = result?.view ?? views[id];
    if (view === undefined) continue;
    if (result !== undefined) Object.assign(view, { alertsOf });
    else if (view.alertsOf !== alertsOf) views[id] = { ...view, alertsOf };
    // A view that does not show the current version has shown the one before.
    const of = { view: name, views: ids, partyTerms: result === undefined ? (state?.partyTerms ?? []) : partyTerms };
    if (hasParted) {
      const written = new Set(transitions.map(({ alertId }) => alertId));
      const unchanged = standingAlertsOf(step.arrivalId, view.memory).filter(({ transition }) => !written.has(transition.alertId));
      raised.push(...unchanged.map((standing) => ({ ...of, ...standing })));
    }
    raised.push(...transitions.map((transition, index) => ({ ...of, transition, ofVisit: visitTransitions[index] })));
  }
  return {
    arrivalId: step.arrivalId,
    notice,
    partyTerms,
    partyWords,
    matchKey: step.notice === undefined ? state?.matchKey : step.notice.matchKey,
    positions: { notices: 0, events: 0, ...state?.positions, ...step.positions },
    views,
    pending: [...(state?.pending ?? []), ...raised],
    wakeAtMs: wakeAtMs === undefined ? undefined : Math.max(wakeAtMs, step.nowMs + minWakeMs),
    queryAtMs: state?.queryAtMs,
    markedAtMs: state?.markedAtMs,
    dependsOnDocument,
  };
}

/** Everything in which the evaluations of the views of one step can differ. */
interface ViewInput {
  readonly held: ViewState | undefined;
  readonly schedule: ScheduleEvidence;
  readonly port: PortEvidence;
  readonly formerPorts: readonly PortEvidence[] | undefined;
  readonly history: ViewHistory | undefined;
  readonly collected: Collected;
  readonly statesActualTimes: boolean | undefined;
}

type ViewResult = ReturnType<typeof evaluateView>;

/**
 * Creates the evaluation of the views of one step, in which views with equal input share a result: an evaluation is
 * pure. Evidence is compared by its content. States are compared as objects, because equal ones are one object, also after
 * they were stored.
 */
function createEvaluateOnce(
  evaluateInput: (input: ViewInput) => ViewResult,
  numberOf: VisitEvaluations['numberOf'],
): (input: ViewInput) => ViewResult {
  const evaluated: { readonly input: ViewInput; readonly evidence: string; readonly result: ViewResult }[] = [];
  return (input) => {
    const { held, schedule, port, formerPorts = [], history, collected, statesActualTimes } = input;
    const possible = evaluated.filter(
      ({ input: of }) => of.held === held && of.history === history && of.statesActualTimes === statesActualTimes,
    );
    const ofCollected = collected.join();
    const isOne = ({ input: of }: (typeof evaluated)[number]) =>
      of.schedule === schedule && of.port === port && of.formerPorts === input.formerPorts && of.collected.join() === ofCollected;
    const one = possible.find(isOne);
    if (one !== undefined) return one.result;
    const evidence = `${[schedule, port, formerPorts].map(numberOf).join(' ')} ${ofCollected}`;
    const result = possible.find((same) => same.evidence === evidence)?.result ?? evaluateInput(input);
    evaluated.push({ input, evidence, result });
    return result;
  };
}

function evaluateView(
  { held, schedule, port, formerPorts, history, collected, statesActualTimes }: ViewInput,
  { step, notice, evaluate }: { readonly step: EvaluationStep; readonly notice: NoticeEvidence; readonly evaluate: Evaluate },
) {
  const { arrivalId, nowMs, position, openDays } = step;
  const evidence = { notice, schedule, port };
  const of = { collected, statesActualTimes, openDays, visits: step.visits };
  const evaluation = evaluate({ arrivalId, evidence, memory: held?.memory, formerPorts, history: history?.alerts, nowMs, position, ...of });
  const { memory, visit, ends, noticeVersionId, transitions, ...others } = evaluation;
  const { visitTransitions, wakeAtMs, dependsOnDocument } = others;
  const hasChanged =
    held === undefined ||
    transitions.some(isShownToAll) ||
    noticeVersionId !== held.noticeVersionId ||
    !showsSame(calmOf(held), calmOf(evaluation));
  const changedAtMs = hasChanged ? nowMs : held.changedAtMs;
  const view = { schedule, port, memory, visit, ends, noticeVersionId, changedAtMs, alertsOf: undefined };
  return { view: withShown(view, { arrivalId, memory, visit, ends }), transitions, visitTransitions, wakeAtMs, dependsOnDocument };
}

/**
 * The order of a list must not reveal an alert about charges. An alert is raised along with a version, which is a
 * change anyway.
 */
function isShownToAll({ kind }: Transition): boolean {
  return kind !== 'CHARGES_CHANGED';
}

/**
 * Returns what a version of the notice shows without the times that turn back and forth, whose moves are no change of the arrival
 * until they are reported.
 */
function calmOf({ visit: { snapshot }, ends }: Pick<ViewState, 'visit' | 'ends'>): unknown {
  const { unsteadySides, statements, bestTime } = snapshot;
  if (unsteadySides === undefined) return { snapshot, ends };
  const calm = Object.values(statements).filter(({ side }) => !unsteadySides.includes(side));
  // All of it follows from the best known time.
  const following = { bestTimeMs: 0, differences: 0, stateEvidence: 0 };
  return { snapshot: { ...snapshot, ...following, statements: calm, bestTime: bestTime?.source }, ends: { ...ends, openUntilMs: 0 } };
}

/** Attributes of when the sources of a snapshot were queried: schedules are queried continually. */
const retrieval = new Set(['queriedAt', 'isStale', 'statedAt', 'at']);

/** Returns whether two snapshots are equal except for {@link retrieval}. An absent attribute equals an undefined one. */
function showsSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) return false;
  const [one, other] = [left as Readonly<Record<string, unknown>>, right as Readonly<Record<string, unknown>>];
  for (const name in one) if (!retrieval.has(name) && !showsSame(one[name], other[name])) return false;
  for (const name in other) if (!retrieval.has(name) && other[name] !== undefined && one[name] === undefined) return false;
  return true;
}
