import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getOperationAST,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { perObject } from '#platform/cache/bounded-cache.ts';
import { fragmentsOf } from '#platform/graphql/plain-operation.ts';

/** The fields that documents select, with fragments expanded. */
export type Selections = ReturnType<typeof createSelections>;

/** Returns the response name of a field. */
export function keyOf(field: FieldNode): string {
  return (field.alias ?? field.name).value;
}

/**
 * Creates the reader of plan documents, which are the same objects in every request, so that the result is cached with
 * them.
 */
export function createSelections(schema: GraphQLSchema) {
  const fieldsByType = perObject((_set: SelectionSetNode) => new Map<string, readonly FieldNode[]>());

  function fieldsOf(set: SelectionSetNode, document: DocumentNode, type: string): readonly FieldNode[] {
    const known = fieldsByType(set);
    const fields = known.get(type) ?? collect(set, document, type);
    known.set(type, fields);
    return fields;
  }

  function collect(set: SelectionSetNode, document: DocumentNode, type: string): FieldNode[] {
    return set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection];
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentsOf(document).get(selection.name.value);
      return fragment !== undefined && holdsFor(fragment.typeCondition?.name.value, type)
        ? collect(fragment.selectionSet, document, type)
        : [];
    });
  }

  function holdsFor(condition: string | undefined, type: string): boolean {
    if (condition === undefined || condition === type) return true;
    const [wanted, given] = [schema.getType(condition), schema.getType(type)];
    return isAbstractType(wanted) && isObjectType(given) && schema.isSubType(wanted, given);
  }

  return {
    /** Returns the fields at the root of the document's operation. */
    rootOf(document: DocumentNode): readonly FieldNode[] {
      const operation = getOperationAST(document);
      return operation == null ? [] : fieldsOf(operation.selectionSet, document, schema.getRootType(operation.operation)?.name ?? '');
    },
    /** Returns the fields below a field, for objects of the type. */
    below({ selectionSet }: FieldNode, document: DocumentNode, type: string): readonly FieldNode[] {
      return selectionSet === undefined ? [] : fieldsOf(selectionSet, document, type);
    },
  };
}

/** The root field by which a router requests objects of a subgraph by their keys. */
export const entitiesField = '_entities';

/** An object that is requested from a subgraph by its key. */
export interface Entity {
  /** Name of its type. */
  readonly type: string;
  /** The fields of its key. */
  readonly key: Readonly<Record<string, unknown>>;
}

/** Returns the objects that a field `_entities` requests, in the order of the answer. */
export function entitiesOf(field: FieldNode, variables: Readonly<Record<string, unknown>>): readonly Entity[] {
  const given = field.arguments?.[0]?.value;
  const representations = given?.kind === Kind.VARIABLE ? variables[given.name.value] : undefined;
  if (!Array.isArray(representations)) return [];
  return representations.map((key: { readonly __typename: string }) => ({ type: key.__typename, key }));
}
