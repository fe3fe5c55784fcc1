import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build, transform } from 'esbuild';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, inject, type TestContext, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { packageRoot, readPackageVersion } from '#platform/package-root.ts';
import { noBrowser, openTab } from '../../support/browser.ts';
import { type LandfallProcess, startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { packedProgram } from '../../support/packed.ts';
import { openPageServer, type PageServer } from '../../support/page-server.ts';
import { examplesOn, textOn } from '../../support/pages.ts';
import { typeErrorsIn } from '../../support/template-types.ts';
import { noRegistry, reachedRegistry } from './registry.ts';

const run = promisify(execFile);

/** Packages that the examples of docs/frontend.md use in addition to ours. */
const frameworks = [
  'react@19',
  'react-dom@19',
  '@types/react@19',
  '@types/react-dom@19',
  '@apollo/client@4',
  'rxjs@7',
  '@urql/core@6',
  'graphql-ws@6',
  'ws@8',
];
const managers = ['pnpm@12', '@yarnpkg/cli-dist@4'];
/**
 * npm shows warnings, also if it was told not to by the npm that runs the tests. Yarn stores packages as archives, and
 * compressing them takes most of its time.
 */
const installation = { npm_config_loglevel: 'notice', npm_config_prefer_offline: 'true', YARN_COMPRESSION_LEVEL: '0' };

const exampleWith = (language: string, word: string) => examplesOn('docs/frontend.md', language).find((text) => text.includes(word)) ?? '';
/** The clients of docs/frontend.md, each with code that prints its first answers. */
const clients = {
  'Apollo Client': `${exampleWith('ts', 'ApolloClient')}
    const query = gql\`subscription { portCallEventReceived(after: "0") { cursor } }\`;
    client.subscribe<any>({ query }).subscribe(({ data: event }) => report(event.portCallEventReceived, data));`,
  urql: `${exampleWith('ts', 'subscriptionExchange')}
    const query = gql\`subscription { portCallEventReceived(after: "0") { cursor } }\`;
    client.subscription(query, {}).subscribe(({ data: event }) => report(event.portCallEventReceived, data));
    if (error) throw error;`,
  'graphql-ws': `${exampleWith('ts', 'retryAttempts')}
    await watch(({ portCallEventReceived: event }) => report(event));`,
};
/** What the pages of a platform provide, and a websocket for Node 20. */
const prelude = `
  import { WebSocket as SocketOfNode } from 'ws';
  globalThis.WebSocket ??= SocketOfNode;
  const [myToken, methods, fetchOfNode] = [async () => 'none', [], fetch];
  globalThis.fetch = (url, request) => methods.push(request.method) && fetchOfNode(url, request);
  function report({ cursor }, data) {
    console.log(JSON.stringify({ cursor, methods, notices: data?.arrivalNotices.nodes }));
    process.exit();
  }`;

const declarations = 'declare function report(event: { cursor: string }, data?: unknown): void;\n';
const board = exampleWith('tsx', '<landfall-arrivals');
/** The other examples of docs/frontend.md in TypeScript, except the configuration of a generator. */
const otherExamples = Object.fromEntries(
  examplesOn('docs/frontend.md', 'ts')
    .filter((text) => !text.includes('CodegenConfig') && !Object.values(clients).some((client) => client.startsWith(text)))
    .map((text, index) => [`example-${index}.ts`, text]),
);
const page = `
  import { createRoot } from 'react-dom/client';
  import { Board } from './board.tsx';
  import { Arrivals } from './use-arrivals.tsx';
  Object.assign(globalThis, { myToken: async () => 'none' });
  createRoot(document.querySelector('main')!).render(<><Board onOpen={() => undefined} /><Arrivals filter={{}} /></>);`;
const desk = exampleWith('tsx', 'function Desk');

describe('the packages, packed and installed into an empty folder by plain npm,', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let website: PageServer;
  let demo: LandfallProcess | undefined;
  let tarballs: Readonly<Record<string, string>>;
  const inFolder = (path: string) => join(folder.path, path);

  beforeAll(async () => {
    folder = await temporaryFolder();
    tarballs = await packInto(folder.path);
    await writeFile(inFolder('package.json'), '{ "private": true, "type": "module" }');
    const site = (name: string) => relative(packageRoot, inFolder(name));
    website = await openPageServer({ '/': site('index.html'), '/page.js': site('page.js') });
    const wanted = [...Object.values(tarballs), ...frameworks, ...managers];
    const install = run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...wanted], { cwd: folder.path });
    if (!(await reachedRegistry(install))) return;
    const environment = { DATA_DIR: inFolder('data'), ALLOWED_ORIGINS: website.origin };
    // The opening has everything that the tests need, and installing packages needs the CPU.
    demo = await startLandfall(['demo', '--pace', '10000'], { environment, installed: inFolder('node_modules/.bin/landfall') });
    const { host } = new URL(demo.url);
    const forDemo = (text: string) => text.replaceAll('s://landfall.example', `://${host}`);
    await writeFile(inFolder('use-arrivals.tsx'), forDemo(exampleWith('tsx', 'useArrivals')));
    for (const [name, text] of Object.entries(otherExamples)) await writeFile(inFolder(name), text);
    await writeFile(inFolder('board.tsx'), forDemo(board));
    await writeFile(inFolder('page.tsx'), page);
    await writeFile(inFolder('desk.tsx'), desk);
    for (const [name, text] of Object.entries(clients)) await writeFile(inFolder(`${name}.ts`), `${declarations}${forDemo(text)}`);
  });
  afterAll(async () => {
    await demo?.[Symbol.asyncDispose]();
    await website[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  const need = (context: TestContext): LandfallProcess => demo ?? context.skip(noRegistry);

  test('serve the query of the README by the command of the README', async (context) => {
    const { url } = need(context);
    const [, name = '', value = '', file = ''] =
      /curl -sG -H '([^:]+): ([^']+)' \S+ --data-urlencode query@(\S+)/.exec(textOn('README.md')) ?? [];
    const query = await readFile(inFolder(join('node_modules/landfall', file)), 'utf8');
    const sendQuery = async () => {
      const answer = await fetch(`${url}/graphql?${new URLSearchParams({ query })}`, { headers: { [name]: value } });
      return (await answer.json()) as { data: { arrivals: { nodes: object[] } } };
    };
    await expect.poll(async () => (await sendQuery()).data.arrivals.nodes.length).toBeGreaterThan(0);
  });

  test('have a command that prints their version', async (context) => {
    need(context);
    expect((await run(inFolder('node_modules/.bin/landfall'), ['--version'])).stdout.trim()).toBe(readPackageVersion());
  });

  test.for(Object.keys(clients))('serve %s with its default settings', async (name, context) => {
    need(context);
    const { code } = await transform(await readFile(inFolder(`${name}.ts`), 'utf8'), { loader: 'ts' });
    await writeFile(inFolder(`${name}.js`), `${prelude}\n${code}`);
    const { stdout } = await run(process.execPath, [inFolder(`${name}.js`)], { cwd: folder.path });
    const answered = name === 'graphql-ws' ? {} : { notices: expect.arrayContaining([expect.anything()]) };
    const methods = { 'Apollo Client': ['POST'], urql: ['GET'], 'graphql-ws': [] }[name];
    expect(JSON.parse(stdout)).toEqual({ cursor: expect.any(String), methods, ...answered });
  });

  test.skipIf(noBrowser)('show the board and the hook of the documentation in a React page', async (context) => {
    const { url } = need(context);
    await build({
      absWorkingDir: folder.path,
      entryPoints: ['page.tsx'],
      bundle: true,
      format: 'esm',
      outfile: 'page.js',
      jsx: 'automatic',
    });
    await writeFile(inFolder('index.html'), '<!doctype html><main></main><script type="module" src="/page.js"></script>');
    await using tab = await openTab();
    const errors: string[] = [];
    tab.page.on('pageerror', (error) => errors.push(error.message));
    await tab.page.goto(website.origin);
    await tab.page.locator('landfall-arrivals [part~="row"]').first().waitFor();
    await tab.page.locator('main > ol > li').first().waitFor();
    expect({ errors, url }).toEqual({ errors: [], url });
  });

  test('can be imported where pages are rendered on a server', async (context) => {
    need(context);
    const code = `
      import { createElement } from 'react';
      import { renderToString } from 'react-dom/server';
      import { LandfallArrivals } from '@landfall/board/react';
      console.log(LandfallArrivals.name !== '', renderToString(createElement('landfall-arrivals', { endpoint: '/graphql' })));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder.path });
    expect(stdout.trim()).toBe('true <landfall-arrivals endpoint="/graphql"></landfall-arrivals>');
  });

  const redisUrl = inject('redisUrl');
  test.runIf(redisUrl)('plan over a supergraph, with everything needed for that in the program', async (context) => {
    need(context);
    const nowhere = 'http://127.0.0.1:9/graphql';
    const urls = { ARRIVAL_NOTICES_URL: nowhere, COMMERCIAL_SCHEDULES_URL: nowhere, PORT_CALLS_URL: nowhere, ARRIVALS_URL: nowhere };
    const environment = { ...urls, REDIS_URL: redisUrl ?? '' };
    await using gateway = await startLandfall(['serve', 'gateway'], { environment, installed: inFolder('node_modules/.bin/landfall') });
    const body = JSON.stringify({ query: '{ portCallEvents { nodes { call { outcome } } } }' });
    const answer = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(await answer.json()).toMatchObject({
      data: { portCallEvents: null },
      errors: [{ extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }],
    });
  });

  test('have strict types, with which the documentation compiles under the flags of the templates of Vite and TypeScript', async (context) => {
    need(context);
    const files = ['page.tsx', 'desk.tsx', ...Object.keys(clients).map((name) => `${name}.ts`), ...Object.keys(otherExamples)];
    expect(typeErrorsIn(files.map(inFolder))).toEqual([]);
  });

  test.concurrent('are accepted by publint and attw', async (context) => {
    need(context);
    const bin = (name: string) => join(packageRoot, 'node_modules/.bin', name);
    for (const [name, tarball] of Object.entries(tarballs)) {
      await run(bin('publint'), ['run', tarball, '--strict']);
      // Programs compile against `landfall` in `embedded.test.ts`, with both ways to resolve modules.
      if (name !== 'landfall') await run(bin('attw'), ['--profile', 'esm-only', tarball]);
    }
  });

  // `embedded.test.ts` installs with npm beside both.
  const beside = [
    { manager: 'pnpm', major: 16 },
    { manager: 'yarn', major: 17 },
  ];
  test.concurrent.for(beside)(
    'installed by $manager run with their own graphql beside graphql $major',
    async ({ manager, major }, context) => {
      need(context);
      await using other = await temporaryFolder();
      await writeFile(join(other.path, 'package.json'), '{ "private": true, "type": "module" }');
      const imports = ['client', 'client/operations', 'board'].map((name) => `import '@landfall/${name}';`);
      const program = `createRequire(import.meta.url).resolve('landfall/package.json').replace('package.json', 'dist/gateway/cli/landfall.js')`;
      const start = `{ program: ${program}, options: process.env.NODE_OPTIONS ?? '' }`;
      const lines = [`import { createRequire } from 'node:module';`, ...imports, `console.log(JSON.stringify(${start}));`];
      await writeFile(join(other.path, 'imports.js'), lines.join('\n'));
      const command = inFolder(`node_modules/.bin/${manager}`);
      const inOther = { cwd: other.path, env: { ...process.env, ...installation } };
      const wanted = [...Object.entries(tarballs).map(([name, tarball]) => `${name}@file:${tarball}`), `graphql@${major}`];
      const adding = run(command, ['add', ...wanted], inOther);
      if (!(await reachedRegistry(adding))) context.skip(noRegistry);
      const { stdout, stderr } = await adding;
      // graphql 17 itself does not support Node 20.
      expect(`${stdout}${stderr}`).not.toMatch(/EBADENGINE +package: '(?!graphql@17)|Unsupported engine for (?!graphql@17)/);

      const { program: installed, options } = JSON.parse((await run(command, ['exec', 'node', 'imports.js'], inOther)).stdout);
      const [DATA_DIR, PARTNERS_DIR] = [join(other.path, 'data'), join(other.path, 'partners')];
      await mkdir(PARTNERS_DIR);
      const environment = { NODE_OPTIONS: options, DATA_DIR, PARTNERS_DIR };
      await using landfall = await startLandfall(['serve'], { environment, installed });
      const query = '{ arrivalNotices(first: 1) { nodes { id } } }';
      const answer = { data: { arrivalNotices: { nodes: [] } } };
      const body = JSON.stringify({ query });
      // Compiled from the third use on, or after a warning not at all.
      for (let use = 1; use <= 6; use += 1) {
        const response = await fetch(`${landfall.url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        expect(await response.json()).toEqual(answer);
      }
      const closed = vi.fn();
      const url = `${landfall.url.replace('http', 'ws')}/graphql`;
      const client = createClient({ url, webSocketImpl: WebSocket, lazy: false, retryAttempts: 0, on: { closed } });
      const ask = (text: string) => client.iterate({ query: text }).next();
      await expect(ask('{ arrivalNotices { noSuchField } }')).rejects.toMatchObject([
        { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
      ]);
      expect((await ask(query)).value).toEqual(answer);
      expect(closed).not.toHaveBeenCalled();
      await client.dispose();
      expect(
        landfall
          .output()
          .split('\n')
          .filter((line) => /"level":[45]0/.test(line) && !line.includes('ACCESS_FILE')),
      ).toEqual([]);
    },
  );

  test('contain the licenses of the bundled packages', async (context) => {
    need(context);
    const included = {
      'landfall/dist': '@apollo/subgraph',
      'landfall/dist/gateway/web/graphiql': 'graphiql',
      '@landfall/board/dist': 'preact',
    };
    for (const [path, name] of Object.entries(included)) {
      const notices = await readFile(inFolder(`node_modules/${path}/THIRD-PARTY-NOTICES.txt`), 'utf8');
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
      expect(notices).toContain('Permission is hereby granted');
    }
  });
});

async function packInto(folder: string): Promise<Record<string, string>> {
  // They were built before the tests, so packing need not build them again.
  const options = [
    '--workspace=@landfall/client',
    '--workspace=@landfall/board',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    folder,
  ];
  const { stdout } = await run('npm', ['pack', ...options], { cwd: packageRoot });
  const packed = JSON.parse(stdout) as { name: string; filename: string }[];
  const libraries = packed.map(({ name, filename }) => [name, join(folder, filename)]);
  return Object.fromEntries([...libraries, ['landfall', await packedProgram(inject('packFolder'))]]);
}

test('the lockfile contains no registry URL', async () => {
  expect(await readFile(join(packageRoot, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "[^"]*:/);
});
