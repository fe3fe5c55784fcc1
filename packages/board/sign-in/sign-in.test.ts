import { User } from 'oidc-client-ts';
import { afterEach, expect, test, vi } from 'vitest';
import { createSignIn } from './sign-in.ts';

const provider = { issuer: 'https://login.example', clientId: 'board', scope: 'openid' };
const storedAs = 'landfall-sign-in.user:https://login.example:board';

afterEach(() => vi.unstubAllGlobals());

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A tab whose person is signed in with a token that is about to expire. */
function openTab(answerToken: Promise<Response>) {
  const stored = new Map<string, string>();
  const sessionStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
    key: (index: number) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size;
    },
  };
  const location = { href: 'https://landfall.example/', origin: 'https://landfall.example', assign: vi.fn(), replace: vi.fn() };
  vi.stubGlobal('sessionStorage', sessionStorage);
  vi.stubGlobal('localStorage', sessionStorage);
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location, isSecureContext: true, addEventListener: () => {}, removeEventListener: () => {} });
  const tokenRequested = deferred<void>();
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('openid-configuration'))
      return Response.json({
        issuer: provider.issuer,
        token_endpoint: `${provider.issuer}/token`,
        end_session_endpoint: `${provider.issuer}/end`,
      });
    tokenRequested.resolve();
    return answerToken;
  });
  const now = Math.floor(Date.now() / 1_000);
  const user = new User({
    access_token: 'first',
    refresh_token: 'refresh',
    token_type: 'Bearer',
    expires_at: now + 5,
    profile: { iss: provider.issuer, sub: 'ann', aud: 'board', iat: now - 600, exp: now + 5 },
  });
  stored.set(storedAs, user.toStorageString());
  return { stored, location, tokenRequested: tokenRequested.promise };
}

test('a renewal that ends after the sign-out leaves no token in the tab', async () => {
  const token = deferred<Response>();
  const { stored, location, tokenRequested } = openTab(token.promise);
  const signIn = createSignIn(provider);
  let isCurrent = false;
  void signIn.current().then(() => {
    isCurrent = true;
  });
  await tokenRequested;
  void signIn.end();
  await vi.waitFor(() => expect(stored.has(storedAs)).toBe(false));
  const set = vi.spyOn(sessionStorage, 'setItem');
  token.resolve(Response.json({ access_token: 'second', token_type: 'Bearer', expires_in: 600 }));
  await vi.waitFor(() => expect(set.mock.calls.map(([name]) => name)).toContain(storedAs));
  await vi.waitFor(() => expect([...stored.values()].join()).not.toContain('second'));
  expect(location.assign.mock.calls.length + location.replace.mock.calls.length).toBeGreaterThan(0);
  // The page is being left, so it does not sign in again.
  expect(isCurrent).toBe(false);
});
