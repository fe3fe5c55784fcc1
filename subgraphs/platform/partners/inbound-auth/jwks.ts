import type { LocalJWKSet } from 'jose';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { heapBytesOf } from '../../cache/heap-bytes.ts';
import { memoryBounds } from '../../cache/memory-bounds.ts';
import { asLandfallError, LandfallError } from '../../errors.ts';
import type { Outbound } from '../../http/outbound.ts';
import type { Logger } from '../../logger.ts';
import type { Clock } from '../../time/clock.ts';

/** Where an issuer publishes the keys that verify its tokens. */
export interface KeySource {
  readonly jwksUri: string;
  readonly allowPrivate: boolean;
}

/** The JSON Web Key Sets of issuers, fetched when they are needed and shared by all requests. */
export interface JwksCache {
  /**
   * Gives the keys of an issuer, at most {@link usableMs} old; older than {@link freshMs} they are fetched again, beside
   * the requests that still use them.
   *
   * @throws {LandfallError} UPSTREAM_* if there are none and they cannot be had now
   */
  current(source: KeySource): Promise<LocalJWKSet>;
  /**
   * Gives the keys that an issuer published since, for a token that the ones in hand do not verify. A stranger can send
   * any number of these, so an issuer is asked at most every {@link cooldownMs}.
   *
   * @returns undefined if there are none newer
   * @throws {LandfallError} UPSTREAM_* if they cannot be had now
   */
  newerThan(keys: LocalJWKSet, source: KeySource): Promise<LocalJWKSet | undefined>;
}

const freshMs = 600_000;
const usableMs = 3_600_000;
const cooldownMs = 30_000;
const pauseAfterFailureMs = 5_000;
const timeoutMs = 4_000;
const maxBodyBytes = 262_144;

/** What one takes besides its keys. */
const heldBytes = 1_000;

interface Held {
  keys?: LocalJWKSet;
  keyBytes: number;
  fetchedAt: number;
  /** When they were last asked for, with whatever outcome. */
  askedAt: number;
  failure?: LandfallError | undefined;
  flight?: Promise<LocalJWKSet> | undefined;
}

/** Opens them, all unknown. */
export function createKeySets(parts: { readonly outbound: Outbound; readonly logger: Logger; readonly clock: Clock }): JwksCache {
  const { outbound, logger, clock } = parts;
  const sources = createBoundedCache<string, Held>(memoryBounds.credentials.bytes);
  const heldOf = ({ jwksUri, allowPrivate }: KeySource): Held => {
    const key = `${allowPrivate} ${jwksUri}`;
    const held = sources.get(key) ?? { keyBytes: 0, fetchedAt: Number.NEGATIVE_INFINITY, askedAt: Number.NEGATIVE_INFINITY };
    sources.set(key, held, heldBytes + held.keyBytes);
    return held;
  };

  const fetch = async (source: KeySource, held: Held): Promise<LocalJWKSet> => {
    held.askedAt = clock.now();
    try {
      held.keys = await fetchKeys(source, outbound);
      held.keyBytes = heapBytesOf(held.keys.jwks());
      held.fetchedAt = held.askedAt;
      held.failure = undefined;
      return held.keys;
    } catch (cause) {
      const error = asLandfallError(cause);
      logger.warn({ jwksUri: source.jwksUri, code: error.code }, error.message);
      // Strangers read this one: where we look for keys is not their business.
      held.failure = new LandfallError(error.code, 'The keys that verify this token are not available now. Try again later.', { cause });
      throw held.failure;
    } finally {
      held.flight = undefined;
    }
  };
  const renew = (source: KeySource, held: Held): Promise<LocalJWKSet> => {
    held.flight ??= fetch(source, held);
    return held.flight;
  };

  return {
    current: async (source) => {
      const held = heldOf(source);
      const now = clock.now();
      const isPausing = held.failure !== undefined && now < held.askedAt + pauseAfterFailureMs;
      if (held.keys !== undefined && now < held.fetchedAt + usableMs) {
        // A failure is in the log; while the keys are good it is nobody's error.
        if (now >= held.fetchedAt + freshMs && !isPausing) renew(source, held).catch(() => undefined);
        return held.keys;
      }
      if (isPausing && held.flight === undefined && held.failure !== undefined) throw held.failure;
      return renew(source, held);
    },
    newerThan: async (keys, source) => {
      const held = heldOf(source);
      if (held.keys !== keys && held.keys !== undefined) return held.keys;
      if (held.flight === undefined && clock.now() < held.askedAt + cooldownMs) return undefined;
      return renew(source, held);
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
