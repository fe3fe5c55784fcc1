import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { type LandfallProcess, startLandfall, temporaryFolder, writePartners } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { storesOfTests } from '../../support/stores.ts';
import type { LogEvent } from '../../support/subscriber.ts';
import { patienceMs } from '../../support/until.ts';
import { type KilledLog, notices, portCallEvents } from './logs.ts';

const rounds = 2;
const pushersOfLog = 2;

/** What happens to one log while processes are killed and restarted. */
interface Scenario {
  /** Starts its subscribers and the pushes. */
  begin(landfall: LandfallProcess, round: number): { readonly enough: Promise<void>; readonly gone: Promise<unknown> };
  /** Checks the result in a Landfall that keeps running. */
  expectWhole(landfall: OpenLandfall): Promise<void>;
}

function openScenario<E extends LogEvent>(log: KilledLog<E>): Scenario {
  const acknowledged = new Set<string>();
  let number = 0;
  const next = () => number++;
  const subscribers = [log.subscribe(), log.subscribe()];
  return {
    begin: (landfall, round) => {
      const listening = subscribers.map((subscriber) => subscriber.listen(landfall.url));
      const enough = deferred();
      const killAfter = acknowledged.size + 20 + 37 * round;
      const onAcknowledged: Pushing['onAcknowledged'] = (numbers) => {
        for (const name of log.namesOf(numbers)) acknowledged.add(name);
        if (acknowledged.size >= killAfter) enough.resolve();
      };
      const push = (numbers: readonly number[]) => log.push(landfall.url, numbers);
      const pushed = Array.from({ length: pushersOfLog }, () => pushUntilGone(push, { next, onAcknowledged }));
      return { enough: enough.promise, gone: Promise.all([...pushed, ...listening]) };
    },
    expectWhole: async (landfall) => {
      const fresh = log.subscribe();
      const all = [...subscribers, fresh];
      const listening = all.map((subscriber) => subscriber.listen(landfall.url));
      const hasAll = (events: readonly E[]): boolean => {
        const names = new Set(events.map(log.nameOf));
        return [...acknowledged].every((name) => names.has(name));
      };
      await Promise.all(all.map((subscriber) => subscriber.until(hasAll)));
      const upTo = (last: string, events: readonly E[]): string[] =>
        events.slice(0, events.findIndex(({ cursor }) => cursor === last) + 1).map(log.nameOf);
      const read = async () => {
        const last = await log.headCursor(landfall);
        await Promise.all(all.map((subscriber) => subscriber.until((events) => events.some(({ cursor }) => cursor === last))));
        const [whole = [], ...resumed] = [fresh, ...subscribers].map(({ events }) => upTo(last, events));
        return { whole, resumed, current: (await log.currentOf(landfall)).toSorted() };
      };
      // Versions that were stored but never acknowledged may get their numbers meanwhile.
      const isSettled = ({ whole, current }: Awaited<ReturnType<typeof read>>) => isDeepStrictEqual(current, newestOf(whole));
      let found = await read();
      const until = performance.now() + patienceMs;
      while (!isSettled(found) && performance.now() < until) found = await read();
      await Promise.all(all.map((subscriber) => subscriber.stop()));
      await Promise.all(listening);

      const { whole, resumed, current } = found;
      expect(new Set(whole).size).toBe(whole.length);
      for (const names of resumed) expect(names).toEqual(whole);
      expect(current).toEqual(newestOf(whole));
    },
  };
}

interface Pushing {
  readonly next: () => number;
  readonly onAcknowledged: (numbers: readonly number[]) => void;
}

/** Pushes lists of new versions until the process has ended; reports those that were answered 200. */
async function pushUntilGone(push: (numbers: readonly number[]) => Promise<Response>, { next, onAcknowledged }: Pushing): Promise<void> {
  for (;;) {
    const numbers = Array.from({ length: 1 + (next() % 3) }, next);
    const answer = await push(numbers).catch(() => undefined);
    if (answer === undefined) return;
    if (answer.status === 200) onAcknowledged(numbers);
  }
}

/** Returns the newest name of each entity in a log. */
function newestOf(log: readonly string[]): string[] {
  const newest = new Map<string, string>();
  // A name consists of an entity and an instant, so the names of one entity sort by their instants.
  for (const name of log.toSorted()) newest.set(name.split(' ')[0] ?? '', name);
  return [...newest.values()];
}

describe.for(storesOfTests())('SIGKILL of the process at any moment while pushes run over $name', (store) => {
  test('every notice and event answered 200 is stored once, is in its log once, and reaches every subscriber that resumes', async () => {
    await using folder = await temporaryFolder();
    await writePartners(folder.path);
    await using opened = store.open();
    const folders = { DATA_DIR: folder.path, PARTNERS_DIR: folder.path, ACCESS_FILE: join(folder.path, 'none') };
    const environment = { ...folders, ...opened.environment };
    const scenarios = [openScenario(notices), openScenario(portCallEvents)];
    for (let round = 0; round < rounds; round += 1) {
      await using landfall = await startLandfall(['serve'], { environment });
      const begun = scenarios.map((scenario) => scenario.begin(landfall, round));
      // In the middle of the pushes to one log, at any point of those to the other one.
      await begun[round % begun.length]?.enough;
      await landfall.kill('SIGKILL');
      await Promise.all(begun.map(({ gone }) => gone));
    }
    await using landfall = await openLandfall(environment);
    for (const scenario of scenarios) await scenario.expectWhole(landfall);
  });
});
