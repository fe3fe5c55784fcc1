import { expect, it } from 'vitest';
import type { CoreClient } from '../client/core-client.ts';
import { BoardRowsDocument } from '../client/generated/operations.ts';
import { ArrivalList } from './arrival-list.ts';

/** Answers each query for rows with the next page, and says that one arrival has changed; null stands for what a router could not load. */
function clientOf(...pages: readonly (readonly string[] | null)[]): CoreClient {
  const left = [...pages];
  const answer = (ids: readonly string[] | null | undefined) =>
    ids && { nodes: ids.map((id) => ({ id, containers: [], openAlerts: [] })), pageInfo: { hasNextPage: false, endCursor: null } };
  const query = async (document: unknown) => ({
    data: { arrivals: answer(document === BoardRowsDocument ? left.shift() : ['a']) },
    errors: [],
  });
  return { query } as unknown as CoreClient;
}

const listOf = (client: CoreClient) => new ArrivalList(client, { filter: {}, rowKind: 'documents', order: 'LAST_CHANGE' });

it('rows that cannot be read again stay in the list, and those that no longer match leave it', async () => {
  const list = listOf(clientOf(['a', 'b'], null, ['b'], []));
  await list.readMore();
  expect(await list.refresh('2026-03-01T00:00:00Z')).toMatchObject({ changed: [], left: [] });
  expect(list.arrivals.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(await list.refresh('2026-03-01T00:00:00Z')).toMatchObject({ left: ['a'] });
  expect(list.arrivals.map(({ id }) => id)).toEqual(['b']);
});
