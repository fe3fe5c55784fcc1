import { setTimeout as pause } from 'node:timers/promises';
import { dayIn } from '../../support/day-in.ts';
import type { OpenLandfall } from '../../support/open-landfall.ts';
import type { BoardPage } from './board-page.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

/** Since the page was opened. Reached only by a list that never becomes complete. */
const longestLoadMs = 150_000;

/** Pushes `N00001` and following, a thousand at a time. */
export async function pushMany(landfall: OpenLandfall, count: number): Promise<void> {
  const notices = noticesUpTo(count);
  for (let at = 0; at < count; at += 1_000) await landfall.push(...notices.slice(at, at + 1_000));
}

/** Makes the board read every page. */
export async function loadAll({ board, page }: BoardPage, count: number): Promise<void> {
  await board.locator('.canvas .row').first().waitFor();
  // Within the page, because a call from here for each of a hundred pages takes longer than reading it. The number of
  // rows is -1 until the last page, and includes the header.
  await page.evaluate(`new Promise((resolve, reject) => {
    const { shadowRoot } = document.querySelector('landfall-arrivals');
    const step = () => {
      const viewport = shadowRoot.querySelector('.viewport');
      const rows = Number(viewport?.getAttribute('aria-rowcount'));
      if (rows === ${count + 1}) return resolve();
      if (performance.now() > ${longestLoadMs}) return reject(new Error(rows + ' of ${count} rows in ' + viewport?.scrollHeight + ' px'));
      viewport?.scrollTo({ top: viewport.scrollHeight });
      requestAnimationFrame(step);
    };
    step();
  })`);
  await board.locator('.viewport').evaluate((viewport) => viewport.scrollTo({ top: 0 }));
}

/**
 * Scrolls through the list, faster than any person reads, and counts frames.
 *
 * @returns the frames of each second, because other programs on the machine take frames from some of them
 */
export async function framesWhileScrolling({ page }: BoardPage, seconds: number): Promise<number[]> {
  return (await page.evaluate(`new Promise((resolve) => {
    const viewport = document.querySelector('landfall-arrivals').shadowRoot.querySelector('.viewport');
    const start = performance.now();
    const frames = Array.from({ length: ${seconds} }, () => 0);
    const step = (now) => {
      const second = Math.max(0, Math.floor((now - start) / 1000));
      if (second >= frames.length) return resolve(frames);
      frames[second] += 1;
      viewport.scrollTop += 40;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`)) as number[];
}

/** Pushes new versions of rows, `atOnce` in one push, and waits until the last one is shown. */
export async function changeFor(
  landfall: OpenLandfall,
  open: BoardPage,
  { changes, pauseMs, from = 0, atOnce = 1 }: Changes,
): Promise<void> {
  for (let change = from; change < from + changes; change += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, from + changes - change) }, (_, index) => change + index);
    const changed = numbers.map((number) =>
      noticeOf({ reference: `N${String(1 + (number % 50)).padStart(5, '0')}`, second: number + 1, arrival: dayIn(11 + (number % 28)) }),
    );
    await landfall.push(...changed);
    await open.row(String(changed.at(-1)?.['transportDocumentReference'])).waitFor();
    await pause(pauseMs);
  }
}

interface Changes {
  readonly changes: number;
  readonly pauseMs: number;
  /** Number of the first change. @default 0 */
  readonly from?: number;
  /** @default 1 */
  readonly atOnce?: number;
}

/** Returns the memory of the page after garbage collection. */
export async function heapBytes({ page }: BoardPage): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
