import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { noBrowser, sharedBrowser } from '../../support/browser.ts';
import { dayIn } from '../../support/day-in.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openBoard, openBoardPage } from './board-page.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

describe.skipIf(noBrowser)('a planner', () => {
  it('sees first what needs attention and why, acknowledges it with undo, and is notified when a mark was not saved', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(3));
    await landfall.push(noticeOf({ reference: 'N00002', second: 1, arrival: dayIn(4) }));
    await using open = await openBoard(`${landfall.url}/?view=attention`);
    const row = open.row('N00002');
    await row.getByText('ETA moved from').waitFor();
    await row.getByText('Tell the customer: 6 days earlier').waitFor();
    await open.board.evaluate((element) => Object.assign(element, { texts: { next: { ETA_CHANGED: 'Call {document}: {move}' } } }));
    await row.getByText('Call N00002: 6 days earlier').waitFor();
    // What the colour of the edge says.
    expect(await row.getByRole('gridcell').nth(1).ariaSnapshot()).toContain('Look at this: ETA moved');
    await expect.poll(() => open.references()).toEqual(['N00002']);
    await open.board.getByRole('button', { name: /^Needs attention 1/ }).waitFor();
    await row.hover();
    await row.getByRole('button', { name: 'Acknowledge: N00002' }).click();
    await open.board.getByText('Nothing needs attention').waitFor();
    await open.board.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('ETA moved from').waitFor();
    await open.page.route('**/graphql', (route) => route.abort());
    await row.hover();
    await row.getByRole('button', { name: 'Mark as collected: N00002' }).click();
    await open.board.getByText('N00002: not saved, nothing was changed.').waitFor();
    await open.page.unroute('**/graphql');
    await row.getByText('ETA moved from').waitFor();
    await landfall.push(noticeOf({ reference: 'N00001', second: 1, port: 'DEHAM' }));
    await open.row('N00001').getByText('Port: Hamburg instead of Rotterdam').waitFor();
    await expect.poll(() => open.references()).toEqual(['N00001', 'N00002']);
  });

  it('sees late ships and passed free days in row, view and title, and nothing of the kind without them', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    const freeTimes = [{ typeCodes: ['DEM'], duration: 5, timeUnit: 'CD', lastFreeDate: { value: dayIn(-3), classifier: 'EST' } }];
    await landfall.push(noticeOf({ reference: 'N00001' }));
    await using open = await openBoard(`${landfall.url}/?view=all`);
    await open.board.getByRole('button', { name: 'All 1' }).waitFor();
    expect(await open.board.locator('.warning').count()).toBe(0);
    // A ship is late by the rule of `OVERDUE`: its partner is known to state actual times.
    const transport = { portOfDischargeArrivalDate: { value: dayIn(-2), classifier: 'ACT' } };
    await landfall.push({ ...noticeOf({ reference: 'N00002' }), transport });
    await open.row('N00002').waitFor();
    await landfall.push(noticeOf({ reference: 'N00002', second: 1, arrival: dayIn(-2) }), {
      ...noticeOf({ reference: 'N00003' }),
      freeTimes,
    });
    await open.row('N00002').getByText('2 days late', { exact: true }).waitFor();
    await open.row('N00003').getByText('3 days over', { exact: true }).waitFor();
    await open.board.getByRole('button', { name: 'Late 1' }).waitFor();
    await expect.poll(() => open.page.title()).toContain('Past free time 1 · Late 1');
    await open.board.getByRole('button', { name: 'Past free time 1' }).click();
    await expect.poll(() => open.references()).toEqual(['N00003']);
  });

  it('keeps document number and last free day at a zoom of 200 %', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    const freeTimes = [{ typeCodes: ['DEM'], duration: 5, timeUnit: 'CD', lastFreeDate: { value: dayIn(9), classifier: 'EST' } }];
    await landfall.push({ ...noticeOf({ reference: 'N00001' }), freeTimes });
    await using open = await openBoard(`${landfall.url}/?view=all`);
    for (const width of [640, 720, 745, 900, 1280]) {
      await open.page.setViewportSize({ width, height: 800 });
      await open
        .row('N00001')
        .getByText(/\b9 (free )?days left/)
        .waitFor();
    }
  });

  it('marks a container as collected on a phone with one tap, on rows of at most 112 px', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(3));
    await using open = await openBoard(`${landfall.url}/?view=all`);
    await open.page.setViewportSize({ width: 320, height: 640 });
    const row = open.row('N00003');
    const button = row.getByRole('button', { name: 'Mark as collected: N00003' });
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThanOrEqual(112);
    expect(Math.min(...Object.values((await button.boundingBox()) ?? {}).slice(2))).toBeGreaterThanOrEqual(44);
    await button.click();
    await open.board.getByText('N00003: collected.').waitFor();
    await row.waitFor({ state: 'detached' });
    await expect.poll(async () => (await open.references()).sort()).toEqual(['N00001', 'N00002']);
    await open.board.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
  });

  it('sees every column beside the buttons of its row on a tablet, which cannot hover', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(noticeOf({ reference: 'N00001' }));
    await using open = await openBoardPage(await sharedBrowser(), `${landfall.url}/?view=all`, { isMobile: true, hasTouch: true });
    const row = open.board.locator('.canvas .row');
    const coveredPx = () =>
      row.evaluate((element) => {
        const ends = [...element.querySelectorAll('.cell:not(.actions)')].map((cell) => cell.getBoundingClientRect().right);
        const [firstButton] = element.querySelectorAll('.actions button');
        return Math.max(...ends) - (firstButton?.getBoundingClientRect().left ?? 0);
      });
    for (const width of [1240, 1024, 768, 640]) {
      await open.page.setViewportSize({ width, height: 800 });
      await expect.poll(coveredPx).toBeLessThanOrEqual(0);
    }
  });

  it('shares a view and an opened arrival by its URL, saves views, and exports what the filters find', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    const formula = '=HYPERLINK("http://evil.example")';
    await landfall.push(...noticesUpTo(3), noticeOf({ reference: 'H1', port: 'DEHAM', vessel: formula }));
    await landfall.push({ ...noticeOf({ reference: 'H1', port: 'DEHAM', vessel: formula }), typeLabel: 'Second party' });
    await using open = await openBoard(`${landfall.url}/?view=all`);
    await open.row('H1').getByText('Second party').waitFor();
    await expect.poll(async () => (await open.references()).sort()).toEqual(['H1', 'N00001', 'N00002', 'N00003']);
    await open.board.getByRole('button', { name: 'Port of discharge' }).click();
    await open.board.getByRole('option', { name: /Hamburg/ }).click();
    await open.page.keyboard.press('Escape');
    await expect.poll(() => open.references()).toEqual(['H1']);
    await open.board.getByRole('button', { name: 'Save view' }).click();
    await open.board.getByLabel('Name of the view').fill('Hamburg only');
    await open.page.keyboard.press('Enter');
    await open.board.getByRole('button', { name: 'Hamburg only', exact: true }).waitFor();
    await open.board.getByRole('button', { name: 'More' }).click();
    const download = open.page.waitForEvent('download');
    await open.board.getByRole('button', { name: 'Export as CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\uFEFF?Partner,Document,Notice for,/);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    await open.page.keyboard.press('Escape');
    await open.row('H1').click();
    await open.board.locator('.panel').waitFor();
    await using other = await openBoardPage(await sharedBrowser(), open.page.url());
    await other.board.locator('.panel').waitFor();
    await expect.poll(() => other.references()).toEqual(['H1']);
    await open.set('filter', '{"UNLocationCodes":["NLRTM"]}');
    await open.board.getByText('Set by this page: NLRTM').or(open.board.locator('.chip.host')).first().waitFor();
    await open.board.getByText('Nothing matches').waitFor();
  });
});
