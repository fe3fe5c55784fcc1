import type { Clock } from '#platform/time/clock.ts';
import { checkApiVersion } from '#platform/wire/dcsa.ts';
import type { Awkwardness } from './awkwardness.ts';
import type { CursorManners } from './one-shot-cursors.ts';

/** A query as a carrier reads it that passes some filters over. */
export function withoutIgnored(query: URLSearchParams, { ignoredFilters }: Awkwardness): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !ignoredFilters.includes(name)));
}

/** Why a request is refused for its `API-Version`; undefined if it is not. @param newest the version that is served */
export function findVersionFault(asked: string | undefined, newest: string, { onlyMajorVersion }: Awkwardness): string | undefined {
  const [major = ''] = newest.split('.', 1);
  if (onlyMajorVersion && asked !== undefined && asked !== major) return `API-Version: expected ${major}, got ${JSON.stringify(asked)}.`;
  return checkApiVersion(asked, newest);
}

/** What the cursors of a carrier are like. */
export function cursorMannersOf({ cursorTtlMs, loneCursors, emptyPages }: Awkwardness, clock: Clock): CursorManners {
  return { ttlMs: cursorTtlMs, isLone: loneCursors, hasEmptyPages: emptyPages, now: () => clock.now() };
}
