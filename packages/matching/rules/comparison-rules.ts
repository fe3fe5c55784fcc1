import { defaultWindows, type Windows } from '../claims/days.ts';
import { type ZoneOf, zoneOf } from '../claims/zones.ts';
import { createCarrierEquality, type PartnerCarriers } from './carriers.ts';
import type { ComparisonRules } from './comparison.ts';
import { createFacilityEquality, type FacilityCodes } from './facilities.ts';

export interface ComparisonRulesOptions {
  /** Partners whose `carriers` map codes to companies; default none. */
  readonly partners?: readonly PartnerCarriers[];
  /** Terminals whose codes in several lists are known; default none. */
  readonly facilities?: readonly FacilityCodes[];
  /** Values that differ from {@link defaultWindows}. */
  readonly windows?: Partial<Windows>;
  /** Default: {@link zoneOf}. */
  readonly zoneOf?: ZoneOf;
}

/** Creates the rules by which claims are compared. */
export function createComparisonRules(options: ComparisonRulesOptions = {}): ComparisonRules {
  return {
    carriers: createCarrierEquality(options.partners ?? []),
    facilities: createFacilityEquality(options.facilities),
    windows: { ...defaultWindows, ...options.windows },
    zoneOf: options.zoneOf ?? zoneOf,
  };
}

/** Partners that may change while a program runs. */
export interface ChangingPartners {
  partners(): readonly PartnerCarriers[];
  onChange(listener: () => void): unknown;
}

/**
 * Returns a function that returns the rules for the partners as they are now. They are created once after each change.
 */
export function watchComparisonRules(partners: ChangingPartners): () => ComparisonRules {
  let rules: ComparisonRules | undefined;
  partners.onChange(() => {
    rules = undefined;
  });
  return () => {
    rules ??= createComparisonRules({ partners: partners.partners() });
    return rules;
  };
}
