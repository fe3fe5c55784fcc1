import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** A place in the answer, by the names that lead to it. */
interface Place {
  fields: number;
  readonly below: Map<string, Place>;
}

/**
 * Counts the pairs of fields that come to stand at one place of the answer, fragments written out. Whether such fields
 * may be merged is found out by comparing each with each, so this is what that takes.
 *
 * @param document without cycles of fragments, and known to be small when written out
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
