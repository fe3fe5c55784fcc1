/** A field of the answer. Fields that GraphQL merges are one node. */
export interface CostNode {
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
export type Value = { readonly literal: unknown } | { readonly variable: string };
/** Length of a list; 1 for a field that is not a list. */
export type Size = number | { readonly bounds: readonly Value[]; readonly fallback: number };
export type Conditions = readonly { readonly variable: string; readonly wanted: boolean }[];
export type Lookup = (variable: string) => unknown;

/** Returns the cost of a field and of everything below it, before execution. */
export function costOf(node: CostNode, lookup: Lookup): number {
  if (node.constant !== undefined) return node.constant;
  if (!isIncluded(node, lookup)) return 0;
  return ownCostOf(node, lookup) + lengthOf(node.size, lookup) * (node.each + sumOf(node.children, lookup));
}

export function sumOf(nodes: readonly CostNode[], lookup: Lookup): number {
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
export function lengthOf(size: Size, lookup: Lookup): number {
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
export function countOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? Math.max(0, value) : undefined;
}

/** Returns the path of the most expensive field. Descends while the fields below cost more than the field itself. */
export function mostExpensivePathOf(nodes: readonly CostNode[], lookup: Lookup): string[] {
  const [mostExpensive] = nodes.map((node) => ({ node, cost: costOf(node, lookup) })).sort((left, right) => right.cost - left.cost);
  if (mostExpensive === undefined || mostExpensive.cost === 0) return [];
  const { node, cost } = mostExpensive;
  const rest = ownCostOf(node, lookup) * 2 >= cost ? [] : mostExpensivePathOf(node.children, lookup);
  return [node.key, ...rest];
}

/** Returns the cost of a part of an answer, by the actual lengths of its lists. */
export function actualOf(nodes: readonly CostNode[], parent: unknown, lookup: Lookup): number {
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
