import type { CallClaim } from '../claims/call-claim.ts';
import { foldedName, foldedNumber } from '../claims/normal-values.ts';
import type { CallRecord, EventRecord } from '../claims/records.ts';
import { withServiceCodes } from '../rules/carrier-numbers.ts';
import type { ComparisonRules } from '../rules/comparison-rules.ts';
import { mergeIntoVisits, type Visit } from './visits.ts';

/** The claims of a match key, or of records whose neighbours are searched. */
export interface SearchedClaims {
  readonly claims: readonly CallClaim[];
}

/** Finds the candidates that are worth a comparison with a match key. */
export interface SearchIndex<T> {
  /**
   * Returns the entries that have a key in common with the match key, in their order; all others would be discarded.
   */
  find(searched: SearchedClaims): readonly T[];
}

/**
 * Creates the index. With it, the cost of a page of match keys is proportional to the candidates, and not to the
 * product of both.
 */
export function createSearchIndex<T>(
  entries: readonly T[],
  claimsOf: (entry: T) => readonly CallClaim[],
  rules: Pick<ComparisonRules, 'portOf'>,
): SearchIndex<T> {
  const index = new Map<string, number[]>();
  for (const [place, entry] of entries.entries()) {
    for (const key of new Set(claimsOf(entry).flatMap((claim) => indexKeysOf(claim, rules)))) {
      const places = index.get(key);
      if (places === undefined) index.set(key, [place]);
      else places.push(place);
    }
  }
  return {
    find: ({ claims }) => {
      const keys = new Set(claims.flatMap((claim) => searchKeysOf(claim, rules)));
      const places = new Set([...keys].flatMap((key) => index.get(key) ?? []));
      return [...places].toSorted((left, right) => left - right).flatMap((place) => entries[place] ?? []);
    },
  };
}

/** Visits as candidates for any number of match keys. */
export interface VisitIndex<R> extends SearchIndex<Visit<R>> {
  readonly visits: readonly Visit<R>[];
  /** The carriers whose codes for services the records name (CARRIER_OF_SERVICE_CODE). */
  readonly ownerOfService: ComparisonRules['ownerOfService'];
}

/** Creates the index of a page: merges its records, of any ships and ports in any order, into visits. */
export function createVisitIndex<R extends CallRecord | EventRecord>(records: readonly R[], given: ComparisonRules): VisitIndex<R> {
  const rules = withServiceCodes(
    given,
    records.map(({ claim }) => claim),
  );
  const visits = mergeIntoVisits(records, rules);
  return {
    visits,
    ownerOfService: rules.ownerOfService,
    ...createSearchIndex(visits, (visit) => visit.records.map(({ claim }) => claim), rules),
  };
}

/** Every match rule requires one of these to be equal on both sides. */
function keysAtPort(claim: CallClaim, rules: Pick<ComparisonRules, 'portOf'>): readonly string[] {
  const { UNLocationCode, transportCallReference, universalServiceReference: service } = claim;
  const reference = transportCallReference === undefined ? [] : [`reference ${transportCallReference}`];
  if (UNLocationCode === undefined) return reference;
  const numbers = claim.numbers.flatMap((number) =>
    [number.carrierImportVoyageNumber, number.carrierExportVoyageNumber].map((each) => each && foldedNumber(each)),
  );
  const voyages = service === undefined ? [] : [claim.universalImportVoyageReference, claim.universalExportVoyageReference];
  const keys: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    ['imo', [claim.vesselIMONumber]],
    ['name', [claim.vesselName && foldedName(claim.vesselName)]],
    ['visit', [claim.portVisitReference, claim.callReferenceNumber]],
    ['number', numbers],
    [`voyage ${service}`, voyages],
  ];
  return [...reference, ...keys.flatMap(([kind, values]) => keysOf(`${kind} ${rules.portOf(UNLocationCode)}`, values))];
}

/** A record without a port is compared with records at any port, by its ship. */
function keysOfShip({ vesselIMONumber, vesselName }: CallClaim, where: 'anywhere' | 'nowhere'): readonly string[] {
  return [...keysOf(`imo ${where}`, [vesselIMONumber]), ...keysOf(`name ${where}`, [vesselName && foldedName(vesselName)])];
}

function keysOf(kind: string, values: readonly (string | undefined)[]): readonly string[] {
  return values.flatMap((value) => (value === undefined ? [] : [`${kind} ${value}`]));
}

/** Returns the keys of a candidate. */
function indexKeysOf(claim: CallClaim, rules: Pick<ComparisonRules, 'portOf'>): readonly string[] {
  const portless = claim.UNLocationCode === undefined ? keysOfShip(claim, 'nowhere') : [];
  return [...keysAtPort(claim, rules), ...keysOfShip(claim, 'anywhere'), ...portless];
}

/** Returns the keys by which a match key finds candidates. */
function searchKeysOf(claim: CallClaim, rules: Pick<ComparisonRules, 'portOf'>): readonly string[] {
  const anywhere = claim.UNLocationCode === undefined ? keysOfShip(claim, 'anywhere') : [];
  return [...keysAtPort(claim, rules), ...keysOfShip(claim, 'nowhere'), ...anywhere];
}
