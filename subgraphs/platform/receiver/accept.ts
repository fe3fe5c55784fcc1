import { type FeedbackElement, feedback, type Severity } from '@landfall/dcsa/feedback.ts';
import type { Registry } from 'prom-client';
import { parseExactly } from '../json/exact-numbers.ts';
import { createFairQueue, type Slices, startSlices } from '../json/steps.ts';
import type { Logger } from '../logger.ts';
import { registerMeasured, type Sample } from '../metrics.ts';
import { createLatestByPartner } from '../partners/latest-by-partner.ts';
import type { Partner } from '../partners/partner.ts';
import type { Store } from '../store/store.ts';
import type { AppendOutcome, Blob, NewVersion, ReceivedBy, ReceivedLogName, StoredVersion, VersionStore } from '../store/version-store.ts';
import type { SchemaViolation, ViolationBudget } from '../wire/shape-check.ts';

/**
 * Maximum number of remarks in one response, and of violations of one list that are described. A malicious list could
 * have millions.
 */
export const maxRemarks = 100;

export type AcceptCounts = ReturnType<typeof createReport>['counts'];

/** Who sent an object, when and how. */
export interface Receipt {
  readonly partner: Partner;
  /** RFC 3339 in UTC with milliseconds. */
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
  /** Shared by the objects of one list. @default none: each object has a separate budget */
  readonly violationBudget?: ViolationBudget;
}

/** The result of parsing one pushed object. */
export type ParsedObject =
  | {
      readonly kind: 'version';
      readonly path: string;
      readonly version: NewVersion;
      /** Remarks in addition to the violations, for the partner only. */
      readonly remarks?: readonly SchemaViolation[];
    }
  | {
      readonly kind: 'refused';
      readonly path: string;
      readonly reason: string;
      /** The line of the partner's file with which the object is accepted. */
      readonly line?: string | undefined;
      readonly bytes: Buffer;
    };

export interface AcceptParts {
  readonly log: ReceivedLogName;
  readonly store: Pick<Store, 'versions' | 'deadLetters'>;
  readonly logger: Logger;
  /** Returns whether two contents of one identity are the same, ignoring attributes that a reduced view omits. */
  readonly hasSameContent: (stored: object, candidate: object) => boolean;
  /** Assigns the sort keys that depend on stored versions, before the write. @default no sort key depends on them */
  readonly assignSortKeys?: (versions: VersionStore, objects: readonly ParsedObject[]) => Promise<readonly ParsedObject[]>;
  /** Whether the feedback reports repeats. @default false */
  readonly reportRepeats?: boolean;
  /** Records the remarks on versions that are new. @default they are not recorded */
  readonly receivedRemarks?: Pick<ReceivedRemarks, 'record'>;
  /** Called when new versions are durable. */
  readonly wake: () => void;
}

/**
 * Stores parsed objects and reports the outcome of each. When it returns, every version is durable, and every other
 * object is a dead letter. A repeat stores nothing; different content for a stored identity is stored beside the first
 * content, which stays. A long list is written in several commits, and partners with long lists take turns, so that
 * other pushes wait for one commit at most.
 *
 * @param options.omittedViolations number of violations of the objects that are not among the violations of the
 *   versions
 * @throws {StoreUnavailableError} not everything is known to be stored; the partner may send everything again
 */
export async function acceptParsed(
  parts: AcceptParts,
  partner: string,
  objects: readonly ParsedObject[],
  { omittedViolations = 0 }: { readonly omittedViolations?: number } = {},
) {
  const report = createReport(omittedViolations);
  const batches = batchesOf(objects);
  const accept = (batch: readonly ParsedObject[]) => acceptBatch(parts, { partner, batch, report });
  const [first, ...others] = batches;
  if (first !== undefined && others.length === 0) await accept(first);
  else {
    await longLists.run(partner, async () => {
      for (const batch of batches) await accept(batch);
    });
  }
  if (report.counts.stored > 0) parts.wake();
  return {
    /** For the partner: an ERROR for each refused object, a WARN for violations and clashes, an INFO for repeats. */
    feedback: report.feedback(),
    counts: report.counts,
  };
}

/** Maximum number of objects and bytes in one commit. */
export const [maxBatchObjects, maxBatchBytes] = [100, 512 * 1024];

/** Shared by all partners, because they share the store. */
const longLists = createFairQueue();

function batchesOf(objects: readonly ParsedObject[]): ParsedObject[][] {
  const batches: ParsedObject[][] = [];
  let [batch, bytes]: [ParsedObject[], number] = [[], 0];
  for (const object of objects) {
    if (batch.length === maxBatchObjects || bytes > maxBatchBytes) {
      batches.push(batch);
      [batch, bytes] = [[], 0];
    }
    batch.push(object);
    bytes += object.kind === 'version' ? object.version.document.length + (object.version.blob?.bytes.length ?? 0) : object.bytes.length;
  }
  return [...batches, batch];
}

async function acceptBatch(
  parts: AcceptParts,
  { partner, batch, report }: { partner: string; batch: readonly ParsedObject[]; report: ReturnType<typeof createReport> },
): Promise<void> {
  const objects = parts.assignSortKeys === undefined ? batch : await parts.assignSortKeys(parts.store.versions(parts.log), batch);
  const accepted = objects.filter((object) => object.kind === 'version');
  const refused = objects.filter((object) => object.kind === 'refused');
  const outcomes = await parts.store.versions(parts.log).append(accepted.map(({ version }) => version));
  if (refused.length > 0) {
    const receivedAt = new Date().toISOString();
    await parts.store.deadLetters.add(
      refused.map(({ path, reason, bytes }) => ({ partner, log: parts.log, receivedAt, reason, path, bytes })),
    );
  }
  for (const { path, reason } of refused) report.addRefusal(path, reason);
  let slices: Slices | undefined;
  for (const [index, { version, path, remarks: more = [] }] of accepted.entries()) {
    const remarks = [...version.violations, ...more];
    for (const { message, path: at } of remarks) report.addRemark('WARN', message, `${path}${at.slice(1)}`);
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    if (outcome.kind === 'STORED') parts.receivedRemarks?.record(partner, version.receivedAt, remarks);
    if (outcome.kind !== 'CONFLICT') {
      report.counts[outcome.kind === 'STORED' ? 'stored' : 'repeated'] += 1;
      if (outcome.kind === 'REPEATED' && parts.reportRepeats) {
        report.addRemark('INFO', 'This version is already stored; nothing was changed.', path);
      }
      continue;
    }
    // Comparing parses both contents, which takes time.
    slices ??= startSlices();
    await slices.next();
    const isClash = await resolveDuplicate(parts, { version, outcome });
    report.counts[isClash ? 'clashing' : 'repeated'] += 1;
    if (isClash) report.addRemark('WARN', clashRemark, path);
  }
}

/** Collects the outcomes of a list, and the feedback. @param omittedViolations number of violations that were found and will not be added */
function createReport(omittedViolations: number) {
  /**
   * Each object is counted once: as stored; as repeated if it was stored before, possibly with other formatting or in a more
   * complete view; as clashing with different content of the same identity; or as refused, a dead letter.
   */
  const counts = { stored: 0, repeated: 0, clashing: 0, refused: 0 };
  const refusals: FeedbackElement[] = [];
  const remarks: FeedbackElement[] = [];
  let remarked = omittedViolations;
  return {
    counts,
    addRefusal: (path: string, reason: string): void => {
      counts.refused += 1;
      if (refusals.length < maxRemarks) refusals.push(feedback('ERROR', reason, path));
    },
    addRemark: (severity: Severity, message: string, path: string): void => {
      remarked += 1;
      if (remarks.length < maxRemarks) remarks.push(feedback(severity, message, path));
    },
    /** Returns the first {@link maxRemarks} remarks, those on refused objects first, and the number of further ones. */
    feedback: (): readonly FeedbackElement[] => {
      const shown = [...refusals, ...remarks].slice(0, maxRemarks);
      const moreRefused = counts.refused - refusals.length;
      const moreRemarks = remarked - (shown.length - refusals.length);
      return [
        ...shown,
        ...(moreRefused === 0 ? [] : [feedback('ERROR', `${moreRefused} further objects were not accepted.`)]),
        ...(moreRemarks === 0 ? [] : [feedback('WARN', `${moreRemarks} further remarks are omitted.`)]),
      ];
    },
  };
}

const clashRemark =
  'Different content is already stored for this identity. The stored content is kept, and this content is stored as a clash.';

/**
 * Compares a version with the stored one of the same identity, which may differ in formatting, be a more complete or a
 * reduced view, or clash with it.
 *
 * @returns whether it is a clash
 */
async function resolveDuplicate(
  parts: AcceptParts,
  { version, outcome }: { version: NewVersion; outcome: Extract<AppendOutcome, { kind: 'CONFLICT' }> },
): Promise<boolean> {
  const { stored } = outcome;
  const versions = parts.store.versions(parts.log);
  if (await isSameContent(parts, stored, version)) {
    if (version.completeness > stored.completeness) await versions.complete(version);
    return false;
  }
  const { entityId, sortKey, contentHash, receivedAt, receivedBy, document } = version;
  await versions.addClash({ entityId, sortKey, contentHash, receivedAt, receivedBy, document });
  parts.logger.warn({ entityId, sortKey }, 'different content was received for a stored identity');
  return true;
}

async function isSameContent(parts: AcceptParts, stored: StoredVersion, version: NewVersion): Promise<boolean> {
  if (!parts.hasSameContent(contentOf(stored), contentOf(version))) return false;
  if (stored.blob === undefined || version.blob === undefined) return true;
  const storedBlob: Blob | undefined = await parts.store.versions(parts.log).readBlob(stored);
  return storedBlob === undefined || storedBlob.bytes.equals(version.blob.bytes);
}

/** Parses without rounding, because contents may differ beyond the digits that JavaScript holds. */
function contentOf({ document }: Pick<StoredVersion, 'document'>): object {
  return parseExactly(document.toString()) as object;
}

/** One remark, without the places of list elements, and on how many objects of the partner it was made. */
export interface ReceivedRemark extends SchemaViolation {
  readonly objects: number;
  /** RFC 3339 in UTC. */
  readonly receivedAt: string;
}

/** Maximum number of different remarks that are listed for one partner, and of those of one object that are counted. */
const [maxListed, maxCounted] = [20, 100];

/** Counts and lists, by partner, the remarks on stored objects of one standard, since the process started. */
export type ReceivedRemarks = ReturnType<typeof createReceivedRemarks>;

export function createReceivedRemarks() {
  const objects = new Map<string, number>();
  const listed = createLatestByPartner<ReceivedRemark>(maxListed);
  return {
    /** Number of stored objects with remarks, by partner. */
    objects,
    /** Records the remarks on one object, if there are any. */
    record: (partner: string, receivedAt: string, remarks: readonly SchemaViolation[]): void => {
      if (remarks.length === 0) return;
      objects.set(partner, (objects.get(partner) ?? 0) + 1);
      const distinct = new Map(
        remarks.slice(0, maxCounted).map(({ path, message }) => {
          const remark = { path: path.replaceAll(/\[\d+\]/g, '[*]'), message, receivedAt };
          return [`${remark.path} ${message}`, (former?: ReceivedRemark) => ({ ...remark, objects: (former?.objects ?? 0) + 1 })];
        }),
      );
      listed.put(partner, distinct);
    },
    /** Returns the number of stored objects of a partner with remarks, and the latest different ones, the newest first, for GraphQL. */
    of: (partner: string) => ({ objects: objects.get(partner) ?? 0, latest: listed.of(partner) }),
  };
}

/** Registers the number of objects with remarks, by standard and by the partner that sent them. */
export function registerReceivedRemarkMetrics(
  registry: Registry,
  subgraphs: readonly { readonly name: string; readonly receivedRemarks?: ReceivedRemarks }[],
): void {
  registerMeasured(registry, {
    name: 'landfall_received_remarks_total',
    help: 'Stored objects of partners that are not read as they were meant in every place, since the process started.',
    labelNames: ['subgraph', 'partner'],
    measure: () =>
      subgraphs.flatMap(({ name: subgraph, receivedRemarks }) =>
        [...(receivedRemarks?.objects ?? [])].map(([partner, objects]): Sample => [objects, { subgraph, partner }]),
      ),
  });
}
