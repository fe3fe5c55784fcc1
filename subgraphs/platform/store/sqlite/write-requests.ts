import type { DeliveryQueueWrite } from '../delivery-store.ts';
import type { Removal } from '../removal-store.ts';
import type { AppendOutcome, Clash, DeadLetter, LogName, NewVersion, VersionKey } from '../version-store.ts';
import type { SqliteFailure } from './failure.ts';

/** Everything that can be asked of the writing thread, with what it answers. Only plain data crosses to it. */
export interface WriteRequests {
  readonly append: {
    readonly asks: { readonly log: LogName; readonly versions: readonly NewVersion[] };
    readonly answers: AppendOutcome[];
  };
  readonly complete: { readonly asks: { readonly log: LogName; readonly version: NewVersion }; readonly answers: undefined };
  readonly addClash: { readonly asks: { readonly log: LogName; readonly clash: Clash }; readonly answers: undefined };
  readonly trim: { readonly asks: { readonly log: LogName; readonly receivedBefore: string }; readonly answers: undefined };
  readonly addLetters: { readonly asks: { readonly letters: readonly Omit<DeadLetter, 'id'>[] }; readonly answers: undefined };
  readonly removeLetter: { readonly asks: { readonly id: number }; readonly answers: undefined };
  readonly writeQueue: { readonly asks: DeliveryQueueWrite; readonly answers: boolean };
  readonly removeDeliveryLetters: { readonly asks: { readonly ids: readonly string[] }; readonly answers: undefined };
  readonly beginRemoval: {
    readonly asks: { readonly removal: Pick<Removal, 'id' | 'startedAt' | 'reason' | 'by'> };
    readonly answers: undefined;
  };
  readonly removeVersions: {
    readonly asks: { readonly removal: string; readonly log: LogName; readonly keys: readonly VersionKey[] };
    readonly answers: number;
  };
  readonly removeLetters: { readonly asks: { readonly removal: string; readonly ids: readonly number[] }; readonly answers: number };
  readonly eraseDeliveryLetters: {
    readonly asks: { readonly removal: string; readonly ids: readonly string[] };
    readonly answers: number;
  };
  readonly finishRemoval: { readonly asks: { readonly removal: string; readonly finishedAt: string }; readonly answers: undefined };
  readonly secret: { readonly asks: { readonly name: string }; readonly answers: Uint8Array };
  readonly takeLease: {
    readonly asks: { readonly name: string; readonly holder: string; readonly ttlMs: number };
    readonly answers: boolean;
  };
  readonly releaseLease: { readonly asks: { readonly name: string; readonly holder: string }; readonly answers: undefined };
  readonly ping: { readonly asks: Record<string, never>; readonly answers: undefined };
}

export type WriteKind = keyof WriteRequests;

/** One request on its way; `id` finds the caller again. */
export type WriteMessage = {
  [K in WriteKind]: { readonly id: number; readonly kind: K; readonly asks: WriteRequests[K]['asks'] };
}[WriteKind];

/** What comes back when the transaction is on the disk, or could not be made durable. */
export type WriteAnswer =
  | { readonly kind: 'ready' }
  /** `hasRoom`: as much can be written as what failed before, if anything did. */
  | {
      readonly kind: 'committed';
      readonly answers: readonly { readonly id: number; readonly answer: unknown }[];
      readonly hasRoom: boolean;
    }
  | { readonly kind: 'failed'; readonly ids: readonly number[]; readonly failure: SqliteFailure };
