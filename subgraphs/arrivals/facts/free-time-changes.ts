import type { EvidenceRef, LastFree } from '../model.ts';
import { noticeRef } from '../statements/notice.ts';
import { addDays, daysBetween, localOf, millisecondsOf, startOfDayMs } from '../statements/port-time.ts';
import { type FactContext, sideValue } from './fact-context.ts';
import type { FreeDays } from './fact-memory.ts';

/**
 * Checks `FREE_TIME_CHANGED`: whether the last free day of a container, for pickup or for return, changed or was
 * removed. One alert covers all changes of a version.
 */
export function checkFreeTime({ evidence: { notice }, snapshot: { freeTimes }, former, next, changes, explain }: FactContext): void {
  const ref = noticeRef(notice);
  const given = former?.freeDays ?? {};
  const freeDays: Record<string, FreeDays> = {};
  const changed: { readonly before: string; readonly after: string; readonly ref: EvidenceRef }[] = [];
  for (const { equipmentReference = '', ...now } of freeTimes) {
    // If a notice names its containers only later, the days are still the same.
    const before = given[equipmentReference] ?? given[''];
    const of = equipmentReference === '' ? '' : `${equipmentReference} `;
    for (const part of ['pickup', 'return'] as const) {
      const [was, is] = [before?.[part], now[part]];
      if (before === undefined || was === undefined || (is !== undefined && isSame(was, is))) continue;
      const name = part === 'return' ? `${of}return ` : of;
      changed.push({ before: `${name}${was.localDate}`, after: `${name}${is?.localDate ?? 'none'}`, ref: before.ref });
    }
    const isUnchanged =
      before !== undefined && JSON.stringify([before.pickup, before.return]) === JSON.stringify([daysOf(now.pickup), daysOf(now.return)]);
    if (now.pickup !== undefined || now.return !== undefined) {
      freeDays[equipmentReference] = { pickup: daysOf(now.pickup), return: daysOf(now.return), ref: isUnchanged ? before.ref : ref };
    }
  }
  // A notice without any rules has no entry for the loop above, so the former days of the notice as a whole are
  // compared here.
  const lost = freeTimes.length === 0 ? given[''] : undefined;
  for (const part of ['pickup', 'return'] as const) {
    const was = lost?.[part];
    if (lost !== undefined && was !== undefined) changed.push({ before: was.localDate, after: 'none', ref: lost.ref });
  }
  next.freeDays = freeDays;
  if (changed.length > 0) {
    changes.close('FREE_TIME_CHANGED', { closeReason: 'SUPERSEDED', evidence: [ref] });
    const [before, after] = [changed.map((one) => one.before).join(', '), changed.map((one) => one.after).join(', ')];
    changes.raise({
      kind: 'FREE_TIME_CHANGED',
      steps: [{ before: sideValue('NOTICE', before), after: sideValue('NOTICE', after) }],
      evidence: [ref, ...new Map(changed.map((one) => [one.ref.id, one.ref])).values()],
    });
  }
  const days = Object.keys(freeDays).length;
  explain(
    'FREE_TIME_CHANGED',
    days === 0
      ? 'The notice states no last free day.'
      : `The last free days have not changed since the version of ${latestOf(Object.values(freeDays).map((known) => known.ref.at))}.`,
    days > 0,
  );
}

/**
 * Checks `LAST_FREE_DAY_NEAR`: whether a threshold's number of days is left by the clocks of the port, while the
 * arrival is open. Another last free day is another alert.
 */
export function checkLastFreeDay(context: FactContext): void {
  const { evidence, snapshot, former, next, changes, steps, nowMs, zone, isCollected, explain, wakeAt } = context;
  const { lastFree, isOpen, openUntilMs } = snapshot;
  const day = lastFree?.localDate;
  changes.close('LAST_FREE_DAY_NEAR', { closeReason: 'DAY_MOVED', where: (_, { subject }) => subject !== day });
  if (!isOpen) changes.close('LAST_FREE_DAY_NEAR', { closeReason: isCollected ? 'COLLECTED' : 'ARRIVAL_CLOSED' });
  if (day === undefined) {
    next.lastFree = undefined;
    explain('LAST_FREE_DAY_NEAR', 'The notice states no last free day of pickup.', false);
    return;
  }
  const known = former?.lastFree?.localDate === day ? former.lastFree : { localDate: day, ref: noticeRef(evidence.notice) };
  next.lastFree = known;
  const left = daysBetween(localOf(nowMs, zone).localDate, day);
  const reached = steps.LAST_FREE_DAY_NEAR.filter((step) => left >= 0 && left <= step && !changes.isOpen('LAST_FREE_DAY_NEAR', step));
  if (isOpen && reached.length > 0) {
    const near = reached.map((step) => ({ step, after: sideValue('NOTICE', day) }));
    changes.raise({ kind: 'LAST_FREE_DAY_NEAR', subject: day, steps: near, evidence: [known.ref] });
  }
  const nextStep = steps.LAST_FREE_DAY_NEAR.findLast((step) => step < left);
  if (nextStep !== undefined) wakeAt(startOfDayMs(addDays(day, -nextStep), zone));
  wakeAt(openUntilMs);
  explain('LAST_FREE_DAY_NEAR', `${leftText(day, left)}${isOpen ? '' : ', and the arrival is not open'}. ${fromText(steps)}`);
}

function leftText(day: string, left: number): string {
  if (left < 0) return `The last free day of pickup, ${day}, has passed`;
  if (left === 0) return `The last free day of pickup, ${day}, is today`;
  return `Until the last free day of pickup, ${day}, ${left === 1 ? '1 day is' : `${left} days are`} left`;
}

function fromText({ LAST_FREE_DAY_NEAR: [step = 0] }: FactContext['steps']): string {
  return `It is reported from ${step} ${step === 1 ? 'day' : 'days'} before.`;
}

/** Returns the latest of several times of issue. */
function latestOf(times: readonly string[]): string {
  return times.reduce((latest, time) => (Date.parse(time) > Date.parse(latest) ? time : latest));
}

function daysOf(day: LastFree | undefined): FreeDays['pickup'] {
  return day === undefined ? undefined : { localDate: day.localDate, ...(day.dateTime !== undefined && { dateTime: day.dateTime }) };
}

/** If one of them is only a day, the days are compared. */
function isSame(left: { readonly localDate: string; readonly dateTime?: string | undefined }, right: LastFree): boolean {
  if (left.dateTime === undefined || right.dateTime === undefined) return left.localDate === right.localDate;
  return millisecondsOf(left.dateTime) === millisecondsOf(right.dateTime);
}
