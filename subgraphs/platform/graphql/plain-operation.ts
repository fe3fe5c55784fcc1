import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { perObject } from '../cache/bounded-cache.ts';
import type { ValidatedOperation, Variables } from './engine.ts';

/** Returns the fragments of a document by their names. */
export const fragmentsOf = perObject(
  ({ definitions }: DocumentNode) =>
    new Map(definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : []))),
);

/** An operation in which every `@skip` and `@include` is resolved. */
export interface DecidedOperation {
  readonly document: DocumentNode;
  /** Whether {@link nothing} was inserted, because a selection became empty. */
  readonly hasNothing: boolean;
  /** Whether equal conditions return this same object again. */
  readonly kept: boolean;
}

/**
 * Inserted where nothing is selected, because a selection set cannot be empty. Clients do not see it in the result.
 */
export const nothing: FieldNode = {
  kind: Kind.FIELD,
  alias: { kind: Kind.NAME, value: 'landfall_nothing' },
  name: { kind: Kind.NAME, value: '__typename' },
};

/**
 * Creates the function that resolves conditions before an operation is compiled or planned. Both graphql-jit 0.8 and
 * the planner fail on some combinations of conditions with repeated fields.
 *
 * @param maxVariants number of combinations that are cached per operation
 * @param finish applied to the resulting document. Default: it stays as it is
 * @returns a function that returns undefined if a condition has no boolean value
 */
export function createDecide(maxVariants: number, finish: (decided: DocumentNode) => DocumentNode = (decided) => decided) {
  const entryFor = perObject(entryOf);
  return (operation: ValidatedOperation, variables: Variables): DecidedOperation | undefined => {
    const entry = entryFor(operation);
    const values = valuesOf(operation, entry.names, variables);
    if (values === undefined) return undefined;
    const key = [...values.values()].map(Number).join('');
    const known = entry.variants.get(key);
    if (known !== undefined) return known;
    const kept = entry.variants.size < maxVariants;
    const { document, hasNothing } = withoutConditions(operation.document, values);
    const decided = { document: finish(document), hasNothing, kept };
    if (kept) entry.variants.set(key, decided);
    return decided;
  };
}

function entryOf({ document }: ValidatedOperation) {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      if (!isCondition(directive)) return;
      for (const { value } of directive.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return { names: [...names], variants: new Map<string, DecidedOperation>() };
}

/** Returns the values of the variables. @returns undefined if one is not a boolean; execution then reports the error */
function valuesOf(
  { definition }: ValidatedOperation,
  names: readonly string[],
  variables: Variables,
): ReadonlyMap<string, boolean> | undefined {
  const values = new Map<string, boolean>();
  for (const name of names) {
    const initial = definition.variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue;
    const fallback = initial?.kind === Kind.BOOLEAN ? initial.value : undefined;
    const value = Object.hasOwn(variables, name) ? variables[name] : fallback;
    if (typeof value !== 'boolean') return undefined;
    values.set(name, value);
  }
  return values;
}

function withoutConditions(document: DocumentNode, values: ReadonlyMap<string, boolean>): Omit<DecidedOperation, 'kept'> {
  let hasNothing = false;
  const holds = (directive: DirectiveNode): boolean => {
    const value = directive.arguments?.[0]?.value;
    const decided = value?.kind === Kind.VARIABLE ? values.get(value.name.value) === true : value?.kind === Kind.BOOLEAN && value.value;
    return decided === (directive.name.value === 'include');
  };
  const decide = <N extends SelectionNode>(node: N): N | null | undefined => {
    const conditions = node.directives?.filter(isCondition) ?? [];
    if (conditions.length === 0) return undefined;
    if (!conditions.every(holds)) return null;
    return { ...node, directives: node.directives?.filter((directive) => !isCondition(directive)) ?? [] };
  };
  const decided = visit(document, {
    Field: decide,
    InlineFragment: decide,
    FragmentSpread: decide,
    SelectionSet: {
      leave: (set) => {
        if (set.selections.length > 0) return undefined;
        hasNothing = true;
        return { ...set, selections: [nothing] };
      },
    },
  });
  return { document: decided, hasNothing };
}

function isCondition({ name }: DirectiveNode): boolean {
  return name.value === 'skip' || name.value === 'include';
}

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
  const fragments = fragmentsOf(document);
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return document;

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

  function plainFields(type: GraphQLObjectType | GraphQLInterfaceType, fields: Fields): FieldNode[] {
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
