/** A field of the answer. Fields that are merged there are one. */
export interface CostNode {
  /** Its name in the answer. */
  readonly key: string;
  readonly own: number;
  /** Weights of arguments that the text gives; they count unless the value turns out to be null. */
  readonly charged: readonly { readonly value: Value; readonly weight: number }[];
  /** For each object that it gives. */
  readonly each: number;
  readonly size: Size;
  /** Conjunctions of conditions, one of which must hold; none: it is always there. */
  readonly when: readonly Conditions[];
  readonly children: readonly CostNode[];
  /** Its cost where nothing below it depends on variables. */
  readonly constant?: number;
}

/** A value known from the text, or the name of the variable that has it. */
export type Value = { readonly literal: unknown } | { readonly variable: string };
/** Length of a list, one for what is no list. */
export type Size = number | { readonly bounds: readonly Value[]; readonly fallback: number };
export type Conditions = readonly { readonly variable: string; readonly wanted: boolean }[];
export type Lookup = (variable: string) => unknown;

/** Cost of a field with all that is below it, before it is executed. */
export function costOf(node: CostNode, lookup: Lookup): number {
  if (node.constant !== undefined) return node.constant;
  if (!isThere(node, lookup)) return 0;
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

function isThere({ when }: CostNode, lookup: Lookup): boolean {
  return when.length === 0 || when.some((all) => all.every(({ variable, wanted }) => lookup(variable) === wanted));
}

/** The largest bound that is given. */
export function lengthOf(size: Size, lookup: Lookup): number {
  if (typeof size === 'number') return size;
  const given = size.bounds.flatMap((bound) => countOf(resolve(bound, lookup)) ?? []);
  return given.length > 0 ? Math.max(...given) : size.fallback;
}

function resolve(value: Value, lookup: Lookup): unknown {
  return 'literal' in value ? value.literal : lookup(value.variable);
}

/** A negative number is refused where the list is made; here it counts as none. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' ? Math.max(0, value) : undefined;
}

/** Names on the way to the dearest place; it goes down while more arises below than at the place itself. */
export function mostExpensivePathOf(nodes: readonly CostNode[], lookup: Lookup): string[] {
  const [dearest] = nodes.map((node) => ({ node, cost: costOf(node, lookup) })).sort((left, right) => right.cost - left.cost);
  if (dearest === undefined || dearest.cost === 0) return [];
  const { node, cost } = dearest;
  const rest = ownCostOf(node, lookup) * 2 >= cost ? [] : mostExpensivePathOf(node.children, lookup);
  return [node.key, ...rest];
}

/** Cost of an answer's part, as its lists are. */
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

/** Objects of a field, or of its lists. */
function objectsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return value === null || value === undefined ? [] : [value];
}
