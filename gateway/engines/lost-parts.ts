import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  OperationTypeNode,
  visit,
} from 'graphql';
import { type ErrorCode, errorTable } from '#platform/errors.ts';
import { matchKeyIn } from '#platform/matching/match-sets.ts';
import type { Standard } from '#platform/partners/partner.ts';
import { isObject } from '#platform/wire/shape-check.ts';
import type { Owners } from '../supergraph/supergraph.ts';
import type { Requested } from './answer-shape.ts';
import type { DataPath, Target } from './plan-data.ts';
import { type Entity, entitiesField, entitiesOf, keyOf, type Selections } from './selections.ts';
import type { SubgraphAnswer } from './subgraph-client.ts';

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

/**
 * Match sets of an unavailable subgraph. A match set can express that nothing is known: its outcome is `UNKNOWN`, it
 * has no candidates, and its sources have failed.
 */
export type UnknownMatches = ReturnType<typeof createUnknownMatches>;

/** @param schema schema as clients see it */
export function createUnknownMatches(schema: GraphQLSchema, owners: Owners) {
  const known = new Map<string, ReadonlyMap<string, unknown>>();
  const ownersOfSets = new Map<string, string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !owners.isEntity(type.name) || type.getFields()[sourcesField] === undefined) continue;
    const [owner = ''] = owners.ofField(type.name, sourcesField);
    const own = standards.get(owner);
    const failed = (own === undefined ? [...standards.values()] : [own]).map(failedSource);
    const values = Object.values(type.getFields()).map((field) => [field.name, unknownOf(field.type)] as const);
    if (values.some(([, value]) => value === undefined)) continue;
    known.set(type.name, new Map([...values, [sourcesField, failed]]));
    if (values.every(([name]) => owners.ofField(type.name, name).join() === owner)) ownersOfSets.set(type.name, owner);
  }
  return {
    /** Returns whether objects of the type are match sets. */
    isMatchSet: (type: string): boolean => known.has(type),
    /** Returns the subgraph that owns all fields of such objects that clients see. */
    ownerOf: (type: string): string | undefined => ownersOfSets.get(type),
    /**
     * Returns the value of a field of such an object; nested objects are plain. If one subgraph provides the key by which
     * another one finds a match set and is unavailable, the key of the match query is used.
     *
     * @param key key of the object, as far as it is known
     */
    valueOf: (type: string, field: string, { matchQuery }: { readonly matchQuery?: unknown }): unknown =>
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

/**
 * Creates the replacement of answers of subgraphs that are unavailable: it reports what is lost and keeps the rest.
 *
 * @param schema schema as clients see it
 * @param options.onUnknown called with the first of the errors that made match sets of an answer unknown
 */
export function createLostParts(
  schema: GraphQLSchema,
  options: { readonly owners: Owners; readonly selections: Selections; readonly onUnknown: (cause: GraphQLError) => void },
) {
  const { owners, selections, onUnknown } = options;
  const matches = createUnknownMatches(schema, owners);
  const fieldsOf = (type: string): Readonly<Record<string, { readonly type: GraphQLOutputType }>> => {
    const named = schema.getType(type);
    return isObjectType(named) || isInterfaceType(named) ? named.getFields() : {};
  };
  const below = (field: FieldNode, { document }: Requested, type: string) =>
    selections.below(field, document, type).filter(({ name }) => name.value !== '__typename');

  /** Returns a match set as a subgraph would return it. */
  function unknownMatch({ type, key }: Entity, field: FieldNode, requested: Requested): Record<string, unknown> {
    return projected(type, (name) => matches.valueOf(type, name, key), { field, requested });
  }

  function projected(
    type: string,
    read: (name: string) => unknown,
    { field, requested }: { readonly field: FieldNode; readonly requested: Requested },
  ): Record<string, unknown> {
    const shownOf = (inner: FieldNode) => {
      const name = inner.name.value;
      return name === '__typename' ? type : plain(read(name), fieldsOf(type)[name]?.type, { field: inner, requested });
    };
    return Object.fromEntries(selections.below(field, requested.document, type).map((inner) => [keyOf(inner), shownOf(inner)]));
  }

  function plain(value: unknown, type: GraphQLOutputType | undefined, at: Parameters<typeof projected>[2]): unknown {
    if (Array.isArray(value)) return value.map((item) => plain(item, type, at));
    if (typeof value !== 'object' || value === null) return value ?? null;
    return projected(String(type).replaceAll(/[[\]!]/g, ''), (name) => Reflect.get(value, name), at);
  }

  /** Returns the paths of the missing parts of an object: its fields if they are nullable, otherwise the object. */
  function lostPathsOf(type: string, field: FieldNode, requested: Requested, path: DataPath): DataPath[] {
    const lost = below(field, requested, type);
    const known = fieldsOf(type);
    const isWhole = lost.some(({ name }) => known[name.value] === undefined || isNonNullType(known[name.value]?.type));
    return isWhole ? [path] : lost.map((inner) => [...path, keyOf(inner)]);
  }

  function lost(requested: Requested, errorAt: (path: DataPath) => GraphQLError): SubgraphAnswer {
    const data: Record<string, unknown> = {};
    const errors: GraphQLError[] = [];
    for (const field of selections.rootOf(requested.document)) {
      const key = keyOf(field);
      // A root field that several subgraphs share must not become null for the others.
      if (field.name.value !== entitiesField) {
        errors.push(errorAt([key]));
        continue;
      }
      data[key] = entitiesOf(field, requested.variables).map((entity, index) => {
        if (matches.isMatchSet(entity.type)) return unknownMatch(entity, field, requested);
        errors.push(...lostPathsOf(entity.type, field, requested, [key, index]).map(errorAt));
        return null;
      });
    }
    return answerOf(data, errors);
  }

  const query = schema.getQueryType();
  const typeOf = (root: FieldNode): string => getNamedType(query?.getFields()[root.name.value]?.type)?.name ?? '';
  const ownersOfRoot = (root: FieldNode) => owners.ofField(query?.name ?? '', root.name.value);

  return {
    /**
     * Returns the answer of an unavailable subgraph: match sets are unknown, and everything else is missing and has an
     * error at its path. Of root fields that several subgraphs share, such as `vessel`, only the fields that this subgraph
     * adds to their objects are lost.
     *
     * @param fetchFrom sends a request to another subgraph
     */
    async answerOfAway(
      subgraph: string,
      requested: Requested,
      fetchFrom: (other: string, requested: Requested) => Promise<SubgraphAnswer | undefined>,
    ): Promise<SubgraphAnswer> {
      const lostAt = (path: DataPath) =>
        new GraphQLError(`The subgraph ${subgraph} did not answer.`, { path, extensions: { code: 'SUBGRAPH_UNAVAILABLE' } });
      const withoutIt = lost(requested, lostAt);
      const roots = selections
        .rootOf(requested.document)
        .filter((root) => root.name.value !== entitiesField && ownersOfRoot(root).some((other) => other !== subgraph));
      const [first] = roots;
      if (first === undefined) return withoutIt;
      const others = ownersOfRoot(first).filter((other) => other !== subgraph && roots.every((root) => ownersOfRoot(root).includes(other)));
      // Which fields an interface or a union has in the other subgraph depends on the object.
      const isShared = (root: FieldNode, { name, selectionSet }: FieldNode) =>
        selectionSet === undefined &&
        isObjectType(schema.getType(typeOf(root))) &&
        others.every((other) => owners.ofField(typeOf(root), name.value).includes(other));
      const shared = roots.map((root): FieldNode => {
        if (root.selectionSet === undefined) return root;
        const fields = below(root, requested, typeOf(root)).filter((field) => isShared(root, field));
        return { ...root, selectionSet: { kind: Kind.SELECTION_SET, selections: [typeName, ...fields] } };
      });
      const ofOthers = { document: documentOf(requested.document, shared), variables: requested.variables };
      for (const other of others) {
        const found = await fetchFrom(other, ofOthers);
        if (found === undefined) continue;
        if (found.data === null) return withoutIt;
        const keys = new Set<unknown>(roots.map(keyOf));
        const errors = (withoutIt.errors ?? []).filter(({ path }) => path?.length !== 1 || !keys.has(path[0]));
        for (const root of roots) {
          for (const { object, path } of objectsIn(found.data[keyOf(root)], [keyOf(root)])) {
            const gone = below(root, requested, String(object['__typename'])).filter((field) => !isShared(root, field));
            errors.push(...gone.map((field) => lostAt([...path, keyOf(field)])));
          }
        }
        return answerOf({ ...withoutIt.data, ...found.data }, [...errors, ...(found.errors ?? [])]);
      }
      return withoutIt;
    },

    /**
     * Returns the same answer, in which match sets that failed internally are unknown, and errors are moved to the
     * requested fields.
     */
    withUnknownMatches(answer: SubgraphAnswer, requested: Requested): SubgraphAnswer {
      const { data, errors = [] } = answer;
      const [first] = errors;
      // Nothing was executed: the one error applies to every selection.
      if (data === null && first !== undefined && errors.every(({ path }) => path === undefined)) {
        if (!isOurs(first)) return answer;
        onUnknown(first);
        return lost(requested, (path) => new GraphQLError(first.message, { path, extensions: first.extensions }));
      }
      if (data === null) return answer;
      let left = errors;
      let cause: GraphQLError | undefined;
      for (const field of selections.rootOf(requested.document)) {
        const [key, entities] = [keyOf(field), data[keyOf(field)]];
        if (field.name.value !== entitiesField || !Array.isArray(entities)) continue;
        for (const [index, entity] of entitiesOf(field, requested.variables).entries()) {
          if (entities[index] !== null || !matches.isMatchSet(entity.type)) continue;
          const isAbout = ({ path }: GraphQLError) => path?.[0] === key && path[1] === index;
          const about = left.filter(isAbout);
          if (!about.every(isOurs)) continue;
          cause ??= about[0];
          entities[index] = unknownMatch(entity, field, requested);
          if (about.length > 0) left = left.filter((error) => !isAbout(error));
        }
      }
      if (cause !== undefined) onUnknown(cause);
      return answerOf(data, left);
    },
  };
}

/** Returns whether an error is not caused by the caller. */
export function isOurs({ extensions }: { readonly extensions?: Readonly<Record<string, unknown>> | undefined }): boolean {
  const code = extensions?.['code'];
  return typeof code !== 'string' || !Object.hasOwn(errorTable, code) || errorTable[code as ErrorCode].status >= 500;
}

function answerOf(data: Record<string, unknown>, errors: GraphQLError[]): SubgraphAnswer {
  return errors.length === 0 ? { data } : { data, errors };
}

/** Returns the objects of a value, which may be a list. */
function objectsIn(value: unknown, path: DataPath): Target[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, [...path, index]));
  return isObject(value) ? [{ object: value, path }] : [];
}

const typeName: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** Returns the document with these root fields only, and the variables that they use. */
function documentOf(document: DocumentNode, roots: readonly FieldNode[]): DocumentNode {
  const used = new Set<string>();
  for (const root of roots) visit(root, { Variable: ({ name }) => void used.add(name.value) });
  const given = document.definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : []));
  const variableDefinitions = given.filter(({ variable }) => used.has(variable.name.value));
  const selectionSet = { kind: Kind.SELECTION_SET, selections: roots } as const;
  const definition = { kind: Kind.OPERATION_DEFINITION, operation: OperationTypeNode.QUERY, variableDefinitions, selectionSet } as const;
  return { kind: Kind.DOCUMENT, definitions: [definition] };
}
