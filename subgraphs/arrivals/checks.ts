import type { AlertReader } from './alert-terms.ts';
import { type AlertView, openAlertView } from './alert-view.ts';
import type { AlertThresholds, AlertValue, Check, Evaluate } from './alerts.ts';
import { createEvaluate } from './facts/evaluate.ts';
import { sideNames } from './facts/fact-context.ts';
import type { ArrivalView } from './query-parts.ts';

/**
 * Explains to one caller, for each kind, why it is raised or not at this time. The arrival is evaluated again from its
 * memory, with only the caller's thresholds. Evaluating the same evidence again changes nothing, whereas a stored
 * explanation would have been given at another time.
 *
 * @param now.isCollected whether the caller's tenant has marked the arrival as collected
 */
export function checksOf(
  { arrivalId, state, shown }: ArrivalView,
  { thresholds, charges }: AlertReader,
  now: { readonly nowMs: number; readonly isCollected: boolean },
): Check[] {
  const { schedule, port, memory, openAlerts } = shown;
  const { checks } = evaluatorOf(thresholds)({ arrivalId, evidence: { notice: state.notice, schedule, port }, memory, ...now });
  const open = openAlerts.flatMap((alert) => openAlertView(arrivalId, alert, thresholds) ?? []);
  return checks
    .filter(({ kind }) => kind !== 'CHARGES_CHANGED' || charges)
    .map((check) => {
      const raised = open.filter(({ kind }) => kind === check.kind);
      if (raised.length > 0) return { kind: check.kind, outcome: 'RAISED', reason: raised.map(raisedReason).join(' ') };
      // The kind became due by time and has not been evaluated yet, or it has been raised by another threshold.
      return check.outcome === 'RAISED' ? { ...check, outcome: 'NOT_RAISED' } : check;
    });
}

/** Evaluations by the thresholds of tenants; few tenants have different thresholds. */
const evaluators = new Map<string, Evaluate>();

function evaluatorOf({ etaChangedHours, disagreementHours, lastFreeDayNearDays, noNewsHours }: AlertThresholds): Evaluate {
  const key = [etaChangedHours, disagreementHours, lastFreeDayNearDays, noNewsHours].join();
  const known = evaluators.get(key);
  if (known !== undefined) return known;
  const created = createEvaluate({
    ETA_CHANGED: [etaChangedHours],
    SOURCES_DISAGREE: [disagreementHours],
    LAST_FREE_DAY_NEAR: [lastFreeDayNearDays],
    NO_NEWS: [noNewsHours],
  });
  evaluators.set(key, created);
  return created;
}

function raisedReason(alert: AlertView): string {
  return `An alert has been open since ${alert.step.raisedAt}${valuesOf(alert)}.`;
}

function valuesOf({ kind, step: { before, after } }: AlertView): string {
  if (after === undefined) return '';
  if (before === undefined) return `: ${nameOf(after)}`;
  if (kind !== 'SOURCES_DISAGREE') return `: ${nameOf(before)} became ${nameOf(after)}`;
  return `: ${[before, after].map(({ source, text }) => `the ${sideNames[source]} states ${text}`).join(', ')}`;
}

function nameOf({ text, name }: AlertValue): string {
  return name === undefined ? text : `${name} (${text})`;
}
