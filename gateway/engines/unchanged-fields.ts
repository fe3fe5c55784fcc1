import { type DocumentNode, type FieldNode, type GraphQLSchema, getNamedType, isObjectType, Kind, type SelectionSetNode } from 'graphql';
import { nothing } from '#platform/graphql/conditions.ts';
import type { CanonicalOperation } from './canonical-names.ts';
import { entitiesField } from './representations.ts';
import { keyOf, type Selections } from './selections.ts';

/** A request of a plan. */
export interface PlannedRequest {
  readonly document: DocumentNode;
  /** Whether the plan renames fields of the answer. */
  readonly isRewritten: boolean;
  /** The objects that an entity request completes: the response names of the fields to them, by that of `_entities`. */
  readonly completes: readonly { readonly alias: string; readonly path: readonly string[] }[];
}

/** The fields that one request selects at one place. */
interface Source {
  readonly document: DocumentNode;
  readonly fieldsFor: (type: string) => readonly FieldNode[];
}

/**
 * Finds the fields of an operation for which a plan makes one request that selects the same fields in the same order, so
 * that their values can be returned as they are.
 *
 * @param schema schema as clients see it
 * @returns the canonical response names of the fields from the root, each followed by a dot
 */
export function findUnchangedFields(
  schema: GraphQLSchema,
  { shown: operation, nameOf }: CanonicalOperation,
  { requests, selections }: { readonly requests: readonly PlannedRequest[]; readonly selections: Selections },
): ReadonlySet<string> {
  const unchanged = new Set<string>();
  const completing = new Map<string, Source[]>();
  const sourcesOfRoot: Source[] = [];
  for (const request of requests) {
    if (request.completes.length === 0) {
      sourcesOfRoot.push({ document: request.document, fieldsFor: () => selections.rootOf(request.document) });
    }
    for (const { alias, path } of request.completes) {
      const field = selections.rootOf(request.document).find((root) => root.name.value === entitiesField && keyOf(root) === alias);
      if (field === undefined) continue;
      const place = path.map((key) => `${key}.`).join('');
      completing.set(place, [...(completing.get(place) ?? []), sourceBelow(field, request.document)]);
    }
  }
  const root = schema.getRootType(operation.operation);
  if (root && !requests.some(({ isRewritten }) => isRewritten))
    visit(root.name, operation.selectionSet, { path: '', sources: sourcesOfRoot });
  return unchanged;

  function sourceBelow(field: FieldNode, document: DocumentNode): Source {
    return { document, fieldsFor: (type) => selections.below(field, document, type) };
  }

  /** Adds the unchanged fields below an object. @returns whether the object is unchanged itself */
  function visit(typeName: string, set: SelectionSetNode, { path, sources }: { path: string; sources: readonly Source[] }): boolean {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) return false;
    const fields = set.selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection] : []));
    const [only, another] = sources;
    const selected = only === undefined || another !== undefined ? [] : only.fieldsFor(typeName);
    let isSame = selected.length === set.selections.length;
    for (const [index, field] of fields.entries()) {
      const [key, name] = [nameOf(field), field.name.value];
      const isSelected = selected[index]?.name.value === name && keyOf(selected[index]) === key;
      if (!isSelected || key !== keyOf(field) || key === keyOf(nothing)) isSame = false;
      if (field.selectionSet === undefined) continue;
      const place = `${path}${key}.`;
      const given = sources.flatMap(({ document, fieldsFor }) =>
        fieldsFor(typeName)
          .filter((each) => keyOf(each) === key)
          .map((each) => sourceBelow(each, document)),
      );
      const inner = { path: place, sources: [...given, ...(completing.get(place) ?? [])] };
      if (visit(getNamedType(type.getFields()[name]?.type)?.name ?? '', field.selectionSet, inner)) unchanged.add(place);
      else isSame = false;
    }
    return isSame;
  }
}
