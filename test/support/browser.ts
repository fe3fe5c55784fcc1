import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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

/** @throws {Error} when no chromium is installed */
export async function openBrowser(): Promise<OpenBrowser> {
  if (installed === undefined) throw new Error('No chromium for the tests, and CI must not leave any out');
  // The sandbox needs rights that a container does not give; the pages are our own.
  const browser = await chromium.launch({ executablePath: installed, args: ['--no-sandbox', '--disable-gpu'] });
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}
