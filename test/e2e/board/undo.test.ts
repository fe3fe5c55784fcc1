import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { dayIn } from '../../support/day-in.ts';
import { deferred } from '../../support/deferred.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openBoard } from './board-page.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

describe.skipIf(noBrowser)('a mark that is undone', () => {
  it('is counted again, even if its row was never read without it', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    const moved = (reference: string) => noticeOf({ reference, second: 1, arrival: dayIn(4) });
    await landfall.push(...noticesUpTo(3), moved('N00001'));
    await using open = await openBoard(`${landfall.url}/?view=attention`);
    await open.board.getByText('1 arrival', { exact: true }).waitFor();
    // Counts are read after the mark was saved, rows only after it was undone.
    const [saved, undone] = [deferred(), deferred()];
    let isMarked = false;
    await open.page.route('**/graphql', async (route) => {
      const query = route.request().postData() ?? '';
      if (query.includes('BoardCounts(')) await saved.promise;
      if (isMarked && /Board(Rows|Changed)\(/.test(query)) await undone.promise;
      await route.continue();
    });
    await landfall.push(moved('N00002'), moved('N00003'));
    await open.row('N00002').waitFor();
    await open.row('N00003').waitFor();
    isMarked = true;
    await open.row('N00001').press('a');
    await open.board.locator('.toast.saved').waitFor();
    saved.resolve();
    await open.board.getByText(/^2 arrivals/).waitFor();
    await open.row('N00001').press('u');
    await open.board.getByText('N00001: undone.').waitFor();
    undone.resolve();
    await open.board.getByText('3 arrivals', { exact: true }).waitFor();
  });

  it('brings back all rows, as many as they are', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(120));
    await using open = await openBoard(`${landfall.url}/?view=all`);
    await open.board.getByText('120 arrivals', { exact: true }).waitFor();
    await open.board.locator('.canvas .row').first().press('ControlOrMeta+A');
    await open.board.getByText('120 selected').waitFor();
    await open.board.locator('.canvas .row').first().press('c');
    await open.board.getByText('120 rows: collected.').waitFor();
    await open.board.locator('.canvas .row').first().waitFor({ state: 'detached' });
    await open.board.getByRole('button', { name: 'Undo' }).click();
    // The key selects the rows that are back when it is pressed.
    await open.board.getByText('120 arrivals', { exact: true }).waitFor();
    await open.board.locator('.canvas .row').first().press('ControlOrMeta+A');
    await open.board.getByText('120 selected').waitFor();
  });

  it('by its key brings back rows and focus, even if none were left', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(3));
    await using open = await openBoard(`${landfall.url}/?view=all`);
    await open.board.locator('.canvas .row').first().press('ControlOrMeta+A');
    await open.board.getByText('3 selected').waitFor();
    await open.page.keyboard.press('c');
    await open.board.locator('.canvas').waitFor({ state: 'detached' });
    await open.page.keyboard.press('u');
    await open.board.locator('.row:focus').waitFor();
    expect(await open.references()).toHaveLength(3);
  });
});
