import { type GraphQLOutputType, type GraphQLSchema, isEnumType, isListType, isNonNullType, isObjectType } from 'graphql';
import { matchKeyIn } from '#platform/matching/match-query.ts';
import type { Standard } from '#platform/partners/standard.ts';
import type { Owners } from './owners.ts';

/**
 * Match sets of an unavailable subgraph. A match set can express that nothing is known: its outcome is `UNKNOWN`, it
 * has no candidates, and its sources have failed.
 */
export interface UnknownMatches {
  /** Returns whether objects of the type are match sets. */
  isMatchSet(type: string): boolean;
  /** Returns the subgraph that owns all fields of such objects that clients see. */
  ownerOf(type: string): string | undefined;
  /**
   * Returns the value of a field of such an object; nested objects are plain. If one subgraph provides the key by which
   * another one finds a match set and is unavailable, the key of the match query is used.
   *
   * @param key key of the object
   */
  valueOf(type: string, field: string, key: KnownBy): unknown;
}

/** Keys of match sets, as far as they are known. */
export interface KnownBy {
  readonly matchQuery?: unknown;
}

/** The standards, by the subgraphs that own them. Any other subgraph derives its objects from all of them. */
const standards: ReadonlyMap<string, Standard> = new Map([
  ['arrival-notices', 'ARRIVAL_NOTICE'],
  ['commercial-schedules', 'COMMERCIAL_SCHEDULES'],
  ['port-calls', 'PORT_CALL'],
]);

/** The field of a match set for its sources; no other object that crosses subgraphs has it. */
const sourcesField = 'sources';
/** The field by which a match set is found in a store. */
const matchKeyField = 'matchKey';

export function createUnknownMatches(schema: GraphQLSchema, owners: Owners): UnknownMatches {
  const known = new Map<string, ReadonlyMap<string, unknown>>();
  const ownersOfSets = new Map<string, string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !owners.isEntity(type.name)) continue;
    const [owner = ''] = owners.ofField(type.name, sourcesField);
    if (type.getFields()[sourcesField] === undefined) continue;
    const own = standards.get(owner);
    const failed = (own === undefined ? [...standards.values()] : [own]).map(failedSource);
    const values = Object.values(type.getFields()).map((field) => [field.name, unknownOf(field.type)] as const);
    if (values.every(([, value]) => value !== undefined)) {
      known.set(type.name, new Map([...values, [sourcesField, failed]]));
      const isAlone = values.every(([name]) => owners.ofField(type.name, name).join() === owner);
      if (isAlone) ownersOfSets.set(type.name, owner);
    }
  }
  return {
    isMatchSet: (type) => known.has(type),
    ownerOf: (type) => ownersOfSets.get(type),
    valueOf: (type, field, { matchQuery }) =>
      field === matchKeyField && typeof matchQuery === 'string' ? matchKeyIn(matchQuery) : known.get(type)?.get(field),
  };
}

function unknownOf(type: GraphQLOutputType): unknown {
  if (!isNonNullType(type)) return null;
  if (isListType(type.ofType)) return [];
  return isEnumType(type.ofType) && type.ofType.getValue('UNKNOWN') ? 'UNKNOWN' : undefined;
}

function failedSource(standard: Standard): object {
  const feedback = [{ severity: 'ERROR', message: 'The subgraph of this standard did not answer.' }];
  return { partner: null, standard, status: 'FAILED', retrievedAt: null, apiVersion: null, feedback };
}
