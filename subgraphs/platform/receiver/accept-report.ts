import { type FeedbackElement, feedback, type Severity } from '@landfall/dcsa/feedback.ts';
import type { SchemaViolation } from '../wire/shape-check.ts';

/**
 * Maximum number of remarks in one response, and of violations of one list that are described. A malicious list could
 * have millions.
 */
export const maxRemarks = 100;

/** The outcomes of the objects of a list. Each object is counted once. */
export interface AcceptCounts {
  readonly stored: number;
  /** Number of objects that were already stored, possibly with other formatting or in a more complete view. */
  readonly repeated: number;
  /** Number of objects stored beside different content of the same identity. */
  readonly clashing: number;
  /** Number of objects stored as dead letters. */
  readonly refused: number;
}

/** Collects the feedback for a list. */
export interface AcceptReport {
  addOutcome(outcome: 'STORED' | 'REPEATED' | 'CLASHING'): void;
  addRefusal(refusal: { readonly path: string; readonly reason: string }): void;
  addViolation(violation: SchemaViolation, path: string): void;
  addRemark(severity: Severity, message: string, path: string): void;
  counts(): AcceptCounts;
  /** Returns the first {@link maxRemarks} remarks, those on refused objects first, and the number of further ones. */
  feedback(): readonly FeedbackElement[];
}

/** @param omittedViolations number of violations that were found and will not be added */
export function createReport(omittedViolations: number): AcceptReport {
  const counts = { stored: 0, repeated: 0, clashing: 0, refused: 0 };
  const refusals: FeedbackElement[] = [];
  const remarks: FeedbackElement[] = [];
  let remarked = omittedViolations;
  const addRemark: AcceptReport['addRemark'] = (severity, message, path) => {
    remarked += 1;
    if (remarks.length < maxRemarks) remarks.push(feedback(severity, message, path));
  };
  return {
    addRemark,
    addOutcome: (outcome) => {
      if (outcome === 'STORED') counts.stored += 1;
      else if (outcome === 'REPEATED') counts.repeated += 1;
      else counts.clashing += 1;
    },
    addRefusal: ({ path, reason }) => {
      counts.refused += 1;
      if (refusals.length < maxRemarks) refusals.push(feedback('ERROR', reason, path));
    },
    addViolation: (violation, path) => addRemark('WARN', violation.message, `${path}${violation.path.slice(1)}`),
    counts: () => counts,
    feedback: () => {
      const shown = [...refusals, ...remarks].slice(0, maxRemarks);
      const [moreRefused, moreRemarks] = [
        counts.refused - Math.min(counts.refused, maxRemarks),
        remarked - (shown.length - refusals.length),
      ];
      return [
        ...shown,
        ...(moreRefused === 0 ? [] : [feedback('ERROR', `${moreRefused} further objects were not accepted.`)]),
        ...(moreRemarks === 0 ? [] : [feedback('WARN', `${moreRemarks} further remarks are omitted.`)]),
      ];
    },
  };
}
