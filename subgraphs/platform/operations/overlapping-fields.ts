import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** A position in the answer, by its response path. */
interface Place {
  fields: number;
  readonly below: Map<string, Place>;
}

/**
 * Counts the pairs of fields with the same response path, fragments expanded. Validation compares every such pair to
 * decide whether the fields can be merged, so the count is the cost of that rule.
 *
 * @param document has no cycles of fragments, and is known to be small when expanded
 */
export function countOverlappingFields(document: DocumentNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): number {
  let pairs = 0;
  function walk(set: SelectionSetNode, place: Place): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const inner = placeBelow(place, (selection.alias ?? selection.name).value);
        pairs += inner.fields;
        inner.fields += 1;
        if (selection.selectionSet) walk(selection.selectionSet, inner);
      } else {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (fragment) walk(fragment.selectionSet, place);
      }
    }
  }
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) walk(definition.selectionSet, { fields: 0, below: new Map() });
  }
  return pairs;
}

function placeBelow({ below }: Place, name: string): Place {
  let place = below.get(name);
  if (place === undefined) {
    place = { fields: 0, below: new Map() };
    below.set(name, place);
  }
  return place;
}
