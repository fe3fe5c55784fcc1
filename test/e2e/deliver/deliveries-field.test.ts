import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { callerOf, openCaller } from '#platform/access/entitlement.ts';
import { readConfig } from '#platform/config.ts';
import { packageRoot } from '#platform/package-root.ts';
import { openBackends } from '#platform/process/backends.ts';
import { commandQueue } from '#platform/publisher/deliveries/operations.ts';
import { openFakePartner } from '../../support/fake-partner.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openPartners } from '../../support/partners.ts';
import { type Mode, openLandfallFor } from '../access/visibility-landfall.ts';
import { messageIn, noticeOf, pushedTo, takesAll } from './sent.ts';

interface Delivery {
  readonly log: string;
  readonly state: string;
  readonly waiting: number;
  readonly lastError: object | null;
  readonly deadLetterCount: number;
  readonly deadLetters: readonly object[];
}

interface Shown {
  readonly partners: readonly {
    readonly id: string;
    readonly arrivalNoticeDeliveries: readonly Delivery[];
    readonly portCallDeliveries: readonly Delivery[];
  }[];
}

const operator = openCaller;
const reader = callerOf({ ...openCaller.entitlement, operator: false });

describe.for<Mode>(['together', 'apart'])('operators who query %s', (mode) => {
  test('see the deliveries to each partner, their state and dead letters; other callers see none of it', async () => {
    const query = await readFile(join(packageRoot, 'schema', 'operations', 'deliveries.graphql'), 'utf8');
    await using subscriber = await openFakePartner({ otherwise: takesAll });
    await using partners = await openPartners({
      acme: {},
      harbour: { lines: pushedTo(subscriber.url, { push: ['arrivalNotices', 'notifications', 'portCallEvents'] }) },
    });
    await using folder = await temporaryFolder();
    await partners.writeFiles(folder.path);
    await using backends = await openBackends(readConfig({ DATA_DIR: join(folder.path, 'data') }));
    const { store } = backends;
    await using landfall = await openLandfallFor({ store, partnersDir: folder.path, mode });
    const until = async (condition: (shown: Shown) => boolean): Promise<Shown> => {
      for (;;) {
        // In a single process a response may need no turn of the event loop, in which deliveries could be received.
        await nextTurn();
        const { data, errors } = await landfall.query<Shown>(operator, query);
        expect(errors).toEqual([]);
        if (condition(data)) return data;
        // Everything runs in this process, whose sockets need turns of the event loop too.
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const logsIn = ({ partners: [, harbour] }: Shown) =>
      [...(harbour?.arrivalNoticeDeliveries ?? []), ...(harbour?.portCallDeliveries ?? [])].map(({ log }) => log);
    await until((shown) => logsIn(shown).length === 3);
    const key = { subscriber: 'harbour', log: 'port-call-events' } as const;
    const pause = { at: '2026-11-21T10:00:00.000Z', reason: 'a move', by: 'ops' };
    await commandQueue(store.deliveries, key, (state) => ({ ...state, paused: pause }));

    subscriber.answer({ status: 422 });
    await landfall.push('acme', '/arrival-notices', noticeOf('BAD'));
    await landfall.push('acme', '/events', { eventID: 'one' }, { eventID: 'two' });
    // One answer may combine three moments: the queue, the number of dead letters, and the dead letters themselves.
    const shown = await until(({ partners: [, harbour] }) => {
      const queue = harbour?.arrivalNoticeDeliveries[1];
      return queue?.lastError != null && queue.deadLetterCount === 1 && queue.deadLetters.length === 1;
    });
    const [refused] = subscriber.requests.map(messageIn);
    const idle = { state: 'DELIVERING', waiting: 0, hasMoreWaiting: false, oldestWaitingSince: null, lagSeconds: 0, attempts: 0 };
    const fine = { paused: null, missed: null, deadLetterCount: 0, deadLetters: [] };
    expect(shown.partners).toMatchObject([
      { id: 'acme', arrivalNoticeDeliveries: [], portCallDeliveries: [] },
      {
        id: 'harbour',
        arrivalNoticeDeliveries: [
          { log: 'ARRIVAL_NOTICE_NOTIFICATIONS', ...idle, ...fine, lastError: null, lastDeliveredAt: null },
          {
            log: 'ARRIVAL_NOTICE_VERSIONS',
            waiting: 0,
            lastError: { code: 'UPSTREAM_REJECTED' },
            deadLetters: [{ sequence: 1, attempts: 1, reason: 'REFUSED', id: expect.stringContaining(refused?.id ?? '?') }],
          },
        ],
        portCallDeliveries: [
          { log: 'PORT_CALL_EVENTS', state: 'PAUSED', waiting: 2, paused: pause, oldestWaitingSince: expect.any(String) },
        ],
      },
    ]);

    const { data, errors } = await landfall.query<Shown | null>(reader, query);
    expect([data, errors.map(({ code }) => code)]).toEqual([{ partners: null }, ['FORBIDDEN']]);
  });
});
