import { createFairQueue } from '../json/fair-queue.ts';
import { type Slices, startSlices } from '../json/steps.ts';
import type { Logger } from '../logger.ts';
import type { Partner } from '../partners/partner.ts';
import type {
  AppendOutcome,
  Blob,
  DeadLetterStore,
  LogName,
  NewVersion,
  ReceivedBy,
  StoredVersion,
  VersionStore,
} from '../store/version-store.ts';
import type { FeedbackElement } from '../wire/dcsa.ts';
import type { SchemaViolation, ViolationBudget } from '../wire/shape-check.ts';
import { type AcceptCounts, type AcceptReport, createReport } from './accept-report.ts';

/** Where and when an object came in. */
export interface Arrival {
  readonly partner: Partner;
  /** RFC 3339 in UTC with milliseconds. */
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
  /** Shared by the objects of one list. @default none: each has its own */
  readonly faultBudget?: ViolationBudget;
}

/** What the reading of one pushed object came to. */
export type ParsedObject =
  | {
      readonly kind: 'version';
      readonly path: string;
      readonly version: NewVersion;
      /** What the partner should know beside the faults, and nobody else. */
      readonly remarks?: readonly SchemaViolation[];
    }
  | { readonly kind: 'refused'; readonly path: string; readonly reason: string; readonly bytes: Buffer };

export interface Accepted {
  /** For the partner: ERROR for each refused object, WARN for faults and clashes, INFO for repeats. */
  readonly feedback: readonly FeedbackElement[];
  readonly counts: AcceptCounts;
}

export interface AcceptParts {
  readonly log: LogName;
  readonly versions: VersionStore;
  readonly deadLetters: DeadLetterStore;
  readonly logger: Logger;
  /** Whether two bodies of one identity say the same, apart from what a reduced view leaves out. */
  readonly sayTheSame: (held: object, candidate: object) => boolean;
  /** Gives versions whose order depends on what is held their place, before the write. Default: none does. */
  readonly placeAmongHeld?: (versions: VersionStore, prepared: readonly ParsedObject[]) => Promise<readonly ParsedObject[]>;
  /** Whether the partner is told about repeats. @default false */
  readonly tellRepeats?: boolean;
  /** Called when something new is durable. */
  readonly wake: () => void;
}

/**
 * Stores prepared objects and says what became of each. When it returns, every version is durable and everything that
 * could not be kept as a version is a dead letter; a repeat stores nothing; another content under a held identity is
 * kept beside the first, which stays. A long list is written in several commits, one after the other, and long lists take
 * turns by partner, so that what somebody else pushes meanwhile waits for one such commit at most.
 *
 * @param options.undescribedFaults faults of the objects that are not among the faults of the versions
 * @throws {StoreUnavailableError} not all is known to be stored; the partner may send all of it again
 */
export async function acceptParsed(
  parts: AcceptParts,
  partner: string,
  objects: readonly ParsedObject[],
  { undescribedFaults = 0 }: { readonly undescribedFaults?: number } = {},
): Promise<Accepted> {
  const report = createReport(undescribedFaults);
  const batches = batchesOf(objects);
  const accept = (batch: readonly ParsedObject[]) => acceptBatch(parts, { partner, batch, report });
  const [only, ...more] = batches;
  if (only !== undefined && more.length === 0) await accept(only);
  else {
    await longLists.run(partner, async () => {
      for (const batch of batches) await accept(batch);
    });
  }
  const counts = report.counts();
  if (counts.stored > 0) parts.wake();
  return { feedback: report.feedback(), counts };
}

/** Objects and bytes of one commit. */
const [maxBatchObjects, maxBatchBytes] = [100, 512 * 1024];

/** The store is one for all. */
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
  { partner, batch, report }: { partner: string; batch: readonly ParsedObject[]; report: AcceptReport },
): Promise<void> {
  const prepared = parts.placeAmongHeld === undefined ? batch : await parts.placeAmongHeld(parts.versions, batch);
  const accepted = prepared.filter((object) => object.kind === 'version');
  const refused = prepared.filter((object) => object.kind === 'refused');
  const outcomes = await parts.versions.append(accepted.map(({ version }) => version));
  if (refused.length > 0) {
    const receivedAt = new Date().toISOString();
    await parts.deadLetters.add(refused.map(({ path, reason, bytes }) => ({ partner, log: parts.log, receivedAt, reason, path, bytes })));
  }
  for (const object of refused) report.addRefusal(object);
  let slices: Slices | undefined;
  for (const [index, { version, path, remarks: more = [] }] of accepted.entries()) {
    for (const fault of [...version.violations, ...more]) report.addFault(fault, path);
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    if (outcome.kind !== 'HELD') {
      report.addOutcome(outcome.kind);
      if (outcome.kind === 'REPEATED' && parts.tellRepeats) {
        report.addRemark('INFO', 'This version is already stored; nothing was changed.', path);
      }
      continue;
    }
    // Comparing parses both contents.
    slices ??= startSlices();
    await slices.next();
    const isClash = await settleHeld(parts, { version, outcome });
    report.addOutcome(isClash ? 'CLASHING' : 'REPEATED');
    if (isClash) report.addRemark('WARN', clashRemark, path);
  }
}

const clashRemark = 'Different content is already stored for this identity; it stays, and this content is stored beside it.';

/**
 * The identity is held with other bytes: another spelling, a fuller or a reduced view of the same, or a clash.
 *
 * @returns whether it is a clash
 */
async function settleHeld(
  parts: AcceptParts,
  { version, outcome }: { version: NewVersion; outcome: Extract<AppendOutcome, { kind: 'HELD' }> },
): Promise<boolean> {
  const { held } = outcome;
  if (await isSameContent(parts, held, version)) {
    if (version.completeness > held.completeness) await parts.versions.complete(version);
    return false;
  }
  const { entityId, sortKey, contentHash, receivedAt, receivedBy, document } = version;
  await parts.versions.addClash({ entityId, sortKey, contentHash, receivedAt, receivedBy, document });
  parts.logger.warn({ entityId, sortKey }, 'different content was received for a stored identity');
  return true;
}

async function isSameContent(parts: AcceptParts, held: StoredVersion, version: NewVersion): Promise<boolean> {
  if (!parts.sayTheSame(JSON.parse(held.document.toString()), JSON.parse(version.document.toString()))) return false;
  if (held.blob === undefined || version.blob === undefined) return true;
  const heldBlob: Blob | undefined = await parts.versions.readBlob(held);
  return heldBlob === undefined || heldBlob.bytes.equals(version.blob.bytes);
}
