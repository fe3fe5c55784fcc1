import { randomUUID } from 'node:crypto';
import { pagesOfDeliveryDeadLetters } from '../delivery-dead-letters.ts';
import type { DeliveryDeadLetter } from '../delivery-store.ts';
import { maxRemoved, type Removal } from '../removal-store.ts';
import type { Store } from '../store.ts';
import { type LogName, logNames } from '../version-store.ts';
import { hashOfKey, isNamedIn, mayBeAbout, type SubjectKey, type SubjectRules } from './subject-rules.ts';

/** Versions, and letters, whose bytes are in memory together. */
const stretch = 50;

/** Things that are erased together. */
const together = 20;

/** What is about somebody. */
export interface SubjectData {
  readonly entityIds: Readonly<Record<LogName, ReadonlySet<string>>>;
  /** Ids of dead letters. */
  readonly deadLetters: readonly string[];
  /** Ids of dead letters of deliveries; those of the things' versions go with them and are not named here. */
  readonly deliveryDeadLetters: readonly string[];
}

/**
 * Finds everything that is about the key, in every version and clash that is held and in dead letters. All documents are
 * read: earlier versions are in no index, and what a partner misspelled is about somebody, too.
 */
export async function findSubject(store: Store, key: SubjectKey, rules: SubjectRules): Promise<SubjectData> {
  const entityIds: Record<LogName, Set<string>> = {
    'arrival-notice-versions': new Set(),
    'arrival-notice-notifications': new Set(),
    'port-call-events': new Set(),
  };
  await store.removals.resume();
  // In the order of the names a part of something is looked at after the whole.
  for (const log of logNames) {
    const { isAbout, partOf } = rules[log];
    const versions = store.versions(log);
    // Only what has its number is scanned and removed.
    while ((await versions.assignSequences()) > 0);
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page = await versions.scan({ after, limit: stretch });
      const clashes = await versions.listClashes(page);
      for (const [index, version] of page.entries()) {
        const isPart = partOf !== undefined && entityIds[partOf.log].has(partOf.thingOf(version.entityId));
        const contents = [version, ...(clashes[index] ?? []).map(({ document }) => ({ ...version, document, terms: [] }))];
        if (isPart || contents.some((kept) => isAbout(kept, key))) entityIds[log].add(version.entityId);
      }
      after = page.at(-1)?.sequence;
    }
  }
  return { entityIds, deadLetters: await findDeadLetters(store, key), deliveryDeadLetters: await findDeliveryDeadLetters(store, key) };
}

/**
 * Removes the things that were found, each with all its versions, clashes, blobs and events, and the dead letters. It may
 * be broken off and begun again: nothing is removed before what would be looked for by it.
 *
 * @returns the trace, also of an erasure that had nothing to remove
 */
export async function eraseSubject(
  store: Store,
  found: SubjectData,
  { key, by }: { readonly key: SubjectKey; readonly by?: string | undefined },
): Promise<Removal> {
  const id = randomUUID();
  await store.removals.begin({ id, startedAt: new Date().toISOString(), reason: { kind: 'ERASURE', ...hashOfKey(key) }, by });
  for (const log of logNames.toReversed()) {
    const entityIds = [...found.entityIds[log]];
    for (let start = 0; start < entityIds.length; start += together) {
      await eraseEntities(store, id, { log, entityIds: entityIds.slice(start, start + together) });
    }
  }
  for (let start = 0; start < found.deadLetters.length; start += maxRemoved) {
    await store.removals.removeDeadLetters(id, found.deadLetters.slice(start, start + maxRemoved));
  }
  for (let start = 0; start < found.deliveryDeadLetters.length; start += maxRemoved) {
    await store.removals.removeDeliveryDeadLetters(id, found.deliveryDeadLetters.slice(start, start + maxRemoved));
  }
  return store.removals.finish(id, new Date().toISOString());
}

/** The oldest versions first: until the last step a thing shows the version that is current. */
async function eraseEntities(
  store: Store,
  id: string,
  { log, entityIds }: { readonly log: LogName; readonly entityIds: readonly string[] },
): Promise<void> {
  const versions = store.versions(log);
  for (let removed = Number.NaN; removed !== 0; ) {
    const limit = Math.floor(maxRemoved / entityIds.length);
    const histories = await Promise.all(entityIds.map((entityId) => versions.listVersions({ entityId, limit, backwards: true })));
    const keys = histories.flat().map(({ entityId, sortKey }) => ({ entityId, sortKey }));
    removed = keys.length === 0 ? 0 : await store.removals.removeVersions(id, log, keys);
  }
}

async function findDeadLetters(store: Store, key: SubjectKey): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  for (;;) {
    const letters = await store.deadLetters.list({ limit: stretch, after });
    for (const letter of letters) if (mayBeAbout(letter, key)) found.push(letter.id);
    if (letters.length < stretch) return found;
    after = letters.at(-1)?.id;
  }
}

async function findDeliveryDeadLetters(store: Store, key: SubjectKey): Promise<string[]> {
  const found: string[] = [];
  for await (const letters of pagesOfDeliveryDeadLetters(store)) {
    for (const letter of letters) if (isDeadLetterAbout(letter, key)) found.push(letter.id);
  }
  return found;
}

/** All that is sent to a partner is about it; of others only what a subscriber has said may hold a name. */
function isDeadLetterAbout({ subscriber, reason, message }: DeliveryDeadLetter, key: SubjectKey): boolean {
  return key.kind === 'PARTNER' ? subscriber === key.partner : reason === 'FEEDBACK' && isNamedIn(message, key);
}
