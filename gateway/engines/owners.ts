import { type DirectiveNode, Kind, parse, type ValueNode } from 'graphql';

/** Which subgraphs have the parts of a supergraph, by the names the supergraph gives them. */
export interface Owners {
  readonly subgraphs: readonly string[];
  ofType(type: string): readonly string[];
  /** Those that can resolve the field. */
  ofField(type: string, field: string): readonly string[];
}

/**
 * Reads the owners off the join directives of a supergraph: `@join__type` names the subgraphs of a type, `@join__field`
 * those of a field where they are not the same.
 */
export function ownersOf(supergraphSdl: string): Owners {
  const names = new Map<string, string>();
  const types = new Map<string, string[]>();
  const fields = new Map<string, string[]>();
  for (const definition of parse(supergraphSdl).definitions) {
    if (!('name' in definition) || definition.name === undefined) continue;
    const type = definition.name.value;
    if (definition.kind === Kind.ENUM_TYPE_DEFINITION && type === 'join__Graph') {
      for (const value of definition.values ?? [])
        names.set(value.name.value, argumentsOf(value.directives, 'join__graph', 'name')[0] ?? value.name.value);
    }
    types.set(type, argumentsOf(definition.directives, 'join__type', 'graph'));
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    for (const field of definition.fields ?? []) {
      const graphs = argumentsOf(field.directives, 'join__field', 'graph');
      if (graphs.length > 0) fields.set(`${type}.${field.name.value}`, graphs);
    }
  }
  const named = (graphs: readonly string[] = []) => [...new Set(graphs)].map((graph) => names.get(graph) ?? graph);
  return {
    subgraphs: [...names.values()],
    ofType: (type) => named(types.get(type)),
    ofField: (type, field) => named(fields.get(`${type}.${field}`) ?? types.get(type)),
  };
}

function argumentsOf(directives: readonly DirectiveNode[] | undefined, directive: string, argument: string): string[] {
  return (directives ?? [])
    .filter(({ name }) => name.value === directive)
    .flatMap((node) => node.arguments ?? [])
    .filter(({ name }) => name.value === argument)
    .flatMap(({ value }) => textOf(value) ?? []);
}

function textOf(value: ValueNode): string | undefined {
  return value.kind === Kind.ENUM || value.kind === Kind.STRING ? value.value : undefined;
}
