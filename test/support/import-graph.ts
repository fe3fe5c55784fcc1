import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** A file that imports another one, both as paths below the package's root. Imports of types count. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

/** The files of the program and what they import of each other. */
export interface ImportGraph {
  readonly files: readonly string[];
  readonly imports: readonly FileImport[];
}

/**
 * The order of rooms that one folder has: a room imports the ones listed before it only. `*` stands for the folder's own
 * files, as far as they are not listed by name; without it they may import and be imported by every room.
 */
const orders: Readonly<Record<string, readonly string[]>> = {
  'subgraphs/platform': [
    'errors.ts',
    'terminal.ts',
    'logger.ts',
    'package-root.ts',
    'built-thread.ts',
    'time',
    'json',
    'cache',
    'http',
    'wire',
    'store',
    'partners',
    'access',
    'log',
    'receiver',
    'upstream',
    'matching',
    'publisher',
    'graphql',
    'subscriptions',
    'transports',
    'config.ts',
    'operations',
    'process',
  ],
  'subgraphs/platform/partners': ['quirks', 'outbound-auth', 'inbound-auth'],
  'subgraphs/platform/store': ['removal', 'sqlite', 'mongodb', 'transfer'],
  'subgraphs/platform/matching': ['claims', 'keys', 'rules', 'visits', '*'],
  'subgraphs/platform/publisher': ['*', 'get', 'webhooks'],
  gateway: ['supergraph', 'engines', 'web', '*', 'cli'],
};

/** Names that every subgraph or every side of the wire has, wherever it stands. */
const sharedNames: ReadonlySet<string> = new Set(['main', 'subgraph', 'resolvers', 'queries', 'model', 'routes']);

const sourceFolders = ['gateway', 'subgraphs', 'partners'];
const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$|\.config\.ts$/.test(name);

/** Reads the program below a root; tests, generated files and configurations of builds are no part of it. */
export function readImportGraph(root: string): ImportGraph {
  const files = sourceFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => isSource(basename(path)) && !path.split('/').includes('generated'))
      .map((path) => `${folder}/${path}`),
  );
  const known = new Set(files);
  const imports = files.flatMap((from) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, from), 'utf8'), true, true);
    const paths = new Set(importedFiles.map(({ fileName }) => pathOf(from, fileName)));
    return [...paths].flatMap((to) => (to !== undefined && (known.has(to) || to.startsWith('test/')) ? [{ from, to }] : []));
  });
  return { files, imports };
}

/** Lists the violations in a graph, in words for the author of the import. */
export function issuesOf(graph: ImportGraph): string[] {
  return [...circlesOf(graph), ...strayImportsOf(graph), ...upwardImportsOf(graph), ...equalNamesOf(graph)];
}

function pathOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#platform/')) return specifier.replace('#platform', 'subgraphs/platform');
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined;
}

/** Files that import each other, straight or over others: each circle once, as one way around it. */
function circlesOf({ files, imports }: ImportGraph): string[] {
  const imported = new Map<string, string[]>();
  for (const { from, to } of imports) imported.set(from, [...(imported.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push(`files import each other: ${[...path.slice(start), file].join(' -> ')}`);
    if (start >= 0 || done.has(file)) return;
    for (const next of imported.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return circles;
}

/** Imports from one part of the program into another one that it does not know. */
function strayImportsOf({ imports }: ImportGraph): string[] {
  const subgraphOf = (file: string) => /^subgraphs\/([^/]+)\//.exec(file)?.[1];
  const opensSubgraphs: ReadonlySet<string> = new Set(['gateway/main.ts', 'gateway/cli/program.ts']);
  const isAllowed = ({ from, to }: FileImport): boolean => {
    if (to.startsWith('test/')) return false;
    const [importer, owner] = [subgraphOf(from), subgraphOf(to)];
    if (owner === 'platform') return true;
    if (importer !== undefined) return importer === owner;
    if (owner !== undefined) return opensSubgraphs.has(from);
    // What is left: the gateway, and the partners' sandbox that its commands start.
    return from.startsWith('gateway/') || to.startsWith('partners/');
  };
  return imports.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} must not know ${to}`);
}

/** Imports of a room that stands above the importing one. */
function upwardImportsOf({ imports }: ImportGraph): string[] {
  return Object.entries(orders).flatMap(([folder, order]) => {
    const placeOf = (file: string): number => {
      if (!file.startsWith(`${folder}/`)) return -1;
      const [room = '', ...rest] = file.slice(folder.length + 1).split('/');
      const place = order.indexOf(room);
      return place < 0 && rest.length === 0 ? order.indexOf('*') : place;
    };
    return imports
      .filter(({ from, to }) => placeOf(from) >= 0 && placeOf(from) < placeOf(to))
      .map(({ from, to }) => `${from} imports ${to}, whose room stands above its own in ${folder}`);
  });
}

/** Files of one name in different rooms. Stores beside their contract, and equal places of sibling subgraphs, do the same job. */
function equalNamesOf({ files }: ImportGraph): string[] {
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    const name = basename(file).replace(/\.tsx?$/, '');
    if (sharedNames.has(name)) continue;
    // The board, the client, the pages and the sandbox are programs of their own.
    const program = /^gateway\/web\/[^/]+|^partners/.exec(file)?.[0] ?? '';
    const place = file.replace(/^subgraphs\/(?!platform\/)[^/]+/, 'subgraphs/*').replace(/\/store\/(sqlite|mongodb)\//, '/store/');
    const key = `${program} ${name}`;
    places.set(key, (places.get(key) ?? new Set()).add(place));
  }
  return [...places.values()]
    .filter(({ size }) => size > 1)
    .map((same) => `files of one name do different jobs: ${[...same].sort().join(', ')}`);
}
