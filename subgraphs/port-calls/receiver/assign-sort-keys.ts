import { isDeepStrictEqual } from 'node:util';
import { parseExactly } from '#platform/json/exact-numbers.ts';
import type { ParsedObject } from '#platform/receiver/accept.ts';
import type { StoredVersion, VersionStore } from '#platform/store/version-store.ts';
import { afterUndated, isUndated } from '../model.ts';

/**
 * Returns whether two contents of one event are the same, ignoring formatting, `null` and the spelling of the instant.
 */
export function hasSameContent(left: object, right: object): boolean {
  return isDeepStrictEqual(comparableOf(left), comparableOf(right));
}

/**
 * Assigns sort keys to repeats. A version without `eventUpdatedDateTime` is sorted by its time of receipt, so a repeat
 * would appear to be newer. If its content equals that of the newest stored undated version, it gets that version's
 * sort key, and is recognized as a repeat. Two equal versions that arrive at the same moment do not see each other, and
 * both are stored.
 */
export async function assignSortKeys(
  versions: Pick<VersionStore, 'findPredecessors'>,
  prepared: readonly ParsedObject[],
): Promise<ParsedObject[]> {
  const entityIds = new Set(prepared.flatMap((object) => (isUndatedVersion(object) ? [object.version.entityId] : [])));
  if (entityIds.size === 0) return [...prepared];
  const newest = await versions.findPredecessors([...entityIds].map((entityId) => ({ entityId, sortKey: afterUndated })));
  const stored = new Map(newest.map((version) => [version?.entityId, version]));
  return prepared.map((object) => {
    const same = isUndatedVersion(object) ? stored.get(object.version.entityId) : undefined;
    if (same === undefined || !isUndatedVersion(object) || !isRepeat(same, object)) return object;
    return { ...object, version: { ...object.version, sortKey: same.sortKey } };
  });
}

type PreparedVersion = Extract<ParsedObject, { kind: 'version' }>;

function isUndatedVersion(object: ParsedObject): object is PreparedVersion {
  return object.kind === 'version' && isUndated(object.version.sortKey);
}

function isRepeat(stored: StoredVersion, { version }: PreparedVersion): boolean {
  return stored.contentHash === version.contentHash || hasSameContent(parsed(stored), parsed(version));
}

function parsed({ document }: Pick<StoredVersion, 'document'>): object {
  return parseExactly(document.toString()) as object;
}

function comparableOf(event: object): unknown {
  const { eventUpdatedDateTime: _updated, ...rest } = event as Record<string, unknown>;
  return JSON.parse(JSON.stringify(rest, (_key, value) => (value === null ? undefined : value)));
}
