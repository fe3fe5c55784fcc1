import type { CallClaim } from '../claims/call-claim.ts';
import { type MatchAttribute, matchAttributes } from '../claims/paths.ts';
import { type Agreement, agreementBits } from './agreements.ts';
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

/** A comparison of two claims under way. The lines are made only for who wants to read them. */
export interface ComparisonBuilder {
  readonly left: CallClaim;
  readonly right: CallClaim;
  /** Bits of `agreements`. */
  agreements: number;
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

/** Notes how the comparison of a key went, and the agreement that a match of it establishes. */
export function addComparison(
  builder: ComparisonBuilder,
  {
    key,
    result,
    agreement,
  }: { readonly key: MatchAttribute; readonly result: ComparisonResult; readonly agreement: Agreement | undefined },
): void {
  switch (result) {
    case 'MATCH':
      builder.matching |= keyBits[key];
      if (agreement !== undefined) builder.agreements |= agreementBits[agreement];
      return;
    case 'DIFFERS':
      builder.differing |= keyBits[key];
      return;
    case 'NOT_COMPARABLE':
      builder.notComparable |= keyBits[key];
  }
}
