import type { Assessment } from './rules/assess.ts';

/** A match as GraphQL shows it. */
export interface Assessed {
  readonly judgement: Assessment;
}

/** Resolves what the schema says of every match, whatever is matched. Comparisons are made when somebody reads them. */
export const assessmentFields = {
  confidence: ({ judgement }: Assessed) => judgement.confidence,
  rule: ({ judgement }: Assessed) => judgement.rule,
  matchedOn: ({ judgement }: Assessed) => judgement.explain().matchedOn,
  contradictions: ({ judgement }: Assessed) => judgement.explain().contradictions,
  notComparable: ({ judgement }: Assessed) => judgement.explain().notComparable,
  reasons: ({ judgement }: Assessed) => judgement.reasons,
  dayDistance: ({ judgement }: Assessed) => judgement.dayDistance,
};
