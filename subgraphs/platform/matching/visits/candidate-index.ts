import type { CallClaim } from '../claims/call-claim.ts';
import type { MatchKey } from '../keys/match-key.ts';

/** Finds by key sets what may be worth a comparison. */
export interface SearchIndex<T> {
  /** What shares a key with the key set, in the order in which it was given; all else could only be discarded. */
  find(keySet: MatchKey): readonly T[];
}

/** Makes the index, so that a page of key sets costs what its candidates cost and not their product. */
export function createSearchIndex<T>(entries: readonly T[], statementsOf: (entry: T) => readonly CallClaim[]): SearchIndex<T> {
  const index = new Map<string, number[]>();
  for (const [place, entry] of entries.entries()) {
    for (const key of new Set(statementsOf(entry).flatMap(indexKeysOf))) {
      const places = index.get(key);
      if (places === undefined) index.set(key, [place]);
      else places.push(place);
    }
  }
  return {
    find: ({ statements }) => {
      const keys = new Set(statements.flatMap(searchKeysOf));
      const places = new Set([...keys].flatMap((key) => index.get(key) ?? []));
      return [...places].toSorted((left, right) => left - right).flatMap((place) => entries[place] ?? []);
    },
  };
}

/** Every row of the catalogue needs one of these to be equal on both sides. */
function keysAtPort(statement: CallClaim): readonly string[] {
  const { UNLocationCode, transportCallReference, universalServiceReference: service } = statement;
  const reference = transportCallReference === undefined ? [] : [`reference ${transportCallReference}`];
  if (UNLocationCode === undefined) return reference;
  const numbers = statement.numbers.flatMap((number) => [number.carrierImportVoyageNumber, number.carrierExportVoyageNumber]);
  const voyages = service === undefined ? [] : [statement.universalImportVoyageReference, statement.universalExportVoyageReference];
  const keys: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    ['imo', [statement.vesselIMONumber]],
    ['name', [statement.vesselName]],
    ['visit', [statement.portVisitReference, statement.callReferenceNumber]],
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
function indexKeysOf(statement: CallClaim): readonly string[] {
  const portless = statement.UNLocationCode === undefined ? keysOfShip(statement, 'nowhere') : [];
  return [...keysAtPort(statement), ...keysOfShip(statement, 'anywhere'), ...portless];
}

/** Under what a key set looks for candidates. */
function searchKeysOf(statement: CallClaim): readonly string[] {
  const anywhere = statement.UNLocationCode === undefined ? keysOfShip(statement, 'anywhere') : [];
  return [...keysAtPort(statement), ...keysOfShip(statement, 'nowhere'), ...anywhere];
}
