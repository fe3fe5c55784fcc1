import type { DeliveryQueueWrite } from '../delivery-store.ts';
import type { Removal } from '../removal-store.ts';
import type { AppendOutcome, Clash, DeadLetter, LogName, NewVersion, VersionKey } from '../version-store.ts';
import type { SqliteFailure } from './failure.ts';
import type { WrittenArrival } from './write-arrivals.ts';

/** The requests to the writing thread, with their responses. Only plain data crosses to the thread. */
export interface WriteRequests {
  readonly append: Call<{ readonly log: LogName; readonly versions: readonly NewVersion[] }, AppendOutcome[]>;
  readonly complete: Call<{ readonly log: LogName; readonly version: NewVersion }>;
  readonly addClash: Call<{ readonly log: LogName; readonly clash: Clash }>;
  readonly trim: Call<{ readonly log: LogName; readonly receivedBefore: string }>;
  readonly addDeadLetters: Call<{ readonly deadLetters: readonly Omit<DeadLetter, 'id'>[] }>;
  readonly removeDeadLetter: Call<{ readonly id: number }>;
  readonly writeQueue: Call<DeliveryQueueWrite, boolean>;
  readonly removeDeliveryDeadLetters: Call<{ readonly ids: readonly string[] }>;
  readonly writeArrivals: Call<{ readonly writes: readonly WrittenArrival[] }, boolean[]>;
  readonly removeArrivals: Call<{ readonly arrivalIds: readonly string[] }>;
  readonly advance: Call<{ readonly log: string; readonly position: number }>;
  readonly beginRemoval: Call<{ readonly removal: Pick<Removal, 'id' | 'startedAt' | 'reason' | 'by'> }>;
  /** The following three count what they remove in the record of the removal. */
  readonly eraseVersions: Call<{ readonly removal: string; readonly log: LogName; readonly keys: readonly VersionKey[] }, number>;
  readonly eraseDeadLetters: Call<{ readonly removal: string; readonly ids: readonly number[] }, number>;
  readonly eraseDeliveryDeadLetters: Call<{ readonly removal: string; readonly ids: readonly string[] }, number>;
  readonly finishRemoval: Call<{ readonly removal: string; readonly finishedAt: string }>;
  readonly secret: Call<{ readonly name: string }, Uint8Array>;
  readonly takeLease: Call<{ readonly name: string; readonly holder: string; readonly ttlMs: number }, boolean>;
  readonly releaseLease: Call<{ readonly name: string; readonly holder: string }>;
  readonly ping: Call<Record<string, never>>;
}

interface Call<Request, Response = undefined> {
  readonly request: Request;
  readonly response: Response;
}

export type WriteKind = keyof WriteRequests;

/** One request to the thread; `id` identifies the caller. */
export type WriteMessage = {
  [K in WriteKind]: { readonly id: number; readonly kind: K; readonly request: WriteRequests[K]['request'] };
}[WriteKind];

/** Sent back when the transaction is on the disk, or has failed. */
export type WriteReply =
  | { readonly kind: 'ready' }
  /** `hasRoom`: the disk has room again for the transactions that failed before. */
  | {
      readonly kind: 'committed';
      readonly responses: readonly { readonly id: number; readonly response: unknown }[];
      readonly hasRoom: boolean;
    }
  | { readonly kind: 'failed'; readonly ids: readonly number[]; readonly failure: SqliteFailure };
