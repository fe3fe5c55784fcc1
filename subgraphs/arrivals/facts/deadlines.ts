import { spanOf } from '../arrival/arrival.ts';
import { isContainerCollected } from '../collected.ts';
import { noticeRef } from '../statements/notice.ts';
import { addDays, daysBetween, hourMs, localOf, startOfDayMs } from '../statements/port-time.ts';
import { type NoticeContext, sideValue, timeValueOf, unexpected, type VisitContext, withdrawnBy } from './fact-context.ts';
import type { HeldAlert } from './fact-memory.ts';

/** Days before the last free day at which a new `LAST_FREE_DAY_NEAR` is raised; 0 is the day itself. */
const daysOfNear = [0, 1, 2, 3, 5] as const;
const kindsOfDay = ['LAST_FREE_DAY_NEAR', 'LAST_FREE_DAY_PASSED'] as const;

/**
 * Checks `LAST_FREE_DAY_NEAR` and `LAST_FREE_DAY_PASSED`, by the clocks of the port and while the arrival is open: each
 * last free day of pickup has one alert at a time, for all its containers. The next one closes it and needs attention
 * again: fewer days are left, the day has passed, or it is the day of another container too.
 */
export function checkLastFreeDays(context: NoticeContext): void {
  const { notice, snapshot, former, next, changes, steps, nowMs, zone, collected, isCollected, wakeAt } = context;
  const { freeTimes, isOpen } = snapshot;
  const ref = noticeRef(notice);
  const containersOf = new Map<string, readonly string[]>();
  for (const { equipmentReference, pickup } of freeTimes) {
    if (pickup === undefined) continue;
    const others = containersOf.get(pickup.localDate) ?? [];
    containersOf.set(pickup.localDate, equipmentReference === undefined ? others : [...others, equipmentReference]);
  }
  const today = localOf(nowMs, zone).localDate;
  next.lastFreeDays = {};
  for (const kind of kindsOfDay) {
    changes.close(kind, { closeReason: 'DAY_MOVED', evidence: [ref], where: (_, { subject = '' }) => !containersOf.has(subject) });
    if (!isOpen) changes.close(kind, { closeReason: isCollected ? 'COLLECTED' : 'ARRIVAL_CLOSED' });
  }
  for (const [subject, containers] of containersOf) {
    const held = former?.lastFreeDays?.[subject];
    const added = held === undefined ? [] : containers.filter((container) => !held.containers.includes(container));
    // A version that names fewer containers, and the next one that names them again, change nothing.
    const known =
      held === undefined || added.length > 0 ? { containers: [...new Set([...(held?.containers ?? []), ...containers])], ref } : held;
    const waiting = containers.filter((container) => !isContainerCollected(collected, container));
    const isDone = containers.length > 0 && waiting.length === 0;
    if (isDone) for (const kind of kindsOfDay) changes.close(kind, { closeReason: 'COLLECTED', subject });
    next.lastFreeDays = { ...next.lastFreeDays, [subject]: known };
    const left = daysBetween(today, subject);
    const nextLeft = [...daysOfNear.toReversed(), -1].find((days) => days < left);
    if (nextLeft !== undefined) wakeAt(startOfDayMs(addDays(subject, -nextLeft), zone));
    const daysLeft = left < 0 ? undefined : daysOfNear.find((days) => left <= days);
    if (!isOpen || isDone || (left >= 0 && daysLeft === undefined)) continue;
    const [kind, ofDay] =
      left < 0 ? (['LAST_FREE_DAY_PASSED', [undefined]] as const) : (['LAST_FREE_DAY_NEAR', steps.LAST_FREE_DAY_NEAR] as const);
    const isAdded = added.some((container) => waiting.includes(container));
    // A container that is no longer marked as collected is in no alert that was raised meanwhile.
    const isNamed = (container: string, { equipmentReferences: named }: HeldAlert) => named?.includes(container) ?? true;
    const isFormer = (alert: HeldAlert) =>
      isAdded || alert.kind !== kind || daysLeftOf(alert) !== daysLeft || !waiting.every((container) => isNamed(container, alert));
    const superseded = { closeReason: 'SUPERSEDED', evidence: isAdded ? [ref] : [], subject } as const;
    for (const one of kindsOfDay) changes.close(one, { ...superseded, where: (_, alert) => isFormer(alert) });
    const reached = ofDay.filter((step) => (step ?? 0) >= (daysLeft ?? 0) && !changes.isOpen(kind, step, subject));
    const equipmentReferences = waiting.length > 0 ? waiting : undefined;
    const raised = reached.map((step) => ({ step, daysLeft, after: sideValue('NOTICE', subject) }));
    changes.raise({ kind, subject, equipmentReferences, steps: raised, evidence: [known.ref] });
  }
  if (context.explain === undefined) return;
  const isWaiting = (day: string) => containersOf.get(day)?.every((container) => isContainerCollected(collected, container)) === false;
  const days = [...containersOf.keys()].toSorted();
  explainDays(context, days.some(isWaiting) ? days.filter(isWaiting) : days, today);
}

/** Alerts that were raised before each day had its own have no number of days: it is that of their smallest step. */
function daysLeftOf({ kind, steps }: HeldAlert): number | undefined {
  if (kind === 'LAST_FREE_DAY_PASSED') return undefined;
  const open = steps.filter(({ closedAt }) => closedAt === undefined);
  return Math.min(...open.map(({ daysLeft, step = 0 }) => daysLeft ?? step));
}

function explainDays({ snapshot: { isOpen }, explain }: NoticeContext, days: readonly string[], today: string): void {
  const dayOf = { LAST_FREE_DAY_NEAR: days.find((day) => day >= today) ?? days.at(-1), LAST_FREE_DAY_PASSED: days[0] };
  for (const kind of kindsOfDay) {
    const day = dayOf[kind];
    if (day === undefined) explain?.(kind, { code: 'NO_LAST_FREE_DAY' }, false);
    else explain?.(kind, { code: 'DAYS_LEFT', day, daysLeft: daysBetween(today, day), isOpen });
  }
}

/** From so many hours after the best known time, an arrival that is overdue requires an action. */
const actNowHours = 72;

/**
 * Checks `OVERDUE`: whether the best known time of an arrival that is expected has passed by the hours of a threshold. An
 * arrival about which only the notice states something is checked if its partner states actual times: if it never does,
 * the ship may have arrived. From 72 hours on it is another alert, which requires an action.
 */
export function checkOverdue(context: VisitContext): void {
  const { snapshot, statements, statesActualTimes, changes, steps, nowMs, isCollected, explain, wakeAt } = context;
  const { state, stateEvidence, bestTime, isOpen } = snapshot;
  const evidence = stateEvidence;
  const [raisedBy] = changes
    .open()
    .filter(({ kind }) => kind === 'OVERDUE')
    .flatMap((alert) => alert.evidence);
  const withdrawn = raisedBy === undefined ? [] : withdrawnBy(context.evidence, raisedBy.source, [raisedBy]);
  if (state === 'OMITTED') changes.close('OVERDUE', { closeReason: 'OMITTED', evidence });
  else if (state === 'UNKNOWN' || bestTime === undefined)
    changes.close('OVERDUE', { closeReason: 'STATEMENT_WITHDRAWN', evidence: withdrawn });
  else if (state !== 'EXPECTED') changes.close('OVERDUE', { closeReason: 'ACTUAL_TIME', evidence });
  if (!isOpen) changes.close('OVERDUE', { closeReason: isCollected ? 'COLLECTED' : 'ARRIVAL_CLOSED' });
  if (state !== 'EXPECTED' || bestTime === undefined || !isOpen) {
    explain?.('OVERDUE', unexpected(snapshot), false);
    return;
  }
  const { lastMs } = spanOf(bestTime);
  const pastMs = nowMs - lastMs;
  for (const hours of [...steps.OVERDUE, actNowHours]) wakeAt(lastMs + hours * hourMs);
  if (pastMs < 0) {
    changes.close('OVERDUE', { closeReason: 'TIME_AHEAD', evidence: [bestTime.evidence] });
    explain?.('OVERDUE', { code: 'TIME_AHEAD', time: bestTime });
    return;
  }
  const isChecked = statesActualTimes || [statements.schedule, statements.port].some(({ outcome }) => outcome === 'UNIQUE');
  if (isChecked) {
    const severity = pastMs < actNowHours * hourMs ? 'LOOK' : 'ACT_NOW';
    if (severity === 'ACT_NOW') {
      changes.close('OVERDUE', { closeReason: 'SUPERSEDED', where: (_, alert) => alert.severity !== severity });
    }
    const reached = steps.OVERDUE.filter((step) => pastMs >= step * hourMs && !changes.isOpen('OVERDUE', step));
    const after = timeValueOf(bestTime);
    changes.raise({ kind: 'OVERDUE', severity, steps: reached.map((step) => ({ step, after })), evidence: [bestTime.evidence] });
  }
  const code = isChecked ? 'TIME_PASSED' : 'ACTUAL_TIMES_NOT_STATED';
  explain?.('OVERDUE', { code, time: bestTime, hours: Math.floor(pastMs / hourMs) }, isChecked);
}
