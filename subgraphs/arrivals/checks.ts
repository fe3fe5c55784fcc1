import { type AlertReader, type AlertValue, type AlertView, openAlertView, stepsByKind } from './alerts.ts';
import type { Collected } from './collected.ts';
import { evaluate } from './facts/evaluate.ts';
import { sideNames } from './facts/fact-context.ts';
import type { AlertCheck } from './generated/schema.ts';
import type { ArrivalView } from './queries.ts';

/**
 * Explains to one caller, for each kind, why it is raised or not at this time. The arrival is evaluated again from its
 * memory, with only the caller's thresholds. Evaluating the same evidence again changes nothing, whereas a stored
 * explanation would have been given at another time.
 *
 * @param now.collected what the caller's tenant has marked as collected
 */
export function checksOf(
  { arrivalId, notice, shown, openDays }: ArrivalView,
  { thresholds, charges }: AlertReader,
  now: { readonly nowMs: number; readonly collected: Collected },
): AlertCheck[] {
  const { schedule, port, memory, openAlerts } = shown;
  const evidence = { notice, schedule, port };
  const { checks } = evaluate(
    { arrivalId, evidence, memory, openDays, ...now },
    stepsByKind((threshold) => [thresholds[threshold]]),
  );
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

function raisedReason(alert: AlertView): string {
  return `An alert has been open since ${alert.raisedAt}${valuesOf(alert)}.`;
}

function valuesOf({ kind, before, after }: AlertView): string {
  if (after === undefined) return '';
  if (before === undefined) return `: ${nameOf(after)}`;
  if (kind !== 'SOURCES_DISAGREE') return `: ${nameOf(before)} became ${nameOf(after)}`;
  return `: ${[before, after].map(({ source, text }) => `the ${sideNames[source]} states ${text}`).join(', ')}`;
}

function nameOf({ text, name }: AlertValue): string {
  return name === undefined ? text : `${name} (${text})`;
}
