import type { LogName, VersionKey } from './version-store.ts';

/** By what somebody's data is named when it is to be erased. */
export type SubjectKeyKind = 'PARTY' | 'PARTY_NAME' | 'PARTNER' | 'NOTICE';

/** Why something was removed. An erased key stands here as its SHA-256 only: the trace must not keep what it tells of. */
export type RemovalReason =
  | { readonly kind: 'AGE'; readonly receivedBefore: string }
  | { readonly kind: 'ERASURE'; readonly keyKind: SubjectKeyKind; readonly keyHash: string };

/** What is counted. A thing counts when the last of its versions goes; of deliveries a dead letter is the subscriber's. */
export const removedKinds = ['versions', 'entities', 'blobs', 'clashes', 'deadLetters', 'deliveryDeadLetters'] as const;

export type RemovedKind = (typeof removedKinds)[number];

/** How much of one partner's was removed from one log. */
export interface RemovedCount {
  readonly log: LogName;
  readonly partner: string;
  readonly kind: RemovedKind;
  readonly count: number;
}

/** The trace of one removal. */
export interface Removal {
  readonly id: string;
  /** RFC 3339 in UTC with milliseconds. */
  readonly startedAt: string;
  /** Absent: it is under way or was broken off; `removed` says how far it came. */
  readonly finishedAt?: string | undefined;
  readonly reason: RemovalReason;
  /** Who asked for it, in their own words. */
  readonly by?: string | undefined;
  readonly removed: readonly RemovedCount[];
}

/** Most versions or letters of one call. */
export const maxRemoved = 100;

/**
 * The one way by which versions leave a store, and the trace of it, which only grows. What goes and what is counted for
 * it is one step: a process that dies leaves no removal untold, and nothing half that anybody sees. One command at a time.
 */
export interface RemovalStore {
  /** Ends the steps that processes had begun when they died. Called before anybody looks for what is to go. */
  resume(): Promise<void>;
  begin(removal: Pick<Removal, 'id' | 'startedAt' | 'reason' | 'by'>): Promise<void>;
  /**
   * Removes versions that have a number, with all that is kept beside them and the dead letters of their deliveries; those
   * that wait for theirs stay. The current version of a thing stays until no other one is left: nothing that was superseded
   * becomes current again.
   *
   * @param keys at most {@link maxRemoved}
   * @returns how many versions went
   */
  removeVersions(id: string, log: LogName, keys: readonly VersionKey[]): Promise<number>;
  /** @param letters their ids, at most {@link maxRemoved}. @returns how many went */
  removeDeadLetters(id: string, letters: readonly string[]): Promise<number>;
  /** @param letters ids of dead letters of deliveries, at most {@link maxRemoved}. @returns how many went */
  removeDeliveryDeadLetters(id: string, letters: readonly string[]): Promise<number>;
  /**
   * Takes the removed bytes off the disk as far as the store has that in its hand, and marks the trace as complete.
   *
   * @returns the trace
   */
  finish(id: string, finishedAt: string): Promise<Removal>;
  /** The last removals, the newest first. */
  list(limit: number): Promise<Removal[]>;
}
