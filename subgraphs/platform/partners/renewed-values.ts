import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';
import { asLandfallError, type LandfallError } from '../errors.ts';
import type { Clock } from '../time/clock.ts';

/** A fetched value. Times are counted from the request. */
export interface FetchedValue<V> {
  readonly value: V;
  /** Estimated memory of the value. */
  readonly bytes: number;
  /** Time after which the value is renewed in the background. */
  readonly renewAfterMs: number;
  readonly usableMs: number;
}

/** Size of a source without its value, in bytes. */
const sourceBytes = 1_000;

/** The value of one source, and what is known about its requests. */
interface Source<V> {
  current?: (FetchedValue<V> & { readonly fetchedAt: number }) | undefined;
  flight?: Promise<V> | undefined;
  failure?: { readonly error: LandfallError; readonly until: number; readonly pauseMs: number } | undefined;
  /** Time of the last request, successful or not. */
  requestedAt: number;
  /** Time at which a value was last dropped before its end. */
  droppedAt: number;
}

/**
 * Creates the cache of values that other servers issue, such as keys and tokens: fetched on demand, once for all requests
 * that wait, and renewed in the background while the old value is still usable. After a failed fetch all requests get the
 * same error during a pause.
 *
 * @param options.keyOf identifies the source of a subject
 * @param options.pauseMsAfter returns the pause after a failure; `previousMs` is that of the failure before, if any
 */
export function createRenewedValues<Subject, V>(options: {
  readonly clock: Clock;
  readonly keyOf: (subject: Subject) => string;
  readonly fetch: (subject: Subject) => Promise<FetchedValue<V>>;
  readonly pauseMsAfter: (error: LandfallError, previousMs: number | undefined) => number;
}) {
  const { clock, keyOf, fetch, pauseMsAfter } = options;
  const sources = createBoundedCache<string, Source<V>>(memoryBounds.credentials.bytes);
  const sourceOf = (subject: Subject): Source<V> => {
    const key = keyOf(subject);
    const source = sources.get(key) ?? { requestedAt: Number.NEGATIVE_INFINITY, droppedAt: Number.NEGATIVE_INFINITY };
    sources.set(key, source, sourceBytes + (source.current?.bytes ?? 0));
    return source;
  };
  const fetchNow = async (subject: Subject, source: Source<V>): Promise<V> => {
    const fetchedAt = clock.now();
    source.requestedAt = fetchedAt;
    try {
      source.current = { ...(await fetch(subject)), fetchedAt };
      source.failure = undefined;
      return source.current.value;
    } catch (cause) {
      const error = asLandfallError(cause);
      const pauseMs = pauseMsAfter(error, source.failure?.pauseMs);
      source.failure = { error, until: clock.now() + pauseMs, pauseMs };
      throw error;
    } finally {
      source.flight = undefined;
    }
  };
  const renew = (subject: Subject, source: Source<V>): Promise<V> => {
    source.flight ??= fetchNow(subject, source);
    return source.flight;
  };
  return {
    /** Returns a usable value. @throws {LandfallError} when there is none and none can be fetched now */
    get: async (subject: Subject): Promise<V> => {
      const source = sourceOf(subject);
      const { current, failure, flight } = source;
      const now = clock.now();
      const isPausing = failure !== undefined && now < failure.until;
      if (current !== undefined && now < current.fetchedAt + current.usableMs) {
        // A failure is in the log, and the current value is still usable.
        if (now >= current.fetchedAt + current.renewAfterMs && !isPausing) renew(subject, source).catch(() => undefined);
        return current.value;
      }
      if (isPausing && flight === undefined) throw failure.error;
      return renew(subject, source);
    },
    /**
     * Returns a newer value than a useless one, with at most one request in `minIntervalMs`. @returns undefined if there
     * is none
     */
    newerThan: async (value: V, subject: Subject, minIntervalMs: number): Promise<V | undefined> => {
      const source = sourceOf(subject);
      if (source.current !== undefined && source.current.value !== value) return source.current.value;
      if (source.flight === undefined && clock.now() < source.requestedAt + minIntervalMs) return undefined;
      return renew(subject, source);
    },
    /** Drops a useless value, if none was dropped within `minIntervalMs`. @returns whether `get` returns another one */
    drop: (value: V, subject: Subject, minIntervalMs: number): boolean => {
      const source = sourceOf(subject);
      if (source.current?.value !== value) return true;
      if (clock.now() < source.droppedAt + minIntervalMs) return false;
      source.droppedAt = clock.now();
      source.current = undefined;
      return true;
    },
  };
}
