import type { Judgement } from './rules/assess.ts';

/** A match as GraphQL shows it. */
export interface Judged {
  readonly judgement: Judgement;
}

/** Resolves what the schema says of every match, whatever is matched. Comparisons are made when somebody reads them. */
export const judgedFields = {
  class: ({ judgement }: Judged) => judgement.class,
  row: ({ judgement }: Judged) => judgement.row,
  matchedOn: ({ judgement }: Judged) => judgement.explain().matchedOn,
  contradictions: ({ judgement }: Judged) => judgement.explain().contradictions,
  notComparable: ({ judgement }: Judged) => judgement.explain().notComparable,
  reasons: ({ judgement }: Judged) => judgement.reasons,
  dayDistance: ({ judgement }: Judged) => judgement.dayDistance,
};
