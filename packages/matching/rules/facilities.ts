import type { Facility } from '../claims/call-claim.ts';
import type { ComparisonResult } from './carriers.ts';

/** The codes of one terminal in different lists, maintained manually: no list contains the codes of the other. */
export interface FacilityCodes {
  readonly UNLocationCode: string;
  readonly codes: readonly Facility[];
}

/** Compares two codes within one port: whether they identify the same terminal. */
export interface FacilityEquality {
  compare(UNLocationCode: string, left: Facility, right: Facility): ComparisonResult;
  /** Returns the same text for all codes of one terminal. */
  terminalOf(UNLocationCode: string, facility: Facility): string;
}

/** SAME_FACILITY: codes of one list are compared; codes of two lists only if the mapping has both. */
export function createFacilityEquality(mapping: readonly FacilityCodes[] = []): FacilityEquality {
  const groups = new Map<string, { readonly terminal: string; readonly providers: ReadonlySet<string> }>();
  for (const { UNLocationCode, codes } of mapping) {
    const [first] = codes;
    if (first === undefined) continue;
    const group = { terminal: codeText(UNLocationCode, first), providers: new Set(codes.map((code) => code.facilityCodeListProvider)) };
    for (const code of codes) groups.set(codeText(UNLocationCode, code), group);
  }
  const terminalOf = (UNLocationCode: string, facility: Facility) =>
    groups.get(codeText(UNLocationCode, facility))?.terminal ?? codeText(UNLocationCode, facility);
  return {
    terminalOf,
    compare: (UNLocationCode, left, right) => {
      if (terminalOf(UNLocationCode, left) === terminalOf(UNLocationCode, right)) return 'MATCH';
      if (left.facilityCodeListProvider === right.facilityCodeListProvider) return 'DIFFERS';
      const knows = (facility: Facility, provider: string) =>
        groups.get(codeText(UNLocationCode, facility))?.providers.has(provider) === true;
      const known = knows(left, right.facilityCodeListProvider) || knows(right, left.facilityCodeListProvider);
      return known ? 'DIFFERS' : 'NOT_COMPARABLE';
    },
  };
}

function codeText(UNLocationCode: string, { facilityCode, facilityCodeListProvider }: Facility): string {
  return `${UNLocationCode} ${facilityCodeListProvider} ${facilityCode}`;
}
