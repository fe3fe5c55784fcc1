import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openProfile, openTab, type Tab } from '../../support/browser.ts';

/** A page with a board, and the problems that the browser reported. */
export interface BoardPage extends AsyncDisposable {
  readonly page: Page;
  readonly board: Locator;
  /** The row of a document. */
  row(reference: string): Locator;
  /** Returns the references of the drawn rows, from top to bottom. */
  references(): Promise<string[]>;
  /**
   * Resolves in the frame in which the row of a document first shows this text as its arrival. A locator looks at
   * growing intervals, at last twice a second, which is too coarse to measure a time.
   */
  arrivalIsDrawn(reference: string, text: string): Promise<void>;
  /** Returns the milliseconds from the opening of the page to the first rows on the screen, as measured by the page. */
  firstRowsMs(): Promise<number>;
  /** Sets an attribute of the board. */
  set(attribute: string, value: string): Promise<void>;
  /** Errors, warnings and violations of the page's policy that the browser reported. */
  readonly complaints: readonly string[];
  /** URLs that the page has requested, including websockets. */
  readonly requested: readonly string[];
}

/** Marks the frame that follows the first rows. */
const markFirstRows = `(() => {
  const look = () => {
    const rows = document.querySelector('landfall-arrivals')?.shadowRoot?.querySelector('.canvas .row');
    if (rows) performance.mark('first rows');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

/** Resolves with the time of that frame. */
const firstRowsMark = `new Promise((resolve) => {
  const look = () => {
    const [mark] = performance.getEntriesByName('first rows');
    if (mark) resolve(mark.startTime);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Resolves in the frame in which a row shows an arrival. */
const arrivalDrawn = (reference: string, text: string) => `new Promise((resolve) => {
  const look = () => {
    const rows = [...document.querySelector('landfall-arrivals').shadowRoot.querySelectorAll('.canvas .row')];
    const row = rows.find((one) => one.querySelector('.reference')?.textContent.trim() === ${JSON.stringify(reference)});
    if (row?.querySelector('.arrival')?.textContent.includes(${JSON.stringify(text)})) resolve();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Long enough for busy machines, too. */
const patienceMs = 20_000;

/** Opens the page of a Landfall in a tab that the tests of a worker use one after the other. */
export async function openBoard(url: string): Promise<BoardPage> {
  return boardIn(await openTab(), url);
}

/**
 * Opens the page of a Landfall in a new profile, as a first-time visitor does.
 *
 * @param device a desktop screen unless something else is given
 */
export async function openBoardPage(browser: Browser, url: string, device: BrowserContextOptions = {}): Promise<BoardPage> {
  const context = await openProfile(browser, device);
  return boardIn({ page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() }, url);
}

async function boardIn(tab: Tab, url: string): Promise<BoardPage> {
  const { page } = tab;
  page.setDefaultTimeout(patienceMs);
  const complaints: string[] = [];
  const queried: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => queried.push(request.url()));
  page.on('websocket', (socket) => queried.push(socket.url()));
  const marking = await page.addInitScript(markFirstRows);
  await page.goto(url);
  await marking.dispose();
  const board = page.locator('landfall-arrivals');
  return {
    page,
    board,
    complaints,
    requested: queried,
    row: (reference) => board.locator('.canvas .row').filter({ has: page.getByText(reference, { exact: true }) }),
    references: () => inOrder(board),
    arrivalIsDrawn: (reference, text) => page.evaluate<void>(arrivalDrawn(reference, text)),
    firstRowsMs: async () => Number(await page.evaluate(firstRowsMark)),
    set: (attribute, value) => board.evaluate((element, [name, text]) => element.setAttribute(name, text), [attribute, value] as const),
    [Symbol.asyncDispose]: () => tab[Symbol.asyncDispose](),
  };
}

/**
 * Rows are in the document in the order in which they were drawn; their position on the screen is that of their number.
 * All are read at once, because a row that is removed meanwhile would be waited for.
 */
async function inOrder(board: Locator): Promise<string[]> {
  const rows = await board
    .locator('.canvas .row')
    .evaluateAll((elements) =>
      elements.map((row) => [Number(row.getAttribute('aria-rowindex')), row.querySelector('.reference')?.textContent ?? ''] as const),
    );
  return rows.sort(([left], [right]) => left - right).map(([, reference]) => reference);
}
