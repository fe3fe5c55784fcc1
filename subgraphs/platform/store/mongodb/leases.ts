import { LandfallError } from '../../errors.ts';
import { type MongoDatabase, openCollection } from './collections.ts';

interface LeaseRow {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/**
 * Acquires or renews a lease. It expires by the clock of the database server, so that two processes never hold one
 * lease, however their own clocks differ.
 *
 * @returns whether the holder has it until `ttlMs` from now
 */
export async function takeLease(db: MongoDatabase, name: string, holder: string, ttlMs: number): Promise<boolean> {
  const isFree = { $lte: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] };
  const isOwn = { $eq: ['$holder', { $literal: holder }] };
  const acquired = { _id: { $literal: name }, holder: { $literal: holder }, until: { $add: ['$$NOW', ttlMs] } };
  const update = [{ $replaceWith: { $cond: [{ $or: [isOwn, isFree] }, acquired, '$$ROOT'] } }];
  const leases = openCollection<LeaseRow>(db, 'leases');
  const lease = await leases.findOneAndUpdate({ _id: name }, update, { upsert: true, returnDocument: 'after' });
  return lease?.holder === holder;
}

export async function releaseLease(db: MongoDatabase, name: string, holder: string): Promise<void> {
  await openCollection<LeaseRow>(db, 'leases').deleteOne({ _id: name, holder });
}

/**
 * An idle server renews its leases every half minute, so a lease of a running server is held or has expired less than
 * that ago. A server that shuts down releases its leases.
 */
const idleMs = 31_000;

/** @throws {LandfallError} CONFIG_INVALID when a process holds a lease or held one recently, as running servers do */
export async function requireNoServer(db: MongoDatabase): Promise<void> {
  const leases = openCollection<LeaseRow>(db, 'leases');
  const held = await leases.findOne({ $expr: { $gt: [{ $add: ['$until', idleMs] }, '$$NOW'] } });
  if (held === null) return;
  throw new LandfallError(
    'CONFIG_INVALID',
    `MONGODB_URL: a server uses the database (lease ${held._id}). Stop all servers, and wait 40 s after a kill.`,
  );
}
