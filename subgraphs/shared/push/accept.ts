import type { Logger } from '../logger.ts';
import { type FeedbackElement, feedback } from '../partners/dcsa.ts';
import type { Partner } from '../partners/partner.ts';
import type {
  AppendOutcome,
  Blob,
  DeadLetterStore,
  LogName,
  NewVersion,
  ReceivedBy,
  SchemaFault,
  StoredVersion,
  VersionStore,
} from '../store/version-store.ts';

/** Most remarks in one answer. */
const maxRemarks = 1_000;

/** Where and when an object came in. */
export interface Arrival {
  readonly partner: Partner;
  /** RFC 3339 in UTC with milliseconds. */
  readonly receivedAt: string;
  readonly receivedBy: ReceivedBy;
}

/** What the reading of one pushed object came to. */
export type Prepared =
  | {
      readonly kind: 'version';
      readonly path: string;
      readonly version: NewVersion;
      /** What the partner should know beside the faults, and nobody else. */
      readonly remarks?: readonly SchemaFault[];
    }
  | { readonly kind: 'refused'; readonly path: string; readonly reason: string; readonly bytes: Buffer };

/** What became of the objects of a list; each is counted once. */
export interface AcceptCounts {
  readonly stored: number;
  /** Held already, maybe in other words or in a reduced view. */
  readonly repeated: number;
  /** Kept beside another content that is held under the same identity. */
  readonly clashing: number;
  /** Dead letters now. */
  readonly refused: number;
}

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
  readonly placeAmongHeld?: (versions: VersionStore, prepared: readonly Prepared[]) => Promise<readonly Prepared[]>;
  /** Whether the partner is told about repeats. @default false */
  readonly tellRepeats?: boolean;
  /** Called when something new is durable. */
  readonly wake: () => void;
}

/**
 * Stores prepared objects and says what became of each. When it returns, every version is durable and everything that
 * could not be kept as a version is a dead letter; a repeat stores nothing; another content under a held identity is
 * kept beside the first, which stays.
 *
 * @throws {StoreUnavailableError} nothing is known to be stored; the partner may send all of it again
 */
export async function acceptPrepared(parts: AcceptParts, partner: string, objects: readonly Prepared[]): Promise<Accepted> {
  const prepared = parts.placeAmongHeld === undefined ? objects : await parts.placeAmongHeld(parts.versions, objects);
  const accepted = prepared.filter((object) => object.kind === 'version');
  const refused = prepared.filter((object) => object.kind === 'refused');
  const outcomes = await parts.versions.append(accepted.map(({ version }) => version));
  if (refused.length > 0) {
    const receivedAt = new Date().toISOString();
    await parts.deadLetters.add(refused.map(({ path, reason, bytes }) => ({ partner, log: parts.log, receivedAt, reason, path, bytes })));
  }
  const remarks = refused.map(({ path, reason }) => feedback('ERROR', reason, path));
  let clashing = 0;
  for (const [index, { version, path, remarks: more = [] }] of accepted.entries()) {
    for (const fault of [...version.faults, ...more]) remarks.push(feedback('WARN', fault.message, `${path}${fault.path.slice(1)}`));
    const outcome = outcomes[index];
    if (outcome?.kind === 'REPEATED' && parts.tellRepeats)
      remarks.push(feedback('INFO', 'This is held already; nothing was changed.', path));
    if (outcome?.kind !== 'HELD') continue;
    const clash = await settleHeld(parts, { path, version, outcome });
    if (clash === undefined) continue;
    clashing += 1;
    remarks.push(clash);
  }
  const stored = outcomes.filter(({ kind }) => kind === 'STORED').length;
  if (stored > 0) parts.wake();
  const counts = { stored, repeated: outcomes.length - stored - clashing, clashing, refused: refused.length };
  return { feedback: shortened(remarks), counts };
}

function shortened(remarks: readonly FeedbackElement[]): readonly FeedbackElement[] {
  if (remarks.length <= maxRemarks) return remarks;
  return [...remarks.slice(0, maxRemarks - 1), feedback('WARN', `${remarks.length - maxRemarks + 1} further remarks are left out.`)];
}

/**
 * The identity is held with other bytes: another spelling, a fuller or a reduced view of the same, or a clash.
 *
 * @returns what the partner is told of a clash
 */
async function settleHeld(
  parts: AcceptParts,
  { path, version, outcome }: { path: string; version: NewVersion; outcome: Extract<AppendOutcome, { kind: 'HELD' }> },
): Promise<FeedbackElement | undefined> {
  const { held } = outcome;
  if (await isSameContent(parts, held, version)) {
    if (version.richness > held.richness) await parts.versions.complete(version);
    return undefined;
  }
  const { thing, order, contentHash, receivedAt, receivedBy, document } = version;
  await parts.versions.addClash({ thing, order, contentHash, receivedAt, receivedBy, document });
  parts.logger.warn({ thing, order }, 'another content came under a held identity');
  return feedback('WARN', 'Another content is already held under this identity; the first one stays, this one is kept beside it.', path);
}

async function isSameContent(parts: AcceptParts, held: StoredVersion, version: NewVersion): Promise<boolean> {
  if (!parts.sayTheSame(JSON.parse(held.document.toString()), JSON.parse(version.document.toString()))) return false;
  if (held.blob === undefined || version.blob === undefined) return true;
  const heldBlob: Blob | undefined = await parts.versions.readBlob(held);
  return heldBlob === undefined || heldBlob.bytes.equals(version.blob.bytes);
}
