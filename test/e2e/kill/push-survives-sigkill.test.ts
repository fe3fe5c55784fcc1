import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { type LandfallProcess, partnerKeys, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { createSubscriber, type Subscriber, type VersionEvent } from '../../support/subscriber.ts';

const rounds = 4;
const pushers = 4;
const documents = 7;

/** Seconds of the clock of all pushes: every version has an instant of issue of its own, in no order. */
const issuedAt = (number: number): string => new Date(Date.UTC(2026, 0, 1) + ((number * 7_919) % 100_003) * 1_000).toISOString();
const nameOf = ({ version }: VersionEvent): string => `${version?.transportDocumentReference} ${version?.issueDateTime}`;

/** Pushes lists of new versions until the process is gone; reports what was answered 200. */
async function pushUntilGone(url: string, next: () => number, onAcknowledged: (names: string[]) => void): Promise<void> {
  for (;;) {
    const arrivalNotices = Array.from({ length: 1 + (next() % 3) }, () => {
      const number = next();
      return { transportDocumentReference: `D${number % documents}`, issueDateTime: issuedAt(number), versionLabel: `${number}` };
    });
    const answer = await fetch(`${url}/dcsa/arrival-notices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme },
      body: JSON.stringify({ arrivalNotices }),
    }).catch(() => undefined);
    if (answer === undefined) return;
    if (answer.status !== 200) continue;
    onAcknowledged(arrivalNotices.map((notice) => `${notice.transportDocumentReference} ${notice.issueDateTime}`));
  }
}

async function runStory(environment: Record<string, string>): Promise<void> {
  const acknowledged = new Set<string>();
  let number = 0;
  const subscribers: Subscriber[] = [createSubscriber('0'), createSubscriber('0')];
  for (let round = 0; round < rounds; round += 1) {
    await using landfall = await startLandfall(['serve'], { environment });
    const listening = subscribers.map((subscriber) => subscriber.listen(landfall.url));
    const enough = deferred();
    const killAfter = acknowledged.size + 20 + 37 * round;
    const pushing = Array.from({ length: pushers }, () =>
      pushUntilGone(
        landfall.url,
        () => number++,
        (names) => {
          for (const name of names) acknowledged.add(name);
          if (acknowledged.size >= killAfter) enough.resolve();
        },
      ),
    );
    await enough.promise;
    await landfall.kill('SIGKILL');
    await Promise.all([...pushing, ...listening]);
  }
  await using landfall = await startLandfall(['serve'], { environment });
  const fresh = createSubscriber('0');
  const all = [...subscribers, fresh];
  const listening = all.map((subscriber) => subscriber.listen(landfall.url));
  const hasAll = (events: readonly VersionEvent[]): boolean => {
    const names = new Set(events.map(nameOf));
    return [...acknowledged].every((name) => names.has(name));
  };
  await Promise.all(all.map((subscriber) => subscriber.until(hasAll)));
  // Versions that were stored but never answered may still be announced: compare up to one point of the log.
  const last = await headCursor(landfall);
  await Promise.all(all.map((subscriber) => subscriber.until((events) => events.some(({ cursor }) => cursor === last))));
  await Promise.all(all.map((subscriber) => subscriber.stop()));
  await Promise.all(listening);

  const upToLast = (events: readonly VersionEvent[]): string[] =>
    events.slice(0, events.findIndex(({ cursor }) => cursor === last) + 1).map(nameOf);
  const log = upToLast(fresh.events);
  expect(new Set(log).size).toBe(log.length);
  for (const subscriber of subscribers) expect(upToLast(subscriber.events)).toEqual(log);
  expect(await currentVersions(landfall)).toEqual(newestOf(log));
}

async function headCursor(landfall: LandfallProcess): Promise<string> {
  const { arrivalNoticeVersionLog } = await ask<{ arrivalNoticeVersionLog: { cursor: string } }>(
    landfall,
    '{ arrivalNoticeVersionLog { cursor } }',
  );
  return arrivalNoticeVersionLog.cursor;
}

async function currentVersions(landfall: LandfallProcess): Promise<Record<string, string>> {
  const query = '{ arrivalNotices(first: 500) { nodes { transportDocumentReference current { issueDateTime isCurrent } } } }';
  interface Answer {
    readonly arrivalNotices: { nodes: { transportDocumentReference: string; current: { issueDateTime: string } }[] };
  }
  const { arrivalNotices } = await ask<Answer>(landfall, query);
  return Object.fromEntries(
    arrivalNotices.nodes.map(({ transportDocumentReference, current }) => [transportDocumentReference, current.issueDateTime]),
  );
}

function newestOf(log: readonly string[]): Record<string, string> {
  const newest: Record<string, string> = {};
  for (const name of log) {
    const [reference = '', issued = ''] = name.split(' ');
    if ((newest[reference] ?? '') < issued) newest[reference] = issued;
  }
  return newest;
}

async function ask<T>(landfall: LandfallProcess, query: string): Promise<T> {
  const answer = await fetch(`${landfall.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await answer.json()) as { data: T; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

describe('SIGKILL of the process at any moment while pushes run', () => {
  const mongodbUrl = inject('mongodbUrl');

  test('every push answered 200 is stored once, is in the log once, and reaches every subscriber that resumes (embedded)', async () => {
    await using folder = await temporaryFolder();
    await writePartners(folder.path);
    await runStory({ DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') });
  }, 120_000);

  test.runIf(mongodbUrl)(
    'every push answered 200 is stored once, is in the log once, and reaches every subscriber that resumes (mongodb)',
    async () => {
      await using folder = await temporaryFolder();
      await writePartners(folder.path);
      const url = new URL(mongodbUrl ?? '');
      url.pathname = `/kill_${process.pid}`;
      await runStory({ MONGODB_URL: url.href, DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') });
    },
    120_000,
  );
});
