import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { issuesOf, readImportGraph } from '../support/import-graph.ts';
import { temporaryFolder } from '../support/landfall.ts';

const platform = (path: string) => `subgraphs/platform/${path}`;

it('the program has no import cycle, no import against the tree and no two files of one name with different jobs', () => {
  const graph = readImportGraph(packageRoot);
  expect(graph.files).toContain('gateway/main.ts');
  expect(graph.imports).toContainEqual({ from: 'gateway/main.ts', to: platform('logger.ts') });
  expect(issuesOf(graph)).toEqual([]);
});

it('files that import each other through a third one are reported with the path', () => {
  const [a, b, c] = ['time/a.ts', 'time/b.ts', 'time/c.ts'].map(platform) as [string, string, string];
  const imports = [
    { from: a, to: b },
    { from: b, to: c },
    { from: c, to: a },
  ];
  expect(issuesOf({ files: [a, b, c], imports })).toEqual([`files import each other: ${a} -> ${b} -> ${c} -> ${a}`]);
});

it.each([
  ['store/store.ts', 'log/log-tasks.ts'],
  ['errors.ts', 'time/clock.ts'],
  ['partners/partner.ts', 'matching/match-sets.ts'],
  ['publisher/get/routes.ts', 'publisher/deliveries/deliverer.ts'],
  ['packages/dcsa/instant.ts', 'packages/matching/outcome.ts'],
  ['packages/board/board.ts', 'packages/sandbox/server.ts'],
  ['packages/matching/keys/match-key.ts', 'packages/matching/visits/visits.ts'],
])('%s must not import %s, whose folder comes later', (below, above) => {
  const [from, to] = [below, above].map((path) => (path.startsWith('packages/') ? path : platform(path))) as [string, string];
  expect(issuesOf({ files: [from, to], imports: [{ from, to }] })).toHaveLength(1);
  expect(issuesOf({ files: [from, to], imports: [{ from: to, to: from }] })).toEqual([]);
});

it.each([
  [platform('errors.ts'), 'gateway/limits.ts'],
  ['subgraphs/port-calls/model.ts', 'subgraphs/arrival-notices/wire/parse.ts'],
  ['gateway/limits.ts', 'subgraphs/port-calls/subgraph.ts'],
  ['packages/sandbox/server.ts', 'subgraphs/port-calls/model.ts'],
  ['packages/sandbox/server.ts', 'gateway/limits.ts'],
  [platform('errors.ts'), 'test/support/deferred.ts'],
  ['packages/client/client.ts', platform('errors.ts')],
  ['packages/client/client.ts', 'subgraphs/arrivals/generated/schema.ts'],
  ['packages/board/board.ts', 'gateway/web/pages/pages.ts'],
  [platform('errors.ts'), 'packages/client/client.ts'],
  ['packages/matching/outcome.ts', platform('upstream/sources.ts')],
])('%s must not import %s', (from, to) => {
  expect(issuesOf({ files: [from, to], imports: [{ from, to }] })).toEqual([`${from} must not know ${to}`]);
});

it('an import of a package from the program is found in its source, whether of a module, a type, or a generated or JSON file', async () => {
  await using folder = await temporaryFolder();
  const sources = {
    'gateway/main.ts': "import '../packages/client/client.ts';",
    'packages/client/client.ts': "import { LandfallError } from '#platform/errors.ts';\nimport schema from '../../schema/documents.json';",
    'packages/board/board.ts':
      "import '../client/client.ts';\nimport type { Notice } from '../../subgraphs/port-calls/generated/schema.ts';",
    'packages/dcsa/instant.ts': '',
    'packages/matching/outcome.ts': "import '@landfall/dcsa/instant.ts';\nimport '#platform/errors.ts';",
    'packages/sandbox/server.ts': '',
    'subgraphs/platform/errors.ts': '',
  };
  for (const [path, text] of Object.entries(sources)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  expect(issuesOf(readImportGraph(folder.path)).sort()).toEqual([
    'packages/board/board.ts must not know subgraphs/port-calls/generated/schema.ts',
    'packages/client/client.ts must not know schema/documents.json',
    'packages/client/client.ts must not know subgraphs/platform/errors.ts',
    'packages/matching/outcome.ts must not know subgraphs/platform/errors.ts',
  ]);
});

it('a file name is used for one job only, in whichever folder', () => {
  const files = [platform('wire/check.ts'), platform('upstream/check.ts')];
  expect(issuesOf({ files, imports: [] })).toEqual([
    'files of one name do different jobs: subgraphs/platform/upstream/check.ts, subgraphs/platform/wire/check.ts',
  ]);
});

it('stores next to their contract and equal places of siblings may share a name', () => {
  const stores = ['store/delivery-store.ts', 'store/sqlite/delivery-store.ts', 'store/mongodb/delivery-store.ts'].map(platform);
  const siblings = ['subgraphs/port-calls/wire/parse.ts', 'subgraphs/arrival-notices/wire/parse.ts'];
  expect(issuesOf({ files: [...stores, ...siblings], imports: [] })).toEqual([]);
});
