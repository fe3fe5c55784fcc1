import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openBoard } from './board-page.ts';
import { inspect } from './inspect.ts';
import { noticeOf, noticesUpTo } from './notices.ts';

describe.skipIf(noBrowser)('the board', () => {
  it('finds notices that are not loaded by the typed text, and never reports "no match" while others are not loaded', async () => {
    await using landfall = await openLandfall();
    await landfall.push(noticeOf({ reference: 'EARLY1', vessel: 'MV Albatross', port: 'DEHAM' }));
    await landfall.push(...noticesUpTo(60));
    await using open = await openBoard(landfall.url);
    await open.board.getByText('50 loaded').or(open.board.locator('.coverage')).first().waitFor();
    const search = open.board.getByRole('searchbox');
    for (const text of ['EARLY1', 'albatross', 'nsxu 0000001', 'deham']) {
      await search.fill('N00060');
      await open.row('N00060').waitFor();
      await search.fill(text);
      await open.board.getByText(/found for/).waitFor();
      await open.row('EARLY1').waitFor();
      expect(await open.board.getByText('Nothing matches').count()).toBe(0);
    }
    await search.fill('albatr');
    await open.board.getByText('No loaded notice matches', { exact: true }).waitFor();
    expect(await inspect(open, 'none-loaded')).toEqual([]);
    await open.board.locator('.blank').getByRole('button', { name: 'Load more' }).click();
    await open.row('EARLY1').waitFor();
    await search.fill('no such ship');
    await open.board.getByText('Nothing matches').waitFor();
  });

  it('shows what partners write as text, and never as HTML', async () => {
    await using landfall = await openLandfall();
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
    await landfall.push({ ...said, issueDateTime: '2026-11-20T09:00:00Z', versionLabel: markup('next') });
    await open.board.locator('.canvas .row', { hasText: markup('next') }).waitFor();
    await open.board.locator('.canvas .row').click();
    for (const tab of ['Overview', 'History', 'Port call', 'Matches', 'Document']) {
      await open.board.getByRole('tab', { name: tab }).click();
      if (tab === 'Document') await open.board.getByRole('button', { name: 'Fetch the document' }).click();
      if (tab === 'Document') await open.board.locator('.panel pre').waitFor();
      expect([tab, await open.board.locator('img, b, script').count()]).toEqual([tab, 0]);
    }
    await open.board.getByRole('searchbox').fill(markup('reference'));
    await open.board.getByRole('button', { name: 'Search all' }).click();
    await open.board.getByText('1 found for').waitFor();
    expect(await open.board.locator('img, b, script').count()).toBe(0);
    expect(await open.page.evaluate('globalThis.harmed')).toBeUndefined();
  });
});
