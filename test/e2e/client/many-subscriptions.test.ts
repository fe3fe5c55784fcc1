import { describe, expect, it } from 'vitest';
import { openLandfall } from '../../support/open-landfall.ts';
import { noticeOf, openClient, received, take, transports } from './open-client.ts';

describe.each(transports)('over %s', (transport) => {
  it('20 subscriptions and a shared signal cause no warning of a listener leak, and all end with the client', async () => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => void warnings.push(message);
    process.on('warning', onWarning);
    await using landfall = await openLandfall();
    await using follower = openClient(landfall.url, { transport });
    const { signal } = new AbortController();
    const subscriptions = Array.from({ length: 20 }, () => follower.client.subscribe(received, { after: '0' }, { signal }));
    const alone = Array.from({ length: 20 }, () => follower.client.subscribe(received, { after: '0' }));
    await landfall.push(noticeOf(0));
    for (const events of [...subscriptions, ...alone]) expect(await take(events, 1)).toEqual(['D0']);
    const ends = [...subscriptions, ...alone].map((events) => events.next());
    await follower.client.close();
    expect(new Set((await Promise.all(ends)).map(({ done }) => done))).toEqual(new Set([true]));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});

it('the subscription beyond the limit of a websocket ends with the reason, and the other 100 go on', async () => {
  await using landfall = await openLandfall();
  await using follower = openClient(landfall.url, { transport: 'websocket' });
  const subscriptions = Array.from({ length: 100 }, () => follower.client.subscribe(received, { after: '0' }));
  await landfall.push(noticeOf(0));
  for (const events of subscriptions) expect(await take(events, 1)).toEqual(['D0']);
  await expect(follower.client.subscribe(received, { after: '0' }).next()).rejects.toMatchObject({
    code: 'TOO_MANY_OPERATIONS',
    kind: 'fatal',
    message: 'At most 100 operations may run on one websocket.',
  });
  await landfall.push(noticeOf(1));
  for (const events of subscriptions) expect(await take(events, 1)).toEqual(['D1']);
  expect(follower.statuses.map(({ state }) => state)).toEqual(['connecting', 'live']);
});
