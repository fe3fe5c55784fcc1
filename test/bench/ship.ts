import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openWriter } from '#platform/store/sqlite/connection.ts';
import { cpuMsOf } from './joined-world.ts';
import { type BenchServer, openNeighbourhood, storeNameOf } from './neighbour.ts';
import type { BenchProcess } from './processes.ts';
import {
  dayMs,
  dayOf,
  eventOf,
  hourMs,
  isQuiet,
  limitRow,
  noticesOf,
  pushObjects,
  type Ship,
  storesToMeasure,
  untilEvaluated,
  writtenBy,
} from './ships.ts';
import type { BenchRow } from './table.ts';

/** Distance of the two times of an unsteady port, longer than the steps of most alerts. */
const movedMs = 20 * hourMs;
/** Number of messages within the range of an unsteady time, and the time of each, which is the same for the floor. */
const [flips, flipMs] = [8, 2_500];

/**
 * Measures what one message of a port costs that moves the arrival of a ship by 20 hours, while many notices of this ship
 * are open: the time until the last arrival shows it, and the cost of each arrival. Then the port states two times in turn,
 * so that its time is unsteady, and each further message states one of them again.
 */
export async function benchShip(options: { readonly documents: number; readonly mongodbUrl: string | undefined }): Promise<BenchRow[]> {
  const { documents } = options;
  const rows: BenchRow[] = [];
  for (const mongodbUrl of storesToMeasure(options.mongodbUrl)) {
    await using neighbourhood = await openNeighbourhood({ name: 'ship', mongodbUrl });
    const { landfall, neighbour } = neighbourhood;
    const arrivalMs = new Date().setUTCHours(12, 0, 0, 0) + 4 * dayMs;
    const ship: Ship = { vesselIMONumber: '9876501', firstNotice: 0, documents, arrivalMs };
    // Compiles the code.
    const earlierShip: Ship = { vesselIMONumber: '9321483', firstNotice: 100_000, documents: 200, arrivalMs };
    const state = (of: Ship, message: number, atMs: number) =>
      pushObjects(landfall, 'events', [eventOf({ ship: of, message, atMs })], { connections: 1 });
    for (const each of [earlierShip, ship]) {
      await pushObjects(landfall, 'arrivalNotices', noticesOf(each));
      await isQuiet(landfall);
      await state(each, 1, arrivalMs);
    }
    const move = async (moved: Ship, message: number): Promise<void> => {
      const atMs = arrivalMs + (message - 1) * movedMs;
      await state(moved, message, atMs);
      await haveMoved(landfall, moved, dayOf(atMs - dayMs));
    };
    await isQuiet(landfall);
    await move(earlierShip, 2);
    await isQuiet(landfall);
    const moveLog = () => (mongodbUrl === undefined ? emptyLog(landfall) : 0);
    await moveLog();
    const [cpuBefore, bytesBefore, started] = [cpuMsOf(landfall.pid), await writtenBy(landfall.pid), performance.now()];
    await move(ship, 2);
    const seconds = (performance.now() - started) / 1_000;
    await isQuiet(landfall);
    const cpuMs = (cpuMsOf(landfall.pid) - cpuBefore) / documents;
    const kilobytes = ((await writtenBy(landfall.pid)) - bytesBefore) / documents / 1_000;
    const movedKilobytes = (await moveLog()) / documents / 1_000;
    // The neighbour's own requests are no cost of the message.
    const watched = neighbour.watch(2);
    await move(ship, 3);
    const { queryP99Ms } = await watched;
    const flip = async (flipped: Ship, message: number): Promise<void> => {
      await state(flipped, message, arrivalMs + (1 + (message % 2)) * movedMs);
      await untilEvaluated(landfall);
    };
    // The second turn makes the time unsteady. Some further messages compile the code.
    await isQuiet(landfall);
    for (const message of [4, 5, 6, 7]) await flip(ship, message);
    await isQuiet(landfall);
    const idle = await costOf(landfall, () => untilEvaluated(landfall));
    const flipped = await costOf(landfall, (index) => flip(ship, 8 + index));
    const what = `message of a port about a ship with ${documents} documents, ${storeNameOf(mongodbUrl)}`;
    const flipWhat = `message within the range of an unsteady time of a ship with ${documents} documents, ${storeNameOf(mongodbUrl)}`;
    const perArrival = (name: 'cpuMs' | 'bytes') => Math.max(0, flipped[name] - idle[name]) / flips / documents;
    const written = limitRow(`${what}, written for an arrival`, [kilobytes, 'KB'], 1.5);
    const later = mongodbUrl === undefined ? `, and ${movedKilobytes.toFixed(2)} KB when the log is moved to the file` : '';
    rows.push(
      limitRow(`${what}, until the last arrival shows it`, [seconds, 's'], 2),
      limitRow(`${what}, CPU for an arrival`, [cpuMs, 'ms'], 0.3),
      { ...written, measured: `${written.measured}${later}` },
      limitRow(`${what}, p99 of a neighbour's queries`, [queryP99Ms, 'ms'], 100),
      limitRow(`${flipWhat}, CPU for an arrival`, [perArrival('cpuMs'), 'ms'], 0.05),
      limitRow(`${flipWhat}, written for an arrival`, [perArrival('bytes'), 'bytes'], 100),
    );
  }
  return rows;
}

/**
 * Moves the write-ahead log of a store to its file, which the server does after every 8,000 pages, whichever message they are of.
 *
 * @returns the bytes that this takes
 */
async function emptyLog({ dataDir }: BenchServer): Promise<number> {
  const before = await writtenBy(process.pid);
  const writer = openWriter(join(dataDir, 'landfall.db'));
  try {
    if (!writer.truncateLog(10_000)) throw new Error('the log is in use');
  } finally {
    writer.close();
  }
  return (await writtenBy(process.pid)) - before;
}

/** Returns what a process spends and writes while something is done several times, each within a fixed time if possible. */
async function costOf({ pid }: BenchProcess, doOnce: (index: number) => Promise<void>): Promise<{ cpuMs: number; bytes: number }> {
  const [cpuBefore, bytesBefore] = [cpuMsOf(pid), await writtenBy(pid)];
  for (let index = 0; index < flips; index += 1) await Promise.all([doOnce(index), pause(flipMs)]);
  return { cpuMs: cpuMsOf(pid) - cpuBefore, bytes: (await writtenBy(pid)) - bytesBefore };
}

/** Waits until no arrival of a ship has a best known time on this day or before. A total is counted up to a limit only. */
async function haveMoved(landfall: BenchProcess, { vesselIMONumber }: Ship, bestDateTo: string): Promise<void> {
  const query = `{ arrivals(first: 1, filter: { vesselIMONumber: "${vesselIMONumber}", bestDateTo: "${bestDateTo}" }) { totalCount { value } } }`;
  for (;;) {
    const answer = await fetch(`${landfall.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data } = (await answer.json()) as { data: { arrivals: { totalCount: { value: number } } } };
    if (data.arrivals.totalCount.value === 0) return;
    await pause(50);
  }
}
