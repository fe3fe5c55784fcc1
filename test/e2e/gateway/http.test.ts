import { expect, it } from 'vitest';
import { openGateway } from './open-gateway.ts';

it('answers a query', async () => {
  await using landfall = await openGateway();
  landfall.subgraph.append({ reference: 'MB1' });
  const answer = await landfall.ask('query($r: [String!]) { notices(filter: { references: $r }) { nodes { id reference current { id } } } }', { r: ['MB1'] });
  expect(answer).toEqual({ data: { notices: { nodes: [{ id: 'notice-MB1', reference: 'MB1', current: { id: 'version-1' } }] } } });
});
