import type { CallClaim } from '../claims/call-claim.ts';
import type { MatchKey } from '../keys/match-key.ts';

/** Finds by match keys what may be worth a comparison. */
export interface SearchIndex<T> {
  /** What shares a key with the match key, in the order in which it was given; all else could only be discarded. */
  find(matchKey: MatchKey): readonly T[];
}

/** Makes the index, so that a page of match keys costs what its candidates cost and not their product. */
export function createSearchIndex<T>(entries: readonly T[], claimsOf: (entry: T) => readonly CallClaim[]): SearchIndex<T> {
  const index = new Map<string, number[]>();
  for (const [place, entry] of entries.entries()) {
    for (const key of new Set(claimsOf(entry).flatMap(indexKeysOf))) {
      const places = index.get(key);
      if (places === undefined) index.set(key, [place]);
      else places.push(place);
    }
  }
  return {
    find: ({ claims }) => {
      const keys = new Set(claims.flatMap(searchKeysOf));
      const places = new Set([...keys].flatMap((key) => index.get(key) ?? []));
      return [...places].toSorted((left, right) => left - right).flatMap((place) => entries[place] ?? []);
    },
  };
}

/** Every row of the catalogue needs one of these to be equal on both sides. */
function keysAtPort(claim: CallClaim): readonly string[] {
  const { UNLocationCode, transportCallReference, universalServiceReference: service } = claim;
  const reference = transportCallReference === undefined ? [] : [`reference ${transportCallReference}`];
  if (UNLocationCode === undefined) return reference;
  const numbers = claim.numbers.flatMap((number) => [number.carrierImportVoyageNumber, number.carrierExportVoyageNumber]);
  const voyages = service === undefined ? [] : [claim.universalImportVoyageReference, claim.universalExportVoyageReference];
  const keys: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    ['imo', [claim.vesselIMONumber]],
    ['name', [claim.vesselName]],
    ['visit', [claim.portVisitReference, claim.callReferenceNumber]],
    ['number', numbers],
    [`voyage ${service}`, voyages],
  ];
  return [...reference, ...keys.flatMap(([kind, values]) => keysOf(`${kind} ${UNLocationCode}`, values))];
}

/** A record that names no port can meet one at any port, by its ship. */
function keysOfShip({ vesselIMONumber, vesselName }: CallClaim, where: 'anywhere' | 'nowhere'): readonly string[] {
  return [...keysOf(`imo ${where}`, [vesselIMONumber]), ...keysOf(`name ${where}`, [vesselName])];
}

function keysOf(kind: string, values: readonly (string | undefined)[]): readonly string[] {
  return values.flatMap((value) => (value === undefined ? [] : [`${kind} ${value}`]));
}

/** Under what a candidate is kept. */
function indexKeysOf(claim: CallClaim): readonly string[] {
  const portless = claim.UNLocationCode === undefined ? keysOfShip(claim, 'nowhere') : [];
  return [...keysAtPort(claim), ...keysOfShip(claim, 'anywhere'), ...portless];
}

/** Under what a match key looks for candidates. */
function searchKeysOf(claim: CallClaim): readonly string[] {
  const anywhere = claim.UNLocationCode === undefined ? keysOfShip(claim, 'anywhere') : [];
  return [...keysAtPort(claim), ...keysOfShip(claim, 'nowhere'), ...anywhere];
}
