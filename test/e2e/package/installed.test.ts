import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, inject, type TestContext, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { startLandfall, temporaryFolder } from '../../support/landfall.ts';

const run = promisify(execFile);
/** What npm says when it does not get through, and not when something is wrong with the package. */
const unreachable = /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

describe('the packed package, installed into an empty folder by plain npm,', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let isInstalled = false;
  beforeAll(async () => {
    folder = await temporaryFolder();
    // It was built before the tests; packing would build it again.
    const pack = ['pack', '--workspaces', '--include-workspace-root', '--ignore-scripts', '--json', '--pack-destination', folder.path];
    const packing = await run('npm', pack, { cwd: packageRoot });
    const packed = JSON.parse(packing.stdout) as { filename: string }[];
    await writeFile(join(folder.path, 'package.json'), '{ "private": true, "type": "module" }');
    try {
      await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packed.map(({ filename }) => `./${filename}`)], {
        cwd: folder.path,
      });
      isInstalled = true;
    } catch (error) {
      if (process.env['CI'] || !unreachable.test(String(error))) throw error;
      process.stderr.write(`\n*** NO NPM REGISTRY: that the package can be installed was not tested. ***\n${error}\n`);
    }
  }, 240_000);
  afterAll(() => folder[Symbol.asyncDispose]());
  const need = (context: TestContext) => context.skip(!isInstalled, 'the npm registry cannot be reached');

  test('serves, and answers the client of the package', async (context) => {
    need(context);
    await using landfall = await startLandfall(['serve'], { environment: {}, installedIn: folder.path });
    const script = `
      import { createLandfallClient } from '@landfall/client';
      import { ArrivalsDocument } from '@landfall/client/operations';
      const client = createLandfallClient({ url: '${landfall.url}/graphql', transport: 'sse' });
      const { data, errors } = await client.query(ArrivalsDocument, { first: 1 });
      console.log(JSON.stringify({ nodes: data.arrivalNotices.nodes, errors }));
      await client.close();`;
    const asked = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder.path });
    expect(JSON.parse(asked.stdout)).toEqual({ nodes: [], errors: [] });
    const board = await fetch(`${landfall.url}/landfall-arrivals.js`);
    expect([board.status, board.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')]);
    expect(await landfall.kill('SIGTERM')).toBe(0);
  });

  const redisUrl = inject('redisUrl');
  test.runIf(redisUrl)('plans over a supergraph: what that needs is in the program', async (context) => {
    need(context);
    const nowhere = 'http://127.0.0.1:9/graphql';
    const urls = { ARRIVAL_NOTICES_URL: nowhere, COMMERCIAL_SCHEDULES_URL: nowhere, PORT_CALLS_URL: nowhere, ARRIVALS_URL: nowhere };
    const environment = { ...urls, REDIS_URL: redisUrl ?? '' };
    await using gateway = await startLandfall(['serve', 'gateway'], { environment, installedIn: folder.path });
    const body = JSON.stringify({ query: '{ portCallEvents { nodes { call { outcome } } } }' });
    const answer = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(await answer.json()).toMatchObject({
      data: { portCallEvents: null },
      errors: [{ extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }],
    });
  });

  test('has types for all that can be imported', async (context) => {
    need(context);
    const file = join(folder.path, 'uses.ts');
    await writeFile(
      file,
      `import { createLandfallClient } from '@landfall/client';
       import { LandfallArrivals } from '@landfall/board';
       import { ArrivalsDocument } from '@landfall/client/operations';
       const { data } = await createLandfallClient({ url: 'https://landfall.example/graphql' }).query(ArrivalsDocument, { first: 1 });
       export const reference: string | undefined = data.arrivalNotices?.nodes[0]?.transportDocumentReference;
       export const element: HTMLElement = new LandfallArrivals();`,
    );
    const program = ts.createProgram([file], {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
      types: [],
      skipDefaultLibCheck: true,
      noEmit: true,
    });
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  test('carries the licences of what it has taken in', async (context) => {
    need(context);
    const read = (path: string) => readFile(join(folder.path, 'node_modules', 'landfall', path), 'utf8');
    const notices = await Promise.all(
      ['dist', 'dist/gateway/web/board', 'dist/gateway/web/graphiql'].map((path) => read(`${path}/THIRD-PARTY-NOTICES.txt`)),
    );
    for (const [index, name] of ['@graphql-hive/router-runtime', 'preact', 'graphiql'].entries()) {
      expect(notices[index]).toMatch(new RegExp(`^${name} \\d`, 'm'));
      expect(notices[index]).toContain('Permission is hereby granted');
    }
  });
});

test('the lockfile names no registry', async () => {
  expect(await readFile(join(packageRoot, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "[^"]*:/);
});
