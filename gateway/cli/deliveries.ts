import { openAccessRegistry } from '#platform/access/access-registry.ts';
import { type Config, partnersFolderOf, readConfig } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { createLogger } from '#platform/logger.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { readPartners } from '#platform/partners/registry.ts';
import { issueLine } from '#platform/partners/yaml-file.ts';
import { openBackends } from '#platform/process/backends.ts';
import {
  type DeliveryReport,
  deliveryReportOf,
  pauseQueue,
  type RequeuedVersions,
  replayQueues,
  resumeQueue,
} from '#platform/publisher/deliveries/operations.ts';
import { findSubscriber, isWebhookID, type Recipient } from '#platform/publisher/recipient.ts';
import { type DeliveryQueueKey, pagesOfDeliveryDeadLetters, type StoredDeliveryQueue } from '#platform/store/delivery-store.ts';
import type { Store } from '#platform/store/store.ts';
import type { LogName } from '#platform/store/version-store.ts';
import { printJson, printLine, textTableOf } from '#platform/terminal.ts';
import { deliveryKinds as arrivalNoticeKinds } from '../../subgraphs/arrival-notices/subgraph.ts';
import { webhookCommands } from '../../subgraphs/arrivals/subgraph.ts';
import { deliveryKinds as portCallKinds } from '../../subgraphs/port-calls/subgraph.ts';

/** The deliveries of all standards and of webhooks. */
const deliveryKinds = () => [...arrivalNoticeKinds(), ...portCallKinds(), ...webhookCommands.kinds()];

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

/** Number of dead letters shown in a report. */
const lettersShown = 3;

/**
 * Prints the state of all deliveries on standard output, one line per subscriber and log, and the issues of partner files on
 * standard error. With `json` both are one document on standard output.
 *
 * @returns exit status: 1 if a file has issues; the rights of its subscriber are then unknown
 * @throws {LandfallError} NOT_FOUND if the subscriber has no deliveries
 */
export async function listDeliveries(subscriber: string | undefined, command: ListCommand): Promise<0 | 1> {
  const { json = false, webhooks = false } = command;
  const config = readConfig();
  const { partners, issues } = await readPartners({ ...partnersFolderOf(config), env: process.env });
  await using backends = await openBackends(config);
  const { store } = backends;
  const all = subscriber === undefined ? await store.deliveries.listQueues() : await queuesOf(store, subscriber, {});
  const queues = all.filter((queue) => !webhooks || isWebhookID(queue.subscriber));
  const hooked = queues.some((queue) => isWebhookID(queue.subscriber)) ? await readWebhooks(config) : undefined;
  const findRecipient = (id: string) => {
    if (isWebhookID(id)) return hooked?.find(id);
    const partner = partners.find((each) => each.id === id);
    return partner && findSubscriber(partner);
  };
  const shown: ShownDelivery[] = [];
  for (const queue of queues) shown.push(await shownDelivery(deliveryReportOf(queue, { store, kinds: deliveryKinds(), findRecipient })));
  if (json) printJson({ deliveries: shown, issues }, (_name, value: unknown) => value ?? null);
  else for (const line of textTableOf(shown.map(cellsOf))) printLine(line);
  if (!json) for (const issue of issues) printLine(issueLine(issue), process.stderr);
  return issues.length === 0 ? 0 : 1;
}

/** Pauses the deliveries to a subscriber. @throws {LandfallError} NOT_FOUND if it has none */
export async function pauseDeliveries(subscriber: string, command: PauseCommand): Promise<void> {
  const { reason = 'requested by an operator', by = 'an operator' } = command;
  await using backends = await openBackends(readConfig());
  const { store } = backends;
  const queues = await queuesOf(store, subscriber, command);
  for (const queue of queues) {
    await pauseQueue(store.deliveries, queue, { reason, by });
    printResult(queue, 'paused');
  }
}

/** Resumes the deliveries to a subscriber and sends waiting versions now. @throws {LandfallError} NOT_FOUND if it has none */
export async function resumeDeliveries(subscriber: string, command: QueueCommand): Promise<void> {
  await using backends = await openBackends(readConfig());
  const { store } = backends;
  const queues = await queuesOf(store, subscriber, command);
  for (const queue of queues) {
    await resumeQueue(store.deliveries, queue);
    printResult(queue, 'resumed');
  }
}

/**
 * Requeues earlier versions for a subscriber, as new messages.
 *
 * @throws {LandfallError} NOT_FOUND without deliveries or matching versions; BAD_USER_INPUT if the versions are not
 *   selected by exactly one option, or are too many
 */
export async function replayDeliveries(subscriber: string, command: ReplayCommand): Promise<void> {
  const { since, document, deadLetters } = command;
  const config = readConfig();
  await using backends = await openBackends(config);
  const { store } = backends;
  const queues = await queuesOf(store, subscriber, command);
  const recipient = document === undefined ? undefined : await recipientOf(subscriber, config);
  const selection = { since, document, deadLetters: deadLetters === true ? [] : deadLetters };
  for await (const replayed of replayQueues(queues, selection, { store, kinds: deliveryKinds(), findRecipient: () => recipient })) {
    printResult(replayed, requeuedText(replayed));
  }
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

/** @throws {LandfallError} CONFIG_INVALID when the file of the subscriber is invalid or missing */
async function recipientOf(subscriber: string, config: Config): Promise<Recipient | undefined> {
  if (isWebhookID(subscriber)) return (await readWebhooks(config)).find(subscriber);
  return findSubscriber(await partnerOf(subscriber, config));
}

function requeuedText({ from, count = 0, left = 0 }: RequeuedVersions): string {
  if (from !== undefined) return `requeued from sequence number ${from}`;
  const rest = left === 0 ? '' : `; ${left} more exceed the limit of waiting versions, replay them later`;
  return `${counted(count, 'version')} requeued${rest}`;
}

/** Reads the webhooks of the access file. @throws {LandfallError} CONFIG_INVALID when it is invalid */
async function readWebhooks({ ACCESS_FILE: file }: Config): Promise<{ find(id: string): Recipient | undefined }> {
  // Standard output is reserved for the deliveries.
  await using access = await openAccessRegistry({ file, logger: createLogger('silent'), env: process.env });
  const recipients = webhookCommands.recipientsOf(access).all();
  return { find: (id) => recipients.find((recipient) => recipient.id === id) };
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

type ShownDelivery = Awaited<ReturnType<typeof shownDelivery>>;

async function shownDelivery({ backlog, countDeadLetters, listDeadLetters, ...report }: DeliveryReport) {
  return { ...report, ...(await backlog()), deadLetters: { count: await countDeadLetters(), first: await listDeadLetters(lettersShown) } };
}

function cellsOf(shown: ShownDelivery): string[] {
  const { waiting, hasMoreWaiting, lagSeconds, attempts, nextAttemptAt, lastError, paused: pause, missed, deadLetters } = shown;
  const remarks = [
    ...(pause === undefined ? [] : [`paused at ${pause.at}${pause.by === undefined ? '' : ` by ${pause.by}`}: ${pause.reason}`]),
    ...(attempts === 0 ? [] : [`${counted(attempts, 'attempt')} failed${nextAttemptAt === undefined ? '' : `, next at ${nextAttemptAt}`}`]),
    ...(lastError === undefined ? [] : [`last error at ${lastError.at}: ${lastError.code} ${lastError.message}`]),
    ...(missed === undefined ? [] : [`${missed.count} removed by retention`]),
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

function printResult({ subscriber, log }: DeliveryQueueKey, what: string): void {
  printLine(`${subscriber}  ${log}  ${what}`);
}
