import { isYoung } from '../arrival/best-time.ts';
import { hoursOf, movedMs } from '../arrival/difference.ts';
import type { Side, SideStatement } from '../model.ts';
import { hourMs } from '../statements/port-time.ts';
import { type FactContext, outcomeTexts, sideNames, textOfTime, timeValueOf } from './fact-context.ts';

const pairs = [
  ['NOTICE', 'SCHEDULE'],
  ['NOTICE', 'PORT'],
  ['SCHEDULE', 'PORT'],
] as const satisfies readonly (readonly [Side, Side])[];

/**
 * Checks `SOURCES_DISAGREE`: whether two sides differ by a threshold's hours while both are current. The alert stays
 * open when a side becomes outdated, and ends when they agree or a side no longer states anything. Each pair of sides
 * has its own alerts.
 */
export function checkDisagreement(context: FactContext): void {
  const { statements } = context.snapshot;
  const bySide = { NOTICE: statements.notice, SCHEDULE: statements.schedule, PORT: statements.port };
  const reasons = pairs.flatMap(([left, right]) => checkPair(context, bySide[left], bySide[right]) ?? []);
  if (reasons.length === 0) {
    context.explain('SOURCES_DISAGREE', missingReason(Object.values(bySide)), false);
    return;
  }
  const [step = 0] = context.steps.SOURCES_DISAGREE;
  context.explain('SOURCES_DISAGREE', `${reasons.join(' ')} Differences are reported from ${step} h on.`);
}

function missingReason(sides: readonly SideStatement[]): string {
  const silent = sides.filter(({ arrival }) => arrival === undefined);
  const texts = silent.map(({ side, outcome }) =>
    side === 'NOTICE' ? 'the notice states no day' : `the ${sideNames[side]} ${outcomeTexts[outcome]}`,
  );
  return `Fewer than two sides state an arrival time: ${texts.join('; ')}.`;
}

function checkPair({ changes, steps, nowMs }: FactContext, left: SideStatement, right: SideStatement): string | undefined {
  const subject = `${left.side}-${right.side}`;
  if (left.arrival === undefined || right.arrival === undefined) {
    changes.close('SOURCES_DISAGREE', { closeReason: 'STATEMENT_WITHDRAWN', subject });
    return undefined;
  }
  const [before, after] = [left.arrival, right.arrival];
  const distanceMs = Math.abs(movedMs(before, after));
  const evidence = [before.evidence, after.evidence];
  changes.close('SOURCES_DISAGREE', {
    closeReason: 'SIDES_AGREE',
    subject,
    evidence,
    where: ({ step }) => distanceMs < (step ?? 0) * hourMs,
  });
  const areCurrent = [left, right].every(({ isStale, arrival }) => !isStale && arrival !== undefined && isYoung(arrival, nowMs));
  const reached = areCurrent
    ? steps.SOURCES_DISAGREE.filter((step) => distanceMs >= step * hourMs && !changes.isOpen('SOURCES_DISAGREE', step, subject))
    : [];
  const hoursMoved = hoursOf(distanceMs);
  if (reached.length > 0) {
    const values = { before: timeValueOf(before), after: timeValueOf(after), hoursMoved };
    changes.raise({ kind: 'SOURCES_DISAGREE', subject, steps: reached.map((step) => ({ step, ...values })), evidence });
  }
  const differ = `The ${sideNames[left.side]} (${textOfTime(before)}) and the ${sideNames[right.side]} (${textOfTime(after)}) differ by ${hoursMoved} h`;
  return `${differ}${areCurrent ? '' : ', and at least one of them is not current'}.`;
}
