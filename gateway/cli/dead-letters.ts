import { partnersFolderOf, readConfig } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { createLogger, type Logger } from '#platform/logger.ts';
import { openPartnerRegistry } from '#platform/partners/registry.ts';
import { openBackends } from '#platform/process/backends.ts';
import { type AcceptParts, acceptParsed, type ParsedObject, type Receipt } from '#platform/receiver/accept.ts';
import type { PushedObject } from '#platform/receiver/pushed-list.ts';
import { pagesOf } from '#platform/store/batches.ts';
import type { Store } from '#platform/store/store.ts';
import type { DeadLetter, ReceivedLogName } from '#platform/store/version-store.ts';
import { printLine } from '#platform/terminal.ts';
import { ingestRules as arrivalNotices } from '../../subgraphs/arrival-notices/subgraph.ts';
import { ingestRules as portCalls } from '../../subgraphs/port-calls/subgraph.ts';

/** How objects of each log are ingested. */
const ingestRules: Readonly<
  Record<
    ReceivedLogName,
    Pick<AcceptParts, 'hasSameContent' | 'assignSortKeys'> & { readonly parse: (receipt: Receipt, object: PushedObject) => ParsedObject }
  >
> = { ...arrivalNotices, ...portCalls };

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
export async function replayDeadLetters(ids: readonly string[]): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.LOG_LEVEL);
  await using backends = await openBackends(config);
  await using partners = await openPartnerRegistry({ ...partnersFolderOf(config), logger, env: process.env });
  const { store } = backends;
  for (const { id, log, path, bytes, partner: of } of await findDeadLetters(store, ids)) {
    const partner = partners.find(of);
    const object = { path, bytes, value: JSON.parse(bytes.toString()) };
    const receivedAt = new Date().toISOString();
    const refusal =
      partner === undefined
        ? `The partner ${of} no longer exists.`
        : await ingest(object, { receipt: { partner, receivedAt, receivedBy: 'PUSH' }, log, store, logger });
    if (refusal === undefined) await store.deadLetters.remove(id);
    printLine(JSON.stringify({ id, kept: refusal === undefined, ...(refusal === undefined ? {} : { refusal }) }));
  }
}

/**
 * Ingests an object as if its partner had pushed it. The sequencers of running processes find the stored version themselves.
 *
 * @returns the reason for a rejection; undefined when the object is accepted
 */
export async function ingest(
  object: PushedObject,
  parts: { readonly receipt: Receipt; readonly log: ReceivedLogName; readonly store: Store; readonly logger: Logger },
): Promise<string | undefined> {
  const { receipt, log, store, logger } = parts;
  const { parse, ...rules } = ingestRules[log];
  const parsed = parse(receipt, object);
  if (parsed.kind === 'refused') return parsed.reason;
  await acceptParsed({ log, store, logger, ...rules, wake: () => undefined }, receipt.partner.id, [parsed]);
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
  for await (const page of pagesOf(
    (place) => store.deadLetters.list(place),
    pageSize,
    ({ id }) => id,
  ))
    yield* page;
}
