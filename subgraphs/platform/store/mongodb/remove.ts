import type { Filter } from 'mongodb';
import type { RemovedCount } from '../removal-store.ts';
import type { VersionKey } from '../version-store.ts';
import { boundsIdOf } from './assign-sequences.ts';
import { type ClashRow, committed, type MongoLog } from './collections.ts';
import { partsBetween } from './parts.ts';
import { historiesOf } from './read-versions.ts';
import { currentRowOf, currentSourceFields, type VersionId, type VersionRow, versionIdOf } from './rows.ts';
import { raiseCurrentRows } from './write-current-rows.ts';

/** Versions that a step removes. */
export interface PendingVersions {
  /** With their numbers: a version that is pushed again gets another number and stays. */
  readonly rows: readonly { readonly _id: VersionId; readonly sequence: number }[];
  /** Entities whose last version is removed. */
  readonly ended: readonly string[];
}

type PendingRow = Pick<VersionRow, '_id' | 'partner' | 'blob'> & { readonly sequence: number };

/**
 * Selects the versions that can be removed. Versions without a number stay: the sequencer must find every waiting
 * version, and their writers may be about to write the current rows.
 *
 * @returns undefined when none can be removed
 */
export async function selectPending(
  log: MongoLog,
  keys: readonly VersionKey[],
): Promise<{ readonly pending: PendingVersions; readonly counts: readonly RemovedCount[] } | undefined> {
  const named = { _id: { $in: keys.map(versionIdOf) }, sequence: { $gt: 0 } };
  const fields = { _id: 1, partner: 1, blob: 1, sequence: 1 } as const;
  const found = await log.versions.find<PendingRow>(named, { ...committed, projection: fields }).toArray();
  if (found.length === 0) return undefined;
  const entityIds = [...new Set(found.map(({ _id }) => _id.e))];
  const remaining = await log.versions.find<{ _id: VersionId }>(historiesOf(entityIds), { ...committed, projection: { _id: 1 } }).toArray();
  const currentRows = await log.currentRows.find({ _id: { $in: entityIds } }, { ...committed, projection: { sortKey: 1 } }).toArray();
  const currentOf = new Map(currentRows.map(({ _id, sortKey }) => [_id, sortKey]));
  const countOf = (rows: readonly { readonly _id: VersionId }[], entityId: string) => rows.filter(({ _id }) => _id.e === entityId).length;
  const ended = entityIds.filter((entityId) => countOf(remaining, entityId) === countOf(found, entityId));
  const isEnded = new Set(ended);
  const rows = found.filter(({ _id }) => isEnded.has(_id.e) || _id.k !== currentOf.get(_id.e));
  if (rows.length === 0) return undefined;
  const clashes = await log.clashes.find(clashesOf(rows), { ...committed, projection: { _id: 1 } }).toArray();
  const pending = { rows: rows.map(({ _id, sequence }) => ({ _id, sequence })), ended };
  return { pending, counts: countsOf(log, { rows, ended, clashes: clashes.map(({ _id }) => _id.e) }) };
}

/**
 * Removes the versions with their parts and clashes. Every write can be repeated, and no reader sees a state between two
 * writes: current rows are removed first, rows last, because parts are not written again while their row exists.
 */
export async function removePending(log: MongoLog, { rows, ended }: PendingVersions): Promise<void> {
  const left = await log.versions
    .find<{ _id: VersionId }>({ $or: rows.map(rowIs) } as Filter<VersionRow>, { ...committed, projection: { _id: 1 } })
    .toArray();
  const head = Math.max(...rows.map(({ sequence }) => sequence));
  await log.meta.updateOne({ _id: boundsIdOf(log) }, { $max: { head } }, { upsert: true });
  await removeCurrentRows(log, rows, ended);
  if (left.length > 0) {
    await log.parts.deleteMany({ $or: left.map(({ _id }) => partsOf(_id)) });
    await log.clashes.deleteMany(clashesOf(left));
  }
  await log.versions.deleteMany({ $or: rows.map(rowIs) } as Filter<VersionRow>);
  // Meanwhile, a more complete view may have restored a current row, and another version may have been compared with a
  // row that was removed.
  await removeCurrentRows(log, rows, ended);
  if (ended.length > 0) {
    const later = await log.versions.find(historiesOf(ended), { ...committed, projection: currentSourceFields }).toArray();
    await raiseCurrentRows(log, later.map(currentRowOf));
  }
  await log.meta.updateOne({ _id: boundsIdOf(log) }, { $inc: { removals: 1 } });
}

async function removeCurrentRows(log: MongoLog, rows: PendingVersions['rows'], ended: readonly string[]): Promise<void> {
  const isEnded = new Set(ended);
  const currentRows = rows.flatMap(({ _id }) => (isEnded.has(_id.e) ? [{ _id: _id.e, sortKey: _id.k }] : []));
  if (currentRows.length > 0) await log.currentRows.deleteMany({ $or: currentRows });
}

function rowIs({ _id, sequence }: PendingVersions['rows'][number]): object {
  return { _id, sequence };
}

function clashesOf(rows: readonly { readonly _id: VersionId }[]): Filter<ClashRow> {
  return {
    $or: rows.map(({ _id: { e, k } }) => ({ _id: { $gte: { e, k }, $lt: { e, k: `${k}\u0000` } } })),
  } as unknown as Filter<ClashRow>;
}

/** Selects all parts of a version, including those that a crash has left without a row. */
function partsOf({ e, k }: VersionId): ReturnType<typeof partsBetween> {
  const start = JSON.stringify([e, k]).slice(0, -1);
  // In a key, a comma follows the identity; `-` is the next character.
  return partsBetween(`${start},`, `${start}-`);
}

function countsOf(
  { name: log }: MongoLog,
  {
    rows,
    ended,
    clashes,
  }: { readonly rows: readonly PendingRow[]; readonly ended: readonly string[]; readonly clashes: readonly string[] },
): RemovedCount[] {
  const partnerOf = new Map(rows.map(({ _id, partner }) => [_id.e, partner]));
  return [...new Set(partnerOf.values())].flatMap((partner) => {
    const own = rows.filter((row) => row.partner === partner);
    const isOwn = (entityId: string) => partnerOf.get(entityId) === partner;
    const counts: readonly RemovedCount[] = [
      { log, partner, kind: 'versions', count: own.length },
      { log, partner, kind: 'entities', count: ended.filter(isOwn).length },
      { log, partner, kind: 'blobs', count: own.filter(({ blob }) => blob !== undefined).length },
      { log, partner, kind: 'clashes', count: clashes.filter(isOwn).length },
    ];
    return counts.filter(({ count }) => count > 0);
  });
}
