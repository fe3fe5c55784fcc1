import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type FakePartner, openFakePartner, type RecordedRequest, type ScriptedAnswer } from '../../support/fake-partner.ts';
import { startLandfall, temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openPartners, type TestPartners } from '../../support/partners.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { eventIDOf, messageIn, noticeOf, pushedTo, takesAll } from './sent.ts';

const rounds = 2;
/** Pause between two pushes of one partner, so that earlier ones are delivered meanwhile. */
const paceMs = 10;
const documents = 6;

/** How a subscriber responds to a request, and whether it has processed the request. */
const conducts: readonly { readonly answer: ScriptedAnswer; readonly takes: boolean }[] = [
  { answer: takesAll, takes: true },
  { answer: takesAll, takes: true },
  { answer: takesAll, takes: true },
  { answer: takesAll, takes: true },
  { answer: { fault: 'drop' }, takes: true },
  { answer: { fault: 'cut', body: takesAll.body }, takes: true },
  { answer: { fault: 'hang' }, takes: true },
  { answer: { status: 429, headers: { 'retry-after': '0' } }, takes: false },
  { answer: { status: 500 }, takes: false },
  { answer: { status: 503, body: '<html>' }, takes: false },
];

describe.for(someStoresOfTests())('SIGKILL of the process at any moment while it delivers over $name', (store) => {
  test('each subscriber gets everything it may see, in order per document, repeats only under one identity, and nothing else', async () => {
    await using folder = await temporaryFolder();
    await using opened = store.open();
    await using all = await openSubscriber();
    await using some = await openSubscriber();
    const files = {
      acme: {},
      coral: {},
      harbour: { lines: linesOf(all, '') },
      exclusive: { lines: linesOf(some, 'partners: [coral]') },
    };
    await using partners = await openPartners(files);
    await partners.writeFiles(folder.path);
    const folders = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
    const environment = { ...folders, ...opened.environment };
    const pushed = new Map<string, string[]>();

    for (let round = 0; round < rounds; round += 1) {
      await using landfall = await startLandfall(['serve'], { environment });
      const pushing = ['acme', 'coral'].map((id) => pushUntilGone(partners, { url: landfall.url, id, pushed }));
      await all.partner.received(all.partner.requests.length + 10 + Math.floor(Math.random() * 30));
      await landfall.kill('SIGKILL');
      await Promise.all(pushing);
    }
    all.behave();
    some.behave();
    await using landfall = await openLandfall(environment);
    for (const id of ['acme', 'coral']) await partners.push(landfall.url, id, lastOf(id));
    // Notices and events of each partner.
    for (const [subscriber, count] of [[all, 4 * documents] as const, [some, 2 * documents] as const]) {
      await until(subscriber.partner, () => lastCame(subscriber) === count);
    }

    expectAll(all, { pushed, from: ['acme', 'coral'] });
    expectAll(some, { pushed, from: ['coral'] });
  });
});

interface KilledSubscriber extends AsyncDisposable {
  readonly partner: FakePartner;
  /** Requests that the subscriber has processed. */
  readonly taken: readonly RecordedRequest[];
  /** Processes everything from now on. */
  behave(): void;
}

async function openSubscriber(): Promise<KilledSubscriber> {
  const taken: RecordedRequest[] = [];
  let isGood = false;
  const partner = await openFakePartner({
    otherwise: (request) => {
      const conduct = isGood ? conducts[0] : conducts[Math.floor(Math.random() * conducts.length)];
      if (conduct?.takes) taken.push(request);
      return conduct?.answer ?? takesAll;
    },
  });
  return {
    partner,
    taken,
    behave: () => {
      isGood = true;
    },
    [Symbol.asyncDispose]: () => partner[Symbol.asyncDispose](),
  };
}

function linesOf({ partner: { url } }: KilledSubscriber, see: string): string[] {
  const [publish = ''] = pushedTo(url, { see, retry: 'firstMs: 20, maxMs: 100', push: ['arrivalNotices', 'portCallEvents'] });
  return [publish, 'limits: { requestsPerSecond: 1000, timeoutMs: 200 }'];
}

/**
 * Pushes versions of some documents and events one after the other, each until it is acknowledged, and records those.
 */
async function pushUntilGone(
  partners: TestPartners,
  { url, id, pushed }: { readonly url: string; readonly id: string; readonly pushed: Map<string, string[]> },
): Promise<void> {
  try {
    for (;;) {
      const number = [...pushed.values()].flat().length;
      const time = new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();
      const name = nameOf(id, number);
      const before = pushed.get(name) ?? [];
      await partners.push(url, id, { arrivalNotices: [noticeOf(name, { issueDateTime: time })] });
      pushed.set(name, [...before, time]);
      const eventID = eventIDOf(Number(name.slice(-1)) + (id === 'acme' ? 0 : 100));
      await partners.push(url, id, { events: [{ eventID, eventUpdatedDateTime: time }] });
      pushed.set(eventID, [...(pushed.get(eventID) ?? []), time]);
      await pause(paceMs);
    }
  } catch (error) {
    if (error instanceof TypeError) return;
    throw error;
  }
}

function nameOf(id: string, number: number): string {
  return `${id} ${number % documents}`;
}

const lastTime = '2027-01-01T00:00:00.000Z';

/** Returns a last version, pushed after everything else, for each document and event. */
function lastOf(id: string) {
  const numbers = Array.from({ length: documents }, (_, number) => number);
  return {
    arrivalNotices: numbers.map((number) => noticeOf(nameOf(id, number), { issueDateTime: lastTime })),
    events: numbers.map((number) => ({ eventID: eventIDOf(number + (id === 'acme' ? 0 : 100)), eventUpdatedDateTime: lastTime })),
  };
}

interface Came {
  readonly id: string;
  readonly name: string;
  readonly time: string;
}

function cameIn(requests: readonly RecordedRequest[]): Came[] {
  return requests.map(messageIn).flatMap(({ id, objects }) =>
    objects.map((object) => ({
      id,
      name: String(object['transportDocumentReference'] ?? object['eventID']),
      time: String(object['issueDateTime'] ?? object['eventUpdatedDateTime']),
    })),
  );
}

/** Returns the number of documents and events whose last version has arrived. */
function lastCame({ taken }: KilledSubscriber): number {
  const last = cameIn(taken).filter(({ time }) => time === lastTime);
  return new Set(last.map(({ name }) => name)).size;
}

async function until(partner: FakePartner, condition: () => boolean): Promise<void> {
  while (!condition()) await partner.received(partner.requests.length + 1);
}

function expectAll(
  { taken }: KilledSubscriber,
  { pushed, from }: { readonly pushed: ReadonlyMap<string, readonly string[]>; readonly from: readonly string[] },
): void {
  const came = cameIn(taken);
  const isFrom = (name: string) => from.some((id) => name.startsWith(id) || Number(name.slice(-3)) >= 100 === (id === 'coral'));
  expect(came.filter(({ name }) => !isFrom(name))).toEqual([]);
  for (const [name, times] of pushed) {
    if (!isFrom(name)) continue;
    const own = came.filter((each) => each.name === name);
    const firsts = [...new Set(own.map(({ time }) => time))];
    // In their order, whatever else was stored and never acknowledged.
    expect(firsts).toEqual(firsts.toSorted());
    expect(new Set(firsts)).toEqual(new Set([...firsts, ...times]));
    for (const time of firsts) expect(new Set(own.filter((each) => each.time === time).map(({ id }) => id)).size).toBe(1);
  }
}
