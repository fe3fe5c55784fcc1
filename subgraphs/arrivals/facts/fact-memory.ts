import type { AlertIdentity, AlertKind, AlertStep, ViewMemory } from '../alerts.ts';
import type { ReachedState } from '../arrival/arrival.ts';
import type { ArrivalSide } from '../generated/schema.ts';
import type { ChargeSum, EvidenceRef, NoticeEvidence, StatedArrivalTime } from '../model.ts';
import type { NoticeVersions } from './version-numbers.ts';

/** Version of the format of the memory. */
export const memoryFormat = 2;

/** A value of the notice as last given, with the version that gave it. */
type Given<Value> = Value & { readonly ref: EvidenceRef };
type Texts<Name extends string> = { readonly [N in Name]?: string | undefined };
type LastDay = { readonly localDate: string } & Texts<'dateTime'>;

/** What the source of the best known time stated when it was last reported, for each step. */
export interface EtaMemory {
  /** Source, partner and record; if any of them changes, the references start again. */
  readonly source: string;
  readonly references: readonly { readonly steps: readonly number[]; readonly time: StatedArrivalTime }[];
}

/** How the time of a side has turned, at one step. */
export interface TurnState {
  /** The furthest time since the last turn, or the first time. */
  readonly pivot: StatedArrivalTime;
  /** The direction of the last move by the step; undefined before the first one. */
  readonly isLater?: boolean | undefined;
  /** The last turn: when it was stated, and the time from which it turned back. */
  readonly turn?: { readonly at: string; readonly from: StatedArrivalTime } | undefined;
  /** The range while the time is unsteady, and the time in it that was last compared with other sides. */
  readonly unsteady?:
    | { readonly earliest: StatedArrivalTime; readonly latest: StatedArrivalTime; readonly turns: number; readonly held: StatedArrivalTime }
    | undefined;
}

/** The turns of one side. Steps with the same state share it. */
export interface SideTurns {
  /** As in {@link EtaMemory}. */
  readonly source: string;
  readonly states: readonly ({ readonly steps: readonly number[] } & TurnState)[];
}

/** A change of the notice that explains the next change of the best known time. */
export interface NoticeChange {
  readonly kind: Extract<AlertKind, 'PORT_CHANGED' | 'VESSEL_CHANGED' | 'VOYAGE_CHANGED'>;
  readonly ref: EvidenceRef;
}

/** A state that was reached. The port's event and its visit are needed to detect corrections. */
export type ReachedMemory = { readonly time: StatedArrivalTime } & Texts<'event' | 'portCall'>;

/** An omission that applies, with the records of the schedule's match at the time of the omission. */
export type OmissionMemory = Given<Texts<'portCall'> & { readonly records: readonly string[] }>;

/** The last free days of one container. */
export type FreeDays = Given<{ readonly pickup?: LastDay | undefined; readonly return?: LastDay | undefined }>;

/** An open alert, with the number of its entries so far. */
export interface HeldAlert extends Omit<AlertIdentity, 'alertId'> {
  /** Hash of what raised it. */
  readonly key: string;
  /** The values and the stage that raised it. With the arrival and the evidence they determine the alert's id. */
  readonly raised: readonly unknown[];
  /** How many alerts with equal values were raised and closed before. */
  readonly again?: number | undefined;
  /** The id of an alert that another rule has named. */
  readonly alertId?: string | undefined;
  readonly steps: readonly AlertStep[];
  readonly entries: number;
}

/** What an {@link AlertCollector} remembers. */
export interface AlertMemory {
  readonly open: readonly HeldAlert[];
  /** Hashes of what was raised and closed, the newest last, so that the same evidence raises nothing twice. */
  readonly reported: readonly string[];
  /** The same as earlier versions of the memory have named it. */
  readonly reportedBefore?: readonly string[] | undefined;
}

/** What the facts about the notice of one view remember between evaluations. */
export interface NoticeMemory extends AlertMemory {
  readonly vessel?: Given<Texts<'vesselIMONumber' | 'vesselName'>> | undefined;
  /** `carrier` is the carrier's code and its list, undefined if the notice names no carrier. */
  readonly voyage?: Given<Texts<'carrier' | 'number' | 'reference'>> | undefined;
  readonly port?: Given<{ readonly UNLocationCode: string } & Texts<'locationName'>> | undefined;
  readonly terminal?: Given<Readonly<Record<'facilityCode' | 'facilityCodeListProvider', string>>> | undefined;
  /** The parts of the release as last given. */
  readonly release: Readonly<Partial<Record<string, Given<{ readonly value: 'YES' | 'NO' }>>>>;
  readonly isReleased: boolean;
  /** By container; the empty key is for the notice as a whole. */
  readonly freeDays: Readonly<Record<string, FreeDays>>;
  /** By last free day of pickup: all containers that have had it, and the version that first stated it for the last of them. */
  readonly lastFreeDays?: Readonly<Record<string, Given<{ readonly containers: readonly string[] }>>> | undefined;
  readonly charges?: Given<{ readonly sums: readonly ChargeSum[] }> | undefined;
  /** The last version that was news. */
  readonly news?: News | undefined;
}

/** A record, and when it was received. */
export interface News {
  readonly ref: EvidenceRef;
  readonly atMs: number;
}

/** What the facts about the visit of the ship remember. It refers to versions of the notice by their numbers. */
export interface VisitMemory extends AlertMemory {
  readonly eta?: EtaMemory | undefined;
  /** Sources that are no longer the best only by their age, and still state a time. */
  readonly lapsed: readonly EtaMemory[];
  readonly turns?: Readonly<Partial<Record<ArrivalSide, SideTurns>>> | undefined;
  /** Kept until the sides have answered about the version that changed ship, voyage or port. */
  readonly noticeChange?: NoticeChange | undefined;
  readonly reached: Readonly<Partial<Record<ReachedState, ReachedMemory>>>;
  /** The states that must not be raised again. */
  readonly raised: readonly ReachedState[];
  readonly omission?: OmissionMemory | undefined;
  /** The last news of schedules and ports. */
  readonly news?: News | undefined;
  /** Whether the partner of the notice is known to state actual times. */
  readonly statesActualTimes?: boolean | undefined;
  /** The last loss of a match that was detected. */
  readonly lost?: string | undefined;
}

/** What the facts of one view remember between evaluations. */
export interface FactMemory extends ViewMemory {
  readonly format: typeof memoryFormat;
  /** The current version, which a late older one does not replace. */
  readonly notice: NoticeEvidence;
  readonly versions: NoticeVersions;
  readonly ofNotice: NoticeMemory;
  readonly ofVisit: VisitMemory;
}

/** A memory under construction. */
export type Draft<Memory> = { -readonly [Name in keyof Memory]: Memory[Name] };
