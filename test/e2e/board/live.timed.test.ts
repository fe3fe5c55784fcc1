import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { dayIn } from '../../support/day-in.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { expectWithin } from '../../support/promised-time.ts';
import { openBoard } from './board-page.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

/** From the response to the push to the row on the screen. */
const bounds = { promisedMs: 500, atMostMs: 20_000 };

describe.skipIf(noBrowser)('an open board', () => {
  it('shows a pushed version, and what it changed, within half a second of the response to the push', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(20));
    await using open = await openBoard(landfall.url);
    const row = open.row('N00007');
    await open.board.locator('[data-state="live"]').waitFor();
    await row.waitFor();
    for (let second = 1; second <= 3; second += 1) {
      const arrival = dayIn(1 + second);
      const drawn = open.arrivalIsDrawn('N00007', `${Number(arrival.slice(8))} `).then(() => performance.now());
      await landfall.push(noticeOf({ reference: 'N00007', second, arrival, isFreightReleased: second === 3 }));
      const answered = performance.now();
      expectWithin('a pushed version on the board', (await drawn) - answered, bounds);
    }
    await expect.poll(async () => (await open.references())[0]).toBe('N00007');
    await row.locator('.alert', { hasText: 'ETA moved' }).waitFor();
    expect(open.complaints).toEqual([]);
  });
});
