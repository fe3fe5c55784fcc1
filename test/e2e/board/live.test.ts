import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openBoard } from './board-page.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

describe.skipIf(noBrowser)('an open board', () => {
  it('keeps the reading position when rows come in above, says how many did, and leads there', async () => {
    await using landfall = await openLandfall();
    await landfall.push(...noticesUpTo(40));
    await using open = await openBoard(landfall.url);
    await open.row('N00040').waitFor();
    await open.page.keyboard.press('Tab');
    await open.board.locator('.viewport').hover();
    await open.page.mouse.wheel(0, 1_200);
    await open.row('N00025').waitFor();
    const before = await open.row('N00025').boundingBox();
    await landfall.push(...['X1', 'X2', 'X3'].map((reference) => noticeOf({ reference })));
    const above = open.board.getByRole('button', { name: '3 changes above' });
    await above.waitFor();
    expect((await open.row('N00025').boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await above.click();
    await open.row('X3').waitFor();
    expect((await open.references()).slice(0, 3).sort()).toEqual(['X1', 'X2', 'X3']);
  });

  it('lets a row go whose new version leaves the filter, and takes one in that enters it', async () => {
    await using landfall = await openLandfall();
    await landfall.push(noticeOf({ reference: 'A1' }), noticeOf({ reference: 'A2', port: 'DEHAM' }));
    await using open = await openBoard(landfall.url);
    await open.row('A2').waitFor();
    await open.set('filter', '{"portOfDischarge":"NLRTM"}');
    await open.row('A2').waitFor({ state: 'detached' });
    await open.row('A1').waitFor();
    expect(await open.references()).toEqual(['A1']);
    await landfall.push(noticeOf({ reference: 'A2', second: 1, port: 'NLRTM' }));
    await open.row('A2').waitFor();
    await landfall.push(noticeOf({ reference: 'A1', second: 1, port: 'DEHAM' }));
    await open.row('A1').waitFor({ state: 'detached' });
    expect(await open.references()).toEqual(['A2']);
  });

  it('never lets a late old version replace a newer one', async () => {
    await using landfall = await openLandfall();
    await landfall.push(noticeOf({ reference: 'A1', second: 9, arrival: '2026-11-29' }), noticeOf({ reference: 'A2' }));
    await using open = await openBoard(landfall.url);
    await open.row('A1').waitFor();
    await landfall.push(noticeOf({ reference: 'A1', second: 3, arrival: '2026-11-27' }));
    await landfall.push(noticeOf({ reference: 'A2', second: 1, arrival: '2026-11-30' }));
    await open.row('A2').locator('.arrival', { hasText: '30' }).waitFor();
    expect(await open.row('A1').locator('.arrival').textContent()).toContain('29');
  });
});
