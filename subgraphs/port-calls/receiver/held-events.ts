import { isDeepStrictEqual } from 'node:util';
import type { ParsedObject } from '#platform/receiver/accept.ts';
import type { StoredVersion, VersionStore } from '#platform/store/version-store.ts';
import { afterUndated, isUndated } from '../model.ts';

/** Whether two bodies of one event say the same: formatting, `null`s and the spelling of the instant do not count. */
export function sayTheSame(left: object, right: object): boolean {
  return isDeepStrictEqual(comparableOf(left), comparableOf(right));
}

/**
 * A version without `eventUpdatedDateTime` is ordered by when it came, so a repeat of it would look newer than itself.
 * One that says what the newest held undated version says gets that version's order, and is then known for a repeat. Two
 * equal ones that are under way at the same moment do not see each other: both are kept, and say the same.
 */
export async function placeAmongHeld(
  versions: Pick<VersionStore, 'findPredecessors'>,
  prepared: readonly ParsedObject[],
): Promise<ParsedObject[]> {
  const entityIds = new Set(prepared.flatMap((object) => (isPlaceless(object) ? [object.version.entityId] : [])));
  if (entityIds.size === 0) return [...prepared];
  const newest = await versions.findPredecessors([...entityIds].map((entityId) => ({ entityId, sortKey: afterUndated })));
  const held = new Map(newest.map((version) => [version?.entityId, version]));
  return prepared.map((object) => {
    const same = isPlaceless(object) ? held.get(object.version.entityId) : undefined;
    if (same === undefined || !isPlaceless(object) || !isRepeat(same, object)) return object;
    return { ...object, version: { ...object.version, sortKey: same.sortKey } };
  });
}

type PreparedVersion = Extract<ParsedObject, { kind: 'version' }>;

function isPlaceless(object: ParsedObject): object is PreparedVersion {
  return object.kind === 'version' && isUndated(object.version.sortKey);
}

function isRepeat(held: StoredVersion, { version }: PreparedVersion): boolean {
  return held.contentHash === version.contentHash || sayTheSame(parsed(held), parsed(version));
}

function parsed({ document }: Pick<StoredVersion, 'document'>): object {
  return JSON.parse(document.toString());
}

function comparableOf(event: object): unknown {
  const { eventUpdatedDateTime: _updated, ...rest } = event as Record<string, unknown>;
  return JSON.parse(JSON.stringify(rest, (_key, value) => (value === null ? undefined : value)));
}
