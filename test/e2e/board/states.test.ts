import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { noBrowser } from '../../support/browser.ts';
import { dayIn } from '../../support/day-in.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { until } from '../../support/until.ts';
import { openTcpProxy } from '../client/tcp-proxy.ts';
import { openBoard } from './board-page.ts';
import { inspect } from './inspect.ts';
import { noticeOf, noticesUpTo } from './notices.ts';
import { openDemo } from './open-demo.ts';

const minutesMs = 60_000;

describe.skipIf(noBrowser)('axe finds no violation, wide and narrow, light and dark', () => {
  it('on the rows of the demo, with an opened arrival, on filters, and on German right to left', { timeout: 3 * minutesMs }, async () => {
    await using demo = await openDemo();
    await using open = await openBoard(`${demo.landfall.url}/?view=all`);
    const violations: string[] = [];
    await open.board.locator('.axis .schedule').first().waitFor();
    violations.push(...(await inspect(open, 'rows')));
    const boxes = open.board.locator('.canvas .row .select input');
    await boxes.nth(0).click();
    await boxes.nth(2).click();
    await open.board.evaluate((element) =>
      Object.assign(element, {
        columns: [{ id: 'own', heading: 'Own', value: () => 'own' }],
        actions: [{ label: 'Assign', run: () => undefined }],
      }),
    );
    violations.push(...(await inspect(open, 'selected', { parts: ['.selection', '.head', '.row.selected', '.row.selected + .row'] })));
    await open.board.getByRole('button', { name: 'Clear the selection' }).click();
    await open.board.getByRole('button', { name: 'More' }).click();
    violations.push(...(await inspect(open, 'more', { parts: ['.menu'] })));
    await open.page.keyboard.press('Escape');
    await open.board.getByRole('radio', { name: 'Containers' }).check();
    await open.board.getByText(/\d+ containers/).waitFor();
    violations.push(...(await inspect(open, 'containers', { isInKnownColors: true })));
    await open.board.getByRole('radio', { name: 'Documents' }).check();
    await open.board.getByText(/\d+ arrivals/).waitFor();
    await open.set('density', 'compact');
    violations.push(...(await inspect(open, 'compact', { isInKnownColors: true })));
    await open.set('density', 'comfortable');
    await open.board.locator('.canvas .row').first().press('Enter');
    await open.board.locator('.panel h3').first().waitFor();
    violations.push(...(await inspect(open, 'opened', { parts: ['.panel', '.row.opened'] })));
    await open.page.keyboard.press('Escape');
    await open.board.locator('.panel').waitFor({ state: 'detached' });
    await open.board.getByRole('button', { name: 'Filters' }).click();
    await open.board.getByRole('button', { name: 'ETA moved', exact: true }).click();
    violations.push(...(await inspect(open, 'filters', { parts: ['.sheet', '.active'] })));
    await open.page.keyboard.press('Escape');
    await open.set('lang', 'de');
    await open.page.evaluate("document.documentElement.dir = 'rtl'");
    violations.push(...(await inspect(open, 'right-to-left-german', { isInKnownColors: true })));
    expect(violations).toEqual([]);
    expect(open.complaints).toEqual([]);
  });

  it('on help, a mark, a search without a match, and a new server that explains how to begin', { timeout: 2 * minutesMs }, async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await using open = await openBoard(landfall.url);
    const violations: string[] = [];
    await open.board.getByText('No arrivals yet').waitFor();
    await open.board.getByText('Add your first partner').waitFor();
    violations.push(...(await inspect(open, 'empty')));
    await landfall.push(...noticesUpTo(3));
    await open.row('N00003').waitFor();
    await open.board.getByRole('button', { name: 'Help' }).click();
    violations.push(...(await inspect(open, 'help', { parts: ['.help'] })));
    await open.page.keyboard.press('Escape');
    await open.row('N00003').hover();
    await open.row('N00003').getByRole('button', { name: 'Mark as collected: N00003' }).click();
    await open.board.getByText('N00003: collected.').waitFor();
    violations.push(...(await inspect(open, 'marked')));
    await open.board.getByRole('searchbox').fill('nothing at all');
    await open.board.getByText('Nothing matches').waitFor();
    violations.push(...(await inspect(open, 'no-match', { parts: ['.blank', '.active'] })));
    expect(violations).toEqual([]);
  });

  it('on rows that are loading, and while the connection is lost, and after', { timeout: 2 * minutesMs }, async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(8));
    await using network = await openTcpProxy(landfall.port);
    await using open = await openBoard(network.url);
    const violations: string[] = [];
    await open.row('N00008').waitFor();
    await open.board.locator('[data-state="live"]').waitFor();
    network.be('refusing');
    await open.board.locator('.banner.bad').waitFor();
    violations.push(...(await inspect(open, 'disconnected', { parts: ['.status', '.header'] })));
    await landfall.push(noticeOf({ reference: 'N00004', second: 1, arrival: dayIn(11) }));
    network.be('open');
    await open.board.getByText(/1 notice arrived meanwhile/).waitFor();
    violations.push(...(await inspect(open, 'resumed', { parts: ['.status', '.header'] })));
    // Answers that never arrive keep the board in the loading state.
    await open.page.route('**/graphql', () => undefined);
    await open.page.reload();
    await open.board.locator('.skeleton').waitFor();
    violations.push(...(await inspect(open, 'loading', { parts: ['.skeleton', '.header'] })));
    expect(violations).toEqual([]);
  });

  it('on rows whose schedules are unavailable, and on an opened arrival with a missing part', {
    timeout: 3 * minutesMs,
  }, async () => {
    await using demo = await openDemo({ ALERTS_SCHEDULE_SECONDS: '1' });
    const { landfall, sandbox } = demo;
    const readStated = async () => {
      const query = '{ arrivals(first: 100) { nodes { statements { schedule { arrival { localDate } isStale } } } } }';
      const { arrivals } = await landfall.query<{
        arrivals: { nodes: { statements: { schedule: { arrival: unknown; isStale: boolean } } }[] };
      }>(query);
      return arrivals.nodes.map(({ statements: { schedule } }) => schedule).filter(({ arrival }) => arrival !== null);
    };
    // An arrival whose notice changes afterwards has no schedule until the partners are available.
    await until(async () => (await readStated()).length >= 10);
    await sandbox[Symbol.asyncDispose]();
    // Also those whose partners' earlier answers are still cached.
    await until(async () => (await readStated()).every(({ isStale }) => isStale));
    await using open = await openBoard(`${landfall.url}/?view=all`);
    const violations: string[] = [];
    await open.board.getByText(/an older schedule time/).waitFor();
    violations.push(...(await inspect(open, 'stale')));
    // The gateway's answer while the subgraph of notices is unavailable.
    const errors = [{ message: 'The subgraph is unavailable.', path: ['arrivalNotice'], extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }];
    await open.page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('BoardNotice(')) return route.continue();
      const answer = (await (await route.fetch()).json()) as { data: object };
      await route.fulfill({ json: { data: { ...answer.data, arrivalNotice: null }, errors } });
    });
    await open.board.locator('.canvas .row').first().press('Enter');
    await open.board.getByRole('dialog').getByText('A part cannot be shown now.').waitFor();
    violations.push(...(await inspect(open, 'partial', { parts: ['.panel'] })));
    expect(violations).toEqual([]);
  });

  it('on a rejection, with the page requesting a key, and on a failure', { timeout: 2 * minutesMs }, async () => {
    await using folder = await temporaryFolder();
    const sha256 = createHash('sha256').update('key-of-blue').digest('hex');
    await writeFile(`${folder.path}/access.yaml`, JSON.stringify({ tenants: { blue: { apiKeys: [{ sha256 }], partners: ['*'] } } }));
    await using landfall = await openLandfall({ ACCESS_FILE: `${folder.path}/access.yaml` }, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(3));
    await using open = await openBoard(landfall.url);
    const violations: string[] = [];
    await open.page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    violations.push(...(await inspect(open, 'sign-in')));
    await open.page.keyboard.press('Escape');
    await open.board.getByText('Sign-in needed').waitFor();
    violations.push(...(await inspect(open, 'refused', { parts: ['.blank', '.header'] })));
    await open.board.getByRole('button', { name: 'Sign in' }).click();
    await open.page.getByLabel('API key').fill('key-of-blue');
    await open.page.getByRole('button', { name: 'Show arrivals' }).click();
    await open.row('N00003').waitFor();
    await open.set('filter', '{"noSuchField":1}');
    await open.board.getByText('The board cannot be shown').waitFor();
    violations.push(...(await inspect(open, 'failed', { parts: ['.blank'] })));
    await open.set('filter', 'no json');
    await open.row('N00003').waitFor();
    violations.push(...(await inspect(open, 'bad-filter', { parts: ['.status'] })));
    expect(violations).toEqual([]);
  });
});
