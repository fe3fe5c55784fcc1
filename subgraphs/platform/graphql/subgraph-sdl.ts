import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, type DocumentNode, Kind, parse, visit } from 'graphql';
import { packageRoot } from '../package-root.ts';

/** Types that several subgraphs define with the same fields. A federation subgraph needs a definition of each type that it uses. */
const sharedFile = 'shared.graphql';

/** Reads the SDL of a subgraph: its own file in `schema/`, and the definitions of `schema/shared.graphql` that it uses. */
export function readSubgraphSdl(name: string): string {
  const [own, shared] = [`${name}.graphql`, sharedFile].map((file) => readFileSync(join(packageRoot, 'schema', file), 'utf8'));
  return withSharedDefinitions(own ?? '', shared ?? '');
}

const documents = new Map<string, DocumentNode>();

/** Reads and parses the SDL of a subgraph once. */
export function readSubgraphDocument(name: string): DocumentNode {
  const document = documents.get(name) ?? parse(readSubgraphSdl(name));
  documents.set(name, document);
  return document;
}

/** Appends the definitions of a shared SDL that an SDL uses, directly or through other shared definitions. */
export function withSharedDefinitions(own: string, shared: string): string {
  const document = parse(own);
  const available = new Map(parse(shared).definitions.flatMap((definition) => named(definition, shared)));
  for (const definition of document.definitions) for (const [name] of named(definition, own)) available.delete(name);
  const used = new Map<string, string>();
  const addUsed = (node: DocumentNode | DefinitionNode): void => {
    for (const name of namesUsedBy(node)) {
      const definition = available.get(name);
      if (definition === undefined || used.has(name)) continue;
      used.set(name, definition.text);
      addUsed(definition.node);
    }
  };
  addUsed(document);
  return `${[own.trimEnd(), ...used.values()].join('\n\n')}\n`;
}

/** Returns a definition and its text by its name; nothing for a definition without a name. */
function named(node: DefinitionNode, sdl: string): [name: string, definition: { node: DefinitionNode; text: string }][] {
  if (!('name' in node) || node.name === undefined || node.loc === undefined) return [];
  const name = node.kind === Kind.DIRECTIVE_DEFINITION ? `@${node.name.value}` : node.name.value;
  return [[name, { node, text: sdl.slice(node.loc.start, node.loc.end) }]];
}

function namesUsedBy(node: DocumentNode | DefinitionNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(node, {
    [Kind.NAMED_TYPE]: ({ name }) => {
      names.add(name.value);
    },
    [Kind.DIRECTIVE]: ({ name }) => {
      names.add(`@${name.value}`);
    },
  });
  return names;
}
