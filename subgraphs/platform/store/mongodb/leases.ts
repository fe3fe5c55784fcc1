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

/** Leases in MongoDB. One clock decides, the server's, so processes whose clocks differ never hold one lease together. */
export function createMongoLease(db: MongoDatabase, holder: string): MongoLease {
  const leases = openCollection<LeaseRow>(db, 'leases');
  return {
    async take(name, ttlMs) {
      const free = { $lte: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] };
      const mine = { $eq: ['$holder', { $literal: holder }] };
      const taken = { _id: { $literal: name }, holder: { $literal: holder }, until: { $add: ['$$NOW', ttlMs] } };
      const decide = [{ $replaceWith: { $cond: [{ $or: [mine, free] }, taken, '$$ROOT'] } }];
      const lease = await leases.findOneAndUpdate({ _id: name }, decide, { upsert: true, returnDocument: 'after' });
      return lease?.holder === holder;
    },
    async release(name) {
      await leases.deleteOne({ _id: name, holder });
    },
  };
}
