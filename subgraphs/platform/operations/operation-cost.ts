import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isUnionType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import {
  actualOf,
  type Conditions,
  type CostNode,
  costOf,
  countOf,
  type Lookup,
  lengthOf,
  mostExpensivePathOf,
  type Size,
  sumOf,
  type Value,
} from './cost-tree.ts';
import type { CostWeights, ListSize } from './cost-weights.ts';

/** Cost of an operation, computed from its document; parts that depend on variables are computed per request. */
export interface OperationCost {
  /**
   * Returns the cost with these variables before the execution. It is an upper bound unless a list is longer than
   * assumed.
   */
  estimate(variables: Variables): number;
  /** Returns the path of the most expensive field, as response names joined by dots. */
  mostExpensivePath(variables: Variables): string;
  /** Returns the cost of an answer, by the same weights and the actual lengths of its lists. */
  actual(variables: Variables, data: unknown): number;
}

/** A selection of one field, and the conditions under which it is included. */
interface Occurrence {
  readonly parent: GraphQLNamedType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  readonly when: Conditions;
}

/**
 * @param operation valid against the schema, so that it has no cycles, and within the limit of fields, so that it is
 *   small when expanded
 */
export function operationCostOf(operation: ValidatedOperation, schema: GraphQLSchema, weights: CostWeights): OperationCost {
  const { definition } = operation;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of operation.document.definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const root = schema.getRootType(definition.operation);
  const roots = root ? nodesOf([{ set: definition.selectionSet, parent: root, when: [] }], { schema, weights, fragments }) : [];
  const initial = new Map(
    (definition.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue && valueFromASTUntyped(defaultValue),
    ]),
  );
  const lookupIn =
    (variables: Variables): Lookup =>
    (name) =>
      Object.hasOwn(variables, name) ? variables[name] : initial.get(name);
  return {
    estimate: (variables) => sumOf(roots, lookupIn(variables)),
    mostExpensivePath: (variables) => mostExpensivePathOf(roots, lookupIn(variables)).join('.'),
    actual: (variables, data) => actualOf(roots, data, lookupIn(variables)),
  };
}

interface Context {
  readonly schema: GraphQLSchema;
  readonly weights: CostWeights;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

interface Selected {
  readonly set: SelectionSetNode;
  readonly parent: GraphQLNamedType;
  readonly when: Conditions;
}

/** @param sized names of fields whose length follows from the parent's arguments */
function nodesOf(selected: readonly Selected[], context: Context, sized?: { names: readonly string[]; size: Size }): CostNode[] {
  const occurrences = new Map<string, [Occurrence, ...Occurrence[]]>();
  for (const each of selected) collect(each, context, occurrences);
  return [...occurrences.values()].map((group) => nodeOf(group, context, sized));
}

function collect({ set, parent, when }: Selected, context: Context, into: Map<string, [Occurrence, ...Occurrence[]]>): void {
  for (const selection of set.selections) {
    const own = conditionsOf(selection);
    if (own === 'never') continue;
    const inner = own.length === 0 ? when : [...when, ...own];
    if (selection.kind !== Kind.FIELD) {
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : context.fragments.get(selection.name.value);
      const type = fragment?.typeCondition ? context.schema.getType(fragment.typeCondition.name.value) : parent;
      if (fragment && type) collect({ set: fragment.selectionSet, parent: type, when: inner }, context, into);
      continue;
    }
    const field = fieldOf(parent, selection.name.value);
    if (field === undefined) continue;
    const occurrence = { parent, field, node: selection, when: inner };
    const key = `${parent.name}.${(selection.alias ?? selection.name).value}`;
    const group = into.get(key);
    if (group) group.push(occurrence);
    else into.set(key, [occurrence]);
  }
}

function nodeOf(
  group: readonly [Occurrence, ...Occurrence[]],
  context: Context,
  sized?: { names: readonly string[]; size: Size },
): CostNode {
  const [{ field, node }] = group;
  const type = getNamedType(field.type);
  const { own, byArgument, listSize, each = context.weights.ofObject(type) } = context.weights.ofField(field);
  const size = sizeOf(field, node, listSize);
  const selected = group.flatMap(({ node: { selectionSet: set }, when }) =>
    set === undefined ? [] : [{ set, parent: type, when: group.length === 1 ? [] : when }],
  );
  const charged = [...byArgument].flatMap(([name, weight]) => {
    const value = givenAs(node.arguments?.find((argument) => argument.name.value === name)?.value);
    return value === undefined ? [] : [{ value, weight }];
  });
  const bySize = isListType(getNullableType(field.type)) ? (sized?.names.includes(field.name) ? sized.size : size) : 1;
  const open: CostNode = {
    key: (node.alias ?? node.name).value,
    own,
    charged,
    each,
    size: bySize,
    when: group.some(({ when }) => when.length === 0) ? [] : group.map(({ when }) => when),
    children: selected.length === 0 ? [] : nodesOf(selected, context, { names: listSize.sizedFields, size }),
  };
  const isConstant =
    open.when.length === 0 &&
    typeof open.size === 'number' &&
    charged.every(({ value }) => 'literal' in value) &&
    open.children.every(({ constant }) => constant !== undefined);
  return isConstant ? { ...open, constant: costOf(open, () => undefined) } : open;
}

/** Returns undefined for fields without cost, such as `__typename`. */
function fieldOf(parent: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return isCompositeType(parent) && !isUnionType(parent) ? parent.getFields()[name] : undefined;
}

function sizeOf(field: GraphQLField<unknown, unknown>, node: FieldNode, { slicingArguments, assumedSize }: ListSize): Size {
  const bounds = slicingArguments.flatMap((name) => {
    return givenAs(node.arguments?.find((argument) => argument.name.value === name)?.value) ?? [];
  });
  const defaults = slicingArguments.flatMap((name) => countOf(field.args.find((argument) => argument.name === name)?.defaultValue) ?? []);
  const fallback = defaults.length > 0 ? Math.max(...defaults) : assumedSize;
  const size = { bounds, fallback };
  return bounds.every((bound) => 'literal' in bound) ? lengthOf(size, () => undefined) : size;
}

function givenAs(node: ValueNode | undefined): Value | undefined {
  if (node === undefined) return undefined;
  return node.kind === Kind.VARIABLE ? { variable: node.name.value } : { literal: valueFromASTUntyped(node) };
}

/** @returns 'never' for a selection that no variables include */
function conditionsOf({ directives = [] }: SelectionNode): Conditions | 'never' {
  const conditions: { variable: string; wanted: boolean }[] = [];
  for (const { name, arguments: given = [] } of directives) {
    if (name.value !== 'skip' && name.value !== 'include') continue;
    const wanted = name.value === 'include';
    const value = given.find((argument) => argument.name.value === 'if')?.value;
    if (value?.kind === Kind.VARIABLE) conditions.push({ variable: value.name.value, wanted });
    else if (value?.kind === Kind.BOOLEAN && value.value !== wanted) return 'never';
  }
  return conditions;
}
