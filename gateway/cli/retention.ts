import { type Config, readConfig } from '#platform/config.ts';
import { LandfallError } from '#platform/errors.ts';
import { createLogger } from '#platform/logger.ts';
import { openBackends } from '#platform/process/backends.ts';
import { eraseSubject, findSubject, type SubjectData } from '#platform/store/removal/erase-subject.ts';
import { countExpired, expireVersions } from '#platform/store/removal/expire-versions.ts';
import { hashOfKey, type SubjectKey } from '#platform/store/removal/subject-rules.ts';
import type { Removal } from '#platform/store/removal-store.ts';
import type { Store } from '#platform/store/store.ts';
import { type LogName, logNames } from '#platform/store/version-store.ts';
import { printJson, printLine } from '#platform/terminal.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Maximum number of removals that are shown. */
const maxShown = 1_000;

/** Options of `retention run`. */
export interface ExpireCommand {
  /** Only prints what would be removed. */
  readonly dryRun?: boolean;
  /** Name of the operator, stored in the record of removals. */
  readonly by?: string;
}

/** Options of `retention erase`. */
export interface EraseCommand extends ExpireCommand {
  /** With `dryRun`: also lists everything that would be removed. */
  readonly list?: boolean;
}

/** The data subject, by one of several keys. */
export interface KeyCommand {
  readonly party?: string;
  readonly codeListProvider?: string;
  readonly partyName?: string;
  readonly partner?: string;
  readonly notice?: string;
  readonly typeLabel?: string;
}

/**
 * Trims the logs and removes old versions and dead letters, by the settings. Prints the record of the removal as an audit
 * line, or with `dryRun` what would be removed.
 */
export async function runRetention({ dryRun = false, by }: ExpireCommand): Promise<void> {
  const config = readConfig();
  const { eventsBefore, versionsBefore } = cutsOf(config);
  await using backends = await openBackends(config);
  const { store } = backends;
  if (dryRun) {
    const old = versionsBefore === undefined ? {} : await countExpired(store, versionsBefore);
    return printJson({ dryRun, versionsBefore, ...old });
  }
  for (const log of logNames) await store.versions(log).trimLog(eventsBefore);
  if (versionsBefore === undefined) printLine('VERSION_RETENTION_DAYS is not set: versions are kept.', process.stderr);
  const removal = versionsBefore === undefined ? undefined : await expireVersions(store, { receivedBefore: versionsBefore, by });
  if (removal !== undefined) logRemoval(removal);
}

/** Erases the data of a party, partner or notice. Prints the record as an audit line, or with `dryRun` the counts. */
export async function eraseData({ dryRun = false, list = false, by, ...named }: EraseCommand & KeyCommand): Promise<void> {
  const key = keyOf(named);
  if (key === undefined)
    throw new LandfallError('BAD_USER_INPUT', 'Expected --party, --party-name, --partner, or --partner with --notice.');
  await using backends = await openBackends(readConfig());
  const { found, erase } = await findIn(backends.store, key, by);
  if (!dryRun) return logRemoval(await erase());
  printJson({ dryRun, ...hashOfKey(key), ...summaryOf(found), ...(list ? { listed: namesIn(found) } : {}) });
}

/** Erases the notices of a document, with all that is derived from them. */
export async function eraseDocument(
  store: Store,
  { partner, notice, by }: { readonly partner: string; readonly notice: string; readonly by: string },
) {
  const { erase } = await findIn(store, { kind: 'NOTICE', partner, transportDocumentReference: notice }, by);
  return erase();
}

/** Finds the data of a subject, and how to erase it. */
async function findIn(store: Store, key: SubjectKey, by: string | undefined) {
  const [arrivalNotices, portCalls, { alertSubjectRules }, { forgetErased: forget }] = await Promise.all([
    import('../../subgraphs/arrival-notices/subgraph.ts'),
    import('../../subgraphs/port-calls/subgraph.ts'),
    import('../../subgraphs/arrivals/store/subject-rule.ts'),
    import('../../subgraphs/arrivals/evaluator/forget-erased.ts'),
  ]);
  const found = await findSubject(store, key, { ...arrivalNotices.erasureRules, ...portCalls.erasureRules, ...alertSubjectRules });
  return { found, erase: () => eraseSubject(store, found, { key, by, forget }) };
}

/** Counts the documents of each partner in each log, and the dead letters. */
function summaryOf({ entityIds, deadLetters, deliveryDeadLetters }: SubjectData): object {
  const documents = logNames.flatMap((log) => {
    const counts = new Map<string, number>();
    for (const entityId of entityIds[log]) {
      const partner = partnerOf(entityId);
      counts.set(partner, (counts.get(partner) ?? 0) + 1);
    }
    return [...counts].map(([partner, count]) => ({ log, partner, count }));
  });
  return { documents, deadLetters: deadLetters.length, deliveryDeadLetters: deliveryDeadLetters.length };
}

/** A key begins with the partner's id, or with the key of its subject. */
function partnerOf(key: string): string {
  const [first] = JSON.parse(key) as [string];
  return first.startsWith('[') ? partnerOf(first) : first;
}

function namesIn({ entityIds, deadLetters, deliveryDeadLetters }: SubjectData): object {
  const documents = Object.fromEntries(logNames.map((log) => [log, [...entityIds[log]].map((entityId) => JSON.parse(entityId))]));
  return { documents, deadLetters, deliveryDeadLetters };
}

/** Prints the retention settings, the stored data and the record of removals, optionally for one key only. */
export async function showRetention(named: KeyCommand): Promise<void> {
  const key = keyOf(named);
  const config = readConfig();
  await using backends = await openBackends(config);
  const { store } = backends;
  const { LOG_RETENTION_HOURS: eventHours, VERSION_RETENTION_DAYS: versionDays } = config;
  const logs = await Promise.all(logNames.map((log) => stateOf(store, log, config)));
  const removals = await store.removals.list(maxShown);
  printJson({ eventHours, versionDays: versionDays ?? null, logs, removals: key === undefined ? removals : removals.filter(isOf(key)) });
}

/** Returns the size of a log, the age of its oldest version, and the time of the next removal. */
async function stateOf(store: Store, log: LogName, { VERSION_RETENTION_DAYS: days }: Config): Promise<object> {
  const versions = store.versions(log);
  const [count, [oldest], { trimmedThrough, head }] = await Promise.all([
    versions.count(),
    versions.scan({ after: 0, limit: 1 }),
    versions.bounds(),
  ]);
  const oldestReceivedAt = oldest?.receivedAt ?? null;
  const nextRemovalAt = oldest === undefined || days === undefined ? null : instantIn(Date.parse(oldest.receivedAt) + days * dayMs);
  return { log, versions: count, oldestReceivedAt, nextRemovalAt, replayable: { above: trimmedThrough, upTo: head } };
}

function cutsOf(config: Config): { readonly eventsBefore: string; readonly versionsBefore: string | undefined } {
  const { LOG_RETENTION_HOURS: hours, VERSION_RETENTION_DAYS: days } = config;
  const now = Date.now();
  return { eventsBefore: instantIn(now - hours * hourMs), versionsBefore: days === undefined ? undefined : instantIn(now - days * dayMs) };
}

function instantIn(ms: number): string {
  return new Date(ms).toISOString();
}

/** @throws {LandfallError} BAD_USER_INPUT when parts of several keys are given, or empty ones */
function keyOf({ party, codeListProvider, partyName, partner, notice, typeLabel }: KeyCommand): SubjectKey | undefined {
  const isOne = [party, partyName, partner].filter((name) => name !== undefined).length === 1;
  const fits = (codeListProvider === undefined || party !== undefined) && (notice === undefined || partner !== undefined);
  const isBlank = [party, codeListProvider, partyName, partner, notice].some((text) => text?.trim() === '');
  if (isBlank || (!isOne && (party ?? partyName ?? partner) !== undefined) || !fits || (typeLabel !== undefined && notice === undefined)) {
    throw new LandfallError(
      'BAD_USER_INPUT',
      'Expected one key: --party with or without --code-list-provider, --party-name, or --partner with or without --notice and --type-label.',
    );
  }
  if (party !== undefined) return { kind: 'PARTY', partyCode: party, codeListProvider };
  if (partyName !== undefined) return { kind: 'PARTY_NAME', partyName };
  if (partner === undefined) return undefined;
  return notice === undefined ? { kind: 'PARTNER', partner } : { kind: 'NOTICE', partner, transportDocumentReference: notice, typeLabel };
}

function isOf(key: SubjectKey): (removal: Removal) => boolean {
  const { keyHash } = hashOfKey(key);
  return ({ reason }) => reason.kind === 'ERASURE' && reason.keyHash === keyHash;
}

/** Logs a removal, whatever the value of LOG_LEVEL. */
function logRemoval(removal: Removal): void {
  createLogger('info').info({ audit: true, removal }, 'data was removed');
}
