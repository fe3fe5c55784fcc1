import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { disposeAll } from '#platform/process/backends.ts';
import { noBrowser } from '../../support/browser.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { openPrefixProxy, type PrefixProxy } from '../../support/prefix-proxy.ts';
import { openBoard } from '../board/board-page.ts';
import { openGraphiql } from './graphiql-page.ts';

/** Has a name: {@link GraphiqlPage.write} waits until the page shows it, and would otherwise execute the previous operation. */
const query = 'query Notices { arrivalNotices { nodes { transportDocumentReference current { visualization { url } } } } }';
const events = 'subscription Events { arrivalNoticeVersionReceived(after: "0") { cursor } }';
const arrivalNoticeVisualization = { name: 'notice.pdf', contentType: 'application/pdf', content: 'JVBERg==' };
const notice = (transportDocumentReference: string) => ({
  transportDocumentReference,
  issueDateTime: new Date().toISOString(),
  arrivalNoticeVisualization,
});

describe('behind a proxy that serves it under a path and removes the path from requests', () => {
  let landfall: OpenLandfall;
  let proxy: PrefixProxy;
  beforeAll(async () => {
    landfall = await openLandfall({ IDE: 'true' }, { evaluatesArrivals: true });
    proxy = await openPrefixProxy(() => landfall.url);
    await landfall.push(notice('EARLY1'));
  });
  afterAll(() => disposeAll([proxy, landfall]));

  describe.skipIf(noBrowser)('in a browser', () => {
    it('the board shows rows and receives further ones', async () => {
      await using board = await openBoard(`${proxy.url}/?view=all`);
      await board.row('EARLY1').waitFor();
      await landfall.push(notice('LATER1'));
      await board.row('LATER1').waitFor();
      expect(board.requested).toContain(`${proxy.url.replace('http', 'ws')}/graphql`);
      expect([board.complaints, proxy.outsidePaths]).toEqual([[], []]);
    });

    it('GraphiQL answers queries and shows events', async () => {
      await using graphiql = await openGraphiql(proxy.url, '/graphql/');
      const { page } = graphiql;
      expect(page.url()).toBe(`${proxy.url}/graphiql`);
      await graphiql.write('operation.graphql', query);
      await graphiql.pressExecute();
      await graphiql.answerWith('"EARLY1"');
      await graphiql.write('operation.graphql', events);
      await graphiql.pressExecute();
      await graphiql.answerWith('cursor');
      await expect.poll(() => page.workers().map((worker) => worker.url())).toContain(`${proxy.url}/graphiql/graphql.worker.js`);
      expect([graphiql.pageErrors, proxy.outsidePaths]).toEqual([[], []]);
      await page.getByRole('link', { name: 'Board' }).click();
      await page.getByText('EARLY1').first().waitFor();
      expect(page.url()).toMatch(`${proxy.url}/`);
    });
  });

  it.each(['/graphiql', '/graphiql/', '/graphql', '/graphql/'])('%s leads browsers to the address of GraphiQL', async (path) => {
    const answer = await fetch(proxy.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([answer.url, answer.status, await answer.text()]).toEqual([`${proxy.url}/graphiql`, 200, expect.stringContaining('GraphiQL')]);
    expect(proxy.outsidePaths).toEqual([]);
  });

  it.each(['/graphql', '/graphql/', '/graphql/?'])('%s answers, with the address of a visualization relative to it', async (path) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(proxy.url + path, { method: 'POST', headers, body: JSON.stringify({ query }) });
    const { data } = (await answer.json()) as { data: { arrivalNotices: { nodes: { current: { visualization: { url: string } } }[] } } };
    const url = data.arrivalNotices.nodes[0]?.current.visualization.url ?? '';
    const file = await fetch(new URL(url, `${proxy.url}/graphql`));
    expect([file.status, await file.text()]).toEqual([200, '%PDF']);
  });

  it.each(['/graphql', '/graphql/'])('%s accepts websockets', async (path) => {
    const client = createClient({ url: proxy.url.replace('http', 'ws') + path, webSocketImpl: WebSocket, retryAttempts: 0 });
    expect((await client.iterate({ query: '{ __typename }' }).next()).value).toEqual({ data: { __typename: 'Query' } });
    await client.dispose();
  });

  it.each(['/graphiql/?query=a', '/sign-in/?code=a'])(
    'the page %s redirects to its address without the slash, which its files are relative to',
    async (path) => {
      const answer = await fetch(proxy.url + path, { redirect: 'manual' });
      expect([answer.status, new URL(answer.headers.get('location') ?? '', proxy.url + path).href]).toEqual([
        308,
        `${proxy.url}${path.replace('/?', '?')}`,
      ]);
    },
  );
});
