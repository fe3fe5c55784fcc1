import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, inject, type TestContext, test } from 'vitest';
import { temporaryFolder } from '../../support/landfall.ts';
import { packedProgram } from '../../support/packed.ts';
import { examplesOn } from '../../support/pages.ts';
import { typeErrorsOf } from '../../support/template-types.ts';
import { noRegistry, reachedRegistry } from './registry.ts';

const run = promisify(execFile);
const redisUrl = inject('redisUrl');
const [onFastify = '', onOwnPort = ''] = examplesOn('docs/embedding.md', 'ts');

/** A program with the `graphql` that is installed beside Landfall. Its argument is the settings. */
const program = `
  import { GraphQLError } from 'graphql';
  import { startLandfall } from 'landfall';
  const reject = async ({ operationName }) => {
    if (operationName === 'Other') throw new GraphQLError('Not on Sundays.', { extensions: { code: 'FORBIDDEN' } });
  };
  const plugins = [{ requestDidStart: async () => ({ didResolveOperation: reject }) }];
  const settings = { LOG_LEVEL: 'silent', plugins, ...JSON.parse(process.argv[2]) };
  const codeOf = (starting) => starting.then(() => 'started', ({ code }) => code);
  const landfall = await startLandfall({ ...settings, PORT: 0 });
  const ask = async (query) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(landfall.url + '/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
  };
  const query = '{ portCallEvents(first: 1) { nodes { id } } }';
  const answers = [await ask(query), await ask('query Other ' + query)];
  const refused = [
    await codeOf(startLandfall({ ...settings, PORT: 'none' })),
    await codeOf(startLandfall({ ...settings, DATA_DIR: './other', PORT: landfall.port })),
    await codeOf(startLandfall({ ...settings, fastify: {} })),
  ];
  // As graphql-js leaves it for a field of a list whose other field has failed already.
  void Promise.reject(new GraphQLError('late', { path: ['portCallEvents'] }));
  await new Promise(setImmediate);
  await Promise.all([landfall.close(), landfall.close()]);
  console.log(JSON.stringify({ answers, refused, listeners: process.listenerCount('unhandledRejection') }));`;

/** What the types must refuse. */
const refusedByTypes = `
  import { startLandfall } from 'landfall';
  // @ts-expect-error
  await startLandfall({ LOG_LEVEL: 'loud' });
  // @ts-expect-error
  await startLandfall({ NO_SETTING: '' });
  // @ts-expect-error HOST is missing.
  await startLandfall({ fastify: { server: {}, register: () => {}, close: () => {} } });`;

const modes = { 'in one process': {}, 'as a gateway': gatewaySettings() };
const installations = [
  { major: 16, resolution: 'bundler', mode: 'as a gateway', isFirst: true },
  { major: 17, resolution: 'nodenext', mode: 'in one process', isFirst: false },
] as const;

/** One folder, in which only the other `graphql` is replaced, because each installation takes seconds of CPU. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const inFolder = (path: string) => join(folder.path, path);
const install = (...wanted: readonly string[]) =>
  reachedRegistry(run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...wanted], { cwd: folder.path }));

beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(inFolder('partners'));
  await writeFile(inFolder('package.json'), '{ "private": true, "type": "module" }');
});
afterAll(() => folder[Symbol.asyncDispose]());

describe.each(installations)('the package, installed beside graphql $major,', ({ major, resolution, mode, isFirst }) => {
  let isInstalled = false;
  const need = (context: TestContext) => {
    if (!isInstalled) context.skip(noRegistry);
  };
  /** Runs a program that has to end by itself. Its environment has settings that nothing may read. */
  async function runHere(name: string, code: string, ...args: string[]): Promise<string[]> {
    await writeFile(inFolder(name), code);
    const environment = { ...process.env, PORT: 'unread', LOG_LEVEL: 'unread', MONGODB_URL: 'unread' };
    const { stdout } = await run(process.execPath, [inFolder(name), ...args], { cwd: folder.path, env: environment, timeout: 60_000 });
    return stdout.trim().split('\n');
  }

  beforeAll(async () => {
    const others = isFirst ? [await packedProgram(inject('packFolder')), 'fastify@5', '@types/node@20'] : [];
    isInstalled = await install(...others, `graphql@${major}`);
  });

  test('runs on the Fastify of the documentation, with its plugin and its logger, and lets the program end', async (context) => {
    need(context);
    const { code } = await transform(onFastify, { loader: 'ts' });
    const [first = '', second = '', own = ''] = await runHere('documented.js', code);
    expect(JSON.parse(first)).toEqual({ data: { arrivalNotices: { nodes: [] } }, extensions: { operationName: 'Notices' } });
    const rejected = [{ message: 'Not on Sundays.', extensions: { code: 'FORBIDDEN' } }];
    expect(JSON.parse(second)).toEqual({ errors: rejected, extensions: { operationName: 'Export' } });
    expect(JSON.parse(own).lines).toBeGreaterThan(0);
  });

  test(`runs ${mode}, accepts errors of the other graphql, and closes what a failed start opened`, async (context) => {
    need(context);
    const settings = modes[mode];
    if (settings === undefined) return context.skip('there is no redis-server');
    const [line = ''] = await runHere('own-port.js', program, JSON.stringify(settings));
    const { answers, refused, listeners } = JSON.parse(line);
    const first = 'REDIS_URL' in settings ? { data: { portCallEvents: null } } : { data: { portCallEvents: { nodes: [] } } };
    expect(answers[0]).toMatchObject(first);
    expect(answers[1]).toEqual({ errors: [{ message: 'Not on Sundays.', extensions: { code: 'FORBIDDEN' } }] });
    expect(listeners).toBe(0);
    expect(refused).toEqual(['CONFIG_INVALID', 'CONFIG_INVALID', 'CONFIG_INVALID']);
  });

  test(`has types with which the documentation compiles as strictly as possible, resolved by ${resolution}`, async (context) => {
    need(context);
    const files = { 'on-fastify.ts': onFastify, 'on-own-port.ts': onOwnPort, 'refused.ts': refusedByTypes };
    for (const [name, text] of Object.entries(files)) await writeFile(inFolder(name), text);
    const compiled = ts.createProgram(Object.keys(files).map(inFolder), {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts'],
      module: resolution === 'nodenext' ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext,
      moduleResolution: resolution === 'nodenext' ? ts.ModuleResolutionKind.NodeNext : ts.ModuleResolutionKind.Bundler,
      types: ['node'],
      typeRoots: [inFolder('node_modules/@types')],
      noEmit: true,
    });
    expect(typeErrorsOf(compiled, /node_modules\/(?!landfall\/)/)).toEqual([]);
  });
});

/** Returns settings with subgraphs that do not answer; undefined without Redis. */
function gatewaySettings(): Record<string, string> | undefined {
  const nowhere = 'http://127.0.0.1:9/graphql';
  const urls = { ARRIVAL_NOTICES_URL: nowhere, COMMERCIAL_SCHEDULES_URL: nowhere, PORT_CALLS_URL: nowhere, ARRIVALS_URL: nowhere };
  return redisUrl === undefined ? undefined : { ...urls, REDIS_URL: redisUrl };
}
