import { type DirectiveNode, type DocumentNode, type FieldNode, Kind, type SelectionNode, visit } from 'graphql';
import type { ValidatedOperation, Variables } from './engine.ts';

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

/** Resolves the conditions of an operation. @returns undefined if a condition has no boolean value */
export type Decide = (operation: ValidatedOperation, variables: Variables) => DecidedOperation | undefined;

interface Entry {
  /** Variables that conditions depend on. */
  readonly names: readonly string[];
  readonly variants: Map<string, DecidedOperation>;
}

/**
 * Creates the function that resolves conditions before an operation is compiled or planned. Both graphql-jit 0.8 and
 * the planner fail on some combinations of conditions with repeated fields.
 *
 * @param maxVariants number of combinations that are cached per operation
 * @param finish applied to the resulting document. Default: it stays as it is
 */
export function createDecide(maxVariants: number, finish: (decided: DocumentNode) => DocumentNode = (decided) => decided): Decide {
  const entries = new WeakMap<ValidatedOperation, Entry>();
  return (operation, variables) => {
    let entry = entries.get(operation);
    if (entry === undefined) {
      entry = entryOf(operation);
      entries.set(operation, entry);
    }
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

function entryOf({ document }: ValidatedOperation): Entry {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      if (!isCondition(directive)) return;
      for (const { value } of directive.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return { names: [...names], variants: new Map() };
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
