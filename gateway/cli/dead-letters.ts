import { partnersFolderOf, readConfig } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { openPartnerRegistry, type PartnerRegistry } from '#platform/partners/registry.ts';
import { openBackends } from '#platform/process/backends.ts';
import { type AcceptParts, acceptParsed, type ParsedObject, type Receipt } from '#platform/receiver/accept.ts';
import type { PushedObject } from '#platform/receiver/pushed-list.ts';
import type { Store } from '#platform/store/store.ts';
import type { DeadLetter, ReceivedLogName } from '#platform/store/version-store.ts';
import { printLine } from '#platform/terminal.ts';

/** How dead letters of one log are ingested again. */
export interface IngestRules extends Pick<AcceptParts, 'hasSameContent' | 'assignSortKeys'> {
  readonly parse: (receipt: Receipt, object: PushedObject) => ParsedObject;
}

/** The rules of every log that can have dead letters. */
export type IngestRulesByLog = Readonly<Record<ReceivedLogName, IngestRules>>;

const pageSize = 100;

/** Prints all dead letters, one JSON object per line: identity, reason, and the bytes as a string. */
export async function listDeadLetters(): Promise<void> {
  await using backends = await openBackends(readConfig());
  for await (const { bytes, ...deadLetter } of allDeadLetters(backends.store)) {
    printLine(JSON.stringify({ ...deadLetter, text: bytes.toString() }));
  }
}

/**
 * Ingests dead letters again, as if the partner had pushed them now, for instance after a correction of the partner's
 * file or with a newer version of the program. Removes each dead letter that is accepted and keeps each one that is
 * rejected.
 *
 * @param ids ids of the dead letters; empty for all
 */
export async function replayDeadLetters(ids: readonly string[], ingestRules: IngestRulesByLog): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.LOG_LEVEL);
  await using backends = await openBackends(config);
  await using partners = await openPartnerRegistry({ ...partnersFolderOf(config), logger, env: process.env });
  for (const deadLetter of await findDeadLetters(backends.store, ids)) {
    const refusal = await replayDeadLetter(deadLetter, { store: backends.store, partners, logger, ingestRules });
    printLine(JSON.stringify({ id: deadLetter.id, kept: refusal === undefined, ...(refusal === undefined ? {} : { refusal }) }));
  }
  // The sequencers of running processes find the stored versions themselves.
}

/** @returns the reason for a rejection; undefined when the object is accepted */
async function replayDeadLetter(
  deadLetter: DeadLetter,
  parts: { store: Store; partners: PartnerRegistry; logger: Logger; ingestRules: IngestRulesByLog },
): Promise<string | undefined> {
  const { store, partners, logger, ingestRules } = parts;
  const partner = partners.find(deadLetter.partner);
  if (partner === undefined) return `The partner ${deadLetter.partner} no longer exists.`;
  const receipt = { partner, receivedAt: new Date().toISOString(), receivedBy: 'PUSH' as const };
  const object = { path: deadLetter.path, bytes: deadLetter.bytes, value: JSON.parse(deadLetter.bytes.toString()) };
  const { parse, ...rules } = ingestRules[deadLetter.log];
  const parsed = parse(receipt, object);
  if (parsed.kind === 'refused') return parsed.reason;
  await acceptParsed({ log: deadLetter.log, store, logger, ...rules, wake: () => undefined }, partner.id, [parsed]);
  await store.deadLetters.remove(deadLetter.id);
  return undefined;
}

async function findDeadLetters(store: Store, ids: readonly string[]): Promise<DeadLetter[]> {
  if (ids.length === 0) {
    const all: DeadLetter[] = [];
    for await (const deadLetter of allDeadLetters(store)) all.push(deadLetter);
    return all;
  }
  const found = await Promise.all(ids.map((id) => store.deadLetters.find(id)));
  const missing = ids.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) throw new LandfallError('NOT_FOUND', `There is no dead letter ${missing.join(', ')}.`);
  return found.filter((deadLetter) => deadLetter !== undefined);
}

async function* allDeadLetters(store: Store): AsyncGenerator<DeadLetter> {
  let after: string | undefined;
  for (;;) {
    const page = await store.deadLetters.list({ limit: pageSize, after });
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.id;
  }
}
