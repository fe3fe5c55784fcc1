import { globalIdOf, parseGlobalId } from '#platform/log/global-id.ts';
import { stepOf } from './alert-terms.ts';
import type { AlertKind, AlertStep, AlertThresholds, OpenAlert, Severity, Transition } from './alerts.ts';
import type { EvidenceRef } from './model.ts';

/** An alert as one caller sees it, at the step that the caller's thresholds select. */
export interface AlertView {
  readonly arrivalId: string;
  readonly alertId: string;
  readonly kind: AlertKind;
  readonly severity: Severity;
  readonly step: AlertStep;
  readonly evidence: readonly EvidenceRef[];
  readonly closingEvidence: readonly EvidenceRef[];
  readonly subject?: string | undefined;
}

/** Returns an open alert as a caller sees it; undefined if it is not open at the caller's step. */
export function openAlertView(arrivalId: string, alert: OpenAlert, thresholds: AlertThresholds): AlertView | undefined {
  const step = selectedStep(alert, thresholds);
  if (step === undefined || step.closedAt !== undefined) return undefined;
  const { alertId, kind, severity, evidence, subject } = alert;
  return { arrivalId, alertId, kind, severity, step, evidence, closingEvidence: [], subject };
}

/** Returns the alert of an entry of the log as a caller sees it; undefined if it has no such step. */
export function alertViewOf(arrivalId: string, transition: Transition, thresholds: AlertThresholds): AlertView | undefined {
  const { alertId, kind, severity, evidence, closingEvidence, subject, allSteps } = transition;
  const step = selectedStep({ kind, steps: allSteps }, thresholds);
  const closing = step?.closedAt === undefined ? [] : closingEvidence;
  return step && { arrivalId, alertId, kind, severity, step, evidence, closingEvidence: closing, subject };
}

function selectedStep({ kind, steps }: Pick<OpenAlert, 'kind' | 'steps'>, thresholds: AlertThresholds): AlertStep | undefined {
  const selected = stepOf(kind, thresholds);
  return steps.find(({ step }) => step === selected);
}

/** Returns the global id of an alert. */
export function globalIdOfAlert({ arrivalId, alertId }: Pick<AlertView, 'arrivalId' | 'alertId'>): string {
  return globalIdOf('ArrivalAlert', JSON.stringify([arrivalId, alertId]));
}

/** Parses a global id created by {@link globalIdOfAlert}; undefined for any other string. */
export function parseAlertId(id: string): { readonly arrivalId: string; readonly alertId: string } | undefined {
  const parsed = parseGlobalId(id);
  if (parsed?.typeName !== 'ArrivalAlert') return undefined;
  try {
    const [arrivalId, alertId]: unknown[] = JSON.parse(parsed.key);
    return typeof arrivalId === 'string' && typeof alertId === 'string' ? { arrivalId, alertId } : undefined;
  } catch {
    return undefined;
  }
}
