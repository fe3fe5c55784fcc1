import { hoursOf, isYoung, movedMs } from '../arrival/arrival.ts';
import type { SideStatement, StatedArrivalTime } from '../model.ts';
import { hourMs } from '../statements/port-time.ts';
import type { FactStep } from './alert-collector.ts';
import { distinct, timeValueOf, type VisitContext, withdrawnBy } from './fact-context.ts';
import type { EtaMemory } from './fact-memory.ts';
import { sourceOf, type Unsteady } from './unsteady-facts.ts';

/**
 * Checks `ETA_CHANGED`: whether the source of the best known time states another time than when it was last reported or
 * became the best source. Each step has its own reference, so small changes add up. Another source, record or visit
 * starts with the time that it states then, unless the notice names another ship, voyage or port, or the time that was
 * reported was one of an unsteady source. A source that is no longer the best only because its statement became outdated,
 * or that stated nothing while no other source did, continues with the time that it stated before.
 */
export function checkEta(context: VisitContext, unsteady: Unsteady): void {
  const { evidence, snapshot, former, next, changes, steps, noticeChange: change, isAnswered, explain } = context;
  const { bestTime } = snapshot;
  const source = bestTime === undefined || bestTime.classifier === 'ACT' ? undefined : sourceOf(bestTime, evidence.port);
  const held = [former?.eta, ...(former?.lapsed ?? [])].filter((eta) => eta !== undefined);
  next.eta = undefined;
  next.lapsed = held.filter((eta) => eta.source !== source && isOld(eta, context));
  if (bestTime === undefined) {
    [next.eta, next.noticeChange] = [former?.eta, change];
    explain?.('ETA_CHANGED', { code: 'NO_TIME' }, false);
    return;
  }
  if (source === undefined) {
    changes.close('ETA_CHANGED', { closeReason: 'ACTUAL_TIME', evidence: [bestTime.evidence] });
    explain?.('ETA_CHANGED', { code: 'ACTUAL_TIME', time: bestTime });
    return;
  }
  next.noticeChange = isAnswered ? undefined : change;
  const known = held.find((eta) => eta.source === source);
  const references = referencesIn(change === undefined ? known : (former?.eta ?? known));
  if (former?.eta !== undefined && former.eta !== known) {
    const reported = referencesIn(former.eta);
    for (const step of unsteady.endedSteps(sideOf(former.eta))) references.set(step, reported.get(step) ?? bestTime);
  }
  const reached: FactStep[] = [];
  for (const step of steps.ETA_CHANGED) {
    const reference = references.get(step);
    const moved = reference === undefined ? 0 : movedMs(reference, bestTime);
    if (reference !== undefined && (Math.abs(moved) < step * hourMs || unsteady.isWithheld(bestTime.source, step))) continue;
    references.set(step, bestTime);
    if (reference !== undefined) {
      reached.push({ step, before: timeValueOf(reference), after: timeValueOf(bestTime), hoursMoved: hoursOf(moved) });
    }
  }
  next.eta = { source, references: grouped(references) };
  if (reached.length > 0) {
    const isReached = ({ step }: FactStep) => reached.some((one) => one.step === step);
    changes.close('ETA_CHANGED', { closeReason: 'SUPERSEDED', evidence: [bestTime.evidence], where: isReached });
    const before = reached.flatMap(({ before }) => before?.time?.evidence ?? []);
    const cause = change === undefined ? [] : [change.ref];
    changes.raise({
      kind: 'ETA_CHANGED',
      cause: change?.kind,
      steps: reached,
      evidence: distinct([bestTime.evidence, ...before, ...cause]),
    });
  }
  const [step = 0] = steps.ETA_CHANGED;
  if (explain === undefined) return;
  const comparedTime = references.get(step) ?? bestTime;
  const hours = hoursOf(movedMs(comparedTime, bestTime));
  explain('ETA_CHANGED', { code: hours === 0 ? 'SAME_TIME' : 'MOVED', time: bestTime, comparedTime, hours });
}

/** Returns whether a source still states a time, but an outdated one. */
function isOld({ source }: EtaMemory, { evidence, statements, nowMs }: VisitContext): boolean {
  const times = [statements.schedule.arrival, ...statements.port.times].filter((time) => time !== undefined);
  const own = times.filter((time) => time.classifier !== 'ACT' && sourceOf(time, evidence.port) === source);
  return own.length > 0 && own.every((time) => !isYoung(time, nowMs));
}

function sideOf({ references }: EtaMemory): StatedArrivalTime['source'] {
  return references[0]?.time.source ?? 'NOTICE';
}

function referencesIn(eta: EtaMemory | undefined): Map<number, StatedArrivalTime> {
  return new Map((eta?.references ?? []).flatMap(({ steps, time }) => steps.map((step) => [step, time] as const)));
}

function grouped(references: ReadonlyMap<number, StatedArrivalTime>): { steps: number[]; time: StatedArrivalTime }[] {
  const times = [...new Set(references.values())];
  return times.map((time) => ({ steps: [...references].flatMap(([step, of]) => (of === time ? [step] : [])), time }));
}

/**
 * Checks `SOURCES_DISAGREE`: whether two sides differ by a threshold's hours while both are current. The alert stays
 * open when a side becomes outdated, and ends when they agree or a side no longer states anything. Each pair of sides
 * has its own alerts. A side whose time is unsteady is compared by the time that it had before, or when it last left its
 * range.
 */
export function checkDisagreement(context: VisitContext, unsteady: Unsteady): void {
  const { notice, schedule, port } = context.statements;
  const pairs = [
    [notice, schedule],
    [notice, port],
    [schedule, port],
  ] as const;
  for (const pair of pairs) checkPair(context, unsteady, pair);
  const silent = [notice, schedule, port].filter(({ arrival }) => arrival === undefined);
  if (silent.length < 2) return;
  for (const { side, outcome } of silent) {
    context.explain?.('SOURCES_DISAGREE', { code: 'SIDE_WITHOUT_TIME', side, sideOutcome: outcome }, false);
  }
}

function checkPair(
  { evidence: all, changes, steps, nowMs, explain }: VisitContext,
  unsteady: Unsteady,
  [left, right]: readonly [SideStatement, SideStatement],
): void {
  const subject = `${left.side}-${right.side}`;
  if (left.arrival === undefined || right.arrival === undefined) {
    const gone = [left, right].filter(({ arrival }) => arrival === undefined);
    const stated = changes
      .open()
      .flatMap((alert) => (alert.kind === 'SOURCES_DISAGREE' && alert.subject === subject ? alert.evidence : []));
    const by = gone.flatMap(({ side }) => withdrawnBy(all, side, stated));
    changes.close('SOURCES_DISAGREE', { closeReason: 'STATEMENT_WITHDRAWN', subject, evidence: distinct(by) });
    return;
  }
  const before = unsteady.heldTimeOf(left.side) ?? left.arrival;
  const after = unsteady.heldTimeOf(right.side) ?? right.arrival;
  const distanceMs = Math.abs(movedMs(before, after));
  const evidence = [before.evidence, after.evidence];
  const isReached = (step = 0) => distanceMs >= step * hourMs;
  changes.close('SOURCES_DISAGREE', { closeReason: 'SIDES_AGREE', subject, evidence, where: ({ step }) => !isReached(step) });
  const areCurrent = [left, right].every(({ isStale, arrival }) => !isStale && arrival !== undefined && isYoung(arrival, nowMs));
  const reached = steps.SOURCES_DISAGREE.filter(
    (step) => areCurrent && isReached(step) && !changes.isOpen('SOURCES_DISAGREE', step, subject),
  );
  const hoursMoved = hoursOf(distanceMs);
  if (reached.length > 0) {
    const values = { before: timeValueOf(before), after: timeValueOf(after), hoursMoved };
    changes.raise({ kind: 'SOURCES_DISAGREE', subject, steps: reached.map((step) => ({ step, ...values })), evidence });
  }
  const code = areCurrent ? 'DIFFERENCE' : 'OUTDATED_DIFFERENCE';
  explain?.('SOURCES_DISAGREE', { code, time: after, comparedTime: before, hours: hoursMoved });
}
