import { checkApiVersion } from '@landfall/dcsa/feedback.ts';
import type { Clock } from './clock.ts';
import type { Deviations } from './deviations.ts';
import type { CursorOptions } from './one-shot-cursors.ts';

/** Returns a query as it is read by a carrier that ignores some filters. */
export function withoutIgnored(query: URLSearchParams, { ignoredFilters }: Deviations): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !ignoredFilters.includes(name)));
}

/**
 * Returns why a request is refused for its `API-Version`; undefined if it is not. @param newest the version that is
 * served
 */
export function findVersionIssue(requested: string | undefined, newest: string, { onlyMajorVersion }: Deviations): string | undefined {
  const [major = ''] = newest.split('.', 1);
  if (onlyMajorVersion && requested !== undefined && requested !== major)
    return `API-Version: expected ${major}, got ${JSON.stringify(requested)}.`;
  return checkApiVersion(requested, newest);
}

/** Returns the options of a carrier's cursors. */
export function cursorOptionsOf({ cursorTtlMs, loneCursors, emptyPages }: Deviations, clock: Clock): CursorOptions {
  return { ttlMs: cursorTtlMs, isLone: loneCursors, hasEmptyPages: emptyPages, now: () => clock.now() };
}
