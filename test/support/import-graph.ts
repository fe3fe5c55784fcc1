import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** A file that imports another one, both as paths below the package's root. Imports of types count. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

/** The files of the program and their imports. */
export interface ImportGraph {
  readonly files: readonly string[];
  readonly imports: readonly FileImport[];
}

/**
 * The order of the folders in one folder: each may import only those listed before it. `*` represents the files of the
 * folder itself, unless they are listed by name; without it they may import, and be imported by, every folder.
 */
const orders: Readonly<Record<string, readonly string[]>> = {
  'subgraphs/platform': [
    'errors.ts',
    'terminal.ts',
    'logger.ts',
    'package-root.ts',
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
    'config.ts',
    'operations',
    'transports',
    'process',
  ],
  'subgraphs/platform/partners': ['quirks', 'outbound-auth', 'inbound-auth'],
  'subgraphs/platform/store': ['removal', 'sqlite', 'mongodb', 'transfer'],
  'subgraphs/platform/publisher': ['*', 'get', 'deliveries'],
  gateway: ['supergraph', 'engines', 'web', '*', 'cli'],
  packages: ['dcsa', 'matching', 'client', 'board', 'sandbox'],
  'packages/matching': ['claims', 'keys', 'rules', 'visits', '*'],
};

/** Names that several subgraphs, or several sides of the wire, use for files with the same job. */
const sharedNames: ReadonlySet<string> = new Set(['main', 'subgraph', 'resolvers', 'queries', 'model', 'routes']);

/** The packages that every part of the program may import; the others are separate programs. */
const libraries = /^packages\/(dcsa|matching)\//;

const sourceFolders = ['gateway', 'subgraphs', 'packages'];
const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$|\.config\.ts$/.test(name);

/** Reads the files below a root. Tests, generated files and build configurations are not part of the program. */
export function readImportGraph(root: string): ImportGraph {
  const files = sourceFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => isSource(basename(path)) && !path.split('/').includes('generated'))
      .map((path) => `${folder}/${path}`),
  );
  const known = new Set(files);
  // A package must know nothing around it, generated files and JSON files included.
  const leavesPackages = (from: string, to: string) => from.startsWith('packages/') && !to.startsWith('packages/');
  const isOfGraph = (from: string, to: string) => known.has(to) || to.startsWith('test/') || leavesPackages(from, to);
  const imports = files.flatMap((from) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, from), 'utf8'), true, true);
    const paths = new Set(importedFiles.map(({ fileName }) => pathOf(from, fileName)));
    return [...paths].flatMap((to) => (to !== undefined && isOfGraph(from, to) ? [{ from, to }] : []));
  });
  return { files, imports };
}

/** Lists the violations in a graph, described to the author of the import. */
export function issuesOf(graph: ImportGraph): string[] {
  return [...circlesOf(graph), ...strayImportsOf(graph), ...upwardImportsOf(graph), ...equalNamesOf(graph)];
}

function pathOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#platform/')) return specifier.replace('#platform', 'subgraphs/platform');
  if (specifier.startsWith('@landfall/')) return specifier.replace('@landfall', 'packages');
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined;
}

/** Finds files that import each other, directly or indirectly. Each cycle is reported once, as one path around it. */
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

/** Finds imports of one part of the program from another part that must not know it. */
function strayImportsOf({ imports }: ImportGraph): string[] {
  const subgraphOf = (file: string) => /^subgraphs\/([^/]+)\//.exec(file)?.[1];
  const opensSubgraphs = (file: string) => file === 'gateway/main.ts' || file.startsWith('gateway/cli/');
  const isAllowed = ({ from, to }: FileImport): boolean => {
    if (to.startsWith('test/')) return false;
    if (from.startsWith('packages/')) return to.startsWith('packages/');
    if (to.startsWith('packages/')) return from.startsWith('gateway/') || libraries.test(to);
    const [importer, owner] = [subgraphOf(from), subgraphOf(to)];
    if (owner === 'platform') return true;
    if (importer !== undefined) return importer === owner;
    if (owner !== undefined) return opensSubgraphs(from);
    return from.startsWith('gateway/');
  };
  return imports.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} must not know ${to}`);
}

/** Finds imports of a folder that comes after the importing one. */
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

/**
 * Finds files with the same name in different folders. Stores next to their contract, and equal places of sibling
 * subgraphs, do the same job.
 */
function equalNamesOf({ files }: ImportGraph): string[] {
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    const name = basename(file).replace(/\.tsx?$/, '');
    if (sharedNames.has(name)) continue;
    // The packages and the pages are separate programs.
    const program = /^packages\/[^/]+|^gateway\/web\/[^/]+/.exec(file)?.[0] ?? '';
    const place = file.replace(/^subgraphs\/(?!platform\/)[^/]+/, 'subgraphs/*').replace(/\/store\/(sqlite|mongodb)\//, '/store/');
    const key = `${program} ${name}`;
    places.set(key, (places.get(key) ?? new Set()).add(place));
  }
  return [...places.values()]
    .filter(({ size }) => size > 1)
    .map((same) => `files of one name do different jobs: ${[...same].sort().join(', ')}`);
}
