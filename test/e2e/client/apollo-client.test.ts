import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient } from 'graphql-ws';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { documentIdOf } from '#platform/operations/request-policy.ts';
import { openGateway } from '../gateway/open-gateway.ts';

const sha256 = (text: string) => documentIdOf(text);
const query = gql('query Echo($n: JSON) { echo(value: $n) }');

/** Opens Apollo Client with its defaults behind its link of persisted queries. */
function openApollo(link: ApolloLink, options: { useGETForHashedQueries?: boolean } = {}): ApolloClient {
  return new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.from([new PersistedQueryLink({ sha256, ...options }), link]) });
}

describe('Apollo Client with automatic persisted queries', () => {
  it.each([
    ['POST', {}],
    ['GET', { useGETForHashedQueries: true }],
  ])('by %s sends the query after the answer to its first hash, and no further hash', async (method, options) => {
    await using landfall = await openGateway();
    const sent: string[] = [];
    const observed: typeof fetch = (url, request) => {
      const hasQuery = request?.method === 'GET' ? String(url).includes('query=') : JSON.parse(String(request?.body)).query !== undefined;
      sent.push(`${request?.method} ${hasQuery ? 'query' : 'hash'}`);
      return fetch(url, request);
    };
    const client = openApollo(new HttpLink({ uri: `${landfall.url}/graphql`, fetch: observed }), options);
    for (const n of [1, 2]) expect(await client.query({ query, variables: { n } })).toMatchObject({ data: { echo: { value: n } } });
    expect(sent).toEqual([`${method} hash`, expect.stringMatching(/ query$/), expect.stringMatching(/ query$/)]);
    client.stop();
  });

  it('over a websocket queries and subscribes on one socket', async () => {
    await using landfall = await openGateway();
    landfall.subgraph.append({ reference: 'MB1' });
    const socket = createClient({ url: `${landfall.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
    const client = openApollo(new GraphQLWsLink(socket));
    expect(await client.query({ query, variables: { n: 1 } })).toMatchObject({ data: { echo: { value: 1 } } });
    const subscription = gql('subscription { arrivalNoticeVersionReceived(after: "0") { cursor } }');
    const event = await new Promise((resolve, reject) => {
      const running = client.subscribe({ query: subscription }).subscribe({
        next: (result) => {
          running.unsubscribe();
          resolve(result);
        },
        error: reject,
      });
    });
    expect(event).toMatchObject({ data: { arrivalNoticeVersionReceived: { cursor: 'c1' } } });
    client.stop();
    await socket.dispose();
  });
});
