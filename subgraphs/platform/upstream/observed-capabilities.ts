import { isDeepStrictEqual } from 'node:util';
import type { CursorCache } from '../cache/cursor-cache.ts';

/** A request that a partner refused with 400. */
export interface RefusedPartnerRequest {
  /** Its filters, sorted. */
  readonly filters: readonly string[];
  /** Those of them that the error body names. */
  readonly named: readonly string[];
}

/** Capabilities of a partner at one standard that its responses have shown, beside those of its file. */
export interface ObservedCapabilities {
  /** Filters that were sent and that rows contradict. */
  readonly ignoredFilters: readonly string[];
  /** The newest last, at most {@link maxRefused}. */
  readonly refusedRequests: readonly RefusedPartnerRequest[];
  /** Whether it accepts a cursor without the original parameters only; undefined where it never mattered. */
  readonly requiresCursorAlone?: boolean | undefined;
  /** Whether it accepts `limit`; undefined where it was never sent. */
  readonly supportsLimit?: boolean | undefined;
  /** Root objects of the largest page. */
  readonly largestPage?: number | undefined;
  /** Paths that have answered with status 200, at most {@link maxPaths}. */
  readonly answeredPaths?: readonly string[] | undefined;
}

/** What one response shows. */
export interface Observation {
  readonly ignoredFilters?: readonly string[];
  readonly refusedRequest?: RefusedPartnerRequest;
  readonly requiresCursorAlone?: boolean;
  readonly supportsLimit?: boolean;
  /** Root objects of a page. */
  readonly pageSize?: number;
  /** Path of a URL that answered with status 200. */
  readonly answeredPath?: string;
}

/** Record of the observed capabilities of one partner and standard. */
export interface CapabilityRecord {
  readonly observed: ObservedCapabilities;
  record(observation: Observation): void;
}

export interface CapabilityRecordOptions {
  readonly partner: string;
  readonly standard: string;
  /** Base URL; observations of another address are dropped. */
  readonly address: string;
  /** Keeps the record beyond this process. Default: it is lost. */
  readonly cache?: CursorCache | undefined;
}

const maxRefused = 20;
/** A standard has three at most. */
const maxPaths = 8;
const storedMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * Opens the record and starts to read its stored content. Requests do not wait for that; observations made meanwhile are
 * merged.
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
  // Most observations are a page that shows nothing new.
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
