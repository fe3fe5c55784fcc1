import type { CallClaim } from '../claims/call-claim.ts';
import { type MatchAttribute, matchAttributes } from '../claims/paths.ts';
import { type Agreement, agreementBits } from './agreements.ts';
import type { ComparisonResult } from './carriers.ts';

/** One value of one side. */
export interface ComparedValue {
  /** Path from the root of the record; `partner` is added by Landfall. */
  readonly path: string;
  /** The value in the compared form: trimmed, and in upper case if case has no meaning. */
  readonly value: string;
}

/** An attribute that both sides state. */
export interface AttributeComparison {
  readonly attribute: MatchAttribute;
  readonly left: ComparedValue;
  readonly right: ComparedValue;
  readonly result: ComparisonResult;
}

/** A comparison of two claims in progress. Lines are created only if they will be read. */
export interface ComparisonBuilder {
  readonly left: CallClaim;
  readonly right: CallClaim;
  /** Bits of `agreements`. */
  agreements: number;
  /** Bits of {@link attributeBits}. */
  matching: number;
  differing: number;
  notComparable: number;
  readonly lines: AttributeComparison[] | undefined;
}

/** Each attribute as one bit. */
export const attributeBits = Object.fromEntries(matchAttributes.map((attribute, place) => [attribute, 1 << place])) as Readonly<
  Record<MatchAttribute, number>
>;

/** Records the result of a comparison, and the agreement that a match establishes. */
export function addComparison(
  builder: ComparisonBuilder,
  {
    attribute,
    result,
    agreement,
  }: { readonly attribute: MatchAttribute; readonly result: ComparisonResult; readonly agreement: Agreement | undefined },
): void {
  switch (result) {
    case 'MATCH':
      builder.matching |= attributeBits[attribute];
      if (agreement !== undefined) builder.agreements |= agreementBits[agreement];
      return;
    case 'DIFFERS':
      builder.differing |= attributeBits[attribute];
      return;
    case 'NOT_COMPARABLE':
      builder.notComparable |= attributeBits[attribute];
  }
}
