import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  valueFromASTUntyped,
} from 'graphql';
import { perObject } from '../cache/bounded-cache.ts';
import { refusal } from '../graphql/client-errors.ts';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import { fragmentsOf } from '../graphql/plain-operation.ts';
import type { AcceptedOperation, GraphqlContext } from './graphql-context.ts';

export type OperationCost = ReturnType<typeof operationCostOf>;

/**
 * Computes the cost of an operation from its document and the variables of a request.
 *
 * @param operation valid against the schema, so that it has no cycles, and within the limit of fields, so that it is
 *   small when expanded
 */
export function operationCostOf({ document, definition }: ValidatedOperation, schema: GraphQLSchema, weightOf: CostWeights) {
  const fragments = fragmentsOf(document);
  const root = schema.getRootType(definition.operation);
  const initial = Object.fromEntries(
    (definition.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
    ),
  );
  const nodesFor = (given: Variables): readonly CostNode[] => {
    // Without a prototype, because a variable may have the name of a property that every object has.
    const variables = Object.assign(Object.create(null), initial, given);
    return root ? nodesOf([{ set: definition.selectionSet, parent: root }], { schema, weightOf, fragments, variables }) : [];
  };
  return {
    /** Returns the cost before the execution. It is an upper bound unless a list is longer than assumed. */
    estimate: (variables: Variables) => sumOf(nodesFor(variables)),
    /** Returns the path of the most expensive field, as response names joined by dots. */
    mostExpensivePath: (variables: Variables) => mostExpensivePathOf(nodesFor(variables)).join('.'),
    /** Returns the cost of an answer, by the same weights and the actual lengths of its lists. */
    actual: (variables: Variables, data: unknown) => actualOf(nodesFor(variables), data),
  };
}

interface Context {
  readonly schema: GraphQLSchema;
  readonly weightOf: CostWeights;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Values of the variables by name; absent ones have their defaults. */
  readonly variables: Variables;
}

interface Selected {
  readonly set: SelectionSetNode;
  readonly parent: GraphQLNamedType;
}

/** Selections of one field that GraphQL merges. */
interface Merged {
  readonly field: GraphQLField<unknown, unknown>;
  readonly first: FieldNode;
  readonly sets: SelectionSetNode[];
}

/** A field of the answer with its cost. */
interface CostNode {
  /** Its name in the answer. */
  readonly key: string;
  readonly own: number;
  /** Cost of each object that the field returns. */
  readonly each: number;
  /** Assumed length of a list; 1 for a field that is not a list. */
  readonly size: number;
  readonly children: readonly CostNode[];
}

/** @param sized names of fields whose length follows from the parent's arguments */
function nodesOf(
  selected: readonly Selected[],
  context: Context,
  sized: { readonly names: readonly string[]; readonly size: number } = { names: [], size: 0 },
): CostNode[] {
  const merged = new Map<string, Merged>();
  for (const each of selected) collect(each, context, merged);
  return [...merged.values()].map(({ field, first, sets }) => {
    const type = getNamedType(field.type);
    const weight = context.weightOf(field);
    const size = sizeOf(field, first, context);
    const isSized = sized.names.includes(field.name);
    return {
      key: (first.alias ?? first.name).value,
      own: ownCostOf(first, weight, context),
      each: weight.each,
      size: weight.isList ? (isSized ? sized.size : size) : 1,
      children: nodesOf(
        sets.map((set) => ({ set, parent: type })),
        context,
        { names: weight.sizedFields, size },
      ),
    };
  });
}

/** Collects the fields that are included and may cost something. */
function collect({ set, parent }: Selected, context: Context, into: Map<string, Merged>): void {
  for (const selection of set.selections) {
    if (!isIncluded(selection, context)) continue;
    if (selection.kind !== Kind.FIELD) {
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : context.fragments.get(selection.name.value);
      const type = fragment?.typeCondition ? context.schema.getType(fragment.typeCondition.name.value) : parent;
      if (fragment && type) collect({ set: fragment.selectionSet, parent: type }, context, into);
      continue;
    }
    const field = fieldOf(parent, selection.name.value);
    if (field === undefined || (selection.selectionSet === undefined && context.weightOf(field).isFree)) continue;
    const key = `${parent.name}.${(selection.alias ?? selection.name).value}`;
    const merged = into.get(key) ?? { field, first: selection, sets: [] };
    into.set(key, merged);
    if (selection.selectionSet !== undefined) merged.sets.push(selection.selectionSet);
  }
}

/** Returns undefined for fields without cost, such as `__typename`. */
function fieldOf(parent: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

function isIncluded({ directives = [] }: SelectionNode, { variables }: Context): boolean {
  return directives.every(({ name, arguments: given }) => {
    if (name.value !== 'skip' && name.value !== 'include') return true;
    const [condition] = given ?? [];
    return condition !== undefined && valueFromASTUntyped(condition.value, variables) === (name.value === 'include');
  });
}

/** Returns the value of an argument; undefined if it is not passed. */
function argumentOf(node: FieldNode, name: string, { variables }: Context): unknown {
  const given = node.arguments?.find((argument) => argument.name.value === name);
  return given && valueFromASTUntyped(given.value, variables);
}

/** Arguments count unless they are absent or null. */
function ownCostOf(node: FieldNode, { own, byArgument }: FieldWeight, context: Context): number {
  return byArgument.reduce((sum, [name, weight]) => ((argumentOf(node, name, context) ?? null) === null ? sum : sum + weight), own);
}

/** Returns the largest bound that is passed, otherwise the largest default, otherwise the assumed length. */
function sizeOf(field: GraphQLField<unknown, unknown>, node: FieldNode, context: Context): number {
  const { slicingArguments, assumedSize } = context.weightOf(field);
  const passed = slicingArguments.flatMap((name) => countOf(argumentOf(node, name, context)) ?? []);
  if (passed.length > 0) return Math.max(...passed);
  const defaults = slicingArguments.flatMap((name) => countOf(field.args.find((argument) => argument.name === name)?.defaultValue) ?? []);
  return defaults.length > 0 ? Math.max(...defaults) : assumedSize;
}

/**
 * Returns the number of elements that a value requests: a number, or the length of a list. A negative number is rejected when
 * the list is read; here it counts as 0.
 */
function countOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? Math.max(0, value) : undefined;
}

/** Returns the cost of a field and of everything below it, before execution. */
function costOf({ own, size, each, children }: CostNode): number {
  return own + size * (each + sumOf(children));
}

function sumOf(nodes: readonly CostNode[]): number {
  return nodes.reduce((sum, node) => sum + costOf(node), 0);
}

/** Returns the path of the most expensive field. Descends while the fields below cost more than the field itself. */
function mostExpensivePathOf(nodes: readonly CostNode[]): string[] {
  const [mostExpensive] = nodes.map((node) => ({ node, cost: costOf(node) })).sort((left, right) => right.cost - left.cost);
  if (mostExpensive === undefined || mostExpensive.cost === 0) return [];
  const { node, cost } = mostExpensive;
  return [node.key, ...(node.own * 2 >= cost ? [] : mostExpensivePathOf(node.children))];
}

/** Returns the cost of a part of an answer, by the actual lengths of its lists. */
function actualOf(nodes: readonly CostNode[], parent: unknown): number {
  if (typeof parent !== 'object' || parent === null) return 0;
  let sum = 0;
  for (const { key, own, each, children } of nodes) {
    if (!Object.hasOwn(parent, key)) continue;
    sum += own;
    for (const object of objectsIn((parent as Record<string, unknown>)[key])) sum += each + actualOf(children, object);
  }
  return sum;
}

/** Returns the objects of a field, or of its nested lists. */
function objectsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return value === null || value === undefined ? [] : [value];
}

/** Weights of one field, by the directives of the schema. */
type FieldWeight = ReturnType<CostWeights>;

type CostWeights = ReturnType<typeof costWeightsOf>;

/** Length of a list without `@listSize`. */
const defaultListSize = 5;

/** Objects of introspection are in memory, so two of them cost as much as one stored object. */
const introspectionWeight = 0.5;

/** The field by which routers ask a subgraph for entities, one for each representation. */
const entitiesField = '_entities';
/** Of each entity: most are match sets, and the fields that lead to them have this weight in the API. */
const entityWeight = 20;

/** Returns the weights of everything that can be selected: from `@cost` and `@listSize` of the schema, or defaults. */
export function costWeightsOf(schema: GraphQLSchema) {
  // Computed at the first introspection: it resolves the fields of all types, which a start need not wait for.
  let introspectionSizes: ReadonlyMap<string, number> | undefined;

  const valuesOf = (
    directive: 'cost' | 'listSize',
    node: { readonly directives?: readonly DirectiveNode[] } | null | undefined,
  ): Values => {
    const definition = schema.getDirective(directive);
    return (definition && node && getDirectiveValues(definition, node)) ?? {};
  };

  return perObject(({ name, type, args, astNode }: GraphQLField<unknown, unknown>) => {
    const { assumedSize, slicingArguments = [], sizedFields = [] } = valuesOf('listSize', astNode);
    const byArgument = args.flatMap((argument): [name: string, weight: number][] => {
      const { weight } = valuesOf('cost', argument.astNode);
      return weight === undefined ? [] : [[argument.name, weight]];
    });
    if (!astNode) introspectionSizes ??= introspectionSizesOf(schema);
    const introspected = astNode ? undefined : introspectionSizes?.get(name);
    const isEntities = name === entitiesField;
    const own = valuesOf('cost', astNode).weight ?? 0;
    return {
      /** Cost of resolving the field once, without the objects that it returns. */
      own,
      /** Weights of arguments, added if the argument is passed. */
      byArgument,
      /** Whether it costs nothing if it returns no objects. */
      isFree: own === 0 && byArgument.length === 0,
      isList: isListType(getNullableType(type)),
      /** Cost of each object that the field returns. */
      each: isEntities ? entityWeight : ofObject(getNamedType(type)),
      /** Arguments that limit the list. The greatest argument that is passed counts. */
      slicingArguments: isEntities ? ['representations'] : slicingArguments,
      /** Fields of the returned object that are the list; empty if the field itself is. */
      sizedFields,
      /** Length of the list if no argument is passed. */
      assumedSize: assumedSize ?? introspected ?? defaultListSize,
    };
  });

  /** Returns the weight of each object of the type; for an abstract type, that of the most expensive of its types. */
  function ofObject(type: GraphQLNamedType): number {
    if (!isCompositeType(type)) return 0;
    if (isIntrospectionType(type)) return introspectionWeight;
    const { weight } = valuesOf('cost', type.astNode);
    if (weight !== undefined || isObjectType(type)) return weight ?? 1;
    return Math.max(1, ...schema.getPossibleTypes(type).map(ofObject));
  }
}

/** The arguments of `@cost` and `@listSize`. */
interface Values {
  readonly weight?: number;
  readonly assumedSize?: number;
  readonly slicingArguments?: readonly string[];
  readonly sizedFields?: readonly string[];
}

/** Returns the average length of the lists of introspection in this schema, by field name. */
function introspectionSizesOf(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const types = Object.values(schema.getTypeMap());
  const withFields = types.flatMap((type) => ('getFields' in type ? [Object.keys(type.getFields()).length] : []));
  const fields = Math.ceil(withFields.reduce((sum, count) => sum + count, 0) / Math.max(1, withFields.length));
  return new Map([
    ['types', types.length],
    ['fields', fields],
    ['inputFields', fields],
    ['directives', schema.getDirectives().length],
    ['args', 2],
    ['interfaces', 1],
    ['possibleTypes', 1],
    ['enumValues', 2],
  ]);
}

export type CostLimit = ReturnType<typeof createCostLimit>;

/** A subscription reads its log page by page, so it costs as much as a page. */
const eventsPerRead = 100;

/**
 * Limits the cost of operations.
 *
 * @param schema schema with `@cost` and `@listSize` on fields that cost more than one stored object
 */
export function createCostLimit(schema: GraphQLSchema) {
  const weights = costWeightsOf(schema);
  const analysed = perObject((operation: ValidatedOperation) => operationCostOf(operation, schema, weights));
  const estimateOf = (operation: ValidatedOperation, variables: Variables): number =>
    analysed(operation).estimate(variables) * (operation.kind === 'subscription' ? eventsPerRead : 1);
  return {
    /** @returns OPERATION_TOO_LARGE, or nothing when the operation may be executed */
    check(operation: ValidatedOperation, variables: Variables, maxCost: number): GraphQLError | undefined {
      const estimated = estimateOf(operation, variables);
      if (estimated <= maxCost) return undefined;
      const where = analysed(operation).mostExpensivePath(variables);
      return refusal(
        'OPERATION_TOO_LARGE',
        `The operation costs ${Math.ceil(estimated)}, at most ${maxCost} is allowed; the most expensive field is ${where}.`,
      );
    },
    /** Returns the cost that was compared with the limit, and the cost of the answer, by the actual lengths of its lists. */
    report({ operation, variables, data, maxCost }: AcceptedOperation & { readonly data: unknown; readonly maxCost: number }) {
      return {
        estimated: Math.ceil(estimateOf(operation, variables)),
        actual: Math.ceil(analysed(operation).actual(variables, data)),
        limit: maxCost,
      };
    },
  };
}

/** Plugin that reports the cost of an executed operation in `extensions` to clients that ask for it. */
export function reportCost(costs: CostLimit): ApolloServerPlugin<GraphqlContext> {
  const listener: GraphQLRequestListener<GraphqlContext> = {
    willSendResponse: async ({ response: { body }, contextValue: { scope, progress } }) => {
      const { accepted } = progress;
      if (accepted === undefined || body.kind !== 'single') return;
      const { singleResult } = body;
      const { operation, variables } = accepted;
      const maxCost = scope.session.limits.operationCost;
      const cost = costs.report({ operation, variables, data: singleResult.data, maxCost });
      singleResult.extensions = { ...singleResult.extensions, cost };
    },
  };
  return { requestDidStart: async ({ contextValue: { scope } }) => (scope.reportsCost ? listener : undefined) };
}
