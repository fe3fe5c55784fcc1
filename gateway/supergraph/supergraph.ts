import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DirectiveNode, Kind, parse } from 'graphql';
import { perObject } from '#platform/cache/bounded-cache.ts';
import { packageRoot } from '#platform/package-root.ts';

/** A composed graph. */
export interface Supergraph {
  /** SDL of a Federation 2 supergraph, for planners. */
  readonly sdl: string;
  /** SDL of the API that clients see: without federation directives and inaccessible elements. */
  readonly apiSdl: string;
}

/** The files of the composed graph, by the members of {@link Supergraph}. */
export const supergraphPaths = {
  sdl: join(packageRoot, 'schema', 'supergraph.graphql'),
  apiSdl: join(packageRoot, 'schema', 'api.graphql'),
} as const;

let committed: Supergraph | undefined;

/** Reads the committed graph, once in a process. Both files are committed, so that a start needs no composition. */
export function readSupergraph(): Supergraph {
  committed ??= { sdl: readFileSync(supergraphPaths.sdl, 'utf8'), apiSdl: readFileSync(supergraphPaths.apiSdl, 'utf8') };
  return committed;
}

/** Returns the parsed SDL of the supergraph. */
export const documentOf = perObject(({ sdl }: Pick<Supergraph, 'sdl'>) => parse(sdl, { noLocation: true }));

/** Returns the parsed SDL of the API. */
export const apiDocumentOf = perObject(({ apiSdl }: Supergraph) => parse(apiSdl, { noLocation: true }));

/** Which subgraphs own the parts of a supergraph, by their names in the supergraph. */
export type Owners = ReturnType<typeof readOwners>;

/**
 * Reads the owners from the join directives of a supergraph: `@join__type` names the subgraphs of a type, and
 * `@join__field` those of a field if they differ.
 */
export const ownersOf = perObject(readOwners);

function readOwners(supergraph: Pick<Supergraph, 'sdl'>) {
  const names = new Map<string, string>();
  const types = new Map<string, string[]>();
  const fields = new Map<string, string[]>();
  const fieldsOf = new Map<string, string[]>();
  const keys = new Map<string, { graph: string; key: string }[]>();
  for (const definition of documentOf(supergraph).definitions) {
    if (!('name' in definition) || definition.name === undefined) continue;
    const type = definition.name.value;
    if (definition.kind === Kind.ENUM_TYPE_DEFINITION && type === 'join__Graph') {
      for (const value of definition.values ?? [])
        names.set(value.name.value, argumentsOf(value.directives, 'join__graph', 'name')[0] ?? value.name.value);
    }
    types.set(type, argumentsOf(definition.directives, 'join__type', 'graph'));
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    keys.set(type, keysIn(definition.directives));
    fieldsOf.set(type, definition.fields?.map(({ name }) => name.value) ?? []);
    for (const field of definition.fields ?? []) {
      const graphs = argumentsOf(field.directives, 'join__field', 'graph');
      if (graphs.length > 0) fields.set(`${type}.${field.name.value}`, graphs);
    }
  }
  const named = (byName: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> =>
    new Map([...byName].map(([name, graphs]) => [name, [...new Set(graphs)].map((graph) => names.get(graph) ?? graph)]));
  const [ofTypes, ofFields] = [named(types), named(fields)];
  const ofType = (type: string) => ofTypes.get(type) ?? [];
  /** Returns the subgraphs that can resolve the field. */
  const ofField = (type: string, field: string) => ofFields.get(`${type}.${field}`) ?? ofType(type);
  return {
    subgraphs: [...names.values()],
    /** Names of all types. */
    types: [...types.keys()],
    ofType,
    ofField,
    /** Returns the keys by which a subgraph can load objects of the type, as selection sets without braces. */
    keysOf: (type: string, subgraph: string) =>
      (keys.get(type) ?? []).filter(({ graph }) => names.get(graph) === subgraph).map(({ key }) => key),
    /** Returns whether any subgraph can load objects of the type by a key. */
    isEntity: (type: string) => (keys.get(type) ?? []).length > 0,
    /** Returns whether the type has a field that is missing in one of its subgraphs. */
    hasOwnFields: (type: string) => fieldsOf.get(type)?.some((field) => ofField(type, field).length < ofType(type).length) ?? false,
  };
}

function keysIn(directives: readonly DirectiveNode[] = []): { graph: string; key: string }[] {
  return directives.flatMap((directive) => {
    const [graph] = argumentsOf([directive], 'join__type', 'graph');
    const [key] = argumentsOf([directive], 'join__type', 'key');
    return graph === undefined || key === undefined ? [] : [{ graph, key }];
  });
}

function argumentsOf(directives: readonly DirectiveNode[] = [], directive: string, argument: string): string[] {
  return directives
    .filter(({ name }) => name.value === directive)
    .flatMap((node) => node.arguments ?? [])
    .filter(({ name }) => name.value === argument)
    .flatMap(({ value }) => (value.kind === Kind.ENUM || value.kind === Kind.STRING ? value.value : []));
}
