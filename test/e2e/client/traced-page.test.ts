import { expect, it } from 'vitest';
import { noBrowser, openTab } from '../../support/browser.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openPageServer } from '../../support/page-server.ts';

it.skipIf(noBrowser)('a page of another origin can send the headers of tracing libraries, of Apollo Client and of a setting', async () => {
  await using website = await openPageServer({ '/': async () => 'an empty page' });
  await using landfall = await openLandfall({ ALLOWED_ORIGINS: website.origin, ALLOWED_HEADERS: 'x-datadog-trace-id' });
  await using tab = await openTab();
  await tab.page.goto(website.origin);
  /** Sends a query with further headers. @returns the data, or the message of the browser's error */
  const send = (headers: Record<string, string>) =>
    tab.page.evaluate(
      async ({ url, headers }) => {
        const body = JSON.stringify({ query: '{ __typename }' });
        try {
          const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
          return (await answer.json()) as unknown;
        } catch (error) {
          return String(error);
        }
      },
      { url: `${landfall.url}/graphql`, headers },
    );
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  for (const headers of [
    { traceparent: trace, tracestate: 'a=b', baggage: 'user=1', 'sentry-trace': '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1' },
    { 'apollographql-client-name': 'app', 'apollographql-client-version': '1' },
    { 'X-Datadog-Trace-Id': '1' },
  ])
    expect([headers, await send(headers)]).toEqual([headers, { data: { __typename: 'Query' } }]);
  expect(await send({ 'x-other': '1' })).toBe('TypeError: Failed to fetch');
});
