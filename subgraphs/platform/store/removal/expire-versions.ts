import { randomUUID } from 'node:crypto';
import { pagesOfDeliveryDeadLetters } from '../delivery-dead-letters.ts';
import { maxRemoved, type Removal } from '../removal-store.ts';
import type { Store } from '../store.ts';
import { type LogName, logNames } from '../version-store.ts';

/** Letters looked at together; their bytes are in memory together. */
const letterPage = 20;

/** What would go. */
export interface ExpiredData {
  readonly versions: Readonly<Record<LogName, number>>;
  readonly deadLetters: number;
  /** Those that are as old themselves; all others of the versions go with them. */
  readonly deliveryDeadLetters: number;
}

/**
 * Removes what was received before the instant: versions with their blobs, clashes and events, and dead letters, those of
 * deliveries included. What was superseded goes before what is current, and a thing whose every version is old goes whole.
 * Events are first cut off what can be replayed, so whoever resumes behind them is told that they are missing. May be
 * broken off and begun again.
 *
 * @param options.receivedBefore RFC 3339 in UTC with milliseconds
 * @returns the trace; undefined when nothing was that old
 */
export async function expireVersions(
  store: Store,
  { receivedBefore, by }: { readonly receivedBefore: string; readonly by?: string | undefined },
): Promise<Removal | undefined> {
  const id = randomUUID();
  let begun: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    begun ??= store.removals.begin({ id, startedAt: new Date().toISOString(), reason: { kind: 'AGE', receivedBefore }, by });
    return begun;
  };
  await store.removals.resume();
  for (const log of logNames) {
    const { trimmedThrough } = await store.versions(log).trimLog(receivedBefore);
    // A current version goes only behind the others, which may have come later: until nothing goes any more.
    for (let removed = Number.NaN; removed !== 0; ) {
      removed = 0;
      for await (const keys of expiredKeys(store, log, { receivedBefore, upTo: trimmedThrough })) {
        await begin();
        removed += await store.removals.removeVersions(id, log, keys);
      }
    }
  }
  for await (const letters of expiredDeadLetters(store, receivedBefore)) {
    await begin();
    await store.removals.removeDeadLetters(id, letters);
  }
  for await (const letters of expiredDeliveryDeadLetters(store, receivedBefore)) {
    await begin();
    await store.removals.removeDeliveryDeadLetters(id, letters);
  }
  return begun && store.removals.finish(id, new Date().toISOString());
}

/** Counts what {@link expireVersions} would remove now. */
export async function countExpired(store: Store, receivedBefore: string): Promise<ExpiredData> {
  const versions = { 'arrival-notice-versions': 0, 'arrival-notice-notifications': 0, 'port-call-events': 0 };
  for (const log of logNames) {
    const { head } = await store.versions(log).bounds();
    for await (const keys of expiredKeys(store, log, { receivedBefore, upTo: head })) versions[log] += keys.length;
  }
  let deadLetters = 0;
  for await (const letters of expiredDeadLetters(store, receivedBefore)) deadLetters += letters.length;
  let deliveryDeadLetters = 0;
  for await (const letters of expiredDeliveryDeadLetters(store, receivedBefore)) deliveryDeadLetters += letters.length;
  return { versions, deadLetters, deliveryDeadLetters };
}

async function* expiredKeys(store: Store, log: LogName, bounds: { readonly receivedBefore: string; readonly upTo: number }) {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const { keys, scannedThrough } = await store.versions(log).listExpired({ ...bounds, after, limit: maxRemoved });
    if (keys.length > 0) yield keys;
    after = scannedThrough;
  }
}

async function* expiredDeadLetters(store: Store, receivedBefore: string): AsyncGenerator<string[]> {
  let after: string | undefined;
  for (;;) {
    const letters = await store.deadLetters.list({ limit: letterPage, after });
    const old = letters.filter(({ receivedAt }) => receivedAt < receivedBefore);
    if (old.length > 0) yield old.map(({ id }) => id);
    // In the order of their arrival: what comes behind is younger.
    if (old.length < letterPage) return;
    after = letters.at(-1)?.id;
  }
}

/** All are looked at: nothing else says which of them are old. */
async function* expiredDeliveryDeadLetters(store: Store, before: string): AsyncGenerator<string[]> {
  for await (const letters of pagesOfDeliveryDeadLetters(store)) {
    const old = letters.filter(({ at }) => at < before);
    if (old.length > 0) yield old.map(({ id }) => id);
  }
}
