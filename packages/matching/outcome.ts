import type { DecisionRule } from './rules/match-rules.ts';
import { type Decidable, findDoubt } from './rules/unique-match.ts';

/**
 * Result for a set of candidates. `NONE`: every source that may know the call has answered; `UNKNOWN`: one of them has
 * not.
 */
export type MatchOutcome = 'UNIQUE' | 'AMBIGUOUS' | 'CONFLICTING' | 'NONE' | 'UNKNOWN';

/**
 * Whether a source that may know the call answered: completely (`ANSWERED`); not at all, because it could not be
 * queried, since it is not connected or rejects the request (`NOT_QUERIED`); not because of a failure (`FAILED`); perhaps
 * incompletely (`WITHHELD`); or not because the budget of requests was used up (`OUT_OF_BUDGET`). `HIDDEN` stands for
 * all sources that the caller may not see.
 */
export type SourceAnswer = 'ANSWERED' | 'NOT_QUERIED' | 'FAILED' | 'WITHHELD' | 'OUT_OF_BUDGET' | 'HIDDEN';

/**
 * Decides the outcome for the candidates, best first, and whether the best one is the unique match. If it is not, `doubt`
 * is the rule of RULES.md that made it doubtful.
 */
export function decide<C extends Decidable>(
  candidates: readonly C[],
  sources: readonly SourceAnswer[],
): { readonly outcome: MatchOutcome; readonly unique: C | undefined; readonly doubt?: DecisionRule } {
  const [best, ...rivals] = candidates;
  if (best === undefined) return { outcome: outcomeOfNothing(sources), unique: undefined };
  const doubt = findDoubt(best, rivals, haveAllAnswered(sources));
  if (doubt === undefined) return { outcome: 'UNIQUE', unique: best };
  if (sources.includes('OUT_OF_BUDGET')) return { outcome: 'UNKNOWN', unique: undefined };
  const isConflict = candidates.every(({ isContradicted }) => isContradicted);
  return { outcome: isConflict ? 'CONFLICTING' : 'AMBIGUOUS', unique: undefined, doubt };
}

/** Returns the outcome if there are no candidates. */
export function outcomeOfNothing(sources: readonly SourceAnswer[]): 'NONE' | 'UNKNOWN' {
  return haveAllAnswered(sources) && !sources.includes('HIDDEN') ? 'NONE' : 'UNKNOWN';
}

/**
 * COMPLETE_ANSWERS: returns whether every source that may know the call has answered.
 *
 * HIDDEN_SOURCES: those that the caller may not see do not count.
 */
function haveAllAnswered(sources: readonly SourceAnswer[]): boolean {
  return sources.every((answer) => answer === 'ANSWERED' || answer === 'HIDDEN');
}
