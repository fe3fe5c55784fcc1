import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { dayIn } from '../../support/day-in.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { type BoardPage, openBoard } from './board-page.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

describe.skipIf(noBrowser)('every action can be done by keyboard', () => {
  it('moves through rows and cells by arrows, Page, Home and End, opens by Enter, and returns to the row by Escape', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(60));
    await using open = await openBoard(landfall.url);
    const { keyboard } = open.page;
    const [first = '', second = ''] = await settled(open);
    await tabTo(open, '.row');
    expect(await focused(open)).toBe(first);
    await keyboard.press('ArrowDown');
    expect(await focused(open)).toBe(second);
    for (let column = 0; column < 4; column += 1) await keyboard.press('ArrowRight');
    await open.board.locator('.cell.vessel:focus').waitFor();
    for (let column = 0; column < 4; column += 1) await keyboard.press('ArrowLeft');
    await keyboard.press('End');
    // Of all sixty: the first page has fifty.
    await open.board.locator('.row[aria-rowindex="61"]:focus').waitFor();
    const last = await focused(open);
    await keyboard.press('PageUp');
    expect(await focused(open)).not.toBe(last);
    await keyboard.press('Home');
    expect(await focused(open)).toBe(first);
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await open.board.locator('.panel').waitFor();
    await keyboard.press('Escape');
    await open.board.locator('.panel').waitFor({ state: 'detached' });
    expect(await focused(open)).toBe(second);
  });

  it('keeps the focus on its row while rows are inserted above and the row itself changes', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(30));
    await using open = await openBoard(landfall.url);
    const [, , third = ''] = await settled(open);
    await tabTo(open, '.row');
    await open.page.keyboard.press('ArrowDown');
    await open.page.keyboard.press('ArrowDown');
    expect(await focused(open)).toBe(third);
    await landfall.push(noticeOf({ reference: 'X1', arrival: dayIn(8) }), noticeOf({ reference: 'X2', arrival: dayIn(8) }));
    await open.row('X2').waitFor();
    expect(await focused(open)).toBe(third);
    await landfall.push(noticeOf({ reference: third, second: 1, arrival: dayIn(12) }));
    await open.row(third).getByText('ETA moved').waitFor();
    expect(await focused(open)).toBe(third);
  });

  it('keeps the focus on a heading, or on a button of a row, while rows change', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(3));
    await using open = await openBoard(landfall.url);
    await settled(open);
    const buttons = [
      open.board.getByRole('button', { name: 'Arrival', exact: true }),
      open.row('N00002').locator('.actions button').first(),
    ];
    for (const [index, button] of buttons.entries()) {
      await button.focus();
      const reference = ['N00001', 'N00003'][index] ?? '';
      await landfall.push(noticeOf({ reference, second: 1, arrival: dayIn(12) }));
      await open.row(reference).getByText('ETA moved').waitFor();
      expect(await button.evaluate((element) => element === (element.getRootNode() as ShadowRoot).activeElement)).toBe(true);
    }
    await open.page.keyboard.press('ArrowDown');
    await open.board.locator('.row:focus').waitFor();
  });

  it('selects rows by Space, Shift and Ctrl A, and acknowledges and collects all of them, with undo', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    const count = 120;
    await landfall.push(...noticesUpTo(count), noticeOf({ reference: 'CALM' }));
    const moved = Array.from({ length: count }, (_, at) =>
      noticeOf({ reference: `N${String(at + 1).padStart(5, '0')}`, second: 1, arrival: dayIn(4) }),
    );
    await landfall.push(...moved);
    await using open = await openBoard(`${landfall.url}/?view=attention`);
    const { keyboard } = open.page;
    await open.board.getByText(`${count} arrivals`, { exact: true }).waitFor();
    await settled(open);
    await tabTo(open, '.row');
    await keyboard.press('Space');
    await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Shift+ArrowDown');
    await open.board.getByText('3 selected').waitFor();
    expect(await open.board.locator('.row[aria-selected="true"]').count()).toBe(3);
    await keyboard.press('a');
    await open.board.getByText('3 rows: acknowledged.').waitFor();
    await open.board.getByText(`${count - 3} arrivals`, { exact: true }).waitFor();
    await keyboard.press('u');
    await open.board.getByText(`${count} arrivals`, { exact: true }).waitFor();
    // Also the rows of pages that are not read yet.
    await keyboard.press('ControlOrMeta+A');
    await open.board.getByText(`${count} selected`).waitFor();
    await keyboard.press('c');
    await open.board.getByText(`${count} rows: collected.`).waitFor();
    await open.board.getByText('Nothing needs attention').waitFor();
    await open.board.getByRole('button', { name: 'Undo' }).click();
    await open.board.getByText(`${count} arrivals`, { exact: true }).waitFor();
    await landfall.push({ ...noticeOf({ reference: 'OTHER', arrival: dayIn(3) }), transport: { legs: [] } });
    await tabTo(open, '.row');
    await keyboard.press('v');
    await open.board.getByText(`${count} for “3412424” in Needs attention.`).waitFor();
  });

  it('searches, acknowledges, collects, undoes, sorts and filters, and shows its keys by a question mark', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(5), noticeOf({ reference: 'EARLY', arrival: dayIn(3), vessel: 'ALBATROSS', port: 'DEHAM' }));
    await using open = await openBoard(`${landfall.url}/?view=all`);
    const { keyboard } = open.page;
    await settled(open);
    await landfall.push(noticeOf({ reference: 'N00003', second: 1, arrival: dayIn(4) }));
    await open.row('N00003').getByText('ETA moved').waitFor();
    await tabTo(open, '.row');
    await keyboard.press('Home');
    expect(await focused(open)).toBe('N00003');
    await keyboard.press('a');
    await open.board.getByText('N00003: acknowledged.').waitFor();
    await open.row('N00003').getByText('Acknowledged', { exact: true }).waitFor();
    await keyboard.press('u');
    await open.row('N00003').getByText('ETA moved').waitFor();
    await keyboard.press('/');
    await keyboard.type('albat');
    await open.board.getByText('1 for “albat” in All.').waitFor();
    await expect.poll(() => open.references()).toEqual(['EARLY']);
    await keyboard.press('Escape');
    await open.row('N00001').waitFor();
    await open.board.getByRole('button', { name: 'Arrival', exact: true }).press('Enter');
    await expect.poll(async () => (await open.references())[0]).toBe('EARLY');
    await open.board.getByRole('button', { name: 'Port of discharge' }).press('Enter');
    await open.board.getByRole('combobox', { name: 'Port of discharge' }).waitFor();
    await keyboard.type('hamb');
    await open.board.getByRole('option', { name: 'Hamburg DEHAM', selected: true }).waitFor();
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await expect.poll(() => open.references()).toEqual(['EARLY']);
    await keyboard.press('?');
    await open.board.getByRole('dialog', { name: 'Help' }).waitFor();
    await keyboard.press('Escape');
    await open.board.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'detached' });
  });
});

async function settled(open: BoardPage): Promise<string[]> {
  await open.board.locator('.canvas .row').first().waitFor();
  await open.board.locator('[data-state="live"]').waitFor();
  return open.references();
}

/** Presses Tab until a matching element has the focus. */
async function tabTo({ page, board }: BoardPage, selector: string): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await board.locator(`${selector}:focus`).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Returns the document of the row that has the focus, or whose cell has it. */
async function focused({ board }: BoardPage): Promise<string | null> {
  return board.locator('.row:focus, .row:focus-within').first().locator('.reference').textContent();
}
