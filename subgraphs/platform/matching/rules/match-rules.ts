import type { RecordKind } from '../claims/call-claim.ts';
import { type Agreement, bitsOf } from './agreements.ts';
import type { Comparison } from './comparison.ts';

/** How much a join is worth: EXACT by a reference made for it, STRONG a composite, the rest heuristics, LANE an offer. */
export type MatchConfidence = 'EXACT' | 'STRONG' | 'PROBABLE' | 'WEAK' | 'LANE';

/** The classes, best first. */
export const matchConfidences = ['EXACT', 'STRONG', 'PROBABLE', 'WEAK', 'LANE'] as const satisfies readonly MatchConfidence[];

/** A way in which two records may be joined. */
export interface MatchRule {
  /** Its number in the catalogue of joins, for explanations. */
  readonly id: string;
  readonly class: MatchConfidence;
  /** Bits of the facts that all must be established. */
  readonly keys: number;
  /** A match of this row may be the one answer. Not so for a ship in a period: after a swap that is its next voyage. */
  readonly isOffered: boolean;
  /** What the row singles a call out by. */
  readonly basis: MatchBasis;
}

/** A reference made for it, a voyage of the ship, or nothing but that the ship is there about that time. */
export type MatchBasis = 'REFERENCE' | 'VOYAGE' | 'PERIOD';

const row = (id: string, matchClass: MatchConfidence, names: readonly Agreement[], isOffered = true): MatchRule => {
  const keys = bitsOf(...names);
  return { id, class: matchClass, keys, isOffered, basis: basisOf(keys) };
};

function basisOf(keys: number): MatchBasis {
  if ((keys & references) !== 0) return 'REFERENCE';
  return (keys & voyages) === 0 ? 'PERIOD' : 'VOYAGE';
}

const references = bitsOf('REFERENCE', 'VISIT', 'CUSTOMS_NUMBER');
const voyages = bitsOf('UVR_IN', 'UVR_OUT', 'CARRIER_IN', 'CARRIER_OUT', 'NUMBER_IN');

/** The catalogue by what meets what, each list from the best row down. */
const matchRules = {
  NOTICE_CALL: [
    row('J5', 'STRONG', ['IMO', 'PORT', 'UVR_IN', 'USR']),
    row('J6', 'STRONG', ['IMO', 'PORT', 'CARRIER_IN']),
    row('J7', 'STRONG', ['PORT', 'USR', 'UVR_IN']),
    // One service at a time is what a ship sails on, but nothing says so here.
    row('J5 without service', 'PROBABLE', ['IMO', 'PORT', 'UVR_IN']),
    row('J9', 'PROBABLE', ['NAME', 'CARRIER_IN', 'PORT']),
    row('J25', 'PROBABLE', ['PORT', 'CARRIER_IN']),
    row('J8', 'PROBABLE', ['IMO', 'PORT', 'WINDOW'], false),
    row('J10', 'WEAK', ['NAME', 'PORT', 'WINDOW'], false),
    row('J6 without port', 'WEAK', ['IMO', 'CARRIER_IN', 'PORT_UNKNOWN'], false),
    row('J5 without port', 'WEAK', ['IMO', 'USR', 'UVR_IN', 'PORT_UNKNOWN'], false),
    row('J9 without port', 'WEAK', ['NAME', 'CARRIER_IN', 'PORT_UNKNOWN'], false),
  ],
  /** A leg's export number may be that of its other end, so the day of departure has to agree as well. */
  LOADING_CALL: [
    row('J12', 'STRONG', ['IMO', 'PORT', 'UVR_OUT', 'USR', 'WINDOW']),
    row('J12', 'STRONG', ['IMO', 'PORT', 'CARRIER_OUT', 'WINDOW']),
    row('J12 without date', 'PROBABLE', ['IMO', 'PORT', 'UVR_OUT', 'USR'], false),
    row('J12 without date', 'PROBABLE', ['IMO', 'PORT', 'CARRIER_OUT'], false),
    row('J8', 'PROBABLE', ['IMO', 'PORT', 'WINDOW'], false),
    row('J10', 'WEAK', ['NAME', 'PORT', 'WINDOW'], false),
  ],
  NOTICE_EVENT: [
    row('J14', 'STRONG', ['IMO', 'PORT', 'UVR_IN', 'USR']),
    row('J14 without service', 'PROBABLE', ['IMO', 'PORT', 'UVR_IN']),
    // Wrong where a sharing partner happens to have given this number to another voyage of the ship that is just as near.
    row('J15', 'PROBABLE', ['IMO', 'PORT', 'CARRIER_IN']),
    row('J15', 'PROBABLE', ['IMO', 'PORT', 'NUMBER_IN']),
    row('J16', 'PROBABLE', ['IMO', 'PORT', 'WINDOW'], false),
    row('J13', 'WEAK', ['NAME', 'PORT', 'WINDOW'], false),
    row('J17', 'WEAK', ['CUSTOMS_NUMBER', 'PORT'], false),
  ],
  /** An event's carrier number has no owner, not even beside a port schedule, so it is no more than probable (J15). */
  CALL_EVENT: [
    row('J1', 'EXACT', ['REFERENCE']),
    row('J4', 'EXACT', ['VISIT', 'PORT']),
    row('J19', 'STRONG', ['IMO', 'PORT', 'UVR_IN', 'USR']),
    row('J19', 'STRONG', ['IMO', 'PORT', 'UVR_OUT', 'USR']),
    row('J19', 'PROBABLE', ['IMO', 'PORT', 'UVR_IN']),
    row('J19', 'PROBABLE', ['IMO', 'PORT', 'CARRIER_IN']),
    row('J19', 'PROBABLE', ['IMO', 'PORT', 'NUMBER_IN']),
    row('J19 by name', 'PROBABLE', ['NAME', 'PORT', 'UVR_IN', 'USR']),
    row('J19 by name', 'PROBABLE', ['NAME', 'PORT', 'CARRIER_IN']),
    row('J19', 'PROBABLE', ['IMO', 'PORT', 'WINDOW'], false),
    row('J10', 'WEAK', ['NAME', 'PORT', 'WINDOW'], false),
  ],
  CALL_CALL: [
    row('J2', 'EXACT', ['REFERENCE']),
    row('J4', 'EXACT', ['VISIT', 'PORT']),
    row('J18', 'STRONG', ['IMO', 'PORT', 'UVR_IN', 'UVR_OUT', 'USR']),
    row('J18', 'STRONG', ['IMO', 'PORT', 'CARRIER_IN', 'CARRIER_OUT']),
    row('J18', 'PROBABLE', ['IMO', 'PORT', 'CARRIER_IN']),
    row('J18', 'PROBABLE', ['IMO', 'PORT', 'UVR_IN']),
    row('J8', 'PROBABLE', ['IMO', 'PORT', 'WINDOW'], false),
    row('J10', 'WEAK', ['NAME', 'PORT', 'WINDOW'], false),
  ],
  EVENT_EVENT: [row('J1', 'EXACT', ['REFERENCE']), row('J4', 'EXACT', ['VISIT', 'PORT'])],
} as const satisfies Record<string, readonly MatchRule[]>;

/** What meets what; `LOADING_CALL` is a notice asked about the call that loaded its cargo. */
export type RecordPair = keyof typeof matchRules;

/** Finds the part of the catalogue for two kinds of record; undefined for two notices, which are never joined. */
export function recordPairOf(left: RecordKind, right: RecordKind, isLoading = false): RecordPair | undefined {
  const [leftRole, rightRole] = [roles[left], roles[right]];
  if (leftRole === 'NOTICE' && rightRole === 'NOTICE') return undefined;
  if (leftRole !== 'NOTICE' && rightRole !== 'NOTICE') {
    return leftRole === rightRole ? (leftRole === 'CALL' ? 'CALL_CALL' : 'EVENT_EVENT') : 'CALL_EVENT';
  }
  if (isLoading) return leftRole === 'CALL' || rightRole === 'CALL' ? 'LOADING_CALL' : undefined;
  return leftRole === 'EVENT' || rightRole === 'EVENT' ? 'NOTICE_EVENT' : 'NOTICE_CALL';
}

/** Finds the best row whose keys all hold. Where a ship is missing or a dummy, no row is worth more than PROBABLE. */
export function bestRuleOf(encounter: RecordPair, evidence: Comparison): MatchRule | undefined {
  const rows: readonly MatchRule[] = matchRules[encounter];
  const best = rows.find(({ keys }) => (evidence.facts & keys) === keys);
  return best?.class === 'STRONG' && evidence.isShipUnassigned ? { ...best, class: 'PROBABLE' } : best;
}

const roles: Readonly<Record<RecordKind, 'NOTICE' | 'CALL' | 'EVENT'>> = {
  NOTICE: 'NOTICE',
  VESSEL_SCHEDULE: 'CALL',
  PORT_SCHEDULE: 'CALL',
  POINT_TO_POINT: 'CALL',
  EVENT: 'EVENT',
};
