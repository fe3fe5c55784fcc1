import type { CallClaim } from '../claims/call-claim.ts';
import type { MatchKey } from '../keys/match-key.ts';
import type { ComparisonResult } from './agreements.ts';
import { compareFacilities } from './comparison.ts';

/** What the claims at one terminal of a visit state about the terminal of the match key. */
export interface TerminalResult {
  readonly facility: ComparisonResult | undefined;
  /**
   * Whether they contain the call reference of the match key, which is assigned per terminal call if a visit has
   * several.
   */
  readonly isReferred: boolean;
  readonly isOmitted: boolean;
}

/** Returns the match key with the terminal that its notice states in place of those of the call. */
export function withTerminalOfNotice(matchKey: MatchKey): Pick<MatchKey, 'claims'> {
  const isStated = ({ kind, facility }: CallClaim) => kind === 'NOTICE' && facility !== undefined;
  if (!matchKey.claims.some(isStated)) return matchKey;
  const [first, ...others] = matchKey.claims;
  const bareOf = (claim: CallClaim) => (claim.kind === 'NOTICE' ? claim : { ...claim, facility: undefined });
  return { claims: [bareOf(first), ...others.map(bareOf)] };
}

/** Compares the terminal of a match key with the one that these claims name. */
export function terminalResultOf(matchKey: MatchKey, others: readonly CallClaim[]): Omit<TerminalResult, 'isOmitted'> {
  const { claims } = withTerminalOfNotice(matchKey);
  const pairs = claims.flatMap((left) => others.map((right) => [left, right] as const));
  const results = pairs.flatMap(([left, right]) =>
    left.facility === undefined || right.facility === undefined ? [] : [compareFacilities(left.facility, right.facility)],
  );
  return {
    facility: (['MATCH', 'DIFFERS', 'NOT_COMPARABLE'] as const).find((result) => results.includes(result)),
    isReferred: pairs.some(
      ([left, right]) => left.transportCallReference !== undefined && left.transportCallReference === right.transportCallReference,
    ),
  };
}

/**
 * TERMINAL_CALL: decides which terminal call of a visit is meant: the one at the stated terminal, otherwise the one
 * with the call reference, otherwise the only one whose terminal does not differ.
 *
 * @returns the outcome, and the index of the terminal call in `results` if it is the unique one
 */
export function decideTerminal(results: readonly TerminalResult[]): {
  readonly outcome: 'UNIQUE' | 'AMBIGUOUS' | 'CONFLICTING';
  readonly place: number | undefined;
} {
  const placesOf = (isMeant: (result: TerminalResult) => boolean) => results.flatMap((result, place) => (isMeant(result) ? [place] : []));
  const possible = placesOf(({ facility }) => facility !== 'DIFFERS');
  if (possible.length === 0) return { outcome: 'CONFLICTING', place: undefined };
  const named = placesOf(({ facility }) => facility === 'MATCH');
  const referred = placesOf(({ isReferred, facility }) => isReferred && facility !== 'DIFFERS');
  const [only, ...others] = [named, referred].find((found) => found.length > 0) ?? possible;
  const isOne = only !== undefined && others.length === 0 && results[only]?.isOmitted === false;
  return isOne ? { outcome: 'UNIQUE', place: only } : { outcome: 'AMBIGUOUS', place: undefined };
}
