import type { LogName, VersionKey } from './version-store.ts';

/** How the subject of an erasure is identified. */
export type SubjectKeyKind = 'PARTY' | 'PARTY_NAME' | 'PARTNER' | 'NOTICE';

/** Why data was removed. The key of an erased subject is stored as its SHA-256 only, so that the record does not contain it. */
export type RemovalReason =
  | { readonly kind: 'AGE'; readonly receivedBefore: string }
  | { readonly kind: 'ERASURE'; readonly keyKind: SubjectKeyKind; readonly keyHash: string };

/**
 * What is counted. An entity counts when its last version is removed. A delivery dead letter counts for its subscriber.
 */
const removedKinds = ['versions', 'entities', 'blobs', 'clashes', 'deadLetters', 'deliveryDeadLetters'] as const;

export type RemovedKind = (typeof removedKinds)[number];

/** Dead letters of pushes, and those of deliveries. */
export type DeadLetterKind = Extract<RemovedKind, 'deadLetters' | 'deliveryDeadLetters'>;

/** How much data of one partner was removed from one log. */
export interface RemovedCount {
  readonly log: LogName;
  readonly partner: string;
  readonly kind: RemovedKind;
  readonly count: number;
}

/** The record of one removal. */
export interface Removal {
  readonly id: string;
  /** RFC 3339 in UTC with milliseconds. */
  readonly startedAt: string;
  /** Absent while the removal runs and after it was interrupted. */
  readonly finishedAt?: string | undefined;
  readonly reason: RemovalReason;
  /** Who requested the removal, as given by the operator. */
  readonly by?: string | undefined;
  readonly removed: readonly RemovedCount[];
}

/** Maximum number of versions or dead letters in one call. */
export const maxRemoved = 100;

/**
 * Removes versions and dead letters, and records the removal. Data is removed and counted in one step, so a process
 * that dies leaves no unrecorded removal and no half of one that readers can see. Only one command may run at a time.
 */
export interface RemovalStore {
  /** Completes the steps that dead processes have left. Must be called before searching for data to remove. */
  resume(): Promise<void>;
  begin(removal: Pick<Removal, 'id' | 'startedAt' | 'reason' | 'by'>): Promise<void>;
  /**
   * Removes numbered versions with their blobs, clashes and delivery dead letters; versions that wait for a number stay. The
   * current version of an entity stays until no other one is left, so that no superseded version becomes current again.
   *
   * @param keys at most {@link maxRemoved}
   * @returns how many versions were removed
   */
  removeVersions(id: string, log: LogName, keys: readonly VersionKey[]): Promise<number>;
  /** @param deadLetters their ids, at most {@link maxRemoved}. @returns how many were removed */
  removeDeadLetters(id: string, kind: DeadLetterKind, deadLetters: readonly string[]): Promise<number>;
  /**
   * Removes the bytes from the disk as far as the store can, and marks the record as finished.
   *
   * @returns the record
   */
  finish(id: string, finishedAt: string): Promise<Removal>;
  /** Lists the latest removals, the newest first. */
  list(limit: number): Promise<Removal[]>;
}
