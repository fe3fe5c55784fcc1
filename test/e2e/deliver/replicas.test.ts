import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, type Random } from '@landfall/sandbox/random.ts';
import { describe, expect, inject, test } from 'vitest';
import { type FakePartner, openFakePartner, type RecordedRequest, type ScriptedAnswer } from '../../support/fake-partner.ts';
import type { LandfallProcess } from '../../support/landfall.ts';
import { pushNotices } from '../../support/push.ts';
import { until } from '../../support/until.ts';
import { type Deployment, openDeployment } from '../apart/deployment.ts';
import { messageIn, noticeOf, pushedTo, takesAll } from './sent.ts';

const [mongodbUrl, redisUrl] = [inject('mongodbUrl'), inject('redisUrl')];
/** Pause between two pushes. A takeover takes seconds, and everything pushed meanwhile has to be delivered. */
const paceMs = 50;
const documents = 6;
/**
 * Determines the subscriber's responses and the times of faults. It is part of the tests' names, so that a failure
 * shows it.
 */
const seed = process.env['REPLICAS_SEED'] ?? randomUUID();

const promise = 'every version comes, in order per document, repeats only under one identity';
/** More requests than one process has in flight, so that the last of them come from the other one. */
const takenOver = 20;

describe.runIf(mongodbUrl && redisUrl)(`two subgraphs share a store and one delivers, random seed ${seed}:`, () => {
  test(`when it is killed during a delivery, the other one continues: ${promise}`, async () => {
    await tell(createRandom(`killed ${seed}`), async ({ delivering, subscriber, random }) => {
      await subscriber.more(random.integer(5, 25));
      await delivering.kill('SIGKILL');
      await subscriber.more(takenOver);
    });
  });

  test(`when it is suspended for longer than its lease and resumes next to the other one: ${promise}`, async () => {
    await tell(createRandom(`frozen ${seed}`), async ({ delivering, subscriber, random }) => {
      await subscriber.more(random.integer(5, 25));
      process.kill(delivering.pid, 'SIGSTOP');
      await subscriber.more(takenOver);
      process.kill(delivering.pid, 'SIGCONT');
      await subscriber.more(random.integer(5, 25));
    });
  });
});

interface Scene {
  readonly delivering: LandfallProcess;
  readonly subscriber: Subscriber;
  readonly random: Random;
}

/**
 * Runs a scenario in which notices are pushed to the process that does not deliver, and then checks what was received.
 */
async function tell(random: Random, strike: (scene: Scene) => Promise<void>): Promise<void> {
  await using subscriber = await openSubscriber(random);
  await using deployment = await openDeployment({ mongodbUrl: mongodbUrl ?? '', redisUrl: redisUrl ?? '' });
  await writeFile(join(deployment.environment['PARTNERS_DIR'] ?? '', 'harbour.yaml'), fileOf(subscriber));
  const delivering = await deployment.startSubgraph();
  await deliveredBy(deployment, delivering.pid);
  // Only the process with the fault has to be a separate one.
  const other = await deployment.serveSubgraph();

  const pushing = pushOnAndOn(other);
  await strike({ delivering, subscriber, random });
  const pushed = await pushing.stop();
  subscriber.behave();
  const { came } = subscriber;
  await subscriber.until(() => new Set(came.map(({ name }) => name)).size >= pushed.length);
  await deliveredBy(deployment, process.pid);

  const firsts = [...new Set(came.map(({ name }) => name))];
  for (let document = 0; document < documents; document += 1) {
    const ofDocument = (name: string) => name.startsWith(`DOC${document} `);
    expect(firsts.filter(ofDocument)).toEqual(pushed.filter(ofDocument));
  }
  expect(firsts.toSorted()).toEqual(pushed.toSorted());
  for (const name of firsts) expect(new Set(came.filter((each) => each.name === name).map(({ id }) => id)).size).toBe(1);
}

interface Came {
  /** Identity of the message. */
  readonly id: string;
  /** Document and time of issue of the version. */
  readonly name: string;
}

interface Subscriber extends AsyncDisposable {
  readonly url: string;
  /** The processed versions, in the order of arrival. */
  readonly came: readonly Came[];
  /** Resolves when this many more requests have arrived. */
  more(count: number): Promise<void>;
  until(condition: () => boolean): Promise<void>;
  /** Processes everything immediately from now on. */
  behave(): void;
}

/** How it responds to a request, and whether it has processed the request. */
type Conduct = { readonly answer: ScriptedAnswer; readonly takes: boolean };

async function openSubscriber(random: Random): Promise<Subscriber> {
  const came: Came[] = [];
  let isGood = false;
  const atOnce: Conduct = { answer: takesAll, takes: true };
  const late = (): Conduct => ({ answer: { ...takesAll, after: wait(random.integer(1, 200)) }, takes: true });
  const others: readonly [Conduct, ...Conduct[]] = [
    { answer: { fault: 'drop' }, takes: true },
    { answer: { status: 429, headers: { 'retry-after': '0' } }, takes: false },
    { answer: { status: 500 }, takes: false },
    { answer: { status: 503 }, takes: false },
  ];
  const conduct = (): Conduct => (isGood || random.chance(0.3) ? atOnce : random.chance(0.6) ? late() : random.pick(others));
  const partner: FakePartner = await openFakePartner({
    otherwise: (request) => {
      const { answer, takes } = conduct();
      if (takes) came.push(...cameIn(request));
      return answer;
    },
  });
  const more = (count: number) => partner.received(partner.requests.length + count);
  return {
    url: partner.url,
    came,
    more,
    until: async (condition) => {
      while (!condition()) await more(1);
    },
    behave: () => {
      isGood = true;
    },
    [Symbol.asyncDispose]: () => partner[Symbol.asyncDispose](),
  };
}

function cameIn(request: RecordedRequest): Came[] {
  const { id, objects } = messageIn(request);
  return objects.map((object) => ({ id, name: nameOf(object) }));
}

function fileOf({ url }: Subscriber): string {
  const lines = pushedTo(url, { retry: 'firstMs: 50, maxMs: 400', push: ['arrivalNotices'] });
  return ['id: harbour', 'name: harbour', 'allowPrivate: true', ...lines].join('\n');
}

/** Pushes versions of some documents, one or a few at a time, each until it is acknowledged. */
function pushOnAndOn({ url }: { readonly url: string }): { stop(): Promise<string[]> } {
  const pushed: string[] = [];
  let isStopped = false;
  const push = async () => {
    while (!isStopped) {
      const notices = Array.from({ length: 1 + (pushed.length % 3) }, (_, index) => versionOf(pushed.length + index));
      const answer = await pushNotices(url, ...notices);
      expect(answer.status).toBe(200);
      pushed.push(...notices.map(nameOf));
      await wait(paceMs);
    }
  };
  const pushing = push();
  // The caller that stops it receives the error.
  pushing.catch(() => undefined);
  return {
    stop: async () => {
      isStopped = true;
      await pushing;
      return pushed;
    },
  };
}

function versionOf(number: number) {
  return noticeOf(`DOC${number % documents}`, { issueDateTime: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString() });
}

function nameOf({ transportDocumentReference, issueDateTime }: Readonly<Record<string, unknown>>): string {
  return `${transportDocumentReference} ${issueDateTime}`;
}

/** Resolves when the process with this id has the lease and has opened the queues. */
async function deliveredBy({ db }: Deployment, pid: number): Promise<void> {
  const delivers = async () => {
    const lease = await db.collection<{ _id: string; holder: string }>('leases').findOne({ _id: 'deliverer:arrival-notice-versions' });
    return Number(lease?.holder.split(':')[1]) === pid && (await db.collection('deliveries').countDocuments()) > 0;
  };
  await until(delivers);
}
