import { join } from 'node:path';
import { packageRoot } from '#platform/package-root.ts';
import { openBrowser, openProfile } from './browser.ts';

/**
 * Takes the README's picture of the board, from a demo that has run for a minute:
 * `npx tsx test/support/board-picture.ts http://localhost:4000`.
 */
const [url = 'http://localhost:4000'] = process.argv.slice(2);
await using open = await openBrowser();
const page = await (await openProfile(open.browser)).newPage();
await page.setViewportSize({ width: 1440, height: 600 });
await page.goto(url);
const board = page.locator('landfall-arrivals');
await board.locator('.canvas .row').first().waitFor();
// The counts of the tabs are read after the rows.
await board.getByText(/^\d+ arrivals?$/).waitFor();
await page.screenshot({ path: join(packageRoot, 'packages', 'board', 'board.png') });
