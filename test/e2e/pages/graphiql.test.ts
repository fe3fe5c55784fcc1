import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { noBrowser } from '../../support/browser.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { examplesOn } from '../../support/pages.ts';
import { keyOf } from '../access/open-access.ts';
import { type GraphiqlPage, openGraphiql } from './graphiql-page.ts';
import { writeAccess } from './write-access.ts';

const query = examplesOn('docs/querying.md', 'graphql').find((text) => text.includes('matchedOn')) ?? '';
const documents = readdirSync(join(packageRoot, 'schema', 'operations')).sort();
const notice = (transportDocumentReference: string) => ({ transportDocumentReference, issueDateTime: '2026-11-20T10:00:00Z' });

describe.skipIf(noBrowser)('GraphiQL', () => {
  let landfall: OpenLandfall;
  // One page for all tests, because loading it takes longer than the tests.
  let graphiql: GraphiqlPage;
  beforeAll(async () => {
    landfall = await openLandfall();
    await landfall.push(notice('MAEU1'), notice('MAEU2'));
    graphiql = await openGraphiql(landfall.url);
  });
  afterAll(async () => {
    await graphiql?.[Symbol.asyncDispose]();
    await landfall?.[Symbol.asyncDispose]();
  });

  it('offers the documents of schema/operations, opens the first one, and completes fields by the schema', async () => {
    const { page } = graphiql;
    await page.getByRole('tab', { name: 'AcrossTheStandards' }).waitFor();
    const examples = await page.getByRole('region', { name: 'Examples' }).getByRole('button').allTextContents();
    expect(examples).toEqual(documents.map((name) => name.replace('.graphql', '').replaceAll('-', ' ')));
    await graphiql.write('operation.graphql', '');
    await page.locator('.graphiql-query-editor .view-lines').click();
    await page.keyboard.type('{ arrivalNoticeNot');
    await page.locator('.suggest-widget').getByText('arrivalNoticeNotifications').first().waitFor();
    expect(page.workers().map((worker) => worker.url())).toContain(`${landfall.url}/graphiql/graphql.worker.js`);
    expect(graphiql.pageErrors).toEqual([]);
  });

  it('answers the long query of the documentation, with all other origins blocked and no violation of its policy', async () => {
    await graphiql.write('operation.graphql', `query Long ${query}`);
    await graphiql.pressExecute();
    const answer = await graphiql.answerWith('"MAEU1"');
    expect(answer).toMatchObject({ data: { arrivalNotices: { nodes: [{ partner: { id: 'acme' } }, { partner: { id: 'acme' } }] } } });
    expect(graphiql.pageErrors).toEqual([]);
  });

  it('shows events over a websocket as they are pushed, until it is stopped', async () => {
    const { page } = graphiql;
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await landfall.push(notice('BEFORE'));
    await graphiql.openExample('watch arrivals');
    await graphiql.write('variables.json', '{ "after": "0" }');
    await graphiql.pressExecute();
    await graphiql.answerWith('BEFORE');
    await landfall.push(notice('AFTER'));
    await graphiql.answerWith('AFTER');
    expect(sockets).toEqual([`${landfall.url.replace('http', 'ws')}/graphql`]);
    await graphiql.pressExecute();
    await page.getByRole('button', { name: 'Execute query' }).waitFor();
    expect(graphiql.pageErrors).toEqual([]);
  });

  it.each([
    [1280, 720],
    [768, 600],
  ])('scrolls a long operation, its answer and the documentation, and never the page, at %i by %i pixels', async (width, height) => {
    const { page } = graphiql;
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.locator('.graphiql-doc-explorer-content').waitFor();
    const comment = '  # one of many lines\n'.repeat(200);
    await graphiql.write('operation.graphql', `query Long${width} {\n${comment}  __schema { types { name description } }\n}`);
    await graphiql.pressExecute();
    await graphiql.answerWith('"__schema"');
    for (const place of ['operation.graphql', 'response.json', 'plugin'] as const) {
      const { height, shownHeight } = await graphiql.turnWheel(place);
      expect([place, height > shownHeight]).toEqual([place, true]);
    }
    const size = await page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
      return { scrollHeight, clientHeight, scrollWidth, clientWidth };
    });
    expect(size).toEqual({ scrollHeight: height, clientHeight: height, scrollWidth: width, clientWidth: width });
    await page.getByRole('button', { name: 'Show Examples' }).click();
  });

  it('is the target of redirects from /graphql, and opens the query in its URL', async () => {
    const { page } = graphiql;
    await page.goto(`${landfall.url}/graphql`);
    expect(page.url()).toBe(`${landfall.url}/graphiql`);
    await page.goto(`${landfall.url}/graphiql?${new URLSearchParams({ query: 'query Asked { __typename }' })}`);
    await page.locator('.graphiql-tab-active').getByTitle('Asked', { exact: true }).waitFor();
    await page.locator('.graphiql-query-editor').getByText('Asked').waitFor();
  });
});

describe.skipIf(noBrowser)('GraphiQL at a server that requires a sign-in, and does not publish its schema', () => {
  let access: Awaited<ReturnType<typeof writeAccess>>;
  let guarded: OpenLandfall;
  let graphiql: GraphiqlPage;
  beforeAll(async () => {
    access = await writeAccess({ blue: { ...keyOf('blue').written, partners: ['*'], parties: ['*'] } });
    guarded = await openLandfall({ ACCESS_FILE: access.file, IDE: 'true', AUDIT: 'off', INTROSPECTION: 'false' });
    await guarded.push(notice('MAEU1'));
    graphiql = await openGraphiql(guarded.url);
  });
  afterAll(async () => {
    for (const opened of [graphiql, guarded, access]) await opened?.[Symbol.asyncDispose]();
  });

  it('shows the refusal of an unknown caller, and sends the key of the headers editor with queries and subscriptions', async () => {
    await graphiql.openExample('arrivals');
    await graphiql.pressExecute();
    await graphiql.answerWith('"UNAUTHENTICATED"');

    await graphiql.write('request-headers.json', JSON.stringify(keyOf('blue').sent));
    await graphiql.pressExecute();
    await graphiql.answerWith('"MAEU1"');

    await graphiql.openExample('watch arrivals');
    await graphiql.write('variables.json', '{ "after": "0" }');
    await graphiql.write('request-headers.json', JSON.stringify(keyOf('red').sent));
    await graphiql.pressExecute();
    await graphiql.answerWith('4403');
    await graphiql.write('request-headers.json', JSON.stringify(keyOf('blue').sent));
    await graphiql.pressExecute();
    await graphiql.answerWith('"MAEU1"');
    await graphiql.pressExecute();
    await graphiql.page.getByRole('button', { name: 'Execute query' }).waitFor();
    const stored = await graphiql.page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(stored).not.toContain(keyOf('blue').sent['x-api-key']);
  });

  it('works without the schema', async () => {
    await graphiql.write('request-headers.json', JSON.stringify(keyOf('blue').sent));
    const requested = await fetch(`${guarded.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...keyOf('blue').sent },
      body: JSON.stringify({ query: '{ __schema { queryType { name } } }' }),
    });
    expect(await requested.json()).toHaveProperty('errors');
    await graphiql.openExample('arrivals');
    await graphiql.pressExecute();
    await graphiql.answerWith('"MAEU1"');
  });
});
