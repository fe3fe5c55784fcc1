import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { type BoardPage, openBoard } from './board-page.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

describe.skipIf(noBrowser)('every action can be done by keyboard', () => {
  it('walks rows and cells by arrows, Page, Home and End, opens by Enter, and Escape leads back to the row', async () => {
    await using landfall = await openLandfall();
    await landfall.push(...noticesUpTo(60));
    await using open = await openBoard(landfall.url);
    const { keyboard } = open.page;
    const [first = '', second = ''] = await settled(open);
    await tabTo(open, '.row');
    expect(await focused(open)).toBe(first);
    await keyboard.press('ArrowDown');
    expect(await focused(open)).toBe(second);
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await open.board.locator('.cell.vessel:focus').waitFor();
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await keyboard.press('End');
    const last = await focused(open);
    expect(last).not.toBe(first);
    await keyboard.press('PageUp');
    expect(await focused(open)).not.toBe(last);
    await keyboard.press('Home');
    expect(await focused(open)).toBe(first);
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await open.board.getByRole('dialog').locator('h2:focus').waitFor();
    await tabTo(open, '[role=tab]');
    await keyboard.press('ArrowRight');
    await open.board.getByRole('tab', { name: 'History', selected: true }).waitFor();
    await keyboard.press('End');
    await open.board.getByRole('tab', { name: 'Document', selected: true }).waitFor();
    await tabTo(open, '.actions button');
    await keyboard.press('Enter');
    await open.board.locator('pre').waitFor();
    await keyboard.press('Escape');
    await open.board.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(open)).toBe(second);
  });

  it('keeps the focus on its row while rows come in above and the row itself changes', async () => {
    await using landfall = await openLandfall();
    await landfall.push(...noticesUpTo(30));
    await using open = await openBoard(landfall.url);
    const [, , third = ''] = await settled(open);
    await tabTo(open, '.row');
    await open.page.keyboard.press('ArrowDown');
    await open.page.keyboard.press('ArrowDown');
    expect(await focused(open)).toBe(third);
    await landfall.push(noticeOf({ reference: 'X1' }), noticeOf({ reference: 'X2' }));
    await open.row('X2').waitFor();
    expect(await focused(open)).toBe(third);
    await landfall.push(noticeOf({ reference: third, second: 1, arrival: '2026-12-05' }));
    await open.row(third).locator('.arrival', { hasText: '5 Dec' }).waitFor();
    expect(await focused(open)).toBe(third);
  });

  it('searches by a slash, looks a number up by Enter, leaves search by Escape, and shows its keys by a question mark', async () => {
    await using landfall = await openLandfall();
    await landfall.push(...noticesUpTo(60));
    await using open = await openBoard(landfall.url);
    const { keyboard } = open.page;
    const [first = ''] = await settled(open);
    await tabTo(open, '.row');
    await keyboard.press('/');
    await keyboard.type('N00001');
    await keyboard.press('Enter');
    await open.board.getByText('1 found for N00001').waitFor();
    expect(await open.references()).toEqual(['N00001']);
    await keyboard.press('Escape');
    await open.row(first).waitFor();
    await keyboard.press('?');
    await open.board.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await keyboard.press('Escape');
    await open.board.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' });
  });

  it('filters, sorts and shows what sorting covers', async () => {
    await using landfall = await openLandfall();
    await landfall.push(...noticesUpTo(60), noticeOf({ reference: 'EARLY', arrival: '2026-11-01', vessel: 'ALBATROSS', port: 'DEHAM' }));
    await using open = await openBoard(landfall.url);
    const { keyboard } = open.page;
    await settled(open);
    await open.board.getByLabel('Sort by').selectOption('arrival');
    await open.board.getByText('Sorted among the 50 loaded notices.').waitFor();
    await open.board.getByRole('button', { name: 'Load more' }).press('Enter');
    await open.board.getByText('61 notices · 61 loaded').waitFor();
    expect((await open.references())[0]).toBe('EARLY');
    await open.board.getByLabel('Vessel or IMO number').focus();
    await keyboard.type('albatross');
    await keyboard.press('Tab');
    await open.board.getByText('1 notice · 1 loaded').waitFor();
    await open.board.getByRole('button', { name: 'Reset' }).press('Enter');
    await open.board.getByText('50 notices · 50+ loaded').waitFor();
    await open.board.getByLabel('Port of discharge').fill('deham');
    await keyboard.press('Tab');
    await open.board.getByText('1 notice · 1 loaded').waitFor();
    await open.board.getByLabel('Arrival from').fill('2026-11-02');
    await keyboard.press('Tab');
    await open.board.getByText('Nothing matches').waitFor();
    await open.board.getByRole('button', { name: 'Reset' }).press('Enter');
    await open.board.getByText('50 notices · 50+ loaded').waitFor();
    await open.board.getByLabel('Changed today').press('Space');
    await open.board.getByLabel('Changed today').and(open.page.locator(':checked')).waitFor();
    await open.board.getByLabel('Partner').selectOption('acme');
    await open.board.getByText('50 notices · 50+ loaded').waitFor();
  });
});

async function settled(open: BoardPage): Promise<string[]> {
  await open.board.locator('.canvas .row').first().waitFor();
  await open.board.locator('[data-state="live"]').waitFor();
  return open.references();
}

/** Presses Tab until something that fits has the focus. */
async function tabTo({ page, board }: BoardPage, selector: string): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await board.locator(`${selector}:focus`).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Document of the row that has the focus, or whose cell has it. */
async function focused({ board }: BoardPage): Promise<string | null> {
  return board.locator('.row:focus, .row:focus-within').first().locator('.reference').textContent();
}
