import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import {
  type ConstDirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { perObject } from '../cache/bounded-cache.ts';
import { refusal } from '../graphql/client-errors.ts';
import type { ValidatedOperation, Variables } from '../graphql/engine.ts';
import type { AcceptedOperation, GraphqlContext } from '../transports/request-pipeline.ts';

export type OperationCost = ReturnType<typeof operationCostOf>;

/** A selection of one field, and the conditions under which it is included. */
interface Occurrence {
  readonly parent: GraphQLNamedType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  readonly when: Conditions;
}

/**
 * Computes the cost of an operation from its document; parts that depend on variables are computed per request.
 *
 * @param operation valid against the schema, so that it has no cycles, and within the limit of fields, so that it is
 *   small when expanded
 */
export function operationCostOf(operation: ValidatedOperation, schema: GraphQLSchema, weights: CostWeights) {
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
    /** Returns the cost before the execution. It is an upper bound unless a list is longer than assumed. */
    estimate: (variables: Variables) => sumOf(roots, lookupIn(variables)),
    /** Returns the path of the most expensive field, as response names joined by dots. */
    mostExpensivePath: (variables: Variables) => mostExpensivePathOf(roots, lookupIn(variables)).join('.'),
    /** Returns the cost of an answer, by the same weights and the actual lengths of its lists. */
    actual: (variables: Variables, data: unknown) => actualOf(roots, data, lookupIn(variables)),
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

/** A field of the answer. Fields that GraphQL merges are one node. */
interface CostNode {
  /** Its name in the answer. */
  readonly key: string;
  readonly own: number;
  /** Weights of arguments that the document passes; they count unless the value is null. */
  readonly charged: readonly { readonly value: Value; readonly weight: number }[];
  /** Cost of each object that the field returns. */
  readonly each: number;
  readonly size: Size;
  /** Conjunctions of conditions, of which one must be true; empty if the field is always included. */
  readonly when: readonly Conditions[];
  readonly children: readonly CostNode[];
  /** Cost of the field if nothing below it depends on variables. */
  readonly constant?: number;
}

/** A literal of the document, or the name of a variable. */
type Value = { readonly literal: unknown } | { readonly variable: string };
/** Length of a list; 1 for a field that is not a list. */
type Size = number | { readonly bounds: readonly Value[]; readonly fallback: number };
type Conditions = readonly { readonly variable: string; readonly wanted: boolean }[];
type Lookup = (variable: string) => unknown;

/** Returns the cost of a field and of everything below it, before execution. */
function costOf(node: CostNode, lookup: Lookup): number {
  if (node.constant !== undefined) return node.constant;
  if (!isIncluded(node, lookup)) return 0;
  return ownCostOf(node, lookup) + lengthOf(node.size, lookup) * (node.each + sumOf(node.children, lookup));
}

function sumOf(nodes: readonly CostNode[], lookup: Lookup): number {
  let sum = 0;
  for (const node of nodes) sum += costOf(node, lookup);
  return sum;
}

function ownCostOf({ own, charged }: CostNode, lookup: Lookup): number {
  return charged.reduce((sum, { value, weight }) => ((resolve(value, lookup) ?? null) === null ? sum : sum + weight), own);
}

function isIncluded({ when }: CostNode, lookup: Lookup): boolean {
  return when.length === 0 || when.some((all) => all.every(({ variable, wanted }) => lookup(variable) === wanted));
}

/** Returns the largest bound that is passed. */
function lengthOf(size: Size, lookup: Lookup): number {
  if (typeof size === 'number') return size;
  const given = size.bounds.flatMap((bound) => countOf(resolve(bound, lookup)) ?? []);
  return given.length > 0 ? Math.max(...given) : size.fallback;
}

function resolve(value: Value, lookup: Lookup): unknown {
  return 'literal' in value ? value.literal : lookup(value.variable);
}

/**
 * Returns the number of elements that a value requests: a number, or the length of a list. A negative number is rejected when
 * the list is read; here it counts as 0.
 */
function countOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? Math.max(0, value) : undefined;
}

/** Returns the path of the most expensive field. Descends while the fields below cost more than the field itself. */
function mostExpensivePathOf(nodes: readonly CostNode[], lookup: Lookup): string[] {
  const [mostExpensive] = nodes.map((node) => ({ node, cost: costOf(node, lookup) })).sort((left, right) => right.cost - left.cost);
  if (mostExpensive === undefined || mostExpensive.cost === 0) return [];
  const { node, cost } = mostExpensive;
  const rest = ownCostOf(node, lookup) * 2 >= cost ? [] : mostExpensivePathOf(node.children, lookup);
  return [node.key, ...rest];
}

/** Returns the cost of a part of an answer, by the actual lengths of its lists. */
function actualOf(nodes: readonly CostNode[], parent: unknown, lookup: Lookup): number {
  if (typeof parent !== 'object' || parent === null) return 0;
  let sum = 0;
  for (const node of nodes) {
    if (!Object.hasOwn(parent, node.key)) continue;
    sum += ownCostOf(node, lookup);
    if (node.each === 0 && node.children.length === 0) continue;
    const objects = objectsIn((parent as Record<string, unknown>)[node.key]);
    for (const object of objects) sum += node.each + actualOf(node.children, object, lookup);
  }
  return sum;
}

/** Returns the objects of a field, or of its nested lists. */
function objectsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return value === null || value === undefined ? [] : [value];
}

/** Assumed length of a list before it is executed. */
interface ListSize {
  /** Arguments that limit the list. The greatest argument that is passed counts. */
  readonly slicingArguments: readonly string[];
  /** Fields of the returned object that are the list; empty if the field itself is. */
  readonly sizedFields: readonly string[];
  /** Length if no argument is passed. */
  readonly assumedSize: number;
}

/** Weights of one field, by the directives of the schema. */
interface FieldWeight {
  /** Cost of resolving the field once, without the objects that it returns. */
  readonly own: number;
  /** Weights by argument, added if the argument is passed. */
  readonly byArgument: ReadonlyMap<string, number>;
  readonly listSize: ListSize;
  /** Cost of each object that the field returns. Default: that of its type. */
  readonly each?: number;
}

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

  const ofField = perObject(({ name, args, astNode }: GraphQLField<unknown, unknown>): FieldWeight => {
    const listSize = argumentsOf(astNode?.directives, 'listSize');
    const weighed = args.flatMap((argument): [string, number][] => {
      const weight = weightOf(argument.astNode?.directives);
      return weight === undefined ? [] : [[argument.name, weight]];
    });
    if (!astNode) introspectionSizes ??= introspectionSizesOf(schema);
    const introspected = astNode ? undefined : introspectionSizes?.get(name);
    const isEntities = name === entitiesField;
    return {
      own: weightOf(astNode?.directives) ?? 0,
      byArgument: new Map(weighed),
      ...(isEntities ? { each: entityWeight } : {}),
      listSize: {
        slicingArguments: isEntities ? ['representations'] : namesOf(listSize?.['slicingArguments']),
        sizedFields: namesOf(listSize?.['sizedFields']),
        assumedSize: numberOf(listSize?.['assumedSize']) ?? introspected ?? defaultListSize,
      },
    };
  });

  /** Returns the weight of each object of the type; for an abstract type, that of the most expensive of its types. */
  function ofObject(type: GraphQLNamedType): number {
    if (!isCompositeType(type)) return 0;
    if (isIntrospectionType(type)) return introspectionWeight;
    const own = isObjectType(type) || isInterfaceType(type) || isUnionType(type) ? weightOf(type.astNode?.directives) : undefined;
    if (own !== undefined || isObjectType(type)) return own ?? 1;
    return Math.max(1, ...schema.getPossibleTypes(type).map(ofObject));
  }

  return { ofField, ofObject };
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

function weightOf(directives: readonly ConstDirectiveNode[] | undefined): number | undefined {
  return numberOf(argumentsOf(directives, 'cost')?.['weight']);
}

function argumentsOf(directives: readonly ConstDirectiveNode[] | undefined, name: string): Readonly<Record<string, unknown>> | undefined {
  const directive = directives?.find((candidate) => candidate.name.value === name);
  if (directive === undefined) return undefined;
  return Object.fromEntries((directive.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]));
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

export type CostLimit = ReturnType<typeof createCostLimit>;

/** A subscription reads its log page by page, so it costs as much as a page. */
const eventsPerRead = 100;

/**
 * Computes the cost of operations. An operation is analysed once; each request adds the parts that depend on its variables.
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
