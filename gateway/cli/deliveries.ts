import { type AccessRegistry, openAccessRegistry } from '#platform/access/access-registry.ts';
import { type Config, partnersFolderOf, readConfig } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { createLogger } from '#platform/logger.ts';
import { deliveryLimits } from '#platform/partners/delivery-limits.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { readPartners } from '#platform/partners/registry.ts';
import { issueLine } from '#platform/partners/yaml-issues.ts';
import { openBackends } from '#platform/process/backends.ts';
import { isWebhookID, type Recipient, type Recipients } from '#platform/publisher/recipient.ts';
import { findSubscriber } from '#platform/publisher/subscribers.ts';
import type { DeliveryKind } from '#platform/publisher/webhooks/delivery.ts';
import { commandQueue, maxReplayed, paused, requeued, resumed, rewound, roomIn } from '#platform/publisher/webhooks/delivery-commands.ts';
import { createReports, type DeliveryReport } from '#platform/publisher/webhooks/delivery-report.ts';
import type { MessageLimits } from '#platform/publisher/webhooks/queue-state.ts';
import { entriesOf, findDeadLetters, findFirstSince, findVersionsOf } from '#platform/publisher/webhooks/replays.ts';
import { pagesOfDeliveryDeadLetters } from '#platform/store/delivery-dead-letters.ts';
import type { DeliveryDeadLetter, DeliveryQueueState, StoredDeliveryQueue } from '#platform/store/delivery-store.ts';
import type { Store } from '#platform/store/store.ts';
import type { LogName } from '#platform/store/version-store.ts';
import { printJson, printLine } from '#platform/terminal.ts';
import { systemClock } from '#platform/time/clock.ts';
import { receivedAtOf } from '#platform/time/instant.ts';
import { textTableOf } from './text-table.ts';

/** The kinds of deliveries, as far as the commands need them. */
export type OperatedKinds = readonly Pick<DeliveryKind, 'log' | 'routeFor' | 'termsOf'>[];

/** What the commands know of deliveries. */
export interface Operated {
  readonly kinds: OperatedKinds;
  /** Returns the webhooks of the access file as recipients. */
  webhooksOf(access: Pick<AccessRegistry, 'tenants' | 'onChange'>): Pick<Recipients, 'all'>;
}

export interface ListCommand {
  readonly json?: boolean;
  /** Only deliveries to webhooks. */
  readonly webhooks?: boolean;
}

export interface QueueCommand {
  /** Only the deliveries of this log. */
  readonly log?: LogName;
}

export interface PauseCommand extends QueueCommand {
  readonly reason?: string;
  readonly by?: string;
}

/** Exactly one of the three selects the versions. */
export interface ReplayCommand extends QueueCommand {
  /** RFC 3339 with offset. */
  readonly since?: string;
  readonly document?: string;
  /** Ids, or true for all. */
  readonly deadLetters?: readonly string[] | true;
}

/** Dead letters shown in a report. */
const lettersShown = 3;

/**
 * Prints the state of all deliveries on standard output, one line per subscriber and log, and the issues of partner files on
 * standard error. With `json` both are one document on standard output.
 *
 * @returns exit status: 1 if a file has issues; the rights of its subscriber are then unknown
 * @throws {LandfallError} NOT_FOUND if the subscriber has no deliveries
 */
export async function listDeliveries(subscriber: string | undefined, command: ListCommand, operated: Operated): Promise<0 | 1> {
  const { json = false, webhooks = false } = command;
  const config = readConfig();
  const { partners, issues } = await readPartners({ ...partnersFolderOf(config), env: process.env });
  await using backends = await openBackends(config);
  const { store } = backends;
  const all = subscriber === undefined ? await store.deliveries.listQueues() : await queuesOf(store, subscriber, {});
  const queues = all.filter((queue) => !webhooks || isWebhookID(queue.subscriber));
  const hooked = queues.some((queue) => isWebhookID(queue.subscriber)) ? await readWebhooks(config, operated) : undefined;
  const findRecipient = (id: string) => {
    if (isWebhookID(id)) return hooked?.find(id);
    const partner = partners.find((each) => each.id === id);
    return partner && findSubscriber(partner);
  };
  const reportOn = createReports({ store, kinds: operated.kinds, findRecipient, clock: systemClock });
  const shown: ShownDelivery[] = [];
  for (const queue of queues) shown.push(await shownDelivery(reportOn(queue)));
  if (json) printJson({ deliveries: shown, issues });
  else for (const line of textTableOf(shown.map(cellsOf))) printLine(line);
  if (!json) for (const issue of issues) printLine(issueLine(issue), process.stderr);
  return issues.length === 0 ? 0 : 1;
}

/** Pauses the deliveries to a subscriber. @throws {LandfallError} NOT_FOUND if it has none */
export async function pauseDeliveries(subscriber: string, command: PauseCommand): Promise<void> {
  const { reason = 'requested by an operator', by = 'an operator' } = command;
  await using backends = await openBackends(readConfig());
  const { store } = backends;
  for (const queue of await queuesOf(store, subscriber, command)) {
    await applyCommand(store, queue, (state) => paused(state, { at: now(), reason, by }));
    printResult(queue, 'paused');
  }
}

/** Resumes the deliveries to a subscriber and sends waiting versions now. @throws {LandfallError} NOT_FOUND if it has none */
export async function resumeDeliveries(subscriber: string, command: QueueCommand): Promise<void> {
  await using backends = await openBackends(readConfig());
  const { store } = backends;
  for (const queue of await queuesOf(store, subscriber, command)) {
    await applyCommand(store, queue, (state) => resumed(state, now()));
    printResult(queue, 'resumed');
  }
}

/**
 * Requeues earlier versions for a subscriber, as new messages.
 *
 * @throws {LandfallError} NOT_FOUND without deliveries or matching versions; BAD_USER_INPUT if the versions are not
 *   selected by exactly one option, or are too many
 */
export async function replayDeliveries(subscriber: string, command: ReplayCommand, operated: Operated): Promise<void> {
  const { since, document, deadLetters } = command;
  if ([since, document, deadLetters].filter((each) => each !== undefined).length !== 1) {
    throw new LandfallError('BAD_USER_INPUT', 'Expected one of --since, --document and --dead-letters.');
  }
  const config = readConfig();
  await using backends = await openBackends(config);
  const { store } = backends;
  const queues = await queuesOf(store, subscriber, command);
  if (since !== undefined) await replaySince(store, queues, since);
  if (deadLetters !== undefined) await replayDeadLetters(store, queues, deadLetters === true ? [] : deadLetters);
  if (document === undefined) return;
  const recipient = isWebhookID(subscriber)
    ? (await readWebhooks(config, operated)).find(subscriber)
    : findSubscriber(await partnerOf(subscriber, config));
  if (recipient === undefined) throw nothingToReplay(`that ${subscriber} may see`);
  await replayDocument(store, queues, { document, recipient, kinds: operated.kinds });
}

/** Prints the dead letters of all subscribers, or of one, one JSON object per line. */
export async function listDeliveryDeadLetters(subscriber: string | undefined): Promise<void> {
  await using backends = await openBackends(readConfig());
  const { store } = backends;
  if (subscriber !== undefined) await queuesOf(store, subscriber, {});
  for await (const page of pagesOfDeliveryDeadLetters(store, subscriber === undefined ? {} : { subscriber })) {
    for (const deadLetter of page) {
      const [version] = await store.versions(deadLetter.log).findNumbered([deadLetter.sequence]);
      printLine(JSON.stringify({ ...deadLetter, about: version === undefined ? null : JSON.parse(version.entityId) }));
    }
  }
}

async function replaySince(store: Store, queues: readonly StoredDeliveryQueue[], since: string): Promise<void> {
  const sinceMs = Date.parse(receivedAtOf(since) ?? '');
  if (Number.isNaN(sinceMs)) {
    throw new LandfallError('BAD_USER_INPUT', `--since: expected a time such as 2026-12-20T08:00:00Z, got ${JSON.stringify(since)}.`);
  }
  let isAny = false;
  for (const queue of queues) {
    const from = await findFirstSince(store.versions(queue.log), sinceMs);
    const state = from === undefined ? undefined : await applyCommand(store, queue, (before) => rewound(before, { from, at: now() }));
    if (state === undefined) continue;
    isAny = true;
    printResult(queue, `requeued from sequence number ${from}`);
  }
  if (!isAny) throw nothingToReplay(`received since ${since} that the log still holds`);
}

async function replayDocument(
  store: Store,
  queues: readonly StoredDeliveryQueue[],
  { document, recipient, kinds }: { readonly document: string; readonly recipient: Recipient; readonly kinds: OperatedKinds },
): Promise<void> {
  let isAny = false;
  for (const queue of queues) {
    const kind = kinds.find(({ log }) => log === queue.log);
    if (kind === undefined) continue;
    const entries = await findVersionsOf(document, { kind, recipient, versions: store.versions(queue.log), most: maxReplayed });
    if (entries.length === 0) continue;
    isAny = true;
    await applyCommand(store, queue, (state) => requeued(state, { entries, at: now(), limits: limitsOf(queue) }));
    printResult(queue, `${counted(entries.length, 'version')} requeued`);
  }
  if (!isAny) throw nothingToReplay(`of ${document} that the log still holds and that ${recipient.id} may see`);
}

async function replayDeadLetters(store: Store, queues: readonly StoredDeliveryQueue[], ids: readonly string[]): Promise<void> {
  const found = await Promise.all(
    queues.map(async (queue) => ({ queue, deadLetters: await findDeadLetters(store.deliveries, { key: keyOf(queue), ids }) })),
  );
  const known = new Set(found.flatMap(({ deadLetters }) => deadLetters.map(({ id }) => id)));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new LandfallError('NOT_FOUND', `The delivery has no dead letters ${unknown.join(', ')}.`);
  if (known.size === 0) throw nothingToReplay('among its dead letters');
  for (const { queue, deadLetters } of found) {
    if (deadLetters.length === 0) continue;
    const entries = await entriesOf(deadLetters, store.versions(queue.log));
    let count = 0;
    await applyCommand(store, queue, (state) => {
      // As many as fit; with no room at all the command is rejected.
      count = Math.min(entries.length, roomIn(state) || entries.length);
      return requeued(state, { entries: entries.slice(0, count), at: now(), limits: limitsOf(queue) });
    });
    // Removed last: a kill between the two sends a version twice and loses none.
    const left = new Set(entries.slice(count).map(({ sequence }) => sequence));
    await store.deliveries.removeDeadLetters(deadLetters.flatMap(({ id, sequence }) => (left.has(sequence) ? [] : [id])));
    const rest = left.size === 0 ? '' : `; ${left.size} more exceed the limit of waiting versions, replay them later`;
    printResult(queue, `${counted(count, 'version')} requeued${rest}`);
  }
}

/** @throws {LandfallError} NOT_FOUND when there are none */
async function queuesOf({ deliveries }: Store, subscriber: string, { log }: QueueCommand): Promise<StoredDeliveryQueue[]> {
  const queues = await deliveries.listQueues({ subscriber, ...(log === undefined ? {} : { log }) });
  if (queues.length > 0) return queues;
  const known = [...new Set((await deliveries.listQueues()).map((queue) => queue.subscriber))];
  throw new LandfallError(
    'NOT_FOUND',
    `${subscriber} has no delivery${log === undefined ? '' : ` of ${log}`}; a server opens the deliveries that publish.push of its file or the webhooks of the access file configure. ` +
      `Subscribers: ${known.join(', ') || 'none'}.`,
  );
}

/** Reads the webhooks of the access file. @throws {LandfallError} CONFIG_INVALID when it is invalid */
async function readWebhooks({ ACCESS_FILE: file }: Config, { webhooksOf }: Operated): Promise<{ find(id: string): Recipient | undefined }> {
  // Standard output is for the deliveries.
  await using access = await openAccessRegistry({ file, logger: createLogger('silent'), env: process.env });
  const recipients = webhooksOf(access).all();
  return { find: (id) => recipients.find((recipient) => recipient.id === id) };
}

/** Returns the limits of one message: a webhook is sent one event at a time. */
function limitsOf({ subscriber }: Pick<StoredDeliveryQueue, 'subscriber'>): MessageLimits {
  return isWebhookID(subscriber) ? { ...deliveryLimits, maxObjects: 1 } : deliveryLimits;
}

/** @throws {LandfallError} CONFIG_INVALID when its file is invalid or missing */
async function partnerOf(id: string, config: Config): Promise<Partner> {
  const folder = partnersFolderOf(config);
  const { partners, issues } = await readPartners({ ...folder, env: process.env });
  const partner = partners.find((each) => each.id === id);
  if (partner !== undefined) return partner;
  const own = issues.filter(({ file }) => file.replace(/\.ya?ml$/, '') === id).map(issueLine);
  throw new LandfallError('CONFIG_INVALID', `The rights of ${id} are unknown: ${own.join('; ') || `${folder.dir} has no such file`}.`);
}

function applyCommand(
  { deliveries }: Store,
  { subscriber, log }: StoredDeliveryQueue,
  change: (state: DeliveryQueueState) => DeliveryQueueState | undefined,
): Promise<DeliveryQueueState | undefined> {
  return commandQueue({ deliveries, clock: systemClock }, { subscriber, log }, change);
}

function keyOf({ subscriber, log }: StoredDeliveryQueue): Pick<StoredDeliveryQueue, 'subscriber' | 'log'> {
  return { subscriber, log };
}

function nothingToReplay(what: string): LandfallError {
  return new LandfallError('NOT_FOUND', `There is no version ${what}.`);
}

type ShownDelivery = Awaited<ReturnType<typeof shownDelivery>>;

async function shownDelivery(report: DeliveryReport) {
  const { subscriber, log, state, attempts, nextAttemptAt, queue } = report;
  const { failingSince, lastError, lastDeliveredAt, paused: pause, missed } = queue;
  const { waiting, hasMoreWaiting, oldestWaitingSince, lagSeconds } = await report.backlog();
  const deadLetters: { count: number; first: readonly DeliveryDeadLetter[] } = {
    count: await report.countDeadLetters(),
    first: await report.listDeadLetters(lettersShown),
  };
  return {
    subscriber,
    log,
    state,
    waiting,
    hasMoreWaiting,
    oldestWaitingSince: oldestWaitingSince ?? null,
    lagSeconds,
    attempts,
    nextAttemptAt: nextAttemptAt ?? null,
    failingSince: failingSince ?? null,
    lastError: lastError ?? null,
    lastDeliveredAt: lastDeliveredAt ?? null,
    paused: pause ?? null,
    missed: missed ?? null,
    deadLetters,
  };
}

function cellsOf(shown: ShownDelivery): string[] {
  const { waiting, hasMoreWaiting, lagSeconds, attempts, nextAttemptAt, lastError, paused: pause, missed, deadLetters } = shown;
  const remarks = [
    ...(pause === null ? [] : [`paused at ${pause.at}${pause.by === undefined ? '' : ` by ${pause.by}`}: ${pause.reason}`]),
    ...(attempts === 0 ? [] : [`${counted(attempts, 'attempt')} failed${nextAttemptAt === null ? '' : `, next at ${nextAttemptAt}`}`]),
    ...(lastError === null ? [] : [`last error at ${lastError.at}: ${lastError.code} ${lastError.message}`]),
    ...(missed === null ? [] : [`${missed.count} removed by retention`]),
  ];
  return [
    shown.subscriber,
    shown.log,
    shown.state,
    waiting === 0 && !hasMoreWaiting
      ? 'none waiting'
      : `${hasMoreWaiting ? 'more than ' : ''}${waiting} waiting, ${Math.round(lagSeconds)} s`,
    deadLetters.count === 0 ? 'no dead letters' : counted(deadLetters.count, 'dead letter'),
    remarks.join('; '),
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function printResult({ subscriber, log }: StoredDeliveryQueue, what: string): void {
  printLine(`${subscriber}  ${log}  ${what}`);
}

function now(): string {
  return new Date().toISOString();
}
