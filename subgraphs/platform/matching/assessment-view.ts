import { constantFields } from '../cache/constant-fields.ts';
import type { Assessment } from './rules/assess.ts';

/** A match as GraphQL shows it. */
export interface Assessed {
  readonly assessment: Assessment;
}

/** Resolves what the schema says of every match, whatever is matched. Comparisons are made when somebody reads them. */
export const assessmentFields = constantFields({
  confidence: ({ assessment }: Assessed) => assessment.confidence,
  rule: ({ assessment }: Assessed) => assessment.rule,
  matchedOn: ({ assessment }: Assessed) => assessment.explain().matchedOn,
  contradictions: ({ assessment }: Assessed) => assessment.explain().contradictions,
  notComparable: ({ assessment }: Assessed) => assessment.explain().notComparable,
  reasons: ({ assessment }: Assessed) => assessment.reasons,
  dayDistance: ({ assessment }: Assessed) => assessment.dayDistance,
});
