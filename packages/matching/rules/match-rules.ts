import type { RecordKind } from '../claims/call-claim.ts';
import type { MatchAttribute } from '../claims/paths.ts';
import { type Agreement, agreementBits, bitsOf, hasAll } from './agreements.ts';
import type { Comparison } from './comparison.ts';

/**
 * Confidence of a match: EXACT by a reference made for it, STRONG by a combination of keys, PROBABLE and WEAK by
 * heuristics, LANE for a comparable offer.
 */
export type MatchConfidence = (typeof matchConfidences)[number];

/** The confidences, best first. */
export const matchConfidences = ['EXACT', 'STRONG', 'PROBABLE', 'WEAK', 'LANE'] as const;

/**
 * What has to agree for each match rule. `VESSEL` is the IMO number, `UNIVERSAL_VOYAGE` the universal references of
 * service and voyage, `CARRIER_VOYAGE` a number of one carrier, `VOYAGE_NUMBER` a number whose carrier is not stated.
 * Voyages are import voyages unless named otherwise. RULES.md has a paragraph on each.
 */
const requiredAgreements = {
  TRANSPORT_CALL_REFERENCE: ['REFERENCE'],
  PORT_VISIT_REFERENCE: ['VISIT', 'PORT'],
  VESSEL_UNIVERSAL_VOYAGES_AND_PORT: ['IMO', 'PORT', 'UVR_IN', 'UVR_OUT', 'USR'],
  VESSEL_CARRIER_VOYAGES_AND_PORT: ['IMO', 'PORT', 'CARRIER_IN', 'CARRIER_OUT'],
  VESSEL_UNIVERSAL_VOYAGE_AND_PORT: ['IMO', 'PORT', 'UVR_IN', 'SERVICE'],
  VESSEL_CARRIER_VOYAGE_AND_PORT: ['IMO', 'PORT', 'CARRIER_IN'],
  UNIVERSAL_VOYAGE_AND_PORT: ['PORT', 'SERVICE', 'UVR_IN'],
  VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE: ['IMO', 'PORT', 'UVR_IN'],
  VESSEL_NAME_UNIVERSAL_VOYAGE_AND_PORT: ['NAME', 'PORT', 'UVR_IN', 'SERVICE'],
  VESSEL_NAME_CARRIER_VOYAGE_AND_PORT: ['NAME', 'PORT', 'CARRIER_IN'],
  CARRIER_VOYAGE_AND_PORT: ['PORT', 'CARRIER_IN'],
  VESSEL_VOYAGE_NUMBER_AND_PORT: ['IMO', 'PORT', 'NUMBER_IN'],
  VESSEL_UNIVERSAL_EXPORT_VOYAGE_PORT_AND_WINDOW: ['IMO', 'PORT', 'UVR_OUT', 'USR', 'WINDOW'],
  VESSEL_CARRIER_EXPORT_VOYAGE_PORT_AND_WINDOW: ['IMO', 'PORT', 'CARRIER_OUT', 'WINDOW'],
  VESSEL_UNIVERSAL_EXPORT_VOYAGE_AND_PORT: ['IMO', 'PORT', 'UVR_OUT', 'USR'],
  VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT: ['IMO', 'PORT', 'CARRIER_OUT'],
  VESSEL_PORT_AND_ARRIVAL: ['IMO', 'PORT', 'ARRIVAL'],
  VESSEL_PORT_AND_WINDOW: ['IMO', 'PORT', 'WINDOW'],
  VESSEL_NAME_PORT_AND_WINDOW: ['NAME', 'PORT', 'WINDOW'],
  VESSEL_CARRIER_VOYAGE_WITHOUT_PORT: ['IMO', 'CARRIER_IN', 'PORT_UNKNOWN'],
  VESSEL_UNIVERSAL_VOYAGE_WITHOUT_PORT: ['IMO', 'USR', 'UVR_IN', 'PORT_UNKNOWN'],
  VESSEL_NAME_CARRIER_VOYAGE_WITHOUT_PORT: ['NAME', 'CARRIER_IN', 'PORT_UNKNOWN'],
  CALL_REFERENCE_NUMBER_AND_PORT: ['CUSTOMS_NUMBER', 'PORT'],
} as const satisfies Record<string, readonly Agreement[]>;

/** Name of a match rule, as in GraphQL. */
export type MatchRuleName = keyof typeof requiredAgreements;

/** The names of all match rules. */
export const matchRuleNames = Object.keys(requiredAgreements) as readonly MatchRuleName[];

/** The rule that decided that no candidate is the unique match, as in GraphQL. */
export type DecisionRule =
  | 'OMITTED_CALL'
  | 'UNCONTRADICTED'
  | 'REFERENCE_OR_VOYAGE'
  | 'EARLY_VESSEL'
  | 'DAY_OF_EVENT'
  | 'DAY_OF_PROBABLE'
  | 'DAY_WITHOUT_VESSEL'
  | 'EXPECTED_EARLY_UNANSWERED'
  | 'OLD_RECORD'
  | 'LATE_WITHOUT_PLAN'
  | 'UNIVERSAL_VOYAGE_OF_RIVAL'
  | 'SHARED_VOYAGE_NUMBER'
  | 'CONTRADICTED_RIVAL'
  | 'EQUAL_RIVAL'
  | 'DAY_BETWEEN_CALLS'
  | 'NUMBER_OF_OTHER_VESSEL'
  | 'LEFTOVER_VOYAGE_NUMBER'
  | 'NEARER_RIVAL'
  | 'MIXED_SIDES'
  | 'NEARER_AT_STATED_TERMINAL'
  | 'NOTICE_OF_CALL';

/** A match rule as it applies to one pair of kinds of records. */
export interface MatchRule {
  readonly name: MatchRuleName;
  readonly confidence: MatchConfidence;
  /** Bits of the agreements, all of which are required. */
  readonly required: number;
  /** Whether a match by this rule may be the unique one. */
  readonly canBeUnique: boolean;
  /** What the rule identifies a call by. */
  readonly basis: MatchBasis;
}

/**
 * What identifies a call: a reference made for it, a voyage of the ship, or only that the ship is in the port in a
 * period.
 */
export type MatchBasis = (typeof matchBases)[number];

/** The bases, best first. */
export const matchBases = ['REFERENCE', 'VOYAGE', 'PERIOD'] as const;

const rule = (name: MatchRuleName, confidence: MatchConfidence, canBeUnique = true): MatchRule => {
  const required = bitsOf(...requiredAgreements[name]);
  return { name, confidence, required, canBeUnique, basis: basisOf(required) };
};

/**
 * REFERENCE_OR_VOYAGE: a rule by ship and expected period, or without the port, results in candidates, but never in the
 * unique match.
 */
const candidateRule = (name: MatchRuleName, confidence: MatchConfidence): MatchRule => rule(name, confidence, false);

function basisOf(required: number): MatchBasis {
  if ((required & references) !== 0) return 'REFERENCE';
  return (required & voyages) === 0 ? 'PERIOD' : 'VOYAGE';
}

const references = bitsOf('REFERENCE', 'VISIT', 'CUSTOMS_NUMBER');
const voyages = bitsOf('UVR_IN', 'UVR_OUT', 'CARRIER_IN', 'CARRIER_OUT', 'NUMBER_IN');

/** The match rules for each pair of kinds of records, best first. */
const matchRules = {
  NOTICE_CALL: [
    rule('VESSEL_UNIVERSAL_VOYAGE_AND_PORT', 'STRONG'),
    rule('VESSEL_CARRIER_VOYAGE_AND_PORT', 'STRONG'),
    rule('UNIVERSAL_VOYAGE_AND_PORT', 'STRONG'),
    rule('VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE', 'PROBABLE'),
    rule('VESSEL_NAME_CARRIER_VOYAGE_AND_PORT', 'PROBABLE'),
    rule('CARRIER_VOYAGE_AND_PORT', 'PROBABLE'),
    candidateRule('VESSEL_PORT_AND_WINDOW', 'PROBABLE'),
    candidateRule('VESSEL_NAME_PORT_AND_WINDOW', 'WEAK'),
    candidateRule('VESSEL_CARRIER_VOYAGE_WITHOUT_PORT', 'WEAK'),
    candidateRule('VESSEL_UNIVERSAL_VOYAGE_WITHOUT_PORT', 'WEAK'),
    candidateRule('VESSEL_NAME_CARRIER_VOYAGE_WITHOUT_PORT', 'WEAK'),
  ],
  /** A leg's export number may belong to its other end, so the day of departure has to agree as well. */
  LOADING_CALL: [
    rule('VESSEL_UNIVERSAL_EXPORT_VOYAGE_PORT_AND_WINDOW', 'STRONG'),
    rule('VESSEL_CARRIER_EXPORT_VOYAGE_PORT_AND_WINDOW', 'STRONG'),
    candidateRule('VESSEL_UNIVERSAL_EXPORT_VOYAGE_AND_PORT', 'PROBABLE'),
    candidateRule('VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT', 'PROBABLE'),
    candidateRule('VESSEL_PORT_AND_WINDOW', 'PROBABLE'),
    candidateRule('VESSEL_NAME_PORT_AND_WINDOW', 'WEAK'),
  ],
  NOTICE_EVENT: [
    rule('VESSEL_UNIVERSAL_VOYAGE_AND_PORT', 'STRONG'),
    rule('UNIVERSAL_VOYAGE_AND_PORT', 'STRONG'),
    rule('VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE', 'PROBABLE'),
    // Wrong if a sharing partner gave this number to another voyage of the ship that is just as near.
    rule('VESSEL_CARRIER_VOYAGE_AND_PORT', 'PROBABLE'),
    rule('VESSEL_VOYAGE_NUMBER_AND_PORT', 'PROBABLE'),
    candidateRule('VESSEL_PORT_AND_WINDOW', 'PROBABLE'),
    candidateRule('VESSEL_NAME_PORT_AND_WINDOW', 'WEAK'),
    candidateRule('CALL_REFERENCE_NUMBER_AND_PORT', 'WEAK'),
  ],
  /**
   * The carrier of an event's number is not stated, not even beside a port schedule, so such a match is at most
   * probable.
   */
  CALL_EVENT: [
    rule('TRANSPORT_CALL_REFERENCE', 'EXACT'),
    rule('PORT_VISIT_REFERENCE', 'EXACT'),
    rule('VESSEL_UNIVERSAL_VOYAGE_AND_PORT', 'STRONG'),
    rule('VESSEL_UNIVERSAL_EXPORT_VOYAGE_AND_PORT', 'STRONG'),
    rule('VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE', 'PROBABLE'),
    rule('VESSEL_CARRIER_VOYAGE_AND_PORT', 'PROBABLE'),
    rule('VESSEL_VOYAGE_NUMBER_AND_PORT', 'PROBABLE'),
    rule('VESSEL_CARRIER_EXPORT_VOYAGE_AND_PORT', 'PROBABLE'),
    rule('VESSEL_NAME_UNIVERSAL_VOYAGE_AND_PORT', 'PROBABLE'),
    rule('VESSEL_NAME_CARRIER_VOYAGE_AND_PORT', 'PROBABLE'),
    // A ship arrives at a port at most once in three days.
    rule('VESSEL_PORT_AND_ARRIVAL', 'PROBABLE'),
    candidateRule('VESSEL_PORT_AND_WINDOW', 'PROBABLE'),
    candidateRule('VESSEL_NAME_PORT_AND_WINDOW', 'WEAK'),
  ],
  CALL_CALL: [
    rule('TRANSPORT_CALL_REFERENCE', 'EXACT'),
    rule('PORT_VISIT_REFERENCE', 'EXACT'),
    rule('VESSEL_UNIVERSAL_VOYAGES_AND_PORT', 'STRONG'),
    rule('VESSEL_CARRIER_VOYAGES_AND_PORT', 'STRONG'),
    rule('VESSEL_CARRIER_VOYAGE_AND_PORT', 'PROBABLE'),
    rule('VESSEL_UNIVERSAL_VOYAGE_WITHOUT_SERVICE', 'PROBABLE'),
    candidateRule('VESSEL_PORT_AND_WINDOW', 'PROBABLE'),
    candidateRule('VESSEL_NAME_PORT_AND_WINDOW', 'WEAK'),
  ],
  EVENT_EVENT: [rule('TRANSPORT_CALL_REFERENCE', 'EXACT'), rule('PORT_VISIT_REFERENCE', 'EXACT')],
} as const satisfies Record<string, readonly MatchRule[]>;

/** The attribute that establishes each agreement that a rule for unique matches may require. */
const attributesOfAgreements: readonly (readonly [Agreement, MatchAttribute])[] = [
  ['REFERENCE', 'TRANSPORT_CALL_REFERENCE'],
  ['VISIT', 'PORT_VISIT_REFERENCE'],
  ['PORT', 'UN_LOCATION_CODE'],
  ['IMO', 'VESSEL_IMO_NUMBER'],
  ['NAME', 'VESSEL_NAME'],
  ['USR', 'UNIVERSAL_SERVICE_REFERENCE'],
  ['SERVICE', 'UNIVERSAL_SERVICE_REFERENCE'],
  ['UVR_IN', 'UNIVERSAL_IMPORT_VOYAGE_REFERENCE'],
  ['UVR_OUT', 'UNIVERSAL_EXPORT_VOYAGE_REFERENCE'],
  ['CARRIER_IN', 'CARRIER_IMPORT_VOYAGE_NUMBER'],
  ['NUMBER_IN', 'CARRIER_IMPORT_VOYAGE_NUMBER'],
  ['CARRIER_OUT', 'CARRIER_EXPORT_VOYAGE_NUMBER'],
  // Only the rules for loading calls require a day in the window.
  ['WINDOW', 'DEPARTURE_TIME'],
  ['ARRIVAL', 'ARRIVAL_TIME'],
];

/** Returns the attributes that are missing for the nearest rules that allow a unique match. */
export function missingAttributes(recordPair: RecordPair, agreements: number): readonly MatchAttribute[] {
  const gaps = matchRules[recordPair].filter(({ canBeUnique }) => canBeUnique).map(({ required }) => gapOf(required, agreements));
  const fewest = Math.min(...gaps.map(({ length }) => length));
  return [...new Set(gaps.filter(({ length }) => length === fewest).flat())];
}

function gapOf(required: number, agreements: number): readonly MatchAttribute[] {
  return attributesOfAgreements.flatMap(([name, attribute]) => ((required & ~agreements & agreementBits[name]) === 0 ? [] : [attribute]));
}

/** The kinds of the two records; `LOADING_CALL` is a notice and the call that loaded its cargo. */
export type RecordPair = keyof typeof matchRules;

/** Returns the pair for two kinds of records; undefined for two notices, which are never matched. */
export function recordPairOf(left: RecordKind, right: RecordKind, isLoading = false): RecordPair | undefined {
  const [leftRole, rightRole] = [roles[left], roles[right]];
  if (leftRole === 'NOTICE' && rightRole === 'NOTICE') return undefined;
  if (leftRole !== 'NOTICE' && rightRole !== 'NOTICE') {
    return leftRole === rightRole ? (leftRole === 'CALL' ? 'CALL_CALL' : 'EVENT_EVENT') : 'CALL_EVENT';
  }
  if (isLoading) return leftRole === 'CALL' || rightRole === 'CALL' ? 'LOADING_CALL' : undefined;
  return leftRole === 'EVENT' || rightRole === 'EVENT' ? 'NOTICE_EVENT' : 'NOTICE_CALL';
}

/** Finds the best rule whose agreements are all established. */
export function bestRuleOf(
  recordPair: RecordPair,
  { agreements, isShipUnassigned }: Pick<Comparison, 'agreements' | 'isShipUnassigned'>,
): MatchRule | undefined {
  const rules: readonly MatchRule[] = matchRules[recordPair];
  const best = rules.find(({ required }) => hasAll(agreements, required));
  // UNASSIGNED_VESSEL: without a ship, or with a dummy in its place, such a match is at most PROBABLE.
  return best?.confidence === 'STRONG' && isShipUnassigned ? { ...best, confidence: 'PROBABLE' } : best;
}

const roles: Readonly<Record<RecordKind, 'NOTICE' | 'CALL' | 'EVENT'>> = {
  NOTICE: 'NOTICE',
  VESSEL_SCHEDULE: 'CALL',
  PORT_SCHEDULE: 'CALL',
  POINT_TO_POINT: 'CALL',
  EVENT: 'EVENT',
};
