import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { manifestPath } from '../../../gateway/supergraph/composition.ts';
import * as logHeads from '../../../packages/client/generated/log-heads.ts';
import * as operations from '../../../packages/client/generated/operations.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { startProcess } from '../../support/processes.ts';
import { isNow, noticeOf, openClient, transports } from './open-client.ts';

const maxGzippedBytes = 15 * 1024;

describe('the package', () => {
  it('contains the client as one file that imports nothing, of less than 15 KB gzipped', () => {
    const built = readFileSync(join(packageRoot, 'packages/client/dist/landfall-client.js'));
    expect(gzipSync(built).length).toBeLessThan(maxGzippedBytes);
    expect(String(built)).not.toMatch(/^\s*import\b|\bimport\(/m);
  });

  it('has types with which the React hook of the README compiles in the strictest mode', () => {
    const program = ts.createProgram([join(import.meta.dirname, 'use-arrivals.tsx')], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
      jsx: ts.JsxEmit.ReactJSX,
      types: [],
      skipDefaultLibCheck: true,
      noEmit: true,
    });
    // The types of React and of the language are not checked.
    const ours = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'));
    expect(ours.length).toBeGreaterThan(2);
    expect(
      ours
        .flatMap((file) => ts.getPreEmitDiagnostics(program, file))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ).toEqual([]);
  });

  it('can be imported by its name in Node', async () => {
    await using landfall = await openLandfall();
    await landfall.push(noticeOf(7));
    await using printing = await startProcess(process.execPath, {
      args: ['--import', 'tsx', join(import.meta.dirname, 'print-arrivals.ts'), `${landfall.url}/graphql`],
      ready: /^D7 (.*)$/,
    });
    expect(printing.ready[1]).toBe(noticeOf(7).issueDateTime);
  });
});

describe('with trusted documents only', () => {
  const texts = Object.entries({ ...operations, ...logHeads }).map(([name, text]) => [name, String(text)] as const);

  it.each(texts)('%s is in the manifest with its exact text', (_name, text) => {
    expect(Object.values(JSON.parse(readFileSync(manifestPath, 'utf8')))).toContain(text);
  });

  it.each(transports)('the client queries and subscribes over %s with those documents, and with no others', async (transport) => {
    await using landfall = await openLandfall({ TRUSTED_DOCUMENTS: manifestPath });
    await using follower = openClient(landfall.url, { transport });
    const events = follower.client.subscribe(operations.WatchArrivalsDocument, {});
    await follower.until(isNow('live'));
    await landfall.push(noticeOf(0));
    expect((await events.next()).value).toMatchObject({ arrivalNoticeVersionReceived: { version: { transportDocumentReference: 'D0' } } });
    const { data } = await follower.client.query(operations.ArrivalsDocument, { first: 1 });
    expect(data.arrivalNotices?.nodes).toMatchObject([{ transportDocumentReference: 'D0' }]);
    const other = follower.client.query('{ arrivalNotices { nodes { id } } }', {});
    await expect(other).rejects.toMatchObject({ code: 'DOCUMENT_NOT_TRUSTED' });
  });
});
