import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type CursorStore, createLandfallClient, type MissedEvents } from '../../../packages/client/client.ts';
import { maxQueuedEvents } from '../../../packages/client/subscription.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { isNow, named, noticeOf, openClient, received, take, transports } from './open-client.ts';

const push = async (landfall: OpenLandfall, from: number, count: number): Promise<void> => {
  const notices = Array.from({ length: count }, (_none, index) => noticeOf(from + index));
  expect((await landfall.push(...notices)).status).toBe(200);
};

describe.each(transports)('over %s', (transport) => {
  it('a slow consumer makes the server wait, and gets every event once and in order', async () => {
    await using landfall = await openLandfall();
    let starts = 0;
    class Observed extends WebSocket {
      override send(text: string): void {
        if (text.includes('"subscribe"')) starts += 1;
        super.send(text);
      }
    }
    await using follower = openClient(landfall.url, {
      transport,
      webSocket: Observed,
      fetch: (url, request) => {
        if (new Headers(request?.headers).get('accept') === 'text/event-stream') starts += 1;
        return fetch(url, request);
      },
    });
    const events = follower.client.subscribe(received, {});
    await follower.until(isNow('live'));
    const count = 4 * maxQueuedEvents + 10;
    await push(landfall, 0, count);
    const taken: string[] = [];
    while (taken.length < count) {
      taken.push(...(await take(events, 1)));
      // Slower than events arrive.
      await turn();
    }
    expect(taken).toEqual(named(0, count));
    expect(starts).toBeGreaterThan(1);
    await push(landfall, count, 1);
    expect(await take(events, 1)).toEqual(named(count, 1));
  });

  it('events that no longer exist when it resumes are reported to `onMissed`, and the rest follows', async () => {
    await using folder = await temporaryFolder();
    const kept = keptCursor();
    {
      await using landfall = await openLandfall({ DATA_DIR: folder.path });
      await using follower = openClient(landfall.url, { transport });
      const events = follower.client.subscribe(received, {}, { cursorStore: kept });
      await follower.until(isNow('live'));
      await push(landfall, 0, 5);
      expect(await take(events, 2)).toEqual(named(0, 2));
    }
    await using landfall = await openLandfall({ DATA_DIR: folder.path, LOG_RETENTION_HOURS: '0.0000001' });
    await untilTrimmed(landfall, kept);
    await push(landfall, 5, 3);
    const missed: MissedEvents[] = [];
    await using follower = openClient(landfall.url, { transport });
    const events = follower.client.subscribe(received, {}, { cursorStore: kept, onMissed: (gap) => void missed.push(gap) });
    expect(await take(events, 3)).toEqual(named(5, 3));
    expect(missed).toEqual([{ reason: 'RETENTION', count: 4, from: kept.loaded, to: expect.any(String) }]);
    const plain = follower.client.subscribe(received, { after: missed[0]?.from ?? '' });
    expect(await take(plain, 2)).toEqual(['missed', 'D5']);
  });

  it('a cursor is saved when the next event is requested: a client that dies in between gets one event twice, and misses none', async () => {
    await using landfall = await openLandfall();
    const kept = keptCursor();
    {
      await using follower = openClient(landfall.url, { transport });
      const events = follower.client.subscribe(received, {}, { cursorStore: kept });
      await follower.until(isNow('live'));
      await push(landfall, 0, 3);
      expect(await take(events, 2)).toEqual(named(0, 2));
    }
    await push(landfall, 3, 1);
    await using follower = openClient(landfall.url, { transport });
    expect(await take(follower.client.subscribe(received, {}, { cursorStore: kept }), 3)).toEqual(named(1, 3));
  });

  it('ends without an error when it is returned, aborted or closed, and the client is closed then', async () => {
    await using landfall = await openLandfall();
    await using follower = openClient(landfall.url, { transport });
    const abort = new AbortController();
    const left = follower.client.subscribe(received, {});
    const aborted = follower.client.subscribe(received, {}, { signal: abort.signal });
    const closed = follower.client.subscribe(received, {});
    await follower.until(isNow('live'));
    const waiting = [left.next(), aborted.next(), closed.next()];
    await left.return?.();
    abort.abort();
    expect(isNow('live')(follower.statuses)).toBe(true);
    await follower.client.close();
    expect(await Promise.all(waiting)).toEqual(Array(3).fill({ done: true, value: undefined }));
    expect(follower.statuses.at(-1)).toEqual({ state: 'closed', since: expect.any(Number) });
    expect(await follower.client.subscribe(received, {}).next()).toEqual({ done: true, value: undefined });
  });
});

it('an invalid address is reported at once', () => {
  expect(() => createLandfallClient({ url: 'nowhere' })).toThrow(TypeError);
});

function keptCursor(): CursorStore & { readonly loaded: string | undefined } {
  let [cursor, loaded]: (string | undefined)[] = [];
  return {
    load: () => {
      loaded = cursor;
      return cursor;
    },
    save: (next) => {
      cursor = next;
    },
    get loaded() {
      return loaded;
    },
  };
}

/** Resolves when the log no longer reaches back to the cursor, which no event reports. */
async function untilTrimmed(landfall: OpenLandfall, kept: CursorStore): Promise<void> {
  const after = await kept.load();
  const query = 'query ($after: String) { arrivalNoticeVersionLog(after: $after, first: 1) { events { missed { count } } } }';
  interface Answer {
    readonly arrivalNoticeVersionLog: { readonly events: readonly { readonly missed: { readonly count: number } | null }[] };
  }
  for (;;) {
    const { arrivalNoticeVersionLog } = await landfall.query<Answer>(query, { after });
    if (arrivalNoticeVersionLog.events[0]?.missed?.count === 4) return;
    await turn();
  }
}
