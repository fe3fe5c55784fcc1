import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { until } from '../../support/until.ts';
import { type BoardPage, openBoard } from './board-page.ts';
import { delayed, dueToday, pushDesk } from './desk-notices.ts';

/** More than one page of the list's queries. */
const count = 600;

describe.skipIf(noBrowser)('on six hundred notices, by keyboard alone, a stranger finds', () => {
  it('which containers must be collected today and for whom, and which customer to call about which ship and what to say', {
    timeout: 240_000,
  }, async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await pushDesk(landfall, count);
    const counted = async () => {
      const query =
        '{ all: arrivals { totalCount { value } } moved: arrivals(filter: { alertKinds: [ETA_CHANGED] }) { totalCount { value } } }';
      const { all, moved } = await landfall.query<Record<string, { totalCount: { value: number } }>>(query);
      return [all?.totalCount.value, moved?.totalCount.value];
    };
    await until(async () => (await counted()).join() === `${count},1`);
    await using open = await openBoard(landfall.url);
    const { page, board } = open;
    const { keyboard } = page;
    await board.locator('.canvas .row').first().waitFor();

    // The boxes of today: rows are containers, and their last free day is today.
    await tabTo(open, 'Documents');
    await keyboard.press('ArrowRight');
    await tabTo(open, 'Last day today');
    await keyboard.press('Enter');
    await expect.poll(async () => (await open.references()).sort()).toEqual(dueToday.map(([number]) => number));
    for (const [number, customer] of dueToday) {
      const row = open.row(number);
      expect(await row.textContent()).toContain(customer);
      expect(await row.textContent()).toMatch(/Book the truck today|Get the release today/);
    }
    // One of them is collected, and its document stays open for the others.
    await tabTo(open, '.row');
    const first = (await focusedRow(open)) ?? '';
    await keyboard.press('c');
    await board.getByText(`${first}: collected.`).waitFor();
    await expect.poll(() => open.references()).not.toContain(first);
    await keyboard.press('u');
    await expect.poll(() => open.references()).toContain(first);

    // Who has to be told what: the alert about a moved time.
    await page.goto(landfall.url);
    await board.locator('.canvas .row').first().waitFor();
    await tabTo(open, 'ETA moved');
    await keyboard.press('Enter');
    await expect.poll(() => open.references()).toEqual([delayed.reference]);
    const row = open.row(delayed.reference);
    const text = (await row.textContent()) ?? '';
    for (const part of [delayed.customer, delayed.ship, 'Tell the customer: 2 days later']) expect(text).toContain(part);
    await tabTo(open, '.row');
    await keyboard.press('Enter');
    const panel = board.getByRole('dialog', { name: delayed.reference });
    for (const part of [delayed.customer, 'Blue Freight Forwarding', 'PO-4077', 'BKG-77', 'HBL-77', 'FILE 2026/77', 'PIN77'])
      await panel.getByText(part).first().waitFor();
  });

  it('a row by customer, order, booking and pickup number, and the export has them', { timeout: 120_000 }, async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await pushDesk(landfall, 100);
    await using open = await openBoard(`${landfall.url}/?view=all`);
    const { keyboard } = open.page;
    await open.board.locator('.canvas .row').first().waitFor();
    await tabTo(open, '.row');
    for (const text of ['vega solar', 'po-4077', 'BKG-77', 'PIN77', 'HBL-77']) {
      await keyboard.press('/');
      await keyboard.type(text);
      await open.row(delayed.reference).waitFor();
      await open.board.getByText(`for “${text}” in All.`).waitFor();
      await expect.poll(async () => (await open.references()).length).toBe(text === 'vega solar' ? 16 : 1);
      await keyboard.press('Escape');
    }
    await open.board.getByRole('button', { name: 'More' }).press('Enter');
    const download = open.page.waitForEvent('download');
    await open.board.getByRole('button', { name: 'Export as CSV' }).press('Enter');
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain(
      'Consignee,Notify party,Shipper,Purchase order,Booking,House bill,Customer reference,Pickup number,Goods,Gross weight',
    );
    expect(csv).toContain('Vega Solar SE,Blue Freight Forwarding,Ningbo Export Trading Co,PO-4077,BKG-77,HBL-77,FILE 2026/77,PIN77');
  });

  it('each container of a document, and marks one of them as collected', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await pushDesk(landfall, 80);
    await using open = await openBoard(`${landfall.url}/?view=all`);
    await open.row(delayed.reference).focus();
    await open.page.keyboard.press('Enter');
    const panel = open.board.getByRole('dialog');
    await panel
      .getByText('45′')
      .or(panel.getByText('40′').or(panel.getByText('45G1')))
      .first()
      .waitFor();
    await panel.getByRole('button', { name: 'Mark as collected: DESU0000772' }).press('Enter');
    await panel.getByRole('button', { name: 'Not collected: DESU0000772' }).waitFor();
    await open.board.getByText('DESU0000772: collected.').waitFor();
    await open.page.keyboard.press('Escape');
    await open.row(delayed.reference).getByText('1 of 3 collected').waitFor();
  });
});

/** Presses Tab until an element with this name, or that a selector of a class matches, has the focus. */
async function tabTo({ page, board }: BoardPage, name: string, step = 1): Promise<void> {
  const isClass = name.startsWith('.');
  for (let tries = 0; tries < 60; tries += 1) {
    const focused = board.locator(isClass ? `${name}:focus` : ':focus').first();
    if (isClass ? (await focused.count()) > 0 : (await nameOf(focused)).startsWith(name)) return;
    await page.keyboard.press(step > 0 ? 'Tab' : 'Shift+Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

async function nameOf(focused: ReturnType<BoardPage['board']['locator']>): Promise<string> {
  if ((await focused.count()) === 0) return '';
  return focused.evaluate((element) => {
    const label = element.closest('label') ?? element;
    return element.getAttribute('aria-label') ?? label.textContent ?? '';
  });
}

async function focusedRow({ board }: BoardPage): Promise<string | null> {
  return board.locator('.row:focus .reference').textContent();
}
