import { isDeepStrictEqual } from 'node:util';
import type { CursorCache } from '../cache/cursor-cache.ts';

/** A question that a partner refused with 400. */
export interface RefusedPartnerRequest {
  /** Filters that it was asked with, in the order of their names. */
  readonly filters: readonly string[];
  /** Those of them that its error body names. */
  readonly named: readonly string[];
}

/** What answers of a partner to questions of one standard have shown, beside what its file says. */
export interface ObservedCapabilities {
  /** Filters that were sent and that rows contradict. */
  readonly ignoredFilters: readonly string[];
  /** The newest last, at most {@link maxRefused}. */
  readonly refusedQuestions: readonly RefusedPartnerRequest[];
  /** Whether it takes a cursor without the original parameters only; undefined where it never mattered. */
  readonly wantsCursorAlone?: boolean | undefined;
  /** Whether it takes `limit`; undefined where it was never sent. */
  readonly takesLimit?: boolean | undefined;
  /** Root objects of the largest page that came. */
  readonly largestPage?: number | undefined;
  /** Paths that have answered with status 200, at most {@link maxPaths}. */
  readonly answeredPaths?: readonly string[] | undefined;
}

/** What one answer shows. */
export interface Observation {
  readonly ignoredFilters?: readonly string[];
  readonly refusedQuestion?: RefusedPartnerRequest;
  readonly wantsCursorAlone?: boolean;
  readonly takesLimit?: boolean;
  /** Root objects of a page. */
  readonly pageSize?: number;
  /** Path of a URL that answered with status 200. */
  readonly answeredPath?: string;
}

/** What was learnt of one partner and standard. */
export interface CapabilityRecord {
  readonly learnt: ObservedCapabilities;
  add(observation: Observation): void;
}

export interface CapabilityRecordOptions {
  readonly partner: string;
  readonly standard: string;
  /** Where the partner answers; what another address showed is forgotten. */
  readonly address: string;
  /** Remembers beyond this process. Default: nothing does. */
  readonly cache?: CursorCache | undefined;
}

const maxRefused = 20;
/** A standard has three at most. */
const maxPaths = 8;
const rememberedMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * Opens the book and begins to read what was learnt before. Nobody waits for that: until it has come less is known, and
 * what is learnt meanwhile is added to it.
 */
export function openCapabilityRecord({ partner, standard, address, cache }: CapabilityRecordOptions): CapabilityRecord {
  const key = `learnt:${partner}:${standard}`;
  const nothing: ObservedCapabilities = { ignoredFilters: [], refusedQuestions: [] };
  let learnt = nothing;
  let isReading = false;
  /** Several processes may learn of one partner: what another one has written is kept. */
  const sync = async (): Promise<void> => {
    if (cache === undefined || isReading) return;
    isReading = true;
    const stored = (await cache.find(key)) as (ObservedCapabilities & { readonly address: string }) | undefined;
    isReading = false;
    const isNews = learnt !== nothing;
    if (stored?.address === address) {
      const { address: _, ...known } = stored;
      learnt = merged(known, learnt);
      if (isDeepStrictEqual(learnt, known)) return;
    }
    if (isNews) await cache.put(key, { ...learnt, address }, rememberedMs);
  };
  void sync();
  return {
    get learnt() {
      return learnt;
    },
    add: (observation) => {
      const next = withObservation(learnt, observation);
      if (next === learnt) return;
      learnt = next;
      void sync();
    },
  };
}

function withObservation(
  learnt: ObservedCapabilities,
  { pageSize = 0, takesLimit, answeredPath, ...observed }: Observation,
): ObservedCapabilities {
  const { ignoredFilters, refusedQuestion, wantsCursorAlone } = observed;
  const { largestPage = 0, answeredPaths = [] } = learnt;
  const isNewPath = answeredPath !== undefined && !answeredPaths.includes(answeredPath);
  // Most observations are a page of no news.
  const isNews =
    isNewPath ||
    pageSize > largestPage ||
    ignoredFilters ||
    refusedQuestion ||
    wantsCursorAlone !== undefined ||
    (takesLimit !== undefined && takesLimit !== learnt.takesLimit);
  if (!isNews) return learnt;
  const next = merged(learnt, {
    ignoredFilters: ignoredFilters ?? [],
    refusedQuestions: refusedQuestion === undefined ? [] : [refusedQuestion],
    wantsCursorAlone,
    takesLimit,
    largestPage: pageSize === 0 ? undefined : pageSize,
    answeredPaths: isNewPath ? [answeredPath] : undefined,
  });
  return isDeepStrictEqual(next, learnt) ? learnt : next;
}

function merged(before: ObservedCapabilities, after: ObservedCapabilities): ObservedCapabilities {
  const refused = new Map([...before.refusedQuestions, ...after.refusedQuestions].map((question) => [JSON.stringify(question), question]));
  const wantsCursorAlone = after.wantsCursorAlone ?? before.wantsCursorAlone;
  const takesLimit = after.takesLimit ?? before.takesLimit;
  const largestPage = Math.max(before.largestPage ?? 0, after.largestPage ?? 0);
  const answeredPaths = [...new Set([...(before.answeredPaths ?? []), ...(after.answeredPaths ?? [])])].toSorted().slice(0, maxPaths);
  return {
    ignoredFilters: [...new Set([...before.ignoredFilters, ...after.ignoredFilters])].toSorted(),
    refusedQuestions: [...refused.values()].slice(-maxRefused),
    ...(wantsCursorAlone === undefined ? {} : { wantsCursorAlone }),
    ...(takesLimit === undefined ? {} : { takesLimit }),
    ...(largestPage === 0 ? {} : { largestPage }),
    ...(answeredPaths.length === 0 ? {} : { answeredPaths }),
  };
}
