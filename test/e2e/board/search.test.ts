import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openBoard } from './board-page.ts';
import { inspect } from './inspect.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

describe.skipIf(noBrowser)('the board', () => {
  it('finds arrivals that are not loaded by the beginnings of numbers and names, and shows where it searched', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(60), noticeOf({ reference: 'EARLY1', vessel: 'MV Albatross', port: 'DEHAM' }));
    await using open = await openBoard(`${landfall.url}/?view=all`);
    const search = open.board.getByRole('searchbox');
    for (const text of ['EARLY', 'albatr', 'nsxu 0000001', 'deham']) {
      await search.fill('N00060');
      await expect.poll(() => open.references()).toEqual(['N00060']);
      await search.fill(text);
      await open.board.getByText(`for “${text}” in All.`).waitFor();
      await open.row('EARLY1').waitFor();
    }
    await open.board.getByText(/^It compares the beginnings of numbers/).waitFor();
    await search.fill('no such ship');
    await open.board.getByText('Nothing matches').waitFor();
    expect(await inspect(open, 'none-found')).toEqual([]);
  });

  it('shows strings of partners as text, and never as HTML', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    const markup = (name: string) => `<img src=x onerror="harmed='${name}'"><b>${name}</b>`;
    const { transport, ...notice } = noticeOf({ reference: markup('reference'), vessel: markup('vessel') });
    const said = {
      ...notice,
      transport,
      typeLabel: markup('label'),
      versionLabel: markup('version'),
      carrierCode: markup('carrier'),
      charges: [{ chargeName: markup('charge'), currencyAmount: 1, currencyCode: markup('currency') }],
      freeTimes: [{ typeCodes: [markup('free')], duration: 3, timeUnit: markup('unit') }],
    };
    await landfall.push(said);
    await using open = await openBoard(landfall.url);
    const reference = open.board.locator('.canvas .reference');
    await reference.waitFor();
    expect(await reference.textContent()).toBe(markup('reference'));
    await landfall.push({ ...said, typeLabel: markup('other') });
    await expect.poll(() => open.board.locator('.canvas .labels').getAttribute('title')).toContain(markup('other'));
    await open.board.locator('.canvas .row').press('Enter');
    await open.board.locator('.panel', { hasText: markup('reference') }).waitFor();
    await open.page.keyboard.press('Escape');
    await open.board.getByRole('searchbox').fill(markup('reference'));
    await open.board.getByText(/ for “/).waitFor();
    expect(await open.board.locator('img, b:not(.time), script').count()).toBe(0);
    expect(await open.page.evaluate('globalThis.harmed')).toBeUndefined();
  });
});
