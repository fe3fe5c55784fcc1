import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's package, and the names that other distributions use. */
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

/**
 * Whether tests that need a browser can run: `it.skipIf(noBrowser)`. Where none is installed a line says that they are
 * left out; with `CI` set {@link openBrowser} fails instead, so that nothing is left out unnoticed.
 */
export const noBrowser = installed === undefined && !process.env['CI'];

if (noBrowser) process.stderr.write('\n*** NO CHROMIUM: every test that needs a browser is left out. ***\n\n');

/** A real browser without a window. */
export interface OpenBrowser extends AsyncDisposable {
  readonly browser: Browser;
}

/** A tab for the exclusive use of one test. */
export interface Tab extends AsyncDisposable {
  readonly page: Page;
}

/** @throws {Error} when no chromium is installed */
export async function openBrowser(): Promise<OpenBrowser> {
  if (installed === undefined) throw new Error('No chromium for the tests, and CI must not leave any out');
  // The sandbox needs rights that a container does not give; the pages are our own.
  const browser = await chromium.launch({ executablePath: installed, args: ['--no-sandbox', '--disable-gpu'] });
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}

/** As wide as a desk. */
const viewport = { width: 1280, height: 800 };

/** The profile of a reader in Europe, with nothing in it. */
export function openProfile(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport, locale: 'en-GB', timezoneId: 'Europe/Berlin' });
}

/** Started at first use. It ends with the worker that runs the tests, as all that playwright starts. */
let shared: Promise<OpenBrowser> | undefined;
/** Tabs that no test uses at the moment. */
const idle: Page[] = [];

/**
 * Returns the browser that all tests of a worker share: a start takes more than a second of CPU.
 *
 * @throws {Error} when no chromium is installed
 */
export async function sharedBrowser(): Promise<Browser> {
  // One that crashed has failed its test, and fails no other.
  if (shared !== undefined && !(await shared).browser.isConnected()) {
    shared = undefined;
    idle.length = 0;
  }
  shared ??= openBrowser();
  return (await shared).browser;
}

/**
 * Opens a tab, in a profile of its own, of the one browser that all tests of a worker share. When its test is over it is
 * emptied and kept for the next one: what a browser does for the first page of a new tab costs three times the page.
 *
 * @throws {Error} when no chromium is installed
 */
export async function openTab(): Promise<Tab> {
  const browser = await sharedBrowser();
  const page = idle.pop() ?? (await (await openProfile(browser)).newPage());
  return { page, [Symbol.asyncDispose]: () => empty(page) };
}

/** What tests listen to. */
const reported = ['console', 'pageerror', 'request', 'websocket'] as const;

async function empty(page: Page): Promise<void> {
  for (const event of reported) page.removeAllListeners(event);
  try {
    await page.unrouteAll();
    await page.context().setOffline(false);
    await page.evaluate('sessionStorage.clear()');
    const { origin } = new URL(page.url());
    await page.goto('about:blank');
    // Only now can the page not write there any more.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await devtools.detach();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    await page.mouse.move(0, 0);
    idle.push(page);
  } catch {
    // Whatever a failed test has left there, no other test gets to see it.
    await page.context().close();
  }
}
