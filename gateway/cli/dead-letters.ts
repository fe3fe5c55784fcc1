import { partnersFolderOf, readConfig } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { openPartnerRegistry, type PartnerRegistry } from '#platform/partners/registry.ts';
import { openBackends } from '#platform/process/backends.ts';
import { type AcceptParts, type Arrival, acceptParsed, type ParsedObject } from '#platform/receiver/accept.ts';
import type { PushedObject } from '#platform/receiver/pushed-list.ts';
import type { Store } from '#platform/store/store.ts';
import type { DeadLetter, LogName } from '#platform/store/version-store.ts';
import { printLine } from '#platform/terminal.ts';

/** How the objects of one log are ingested. */
export interface Intake extends Pick<AcceptParts, 'hasSameContent' | 'assignSortKeys'> {
  readonly prepare: (arrival: Arrival, object: PushedObject) => ParsedObject;
}

/** The intakes of all logs that can have dead letters. */
export type Intakes = Readonly<Record<LogName, Intake>>;

const pageSize = 100;

/** Prints all dead letters, one JSON object per line: identity, reason, and the bytes as a string. */
export async function listDeadLetters(): Promise<void> {
  await using backends = await openBackends(readConfig());
  for await (const { bytes, ...letter } of allLetters(backends.store)) {
    printLine(JSON.stringify({ ...letter, text: bytes.toString() }));
  }
}

/**
 * Ingests dead letters again, as if the partner had pushed them now: after a correction of the partner's file, or with a
 * newer program. An accepted one is removed from the dead letters; a rejected one stays.
 *
 * @param ids which; all when empty
 */
export async function replayDeadLetters(ids: readonly string[], intakes: Intakes): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.LOG_LEVEL);
  await using backends = await openBackends(config);
  await using partners = await openPartnerRegistry({ ...partnersFolderOf(config), logger, env: process.env });
  for (const letter of await lettersNamed(backends.store, ids)) {
    const refusal = await replayLetter(letter, { store: backends.store, partners, logger, intakes });
    printLine(JSON.stringify({ id: letter.id, kept: refusal === undefined, ...(refusal === undefined ? {} : { refusal }) }));
  }
  // The sequencers of running processes find the stored versions by themselves.
}

/** @returns the reason of a rejection; undefined when the letter is accepted */
async function replayLetter(
  letter: DeadLetter,
  parts: { store: Store; partners: PartnerRegistry; logger: Logger; intakes: Intakes },
): Promise<string | undefined> {
  const { store, partners, logger, intakes } = parts;
  const partner = partners.find(letter.partner);
  if (partner === undefined) return `The partner ${letter.partner} no longer exists.`;
  const arrival = { partner, receivedAt: new Date().toISOString(), receivedBy: 'PUSH' as const };
  const object = { path: letter.path, bytes: letter.bytes, value: JSON.parse(letter.bytes.toString()) };
  const { prepare, ...rules } = intakes[letter.log];
  const prepared = prepare(arrival, object);
  if (prepared.kind === 'refused') return prepared.reason;
  const { deadLetters } = store;
  const acceptParts = { log: letter.log, versions: store.versions(letter.log), deadLetters, logger, ...rules, wake: () => undefined };
  await acceptParsed(acceptParts, partner.id, [prepared]);
  await deadLetters.remove(letter.id);
  return undefined;
}

async function lettersNamed(store: Store, ids: readonly string[]): Promise<DeadLetter[]> {
  if (ids.length === 0) {
    const all: DeadLetter[] = [];
    for await (const letter of allLetters(store)) all.push(letter);
    return all;
  }
  const letters = await Promise.all(ids.map((id) => store.deadLetters.find(id)));
  const missing = ids.filter((_, index) => letters[index] === undefined);
  if (missing.length > 0) throw new LandfallError('NOT_FOUND', `There is no dead letter ${missing.join(', ')}.`);
  return letters.filter((letter) => letter !== undefined);
}

async function* allLetters(store: Store): AsyncGenerator<DeadLetter> {
  let after: string | undefined;
  for (;;) {
    const letters = await store.deadLetters.list({ limit: pageSize, after });
    yield* letters;
    if (letters.length < pageSize) return;
    after = letters.at(-1)?.id;
  }
}
