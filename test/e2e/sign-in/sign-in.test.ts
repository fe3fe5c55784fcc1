import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { disposeAll } from '#platform/process/backends.ts';
import { noBrowser, openProfile, sharedBrowser } from '../../support/browser.ts';
import { partnerKeys, temporaryFolder } from '../../support/landfall.ts';
import { type OidcProvider, type OidcProviderOptions, openOidcProvider } from '../../support/oidc-provider.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { openPrefixProxy } from '../../support/prefix-proxy.ts';

const waitMs = 30_000;
const minutesMs = 60_000;

/** A Landfall with an identity provider, and a new browser profile. */
interface World extends AsyncDisposable {
  readonly provider: OidcProvider;
  readonly landfall: OpenLandfall;
  /** Address of the pages. */
  readonly url: string;
  readonly page: Page;
  /** Errors of the page, including violations of its policy. */
  readonly complaints: readonly string[];
}

/** @param isPrefixed whether a proxy serves the pages under a path */
async function openWorld(options: Partial<OidcProviderOptions> = {}, isPrefixed = false): Promise<World> {
  const open: AsyncDisposable[] = [];
  const use = <Opened extends AsyncDisposable>(opened: Opened): Opened => {
    open.unshift(opened);
    return opened;
  };
  const folder = use(await temporaryFolder());
  const provider = use(await openOidcProvider({ audience: 'landfall', ...options }));
  const { issuer, jwksUri } = provider;
  const ACCESS_FILE = join(folder.path, 'access.yaml');
  const access = {
    jwt: { jwksUri, issuer, audience: 'landfall', tenantClaim: 'tenant' },
    signIn: { issuer, clientId: 'board', scope: 'openid profile' },
    tenants: { blue: { partners: ['acme'] } },
    allowPrivate: true,
  };
  await writeFile(ACCESS_FILE, JSON.stringify(access));
  const landfall = use(await openLandfall({ ACCESS_FILE, IDE: 'true' }, { evaluatesArrivals: true }));
  const { url } = isPrefixed ? use(await openPrefixProxy(() => landfall.url)) : landfall;
  provider.register('board', url);
  const profile = use(await openProfile(await sharedBrowser()));
  const page = await profile.newPage();
  page.setDefaultTimeout(waitMs);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Errors of the provider's own pages are ignored.
    if (message.type() === 'error' && message.location().url.startsWith(url)) complaints.push(message.text());
  });
  return { provider, landfall, url, page, complaints, [Symbol.asyncDispose]: () => disposeAll(open) };
}

const noticeOf = (reference: string) => ({ transportDocumentReference: reference, issueDateTime: new Date().toISOString() });

/** Fills in the pages of the provider. */
async function signInAs(page: Page, person: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(person);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const loginOf = (page: Page) => page.getByPlaceholder('Enter any login');

describe.skipIf(noBrowser)('a person', () => {
  // The other tests sign in without a prefix.
  it('is sent to the provider, returns to the same view, stays signed in, and signs out behind a proxy that serves the pages under a path', {
    timeout: 2 * minutesMs,
  }, async () => {
    // Tokens live for six seconds: a frame renews them, and the socket of the board continues.
    await using world = await openWorld({ tokenSeconds: 6 }, true);
    const { landfall, url, provider, page, complaints } = world;
    await landfall.push(noticeOf('EARLY1'));
    const foreign = { key: partnerKeys.other, body: JSON.stringify({ arrivalNotices: [noticeOf('FOREIGN1')] }) };
    expect((await landfall.dcsa('/arrival-notices', foreign)).status).toBe(200);
    const view = `${url}/?view=all`;
    await page.goto(view);
    const granted = provider.nextToken('authorization_code').then(() => provider.nextToken('authorization_code'));
    await signInAs(page, 'jane');
    await page.getByText('EARLY1').first().waitFor();
    expect(page.url()).toBe(view);
    await granted;
    await landfall.push(noticeOf('LATER1'));
    await page.getByText('LATER1').first().waitFor();
    expect(await page.getByText('FOREIGN1').count()).toBe(0);
    await page.reload();
    await page.getByText('LATER1').first().waitFor();
    expect(complaints).toEqual([]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('access_token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signInAs(page, 'jane');
    await page.getByText('LATER1').first().waitFor();
    expect([page.url(), complaints]).toEqual([expect.stringMatching(`^${url}/(\\?|$)`), []]);
  });

  it('is renewed with refresh tokens if the provider issues them, and signs in again after the session ended', {
    timeout: 2 * minutesMs,
  }, async () => {
    await using world = await openWorld({ tokenSeconds: 6, refreshes: true });
    const { landfall, provider, page } = world;
    await landfall.push(noticeOf('EARLY1'));
    await page.goto(`${landfall.url}/?view=all`);
    const renewed = provider.nextToken('refresh_token');
    await signInAs(page, 'jane');
    await page.getByText('EARLY1').first().waitFor();
    await renewed;
    provider.forget();
    const ended = page.getByRole('dialog', { name: 'Your sign-in has ended' });
    await ended.waitFor();
    // The rows remain visible behind it.
    await page.getByText('EARLY1').first().waitFor();
    await ended.getByRole('button', { name: 'Sign in again' }).click();
    await signInAs(page, 'jane');
    await page.getByText('EARLY1').first().waitFor();
    expect(page.url()).toBe(`${landfall.url}/?view=all`);
  });

  it('learns that the provider is unavailable, or refused, and continues when it is available again, with tokens that a frame renews', {
    timeout: 2 * minutesMs,
  }, async () => {
    await using world = await openWorld({ tokenSeconds: 6 });
    const { landfall, provider, page } = world;
    await landfall.push(noticeOf('EARLY1'));
    await provider.stop();
    await page.goto(landfall.url);
    const away = page.getByRole('dialog', { name: 'The sign-in service cannot be reached' });
    await away.getByText(new URL(provider.issuer).host).waitFor();
    await provider.start();
    await loginOf(page).waitFor();
    await page.getByText('[ Cancel ]').click();
    await page.getByRole('heading', { name: 'The sign-in was rejected' }).waitFor();
    await page.getByText('access_denied: End-User aborted interaction').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    const granted = provider.nextToken('authorization_code').then(() => provider.nextToken('authorization_code'));
    await signInAs(page, 'jane');
    await page.getByText('EARLY1').first().waitFor();
    await granted;
    await landfall.push(noticeOf('LATER1'));
    await page.getByText('LATER1').first().waitFor();
  });

  it('whose token is for another audience learns that the account has no access, and may use another one', {
    timeout: minutesMs,
  }, async () => {
    await using world = await openWorld({ audience: 'another-api' });
    const { landfall, provider, page } = world;
    await page.goto(landfall.url);
    await signInAs(page, 'jane');
    const refused = page.getByRole('dialog', { name: 'Your account has no access here' });
    await refused.getByText(new URL(provider.issuer).host).waitFor();
    await refused.getByRole('button', { name: 'Use another account' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  });

  it('signs in on GraphiQL too, and keeps the query', { timeout: minutesMs }, async () => {
    await using world = await openWorld();
    const { landfall, page, complaints } = world;
    await landfall.push(noticeOf('EARLY1'));
    const query = '{ arrivalNotices { nodes { transportDocumentReference } } }';
    await page.goto(`${landfall.url}/graphiql?query=${encodeURIComponent(query)}`);
    await signInAs(page, 'jane');
    await page.locator('.graphiql-query-editor .view-line').first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('button', { name: 'Execute query' }).click();
    await page.locator('.result-window .view-lines').getByText('"EARLY1"').waitFor();
    await page.goto(landfall.url);
    await page.getByText('EARLY1').first().waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('a server', () => {
  it('announces the provider, whose origin alone its pages may connect to, when its access file names one', async () => {
    await using provider = await openOidcProvider({ audience: 'landfall' });
    await using folder = await temporaryFolder();
    const { issuer, jwksUri } = provider;
    const ACCESS_FILE = join(folder.path, 'access.yaml');
    await using landfall = await openLandfall({ ACCESS_FILE });
    const answers = async () => {
      const [page, signIn, told] = await Promise.all(['/', '/sign-in', '/sign-in.json'].map((path) => fetch(landfall.url + path)));
      const reach = (answer: Response | undefined) =>
        answer?.headers
          .get('content-security-policy')
          ?.split('; ')
          .filter((rule) => /^(connect|frame)-/.test(rule));
      return { board: reach(page), signIn: reach(signIn), told: await told?.json(), framed: signIn?.headers.get('x-frame-options') };
    };
    expect(await answers()).toEqual({
      board: ["connect-src 'self'", 'frame-src blob:', "frame-ancestors 'none'"],
      signIn: ["connect-src 'self'", "frame-ancestors 'self'"],
      told: {},
      framed: 'SAMEORIGIN',
    });
    const access = { jwt: { jwksUri, issuer, audience: 'landfall' }, signIn: { issuer, clientId: 'board' }, tenants: { blue: {} } };
    await writeFile(ACCESS_FILE, JSON.stringify({ ...access, allowPrivate: true }));
    await expect.poll(async () => (await answers()).told, { timeout: waitMs }).toEqual({ issuer, clientId: 'board', scope: 'openid' });
    const requests = `connect-src 'self' ${issuer}`;
    expect(await answers()).toMatchObject({
      board: [requests, `frame-src 'self' ${issuer} blob:`, "frame-ancestors 'none'"],
      signIn: [requests, `frame-src 'self' ${issuer}`, "frame-ancestors 'self'"],
    });
  });
});
