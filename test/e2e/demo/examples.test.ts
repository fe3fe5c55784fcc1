import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { examplesOn, graphqlExamples, pages } from '../../support/pages.ts';
import { type OpenDemo, openDemo } from '../board/open-demo.ts';

const folder = join(packageRoot, 'docs', 'examples');
const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
const documentIn = (file: string): string => readFileSync(join(folder, file), 'utf8');
const variablesPathOf = (file: string): string => join(folder, file.replace('.graphql', '.variables.json'));

function variablesOf(file: string): Record<string, unknown> {
  const path = variablesPathOf(file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

test('every query on a page of the documentation is one of the example files, and every example is on a page', () => {
  expect(graphqlExamples().toSorted()).toEqual(files.map(documentIn).toSorted());
  const shownVariables = [...pages.keys()].flatMap((page) => examplesOn(page, 'json'));
  for (const file of files.filter((name) => existsSync(variablesPathOf(name)))) {
    expect(shownVariables).toContain(readFileSync(variablesPathOf(file), 'utf8'));
  }
});

describe('against the demo', () => {
  let demo: OpenDemo;
  beforeAll(async () => {
    demo = await openDemo();
  });
  afterAll(() => demo[Symbol.asyncDispose]());

  test.each(files)('%s returns rows and no error', async (file) => {
    const document = documentIn(file);
    if (document.startsWith('subscription')) {
      await using stream = await openEventStream(demo.landfall.url, document, { after: '0' });
      const answer = await stream.next();
      expect(answer?.errors).toBeUndefined();
      expect(answer?.data).not.toBeNull();
      return;
    }
    const answer = await demo.landfall.query<Record<string, Readonly<Record<'nodes' | 'events', readonly object[] | undefined>> | null>>(
      document,
      variablesOf(file),
    );
    for (const [field, page] of Object.entries(answer)) expect((page?.nodes ?? page?.events)?.length, field).toBeGreaterThan(0);
  });
});
