import { defaultWindows, type Windows } from '../claims/days.ts';
import { type ZoneOf, zoneOf } from '../claims/zones.ts';
import { createCarrierEquality, type PartnerCarriers } from './carriers.ts';
import type { MatchRules } from './comparison.ts';
import { createFacilityEquality, type FacilityCodes } from './facilities.ts';

export interface MatchRulesOptions {
  /** Whose `carriers` say which codes are one company; default none. */
  readonly partners?: readonly PartnerCarriers[];
  /** Terminals whose codes in several lists are known; default none. */
  readonly facilities?: readonly FacilityCodes[];
  /** What differs from {@link defaultWindows}. */
  readonly windows?: Partial<Windows>;
  /** Default {@link zoneOf}. */
  readonly zoneOf?: ZoneOf;
}

/** Makes the rules by which records are compared. One set serves any number of joins until the partners change. */
export function createMatchRules(options: MatchRulesOptions = {}): MatchRules {
  return {
    carriers: createCarrierEquality(options.partners ?? []),
    facilities: createFacilityEquality(options.facilities),
    windows: { ...defaultWindows, ...options.windows },
    zoneOf: options.zoneOf ?? zoneOf,
  };
}
