import { ErrorResponse, ErrorTimeout, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { Provider } from './provider.ts';

/** A signed-in person. */
export interface Person {
  /** The person's name, as given by the provider. */
  readonly name: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | undefined;
}

/**
 * Why a sign-in failed. `UNREACHABLE`: the provider does not respond. `ENDED`: its session has ended, or it requires
 * the person's interaction. `REFUSED`: it refuses the person or this client. `INSECURE`: browsers sign in over https
 * only.
 */
export type SignInFailure = 'UNREACHABLE' | 'ENDED' | 'REFUSED' | 'INSECURE';

/** Thrown when a sign-in has failed. The message is the provider's, for experts. */
export class SignInError extends Error {
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, { message, cause }: { readonly message: string; readonly cause: unknown }) {
    super(message, { cause });
    this.failure = failure;
  }
}

/**
 * The page that is registered at the provider, which returns to it after each sign-in, renewal and sign-out. Relative to
 * the other pages, because a proxy may serve all of them under a path.
 */
const returnPage = 'sign-in';

/** Tokens are renewed this long before they expire, or after half of their lifetime if that is shorter. */
const marginSeconds = 60;
/** Time limit of one response of the provider. */
const timeoutSeconds = 10;

/** Errors after which the person has to act (OpenID Connect Core 1.0, section 3.1.2.6, and RFC 6749, section 5.2). */
const endings = new Set(['login_required', 'interaction_required', 'consent_required', 'account_selection_required', 'invalid_grant']);

/** Never settles, because the page is being left: otherwise the person would be signed in again before the sign-out. */
const leaving = new Promise<never>(() => undefined);

/**
 * Creates the sign-in of the person in this tab, by the authorization code flow with PKCE. Its state is in `sessionStorage`, so that each tab signs in separately, and
 * forgets when it is closed.
 */
export function createSignIn({ issuer, clientId, scope, resource }: Provider) {
  const address = new URL(returnPage, location.href).href;
  const store = new WebStorageStateStore({ prefix: 'landfall-sign-in.', store: sessionStorage });
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    scope,
    redirect_uri: address,
    post_logout_redirect_uri: address,
    // Tokens are renewed when a page needs one, so that a hidden tab renews nothing.
    automaticSilentRenew: false,
    requestTimeoutInSeconds: timeoutSeconds,
    userStore: store,
    stateStore: store,
    ...(resource === undefined ? {} : { resource }),
  });
  let renewal: Promise<User | null> | undefined;
  let isEnding = false;

  const renew = async (user: User): Promise<User | null> => {
    if (user.refresh_token === undefined) return manager.signinSilent();
    // The session at the provider may outlive its refresh token.
    return manager.signinSilent().catch((error) => {
      if (isUnreachable(error)) throw error;
      return manager.signinSilent({ forceIframeAuth: true });
    });
  };
  const current = async (): Promise<User | null> => {
    const user = await manager.getUser();
    if (user === null || !isDue(user)) return user;
    renewal ??= renew(user).finally(() => {
      renewal = undefined;
    });
    const renewed = await renewal.catch((error: unknown) => {
      if (user.expired !== true) return user;
      throw error;
    });
    // The renewal has stored a token that the sign-out had removed.
    if (isEnding) await manager.removeUser();
    return renewed;
  };

  return {
    /**
     * Returns the person, with a token that was renewed if it was about to expire; undefined if no person is signed in. Does
     * not return while the person signs out.
     *
     * @throws {SignInError} the token has expired and could not be renewed
     */
    current: async (): Promise<Person | undefined> => {
      const person = isEnding ? undefined : await explained(async () => personOf(await current()));
      return isEnding ? leaving : person;
    },
    /** Leaves the page for the provider's, which returns to a page of this server. @throws {SignInError} */
    begin: (page: string): Promise<void> =>
      // Replaces the page in the history, because it has nothing to show yet.
      explained(() => manager.signinRedirect({ state: new URL(page, location.href).href, redirectMethod: 'replace' })),
    /** Completes a sign-in at the URL to which the provider returned. @returns the URL to continue with @throws {SignInError} */
    finish: (): Promise<string> => explained(async () => ownPageOf((await manager.signinCallback())?.state)),
    /** Signs out here and at the provider, and leaves the page. */
    end: async (): Promise<void> => {
      isEnding = true;
      // A provider that offers no sign-out, or is unavailable, keeps its own session.
      await manager.signoutRedirect().catch(async () => {
        await manager.removeUser();
        location.assign(returnPage);
      });
    },
  };
}

function isDue({ expires_in, expires_at, profile }: User): boolean {
  if (expires_in === undefined || expires_at === undefined) return false;
  return expires_in <= Math.min(marginSeconds, (expires_at - profile.iat) / 2);
}

function personOf(user: User | null): Person | undefined {
  if (user === null) return undefined;
  const { profile, access_token: token, expires_at } = user;
  const name = profile.name ?? profile.preferred_username ?? profile.email ?? profile.sub;
  return { name, token, expiresAt: expires_at === undefined ? undefined : expires_at * 1_000 };
}

/** Returns the page to continue with, which is the board unless the state names another page here. Prevents redirects to other hosts. */
function ownPageOf(state: unknown): string {
  const board = new URL('.', location.href);
  const page = new URL(typeof state === 'string' ? state : board, board);
  return page.origin === board.origin ? page.href : board.href;
}

async function explained<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new SignInError(failureOf(error), { message: wordsOf(error), cause: error });
  }
}

function failureOf(error: unknown): SignInFailure {
  if (!window.isSecureContext) return 'INSECURE';
  if (error instanceof ErrorResponse) return endings.has(error.error ?? '') ? 'ENDED' : 'REFUSED';
  return isUnreachable(error) ? 'UNREACHABLE' : 'REFUSED';
}

/**
 * Returns whether the provider could not be reached. `fetch` then fails with a TypeError; an error page, or the page of
 * a proxy, is not JSON.
 */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ErrorResponse) return false;
  return error instanceof ErrorTimeout || error instanceof TypeError || /\(5\d\d\)|Invalid response Content-Type/.test(String(error));
}

function wordsOf(error: unknown): string {
  if (error instanceof ErrorResponse) return [error.error, error.error_description].filter(Boolean).join(': ');
  return error instanceof Error ? error.message : String(error);
}
