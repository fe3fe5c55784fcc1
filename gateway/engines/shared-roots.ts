import { type DocumentNode, type FieldNode, type GraphQLSchema, getNamedType, isObjectType, Kind, OperationTypeNode, visit } from 'graphql';
import type { Requested } from './answer-shape.ts';
import { lostBecauseAway } from './lost-parts.ts';
import type { Owners } from './owners.ts';
import { type DataPath, isObject, type Target } from './plan-data.ts';
import { entitiesField } from './representations.ts';
import { keyOf, type Selections } from './selections.ts';
import type { SubgraphAnswer } from './subgraph-client.ts';

/** The part of a request that another subgraph can answer as well. */
export interface SharedPart {
  /** Subgraphs that can answer it. */
  readonly others: readonly string[];
  readonly requested: Requested;
  /** Merges the answer of the other subgraph into the lost one. */
  mergedInto(lost: SubgraphAnswer, found: SubgraphAnswer): SubgraphAnswer;
}

/**
 * Finds root fields that several subgraphs share, such as `vessel`, in a request to an unavailable subgraph. Only the
 * fields that this subgraph adds to their objects are lost.
 */
export function createSharedRoots(
  schema: GraphQLSchema,
  { owners, selections }: { readonly owners: Owners; readonly selections: Selections },
): (subgraph: string, requested: Requested) => SharedPart | undefined {
  const query = schema.getQueryType();
  const typeOf = (root: FieldNode): string => getNamedType(query?.getFields()[root.name.value]?.type)?.name ?? '';
  return (subgraph, requested) => {
    const ownersOf = (root: FieldNode) => owners.ofField(query?.name ?? '', root.name.value);
    const ofQuery = selections.rootOf(requested.document).filter(({ name }) => name.value !== entitiesField);
    const roots = ofQuery.filter((root) => ownersOf(root).some((other) => other !== subgraph));
    const [first] = roots;
    if (first === undefined) return undefined;
    const others = ownersOf(first).filter((other) => other !== subgraph && roots.every((root) => ownersOf(root).includes(other)));
    // Which fields an interface or a union has in the other subgraph depends on the object.
    const isShared = (root: FieldNode, { name, selectionSet }: FieldNode) =>
      selectionSet === undefined &&
      isObjectType(schema.getType(typeOf(root))) &&
      others.every((other) => owners.ofField(typeOf(root), name.value).includes(other));
    const below = (root: FieldNode, type = typeOf(root)) =>
      selections.below(root, requested.document, type).filter(({ name }) => name.value !== '__typename');
    const kept = roots.map((root): FieldNode => {
      if (root.selectionSet === undefined) return root;
      const fields = below(root).filter((field) => isShared(root, field));
      return { ...root, selectionSet: { kind: Kind.SELECTION_SET, selections: [typeName, ...fields] } };
    });
    return {
      others,
      requested: { document: documentOf(requested.document, kept), variables: requested.variables },
      mergedInto(lost, found) {
        if (found.data === null) return lost;
        const keys = new Set<unknown>(roots.map(keyOf));
        const errors = (lost.errors ?? []).filter(({ path }) => path?.length !== 1 || !keys.has(path[0]));
        for (const root of roots) {
          for (const { object, path } of objectsIn(found.data[keyOf(root)], [keyOf(root)])) {
            const gone = below(root, String(object['__typename'])).filter((field) => !isShared(root, field));
            errors.push(...gone.map((field) => lostBecauseAway(subgraph, [...path, keyOf(field)])));
          }
        }
        errors.push(...(found.errors ?? []));
        const data = { ...lost.data, ...found.data };
        return errors.length === 0 ? { data } : { data, errors };
      },
    };
  };
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
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        variableDefinitions: given.filter(({ variable }) => used.has(variable.name.value)),
        selectionSet: { kind: Kind.SELECTION_SET, selections: roots },
      },
    ],
  };
}
