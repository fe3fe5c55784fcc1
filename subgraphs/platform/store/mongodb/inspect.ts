import { hash } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Store } from '../store.ts';
import { logNames } from '../version-store.ts';

/** Number of versions in one read. */
const batch = 200;

/**
 * Checks a database. MongoDB validates every collection with its indexes, which locks them against writes one after the
 * other, and the bytes of every version are compared with their hash. Changes nothing.
 *
 * @returns one sentence for each damaged part
 */
export async function* inspectDatabase(db: Pick<Db, 'collections' | 'command'>, store: Store): AsyncGenerator<string> {
  for (const { collectionName } of await db.collections()) {
    if (collectionName.startsWith('system.')) continue;
    const { valid, errors = [] } = await db.command({ validate: collectionName });
    if (!valid) yield `Collection ${collectionName}: ${(errors as string[]).join('; ') || 'it is not valid'}.`;
  }
  for (const log of logNames) {
    const versions = store.versions(log);
    for (let after = 0; ; ) {
      const found = await versions.scan({ after, limit: batch });
      for (const version of found) {
        const { document, contentHash, sequence } = version;
        const blob = version.blob && (await versions.readBlob(version));
        const parts = blob === undefined ? [document] : [document.subarray(0, blob.offset), blob.bytes, document.subarray(blob.offset)];
        if (hash('sha256', Buffer.concat(parts), 'base64url') !== contentHash)
          yield `${log}, number ${sequence}: its bytes do not match their hash.`;
        after = sequence;
      }
      if (found.length < batch) break;
    }
  }
}
