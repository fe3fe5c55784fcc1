import type { ExpiredVersions, VersionStore } from '../version-store.ts';
import { committed, type MongoLog } from './collections.ts';
import { historiesOf } from './read-versions.ts';
import type { VersionId, VersionRow } from './rows.ts';

type OldRow = Pick<VersionRow, '_id' | 'receivedAt'> & { readonly sequence: number };

/**
 * Finds the next old versions, a stretch of the log at a time, and ends with the first stretch that holds none: clocks
 * differ by less than that.
 */
export async function findOld(log: MongoLog, query: Parameters<VersionStore['listExpired']>[0]): Promise<ExpiredVersions> {
  const { receivedBefore, after, upTo, limit } = query;
  const options = { ...committed, projection: { _id: 1, receivedAt: 1, sequence: 1 }, maxTimeMS: log.timeoutMs } as const;
  const stretch = log.versions.find<OldRow>({ sequence: { $gt: after, $lte: upTo } }, options).sort({ sequence: 1 });
  const rows = await stretch.limit(limit).toArray();
  const old = rows.filter(({ receivedAt }) => receivedAt < receivedBefore);
  const staying = await findStaying(log, old, receivedBefore);
  const keys = old.flatMap(({ _id: { e, k } }) => (staying.get(e) === k ? [] : [{ entityId: e, sortKey: k }]));
  return { keys, scannedThrough: old.length === 0 ? undefined : rows.at(-1)?.sequence };
}

/** @returns of each thing that has both, old and later received versions, the order of its current version */
async function findStaying(log: MongoLog, old: readonly OldRow[], receivedBefore: string): Promise<ReadonlyMap<string, string>> {
  const entityIds = [...new Set(old.map(({ _id }) => _id.e))];
  if (entityIds.length === 0) return new Map();
  const later = { $and: [historiesOf(entityIds), { receivedAt: { $gte: receivedBefore } }] };
  const options = { ...committed, projection: { _id: 1 }, maxTimeMS: log.timeoutMs } as const;
  const rows = await log.versions.find<{ _id: VersionId }>(later, options).toArray();
  const younger = [...new Set(rows.map(({ _id }) => _id.e))];
  const heads = await log.currentRows.find({ _id: { $in: younger } }, { ...committed, projection: { sortKey: 1 } }).toArray();
  return new Map(heads.map(({ _id, sortKey }) => [_id, sortKey]));
}
