import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noBrowser, sharedBrowser } from '../../support/browser.ts';
import { dayIn } from '../../support/day-in.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openTcpProxy } from '../client/tcp-proxy.ts';
import { type BoardPage, openBoardPage } from './board-page.ts';
import { type CutText, cutTexts } from './cut-texts.ts';
import { pushDesk } from './desk-notices.ts';
import { noticeOf } from './notices.ts';
import { type OpenDemo, openDemo } from './open-demo.ts';

const widths: readonly number[] = [1440, 1280, 1024, 768, 390];
/** Where a menu, the panel or a bar is as wide as it gets beside and over the list, and on a phone; the rows are checked at every width. */
const [menuWidths, panelWidths, barWidths] = [
  [1440, 768, 390],
  [1024, 390],
  [1440, 390],
];
const minutesMs = 60_000;
const languages = [
  { lang: 'en', locale: 'en-GB' },
  { lang: 'de', locale: 'de-DE' },
] as const;

/** Something to look at: what opens it at each width, and what closes it. */
interface Look {
  readonly open?: (open: BoardPage) => Promise<void>;
  readonly close?: (open: BoardPage) => Promise<void>;
  /** @default all of them */
  readonly at?: readonly number[];
}

const pressEscape = ({ page }: BoardPage): Promise<void> => page.keyboard.press('Escape');
const press = (selector: string): Look => ({
  open: ({ board }) => board.locator(selector).first().press('Enter'),
  close: pressEscape,
  at: menuWidths,
});

/** Returns the texts that are cut at any of the widths. */
async function cutIn(open: BoardPage, state: string, { open: show, close, at = widths }: Look = {}): Promise<CutText[]> {
  const found = new Map<string, CutText>();
  for (const width of at) {
    await open.page.setViewportSize({ width, height: 900 });
    await show?.(open);
    // Sizes are observed, then rows are drawn.
    await open.board.evaluate(
      () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)))),
    );
    for (const cut of await open.page.evaluate(cutTexts))
      found.set(JSON.stringify(cut), { ...cut, element: `${cut.element}, ${state}, ${width} px` });
    await close?.(open);
  }
  await open.page.setViewportSize({ width: 1440, height: 900 });
  return [...found.values()];
}

describe.skipIf(noBrowser)('at every width, no text is cut', () => {
  let demo: OpenDemo;
  beforeAll(async () => {
    demo = await openDemo();
  });
  afterAll(() => demo[Symbol.asyncDispose]());

  it.each(languages)(
    'in $lang: in rows of each kind, opened rows, selections and menus of the demo, and while it is away',
    { timeout: 3 * minutesMs },
    async ({ lang, locale }) => {
      await using network = await openTcpProxy(demo.landfall.port);
      await using open = await openBoardPage(await sharedBrowser(), `${network.url}/?view=all`, { locale });
      const { board, page } = open;
      await open.set('lang', lang);
      await board.locator('.axis .schedule').first().waitFor();
      const cut: CutText[] = [];
      const rowKinds = board.locator('.row-kinds input');
      for (const [at, kind] of ['documents', 'containers', 'ships'].entries()) {
        await rowKinds.nth(at).check();
        await board.locator('[aria-busy="false"]').waitFor();
        cut.push(...(await cutIn(open, kind)));
        await board.locator('.canvas .row .select input').nth(0).click();
        await board.locator('.canvas .row .select input').nth(2).click();
        cut.push(...(await cutIn(open, `selected ${kind}`, { at: barWidths })));
        await board.locator('.selection > .quiet').click();
      }
      await rowKinds.nth(0).check();
      const looks = {
        filters: press('.controls > button >> nth=0'),
        more: press('.controls > button >> nth=1'),
        help: press('.controls > button >> nth=2'),
      };
      for (const [name, look] of Object.entries(looks)) cut.push(...(await cutIn(open, name, look)));
      await board.locator('.canvas .row').first().press('Enter');
      for (const tab of ['overview', 'history', 'costs', 'document']) {
        await board.locator(`[role=tab][id$=${tab}]`).click();
        await board.locator('.tabpanel .bone.short').waitFor({ state: 'detached' });
        cut.push(...(await cutIn(open, tab, { at: panelWidths })));
      }
      await pressEscape(open);
      await board.getByRole('searchbox').fill('nothing at all');
      await board.locator('.blank').waitFor();
      cut.push(...(await cutIn(open, 'no match', { at: barWidths })));
      await board.getByRole('searchbox').fill('');
      await board.locator('.canvas .row').first().waitFor();
      network.be('refusing');
      await board.locator('.banner.bad').waitFor();
      cut.push(...(await cutIn(open, 'outage', { at: barWidths })));
      expect(cut).toEqual([]);
      await page.context().close();
    },
  );

  it.each(languages)(
    'in $lang: on a new server, in urgent rows, or is in the opened row if no row has room for it',
    { timeout: 3 * minutesMs },
    async ({ lang, locale }) => {
      await using landfall = await openLandfall({}, { evaluatesArrivals: true });
      await using open = await openBoardPage(await sharedBrowser(), landfall.url, { locale });
      const { board, page } = open;
      await open.set('lang', lang);
      await board.locator('.blank').waitFor();
      const cut = await cutIn(open, 'empty', { at: barWidths });
      await pushDesk(landfall, 50);
      const vessel = 'CMA CGM ANTOINE DE SAINT EXUPERY OF THE SEVEN SEAS';
      const long = { reference: 'LONG0000000000000001', vessel, vesselIMONumber: '9783459', arrival: dayIn(-4) };
      const partyName = 'Internationale Handelsgesellschaft für Haushaltsgeräte und Unterhaltungselektronik mbH & Co. KG';
      const freeTimes = [{ typeCodes: ['DEM'], lastFreeDate: { value: dayIn(-9), classifier: 'EST' } }];
      await landfall.push({ ...noticeOf(long), freeTimes, documentParties: [{ partyFunction: 'CN', partyName }] });
      const near = { typeCodes: ['DEM'], lastFreeDate: { value: dayIn(2), classifier: 'EST' } };
      await landfall.push({ ...noticeOf({ reference: 'NEAR1', arrival: dayIn(-4) }), freeTimes: [near] });
      const moved = {
        reference: 'MOVED1',
        second: 1,
        vessel: 'NSL WOLVERINE',
        vesselIMONumber: '9204439',
        port: 'DEHAM',
        arrival: dayIn(4),
      };
      await landfall.push(noticeOf({ reference: moved.reference, arrival: dayIn(2) }));
      await landfall.push(noticeOf(moved));
      const counted = '{ arrivals(filter: { alertKinds: [PORT_CHANGED] }) { totalCount { value } } }';
      await expect.poll(() => landfall.query(counted)).toEqual({ arrivals: { totalCount: { value: 1 } } });
      for (const kind of ['documents', 'containers', 'ships']) {
        await page.goto(`${landfall.url}/?view=all&rows=${kind}`);
        await open.set('lang', lang);
        const longRow = board.locator('.canvas .row').filter({ hasText: vessel });
        await longRow.waitFor();
        const id = await longRow.getAttribute('data-id');
        const found = await cutIn(open, kind);
        cut.push(...found.filter(({ row }) => row !== id));
        if (kind === 'ships') continue;
        await longRow.press('Enter');
        const panel = (await board.locator('.panel').textContent()) ?? '';
        const parts = found.filter(({ row }) => row === id).flatMap(({ text }) => text.split(' · '));
        expect(parts.filter((part) => !panel.includes(part))).toEqual([]);
        await pressEscape(open);
      }
      expect(cut).toEqual([]);
      await page.context().close();
    },
  );
});
