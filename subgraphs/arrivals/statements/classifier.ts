import { normalClassifier } from '@landfall/matching/claims/normal-values.ts';
import type { Classifier } from '../model.ts';

/** Reads a classifier of any of the standards; undefined for `REQ`, which is a request, and for unknown codes. */
export function classifierOf(written: string | undefined): Classifier | undefined {
  const code = normalClassifier(written);
  return code === 'ACT' || code === 'EST' || code === 'PLN' ? code : undefined;
}

/** Returns the rank of a classifier from actual to planned, for notices and schedules; 0 is the most certain. */
export function certaintyOf(classifier: Classifier | undefined): number {
  return classifier === undefined ? 3 : { ACT: 0, EST: 1, PLN: 2 }[classifier];
}

/**
 * Returns the rank of a port's classifier; 0 is the most certain. For ports, `PLN` is the provider's commitment and
 * takes precedence over an estimate.
 */
export function portCertaintyOf(classifier: Classifier): number {
  return { ACT: 0, PLN: 1, EST: 2 }[classifier];
}
