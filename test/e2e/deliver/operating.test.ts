import { describe, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import { commandQueue, maxReplayed } from '#platform/publisher/deliveries/operations.ts';
import type { DeliveryDeadLetter } from '#platform/store/delivery-store.ts';
import { pauseDeliveries, type ReplayCommand, replayDeliveries } from '../../../gateway/cli/deliveries.ts';
import { type FakePartner, openFakePartner } from '../../support/fake-partner.ts';
import { type FinishedProcess, runLandfall } from '../../support/landfall.ts';
import { runHere } from '../../support/run-here.ts';
import { someStoresOfTests, sqlite, type TestStore } from '../../support/stores.ts';
import { until } from '../../support/until.ts';
import { withSettings } from '../apart/with-settings.ts';
import { openPublishing, type Publishing } from '../publish/open-publishing.ts';
import { messageIn, noticeOf, pushedTo, takesAll } from './sent.ts';

/** The delivery queue of notices, as operators see it. */
interface Queue {
  readonly state: string;
  readonly waiting: number;
  readonly deadLetterCount: number;
  readonly lastError: { readonly code: string } | null;
}

/** A Landfall, a subscriber of its notices and events, and the command next to it. */
interface Operating extends AsyncDisposable {
  readonly landfall: Publishing;
  readonly subscriber: FakePartner;
  runApart(...args: readonly string[]): Promise<FinishedProcess>;
  /** Runs a command in this process if that makes no difference, because a process takes half a second of CPU. */
  run(...args: readonly string[]): Promise<FinishedProcess>;
  /** Queries the server, which needs no process, until the queue of notices satisfies the condition. */
  until(condition: (queue: Queue) => boolean): Promise<void>;
}

async function openOperating(store: TestStore): Promise<Operating> {
  const opened = store.open();
  const subscriber = await openFakePartner({ otherwise: takesAll });
  const lines = pushedTo(subscriber.url, { push: ['arrivalNotices', 'portCallEvents'] });
  const landfall = await openPublishing({ harbour: { lines } }, opened.environment);
  const { environment } = landfall;
  const operating: Operating = {
    landfall,
    subscriber,
    runApart: (...args) => runLandfall(['deliveries', ...args], { environment }),
    run: (...args) => runHere(['deliveries', ...args], { environment }),
    until: async (condition) => {
      const isSo = async () => {
        const queue = await queueAt(landfall);
        return queue !== undefined && condition(queue);
      };
      await until(isSo);
    },
    [Symbol.asyncDispose]: async () => {
      await landfall[Symbol.asyncDispose]();
      await subscriber[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
  // A subscriber gets the versions that arrive after its queue was opened.
  await operating.until(() => true);
  return operating;
}

async function queueAt({ url }: Publishing): Promise<Queue | undefined> {
  const query = '{ partners { id arrivalNoticeDeliveries { state waiting deadLetterCount lastError { code } } } }';
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data } = (await answer.json()) as { data: { partners: readonly { id: string; arrivalNoticeDeliveries: readonly Queue[] }[] } };
  return data.partners.find(({ id }) => id === 'harbour')?.arrivalNoticeDeliveries[0];
}

const idsAt = ({ requests }: FakePartner) => requests.map((request) => messageIn(request).id);
const referencesIn = ({ requests }: FakePartner) =>
  requests.flatMap((request) => messageIn(request).objects.map(({ transportDocumentReference }) => transportDocumentReference));

/** Returns the versions received by the subscriber, once there are this many, in whatever messages. */
async function sentTo(subscriber: FakePartner, count: number): Promise<readonly unknown[]> {
  while (referencesIn(subscriber).length < count) await subscriber.received(subscriber.requests.length + 1);
  return referencesIn(subscriber).toSorted();
}

describe.for(someStoresOfTests())('next to a running server over $name', (store) => {
  test('a paused subscriber gets nothing; new versions wait, are reported, and are sent when it is resumed', async () => {
    await using operating = await openOperating(store);
    const { landfall, subscriber, runApart: run, until } = operating;
    const { code, stdout } = await run('pause', 'harbour', '--log', 'arrival-notice-versions', '--reason', 'a move', '--by', 'ops');
    expect([code, stdout]).toEqual([0, 'harbour  arrival-notice-versions  paused\n']);
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1'), noticeOf('DOC2')] });
    await until(({ waiting }) => waiting === 2);
    const { deliveries } = JSON.parse((await run('list', '--json')).stdout);
    expect(deliveries.find(({ log }: { log: string }) => log === 'arrival-notice-versions')).toMatchObject({
      subscriber: 'harbour',
      state: 'PAUSED',
      lagSeconds: expect.any(Number),
      paused: { reason: 'a move', by: 'ops' },
      deadLetters: { count: 0 },
    });
    const table = (await run('list', 'harbour')).stdout;
    expect(table).toMatch(/^harbour {2}arrival-notice-versions +PAUSED +2 waiting, \d+ s +no dead letters +paused at \S+ by ops: a move$/m);
    expect(table).toMatch(/^harbour {2}port-call-events +DELIVERING +none waiting +no dead letters$/m);
    expect(subscriber.requests).toEqual([]);

    expect((await run('resume', 'harbour')).code).toBe(0);
    expect(await sentTo(subscriber, 2)).toEqual(['DOC1', 'DOC2']);
    await until(({ waiting, state }) => waiting === 0 && state === 'DELIVERING');
  });

  test('delivered versions are sent again, by time and by document, as new messages', async () => {
    await using operating = await openOperating(store);
    const { landfall, subscriber, run, until } = operating;
    await landfall.push('acme', { arrivalNotices: [noticeOf('DOC1')] });
    await sentTo(subscriber, 1);
    const between = new Date(Date.now() + 1).toISOString();
    await landfall.push('coral', { arrivalNotices: [noticeOf('DOC2'), noticeOf('DOC1')] });
    await sentTo(subscriber, 3);
    await until(({ waiting }) => waiting === 0);
    const first = idsAt(subscriber);

    const later = await run('replay', 'harbour', '--since', between);
    expect([later.code, later.stdout]).toEqual([0, 'harbour  arrival-notice-versions  requeued from sequence number 2\n']);
    expect(await sentTo(subscriber, 5)).toEqual(['DOC1', 'DOC1', 'DOC1', 'DOC2', 'DOC2']);
    await until(({ waiting }) => waiting === 0);
    const document = await run('replay', 'harbour', '--document', 'DOC1');
    expect([document.code, document.stdout]).toEqual([0, 'harbour  arrival-notice-versions  2 versions requeued\n']);
    expect(await sentTo(subscriber, 7)).toEqual(['DOC1', 'DOC1', 'DOC1', 'DOC1', 'DOC1', 'DOC2', 'DOC2']);
    const again = idsAt(subscriber).slice(first.length);
    expect(again.some((id) => first.includes(id))).toBe(false);
    expect(new Set(again).size).toBe(again.length);
  });

  test('a version that it rejects permanently becomes a dead letter, which is listed, and sent again when it is replayed', async () => {
    await using operating = await openOperating(store);
    const { landfall, subscriber, run, until } = operating;
    subscriber.answer({ status: 422 });
    await landfall.push('acme', { arrivalNotices: [noticeOf('BAD')] });
    await until(
      ({ deadLetterCount, waiting, lastError }) => deadLetterCount === 1 && waiting === 0 && lastError?.code === 'UPSTREAM_REJECTED',
    );
    const { stdout } = await run('dead-letters', 'harbour');
    const deadLetter = JSON.parse(stdout) as DeliveryDeadLetter;
    const [refused] = idsAt(subscriber);
    expect(deadLetter).toMatchObject({ reason: 'REFUSED', messageID: refused, about: ['acme', 'BAD'], attempts: 1 });

    const { code } = await run('replay', 'harbour', '--dead-letters', deadLetter.id);
    expect(code).toBe(0);
    await subscriber.received(2);
    expect(referencesIn(subscriber)).toEqual(['BAD', 'BAD']);
    expect(idsAt(subscriber)[1]).not.toBe(refused);
    expect((await run('dead-letters')).stdout).toBe('');
  });
});

test('of more dead letters than the queue can hold the oldest are requeued, and the others can be replayed later', async () => {
  await using operating = await openOperating(sqlite);
  const { landfall, subscriber, run, until } = operating;
  subscriber.answer({ status: 422 }, { status: 422 }, { status: 422 });
  for (const [index, reference] of ['BAD1', 'BAD2', 'BAD3'].entries()) {
    await landfall.push('acme', { arrivalNotices: [noticeOf(reference)] });
    await until(({ deadLetterCount }) => deadLetterCount === index + 1);
  }
  await withSettings(landfall.environment, async () => {
    await pauseDeliveries('harbour', {});
    await using backends = await openBackends(readConfig());
    const { deliveries } = backends.store;
    const key = { subscriber: 'harbour', log: 'arrival-notice-versions' } as const;
    const sequences = Array.from({ length: maxReplayed - 1 }, (_, index) => 1_000 + index);
    const waiting = { id: 'msg_waiting', sequences, createdAt: '2026-11-21T10:00:00.000Z', attempts: 0 };
    await commandQueue(deliveries, key, (state) => ({ ...state, messages: [waiting] }));
  });
  const replay = () => run('replay', 'harbour', '--log', 'arrival-notice-versions', '--dead-letters');
  const { code, stdout } = await replay();
  expect([code, stdout]).toEqual([
    0,
    'harbour  arrival-notice-versions  1 version requeued; 2 more exceed the limit of waiting versions, replay them later\n',
  ]);
  const deadLetters = (await run('dead-letters', 'harbour')).stdout.trim().split('\n');
  expect(deadLetters.map((line) => JSON.parse(line).about)).toEqual([
    ['acme', 'BAD2'],
    ['acme', 'BAD3'],
  ]);
  expect(await replay()).toMatchObject({ code: 1, stderr: expect.stringContaining('BAD_USER_INPUT: At most 10000 versions may wait') });
});

test('a command that cannot be executed reports why, and exits with 1', async () => {
  await using operating = await openOperating(sqlite);
  const commands: readonly (readonly [args: readonly string[], said: string])[] = [
    [['list', 'unknown'], 'NOT_FOUND: unknown has no delivery'],
    [['pause', 'harbour', '--log', 'notices'], 'Allowed choices are'],
    [['replay', 'harbour', '--dead-letters', 'one', 'two'], 'NOT_FOUND: The delivery has no dead letters one, two.'],
  ];
  for (const [args, said] of commands) {
    const { code, stdout, stderr } = await operating.runApart(...args);
    expect([args, code, stdout, stderr]).toEqual([args, 1, '', expect.stringContaining(said)]);
  }
  // The command prints every LandfallError alike, so the others need no process.
  const replay = (command: ReplayCommand) => replayDeliveries('harbour', command);
  const orders: readonly (readonly [order: () => Promise<unknown>, code: string, said: string])[] = [
    [() => pauseDeliveries('unknown', {}), 'NOT_FOUND', 'Subscribers: harbour.'],
    [
      () => pauseDeliveries('harbour', { log: 'arrival-notice-notifications' }),
      'NOT_FOUND',
      'has no delivery of arrival-notice-notifications',
    ],
    [() => replay({}), 'BAD_USER_INPUT', 'Expected exactly one of since, document and dead letters.'],
    [() => replay({ since: 'yesterday' }), 'BAD_USER_INPUT', 'since: expected a time such as'],
    [() => replay({ since: '2126-01-01T00:00:00Z' }), 'NOT_FOUND', 'There is no version received since'],
    [() => replay({ document: 'NONE' }), 'NOT_FOUND', 'There is no version of NONE'],
    [() => replay({ deadLetters: true }), 'NOT_FOUND', 'There is no version in the dead letters of the delivery'],
  ];
  for (const [order, code, said] of orders) {
    await expect(withSettings(operating.landfall.environment, order)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(said),
    });
  }
});
