import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { noBrowser, openTab } from '../../support/browser.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { examplesOn } from '../../support/pages.ts';
import { noticesUpTo } from './notices.ts';

const exampleWith = (language: string, word: string) => examplesOn('docs/frontend.md', language).find((text) => text.includes(word)) ?? '';

/** Shows an example of the documentation at the origin of a Landfall. */
async function show(page: Page, landfall: OpenLandfall, html: string): Promise<void> {
  const own = html.replaceAll('https://landfall.example', landfall.url);
  await page.route(`${landfall.url}/own`, (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html>${own}` }));
  await page.goto(`${landfall.url}/own`);
}

/** Does by keyboard alone what both examples are for. */
async function assignAndNote(page: Page): Promise<void> {
  const { keyboard } = page;
  const board = page.locator('landfall-arrivals');
  const row = (reference: string) => board.locator('.row').filter({ has: page.getByText(reference, { exact: true }) });
  const column = (heading: string) => board.getByRole('columnheader', { name: heading });
  await page.setViewportSize({ width: 1600, height: 700 });
  await column('Assigned to').waitFor();
  await column('Note').waitFor();
  page.once('dialog', (dialog) => dialog.accept('Kim'));
  await row('N00002').focus();
  await keyboard.press('Space');
  await keyboard.press('Shift+ArrowDown');
  await board.getByText('2 selected').waitFor();
  await board.getByRole('toolbar').getByRole('button', { name: 'Assign: 2 rows' }).press('Enter');
  await expect.poll(() => board.locator('.row').getByText('Kim').count()).toBe(2);
  await row('N00002').getByText('Kim').waitFor();
  await row('N00002').focus();
  await keyboard.press('Enter');
  await board.getByRole('dialog').getByRole('button', { name: 'Assign: N00002' }).waitFor();
  await page.getByLabel('Note', { exact: true }).focus();
  // Keys of the board are letters in a text of the page.
  await keyboard.type('ask / call');
  await keyboard.press('Tab');
  await keyboard.press('Escape');
  await board.getByRole('dialog').waitFor({ state: 'detached' });
  await row('N00002').getByText('ask / call').waitFor();
  expect(await board.locator('.row').getByText('ask / call').count()).toBe(1);
}

describe.skipIf(noBrowser)("the page's own columns, buttons and notes", () => {
  it('are shown, chosen and used like those of the board, in plain HTML', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(4));
    await using tab = await openTab();
    await show(tab.page, landfall, exampleWith('html', 'slot="panel"'));
    await assignAndNote(tab.page);
    const board = tab.page.locator('landfall-arrivals');
    await board.getByRole('button', { name: 'More' }).click();
    await board.getByRole('checkbox', { name: 'Note' }).click();
    await expect.poll(() => board.getByRole('columnheader', { name: 'Note' }).count()).toBe(0);
  });

  it('work in React in the same way', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(4));
    await using tab = await openTab();
    const render = `import { createRoot } from 'react-dom/client';\ncreateRoot(document.querySelector('main')!).render(<Desk />);`;
    const contents = `${exampleWith('tsx', 'function Desk').replaceAll('https://landfall.example', landfall.url)}\n${render}`;
    const { outputFiles } = await build({
      stdin: { contents, loader: 'tsx', resolveDir: packageRoot },
      alias: { '@landfall/board/react': join(packageRoot, 'packages/board/dist/landfall-arrivals.js') },
      jsx: 'automatic',
      bundle: true,
      format: 'esm',
      write: false,
    });
    await tab.page.route('**/desk.js', (route) => route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' }));
    await show(tab.page, landfall, '<main></main><script type="module" src="/desk.js"></script>');
    await assignAndNote(tab.page);
  });

  it('and what is selected and opened can be set and followed by the page', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(4));
    await using tab = await openTab();
    const { page } = tab;
    await page.goto(landfall.url);
    const board = page.locator('landfall-arrivals');
    await board.locator('.canvas .row').nth(3).waitFor();
    await page.evaluate(
      "document.querySelector('landfall-arrivals').addEventListener('landfall-selection', ({ detail }) => { globalThis.rows = detail.rows; })",
    );
    const first = board.locator('.row', { hasText: 'N00001' });
    await first.getByRole('checkbox').click();
    await board.locator('.row', { hasText: 'N00003' }).click({ modifiers: ['Shift'] });
    await board.getByText('3 selected').waitFor();
    expect(await page.evaluate('rows.map((row) => row.transportDocumentReference)')).toEqual(['N00001', 'N00002', 'N00003']);
    const set = (code: string) => page.evaluate(`{ const board = document.querySelector('landfall-arrivals'); ${code} }`);
    await set('board.opened = rows[1].ids[0]; board.selection = board.selection.slice(0, 1);');
    await board.getByText('1 selected').waitFor();
    await board.getByRole('dialog', { name: 'N00002' }).waitFor();
    await set('board.opened = null; board.selection = [];');
    await board.getByRole('dialog').waitFor({ state: 'detached' });
    await board.getByRole('toolbar').waitFor({ state: 'detached' });
    await first.hover();
    await first.getByRole('button', { name: 'Mark as collected' }).click();
    await first.waitFor({ state: 'detached' });
  });
});
