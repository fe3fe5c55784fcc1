import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '#platform/package-root.ts';
import { noBrowser, openTab } from '../../support/browser.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openPageServer } from '../../support/page-server.ts';
import { type BoardPage, openBoard } from './board-page.ts';
import { noticeOf, noticesUpTo } from './notices.ts';
import { type OpenDemo, openDemo } from './open-demo.ts';

const maxBundleBytes = 70 * 1024;

let demo: OpenDemo;
beforeAll(async () => {
  if (!noBrowser) demo = await openDemo();
});
afterAll(() => demo?.[Symbol.asyncDispose]());

it('the component is one module of at most 70 KB gzipped, and loads nothing else', async () => {
  const bundle = await readFile(join(packageRoot, 'dist', 'gateway', 'web', 'board', 'landfall-arrivals.js'));
  expect(gzipSync(bundle).byteLength).toBeLessThanOrEqual(maxBundleBytes);
  expect(bundle.toString()).not.toMatch(/\bimport\s*[('"{*]|\bfrom\s*["']\.{0,2}\//);
});

it.skipIf(noBrowser)(
  'on a page whose origin is not allowed, the board says so, and nothing of the kind while the server is away',
  async () => {
    const site = { '/': 'test/e2e/board/not-allowed.html', '/landfall-arrivals.js': 'dist/gateway/web/board/landfall-arrivals.js' };
    await using website = await openPageServer(site);
    await using landfall = await openLandfall();
    await using tab = await openTab();
    const { page } = tab;
    const explanation = page.getByText(`This page's address is not allowed: ${website.origin} (ALLOWED_ORIGINS)`);
    await page.goto(`${website.origin}/?${new URLSearchParams({ url: `${landfall.url}/graphql` })}`);
    await explanation.waitFor();
    await page.goto(`${website.origin}/?${new URLSearchParams({ url: 'http://127.0.0.1:9/graphql' })}`);
    await page.locator('landfall-arrivals [data-state="waiting"]').waitFor();
    expect(await explanation.count()).toBe(0);
  },
);

describe.skipIf(noBrowser)('the page at /', () => {
  it('sends requests to its own origin only, and violates no rule of a policy without unsafe-inline and unsafe-eval', async () => {
    const policy = (await fetch(demo.landfall.url)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    await using open = await openBoard(demo.landfall.url);
    // Until the schedules and the first events have arrived, rows may move under the pointer.
    await open.board.locator('[data-state="live"]').waitFor();
    await open.board.locator('.canvas .row').first().press('Enter');
    for (const tab of ['History', 'Costs', 'Document']) await open.board.getByRole('tab', { name: tab }).click();
    await open.board.getByText('The notice as it was sent').click();
    await open.board.locator('.tabpanel details').waitFor();
    const { host } = new URL(demo.landfall.url);
    expect(open.requested.filter((address) => /^(http|ws)/.test(address) && new URL(address).host !== host)).toEqual([]);
    expect(open.requested.some((address) => address.startsWith('ws:'))).toBe(true);
    expect(open.complaints).toEqual([]);
  });

  it('says that a key was not accepted, only after one was entered', async () => {
    await using folder = await temporaryFolder();
    await writeFile(`${folder.path}/access.yaml`, JSON.stringify({ tenants: { blue: tenantOf('blue', ['acme']) } }));
    await using landfall = await openLandfall({ ACCESS_FILE: `${folder.path}/access.yaml` }, { evaluatesArrivals: true });
    await landfall.push(noticeOf({ reference: 'KEY1' }));
    await using open = await openBoard(landfall.url);
    await open.page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    const refusal = open.page.getByRole('alert').filter({ hasText: 'This API key was not accepted' });
    expect(await refusal.count()).toBe(0);
    await signIn(open, 'stranger');
    await refusal.waitFor();
    await signIn(open, 'blue');
    await open.row('KEY1').waitFor();
  });

  it('two tabs of two tenants show only the rows of each, initially and live', async () => {
    await using folder = await temporaryFolder();
    const tenants = { blue: tenantOf('blue', ['acme']), red: tenantOf('red', ['other']) };
    await writeFile(`${folder.path}/access.yaml`, JSON.stringify({ tenants }));
    await using landfall = await openLandfall({ ACCESS_FILE: `${folder.path}/access.yaml` }, { evaluatesArrivals: true });
    const pushAsOther = (reference: string) =>
      landfall.dcsa('/arrival-notices', {
        key: 'key-of-other',
        body: JSON.stringify({ arrivalNotices: [{ ...noticeOf({ reference }), carrierCode: 'OTHR' }] }),
      });
    await landfall.push(noticeOf({ reference: 'BLUE1' }));
    await pushAsOther('RED1');
    await using blue = await openBoard(landfall.url);
    await using red = await openBoard(landfall.url);
    await signIn(blue, 'blue');
    await signIn(red, 'red');
    await blue.row('BLUE1').waitFor();
    await red.row('RED1').waitFor();
    for (const { board } of [blue, red]) await board.locator('[data-state="live"]').waitFor();
    await landfall.push(noticeOf({ reference: 'BLUE2' }));
    await pushAsOther('RED2');
    await blue.row('BLUE2').waitFor();
    await red.row('RED2').waitFor();
    await expect.poll(async () => (await blue.references()).sort()).toEqual(['BLUE1', 'BLUE2']);
    await expect.poll(async () => (await red.references()).sort()).toEqual(['RED1', 'RED2']);
  });
});

describe.skipIf(noBrowser)('the element', () => {
  it('notifies the page of its status and of opened and closed rows', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(...noticesUpTo(3));
    await using open = await openBoard(landfall.url);
    await open.row('N00003').waitFor();
    await open.page.evaluate(`
      globalThis.events = [];
      for (const name of ['landfall-select', 'landfall-status']) addEventListener(name, ({ type, detail }) => events.push([type, detail]));
    `);
    await open.row('N00002').click();
    await open.board.locator('.panel h2:focus').waitFor();
    await open.page.keyboard.press('Escape');
    await open.board.getByRole('dialog').waitFor({ state: 'detached' });
    const events = (await open.page.evaluate('events')) as [string, { transportDocumentReference?: string | null; state?: string }][];
    const selected = events.filter(([type]) => type === 'landfall-select').map(([, detail]) => detail.transportDocumentReference);
    expect(selected).toEqual(['N00002', null]);
    await open.set('filter', '{"noSuchField":1}');
    await open.board.getByText('The board cannot be shown').waitFor();
    expect(await open.page.evaluate('events.at(-1)')).toEqual(['landfall-status', { state: 'failed' }]);
  });

  it('can be on a page several times independently, and closes its socket when it is removed', async () => {
    await using landfall = await openLandfall({}, { evaluatesArrivals: true });
    await landfall.push(noticeOf({ reference: 'A1' }), noticeOf({ reference: 'A2', port: 'DEHAM' }));
    await using open = await openBoard(landfall.url);
    await open.row('A2').waitFor();
    const sockets: string[] = [];
    open.page.on('websocket', (socket) => {
      sockets.push('open');
      socket.on('close', () => sockets.push('closed'));
    });
    await open.page.evaluate(`
      const second = document.createElement('landfall-arrivals');
      second.id = 'second';
      second.setAttribute('filter', '{"UNLocationCodes":["DEHAM"]}');
      second.setAttribute('lang', 'de');
      document.querySelector('main').append(second);
    `);
    const second = open.page.locator('#second');
    await second.locator('.canvas .row').waitFor();
    expect(await second.locator('.reference').allTextContents()).toEqual(['A2']);
    expect(await second.locator('.title').textContent()).toBe('Ankünfte');
    expect(await open.page.locator('landfall-arrivals:not(#second) .title').textContent()).toBe('Arrivals');
    await second.locator('[data-state="live"]').waitFor();
    await open.page.evaluate('document.querySelector("#second").remove()');
    await expect.poll(() => sockets).toEqual(['open', 'closed']);
  });
});

function tenantOf(name: string, partners: readonly string[]): object {
  return { apiKeys: [{ sha256: createHash('sha256').update(`key-of-${name}`).digest('hex') }], partners };
}

async function signIn({ page }: BoardPage, tenant: string): Promise<void> {
  await page.getByLabel('API key').fill(`key-of-${tenant}`);
  await page.getByRole('button', { name: 'Show arrivals' }).click();
}
