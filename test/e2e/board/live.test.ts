import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { dayIn } from '../../support/day-in.ts';
import { deferred } from '../../support/deferred.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openBoard } from './board-page.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

describe.skipIf(noBrowser)('an open board', () => {
  it('keeps the reading position when rows are inserted above, shows how many, and scrolls to them on request', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(40));
    await using open = await openBoard(`${landfall.url}/?view=all&sort=LAST_CHANGE`);
    await open.board.locator('[data-state="live"]').waitFor();
    await open.board.getByText('40 arrivals', { exact: true }).waitFor();
    await open.page.keyboard.press('Tab');
    await open.board.locator('.viewport').hover();
    await open.page.mouse.wheel(0, 900);
    const held = (await open.board.locator('.canvas [aria-rowindex="22"] .reference').textContent()) ?? '';
    const before = await open.row(held).boundingBox();
    await landfall.push(...['X1', 'X2', 'X3'].map((reference) => noticeOf({ reference })));
    const above = open.board.getByRole('button', { name: '3 changes above' });
    await above.waitFor();
    expect((await open.row(held).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await above.click();
    await open.row('X3').waitFor();
    await expect.poll(async () => (await open.references()).slice(0, 3).sort()).toEqual(['X1', 'X2', 'X3']);
  });

  it('removes a row whose new version no longer matches the filter, and adds one that begins to match', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(noticeOf({ reference: 'A1' }), noticeOf({ reference: 'A2', port: 'DEHAM' }));
    await using open = await openBoard(landfall.url);
    await open.row('A2').waitFor();
    await open.set('filter', '{"UNLocationCodes":["NLRTM"]}');
    await open.row('A2').waitFor({ state: 'detached' });
    await open.row('A1').waitFor();
    await expect.poll(() => open.references()).toEqual(['A1']);
    await landfall.push(noticeOf({ reference: 'A2', second: 1, port: 'NLRTM' }));
    await open.row('A2').waitFor();
    await landfall.push(noticeOf({ reference: 'A1', second: 1, port: 'DEHAM' }));
    await open.row('A1').waitFor({ state: 'detached' });
    await expect.poll(() => open.references()).toEqual(['A2']);
  });

  it('keeps its rows until those of another view are read, also if a change is not drawn yet', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(3));
    await using open = await openBoard(`${landfall.url}/?view=all`);
    await open.row('N00001').focus();
    // No frame is drawn, and no further view is read, until both are allowed.
    await open.page.evaluate(() => {
      const held: FrameRequestCallback[] = [];
      const request = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (callback) => held.push(callback);
      Object.assign(window, {
        draw: () => {
          window.requestAnimationFrame = request;
          for (const callback of held) request(callback);
        },
      });
    });
    const isRead = open.page.waitForResponse(async (response) => (await response.text()).includes('N00004'));
    await landfall.push(noticeOf({ reference: 'N00004' }));
    await isRead;
    const allowed = deferred();
    await open.page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('BoardRows(')) await allowed.promise;
      await route.continue();
    });
    const isRequested = open.page.waitForRequest((request) => request.postData()?.includes('BoardRows(') === true);
    await open.set('view', 'view=all&sort=LAST_CHANGE');
    await isRequested;
    await open.page.evaluate('draw()');
    await open.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    expect(await open.references()).toContain('N00001');
    expect(await open.board.locator('.row:focus').count()).toBe(1);
    allowed.resolve();
    await open.row('N00004').waitFor();
  });

  it('never lets an old version that arrives late replace a newer one', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(noticeOf({ reference: 'A1', second: 9, arrival: dayIn(12) }), noticeOf({ reference: 'A2' }));
    await using open = await openBoard(landfall.url);
    await open.row('A1').waitFor();
    await landfall.push(noticeOf({ reference: 'A1', second: 3, arrival: dayIn(11) }));
    await landfall.push(noticeOf({ reference: 'A2', second: 1, arrival: dayIn(13) }));
    await open
      .row('A2')
      .locator('.arrival', { hasText: dayOf(13) })
      .waitFor();
    expect(await open.row('A1').locator('.arrival').textContent()).toContain(dayOf(12));
  });
});

/** Formats a day like the board. */
function dayOf(days: number): string {
  return new Date(dayIn(days)).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
