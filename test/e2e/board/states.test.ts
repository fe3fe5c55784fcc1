import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openTcpProxy } from '../client/tcp-proxy.ts';
import { openBoard } from './board-page.ts';
import { inspect } from './inspect.ts';
import { noticeOf, noticesUpTo } from './notices.ts';
import { openDemo } from './open-demo.ts';

const minutesMs = 60_000;

describe.skipIf(noBrowser)('axe finds no violation, wide and narrow, light and dark', () => {
  it('on the rows and on an opened notice, in each of its tabs', { timeout: 3 * minutesMs }, async () => {
    await using demo = await openDemo();
    await using open = await openBoard(demo.landfall.url);
    const violations: string[] = [];
    await open.board.locator('.schedule time').first().waitFor();
    violations.push(...(await inspect(open, 'rows')));
    await open.set('density', 'compact');
    violations.push(...(await inspect(open, 'compact', { isInKnownColors: true })));
    await open.set('density', 'comfortable');
    await open.board.locator('.canvas .row', { hasText: 'Updated' }).first().click();
    await open.board.locator('.panel table, .panel h3').first().waitFor();
    violations.push(...(await inspect(open, 'opened-overview')));
    const tabs = { History: '.diff', 'Port call': '.chart', Matches: '.comparisons', Document: '.actions' };
    for (const [tab, landmark] of Object.entries(tabs)) {
      await open.board.getByRole('tab', { name: tab }).click();
      if (tab === 'Document') await open.board.getByRole('button', { name: 'Fetch the document' }).click();
      await open.board
        .locator(`.panel ${tab === 'Document' ? 'pre' : landmark}`)
        .first()
        .waitFor();
      // Of the document as a whole the first tab was asked already.
      violations.push(...(await inspect(open, `opened-${tab.toLowerCase().replace(' ', '-')}`, { part: '.panel' })));
    }
    await open.page.keyboard.press('Escape');
    await open.set('lang', 'de');
    await open.page.evaluate("document.documentElement.dir = 'rtl'");
    violations.push(...(await inspect(open, 'right-to-left-german', { isInKnownColors: true })));
    expect(violations).toEqual([]);
    expect(open.complaints).toEqual([]);
  });

  it('on help, filters, a number looked up, no match, and no notice', { timeout: 2 * minutesMs }, async () => {
    await using landfall = await openLandfall();
    await using open = await openBoard(landfall.url);
    const violations: string[] = [];
    await open.board.getByText('No notices yet').waitFor();
    violations.push(...(await inspect(open, 'empty')));
    await landfall.push(...noticesUpTo(3), noticeOf({ reference: 'N00003', second: 1, arrival: '2026-12-01' }));
    await open.row('N00003').waitFor();
    await open.board.getByRole('button', { name: 'Keyboard' }).click();
    violations.push(...(await inspect(open, 'help')));
    await open.page.keyboard.press('Escape');
    await open.board.getByRole('searchbox').fill('N00002');
    await open.board.getByRole('button', { name: 'Search all' }).click();
    await open.board.getByText('1 found for N00002').waitFor();
    violations.push(...(await inspect(open, 'looked-up')));
    await open.board.getByRole('searchbox').fill('nothing at all');
    await open.board.getByText('Nothing matches').waitFor();
    violations.push(...(await inspect(open, 'no-match')));
    expect(violations).toEqual([]);
  });

  it('on rows that are awaited, and while the connection is lost, and after', { timeout: 2 * minutesMs }, async () => {
    await using landfall = await openLandfall();
    await landfall.push(...noticesUpTo(8));
    await using network = await openTcpProxy(landfall.port);
    await using open = await openBoard(network.url);
    const violations: string[] = [];
    await open.row('N00008').waitFor();
    await open.board.locator('[data-state="live"]').waitFor();
    network.be('refusing');
    await open.board.locator('.banner.bad').waitFor();
    violations.push(...(await inspect(open, 'disconnected')));
    await landfall.push(noticeOf({ reference: 'N00004', second: 1, arrival: '2026-12-02' }));
    network.be('open');
    await open.board.getByText(/1 version came in meanwhile/).waitFor();
    violations.push(...(await inspect(open, 'resumed')));
    // Answers that never come leave the board as it is before them.
    await open.page.route('**/graphql', () => undefined);
    await open.page.reload();
    await open.board.locator('.skeleton').waitFor();
    violations.push(...(await inspect(open, 'loading')));
    expect(violations).toEqual([]);
  });

  it('on an answer of which a part is missing', { timeout: 2 * minutesMs }, async () => {
    await using demo = await openDemo();
    for (const carrier of demo.sandbox.carriers) await carrier[Symbol.asyncDispose]();
    await using open = await openBoard(demo.landfall.url);
    await open.board.getByText(/Part of the answer is missing/).waitFor();
    expect(await open.board.locator('.banner').textContent()).toMatch(
      /(Coral Line|Northern Star Line): schedules (failed or could not be reached|accepts no requests now) \((never answered|last answer)/,
    );
    expect(await inspect(open, 'partial')).toEqual([]);
  });

  it('on a refusal, with the page asking for a key, and on a failure', { timeout: 2 * minutesMs }, async () => {
    await using folder = await temporaryFolder();
    const sha256 = createHash('sha256').update('key-of-blue').digest('hex');
    await writeFile(`${folder.path}/access.yaml`, JSON.stringify({ tenants: { blue: { apiKeys: [{ sha256 }], partners: ['*'] } } }));
    await using landfall = await openLandfall({ ACCESS_FILE: `${folder.path}/access.yaml` });
    await landfall.push(...noticesUpTo(3));
    await using open = await openBoard(landfall.url);
    const violations: string[] = [];
    await open.page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    violations.push(...(await inspect(open, 'sign-in')));
    await open.page.keyboard.press('Escape');
    await open.board.getByText('Sign-in needed').waitFor();
    violations.push(...(await inspect(open, 'refused')));
    await open.board.getByRole('button', { name: 'Try again' }).click();
    await open.page.getByLabel('API key').fill('key-of-blue');
    await open.page.getByRole('button', { name: 'Show arrivals' }).click();
    await open.row('N00003').waitFor();
    await open.set('filter', '{"noSuchField":1}');
    await open.board.getByText('The board cannot be shown').waitFor();
    violations.push(...(await inspect(open, 'failed')));
    await open.set('filter', 'no json');
    await open.row('N00003').waitFor();
    violations.push(...(await inspect(open, 'bad-filter')));
    expect(violations).toEqual([]);
  });
});
