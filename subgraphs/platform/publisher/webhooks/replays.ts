import { pagesOfDeliveryDeadLetters } from '../../store/delivery-dead-letters.ts';
import type { DeliveryDeadLetter, DeliveryQueueKey, DeliveryStore } from '../../store/delivery-store.ts';
import { bothFilters } from '../../store/version-filter.ts';
import type { VersionFilter, VersionStore } from '../../store/version-store.ts';
import type { Recipient } from '../recipient.ts';
import { deliverableFilter, mayBeSent } from './deliverable.ts';
import type { DeliveryKind, NumberedVersion } from './delivery.ts';
import { entryOf, type QueueEntry } from './queue-state.ts';

type ReadableVersions = Pick<VersionStore, 'bounds' | 'readLog'>;

/**
 * Finds the start of a replay by time.
 *
 * @param sinceMs milliseconds since 1970
 * @returns sequence number of the first version in the log that was received at or after that time; undefined if there
 *   is none
 */
export async function findFirstSince(versions: ReadableVersions, sinceMs: number): Promise<number | undefined> {
  // The store's bound is exclusive, in whole milliseconds.
  const receivedAfter = new Date(sinceMs - 1).toISOString();
  for await (const { sequence } of matchesIn(versions, { receivedAfter })) return sequence;
  return undefined;
}

/**
 * Finds all versions of a document in the log that the recipient may see.
 *
 * @param document a transport document reference, or an id or reference of a port call
 * @param given.most maximum number; the search ends with one version more
 */
export async function findVersionsOf(
  document: string,
  given: {
    readonly kind: Pick<DeliveryKind, 'log' | 'termsOf'>;
    readonly recipient: Recipient;
    readonly versions: ReadableVersions;
    readonly most: number;
  },
): Promise<QueueEntry[]> {
  const { kind, recipient, versions, most } = given;
  const ofDocument: VersionFilter = { all: kind.termsOf(document) };
  const deliverable = deliverableFilter(kind.log, recipient);
  const isDeliverable = mayBeSent(kind.log, recipient);
  const found: QueueEntry[] = [];
  for await (const version of matchesIn(versions, deliverable === undefined ? ofDocument : bothFilters(ofDocument, deliverable))) {
    if (isDeliverable(version)) found.push(entryOf(kind.log, version));
    if (found.length > most) break;
  }
  return found;
}

/**
 * Lists dead letters of one delivery queue.
 *
 * @param ids empty for all dead letters
 */
export async function findDeadLetters(
  deliveries: Pick<DeliveryStore, 'listDeadLetters'>,
  { key, ids }: { readonly key: Partial<DeliveryQueueKey>; readonly ids: readonly string[] },
): Promise<DeliveryDeadLetter[]> {
  const wanted = new Set(ids);
  const found: DeliveryDeadLetter[] = [];
  for await (const deadLetters of pagesOfDeliveryDeadLetters({ deliveries }, key)) {
    found.push(...deadLetters.filter(({ id }) => wanted.size === 0 || wanted.has(id)));
  }
  return found;
}

/** Returns the versions of one log's dead letters that are still stored, without duplicates, in log order. */
export async function entriesOf(
  deadLetters: readonly Pick<DeliveryDeadLetter, 'log' | 'sequence'>[],
  versions: Pick<VersionStore, 'findNumbered'>,
): Promise<QueueEntry[]> {
  const [{ log } = {}] = deadLetters;
  const sequences = [...new Set(deadLetters.map(({ sequence }) => sequence))].toSorted((left, right) => left - right);
  const found: QueueEntry[] = [];
  for (let at = 0; at < sequences.length; at += pageSize) {
    for (const version of await versions.findNumbered(sequences.slice(at, at + pageSize)))
      if (version !== undefined && log !== undefined) found.push(entryOf(log, version));
  }
  return found;
}

/** Number of versions that are read at a time. */
const pageSize = 100;

/** Reads all matching versions up to the current head of the log. */
async function* matchesIn(versions: ReadableVersions, filter: VersionFilter): AsyncGenerator<NumberedVersion> {
  const { trimmedThrough, head } = await versions.bounds();
  for (let after = trimmedThrough; after < head; ) {
    const { entries, scannedThrough } = await versions.readLog({ after, limit: pageSize, filter });
    yield* entries;
    if (scannedThrough <= after) return;
    after = scannedThrough;
  }
}
