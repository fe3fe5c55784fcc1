import { isDeepStrictEqual } from 'node:util';
import type { CursorCache } from '../cache/cursor-cache.ts';
import { parseJsonBody } from '../json/json-slices.ts';

/** A request that a partner refused with 400. */
export interface RefusedPartnerRequest {
  /** The filters of the request, sorted. */
  readonly filters: readonly string[];
  /** Those filters that the error body names. */
  readonly namedFilters: readonly string[];
}

/** The capabilities of a partner at one standard that its responses have shown, in addition to those in its file. */
export interface ObservedCapabilities {
  /** Filters that were sent and that returned rows contradict. */
  readonly ignoredFilters: readonly string[];
  /** Newest last, at most {@link maxRefused}. */
  readonly refusedRequests: readonly RefusedPartnerRequest[];
  /** Whether the partner accepts a cursor only without the original parameters; undefined when it never mattered. */
  readonly requiresCursorAlone?: boolean | undefined;
  /** Whether the partner accepts `limit`; undefined when it was never sent. */
  readonly supportsLimit?: boolean | undefined;
  /** Number of objects on the largest page. */
  readonly largestPage?: number | undefined;
  /** Paths that were answered with status 200, at most {@link maxPaths}. */
  readonly answeredPaths?: readonly string[] | undefined;
}

/** What one response shows about the partner: each list contains what it adds. */
export type Observation = Partial<ObservedCapabilities>;

const maxRefused = 20;
/** Maximum number of paths; a standard has at most three. */
const maxPaths = 8;
const storedMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * Opens the record and begins to read its stored content. Requests do not wait for that; observations made meanwhile
 * are merged.
 *
 * @param key identifies the partner and the standard in the cache
 * @param address the base URL. Observations of another address are dropped
 * @param cache keeps the record when this process ends. Default: it is lost
 */
export function openCapabilityRecord(key: string, address: string, cache?: CursorCache) {
  const nothing: ObservedCapabilities = { ignoredFilters: [], refusedRequests: [] };
  let observed = nothing;
  let isReading = false;
  /** Merges the observations of other processes. */
  const sync = async (): Promise<void> => {
    if (cache === undefined || isReading) return;
    isReading = true;
    const stored = (await cache.find(key)) as (ObservedCapabilities & { readonly address: string }) | undefined;
    isReading = false;
    const isNew = observed !== nothing;
    if (stored?.address === address) {
      const { address: _, ...known } = stored;
      observed = merge(known, observed);
      if (isDeepStrictEqual(observed, known)) return;
    }
    if (isNew) await cache.put(key, { ...observed, address }, storedMs);
  };
  void sync();
  return {
    get observed(): ObservedCapabilities {
      return observed;
    },
    record: (observation: Observation): void => {
      const next = merge(observed, observation);
      // Most responses show nothing new about the partner.
      if (isDeepStrictEqual(next, observed)) return;
      observed = next;
      void sync();
    },
  };
}

/** Returns what both show. What no response has shown is absent. */
function merge(before: ObservedCapabilities, after: Observation): ObservedCapabilities {
  const { ignoredFilters = [], refusedRequests = [] } = after;
  const { requiresCursorAlone = before.requiresCursorAlone, supportsLimit = before.supportsLimit } = after;
  const refused = new Map([...before.refusedRequests, ...refusedRequests].map((request) => [JSON.stringify(request), request]));
  const largestPage = Math.max(before.largestPage ?? 0, after.largestPage ?? 0);
  const answeredPaths = sortedSet([...(before.answeredPaths ?? []), ...(after.answeredPaths ?? [])]).slice(0, maxPaths);
  return {
    ignoredFilters: sortedSet([...before.ignoredFilters, ...ignoredFilters]),
    refusedRequests: [...refused.values()].slice(-maxRefused),
    ...(requiresCursorAlone === undefined ? {} : { requiresCursorAlone }),
    ...(supportsLimit === undefined ? {} : { supportsLimit }),
    ...(largestPage === 0 ? {} : { largestPage }),
    ...(answeredPaths.length === 0 ? {} : { answeredPaths }),
  };
}

function sortedSet(values: readonly string[]): readonly string[] {
  return [...new Set(values)].toSorted();
}

/** Parameters that select a page, not rows. */
const pageParameters: ReadonlySet<string> = new Set(['limit', 'cursor']);
/** Maximum size of an error body that is read. */
const maxBodyBytes = 65_536;

/**
 * Returns the filters of a request that was answered with 400.
 *
 * @param body in the shape of any of the standards, or any other
 * @returns undefined when no filter was refused: a page after a cursor, or a request without filters
 */
export function refusedPartnerRequestOf(url: string, body: Buffer): RefusedPartnerRequest | undefined {
  const names = new Set(new URL(url).searchParams.keys());
  const filters = [...names].filter((name) => !pageParameters.has(name)).toSorted();
  if (names.has('cursor') || filters.length === 0) return undefined;
  const words = new Set(remarksOf(body).flatMap((remark) => remark.split(/\W+/)));
  return { filters, namedFilters: filters.filter((name) => words.has(name)) };
}

/**
 * Returns whether a 404 means that nothing was found. If the file does not say it: when it has the standard's error body,
 * or when the path has been answered with rows before. A wrong address on a live host must not look like an empty partner.
 */
export function isNothingFound(
  body: Buffer,
  { notFound, hasAnswered }: { readonly notFound: 'EMPTY' | 'ERROR' | undefined; readonly hasAnswered: boolean },
): boolean {
  return notFound === undefined ? hasAnswered || isStandardErrorBody(body) : notFound === 'EMPTY';
}

/**
 * Returns whether a body has the error shape of one of the standards, which shows that the partner itself has answered,
 * not a proxy.
 */
function isStandardErrorBody(body: Buffer): boolean {
  return remarkListsOf(body).length > 0;
}

/** Returns the remarks of an error body without the URL of the request, because that names every filter. */
function remarksOf(body: Buffer): string[] {
  return remarkListsOf(body).flatMap((remarks) =>
    remarks.flatMap((remark) => {
      const { property, errorCodeText, errorCodeMessage, message } = (remark ?? {}) as Readonly<Record<string, unknown>>;
      return [property, errorCodeText, errorCodeMessage, message].filter((text) => typeof text === 'string');
    }),
  );
}

function remarkListsOf(body: Buffer): (readonly unknown[])[] {
  const parsed = body.length > maxBodyBytes ? undefined : parseJsonBody(body);
  const { errors, feedbackElements } = (parsed ?? {}) as { readonly errors?: unknown; readonly feedbackElements?: unknown };
  return [errors, feedbackElements].filter(Array.isArray);
}
