import type { Assessment } from '@landfall/matching/rules/assess.ts';
import { constantFields } from '../cache/constant-fields.ts';

/** A match, as the schema shows it. */
export interface Assessed {
  readonly assessment: Assessment;
}

/** Resolves the fields that every match has. Comparisons are computed when they are first read. */
export const assessmentFields = constantFields({
  confidence: ({ assessment }: Assessed) => assessment.confidence,
  rule: ({ assessment }: Assessed) => assessment.rule,
  matchedOn: ({ assessment }: Assessed) => assessment.explain().matchedOn,
  contradictions: ({ assessment }: Assessed) => assessment.explain().contradictions,
  notComparable: ({ assessment }: Assessed) => assessment.explain().notComparable,
  reasons: ({ assessment }: Assessed) => assessment.reasons,
  dayDistance: ({ assessment }: Assessed) => assessment.dayDistance,
});
