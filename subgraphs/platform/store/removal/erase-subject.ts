import { randomUUID } from 'node:crypto';
import { batchesOf, pagesOf } from '../batches.ts';
import { type DeliveryDeadLetter, pagesOfDeliveryDeadLetters } from '../delivery-store.ts';
import { maxRemoved, type Removal } from '../removal-store.ts';
import type { Store } from '../store.ts';
import { type LogName, logNames } from '../version-store.ts';
import { entitiesAtOnce, removeArrivals, removeOldest } from './expire-versions.ts';
import {
  type ErasedSources,
  type ForgetErased,
  hashOfKey,
  isNamedIn,
  mayBeAbout,
  type SubjectKey,
  type SubjectRules,
} from './subject-rules.ts';

/** Number of versions or dead letters in memory at a time. */
const batchSize = 50;

/** The data about a subject. */
export interface SubjectData {
  readonly entityIds: Readonly<Record<LogName, ReadonlySet<string>>>;
  /** Ids of dead letters. */
  readonly deadLetters: readonly string[];
  /** Ids of delivery dead letters except those of the entities' versions, which are removed with them. */
  readonly deliveryDeadLetters: readonly string[];
}

/**
 * Finds all data about a subject in stored versions, clashes and dead letters. It reads every document, because
 * superseded versions are in no index, and data in misspelled attributes counts as well.
 */
export async function findSubject(store: Store, key: SubjectKey, rules: SubjectRules): Promise<SubjectData> {
  const entityIds = Object.fromEntries(logNames.map((log) => [log, new Set()])) as Record<LogName, Set<string>>;
  await store.removals.resume();
  // In the order of the log names, notifications and alerts follow the notices that they belong to.
  for (const log of logNames) {
    const { isAbout, owner } = rules[log];
    const versions = store.versions(log);
    // Only numbered versions are scanned and removed.
    while ((await versions.assignSequences()) > 0);
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page = await versions.scan({ after, limit: batchSize });
      const clashes = await versions.listClashes(page);
      for (const [index, version] of page.entries()) {
        const isPart = owner !== undefined && entityIds[owner.log].has(owner.ownerIdOf(version.entityId));
        const contents = [version, ...(clashes[index] ?? []).map(({ document }) => ({ ...version, document, terms: [] }))];
        if (isPart || contents.some((kept) => isAbout(kept, key))) entityIds[log].add(version.entityId);
      }
      after = page.at(-1)?.sequence;
    }
  }
  return { entityIds, deadLetters: await findDeadLetters(store, key), deliveryDeadLetters: await findDeliveryDeadLetters(store, key) };
}

/**
 * Removes the found entities with all their versions, clashes and blobs, and the dead letters. Can be interrupted and
 * repeated, because data that leads to other data is removed last.
 *
 * @param options.forget removes erased sources from the arrivals of other notices
 * @returns the record, also when there was nothing to remove
 */
export async function eraseSubject(
  store: Store,
  found: SubjectData,
  { key, by, forget }: { readonly key: SubjectKey; readonly by?: string | undefined; readonly forget?: ForgetErased | undefined },
): Promise<Removal> {
  const id = randomUUID();
  await store.removals.begin({ id, startedAt: new Date().toISOString(), reason: { kind: 'ERASURE', ...hashOfKey(key) }, by });
  const notices = [...found.entityIds['arrival-notice-versions']];
  await removeArrivals(store, id, notices);
  for (const log of logNames.toReversed()) {
    for (const entityIds of batchesOf([...found.entityIds[log]], entitiesAtOnce)) {
      while ((await removeOldest(store, id, { log, entityIds })) > 0);
    }
  }
  // An evaluation that ran meanwhile may have raised further alerts.
  await removeArrivals(store, id, notices);
  const partner = key.kind === 'PARTNER' ? key.partner : undefined;
  if (forget !== undefined) await forgetSources(store, forget, { partner, events: found.entityIds['port-call-events'], nowMs: Date.now() });
  for (const ids of batchesOf(found.deadLetters, maxRemoved)) await store.removals.removeDeadLetters(id, 'deadLetters', ids);
  for (const ids of batchesOf(found.deliveryDeadLetters, maxRemoved))
    await store.removals.removeDeadLetters(id, 'deliveryDeadLetters', ids);
  return store.removals.finish(id, new Date().toISOString());
}

/** Removes erased sources from all arrivals. An arrival that an evaluation changes meanwhile is read again. */
async function forgetSources(store: Store, forget: ForgetErased, erased: ErasedSources): Promise<void> {
  if (erased.partner === undefined && erased.events.size === 0) return;
  for await (const page of pagesOf(
    (place) => store.arrivals.scan(place),
    batchSize,
    ({ arrivalId }) => arrivalId,
  )) {
    for (let left = page; left.length > 0; ) {
      const ids = left.map(({ arrivalId }) => arrivalId);
      const marks = await store.arrivals.findMarks(ids);
      const writes = left.flatMap((stored) => {
        const own = marks.filter(({ arrivalId }) => arrivalId === stored.arrivalId);
        const write = forget(stored, own, erased);
        return write === undefined ? [] : [{ ...write, revision: stored.revision }];
      });
      const written = await store.arrivals.write(writes);
      const again = writes.flatMap(({ row }, index) => (written[index] ? [] : [row.arrivalId]));
      left = again.length === 0 ? [] : (await store.arrivals.find(again)).filter((row) => row !== undefined);
    }
  }
}

async function findDeadLetters(store: Store, key: SubjectKey): Promise<string[]> {
  const found: string[] = [];
  for await (const deadLetters of pagesOf(
    (place) => store.deadLetters.list(place),
    batchSize,
    ({ id }) => id,
  )) {
    for (const deadLetter of deadLetters) if (mayBeAbout(deadLetter, key)) found.push(deadLetter.id);
  }
  return found;
}

async function findDeliveryDeadLetters(store: Store, key: SubjectKey): Promise<string[]> {
  const found: string[] = [];
  for await (const deadLetters of pagesOfDeliveryDeadLetters(store)) {
    for (const deadLetter of deadLetters) if (isDeadLetterAbout(deadLetter, key)) found.push(deadLetter.id);
  }
  return found;
}

/**
 * Returns whether a delivery dead letter is about the subject. Everything sent to a partner is about that partner;
 * other dead letters can contain a name only in the subscriber's message.
 */
function isDeadLetterAbout({ subscriber, reason, message }: DeliveryDeadLetter, key: SubjectKey): boolean {
  return key.kind === 'PARTNER' ? subscriber === key.partner : reason === 'FEEDBACK' && isNamedIn(message, key);
}
