import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { storesOfTests } from '../../support/stores.ts';
import type { LogEvent } from '../../support/subscriber.ts';
import { type KilledLog, notices, portCallEvents } from './logs.ts';

const rounds = 4;
const pushers = 4;

/** Pushes lists of new versions until the process is gone; reports what was answered 200. */
async function pushUntilGone(push: (numbers: readonly number[]) => Promise<Response>, story: Pushing): Promise<void> {
  for (;;) {
    const numbers = Array.from({ length: 1 + (story.next() % 3) }, story.next);
    const answer = await push(numbers).catch(() => undefined);
    if (answer === undefined) return;
    if (answer.status === 200) story.onAcknowledged(numbers);
  }
}

interface Pushing {
  readonly next: () => number;
  readonly onAcknowledged: (numbers: readonly number[]) => void;
}

async function runStory<E extends LogEvent>(log: KilledLog<E>, environment: Record<string, string>): Promise<void> {
  const acknowledged = new Set<string>();
  let number = 0;
  const subscribers = [log.subscribe(), log.subscribe()];
  for (let round = 0; round < rounds; round += 1) {
    await using landfall = await startLandfall(['serve'], { environment });
    const listening = subscribers.map((subscriber) => subscriber.listen(landfall.url));
    const enough = deferred();
    const killAfter = acknowledged.size + 20 + 37 * round;
    const pushing: Pushing = {
      next: () => number++,
      onAcknowledged: (numbers) => {
        for (const name of log.namesOf(numbers)) acknowledged.add(name);
        if (acknowledged.size >= killAfter) enough.resolve();
      },
    };
    const pushed = Array.from({ length: pushers }, () => pushUntilGone((numbers) => log.push(landfall.url, numbers), pushing));
    await enough.promise;
    await landfall.kill('SIGKILL');
    await Promise.all([...pushed, ...listening]);
  }
  await using landfall = await startLandfall(['serve'], { environment });
  const fresh = log.subscribe();
  const all = [...subscribers, fresh];
  const listening = all.map((subscriber) => subscriber.listen(landfall.url));
  const hasAll = (events: readonly E[]): boolean => {
    const names = new Set(events.map(log.nameOf));
    return [...acknowledged].every((name) => names.has(name));
  };
  await Promise.all(all.map((subscriber) => subscriber.until(hasAll)));
  // Versions that were stored but never answered may still be announced: compare up to one point of the log.
  const last = await log.headCursor(landfall);
  await Promise.all(all.map((subscriber) => subscriber.until((events) => events.some(({ cursor }) => cursor === last))));
  await Promise.all(all.map((subscriber) => subscriber.stop()));
  await Promise.all(listening);

  const upToLast = (events: readonly E[]): string[] =>
    events.slice(0, events.findIndex(({ cursor }) => cursor === last) + 1).map(log.nameOf);
  const whole = upToLast(fresh.events);
  expect(new Set(whole).size).toBe(whole.length);
  for (const subscriber of subscribers) expect(upToLast(subscriber.events)).toEqual(whole);
  expect((await log.currentOf(landfall)).toSorted()).toEqual(newestOf(whole));
}

/** Of each thing in a log the newest name. */
function newestOf(log: readonly string[]): string[] {
  const newest = new Map<string, string>();
  // A name is a thing and an instant, so names of one thing are in the order of their instants.
  for (const name of log.toSorted()) newest.set(name.split(' ')[0] ?? '', name);
  return [...newest.values()];
}

describe.for(storesOfTests())('SIGKILL of the process at any moment while pushes run over $name', (store) => {
  async function tell<E extends LogEvent>(log: KilledLog<E>): Promise<void> {
    await using folder = await temporaryFolder();
    await writePartners(folder.path);
    await using opened = store.open();
    const folders = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
    await runStory(log, { ...folders, ...opened.environment });
  }
  const promise = 'every push answered 200 is stored once, is in the log once, and reaches every subscriber that resumes';

  test(`of notices: ${promise}`, () => tell(notices), 120_000);
  test(`of port call events: ${promise}`, () => tell(portCallEvents), 120_000);
});
