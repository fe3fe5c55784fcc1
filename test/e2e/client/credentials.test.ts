import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Credential, LandfallClientError } from '../../../packages/client/client.ts';
import { deferred } from '../../support/deferred.ts';
import { keyOf, type OpenAccess, openAccess } from '../access/open-access.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { isNow, openClient, transports } from './open-client.ts';

const tenants = { blue: keyOf('blue').written, red: keyOf('red').written };
const received =
  'subscription ($after: String) { arrivalNoticeVersionReceived(after: $after) { cursor version { reference } missed { reason } } }';
const beyondTokenMs = 95_000;
const blueKey: Credential = { apiKey: keyOf('blue').sent['x-api-key'] };

/**
 * Creates a token that the server accepts for a minute. @param knownForMs how long it lasts according to the client's
 * clock
 */
async function tokenOf(opened: OpenAccess, knownForMs?: number): Promise<Credential> {
  const { authorization } = await opened.tokenOf('blue', { exp: Math.floor(opened.clock.now() / 1_000) + 60 });
  return { bearer: authorization.slice('Bearer '.length), ...(knownForMs !== undefined && { expiresAt: Date.now() + knownForMs }) };
}

// biome-ignore lint/suspicious/noExplicitAny: what these tests ask for is not generated
async function nextReference(events: AsyncIterator<any>): Promise<unknown> {
  const { value } = await events.next();
  return value.arrivalNoticeVersionReceived.version.reference;
}

describe.each(transports)('over %s', (transport) => {
  it('a token that expires is replaced, and the subscription resumes', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    let requested = 0;
    const token = () => {
      requested += 1;
      return tokenOf(opened);
    };
    await using follower = openClient(landfall.url, { transport, token });
    const events = follower.client.subscribe(received, {});
    await follower.until(isNow('live'));
    landfall.subgraph.announce({ reference: 'BEFORE' });
    expect(await nextReference(events)).toBe('BEFORE');
    const requestedBefore = requested;
    opened.clock.advance(beyondTokenMs);
    landfall.subgraph.announce({ reference: 'AFTER' });
    expect(await nextReference(events)).toBe('AFTER');
    expect(requested).toBe(requestedBefore + 1);
    expect(follower.statuses.findLast(({ state }) => state === 'waiting')?.error?.code).toBe('UNAUTHENTICATED');
  });

  it('a revoked key ends the subscription with a clear error, after the provider was called once more', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    let requested = 0;
    const token = () => {
      requested += 1;
      return blueKey;
    };
    await using follower = openClient(landfall.url, { transport, token });
    const events = follower.client.subscribe(received, {});
    await follower.until(isNow('live'));
    const requestedBefore = requested;
    await opened.write({ red: tenants.red });
    await expect(events.next()).rejects.toMatchObject({ name: 'LandfallClientError', code: 'UNAUTHENTICATED', kind: 'unauthenticated' });
    expect(requested).toBe(requestedBefore + 1);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(follower.statuses.at(-1)).toMatchObject({ state: 'closed', error: { code: 'UNAUTHENTICATED' } });
  });

  it('changed rights end the subscription with ENTITLEMENT_CHANGED, because its cursor belongs to the old ones', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    await using follower = openClient(landfall.url, { transport, token: () => blueKey });
    const events = follower.client.subscribe(received, {});
    await follower.until(isNow('live'));
    await opened.write({ ...tenants, blue: { ...tenants.blue, charges: false } });
    await expect(events.next()).rejects.toMatchObject({ code: 'ENTITLEMENT_CHANGED', kind: 'fatal' });
  });

  it('a failing provider is called again later', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    let failing = true;
    const token = () => {
      if (failing) throw new Error('no network');
      return blueKey;
    };
    await using follower = openClient(landfall.url, { transport, token });
    const events = follower.client.subscribe(received, {});
    await follower.until(isNow('waiting'));
    expect(follower.statuses.at(-1)?.error).toMatchObject({ code: 'TOKEN_UNAVAILABLE', cause: new Error('no network') });
    failing = false;
    await follower.until(isNow('live'));
    landfall.subgraph.announce({ reference: 'ONE' });
    expect(await nextReference(events)).toBe('ONE');
  });

  it('a request that the server rejects ends with the server’s error', async () => {
    await using landfall = await openGateway();
    await using follower = openClient(landfall.url, { transport });
    const wrong = follower.client.subscribe(
      'subscription { arrivalNoticeVersionReceived(after: "0") { cursor missed { reason } colour } }',
      {},
    );
    await expect(wrong.next()).rejects.toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED', message: expect.stringContaining('colour') });
    const forged = follower.client.subscribe(received, { after: 'forged' });
    await expect(forged.next()).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
    const silent = follower.client.subscribe('subscription { arrivalNoticeVersionReceived(after: "0") { version { id } } }', {});
    landfall.subgraph.announce({ reference: 'ONE' });
    await expect(silent.next()).rejects.toMatchObject({ code: 'ANSWER_SHAPE' });
    const unknown = follower.client.subscribe('subscription { somethingElseReceived { cursor missed { reason } } }', {});
    await expect(unknown.next()).rejects.toMatchObject({ code: 'LOG_UNKNOWN' });
  });
});

describe('over a websocket', () => {
  it('a token with a known expiry is replaced before it, and nothing is interrupted', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    let requested = 0;
    const token = () => tokenOf(opened, ++requested < 3 ? 2_000 : 600_000);
    const refreshed = deferred();
    class Observed extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol);
        this.on('message', (message) => {
          if (/"pong".*"expiresAt"/.test(String(message))) refreshed.resolve();
        });
      }
    }
    await using follower = openClient(landfall.url, { token, webSocket: Observed });
    const events = follower.client.subscribe(received, {});
    await follower.until(isNow('live'));
    opened.clock.advance(50_000);
    await refreshed.promise;
    opened.clock.advance(50_000);
    landfall.subgraph.announce({ reference: 'AFTER' });
    expect(await nextReference(events)).toBe('AFTER');
    expect(follower.statuses.map(({ state }) => state)).toEqual(['connecting', 'live']);
  });
});

describe('a query', () => {
  it('is sent once more with a new credential when the current one is rejected, then fails with the reason', async () => {
    await using opened = await openAccess(tenants);
    await using landfall = await openGateway({ access: opened.access });
    const credentials: Credential[] = [{ apiKey: 'wrong' }, blueKey];
    await using follower = openClient(landfall.url, { token: () => credentials.shift() });
    expect(await follower.client.query('{ callers }', {})).toMatchObject({ data: { callers: [expect.any(String)] }, errors: [] });
    let requested = 0;
    await using stranger = openClient(landfall.url, { token: () => ({ apiKey: `wrong ${requested++}` }) });
    await expect(stranger.client.query('{ callers }', {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED', kind: 'unauthenticated' });
    expect(requested).toBe(2);
  });

  it('returns a partial answer with its errors, and throws if there is no data', async () => {
    await using landfall = await openGateway();
    await using follower = openClient(landfall.url);
    const answer = await follower.client.query('{ callers refused }', {});
    expect(answer).toMatchObject({ data: { callers: [expect.any(String)], refused: null }, errors: [{ path: ['refused'] }] });
    await expect(follower.client.query('{ brokenForSure }', {})).rejects.toBeInstanceOf(LandfallClientError);
    await expect(follower.client.query('{ colour }', {})).rejects.toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED', kind: 'fatal' });
    await expect(follower.client.query('{ callers }', {}, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});
