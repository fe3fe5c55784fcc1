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
