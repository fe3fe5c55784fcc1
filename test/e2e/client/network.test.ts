import { describe, expect, it } from 'vitest';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { isNow, named, noticeOf, openClient, received, take, transports } from './open-client.ts';
import { openTcpProxy } from './tcp-proxy.ts';

const push = async (landfall: OpenLandfall, from: number, count: number): Promise<void> => {
  for (let number = from; number < from + count; number += 1) expect((await landfall.push(noticeOf(number))).status).toBe(200);
};

describe.each(transports)('over %s', (transport) => {
  it('a subscription resumes after its last event when the network failed, and connections were refused for a while', async () => {
    await using landfall = await openLandfall();
    await using proxy = await openTcpProxy(landfall.port);
    await using follower = openClient(proxy.url, { transport });
    const events = follower.client.subscribe(received, {});
    await follower.until(isNow('live'));
    await push(landfall, 0, 3);
    expect(await take(events, 2)).toEqual(named(0, 2));
    for (let round = 1; round <= 3; round += 1) {
      proxy.be('refusing');
      await push(landfall, 3 * round, 3);
      const before = proxy.connections;
      await follower.until(() => proxy.connections > before && isNow('waiting')(follower.statuses));
      proxy.be('open');
      await follower.until(isNow('live'));
    }
    await push(landfall, 12, 1);
    expect(await take(events, 11)).toEqual(named(2, 11));
    expect(follower.statuses.find(({ state }) => state === 'waiting')?.error?.code).toBe('CONNECTION_LOST');
  });

  it('a network that becomes silent without closing a connection counts as lost', async () => {
    await using landfall = await openLandfall();
    await using proxy = await openTcpProxy(landfall.port);
    await using follower = openClient(proxy.url, { transport, heartbeatTimeoutMs: 300 });
    const events = follower.client.subscribe(received, {});
    await follower.until(isNow('live'));
    await push(landfall, 0, 1);
    expect(await take(events, 1)).toEqual(named(0, 1));
    proxy.be('silent');
    await push(landfall, 1, 2);
    await follower.until(isNow('waiting'));
    proxy.be('open');
    await follower.until(isNow('live'));
    await push(landfall, 3, 1);
    expect(await take(events, 3)).toEqual(named(1, 3));
  });

  it('events between the call and the first connection are not lost', async () => {
    await using landfall = await openLandfall();
    await using proxy = await openTcpProxy(landfall.port);
    let requested = false;
    await using follower = openClient(proxy.url, {
      transport,
      fetch: async (...request) => {
        const answer = await fetch(...request);
        // The first response is the end of the log. Nothing gets through after it.
        if (!requested) proxy.be('refusing');
        requested = true;
        return answer;
      },
    });
    const events = follower.client.subscribe(received, {});
    await follower.until((statuses) => requested && isNow('waiting')(statuses));
    await push(landfall, 0, 3);
    proxy.be('open');
    expect(await take(events, 3)).toEqual(named(0, 3));
  });

  it('a server that is not running yet is waited for', async () => {
    await using proxy = await openTcpProxy(1);
    proxy.be('refusing');
    await using follower = openClient(proxy.url, { transport });
    const events = follower.client.subscribe(received, {});
    await follower.until((statuses) => statuses.filter(({ state }) => state === 'waiting').length > 2);
    await using landfall = await openLandfall();
    proxy.lead(landfall.port);
    proxy.be('open');
    await follower.until(isNow('live'));
    await push(landfall, 0, 1);
    expect(await take(events, 1)).toEqual(named(0, 1));
  });
});
