import { type ConstDirectiveNode, type DocumentNode, Kind, visit } from 'graphql';

/** The directives that clients may see, from which the cost limit is computed. */
const costDirectives: ReadonlySet<string> = new Set(['cost', 'listSize']);

/** Restores `@cost` and `@listSize` of a supergraph on its API schema, because creating the API schema removes them. */
export function withCosts(api: DocumentNode, supergraph: DocumentNode): DocumentNode {
  const found = new Map<string, readonly ConstDirectiveNode[]>();
  visitPlaces(supergraph, (place, directives) => {
    const costs = directives.filter(({ name }) => costDirectives.has(name.value));
    if (costs.length > 0) found.set(place, costs);
    return undefined;
  });
  if (found.size === 0) return api;
  const definitions = supergraph.definitions.filter(
    (definition) => definition.kind === Kind.DIRECTIVE_DEFINITION && costDirectives.has(definition.name.value),
  );
  const weighed = visitPlaces(api, (place, directives) => {
    const costs = found.get(place);
    return costs && [...directives, ...costs];
  });
  return { ...weighed, definitions: [...definitions, ...weighed.definitions] };
}

type Place = { readonly name: { readonly value: string }; readonly directives?: readonly ConstDirectiveNode[] };

/** Calls `change` with the coordinate of every type, field and argument; the result replaces the directives. */
function visitPlaces(
  document: DocumentNode,
  change: (place: string, directives: readonly ConstDirectiveNode[]) => readonly ConstDirectiveNode[] | undefined,
): DocumentNode {
  const path: string[] = [];
  const steps = {
    enter: (node: Place) => void path.push(node.name.value),
    leave: (node: Place) => {
      const directives = change(path.join('.'), node.directives ?? []);
      path.pop();
      return directives && { ...node, directives };
    },
  };
  const visited: DocumentNode = visit(document, {
    ObjectTypeDefinition: steps,
    InterfaceTypeDefinition: steps,
    InputObjectTypeDefinition: steps,
    FieldDefinition: steps,
    InputValueDefinition: steps,
    DirectiveDefinition: () => false,
  });
  return visited;
}
