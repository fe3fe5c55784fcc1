import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { composeServices, transformSupergraphToPublicSchema } from '@theguild/federation-composition';
import {
  concatAST,
  type DirectiveDefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type NamedTypeNode,
  parse,
  print,
  separateOperations,
  visit,
} from 'graphql';
import { LandfallError } from '#platform/errors.ts';
import { readSubgraphSdl } from '#platform/graphql/subgraph-sdl.ts';
import { documentIdOf } from '#platform/operations/request-policy.ts';
import { packageRoot } from '#platform/package-root.ts';
import { type Supergraph, supergraphPaths } from './supergraph.ts';

/** A subgraph as an input of the composition. */
export interface SubgraphSource {
  readonly name: string;
  /** Default URL, which settings can override. */
  readonly url: string;
  readonly sdl: string;
}

/** Directives that require a full planner; the engines would return wrong answers for them. */
const forbidden: ReadonlySet<string> = new Set(['requires', 'provides', 'override', 'external', 'interfaceObject']);

/**
 * Composes subgraphs into a Federation 2 supergraph and its API schema.
 *
 * @throws {LandfallError} CONFIG_INVALID with every issue, including uses of `@requires`, `@provides`, `@override`,
 *   `@external` and `@interfaceObject`
 */
export function composeSupergraph(subgraphs: readonly SubgraphSource[]): Supergraph {
  const { supergraphSdl = '', errors } = composeServices(subgraphs.map(({ name, url, sdl }) => ({ name, url, typeDefs: parse(sdl) })));
  const issues = errors?.map((error) => error.message) ?? subgraphs.flatMap(forbiddenUsesIn);
  if (issues.length > 0) throw new LandfallError('CONFIG_INVALID', `The subgraphs do not compose:\n  ${issues.join('\n  ')}`);
  return { sdl: supergraphSdl, apiSdl: `${print(apiOf(parse(supergraphSdl)))}\n` };
}

const header = '# Written by `npm run codegen`. Do not edit; change the SDL of the subgraph.\n';

/** The subgraphs with their URLs in docker-compose.yml. */
const subgraphs = [
  { name: 'arrival-notices', url: 'http://arrival-notices:4001/graphql' },
  { name: 'commercial-schedules', url: 'http://commercial-schedules:4002/graphql' },
  { name: 'port-calls', url: 'http://port-calls:4003/graphql' },
  { name: 'arrivals', url: 'http://arrivals:4004/graphql' },
];

const folder = join(packageRoot, 'schema', 'operations');

/** The manifest of the documents in `schema/operations`, for `TRUSTED_DOCUMENTS`. */
export const manifestPath = join(packageRoot, 'schema', 'documents.json');

/**
 * Composes the subgraphs and writes the supergraph, the API schema and the manifest of their documents. The build of
 * another client can write a manifest of the same form for its own documents.
 *
 * @throws {LandfallError} CONFIG_INVALID if they do not compose
 */
export function writeSupergraph(): void {
  for (const [path, text] of composedFiles()) writeFileSync(path, text);
}

/** @throws {LandfallError} CONFIG_INVALID if the committed files differ from what would be written */
export function checkSupergraph(): void {
  const stale = composedFiles().flatMap(([path, text]) => (readFileSync(path, 'utf8') === text ? [] : relative(packageRoot, path)));
  if (stale.length > 0)
    throw new LandfallError('CONFIG_INVALID', `${stale.join(', ')}: not the composition of the subgraphs. Run \`npm run codegen\`.`);
}

/** Returns the files with their texts. */
function composedFiles(): (readonly [path: string, text: string])[] {
  const { sdl, apiSdl } = composeSupergraph(subgraphs.map((subgraph) => ({ ...subgraph, sdl: readSubgraphSdl(subgraph.name) })));
  return [
    [supergraphPaths.sdl, `${header}${sdl}\n`],
    [supergraphPaths.apiSdl, `${header}${apiSdl}`],
    [manifestPath, manifestText()],
  ];
}

function forbiddenUsesIn({ sdl }: SubgraphSource): string[] {
  const issues: string[] = [];
  const named = (node: object) => ('name' in node ? [(node as NamedTypeNode).name.value] : []);
  visit(parse(sdl), {
    Directive: ({ name }, _key, _parent, _path, ancestors) => {
      if (forbidden.has(name.value)) issues.push(`${ancestors.flatMap(named).join('.')} uses @${name.value}`);
    },
  });
  return issues;
}

/** The directives that clients may see, from which the cost limit is computed. */
const costDirectives: ReadonlySet<string> = new Set(['cost', 'listSize']);
const otherName = 'clients_see_';

/** Returns the API schema of a supergraph. The directives of costs have other names while those of federation are removed. */
function apiOf(supergraph: DocumentNode): DocumentNode {
  const hidden = withDirectiveNames(supergraph, (name) => (costDirectives.has(name) ? `${otherName}${name}` : name));
  return withDirectiveNames(transformSupergraphToPublicSchema(hidden), (name) => name.replace(otherName, ''));
}

function withDirectiveNames(document: DocumentNode, nameOf: (name: string) => string): DocumentNode {
  const rename = <N extends DirectiveNode | DirectiveDefinitionNode>(node: N): N => ({
    ...node,
    name: { ...node.name, value: nameOf(node.name.value) },
  });
  return visit(document, { Directive: rename, DirectiveDefinition: { leave: rename } });
}

/** Contains each whole file, and each operation as clients send it. */
function manifestText(): string {
  const files = readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const texts = [...files, ...operationDocuments(files.map((file) => parse(file))).values()];
  return `${JSON.stringify(Object.fromEntries(texts.map((text) => [documentIdOf(text), text])), null, 2)}\n`;
}

/**
 * Returns the text of each operation as clients send it, with its fragments and without comments. Code generation and
 * the manifest both use it, because a trusted document is identified by its exact text.
 *
 * @returns the texts by the names of the operations
 */
export function operationDocuments(documents: readonly DocumentNode[]): ReadonlyMap<string, string> {
  const operations = Object.entries(separateOperations(concatAST(documents)));
  return new Map(operations.map(([name, document]) => [name, print(document)]));
}
