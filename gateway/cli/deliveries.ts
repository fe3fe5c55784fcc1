import { type Config, partnersFolderOf, readConfig } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { readPartners } from '#platform/partners/registry.ts';
import { issueLine } from '#platform/partners/yaml-issues.ts';
import { openBackends } from '#platform/process/backends.ts';
import type { DeliveryKind } from '#platform/publisher/webhooks/delivery.ts';
import { commandQueue, maxReplayed, paused, requeued, resumed, rewound, roomIn } from '#platform/publisher/webhooks/delivery-commands.ts';
import { createReports, type DeliveryReport } from '#platform/publisher/webhooks/delivery-report.ts';
import { entriesOf, findDeadLetters, findFirstSince, findVersionsOf } from '#platform/publisher/webhooks/replays.ts';
import { pagesOfDeliveryDeadLetters } from '#platform/store/delivery-dead-letters.ts';
import type { DeliveryDeadLetter, DeliveryQueueState, StoredDeliveryQueue } from '#platform/store/delivery-store.ts';
import type { Store } from '#platform/store/store.ts';
import type { LogName } from '#platform/store/version-store.ts';
import { printJson, printLine } from '#platform/terminal.ts';
import { systemClock } from '#platform/time/clock.ts';
import { receivedAtOf } from '#platform/time/instant.ts';
import { textTableOf } from './text-table.ts';

/** What may be sent, as far as operating it needs to know. */
export type OperatedKinds = readonly Pick<DeliveryKind, 'log' | 'routeFor' | 'termsOf'>[];

export interface ListCommand {
  readonly json?: boolean;
}

export interface QueueCommand {
  /** Only what the subscriber is sent of this log. */
  readonly log?: LogName;
}

export interface PauseCommand extends QueueCommand {
  readonly reason?: string;
  readonly by?: string;
}

/** One of the three says what. */
export interface ReplayCommand extends QueueCommand {
  /** RFC 3339 with offset. */
  readonly since?: string;
  readonly document?: string;
  /** Ids, or true for all. */
  readonly deadLetters?: readonly string[] | true;
}

/** Dead letters that a report has with it. */
const lettersShown = 3;

/**
 * Prints how each subscriber fares on standard output, one line per log, and what is wrong with partners' files on standard
 * error. With `json` all of it is one document on standard output.
 *
 * @returns exit status: 1 if a file is faulty; what its subscriber may see is not known then
 * @throws {LandfallError} NOT_FOUND if the subscriber is sent nothing
 */
export async function listDeliveries(subscriber: string | undefined, { json = false }: ListCommand, kinds: OperatedKinds): Promise<0 | 1> {
  const config = readConfig();
  const { partners, faults } = await readPartners({ ...partnersFolderOf(config), env: process.env });
  await using backends = await openBackends(config);
  const { store } = backends;
  const lanes = subscriber === undefined ? await store.deliveries.listQueues() : await lanesOf(store, subscriber, {});
  const findPartner = (id: string) => partners.find((partner) => partner.id === id);
  const reportOn = createReports({ store, kinds, findPartner, clock: systemClock });
  const shown: ShownDelivery[] = [];
  for (const lane of lanes) shown.push(await shownDelivery(reportOn(lane)));
  if (json) printJson({ deliveries: shown, faults });
  else for (const line of textTableOf(shown.map(cellsOf))) printLine(line);
  if (!json) for (const fault of faults) printLine(issueLine(fault), process.stderr);
  return faults.length === 0 ? 0 : 1;
}

/** Has nothing sent to a subscriber until it is resumed. @throws {LandfallError} NOT_FOUND if it is sent nothing */
export async function pauseDeliveries(subscriber: string, command: PauseCommand): Promise<void> {
  const { reason = 'requested by an operator', by = 'an operator' } = command;
  await using backends = await openBackends(readConfig());
  const { store } = backends;
  for (const lane of await lanesOf(store, subscriber, command)) {
    await order(store, lane, (state) => paused(state, { at: now(), reason, by }));
    tell(lane, 'paused');
  }
}

/** Has sent what waits for a subscriber, paused or not. @throws {LandfallError} NOT_FOUND if it is sent nothing */
export async function resumeDeliveries(subscriber: string, command: QueueCommand): Promise<void> {
  await using backends = await openBackends(readConfig());
  const { store } = backends;
  for (const lane of await lanesOf(store, subscriber, command)) {
    await order(store, lane, (state) => resumed(state, now()));
    tell(lane, 'resumed');
  }
}

/**
 * Has something sent to a subscriber again, as new messages.
 *
 * @throws {LandfallError} NOT_FOUND if it is sent nothing, or there is nothing of that; BAD_USER_INPUT if it is not said
 *   what, or too much is meant
 */
export async function replayDeliveries(subscriber: string, command: ReplayCommand, kinds: OperatedKinds): Promise<void> {
  const { since, document, deadLetters } = command;
  if ([since, document, deadLetters].filter((each) => each !== undefined).length !== 1) {
    throw new LandfallError('BAD_USER_INPUT', 'Expected one of --since, --document and --dead-letters.');
  }
  const config = readConfig();
  await using backends = await openBackends(config);
  const { store } = backends;
  const lanes = await lanesOf(store, subscriber, command);
  if (since !== undefined) await replaySince(store, lanes, since);
  if (deadLetters !== undefined) await replayLetters(store, lanes, deadLetters === true ? [] : deadLetters);
  if (document === undefined) return;
  const partner = await partnerOf(subscriber, config);
  await replayDocument(store, lanes, { document, partner, kinds });
}

/** Prints what subscribers, or one of them, have not taken for good, one JSON object a line. */
export async function listDeliveryLetters(subscriber: string | undefined): Promise<void> {
  await using backends = await openBackends(readConfig());
  const { store } = backends;
  if (subscriber !== undefined) await lanesOf(store, subscriber, {});
  for await (const letters of pagesOfDeliveryDeadLetters(store, subscriber === undefined ? {} : { subscriber })) {
    for (const letter of letters) {
      const [version] = await store.versions(letter.log).findNumbered([letter.sequence]);
      printLine(JSON.stringify({ ...letter, about: version === undefined ? null : JSON.parse(version.entityId) }));
    }
  }
}

async function replaySince(store: Store, lanes: readonly StoredDeliveryQueue[], since: string): Promise<void> {
  const sinceMs = Date.parse(receivedAtOf(since) ?? '');
  if (Number.isNaN(sinceMs)) {
    throw new LandfallError('BAD_USER_INPUT', `--since: expected a time such as 2026-12-20T08:00:00Z, got ${JSON.stringify(since)}.`);
  }
  let isAny = false;
  for (const lane of lanes) {
    const from = await findFirstSince(store.versions(lane.log), sinceMs);
    const state = from === undefined ? undefined : await order(store, lane, (before) => rewound(before, { from, at: now() }));
    if (state === undefined) continue;
    isAny = true;
    tell(lane, `everything from number ${from} on is sent again`);
  }
  if (!isAny) throw nothingToReplay(`received since ${since} that the log still holds`);
}

async function replayDocument(
  store: Store,
  lanes: readonly StoredDeliveryQueue[],
  { document, partner, kinds }: { readonly document: string; readonly partner: Partner; readonly kinds: OperatedKinds },
): Promise<void> {
  let isAny = false;
  for (const lane of lanes) {
    const kind = kinds.find(({ log }) => log === lane.log);
    if (kind === undefined) continue;
    const entries = await findVersionsOf(document, { kind, subscriber: partner, versions: store.versions(lane.log), most: maxReplayed });
    if (entries.length === 0) continue;
    isAny = true;
    await order(store, lane, (state) => requeued(state, { entries, at: now() }));
    tell(lane, `${counted(entries.length, 'version')} sent again`);
  }
  if (!isAny) throw nothingToReplay(`of ${document} that the log still holds and that ${partner.id} may see`);
}

async function replayLetters(store: Store, lanes: readonly StoredDeliveryQueue[], ids: readonly string[]): Promise<void> {
  const found = await Promise.all(
    lanes.map(async (lane) => ({ lane, letters: await findDeadLetters(store.deliveries, { key: keyOf(lane), ids }) })),
  );
  const known = new Set(found.flatMap(({ letters }) => letters.map(({ id }) => id)));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new LandfallError('NOT_FOUND', `The delivery has no dead letters ${unknown.join(', ')}.`);
  if (known.size === 0) throw nothingToReplay('among its dead letters: it has none');
  for (const { lane, letters } of found) {
    if (letters.length === 0) continue;
    const entries = await entriesOf(letters, store.versions(lane.log));
    let count = 0;
    await order(store, lane, (state) => {
      // As many as there is room for, or none, which is refused.
      count = Math.min(entries.length, roomIn(state) || entries.length);
      return requeued(state, { entries: entries.slice(0, count), at: now() });
    });
    // Only now: killed between the two, it sends something twice and loses nothing.
    const left = new Set(entries.slice(count).map(({ sequence }) => sequence));
    await store.deliveries.removeDeadLetters(letters.flatMap(({ id, sequence }) => (left.has(sequence) ? [] : [id])));
    const rest = left.size === 0 ? '' : `; ${left.size} more exceed the limit of waiting versions, replay them later`;
    tell(lane, `${counted(count, 'version')} sent again${rest}`);
  }
}

/** @throws {LandfallError} NOT_FOUND when there are none */
async function lanesOf({ deliveries }: Store, subscriber: string, { log }: QueueCommand): Promise<StoredDeliveryQueue[]> {
  const lanes = await deliveries.listQueues({ subscriber, ...(log === undefined ? {} : { log }) });
  if (lanes.length > 0) return lanes;
  const known = [...new Set((await deliveries.listQueues()).map((lane) => lane.subscriber))];
  throw new LandfallError(
    'NOT_FOUND',
    `${subscriber} has no delivery${log === undefined ? '' : ` of ${log}`}; a server opens the deliveries that publish.push of its file configures. ` +
      `Subscribers: ${known.join(', ') || 'none'}.`,
  );
}

/** @throws {LandfallError} CONFIG_INVALID when its file is faulty or not there */
async function partnerOf(id: string, config: Config): Promise<Partner> {
  const folder = partnersFolderOf(config);
  const { partners, faults } = await readPartners({ ...folder, env: process.env });
  const partner = partners.find((each) => each.id === id);
  if (partner !== undefined) return partner;
  const own = faults.filter(({ file }) => file.replace(/\.ya?ml$/, '') === id).map(issueLine);
  throw new LandfallError('CONFIG_INVALID', `What ${id} may see is unknown: ${own.join('; ') || `${folder.dir} has no such file`}.`);
}

function order(
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
  return new LandfallError('NOT_FOUND', `There is nothing ${what}.`);
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
      ? 'nothing waits'
      : `${hasMoreWaiting ? 'more than ' : ''}${waiting} waiting, ${Math.round(lagSeconds)} s`,
    deadLetters.count === 0 ? 'no dead letters' : counted(deadLetters.count, 'dead letter'),
    remarks.join('; '),
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function tell({ subscriber, log }: StoredDeliveryQueue, what: string): void {
  printLine(`${subscriber}  ${log}  ${what}`);
}

function now(): string {
  return new Date().toISOString();
}
