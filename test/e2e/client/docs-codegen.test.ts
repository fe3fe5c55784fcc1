import { execFile } from 'node:child_process';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { examplesOn } from '../../support/pages.ts';
import { typeErrorsIn } from '../../support/template-types.ts';

const published = 'https://landfall.example/schema.graphql';
const configuration = examplesOn('docs/frontend.md', 'ts').find((text) => text.includes('CodegenConfig')) ?? '';

/** Passes generated documents to the client, and reads their results by their types. */
const use = `
import { createLandfallClient } from '@landfall/client';
import { ArrivalsDocument, WatchArrivalsDocument } from './operations';

const client = createLandfallClient({ url: 'https://landfall.example/graphql' });
const { data } = await client.query(ArrivalsDocument, { first: 1 });
export const reference: string | undefined = data.arrivalNotices?.nodes[0]?.transportDocumentReference;
for await (const { arrivalNoticeVersionReceived: { cursor } } of client.subscribe(WatchArrivalsDocument, {})) {
  const position: string = cursor;
  console.log(position);
}
const events = { document: WatchArrivalsDocument, variables: {}, row: () => ({ id: '' }) };
const snapshot = { document: ArrivalsDocument, variables: { first: 1 }, page: () => ({ rows: [{ id: '' }], after: null }) };
export const lists = client.live({ snapshot, events, key: ({ id }: { readonly id: string }) => id, compare: () => 0 });
// @ts-expect-error The variables have types.
await client.query(ArrivalsDocument, { first: 'one' });
`;

test('the generator, configured as on the page, makes documents that compile under the flags of the templates of Vite and TypeScript', async () => {
  await using folder = await temporaryFolder();
  const inFolder = (path: string) => join(folder.path, path);
  await symlink(join(packageRoot, 'node_modules'), inFolder('node_modules'));
  await writeFile(inFolder('package.json'), '{ "private": true, "type": "module" }');
  await cp(join(packageRoot, 'schema', 'operations'), inFolder('src'), { recursive: true });
  expect(configuration).toContain(published);
  await writeFile(inFolder('codegen.ts'), configuration.replace(published, join(packageRoot, 'schema', 'api.graphql')));

  await promisify(execFile)(inFolder('node_modules/.bin/graphql-codegen'), ['--config', 'codegen.ts'], { cwd: folder.path });
  await writeFile(inFolder('src/use.ts'), use);
  expect(typeErrorsIn([inFolder('codegen.ts'), inFolder('src/operations.ts'), inFolder('src/use.ts')])).toEqual([]);
});
