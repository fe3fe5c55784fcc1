import { isYoung } from '../arrival/best-time.ts';
import { hoursOf, movedMs } from '../arrival/difference.ts';
import type { PortEvidence, StatedArrivalTime } from '../model.ts';
import { portCallKeyOf } from '../statements/port.ts';
import { hourMs } from '../statements/port-time.ts';
import type { FactStep } from './alert-changes.ts';
import { type FactContext, sideNames, textOfTime, timeValueOf } from './fact-context.ts';
import type { EtaMemory } from './fact-memory.ts';

/**
 * Checks `ETA_CHANGED`: whether the source of the best known time states another time than when it was last reported or
 * became the best source. Each step has its own reference, so small changes add up. Another source, record or visit
 * starts with the time that it states then. A source that is no longer the best only because its statement became
 * outdated continues with the time that it stated before.
 */
export function checkEta(context: FactContext): void {
  const { evidence, snapshot, former, next, changes, steps, explain } = context;
  const { bestTime } = snapshot;
  const source = bestTime === undefined || bestTime.classifier === 'ACT' ? undefined : sourceOf(bestTime, evidence.port);
  const held = [former?.eta, ...(former?.lapsed ?? [])].filter((eta) => eta !== undefined);
  next.eta = undefined;
  next.lapsed = held.filter((eta) => eta.source !== source && isOld(eta, context));
  if (bestTime === undefined) {
    explain('ETA_CHANGED', 'No side states an arrival time.', false);
    return;
  }
  if (source === undefined) {
    changes.close('ETA_CHANGED', { closeReason: 'ACTUAL_TIME', evidence: [bestTime.evidence] });
    explain(
      'ETA_CHANGED',
      `The arrival has happened: the ${sideNames[bestTime.source]} states ${textOfTime(bestTime)} as its actual time.`,
    );
    return;
  }
  const known = held.find((eta) => eta.source === source);
  const references = new Map((known?.references ?? []).flatMap(({ steps: some, time }) => some.map((step) => [step, time] as const)));
  const reached: FactStep[] = [];
  for (const step of steps.ETA_CHANGED) {
    const reference = references.get(step);
    const moved = reference === undefined ? 0 : movedMs(reference, bestTime);
    if (reference !== undefined && Math.abs(moved) < step * hourMs) continue;
    references.set(step, bestTime);
    if (reference !== undefined) {
      reached.push({ step, before: timeValueOf(reference), after: timeValueOf(bestTime), hoursMoved: hoursOf(moved) });
    }
  }
  next.eta = { source, references: grouped(references) };
  if (reached.length > 0) {
    const isReached = (step: number | undefined) => reached.some((one) => one.step === step);
    changes.close('ETA_CHANGED', { closeReason: 'SUPERSEDED', evidence: [bestTime.evidence], where: ({ step }) => isReached(step) });
    const before = reached.flatMap(({ before }) => before?.time?.evidence ?? []);
    changes.raise({ kind: 'ETA_CHANGED', steps: reached, evidence: distinct([bestTime.evidence, ...before]) });
  }
  const [step = 0] = steps.ETA_CHANGED;
  explain('ETA_CHANGED', reasonOf(bestTime, references.get(step) ?? bestTime, step));
}

/**
 * Returns the same text if an evaluation is repeated, because only the evaluator knows how often an arrival was
 * evaluated.
 */
function reasonOf(bestTime: StatedArrivalTime, reference: StatedArrivalTime, step: number): string {
  const stated = `The best known time is ${textOfTime(bestTime)}, from the ${sideNames[bestTime.source]}`;
  const since = 'when it was last reported or became the best known time';
  const hours = hoursOf(movedMs(reference, bestTime));
  if (hours === 0) return `${stated}, which stated the same ${since}.`;
  const moved = `${Math.abs(hours)} h ${hours > 0 ? 'later' : 'earlier'} than ${textOfTime(reference)}, which it stated ${since}`;
  return `${stated}: ${moved}. Moves are reported from ${step} h on.`;
}

/** Returns whether a source still states a time, but an outdated one. */
function isOld({ source }: EtaMemory, { evidence, snapshot: { statements }, nowMs }: FactContext): boolean {
  const times = [statements.schedule.arrival, ...statements.port.times].filter((time) => time !== undefined);
  const own = times.filter((time) => time.classifier !== 'ACT' && sourceOf(time, evidence.port) === source);
  return own.length > 0 && own.every((time) => !isYoung(time, nowMs));
}

/** Returns the source, with the record or visit that it refers to: a change of the match is not a change of time. */
function sourceOf({ source, event, evidence }: StatedArrivalTime, port: PortEvidence): string {
  if (source === 'NOTICE') return source;
  if (source === 'SCHEDULE') return JSON.stringify([source, evidence.partner, evidence.id]);
  const stating = port.events.find(({ versionId }) => versionId === evidence.id);
  return JSON.stringify([source, evidence.partner, event, (stating && portCallKeyOf(stating)) ?? null]);
}

function grouped(references: ReadonlyMap<number, StatedArrivalTime>): { steps: number[]; time: StatedArrivalTime }[] {
  const groups: { steps: number[]; time: StatedArrivalTime }[] = [];
  for (const [step, time] of references) {
    const group = groups.find((one) => one.time === time);
    if (group === undefined) groups.push({ steps: [step], time });
    else group.steps.push(step);
  }
  return groups;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
