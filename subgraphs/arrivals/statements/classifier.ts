import { normalClassifier } from '#platform/matching/claims/normal-values.ts';
import type { Classifier } from '../model.ts';

/** Reads a classifier of any of the standards; undefined for `REQ`, which states a wish, and for unknown codes. */
export function classifierOf(written: string | undefined): Classifier | undefined {
  const code = normalClassifier(written);
  return code === 'ACT' || code === 'EST' || code === 'PLN' ? code : undefined;
}

/** Rank of a classifier from plan to fact, for notices and schedules; 0 is the most certain. */
export function certaintyOf(classifier: Classifier | undefined): number {
  return classifier === undefined ? 3 : { ACT: 0, EST: 1, PLN: 2 }[classifier];
}

/** Rank of a port's classifier; 0 is the most certain. There `PLN` is the provider's commitment and goes before an estimate. */
export function portCertaintyOf(classifier: Classifier): number {
  return { ACT: 0, PLN: 1, EST: 2 }[classifier];
}
