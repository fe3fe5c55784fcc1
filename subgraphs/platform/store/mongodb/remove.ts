import type { Filter } from 'mongodb';
import type { RemovedCount } from '../removal-store.ts';
import type { VersionKey } from '../version-store.ts';
import { type ClashRow, committed, type MongoLog } from './collections.ts';
import { partsBetween } from './parts.ts';
import { historiesOf } from './read-versions.ts';
import { currentRowOf, currentSourceFields, type VersionId, type VersionRow, versionIdOf } from './rows.ts';
import { raiseCurrentRows } from './write-heads.ts';

/** Versions on their way out. */
export interface GoingVersions {
  /** A version that is pushed again has another number, and stays. */
  readonly rows: readonly { readonly _id: VersionId; readonly sequence: number }[];
  /** Things of which nothing is left then. */
  readonly ended: readonly string[];
}

type GoingRow = Pick<VersionRow, '_id' | 'partner' | 'blob'> & { readonly sequence: number };

/**
 * Decides which of the versions may go. Those without a number may not: of a line of versions that wait for numbers none
 * is to be missing when its turn comes, and nobody is to be about to write the head of what is removed.
 *
 * @returns undefined when none may
 */
export async function decideGoing(
  log: MongoLog,
  keys: readonly VersionKey[],
): Promise<{ readonly going: GoingVersions; readonly counts: readonly RemovedCount[] } | undefined> {
  const named = { _id: { $in: keys.map(versionIdOf) }, sequence: { $gt: 0 } };
  const fields = { _id: 1, partner: 1, blob: 1, sequence: 1 } as const;
  const found = await log.versions.find<GoingRow>(named, { ...committed, projection: fields }).toArray();
  if (found.length === 0) return undefined;
  const things = [...new Set(found.map(({ _id }) => _id.t))];
  const held = await log.versions.find<{ _id: VersionId }>(historiesOf(things), { ...committed, projection: { _id: 1 } }).toArray();
  const heads = await log.heads.find({ _id: { $in: things } }, { ...committed, projection: { order: 1 } }).toArray();
  const currentOf = new Map(heads.map(({ _id, order }) => [_id, order]));
  const countOf = (rows: readonly { readonly _id: VersionId }[], thing: string) => rows.filter(({ _id }) => _id.t === thing).length;
  const ended = things.filter((thing) => countOf(held, thing) === countOf(found, thing));
  const isEnded = new Set(ended);
  const rows = found.filter(({ _id }) => isEnded.has(_id.t) || _id.o !== currentOf.get(_id.t));
  if (rows.length === 0) return undefined;
  const clashes = await log.clashes.find(duplicateCredentialsOf(rows), { ...committed, projection: { _id: 1 } }).toArray();
  const going = { rows: rows.map(({ _id, sequence }) => ({ _id, sequence })), ended };
  return { going, counts: countsOf(log, { rows, ended, clashes: clashes.map(({ _id }) => _id.t) }) };
}

/**
 * Removes them, each with its parts and clashes. Every step may be made twice, and what stands between two steps is
 * shown to nobody: heads go first, rows go last, as long as there is a row its parts are not written again.
 */
export async function removeGoing(log: MongoLog, { rows, ended }: GoingVersions): Promise<void> {
  const left = await log.versions
    .find<{ _id: VersionId }>({ $or: rows.map(rowIs) } as Filter<VersionRow>, { ...committed, projection: { _id: 1 } })
    .toArray();
  const head = Math.max(...rows.map(({ sequence }) => sequence));
  await log.meta.updateOne({ _id: `floor:${log.name}` }, { $max: { head } }, { upsert: true });
  await removeHeads(log, rows, ended);
  if (left.length > 0) {
    await log.parts.deleteMany({ $or: left.map(({ _id }) => partsOf(_id)) });
    await log.clashes.deleteMany(duplicateCredentialsOf(left));
  }
  await log.versions.deleteMany({ $or: rows.map(rowIs) } as Filter<VersionRow>);
  // A fuller view may have written one again, and another version may have come and found one that was about to go.
  await removeHeads(log, rows, ended);
  if (ended.length > 0) {
    const later = await log.versions.find(historiesOf(ended), { ...committed, projection: currentSourceFields }).toArray();
    await raiseCurrentRows(log, later.map(currentRowOf));
  }
  await log.meta.updateOne({ _id: `floor:${log.name}` }, { $inc: { removals: 1 } });
}

async function removeHeads(log: MongoLog, rows: GoingVersions['rows'], ended: readonly string[]): Promise<void> {
  const isEnded = new Set(ended);
  const shown = rows.flatMap(({ _id }) => (isEnded.has(_id.t) ? [{ _id: _id.t, order: _id.o }] : []));
  if (shown.length > 0) await log.heads.deleteMany({ $or: shown });
}

function rowIs({ _id, sequence }: GoingVersions['rows'][number]): object {
  return { _id, sequence };
}

function duplicateCredentialsOf(rows: readonly { readonly _id: VersionId }[]): Filter<ClashRow> {
  return {
    $or: rows.map(({ _id: { t, o } }) => ({ _id: { $gte: { t, o }, $lt: { t, o: `${o}\u0000` } } })),
  } as unknown as Filter<ClashRow>;
}

/** All parts of a version, whichever content they are of: also those that a crash has left without a row. */
function partsOf({ t, o }: VersionId): ReturnType<typeof partsBetween> {
  const start = JSON.stringify([t, o]).slice(0, -1);
  // A comma follows, and the next character is another one.
  return partsBetween(`${start},`, `${start}-`);
}

function countsOf(
  { name: log }: MongoLog,
  { rows, ended, clashes }: { readonly rows: readonly GoingRow[]; readonly ended: readonly string[]; readonly clashes: readonly string[] },
): RemovedCount[] {
  const partnerOf = new Map(rows.map(({ _id, partner }) => [_id.t, partner]));
  return [...new Set(partnerOf.values())].flatMap((partner) => {
    const own = rows.filter((row) => row.partner === partner);
    const isOwn = (thing: string) => partnerOf.get(thing) === partner;
    const counts: readonly RemovedCount[] = [
      { log, partner, kind: 'versions', count: own.length },
      { log, partner, kind: 'things', count: ended.filter(isOwn).length },
      { log, partner, kind: 'blobs', count: own.filter(({ blob }) => blob !== undefined).length },
      { log, partner, kind: 'clashes', count: clashes.filter(isOwn).length },
    ];
    return counts.filter(({ count }) => count > 0);
  });
}
