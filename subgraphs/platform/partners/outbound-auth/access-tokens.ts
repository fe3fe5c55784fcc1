import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { memoryBounds } from '../../cache/memory-bounds.ts';
import { asLandfallError, LandfallError } from '../../errors.ts';
import type { Outbound } from '../../http/outbound.ts';
import type { Logger } from '../../logger.ts';
import { type Clock, listenForAbort } from '../../time/clock.ts';
import { fetchAccessToken, type OAuth2Client } from './token-request.ts';

/** How long a request can wait for a token. */
export interface TokenWait {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Caches the access tokens of partners with OAuth 2 client credentials, fetched once and shared by all requests. */
export interface AccessTokens {
  /**
   * Returns a valid token. An old one is renewed in the background; requests that have to wait share one fetch. After a
   * failed fetch all requests get the same error during a pause.
   *
   * @throws {LandfallError} UPSTREAM_*, naming the sign-in
   * @throws the reason of the signal when it is aborted
   */
  tokenFor(client: OAuth2Client, wait: TokenWait): Promise<string>;
  /**
   * Drops a token that the partner rejected. @returns false if it was already a replacement, so that another one would
   * not help
   */
  invalidate(client: OAuth2Client, token: string): boolean;
}

export interface AccessTokensParts {
  readonly outbound: Outbound;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Part of its lifetime after which a token is renewed. */
const renewAfter = 0.75;
/**
 * A token is not used in this time before its expiry, or the last tenth of its lifetime, because a request takes time
 * and clocks differ.
 */
const marginMs = 30_000;
const longestPauseMs = 30_000;
const firstPauseMs = 1_000;

interface AccessToken {
  readonly token: string;
  readonly fetchedAt: number;
  readonly renewAt: number;
  readonly usableUntil: number;
  /** Whether the token replaces a rejected one. */
  readonly isReplacement: boolean;
}

/** Size of a source without its token, in bytes. */
const sourceBytes = 1_000;

/** The tokens of one partner, for one configuration in its file. */
interface Source {
  current?: AccessToken | undefined;
  flight?: Promise<AccessToken> | undefined;
  failure?: { readonly error: LandfallError; readonly until: number; readonly pauseMs: number } | undefined;
  wasRejected: boolean;
}

/** Creates an empty cache of tokens. */
export function createAccessTokens({ outbound, logger, clock }: AccessTokensParts): AccessTokens {
  const sources = createBoundedCache<string, Source>(memoryBounds.credentials.bytes);
  const sourceOf = ({ partner, oauth2 }: OAuth2Client): Source => {
    // A changed secret or address is another source, even while requests under the previous file are in flight.
    const key = JSON.stringify([partner.id, oauth2, partner.allowPrivate]);
    const source = sources.get(key) ?? { wasRejected: false };
    sources.set(key, source, sourceBytes + (source.current?.token.length ?? 0));
    return source;
  };

  const fetch = async (client: OAuth2Client, source: Source): Promise<AccessToken> => {
    const fetchedAt = clock.now();
    try {
      const { token, lifetimeMs } = await fetchAccessToken(client, { outbound, logger });
      const usableUntil = fetchedAt + lifetimeMs - Math.min(marginMs, lifetimeMs / 10);
      source.current = { token, fetchedAt, renewAt: fetchedAt + renewAfter * lifetimeMs, usableUntil, isReplacement: source.wasRejected };
      source.wasRejected = false;
      source.failure = undefined;
      return source.current;
    } catch (cause) {
      const error = asLandfallError(cause);
      // A wrong secret that is sent repeatedly locks accounts.
      const next = error.code === 'UPSTREAM_REJECTED' ? longestPauseMs : 2 * (source.failure?.pauseMs ?? firstPauseMs / 2);
      const pauseMs = Math.min(next, longestPauseMs);
      source.failure = { error, until: clock.now() + pauseMs, pauseMs };
      logger.warn({ partner: client.partner.id, code: error.code, pauseMs }, error.message);
      throw error;
    } finally {
      source.flight = undefined;
    }
  };
  const renew = (client: OAuth2Client, source: Source): Promise<AccessToken> => {
    source.flight ??= fetch(client, source);
    return source.flight;
  };

  return {
    tokenFor: async (client, wait) => {
      const source = sourceOf(client);
      const { current, failure } = source;
      const now = clock.now();
      const isPausing = failure !== undefined && now < failure.until;
      if (current !== undefined && now < current.usableUntil) {
        // The failure is in the log, and the current token is still usable.
        if (now >= current.renewAt && !isPausing) renew(client, source).catch(() => undefined);
        return current.token;
      }
      if (isPausing && source.flight === undefined) throw failure.error;
      return (await waitFor(renew(client, source), wait)).token;
    },
    invalidate: (client, token) => {
      const source = sourceOf(client);
      const { current } = source;
      if (current?.token !== token) return true;
      // A partner that rejects every token must not cause a fetch for each request.
      if (current.isReplacement && clock.now() < current.fetchedAt + longestPauseMs) return false;
      source.current = undefined;
      source.wasRejected = true;
      return true;
    },
  };
}

/** Waits for shared work, but no longer than the request can. The work continues for the others. */
async function waitFor<T>(work: Promise<T>, { timeoutMs, signal }: TokenWait): Promise<T> {
  signal?.throwIfAborted();
  let cleanUp = () => {};
  const end = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new LandfallError('UPSTREAM_TIMEOUT', `Signing in took longer than ${Math.round(timeoutMs)} ms.`));
    }, timeoutMs);
    const ignoreAbort = listenForAbort(signal, () => reject(signal?.reason));
    cleanUp = () => {
      clearTimeout(timer);
      ignoreAbort();
    };
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    cleanUp();
  }
}
