import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { noBrowser, openTab } from '../../support/browser.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import { openPageServer } from '../../support/page-server.ts';
import { named, noticeOf, transports } from './open-client.ts';
import { openTcpProxy } from './tcp-proxy.ts';

const site = {
  '/': 'test/e2e/client/page.html',
  '/landfall-client.js': 'packages/client/dist/landfall-client.js',
  '/operations.js': 'packages/client/dist/operations.js',
};

const addressOf = (origin: string, settings: Record<string, string>) => `${origin}/?${new URLSearchParams({ firstMs: '20', ...settings })}`;
const untilLive = (page: Page) => page.waitForFunction('window.statuses?.at(-1) === "live"');
const untilShown = (page: Page, reference: string) => page.getByText(reference, { exact: true }).waitFor();
const shown = (page: Page) => page.getByRole('listitem').allTextContents();

describe.skipIf(noBrowser).each(transports)('a page of another origin, over %s', (transport) => {
  it('resumes after the page was closed and opened again, with the cursor in its localStorage', async () => {
    await using website = await openPageServer(site);
    await using landfall = await openLandfall({ ALLOWED_ORIGINS: website.origin });
    await using tab = await openTab();
    const { page } = tab;
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const address = addressOf(website.origin, { url: `${landfall.url}/graphql`, transport });
    await page.goto(address);
    await untilLive(page);
    await landfall.push(noticeOf(0), noticeOf(1));
    await untilShown(page, 'D1');
    expect(await shown(page)).toEqual(named(0, 2));

    await page.goto('about:blank');
    await landfall.push(noticeOf(2), noticeOf(3));
    await page.goto(address);
    await untilShown(page, 'D3');
    expect(await shown(page)).toEqual(named(2, 2));
    await page.reload();
    await untilLive(page);
    await landfall.push(noticeOf(4));
    await untilShown(page, 'D4');
    expect(await shown(page)).toEqual(named(4, 1));
    expect(errors).toEqual([]);
  });

  it('reconnects immediately when the browser reports that the network is available again', async () => {
    await using website = await openPageServer(site);
    await using landfall = await openLandfall({ ALLOWED_ORIGINS: website.origin });
    await using proxy = await openTcpProxy(landfall.port);
    await using tab = await openTab();
    const { page } = tab;
    // With this delay it would wait far longer than this test.
    await page.goto(addressOf(website.origin, { url: `${proxy.url}/graphql`, transport, firstMs: '100000000' }));
    await untilLive(page);
    await page.context().setOffline(true);
    proxy.be('refusing');
    await page.waitForFunction('window.statuses.at(-1) === "waiting"');
    await landfall.push(noticeOf(0));
    proxy.be('open');
    await page.context().setOffline(false);
    await untilShown(page, 'D0');
  });
});
