import type { CallClaim } from '../claims/call-claim.ts';
import { type MatchAttribute, matchAttributes } from '../claims/paths.ts';

/**
 * The results of comparing two claims, in the terms of the match rules, as bits of a number, because a page of match
 * keys requires about ten thousand comparisons. `CARRIER_*` are numbers of the same carrier, `NUMBER_*` equal numbers
 * whose carrier is not stated. A side that may belong to another port results in none of them.
 */
export const agreementBits = {
  REFERENCE: 1 << 0,
  VISIT: 1 << 1,
  CUSTOMS_NUMBER: 1 << 2,
  PORT: 1 << 3,
  PORT_UNKNOWN: 1 << 4,
  IMO: 1 << 5,
  NAME: 1 << 6,
  USR: 1 << 7,
  UVR_IN: 1 << 8,
  UVR_OUT: 1 << 9,
  CARRIER_IN: 1 << 10,
  CARRIER_OUT: 1 << 11,
  NUMBER_IN: 1 << 12,
  NUMBER_OUT: 1 << 13,
  WINDOW: 1 << 14,
  /** The import number of one side is the export number of the other, whose import number is different. */
  SIDES_MIXED: 1 << 15,
  /** The import number of one side is not the export number of the other. */
  SIDES_CLEAR: 1 << 16,
  /** Both sides state the arrival, at most a day apart. */
  ARRIVAL: 1 << 17,
  /** The service agrees by its universal reference or, if one side does not state that, by one carrier's service code. */
  SERVICE: 1 << 18,
} as const;

export type Agreement = keyof typeof agreementBits;

/** Returns the bits of some agreements. */
export function bitsOf(...names: readonly Agreement[]): number {
  return names.reduce((bits, name) => bits | agreementBits[name], 0);
}

/** Returns whether all agreements with these bits are established. */
export function hasAll(established: number, bits: number): boolean {
  return (established & bits) === bits;
}

/** Agreement on the ship or service and the voyage within it, on either side. */
export const universalImportVoyage = bitsOf('USR', 'UVR_IN');
export const universalExportVoyage = bitsOf('USR', 'UVR_OUT');

/** Result of a comparison; `NOT_COMPARABLE` if neither equality nor difference can be determined. */
export type ComparisonResult = 'MATCH' | 'DIFFERS' | 'NOT_COMPARABLE';

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
  /** Whether the values match although they are spelled differently, such as `649E` and `0649 E`. */
  readonly spelledDifferently: boolean;
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

/**
 * Records the result of a comparison, and the agreement that a match establishes.
 *
 * @param valuesOf returns the compared values of the left and the right side
 */
export function addComparison(
  builder: ComparisonBuilder,
  [attribute, result, agreement]: readonly [MatchAttribute, ComparisonResult, agreement?: Agreement | undefined],
  valuesOf: () => readonly [left: ComparedValue, right: ComparedValue],
): void {
  const bit = attributeBits[attribute];
  if (result === 'DIFFERS') builder.differing |= bit;
  else if (result === 'NOT_COMPARABLE') builder.notComparable |= bit;
  else {
    builder.matching |= bit;
    if (agreement !== undefined) builder.agreements |= agreementBits[agreement];
  }
  if (builder.lines === undefined) return;
  const [left, right] = valuesOf();
  // A company has several codes, which are not spellings of one.
  const spelledDifferently = result === 'MATCH' && attribute !== 'CARRIER' && left.value !== right.value;
  builder.lines.push({ attribute, left, right, result, spelledDifferently });
}
