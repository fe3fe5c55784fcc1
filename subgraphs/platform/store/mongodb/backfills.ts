import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { missingTermsOf } from '../backfill.ts';
import type { Backfill, VersionStore } from '../version-store.ts';
import { committed, type MongoLog } from './collections.ts';
import { createMongoLease } from './leases.ts';
import { storedVersionsOf } from './read-rows.ts';
import { keyOf, type VersionId, versionIdOf } from './rows.ts';

/** Versions of one step; their documents are in memory together. */
const stretch = 100;
const leaseMs = 60_000;
const lookAgainMs = 100;

/** Adds the terms of rules to what is held, in the order of identities, by one process at a time. */
export function createMongoTermRules(log: MongoLog): Pick<VersionStore, 'addTerms'> {
  const lease = createMongoLease(log.db, randomUUID());
  return {
    async addTerms(rule) {
      const id = `terms:${log.name}:${rule.name}`;
      const progress = () => log.call(() => log.meta.findOne({ _id: id }, committed));
      while ((await progress())?.isDone !== true) {
        if (!(await log.call(() => lease.take(id, leaseMs)))) {
          await pause(lookAgainMs);
          continue;
        }
        try {
          // Once more, now that nobody else goes on.
          let { through, isDone = false } = (await progress()) ?? {};
          while (!isDone) {
            ({ through, isDone } = await addToStretch(log, rule, through));
            // A place is a partner's text: it is not kept longer than it is needed.
            const reached =
              isDone || through === undefined ? { $set: { isDone }, $unset: { through: 1 as const } } : { $set: { through, isDone } };
            await log.call(() => log.meta.updateOne({ _id: id }, reached, { upsert: true }));
            await log.call(() => lease.take(id, leaseMs));
          }
        } finally {
          await log.call(() => lease.release(id));
        }
      }
    },
  };
}

/** May be made twice: terms are added once. What a fuller view has replaced meanwhile has them, and so has its head. */
async function addToStretch(
  log: MongoLog,
  rule: Backfill,
  after: VersionId | undefined,
): Promise<{ through: VersionId | undefined; isDone: boolean }> {
  const find = log.versions.find(after === undefined ? {} : { _id: { $gt: after } }).sort({ _id: 1 });
  const versions = await log.call(async () => storedVersionsOf(log, await find.limit(stretch).toArray()));
  const lacking = versions.flatMap((version) => {
    const terms = missingTermsOf(rule, version);
    return terms.length === 0 ? [] : [{ version, terms }];
  });
  if (lacking.length > 0) {
    const rows = lacking.map(({ version, terms }) => {
      const filter = { _id: versionIdOf(version), contentHash: version.contentHash };
      return { updateOne: { filter, update: { $addToSet: { terms: { $each: terms } } } } };
    });
    const heads = lacking.map(({ version: { thing, order, richness }, terms }) => {
      const filter = { _id: thing, order, richness };
      return { updateOne: { filter, update: { $addToSet: { keys: { $each: terms.map(keyOf) } } } } };
    });
    await log.call(() => log.versions.bulkWrite(rows, { ordered: false }));
    await log.call(() => log.heads.bulkWrite(heads, { ordered: false }));
  }
  const last = versions.at(-1);
  return { through: last === undefined ? after : versionIdOf(last), isDone: versions.length < stretch };
}
