import { expect, it } from 'vitest';
import type { CoreClient } from '../client/core-client.ts';
import { ArrivalList } from './arrival-list.ts';

/** Answers each query with the next page; null stands for what a router could not load. */
function clientOf(...pages: readonly (readonly string[] | null)[]): CoreClient {
  const left = [...pages];
  const answer = (ids: readonly string[] | null | undefined) =>
    ids && { nodes: ids.map((id) => ({ id, containers: [], openAlerts: [] })), pageInfo: { hasNextPage: false, endCursor: null } };
  const query = async () => ({ data: { arrivals: answer(left.shift()) }, errors: [] });
  return { query } as unknown as CoreClient;
}

const listOf = (client: CoreClient) => new ArrivalList(client, { filter: {}, rowKind: 'documents', order: 'LAST_CHANGE' });

it('rows that cannot be read again stay in the list, and those that no longer match leave it', async () => {
  const list = listOf(clientOf(['a', 'b'], null, ['b'], []));
  await list.readMore();
  expect(await list.refresh(['a'])).toBeUndefined();
  expect(list.arrivals.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(await list.refresh(['a'])).toMatchObject({ left: ['a'] });
  expect(list.arrivals.map(({ id }) => id)).toEqual(['b']);
});
