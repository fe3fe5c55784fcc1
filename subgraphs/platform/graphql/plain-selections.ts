import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { nothing } from './conditions.ts';

/** Selection sets on one object. */
type Sets = readonly SelectionSetNode[];

/** Fields of one level by response name, in the order of the answer. */
type Fields = Map<string, FieldNode[]>;

/**
 * Rewrites an operation without fragments and repeated fields: selections on an interface or union are written once per
 * type. The planner duplicates lists of scalars when it merges repeated fields, and ignores fields after `__typename`
 * before a fragment at the root. It plans operations in this form correctly.
 *
 * @param document one operation without conditions
 * @returns the operation, in which {@link nothing} reads the types of objects where they decide what is selected
 */
export function withPlainSelections(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let operation: OperationDefinitionNode | undefined;
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    if (definition.kind === Kind.OPERATION_DEFINITION) operation = definition;
  }
  const root = operation && schema.getRootType(operation.operation);
  if (operation === undefined || !root) return document;

  function plainSet(type: GraphQLNamedType | undefined, sets: Sets): SelectionSetNode {
    if (isObjectType(type)) return { kind: Kind.SELECTION_SET, selections: plainFields(type, collect(type, sets)) };
    if (!isAbstractType(type)) return { kind: Kind.SELECTION_SET, selections: sets.flatMap(({ selections }) => selections) };
    if (isInterfaceType(type) && !sets.some((set) => looksAtType(type, set))) {
      return { kind: Kind.SELECTION_SET, selections: plainFields(type, collect(type, sets)) };
    }
    const selections = schema.getPossibleTypes(type).flatMap((possible) => {
      const selectionSet = plainSet(possible, sets);
      if (selectionSet.selections.length === 0) return [];
      const typeCondition = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: possible.name } } as const;
      return [{ kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet } as const];
    });
    return { kind: Kind.SELECTION_SET, selections: [nothing, ...selections] };
  }

  function plainFields(
    type: GraphQLObjectType | (GraphQLNamedType & { getFields(): GraphQLObjectTypeFields }),
    fields: Fields,
  ): FieldNode[] {
    return [...fields.values()].flatMap((nodes) => {
      const [first] = nodes;
      if (first === undefined) return [];
      const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (sets.length === 0) return [first];
      const field = type.getFields()[first.name.value];
      return [{ ...first, selectionSet: plainSet(field && getNamedType(field.type), sets) }];
    });
  }

  /** Returns the fields selected on objects of this type, or on all objects of this interface. */
  function collect(type: GraphQLNamedType, sets: Sets, fields: Fields = new Map()): Fields {
    for (const selection of sets.flatMap(({ selections }) => selections)) {
      if (selection.kind === Kind.FIELD) {
        // A client can select something under the same response name.
        const key = selection === nothing ? '' : (selection.alias ?? selection.name).value;
        fields.set(key, [...(fields.get(key) ?? []), selection]);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (fragment !== undefined && holdsFor(fragment.typeCondition?.name.value, type)) collect(type, [fragment.selectionSet], fields);
    }
    return fields;
  }

  function holdsFor(condition: string | undefined, type: GraphQLNamedType): boolean {
    if (condition === undefined || condition === type.name) return true;
    const wanted = schema.getType(condition);
    return isAbstractType(wanted) && isCompositeType(type) && !isAbstractType(type) && schema.isSubType(wanted, type);
  }

  /** Returns whether a fragment distinguishes the types of an interface. */
  function looksAtType(type: GraphQLNamedType, set: SelectionSetNode): boolean {
    return set.selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return false;
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (fragment === undefined) return false;
      return !holdsFor(fragment.typeCondition?.name.value, type) || looksAtType(type, fragment.selectionSet);
    });
  }

  const definition = { ...operation, selectionSet: plainSet(root, [operation.selectionSet]) };
  return { ...document, definitions: [definition] };
}

type GraphQLObjectTypeFields = ReturnType<GraphQLObjectType['getFields']>;
