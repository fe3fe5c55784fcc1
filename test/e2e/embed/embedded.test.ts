import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { noBrowser, openProfile, sharedBrowser } from '../../support/browser.ts';
import { partnerKeys, temporaryFolder } from '../../support/landfall.ts';
import { type OpenLandfall, openLandfall } from '../../support/open-landfall.ts';
import { openPageServer, type PageServer } from '../../support/page-server.ts';

const JWT_SECRET = 'a secret of thirty-two bytes or more';
const access = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the file's own way to name a secret
  jwt: { secret: '${env:JWT_SECRET}', issuer: 'https://blue.example/', audience: 'landfall' },
  tenants: { blue: { partners: ['acme'] } },
};

/** Creates a token for half a minute, as the platform's own sign-in would. */
async function token(): Promise<{ bearer: string; expiresAt: number }> {
  const expiresAt = Date.now() + 30_000;
  const claims = new SignJWT({ iss: access.jwt.issuer, aud: 'landfall', tenant: 'blue' }).setExpirationTime(Math.floor(expiresAt / 1_000));
  return { bearer: await claims.setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(JWT_SECRET)), expiresAt };
}

/** Opens the platform's website, which contains both modules among its files. */
function openPlatform(): Promise<PageServer> {
  return openPageServer({
    '/': 'test/e2e/embed/platform.html',
    '/vendor/landfall-arrivals.js': 'packages/board/dist/landfall-arrivals.js',
    '/vendor/landfall-client.js': 'packages/client/dist/landfall-client.js',
    '/vendor/operations.js': 'packages/client/dist/operations.js',
    '/token': token,
  });
}

/** @param allowed origin of pages that Landfall allows */
async function openOwn(folder: string, allowed: string): Promise<OpenLandfall> {
  const ACCESS_FILE = join(folder, 'access.yaml');
  await writeFile(ACCESS_FILE, JSON.stringify(access));
  return openLandfall({ ACCESS_FILE, JWT_SECRET, ALLOWED_ORIGINS: allowed }, { evaluatesArrivals: true });
}

const noticeOf = (reference: string) => ({ transportDocumentReference: reference, issueDateTime: new Date().toISOString() });

describe.skipIf(noBrowser)('the page of a platform, at another origin than Landfall', () => {
  it('has board and client show what its tenant may see, live, and sends requests to no other origin', async () => {
    await using folder = await temporaryFolder();
    await using platform = await openPlatform();
    await using landfall = await openOwn(folder.path, platform.origin);
    await using profile = await openProfile(await sharedBrowser());
    const page = await profile.newPage();
    const errors: string[] = [];
    const origins = new Set<string>();
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    page.on('websocket', (socket) => origins.add(new URL(socket.url().replace('ws', 'http')).origin));
    await landfall.push(noticeOf('EARLY1'));
    await page.goto(`${platform.origin}/?landfall=${landfall.url}/graphql`);
    const board = page.locator('landfall-arrivals');
    await board.getByText('EARLY1').first().waitFor();
    await page.getByText('EARLY1 has news').waitFor();

    const foreign = { key: partnerKeys.other, body: JSON.stringify({ arrivalNotices: [noticeOf('FOREIGN1')] }) };
    expect((await landfall.dcsa('/arrival-notices', foreign)).status).toBe(200);
    await landfall.push(noticeOf('LATER1'));
    await board.getByText('LATER1').first().waitFor();
    await page.getByText('LATER1 has news').waitFor();
    expect(await page.getByText('FOREIGN1').count()).toBe(0);
    expect(await page.getByRole('listitem').allTextContents()).toEqual(['LATER1 has news', 'EARLY1 has news']);
    expect(origins).toEqual(new Set([platform.origin, new URL(landfall.url).origin]));
    expect(errors).toEqual([]);
  });

  it('gets nothing if Landfall does not allow its origin, whatever its token', async () => {
    await using folder = await temporaryFolder();
    await using platform = await openPlatform();
    await using landfall = await openOwn(folder.path, 'https://another.example');
    await using profile = await openProfile(await sharedBrowser());
    const page = await profile.newPage();
    await landfall.push(noticeOf('EARLY1'));
    const blocked = page.waitForEvent('console', (message) => /CORS/.test(message.text()));
    await page.goto(`${platform.origin}/?landfall=${landfall.url}/graphql`);
    await blocked;
    expect(await page.getByText('EARLY1').count()).toBe(0);
  });
});
