import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { exceptBoundaryRows } from '#platform/store/mongodb/rows.ts';
import type { LandfallProcess } from '../../support/landfall.ts';
import { type PushedNotice, pushNotices } from '../../support/push.ts';
import { openRoundRobin, type RoundRobin } from '../../support/round-robin.ts';
import { createSubscriber, nameOf, type Subscriber } from '../../support/subscriber.ts';
import { until } from '../../support/until.ts';
import { type Deployment, openDeployment } from './deployment.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
const servers = { mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' };

/**
 * Pause between two pushes of one partner. A takeover takes seconds, and everything pushed meanwhile has to be
 * compared.
 */
const paceMs = 50;
const documents = 5;
/** Every version has a different time of issue, in random order. */
const noticeOf = (number: number): PushedNotice => ({
  transportDocumentReference: `D${number % documents}`,
  issueDateTime: new Date(Date.UTC(2026, 0, 1) + ((number * 7_919) % 100_003) * 1_000).toISOString(),
});
const named = ({ transportDocumentReference, issueDateTime }: PushedNotice) => `${transportDocumentReference} ${issueDateTime}`;

describe.runIf(mongodbUrl && redisUrl)('two subgraphs and two gateways', () => {
  /** Everything that was pushed and answered 200 so far. */
  const acknowledged = new Set<string>();
  let deployment: Deployment;
  let balancer: RoundRobin;
  let announcing: LandfallProcess;
  let subgraphs: readonly { readonly url: string }[];
  let doomed: LandfallProcess;
  let surviving: { readonly url: string };
  beforeAll(async () => {
    deployment = await openDeployment(servers);
    // Only a part that is killed has to be a process.
    announcing = await deployment.startSubgraph();
    await until(async () => (await announcingPid(deployment)) === announcing.pid);
    subgraphs = [announcing, await deployment.serveSubgraph()];
    balancer = await openRoundRobin(() => subgraphs.map(({ url }) => Number(new URL(url).port)));
    doomed = await deployment.startGateway({ 'arrival-notices': balancer.url });
    surviving = await deployment.serveGateway({ 'arrival-notices': balancer.url });
  });
  afterAll(async () => {
    await deployment[Symbol.asyncDispose]();
    await balancer[Symbol.asyncDispose]();
  });

  test('deliver a push to either subgraph to the subscribers of both gateways, in the same order', async () => {
    const subscribers = [createSubscriber('0'), createSubscriber('0')] as const;
    const listening = [subscribers[0].listen(doomed.url), subscribers[1].listen(surviving.url)];
    for (let number = 0; number < 10; number += 1) {
      const notice = noticeOf(number);
      const answer = await pushNotices(subgraphs[number % 2]?.url ?? '', notice);
      expect(answer.status).toBe(200);
      acknowledged.add(named(notice));
      await reached(subscribers, named(notice));
    }
    await Promise.all(subscribers.map((subscriber) => subscriber.stop()));
    await Promise.all(listening);
    expect(subscribers[0].events).toHaveLength(10);
    expect(subscribers[1].events).toEqual(subscribers[0].events);
  });

  test('continue without gap or duplicate when the sequencing subgraph and then a gateway are killed', async () => {
    const [moved, stayed] = [createSubscriber('0'), createSubscriber('0')];
    const filtered = createSubscriber('0', { transportDocumentReferences: ['D1'] });
    const everything = [moved, stayed];
    const listening = [
      follow(moved, [doomed.url, surviving.url]),
      follow(stayed, [surviving.url]),
      follow(filtered, [doomed.url, surviving.url]),
    ];
    const pushing = startPushing(subgraphs, acknowledged);

    await reached(everything, await pushing.next());
    await announcing.kill('SIGKILL');
    await reached(everything, await pushing.next());
    await doomed.kill('SIGKILL');
    await reached(everything, await pushing.next());
    await pushing.stop();
    await Promise.all(everything.map((subscriber) => subscriber.until((events) => containsAll(events, acknowledged))));

    const replacement = await deployment.serveGateway({ 'arrival-notices': balancer.url });
    const [log = [], sameLog] = await Promise.all([surviving, replacement].map(({ url }) => replay(url, acknowledged)));
    expect(log.map(nameOf).sort()).toEqual([...acknowledged].sort());
    expect(sameLog).toEqual(log);
    for (const subscriber of everything) expect(subscriber.events).toEqual(log);
    const ofFilter = log.filter(({ version }) => version?.transportDocumentReference === 'D1');
    await filtered.until((events) => events.length >= ofFilter.length);
    expect(filtered.events).toEqual(ofFilter);
    await Promise.all([...everything, filtered].map((subscriber) => subscriber.stop()));
    await Promise.all(listening);
    expect(await numbersOf(deployment)).toEqual(log.map((_, index) => index + 1));
    expect(await announcingPid(deployment)).toBe(process.pid);
  });
});

/** Listens at the first of the addresses, and at the next one whenever the connection is lost, until stopped. */
async function follow(subscriber: Subscriber, urls: readonly string[]): Promise<void> {
  for (let turn = 0; !subscriber.stopped; turn += 1) await subscriber.listen(urls[turn % urls.length] ?? '');
}

/** Pushes to both subgraphs until stopped. A push that one does not answer is sent to the other, as a partner would. */
function startPushing(subgraphs: readonly { readonly url: string }[], acknowledged: Set<string>) {
  const waiting = new Set<(name: string) => void>();
  let number = 1_000;
  let stopped = false;
  const push = async (turn: number): Promise<void> => {
    while (!stopped) {
      const notices = Array.from({ length: 1 + (number % 3) }, () => noticeOf(number++));
      for (let answered = false; !answered; turn += 1) {
        const answer = await pushNotices(subgraphs[turn % subgraphs.length]?.url ?? '', ...notices).catch(() => undefined);
        answered = answer?.status === 200;
      }
      for (const notice of notices) acknowledged.add(named(notice));
      const [first] = notices;
      for (const resolve of waiting) if (first !== undefined) resolve(named(first));
      waiting.clear();
      await pause(paceMs);
    }
  };
  const pushers = [push(0), push(1)];
  return {
    /** Resolves with the name of a version that is pushed and acknowledged from now on. */
    next: () => new Promise<string>((resolve) => waiting.add(resolve)),
    stop: async (): Promise<void> => {
      stopped = true;
      await Promise.all(pushers);
    },
  };
}

async function reached(subscribers: readonly Subscriber[], name: string): Promise<void> {
  await Promise.all(subscribers.map((subscriber) => subscriber.until((events) => events.some((event) => nameOf(event) === name))));
}

/** Returns the process that assigns numbers now, by the lease. */
async function announcingPid({ db }: Deployment): Promise<number> {
  const lease = await db.collection<{ _id: string; holder: string }>('leases').findOne({ _id: 'sequencer:arrival-notice-versions' });
  return Number(lease?.holder.split(':')[1]);
}

/** Returns the whole log as a new subscriber gets it. */
async function replay(url: string, names: ReadonlySet<string>): Promise<Subscriber['events']> {
  const subscriber = createSubscriber('0');
  const listening = subscriber.listen(url);
  await subscriber.until((events) => containsAll(events, names));
  await subscriber.stop();
  await listening;
  return subscriber.events;
}

/** Returns the numbers of all versions, in order. */
async function numbersOf({ db }: Deployment): Promise<number[]> {
  const rows = await db.collection<{ sequence: unknown }>('arrival-notice-versions').find(exceptBoundaryRows).toArray();
  return rows.map(({ sequence }) => Number(sequence)).sort((left, right) => left - right);
}

function containsAll(events: Subscriber['events'], wanted: ReadonlySet<string>): boolean {
  if (events.length < wanted.size) return false;
  const held = new Set(events.map(nameOf));
  return [...wanted].every((name) => held.has(name));
}
