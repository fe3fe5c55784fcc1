import { describe, expect, it } from 'vitest';
import { expectWithin } from '../../support/promised-time.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { keyOf, openAccess } from './open-access.ts';
import { codesOf, openAs, received, refreshTimeoutMs, tenants, until } from './socket-of-tenant.ts';

const bounds = { promisedMs: 1_000, atMostMs: 30_000 };

describe('a websocket, within a second of a change of the access file', () => {
  it.each([
    ['a tenant is removed', { red: tenants.red }],
    ['its key is removed', { ...tenants, blue: {} }],
    ['its key is given to another tenant', { red: { apiKeys: [...tenants.red.apiKeys, ...tenants.blue.apiKeys] } }],
  ])('%s, its operations end before another event is sent, and its socket even without another event', async (_what, changed) => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    await using client = await openAs(landfall.url, keyOf('blue').sent);
    await using neighbour = await openAs(landfall.url, keyOf('red').sent);
    for (const each of [client, neighbour]) each.subscribe('a', received, { after: '0' });
    landfall.subgraph.announce({ reference: 'BEFORE' });
    await Promise.all([client, neighbour].map((each) => each.until(() => each.payloadsOf('a').length === 1)));
    await opened.write(changed);
    const changedAt = performance.now();
    await until(client, 'a', 'error');
    expectWithin("the end of a removed tenant's operations", performance.now() - changedAt, bounds);
    expect(codesOf(client, 'a')).toEqual(['UNAUTHENTICATED']);
    landfall.subgraph.announce({ reference: 'AFTER' });
    await neighbour.until(() => neighbour.payloadsOf('a').length === 2);
    opened.clock.advance(refreshTimeoutMs);
    expect((await client.closed)[0]).toBe(4403);
    expect(client.payloadsOf('a').length).toBe(1);
  });
});
