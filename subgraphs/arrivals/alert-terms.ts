import { type AlertKind, type AlertThresholds, alertKinds, alertSteps, hasSteps, thresholdNames } from './alerts.ts';

/**
 * What an index term of an alert's entry in the log states about the alert in one view. `at`: the entry raises or
 * closes it at the step. `open`, `closed`: it is open or closed at the step after the entry. `has`: it has ever been
 * raised at the step.
 */
export type AlertTermKind = 'at' | 'open' | 'closed' | 'has';

/** Returns the index term of an alert in a view. @param step only for a kind with steps */
export function alertTermOf(
  term: AlertTermKind,
  view: string,
  { kind, step }: { readonly kind: AlertKind; readonly step?: number | undefined },
): string {
  return step === undefined ? `${term}:${view}:${kind}` : `${term}:${view}:${kind}:${step}`;
}

/** What a caller may read of the alerts. */
export interface AlertReader {
  readonly view: string;
  readonly thresholds: AlertThresholds;
  /** Whether the caller may see charges, and therefore alerts about them. */
  readonly charges: boolean;
}

/** Returns the terms of which an entry must have one to be read, for some kinds of alerts. */
export function readTermsOf(term: AlertTermKind, reader: AlertReader, kinds: readonly AlertKind[] = alertKinds): string[] {
  return kinds
    .filter((kind) => kind !== 'CHARGES_CHANGED' || reader.charges)
    .map((kind) => alertTermOf(term, reader.view, { kind, step: stepOf(kind, reader.thresholds) }));
}

/** Returns the step of a kind that thresholds select; undefined for a kind without steps. */
export function stepOf(kind: AlertKind, thresholds: AlertThresholds): number | undefined {
  return hasSteps(kind) ? thresholds[thresholdNames[kind]] : undefined;
}

/** Returns whether a number is one of the steps of the kind with this threshold. */
export function isStep(threshold: keyof AlertThresholds, value: number): boolean {
  return stepsOf(threshold).includes(value);
}

/** Returns the steps of a threshold. */
export function stepsOf(threshold: keyof AlertThresholds): readonly number[] {
  const kind = Object.entries(thresholdNames).find(([, name]) => name === threshold)?.[0];
  return alertSteps[kind as keyof typeof alertSteps];
}
