import { LandfallError } from '../../errors.ts';
import { type MongoDatabase, openCollection } from './collections.ts';

interface LeaseRow {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/** Leases of one holder. */
export interface MongoLease {
  /** @returns whether the holder has it until `ttlMs` from now, by the server's clock */
  take(name: string, ttlMs: number): Promise<boolean>;
  release(name: string): Promise<void>;
}

/** Opens leases in MongoDB. The clock of the server decides, so that two processes never hold one lease, whatever their clocks. */
export function createMongoLease(db: MongoDatabase, holder: string): MongoLease {
  const leases = openCollection<LeaseRow>(db, 'leases');
  return {
    async take(name, ttlMs) {
      const isFree = { $lte: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] };
      const isOwn = { $eq: ['$holder', { $literal: holder }] };
      const acquired = { _id: { $literal: name }, holder: { $literal: holder }, until: { $add: ['$$NOW', ttlMs] } };
      const update = [{ $replaceWith: { $cond: [{ $or: [isOwn, isFree] }, acquired, '$$ROOT'] } }];
      const lease = await leases.findOneAndUpdate({ _id: name }, update, { upsert: true, returnDocument: 'after' });
      return lease?.holder === holder;
    },
    async release(name) {
      await leases.deleteOne({ _id: name, holder });
    },
  };
}

/** An idle server takes its leases every half minute, so that one is held, or expired a shorter time ago. A server that stops releases them. */
const idleMs = 31_000;

/** @throws {LandfallError} CONFIG_INVALID while a process has a lease or had one lately, as running servers do */
export async function requireNoServer(db: MongoDatabase): Promise<void> {
  const leases = openCollection<LeaseRow>(db, 'leases');
  const held = await leases.findOne({ $expr: { $gt: [{ $add: ['$until', idleMs] }, '$$NOW'] } });
  if (held === null) return;
  throw new LandfallError(
    'CONFIG_INVALID',
    `MONGODB_URL: a server uses the database (lease ${held._id}). Stop all servers, and wait 40 s after a kill.`,
  );
}
