import type { CallClaim } from '../claims/call-claim.ts';
import { type MatchAttribute, matchAttributes } from '../claims/paths.ts';
import { type Agreement, agreements } from './agreements.ts';
import type { ComparisonResult } from './carriers.ts';

/** One value of one side. */
export interface KeyValue {
  /** From the root of the record; `partner` is Landfall's own stamp. */
  readonly path: string;
  /** As compared: trimmed, upper case where case means nothing. */
  readonly value: string;
}

/** A key that both sides state. */
export interface KeyComparison {
  readonly key: MatchAttribute;
  readonly left: KeyValue;
  readonly right: KeyValue;
  readonly result: ComparisonResult;
}

/** A comparison of two statements under way. The lines are made only for who wants to read them. */
export interface ComparisonBuilder {
  readonly left: CallClaim;
  readonly right: CallClaim;
  /** Bits of `facts`. */
  facts: number;
  /** Bits of {@link keyBits}. */
  matching: number;
  differing: number;
  notComparable: number;
  readonly lines: KeyComparison[] | undefined;
}

/** Each join key as one bit. */
export const keyBits = Object.fromEntries(matchAttributes.map((key, place) => [key, 1 << place])) as Readonly<
  Record<MatchAttribute, number>
>;

/** Notes how the comparison of a key went, and the fact that a match of it establishes. */
export function addComparison(
  ledger: ComparisonBuilder,
  { key, result, fact }: { readonly key: MatchAttribute; readonly result: ComparisonResult; readonly fact: Agreement | undefined },
): void {
  switch (result) {
    case 'MATCH':
      ledger.matching |= keyBits[key];
      if (fact !== undefined) ledger.facts |= agreements[fact];
      return;
    case 'DIFFERS':
      ledger.differing |= keyBits[key];
      return;
    case 'NOT_COMPARABLE':
      ledger.notComparable |= keyBits[key];
  }
}
