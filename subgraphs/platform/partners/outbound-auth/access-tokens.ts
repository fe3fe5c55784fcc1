import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { memoryBounds } from '../../cache/memory-bounds.ts';
import { asLandfallError, LandfallError } from '../../errors.ts';
import type { Outbound } from '../../http/outbound.ts';
import type { Logger } from '../../logger.ts';
import type { Clock } from '../../time/clock.ts';
import { fetchAccessToken, type OAuth2Client } from './token-request.ts';

/** How long a question can wait. */
export interface TokenRequests {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The access tokens of partners that want OAuth 2 client credentials, fetched once and shared by all questions. */
export interface AccessTokens {
  /**
   * Gives a token that is good now. One that grows old is renewed beside the questions that still use it; who has to
   * wait, waits for a fetch that all wait for. After a failed fetch there is a pause in which all get the same error.
   *
   * @throws {LandfallError} UPSTREAM_*, saying that it was the sign-in that failed
   * @throws the reason of the signal once that is aborted
   */
  tokenFor(client: OAuth2Client, asking: TokenRequests): Promise<string>;
  /** Forgets a token that the partner refused. @returns false if it was a new one already, so that another would not help */
  refuse(client: OAuth2Client, token: string): boolean;
}

export interface AccessTokensParts {
  readonly outbound: Outbound;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Renewed after this part of its life. */
const renewAfter = 0.75;
/** Not used any more so long before its end, or a tenth of its life: a request takes time, and clocks differ. */
const marginMs = 30_000;
const longestPauseMs = 30_000;
const firstPauseMs = 1_000;

interface Held {
  readonly token: string;
  readonly fetchedAt: number;
  readonly renewAt: number;
  readonly goodUntil: number;
  /** Whether it was fetched in place of a refused one. */
  readonly isReplacement: boolean;
}

/** What one takes besides its token. */
const sourceBytes = 1_000;

/** What is known of one partner's tokens, as long as what its file says of them stays the same. */
interface Source {
  held?: Held | undefined;
  flight?: Promise<Held> | undefined;
  failure?: { readonly error: LandfallError; readonly until: number; readonly pauseMs: number } | undefined;
  wasRefused: boolean;
}

/** Opens them, all unknown. */
export function createAccessTokens({ outbound, logger, clock }: AccessTokensParts): AccessTokens {
  const sources = createBoundedCache<string, Source>(memoryBounds.credentials.bytes);
  const sourceOf = ({ partner, oauth2 }: OAuth2Client): Source => {
    // Another secret or address is another source, also while questions under the former file are still under way.
    const key = JSON.stringify([partner.id, oauth2, partner.allowPrivate]);
    const source = sources.get(key) ?? { wasRefused: false };
    sources.set(key, source, sourceBytes + (source.held?.token.length ?? 0));
    return source;
  };

  const fetch = async (client: OAuth2Client, source: Source): Promise<Held> => {
    const fetchedAt = clock.now();
    try {
      const { token, lifetimeMs } = await fetchAccessToken(client, { outbound, logger });
      const goodUntil = fetchedAt + lifetimeMs - Math.min(marginMs, lifetimeMs / 10);
      source.held = { token, fetchedAt, renewAt: fetchedAt + renewAfter * lifetimeMs, goodUntil, isReplacement: source.wasRefused };
      source.wasRefused = false;
      source.failure = undefined;
      return source.held;
    } catch (cause) {
      const error = asLandfallError(cause);
      // A wrong secret that is sent again and again locks accounts.
      const next = error.code === 'UPSTREAM_REJECTED' ? longestPauseMs : 2 * (source.failure?.pauseMs ?? firstPauseMs / 2);
      const pauseMs = Math.min(next, longestPauseMs);
      source.failure = { error, until: clock.now() + pauseMs, pauseMs };
      logger.warn({ partner: client.partner.id, code: error.code, pauseMs }, error.message);
      throw error;
    } finally {
      source.flight = undefined;
    }
  };
  const renew = (client: OAuth2Client, source: Source): Promise<Held> => {
    source.flight ??= fetch(client, source);
    return source.flight;
  };

  return {
    tokenFor: async (client, asking) => {
      const source = sourceOf(client);
      const { held, failure } = source;
      const now = clock.now();
      const isPausing = failure !== undefined && now < failure.until;
      if (held !== undefined && now < held.goodUntil) {
        // A failure is in the log; while the token is good it is nobody's error.
        if (now >= held.renewAt && !isPausing) renew(client, source).catch(() => undefined);
        return held.token;
      }
      if (isPausing && source.flight === undefined) throw failure.error;
      return (await waitFor(renew(client, source), asking)).token;
    },
    refuse: (client, token) => {
      const source = sourceOf(client);
      const { held } = source;
      if (held?.token !== token) return true;
      // A partner that takes no token of ours at all must not cost a fetch for every question.
      if (held.isReplacement && clock.now() < held.fetchedAt + longestPauseMs) return false;
      source.held = undefined;
      source.wasRefused = true;
      return true;
    },
  };
}

/** Waits for shared work no longer than one question can; the work goes on for the others. */
async function waitFor<T>(work: Promise<T>, { timeoutMs, signal }: TokenRequests): Promise<T> {
  signal?.throwIfAborted();
  let leave = () => {};
  const end = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new LandfallError('UPSTREAM_TIMEOUT', `Signing in took longer than ${Math.round(timeoutMs)} ms.`));
    }, timeoutMs);
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    leave();
  }
}
