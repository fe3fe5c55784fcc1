import { isDeepStrictEqual } from 'node:util';
import type { CursorCache } from '../cache/cursor-cache.ts';

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

/** What one response shows about the partner. */
export interface Observation {
  readonly ignoredFilters?: readonly string[];
  readonly refusedRequest?: RefusedPartnerRequest;
  readonly requiresCursorAlone?: boolean;
  readonly supportsLimit?: boolean;
  /** Number of objects on a page. */
  readonly pageSize?: number;
  /** Path of a URL that was answered with status 200. */
  readonly answeredPath?: string;
}

/** Records the observed capabilities of one partner at one standard. */
export interface CapabilityRecord {
  readonly observed: ObservedCapabilities;
  record(observation: Observation): void;
}

export interface CapabilityRecordOptions {
  readonly partner: string;
  readonly standard: string;
  /** The base URL. Observations of another address are dropped. */
  readonly address: string;
  /** Keeps the record when this process ends. Default: it is lost. */
  readonly cache?: CursorCache | undefined;
}

const maxRefused = 20;
/** Maximum number of paths; a standard has at most three. */
const maxPaths = 8;
const storedMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * Opens the record and begins to read its stored content. Requests do not wait for that; observations made meanwhile
 * are merged.
 */
export function openCapabilityRecord({ partner, standard, address, cache }: CapabilityRecordOptions): CapabilityRecord {
  const key = `observed:${partner}:${standard}`;
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
    get observed() {
      return observed;
    },
    record: (observation) => {
      const next = withObservation(observed, observation);
      if (next === observed) return;
      observed = next;
      void sync();
    },
  };
}

function withObservation(observed: ObservedCapabilities, observation: Observation): ObservedCapabilities {
  const { pageSize = 0, supportsLimit, answeredPath, ignoredFilters, refusedRequest, requiresCursorAlone } = observation;
  const { largestPage = 0, answeredPaths = [] } = observed;
  const isNewPath = answeredPath !== undefined && !answeredPaths.includes(answeredPath);
  // Most responses show nothing new about the partner.
  const isNew =
    isNewPath ||
    pageSize > largestPage ||
    ignoredFilters ||
    refusedRequest ||
    requiresCursorAlone !== undefined ||
    (supportsLimit !== undefined && supportsLimit !== observed.supportsLimit);
  if (!isNew) return observed;
  const next = merge(observed, {
    ignoredFilters: ignoredFilters ?? [],
    refusedRequests: refusedRequest === undefined ? [] : [refusedRequest],
    requiresCursorAlone,
    supportsLimit,
    largestPage: pageSize === 0 ? undefined : pageSize,
    answeredPaths: isNewPath ? [answeredPath] : undefined,
  });
  return isDeepStrictEqual(next, observed) ? observed : next;
}

function merge(before: ObservedCapabilities, after: ObservedCapabilities): ObservedCapabilities {
  const refused = new Map([...before.refusedRequests, ...after.refusedRequests].map((request) => [JSON.stringify(request), request]));
  const requiresCursorAlone = after.requiresCursorAlone ?? before.requiresCursorAlone;
  const supportsLimit = after.supportsLimit ?? before.supportsLimit;
  const largestPage = Math.max(before.largestPage ?? 0, after.largestPage ?? 0);
  const answeredPaths = [...new Set([...(before.answeredPaths ?? []), ...(after.answeredPaths ?? [])])].toSorted().slice(0, maxPaths);
  return {
    ignoredFilters: [...new Set([...before.ignoredFilters, ...after.ignoredFilters])].toSorted(),
    refusedRequests: [...refused.values()].slice(-maxRefused),
    ...(requiresCursorAlone === undefined ? {} : { requiresCursorAlone }),
    ...(supportsLimit === undefined ? {} : { supportsLimit }),
    ...(largestPage === 0 ? {} : { largestPage }),
    ...(answeredPaths.length === 0 ? {} : { answeredPaths }),
  };
}
