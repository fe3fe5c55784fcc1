import { execute, type FragmentDefinitionNode, type GraphQLSchema, Kind, type SelectionNode, type SelectionSetNode } from 'graphql';
import { perObject } from '../cache/bounded-cache.ts';
import type { Engine, EngineRequest, EngineResult, ValidatedOperation, Variables } from '../graphql/engine.ts';

/** How an operation is divided between the schema, which answers introspection, and the engine. */
type IntrospectionShare =
  | { readonly kind: 'none' }
  | { readonly kind: 'all' }
  | {
      readonly kind: 'part';
      /** The operation without its introspection fields. */
      readonly rest: ValidatedOperation;
      /** Only its introspection fields. */
      readonly introspection: ValidatedOperation;
      /** Response names, in the order of the operation. */
      readonly keys: readonly string[];
    };

/** Root fields that the schema itself answers. */
const introspectionFields: ReadonlySet<string> = new Set(['__schema', '__type']);

/** Executes an operation: the schema answers its introspection fields, the engine all others. */
export async function executeShared(engine: Engine, request: EngineRequest): Promise<EngineResult> {
  const share = shareOf(request.operation);
  if (share.kind === 'none') return engine.execute(request);
  if (share.kind === 'all') return introspect(engine.schema, request.operation, request.variables);
  const rest = await engine.execute({ ...request, operation: share.rest });
  return joinParts(share, [rest, introspect(engine.schema, share.introspection, request.variables)]);
}

/**
 * Separates the root fields of introspection. Engines never receive those, because a planner's schema contains more
 * than the API.
 */
const shareOf = perObject((operation: ValidatedOperation): IntrospectionShare => {
  const fragments = fragmentsOf(operation);
  const roots = rootFieldsOf(operation.definition.selectionSet, fragments);
  if (roots.every(({ name }) => name.startsWith('__'))) return { kind: 'all' };
  if (!roots.some(({ name }) => introspectionFields.has(name))) return { kind: 'none' };
  const part = (wanted: boolean) =>
    withSelectionSet(
      operation,
      filterRoots(operation.definition.selectionSet, fragments, (name) => introspectionFields.has(name) === wanted),
    );
  return { kind: 'part', rest: part(false), introspection: part(true), keys: [...new Set(roots.map(({ key }) => key))] };
});

/** Answers introspection from the API schema. */
function introspect(schema: GraphQLSchema, operation: ValidatedOperation, variables: Variables): EngineResult {
  const result = execute({ schema, document: operation.document, variableValues: variables });
  if ('then' in result) throw new Error('introspection is never asynchronous');
  return { data: result.data ?? null, ...(result.errors === undefined ? {} : { errors: result.errors }) };
}

/** Merges the two parts of an answer. */
function joinParts(share: { readonly keys: readonly string[] }, parts: readonly EngineResult[]): EngineResult {
  const errors = parts.flatMap((part) => part.errors ?? []);
  const merged: Record<string, unknown> = Object.assign({}, ...parts.map((part) => part.data));
  const data = parts.some((part) => part.data === null)
    ? null
    : Object.fromEntries(share.keys.filter((key) => Object.hasOwn(merged, key)).map((key) => [key, merged[key]]));
  return { data, ...(errors.length === 0 ? {} : { errors }) };
}

function rootFieldsOf(set: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): { name: string; key: string }[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [{ name: selection.name.value, key: (selection.alias ?? selection.name).value }];
    return rootFieldsOf(innerSetOf(selection, fragments), fragments);
  });
}

function filterRoots(
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  wanted: (name: string) => boolean,
): SelectionSetNode {
  const selections = set.selections.flatMap((selection): SelectionNode[] => {
    if (selection.kind === Kind.FIELD) return wanted(selection.name.value) ? [selection] : [];
    const selectionSet = filterRoots(innerSetOf(selection, fragments), fragments, wanted);
    if (selectionSet.selections.length === 0) return [];
    // A fragment may be spread elsewhere too, so it is expanded here instead of changed.
    return [
      { kind: Kind.INLINE_FRAGMENT, selectionSet, ...(selection.directives === undefined ? {} : { directives: selection.directives }) },
    ];
  });
  return { kind: Kind.SELECTION_SET, selections };
}

function innerSetOf(
  selection: Exclude<SelectionNode, { kind: Kind.FIELD }>,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): SelectionSetNode {
  if (selection.kind === Kind.INLINE_FRAGMENT) return selection.selectionSet;
  return fragments.get(selection.name.value)?.selectionSet ?? { kind: Kind.SELECTION_SET, selections: [] };
}

function fragmentsOf(operation: ValidatedOperation): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of operation.document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return fragments;
}

function withSelectionSet(operation: ValidatedOperation, selectionSet: SelectionSetNode): ValidatedOperation {
  const definition = { ...operation.definition, selectionSet };
  const definitions = operation.document.definitions.map((each) => (each === operation.definition ? definition : each));
  return { ...operation, definition, document: { ...operation.document, definitions } };
}
