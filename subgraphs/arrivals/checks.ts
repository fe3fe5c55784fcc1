import type { AlertReader } from './alert-terms.ts';
import { type AlertView, openAlertView } from './alert-view.ts';
import type { AlertThresholds, Check, Evaluate } from './alerts.ts';
import { createEvaluate } from './facts/evaluate.ts';
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
  const open = new Map(
    openAlerts.flatMap((alert) => openAlertView(arrivalId, alert, thresholds) ?? []).map((alert) => [alert.kind, alert]),
  );
  return checks
    .filter(({ kind }) => kind !== 'CHARGES_CHANGED' || charges)
    .map((check) => {
      const alert = open.get(check.kind);
      if (alert !== undefined) return { kind: check.kind, outcome: 'RAISED', reason: raisedReason(alert) };
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

function raisedReason({ step: { raisedAt, before, after } }: AlertView): string {
  const values = [before, after].map((value) => value?.text).filter((text) => text !== undefined);
  return `An alert is open since ${raisedAt}${values.length === 0 ? '' : `: ${values.join(' became ')}`}.`;
}
