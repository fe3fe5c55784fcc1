import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The path of Debian's package, and those of other distributions. */
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

/**
 * Whether tests that need a browser must be skipped: `it.skipIf(noBrowser)`. A line reports that they are skipped. With
 * `CI` set they are not skipped; {@link openBrowser} fails instead, so that no test is skipped unnoticed.
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

/**
 * Chromium uses only the last list of disabled features, so this one repeats the list of Playwright. Without the first
 * two, the address bar of each window loads two pages for its suggestions, which costs more CPU than a page of a test.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Opens the browser. @throws {Error} when no chromium is installed */
export async function openBrowser(): Promise<OpenBrowser> {
  if (installed === undefined) throw new Error('No chromium for the tests, and CI must not leave any out');
  // The sandbox needs rights that a container does not have, and the pages are our own.
  const args = ['--no-sandbox', '--disable-gpu', `--disable-features=${disabledFeatures.join()}`];
  const browser = await chromium.launch({ executablePath: installed, args });
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}

/** The size of a desktop screen. */
const viewport = { width: 1280, height: 800 };

/** Creates an empty profile with a European locale. */
export function openProfile(browser: Browser, device: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ viewport, locale: 'en-GB', timezoneId: 'Europe/Berlin', ...device });
}

/** Started at first use. It ends, like everything that playwright starts, with the worker that runs the tests. */
let shared: Promise<OpenBrowser> | undefined;
/** Tabs that no test uses at the moment. */
const idle: Page[] = [];

/**
 * Returns the browser that all tests of a worker share, because a start takes more than a second of CPU.
 *
 * @throws {Error} when no chromium is installed
 */
export async function sharedBrowser(): Promise<Browser> {
  // A browser that has crashed has failed its test, and must not fail others.
  if (shared !== undefined && !(await shared).browser.isConnected()) {
    shared = undefined;
    idle.length = 0;
  }
  shared ??= openBrowser();
  return (await shared).browser;
}

/**
 * Opens a tab, in a separate profile, of the browser that all tests of a worker share. After its test the tab is
 * emptied and kept for the next one, because creating the first page of a new tab costs three times as much as the
 * page.
 *
 * @throws {Error} when no chromium is installed
 */
export async function openTab(): Promise<Tab> {
  const browser = await sharedBrowser();
  const page = idle.pop() ?? (await (await openProfile(browser)).newPage());
  return { page, [Symbol.asyncDispose]: () => empty(page) };
}

/** The events that tests listen to. */
const reported = ['console', 'pageerror', 'request', 'websocket'] as const;

async function empty(page: Page): Promise<void> {
  for (const event of reported) page.removeAllListeners(event);
  try {
    await page.unrouteAll();
    await page.context().setOffline(false);
    await page.evaluate('sessionStorage.clear()');
    const { origin } = new URL(page.url());
    await page.goto('about:blank');
    // Cleared only now, when the page can no longer write there.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await devtools.detach();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    await page.mouse.move(0, 0);
    idle.push(page);
  } catch {
    // Nothing that a failed test has left may be visible to another test.
    await page.context().close();
  }
}
