import type { LocalJWKSet } from 'jose';
import { createBoundedCache, heapBytesOf } from '../../cache/bounded-cache.ts';
import { memoryBounds } from '../../cache/memory-bounds.ts';
import { asLandfallError, LandfallError } from '../../errors.ts';
import type { Outbound } from '../../http/outbound.ts';
import type { Logger } from '../../logger.ts';
import type { Clock } from '../../time/clock.ts';

/** The location of the keys that verify an issuer's tokens. */
export interface KeySource {
  readonly jwksUri: string;
  readonly allowPrivate: boolean;
}

/** Caches the JSON Web Key Sets of issuers, fetched on demand and shared by all requests. */
export interface JwksCache {
  /**
   * Returns the keys of an issuer, at most {@link usableMs} old. Keys older than {@link freshMs} are fetched again in
   * the background.
   *
   * @throws {LandfallError} UPSTREAM_* if there are none and they are not available now
   */
  current(source: KeySource): Promise<LocalJWKSet>;
  /**
   * Returns newer keys of an issuer, for a token that the given keys do not verify. Unknown clients can send any number
   * of such tokens, so an issuer gets a request at most every {@link cooldownMs}.
   *
   * @returns undefined if there are no newer keys
   * @throws {LandfallError} UPSTREAM_* if they are not available now
   */
  newerThan(keys: LocalJWKSet, source: KeySource): Promise<LocalJWKSet | undefined>;
}

const freshMs = 600_000;
const usableMs = 3_600_000;
const cooldownMs = 30_000;
const pauseAfterFailureMs = 5_000;
const timeoutMs = 4_000;
const maxBodyBytes = 262_144;

/** Size of a source without its keys, in bytes. */
const sourceBytes = 1_000;

interface Source {
  keys?: LocalJWKSet;
  keyBytes: number;
  fetchedAt: number;
  /** Time of the last request, successful or not. */
  requestedAt: number;
  failure?: LandfallError | undefined;
  flight?: Promise<LocalJWKSet> | undefined;
}

/** Creates an empty cache. */
export function createJwksCache(parts: { readonly outbound: Outbound; readonly logger: Logger; readonly clock: Clock }): JwksCache {
  const { outbound, logger, clock } = parts;
  const sources = createBoundedCache<string, Source>(memoryBounds.credentials.bytes);
  const sourceOf = ({ jwksUri, allowPrivate }: KeySource): Source => {
    const key = `${allowPrivate} ${jwksUri}`;
    const source = sources.get(key) ?? { keyBytes: 0, fetchedAt: Number.NEGATIVE_INFINITY, requestedAt: Number.NEGATIVE_INFINITY };
    sources.set(key, source, sourceBytes + source.keyBytes);
    return source;
  };

  const fetch = async (location: KeySource, source: Source): Promise<LocalJWKSet> => {
    source.requestedAt = clock.now();
    try {
      source.keys = await fetchKeys(location, outbound);
      source.keyBytes = heapBytesOf(source.keys.jwks());
      source.fetchedAt = source.requestedAt;
      source.failure = undefined;
      return source.keys;
    } catch (cause) {
      const error = asLandfallError(cause);
      logger.warn({ jwksUri: location.jwksUri, code: error.code }, error.message);
      // The caller is not authenticated, so the message does not contain the location of the keys.
      source.failure = new LandfallError(error.code, 'The keys that verify this token are not available now. Try again later.', { cause });
      throw source.failure;
    } finally {
      source.flight = undefined;
    }
  };
  const renew = (location: KeySource, source: Source): Promise<LocalJWKSet> => {
    source.flight ??= fetch(location, source);
    return source.flight;
  };

  return {
    current: async (location) => {
      const source = sourceOf(location);
      const now = clock.now();
      const isPausing = source.failure !== undefined && now < source.requestedAt + pauseAfterFailureMs;
      if (source.keys !== undefined && now < source.fetchedAt + usableMs) {
        // The failure is in the log, and the cached keys are still usable.
        if (now >= source.fetchedAt + freshMs && !isPausing) renew(location, source).catch(() => undefined);
        return source.keys;
      }
      if (isPausing && source.flight === undefined && source.failure !== undefined) throw source.failure;
      return renew(location, source);
    },
    newerThan: async (keys, location) => {
      const source = sourceOf(location);
      if (source.keys !== keys && source.keys !== undefined) return source.keys;
      if (source.flight === undefined && clock.now() < source.requestedAt + cooldownMs) return undefined;
      return renew(location, source);
    },
  };
}

async function fetchKeys({ jwksUri, allowPrivate }: KeySource, outbound: Outbound): Promise<LocalJWKSet> {
  const { createLocalJWKSet } = await import('jose');
  const headers = { accept: 'application/json, application/jwk-set+json' };
  const { status, body } = await outbound.request({ url: jwksUri, method: 'GET', headers, timeoutMs, maxBodyBytes, allowPrivate });
  const { host } = new URL(jwksUri);
  if (status !== 200) throw new LandfallError('UPSTREAM_UNREACHABLE', `${host} returned no key set (${status}).`);
  try {
    return createLocalJWKSet(JSON.parse(body.toString()));
  } catch (cause) {
    throw new LandfallError('UPSTREAM_SHAPE', `${host} returned a document that is not a key set.`, { cause });
  }
}
