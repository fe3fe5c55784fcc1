import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import type { PushedNotice } from '../../support/push.ts';
import { createSubscriber, nameOf, type VersionEvent } from '../../support/subscriber.ts';
import { openSocket, type SocketClient } from '../gateway/socket-client.ts';

const noticeOf = (number: number, more: object = {}): PushedNotice => ({
  transportDocumentReference: `D${number}`,
  issueDateTime: '2026-03-02T13:05:00Z',
  ...more,
});
const named = ({ transportDocumentReference, issueDateTime }: PushedNotice) => `${transportDocumentReference} ${issueDateTime}`;
const pushAll = async (landfall: OpenLandfall, numbers: readonly number[]): Promise<void> => {
  for (const number of numbers) expect((await landfall.push(noticeOf(number))).status).toBe(200);
};

/** Returns all events after a cursor, until the condition is satisfied. */
async function eventsFrom(
  landfall: OpenLandfall,
  after: string,
  condition: (events: readonly VersionEvent[]) => boolean,
): Promise<readonly VersionEvent[]> {
  const subscriber = createSubscriber(after);
  const listening = subscriber.listen(landfall.url);
  await subscriber.until(condition);
  await subscriber.stop();
  await listening;
  return subscriber.events;
}

/** With this retention everything pushed before the start has expired. */
const almostNothing = { LOG_RETENTION_HOURS: '0.0000001' };

describe('a gap is reported in the stream', () => {
  test('when the retention has passed: its size, its start and its end, followed by the rest and live events', async () => {
    await using folder = await temporaryFolder();
    let old: readonly VersionEvent[] = [];
    {
      await using landfall = await openLandfall({ DATA_DIR: folder.path });
      await pushAll(landfall, [0, 1, 2, 3, 4]);
      old = await eventsFrom(landfall, '0', ({ length }) => length === 5);
    }
    const [cursor = '', floor = ''] = [old[1]?.cursor, old[4]?.cursor];
    await using landfall = await openLandfall({ DATA_DIR: folder.path, ...almostNothing });
    await trimmed(landfall, cursor);
    await pushAll(landfall, [5, 6, 7]);
    const subscriber = createSubscriber(cursor);
    const listening = subscriber.listen(landfall.url);
    await subscriber.until(({ length }) => length === 4);
    await pushAll(landfall, [8]);
    await subscriber.until(({ length }) => length === 5);
    await subscriber.stop();
    await listening;
    const [gap, ...rest] = subscriber.events;
    expect(gap).toEqual({ cursor: floor, version: null, missed: { reason: 'RETENTION', from: cursor, to: floor, count: 3 } });
    expect(rest.map(nameOf)).toEqual([5, 6, 7, 8].map((number) => named(noticeOf(number))));
    expect(await eventsFrom(landfall, floor, ({ length }) => length === 4)).toEqual(rest);
    expect(await eventsFrom(landfall, '0', ({ length }) => length === 4)).toEqual(rest);
    const { arrivalNotices } = await landfall.query<{ arrivalNotices: { nodes: object[] } }>('{ arrivalNotices { nodes { id } } }');
    expect(arrivalNotices.nodes).toHaveLength(9);
  });

  test('when the log was started again: followed by live events', async () => {
    const CURSOR_SECRET = 'the same before and after';
    let cursor = '';
    {
      await using landfall = await openLandfall({ CURSOR_SECRET });
      await pushAll(landfall, [0, 1, 2]);
      cursor = (await eventsFrom(landfall, '0', ({ length }) => length === 3)).at(-1)?.cursor ?? '';
    }
    await using landfall = await openLandfall({ CURSOR_SECRET });
    await pushAll(landfall, [3]);
    const subscriber = createSubscriber(cursor);
    const listening = subscriber.listen(landfall.url);
    await subscriber.until(({ length }) => length === 1);
    await pushAll(landfall, [4, 5]);
    await subscriber.until(({ length }) => length === 3);
    await subscriber.stop();
    await listening;
    const whole = await eventsFrom(landfall, '0', ({ length }) => length === 3);
    const [reset, ...rest] = subscriber.events;
    const to = whole[0]?.cursor;
    expect(reset).toEqual({ cursor: to, version: null, missed: { reason: 'LOG_RESET', from: cursor, to, count: null } });
    expect(rest).toEqual(whole.slice(1));
  });

  test('when a reader is too slow: followed by live events, and the missed ones can be read from the start of the gap', async () => {
    await using landfall = await openLandfall({}, { limits: { maxQueuedBytes: 20_000 } });
    const query =
      'subscription ($after: String) { arrivalNoticeVersionReceived(after: $after) { cursor version { transportDocumentReference document } missed { reason from to count } } }';
    await using slow = await openSocket(landfall.url);
    slow.subscribe('s', query, { after: '0' });
    let pushed = 0;
    const push = async () => {
      const text = 'x'.repeat(400_000);
      const numbers = Array.from({ length: 5 }, () => pushed++);
      await landfall.push(...numbers.map((number) => noticeOf(number, { additionalInformation: text })));
    };
    await push();
    await slow.until(() => eventsOf(slow, 's').length === pushed);
    slow.socket.pause();
    while ((await overflows(landfall)) === 0) await push();
    await using quick = await openSocket(landfall.url);
    quick.subscribe(
      'q',
      'subscription { arrivalNoticeVersionReceived(after: "0") { cursor version { id } missed { reason from to count } } }',
    );
    await quick.until(() => eventsOf(quick, 'q').length === pushed);
    slow.socket.resume();
    await slow.until(() => eventsOf(slow, 's').at(-1)?.missed !== null);
    const beforeGap = eventsOf(slow, 's').slice(0, -1);
    const gap = eventsOf(slow, 's').at(-1);
    const log = eventsOf(quick, 'q').map(({ cursor }) => cursor);
    expect(beforeGap.map(({ cursor }) => cursor)).toEqual(log.slice(0, beforeGap.length));
    expect(gap).toEqual({
      cursor: log.at(-1),
      version: null,
      missed: { reason: 'QUEUE_OVERFLOW', from: beforeGap.at(-1)?.cursor, to: log.at(-1), count: null },
    });
    await pushAll(landfall, [pushed]);
    await slow.until(() => eventsOf(slow, 's').at(-1)?.version?.transportDocumentReference === `D${pushed}`);
    expect(eventsOf(slow, 's')).toHaveLength(beforeGap.length + 2);

    slow.subscribe('again', query, { after: gap?.missed?.from });
    await slow.until(() => eventsOf(slow, 'again').length === pushed + 1 - beforeGap.length);
    expect(
      eventsOf(slow, 'again')
        .slice(0, -1)
        .map(({ cursor }) => cursor),
    ).toEqual(log.slice(beforeGap.length));
  });
});

function eventsOf(client: SocketClient, id: string): VersionEvent[] {
  return client.payloadsOf(id).map(({ data }) => data.arrivalNoticeVersionReceived);
}

/** Returns how often a queue of this process has overflowed. */
async function overflows({ url }: OpenLandfall): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^landfall_queue_overflows_total (\d+)$/m.exec(metrics)?.[1]);
}

/** The log is trimmed shortly after the start, which no event reports. */
async function trimmed(landfall: OpenLandfall, cursor: string): Promise<void> {
  const query = 'query ($after: String) { arrivalNoticeVersionLog(after: $after) { events { missed { reason } } } }';
  for (let tries = 0; tries < 300; tries += 1) {
    const { arrivalNoticeVersionLog } = await landfall.query<{ arrivalNoticeVersionLog: { events: Pick<VersionEvent, 'missed'>[] } }>(
      query,
      {
        after: cursor,
      },
    );
    if (arrivalNoticeVersionLog.events[0]?.missed?.reason === 'RETENTION') return;
    await pause(20);
  }
  throw new Error('the log was not cut');
}
