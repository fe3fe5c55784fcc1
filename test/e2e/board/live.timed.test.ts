import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openBoard } from './board-page.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

/** From the push's answer to the row on the screen. */
const soonMs = 500;

describe.skipIf(noBrowser)('an open board', () => {
  it('shows a pushed version within half a second of the answer to the push, and what it changed', async () => {
    await using landfall = await openLandfall();
    await landfall.push(...noticesUpTo(20));
    await using open = await openBoard(landfall.url);
    const row = open.row('N00007');
    await row.locator('.change').first().waitFor();
    for (let second = 1; second <= 3; second += 1) {
      const day = `${28 + second}`.replace('31', '30');
      await landfall.push(noticeOf({ reference: 'N00007', second, arrival: `2026-11-${day}`, isFreightReleased: second === 3 }));
      const answered = performance.now();
      await row.and(open.page.locator('.fresh')).locator('.arrival', { hasText: day }).waitFor();
      expect(performance.now() - answered).toBeLessThan(soonMs);
    }
    expect((await open.references())[0]).toBe('N00007');
    expect(await row.locator('.change').first().textContent()).toMatch(/Freight released\s*no.*yes/);
    expect(await row.locator('.release').textContent()).toContain('Freight released');
    expect(open.complaints).toEqual([]);
  });
});
