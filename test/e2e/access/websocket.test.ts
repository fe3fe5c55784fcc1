import { describe, expect, it } from 'vitest';
import { callerOf, openCaller } from '#platform/access/entitlement.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { openSocket } from '../gateway/socket-client.ts';
import { keyOf, type OpenAccess, openAccess } from './open-access.ts';
import { codesOf, errorsOf, openAs, received, refresh, refreshTimeoutMs, tenants, until } from './socket-of-tenant.ts';

/** Longer than the lifetime of a token of a minute plus the tolerated clock difference. */
const beyondTokenMs = 95_000;

describe('a websocket', () => {
  it('starts with a key or a token, and determines its tenant', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    const { key } = callerOf({ ...openCaller.entitlement, operator: false });
    for (const payload of [keyOf('blue').sent, { 'X-API-Key': keyOf('blue').sent['x-api-key'] }, await opened.tokenOf('red')]) {
      await using client = await openAs(landfall.url, payload);
      client.subscribe('q', '{ callers }');
      await until(client, 'q', 'complete');
      expect(client.payloadsOf('q')).toEqual([{ data: { callers: [key] } }]);
    }
  });

  it('is closed with 4403 without a valid credential, and with 4401 for an operation before it has signed in', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    const { authorization } = await opened.tokenOf('blue', { aud: 'elsewhere' });
    const wrong = [
      undefined,
      {},
      { 'x-api-key': 'wrong' },
      { authorization },
      { ...keyOf('blue').sent, authorization },
      { 'x-api-key': {} },
    ];
    for (const payload of wrong) {
      await using client = await openSocket(landfall.url, { init: false, headers: keyOf('blue').sent });
      client.send({ type: 'connection_init', payload });
      expect([payload, (await client.closed)[0], client.messages]).toEqual([payload, 4403, []]);
    }
    await using hasty = await openSocket(landfall.url, { init: false });
    hasty.subscribe('q', '{ callers }');
    expect((await hasty.closed)[0]).toBe(4401);
  });

  it('is closed with a temporary error if its token cannot be verified now', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    opened.issuer.server.answer({ status: 500, body: '' });
    await using client = await openSocket(landfall.url, { init: false });
    client.send({ type: 'connection_init', payload: await opened.tokenOf('blue') });
    expect((await client.closed)[0]).toBe(1013);
  });
});

describe('when the token of a live socket expires', () => {
  it('its operations end with a clear code before another event is sent, and the socket some seconds later', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    await using client = await openAs(landfall.url, await shortToken(opened, 'blue'));
    client.subscribe('a', received, { after: '0' });
    client.subscribe('b', received, { after: '0' });
    landfall.subgraph.announce({ reference: 'BEFORE' });
    await client.until(() => client.payloadsOf('a').length === 1 && client.payloadsOf('b').length === 1);
    opened.clock.advance(beyondTokenMs);
    landfall.subgraph.announce({ reference: 'AFTER' });
    await Promise.all(['a', 'b'].map((id) => until(client, id, 'error')));
    expect(errorsOf(client, 'a')).toEqual([{ message: 'The token has expired. Send a new one.', extensions: { code: 'UNAUTHENTICATED' } }]);
    expect([client.payloadsOf('a').length, client.payloadsOf('b').length]).toEqual([1, 1]);
    client.subscribe('c', '{ callers }');
    await until(client, 'c', 'error');
    expect(codesOf(client, 'c')).toEqual(['UNAUTHENTICATED']);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    opened.clock.advance(refreshTimeoutMs);
    expect((await client.closed)[0]).toBe(4403);
  });

  it('a ping with a fresh token keeps it alive, before and after the expiry', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    await using client = await openAs(landfall.url, await shortToken(opened, 'blue'));
    client.subscribe('a', received, { after: '0' });
    await refresh(client, await shortToken(opened, 'blue', 600));
    const pong = client.messages.findLast(({ type }) => type === 'pong');
    expect(Date.parse(pong?.payload.expiresAt)).toBeGreaterThan(opened.clock.now() + 600_000);
    expect(JSON.stringify(pong)).not.toContain('Bearer');
    opened.clock.advance(beyondTokenMs);
    landfall.subgraph.announce({ reference: 'AFTER' });
    await client.until(() => client.payloadsOf('a').length === 1);

    opened.clock.advance(600_000);
    await until(client, 'a', 'error');
    await refresh(client, await opened.tokenOf('blue'));
    opened.clock.advance(refreshTimeoutMs);
    client.subscribe('b', received, { after: 'c1' });
    landfall.subgraph.announce({ reference: 'LATER' });
    await client.until(() => client.payloadsOf('b').length === 1);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  it.each([
    ['another tenant’s', async (opened: OpenAccess) => opened.tokenOf('red')],
    ['another tenant’s key', async () => keyOf('red').sent],
    ['no good one', async (opened: OpenAccess) => opened.tokenOf('blue', { aud: 'elsewhere' })],
  ])('a ping with %s closes it, and its operations get nothing more', async (_which, credentialOf) => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    await using client = await openAs(landfall.url, await opened.tokenOf('blue'));
    client.subscribe('a', received, { after: '0' });
    client.send({ type: 'ping', payload: await credentialOf(opened) });
    expect((await client.closed)[0]).toBe(4403);
    expect(client.messages.filter(({ type }) => type !== 'connection_ack')).toEqual([]);
  });

  it('a ping whose token cannot be verified now reports that, and changes nothing', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    await using client = await openAs(landfall.url, keyOf('blue').sent);
    opened.issuer.server.answer({ status: 500, body: '' });
    await refresh(client, await opened.tokenOf('blue'));
    expect(client.messages.at(-1)?.payload.errors[0].extensions.code).toBe('UPSTREAM_UNREACHABLE');
    client.subscribe('q', '{ callers }');
    await until(client, 'q', 'complete');
  });
});

describe('after a change of the access file', () => {
  it('its rights change, and its operations end and start again with the new rights', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    await using client = await openAs(landfall.url, await opened.tokenOf('blue'));
    client.subscribe('a', received, { after: '0' });
    landfall.subgraph.announce({ reference: 'BEFORE' });
    await client.until(() => client.payloadsOf('a').length === 1);
    await opened.write({ ...tenants, blue: { charges: false } });
    await until(client, 'a', 'error');
    expect(codesOf(client, 'a')).toEqual(['ENTITLEMENT_CHANGED']);
    client.subscribe('b', received, { after: 'c1' });
    client.subscribe('q', '{ callers }');
    landfall.subgraph.announce({ reference: 'AFTER' });
    await client.until(() => client.payloadsOf('b').length === 1 && client.payloadsOf('q').length === 1);
    expect(client.payloadsOf('q')).toEqual([
      { data: { callers: [callerOf({ ...openCaller.entitlement, charges: false, operator: false }).key] } },
    ]);
  });

  it('to the verification of tokens, sockets that signed in with a token have to send another one', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    await using byToken = await openAs(landfall.url, await opened.tokenOf('blue'));
    await using byKey = await openAs(landfall.url, keyOf('blue').sent);
    for (const each of [byToken, byKey]) each.subscribe('a', received, { after: '0' });
    const jwt = { jwksUri: opened.issuer.jwksUri, issuer: opened.issuer.name, audience: 'landfall-2' };
    await opened.write(tenants, { jwt });
    await until(byToken, 'a', 'error');
    await refresh(byToken, await opened.tokenOf('blue', { aud: 'landfall-2' }));
    byToken.subscribe('b', received, { after: '0' });
    landfall.subgraph.announce({ reference: 'AFTER' });
    await byToken.until(() => byToken.payloadsOf('b').length === 1);
    await byKey.until(() => byKey.payloadsOf('a').length === 1);
  });
});

it('equal subscriptions of one tenant share their reads, those of several tenants do not', async () => {
  await using opened = await openAccess(tenants);
  await using landfall = await openGateway({ access: opened.access });
  const groups = async () => (await landfall.registry.getSingleMetric('landfall_subscription_groups')?.get())?.values[0]?.value;
  await using blue = await openAs(landfall.url, keyOf('blue').sent);
  await using other = await openAs(landfall.url, keyOf('blue').sent);
  await using red = await openAs(landfall.url, keyOf('red').sent);
  for (const each of [blue, other]) each.subscribe('a', received, { after: '0' });
  landfall.subgraph.announce({ reference: 'ONE' });
  await Promise.all([blue, other].map((each) => each.until(() => each.payloadsOf('a').length === 1)));
  expect(await groups()).toBe(1);
  red.subscribe('a', received, { after: '0' });
  await red.until(() => red.payloadsOf('a').length === 1);
  expect(await groups()).toBe(2);
});

function shortToken(opened: OpenAccess, tenant: string, seconds = 60): Promise<{ authorization: string }> {
  return opened.tokenOf(tenant, { exp: Math.floor(opened.clock.now() / 1_000) + seconds });
}
