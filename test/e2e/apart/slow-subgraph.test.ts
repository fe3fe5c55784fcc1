import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { openCaller } from '#platform/access/entitlement.ts';
import { createOutbound } from '#platform/http/outbound.ts';
import { createLogger } from '#platform/logger.ts';
import { createSubgraphClient } from '../../../gateway/engines/subgraph-client.ts';
import { openFakePartner } from '../../support/fake-partner.ts';

const [timeoutMs, lateMs] = [50, 150];

it('a subgraph is waited for no longer than the limit, and longer only for a caller that requested to wait for partners', async () => {
  await using subgraph = await openFakePartner();
  const logger = createLogger('silent');
  await using outbound = createOutbound({ logger });
  const client = createSubgraphClient({
    name: 'slow',
    url: `${subgraph.url}/graphql`,
    timeoutMs,
    maxResponseBytes: 1_000_000,
    headersFor: () => ({}),
    hasShape: () => true,
    logger,
    outbound,
  });
  const request = { document: parse('{ a }'), variables: {}, caller: openCaller, requestId: 'r' };
  subgraph.answer({ fault: 'hang' }, () => ({ after: delay(lateMs), body: { data: { a: 1 } } }));
  expect(await client.fetch(request)).toBeUndefined();
  expect(await client.fetch({ ...request, waitMs: 20_000 })).toEqual({ data: { a: 1 } });
});
